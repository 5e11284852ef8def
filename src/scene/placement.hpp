#pragma once
#include <wend/base/rng.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scene/thing.hpp"

namespace wend::scene {

struct Disc {
  Vec2 at;
  double radius = 0;
};

struct Capsule {
  Vec2 a, b;
  double radius = 0;
};

// Finds places in an area that touch nobody. Counts its comparisons, so that they can be limited.
class Placer {
 public:
  // `reach`: no two centres need to be farther apart than this to be free of each other.
  Placer(const Thing& area, double reach, std::size_t expected);
  void add(const Disc&);
  void add(const Capsule&, double largest_radius);
  bool is_free(const Disc&, double spacing);
  std::int64_t work() const { return work_; }

 private:
  struct Entry {
    Disc disc;
    std::int32_t next;
  };
  std::size_t bucket(double cell_x, double cell_y) const;
  std::size_t body_cell(double v, double low, double size) const;

  double cell_;
  std::vector<std::int32_t> heads_;  // by hash of the cell: strangers in a bucket are told apart by distance
  std::vector<Entry> entries_;

  static constexpr std::size_t body_cells = 64;  // per side
  Vec2 low_, size_;
  std::vector<Capsule> bodies_;
  std::vector<std::vector<std::uint32_t>> near_;  // by cell of the area
  std::vector<std::uint32_t> large_;
  std::int64_t work_ = 0;
};

}  // namespace wend::scene
