#pragma once
#include "environment/cell_frame.hpp"
#include "environment/near.hpp"

namespace wend::environment {

// Somebody of this radius looks from here to there.
struct Way {
  Vec2 from, to;
  double radius = 0;
  std::uint32_t floor = 0;
};

// Would the body be in the way? Touching is not: surfaces within 1e-9 m, as for contacts. Who stands in it already is
// hindered only if the way comes nearer to it (planning spec, section 1).
bool in_the_way(const Way&, const Capsule&);

// Buffers of one worker.
struct WayScratch {
  std::vector<std::uint64_t> seen;  // per body, the last question that looked at it
  std::uint64_t questions = 0;
};

// Which ways meet no fixed body. Asked from several threads at once after look().
class ClearWays {
 public:
  void look(std::span<const Capsule> bodies);  // keeps what it has when no fixed body changed
  void ask(std::span<const Way>, std::span<std::uint8_t> clear, WayScratch&) const;

 private:
  bool clear(const Way&, WayScratch&) const;
  void lay_cells();

  std::vector<Capsule> fixed_, next_;
  CellFrame frame_;
  std::vector<std::uint32_t> begin_, list_;
};

}  // namespace wend::environment
