#pragma once
#include <wend/runner.hpp>
#include <wend/step_report.hpp>
#include <wend/vec.hpp>

#include "core/segment.hpp"
#include "environment/kinetic_triangulation.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace wend::environment {

// A disc (a == b) or the hull of two discs.
struct Capsule {
  Vec2 a, b;
  double radius = 0;
  std::uint32_t floor = 0;
  bool wall = false;
  bool fixed = false;  // stands for good: planners know of it
  friend constexpr bool operator==(const Capsule&, const Capsule&) = default;
};

// Everything there is at one instant; the owner keeps it alive while an index built on it is asked.
struct Surroundings {
  std::span<const double> x, y, radius;
  std::span<const std::uint32_t> floor;
  std::span<const Capsule> bodies;
};

// Answers for a run of rows: the near agents and bodies of the k-th row end at agent_end[k], body_end[k]. In no particular order.
struct NearLists {
  std::vector<std::uint32_t> agents, bodies;
  std::vector<std::size_t> agent_end, body_end;
  std::vector<std::uint64_t> seen;  // per body, the last row (counted in `rows`) that looked at it; an engine's own
  std::uint64_t rows = 0;
  std::vector<std::uint32_t> found;  // also an engine's own
  KineticTriangulation2::Scratch flood;

  void clear();
  void end_row();
  // For the row being answered: is this the first look at body b?
  bool first_look(std::uint32_t b) {
    if (b >= seen.size()) seen.resize(b + 1, 0);
    return std::exchange(seen[b], rows + 1) != rows + 1;
  }
  std::span<const std::uint32_t> agents_of(std::size_t k) const;
  std::span<const std::uint32_t> bodies_of(std::size_t k) const;
};

// The set N of the environment spec: bodies whose surface is within reach of the agent's. Every engine decides by these two.
inline bool agents_near(const Surroundings& s, std::size_t i, std::size_t j, double reach) {
  const double dx = s.x[j] - s.x[i], dy = s.y[j] - s.y[i];
  const double far = reach + s.radius[i] + s.radius[j];
  return dx * dx + dy * dy <= far * far && s.floor[i] == s.floor[j];
}

inline bool body_near(const Surroundings& s, std::size_t i, const Capsule& body, double reach) {
  const Vec2 p{s.x[i], s.y[i]};
  const double far = reach + s.radius[i] + body.radius;
  return norm2(nearest_on_segment(p, body.a, body.b).point - p) <= far * far && s.floor[i] == body.floor;
}

// Who is near. Asked from several threads at once after build().
class NearIndex {
 public:
  virtual ~NearIndex() = default;
  virtual void build(const Surroundings&, std::span<const double> reach) = 0;
  // For each row of the range: all others within reach[row], itself left out.
  virtual void near(Range rows, std::span<const double> reach, NearLists& out) const = 0;
  // The same for bodies only.
  virtual void bodies_near(Range rows, std::span<const double> reach, NearLists& out) const = 0;
  virtual void add_to(StepReport&) const {}  // what the picture cost
};

// Looks at every pair: the oracle.
class BruteForce final : public NearIndex {
 public:
  void build(const Surroundings& s, std::span<const double>) override { s_ = s; }
  void near(Range rows, std::span<const double> reach, NearLists& out) const override;
  void bodies_near(Range rows, std::span<const double> reach, NearLists& out) const override;

 private:
  void answer(Range rows, std::span<const double> reach, bool agents, NearLists& out) const;

  Surroundings s_;
};

}  // namespace wend::environment
