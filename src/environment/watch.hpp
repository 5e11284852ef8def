#pragma once
#include <wend/vec.hpp>

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace wend::environment {

// Everybody's straight way through one step, and the disk each one watches (environment spec, section 1).
struct Motions {
  std::span<const double> x0, y0, x1, y1;  // before and after
  std::span<const double> watch;           // radius of the closed disk; negative: this row does not watch
  std::span<const std::uint32_t> floor;
  std::size_t size() const { return x0.size(); }
};

// The membership predicate (e.1): every engine decides by it and nothing else.
inline bool inside(double dx, double dy, double r) { return dx * dx + dy * dy <= r * r; }

// `object` comes into or leaves the disk of `subject` at the share `s` of the step.
struct Crossing {
  double s = 0;
  bool exit = false;  // an enter sorts before an exit
  std::uint32_t subject = 0, object = 0;  // rows
  friend auto operator<=>(const Crossing& p, const Crossing& q) {
    return std::tie(p.s, p.exit, p.subject, p.object) <=> std::tie(q.s, q.exit, q.subject, q.object);
  }
  friend bool operator==(const Crossing&, const Crossing&) = default;
};

// Finds all crossings of one step. Engines differ in cost only: equal input gives equal output, sorted.
class CrossingEngine {
 public:
  virtual ~CrossingEngine() = default;
  // Rows were added, removed or reordered, somebody jumped, or a radius changed: forget what was remembered.
  virtual void forget() = 0;
  virtual void step(const Motions&, std::vector<Crossing>& out) = 0;
};

}  // namespace wend::environment
