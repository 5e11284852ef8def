#include "steering/half_planes.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace wend::steering {

namespace {

constexpr double parallel = 1e-14;  // two lines
constexpr double empty = 1e-13;     // an interval shorter than this below zero is empty by rounding only
constexpr int corners = 16;         // of the polygon that stands for the circle of the top speed

// cos and sin of k * 22.5 degrees for k = 0 .. 4.
constexpr double quarter[] = {1, 0.92387953251128674, 0.70710678118654752, 0.38268343236508977, 0};
constexpr double inner_radius = 0.98078528040323044;  // cos(pi / 16)

// Coordinates in which the cost of (C17) is a plain distance.
struct Frame {
  Vec2 along, across;
  double scale = 1;  // sqrt(kappa_l)

  Vec2 in(Vec2 w) const { return {dot(w, along), scale * dot(w, across)}; }
  Vec2 out(Vec2 y) const { return y.x * along + (y.y / scale) * across; }
  HalfPlane in(const HalfPlane& h) const {
    const Vec2 g{dot(h.n, along), dot(h.n, across) / scale};
    const double length = norm(g);
    return {g / length, h.b / length, 0};
  }
};

// The point of all half planes nearest to `start`, taking one after the other; false when there is none.
bool nearest(std::span<const HalfPlane> lines, Vec2 start, Vec2& y) {
  y = start;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const HalfPlane& line = lines[k];
    if (dot(line.n, y) - line.b <= 1e-15) continue;
    // The optimum lies on this line: foot + t along.
    const Vec2 along{-line.n.y, line.n.x}, foot = line.b * line.n;
    double low = -1e18, high = 1e18;
    for (std::size_t j = 0; j < k; ++j) {
      const double slope = dot(lines[j].n, along), room = lines[j].b - dot(lines[j].n, foot);
      if (std::abs(slope) < parallel) {
        if (room < -empty) return false;
        continue;
      }
      if (slope > 0) high = std::min(high, room / slope);
      else low = std::max(low, room / slope);
    }
    if (low - high > empty) return false;
    const double t = low > high ? 0.5 * (low + high) : std::clamp(dot(start - foot, along), low, high);
    y = foot + t * along;
  }
  return true;
}

class Solver {
 public:
  explicit Solver(Programme& p) : p_(p), lines_(p.lines), frame_{p.heading, {-p.heading.y, p.heading.x}, std::sqrt(p.lateral_cost)}, start_(frame_.in(p.wish)) {}

  Walked run() {
    Walked walked = with_cap(false);
    if (!p_.soft.empty() && norm(walked.velocity) > p_.top_speed) walked = with_cap(true);  // (C28)
    for (const HalfPlane& h : p_.hard) {  // a guard against rounding
      const double pace = dot(h.n, walked.velocity);
      if (pace - h.b > 1e-12) walked.velocity = (h.b / pace) * walked.velocity;
    }
    return walked;
  }

 private:
  Walked with_cap(bool capped) {
    lines_.clear();
    if (capped) add_cap();
    for (const HalfPlane& h : p_.hard) lines_.push_back(frame_.in(h));
    const std::size_t first = lines_.size();
    for (const HalfPlane& h : p_.soft) lines_.push_back(frame_.in(h));
    Vec2 y;
    if (nearest(lines_, start_, y)) return {frame_.out(y), 0};
    if (p_.soft.empty()) return {};  // cannot be: standing is allowed
    // (C29): the least violation, by bisection; standing violates by no more than `high`.
    double low = 0, high = 0;
    for (const HalfPlane& h : p_.soft) high = std::max(high, -h.b);
    for (int halvings = 0; halvings < 40; ++halvings) {
      const double middle = 0.5 * (low + high);
      relax(first, middle);
      Vec2 tried;
      (nearest(lines_, start_, tried) ? high : low) = middle;
    }
    relax(first, high);
    return {nearest(lines_, start_, y) ? frame_.out(y) : Vec2{}, high};
  }

  void add_cap() {
    for (int k = 0; k < corners; ++k) {
      const int turn = k / 4, rest = k % 4;
      double c = quarter[rest], s = quarter[4 - rest];
      for (int i = 0; i < turn; ++i) std::swap(c, s), c = -c;
      const Vec2 n = c * frame_.along + s * frame_.across;
      lines_.push_back(frame_.in(HalfPlane{n, p_.top_speed * inner_radius, 0}));
    }
  }

  void relax(std::size_t first, double by) {
    for (std::size_t k = 0; k < p_.soft.size(); ++k) lines_[first + k] = frame_.in(HalfPlane{p_.soft[k].n, p_.soft[k].b + by, 0});
  }

  const Programme& p_;
  std::vector<HalfPlane>& lines_;
  Frame frame_;
  Vec2 start_;
};

}  // namespace

Walked solve(Programme& p) {
  const auto allowed = [&](const HalfPlane& h) { return dot(h.n, p.wish) <= h.b; };
  if (std::all_of(p.hard.begin(), p.hard.end(), allowed) && std::all_of(p.soft.begin(), p.soft.end(), allowed)) return {p.wish, 0};
  const auto by_key = [](const HalfPlane& g, const HalfPlane& h) { return g.key < h.key; };
  std::sort(p.hard.begin(), p.hard.end(), by_key);
  std::sort(p.soft.begin(), p.soft.end(), by_key);
  return Solver(p).run();
}

}  // namespace wend::steering
