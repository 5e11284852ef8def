#include "planning/passages.hpp"

#include "core/segment.hpp"
#include "geometry/segments.hpp"
#include "planning/draw_body.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace wend::planning {
namespace {

// Bodies by the squares they touch, which are `reach` wide: what is nearer than that is in the squares around.
class BodyIndex {
 public:
  BodyIndex(std::span<const FixedBody> bodies, double reach) : seen_(bodies.size(), 0) {
    Vec2 low{infinity, infinity}, high{-infinity, -infinity};
    for (const FixedBody& body : bodies) {
      if (body.door != no_door) continue;
      const Vec2 round{body.radius, body.radius};
      for (Vec2 end : {body.a - round, body.a + round, body.b - round, body.b + round}) {
        low = {std::min(low.x, end.x), std::min(low.y, end.y)};
        high = {std::max(high.x, end.x), std::max(high.y, end.y)};
      }
    }
    if (!(low.x <= high.x)) return;
    squares_.h = std::max({reach, (high.x - low.x) / 1000, (high.y - low.y) / 1000});
    squares_.origin = lift(low - Vec2{squares_.h, squares_.h});
    squares_.nx = static_cast<std::uint32_t>((high.x - low.x) / squares_.h) + 3;
    squares_.ny = static_cast<std::uint32_t>((high.y - low.y) / squares_.h) + 3;
    first_.assign(squares_.size() + 1, 0);
    const auto each = [&](auto take) {
      for (std::uint32_t k = 0; k < bodies.size(); ++k) {
        if (bodies[k].door == no_door) touched(bodies[k], [&](std::uint32_t square) { take(square, k); });
      }
    };
    each([&](std::uint32_t square, std::uint32_t) { ++first_[square + 1]; });
    for (std::size_t s = 1; s < first_.size(); ++s) first_[s] += first_[s - 1];
    held_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    each([&](std::uint32_t square, std::uint32_t k) { held_[next[square]++] = k; });
  }

  // Once each, every body nearer to this one than `reach`, and some more, as long as take() says to go on.
  template <class Take>
  void near(const FixedBody& body, Take take) {
    ++now_;
    bool more = true;
    touched(body, [&](std::uint32_t square) {
      for (std::uint32_t row = square - squares_.row_stride(); row <= square + squares_.row_stride(); row += squares_.row_stride()) {
        for (std::uint32_t at = first_[row - 1]; more && at < first_[row + 2]; ++at) {
          const std::uint32_t k = held_[at];
          if (seen_[k] != now_) seen_[k] = now_, more = take(k);
        }
      }
    });
  }

 private:
  template <class Take>
  void touched(const FixedBody& body, Take take) const {
    constexpr double half_diagonal = 0.70711;
    draw_capsule(squares_, body.a, body.b, body.radius + half_diagonal * squares_.h, take);
  }

  Map squares_;
  std::vector<std::uint32_t> first_, held_, seen_;
  std::uint32_t now_ = 0;
};

// The points of two segments nearest to each other, which do not meet. Parallel ones: in the middle of where they face each other.
void nearest_points(const FixedBody& k, const FixedBody& l, Vec2& on_k, Vec2& on_l) {
  const Vec2 u = k.b - k.a, v = l.b - l.a;
  const double uu = norm2(u), vv = norm2(v), c = cross(u, v);
  if (uu > 0 && vv > 0 && c * c <= 1e-18 * uu * vv) {
    const double s = dot(l.a - k.a, u) / uu, t = dot(l.b - k.a, u) / uu;
    const double from = std::max(0.0, std::min(s, t)), to = std::min(1.0, std::max(s, t));
    if (from < to) {
      on_k = k.a + 0.5 * (from + to) * u;
      on_l = nearest_on_segment(on_k, l.a, l.b).point;
      return;
    }
  }
  double best = infinity;
  const auto offer = [&](Vec2 p, Vec2 q) {
    if (norm2(p - q) < best) best = norm2(p - q), on_k = p, on_l = q;
  };
  offer(k.a, nearest_on_segment(k.a, l.a, l.b).point);
  offer(k.b, nearest_on_segment(k.b, l.a, l.b).point);
  offer(nearest_on_segment(l.a, k.a, k.b).point, l.a);
  offer(nearest_on_segment(l.b, k.a, k.b).point, l.b);
}

}  // namespace

std::vector<Passage> find_passages(std::span<const FixedBody> bodies, double low, double high) {
  std::vector<Passage> found;
  BodyIndex index(bodies, high), around = index;
  for (std::uint32_t k = 0; k < bodies.size(); ++k) {
    const FixedBody& one = bodies[k];
    if (one.door != no_door) continue;
    index.near(one, [&](std::uint32_t l) {
      const FixedBody& other = bodies[l];
      if (l <= k || geometry::segments_meet(one.a, one.b, other.a, other.b)) return true;
      Vec2 p, q;
      nearest_points(one, other, p, q);
      const double apart = norm(q - p), width = apart - one.radius - other.radius;
      if (!(width >= low && width < high && width > 0)) return true;
      const Vec2 way = (q - p) / apart;
      const Passage passage{p + one.radius * way, q - other.radius * way, width, k, l};
      const Vec2 middle = passage.middle();
      bool clear = true;
      around.near({.a = middle, .b = middle}, [&](std::uint32_t m) {
        const FixedBody& third = bodies[m];
        const double away = norm(nearest_on_segment(middle, third.a, third.b).point - middle) - third.radius;
        return clear = m == k || m == l || away >= 0.5 * width * (1 - 1e-6);
      });
      if (clear) found.push_back(passage);
      return true;
    });
  }
  std::sort(found.begin(), found.end(), [](const Passage& a, const Passage& b) {
    return std::tie(a.width, a.a.x, a.a.y, a.b.x, a.b.y) < std::tie(b.width, b.a.x, b.a.y, b.b.x, b.b.y);
  });
  return found;
}

}  // namespace wend::planning
