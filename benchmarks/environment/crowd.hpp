#pragma once
#include <wend/base/rng.hpp>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "environment/near.hpp"
#include "environment/watch.hpp"

namespace wend::bench {

// Points that walk about in a square, or all much the same way; at about 1.3 m/s.
struct CrowdSpec {
  std::size_t agents = 10000;
  double density = 0.5, radius = 4, dt = 0.1;
  double speed = 1.3;
  bool flow = false;      // one heading, give or take
  double awake = 1;       // this share walks, the others stand
  double room = 0;        // side of the rooms, each with a door in the middle of every wall; 0: no walls
  bool shuffled = false;  // rows in no order of place
};

class Crowd {
 public:
  explicit Crowd(const CrowdSpec& spec) : spec_(spec), rng_(Rng::stream(11, Purpose::test)) {
    const std::size_t n = spec.agents;
    side_ = std::sqrt(static_cast<double>(n) / spec.density);
    const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n))));
    const double pitch = side_ / static_cast<double>(columns);
    for (std::size_t i = 0; i < n; ++i) {
      x1.push_back((static_cast<double>(i % columns) + rng_.uniform(0.05, 0.95)) * pitch);
      y1.push_back((static_cast<double>(i / columns) + rng_.uniform(0.05, 0.95)) * pitch);
      const double heading = spec.flow ? rng_.uniform(-0.1, 0.1) : rng_.uniform(-3.14159265, 3.14159265);
      const double way = spec.speed * rng_.uniform(spec.flow ? 0.9 : 0.77, spec.flow ? 1.1 : 1.23) * spec.dt;
      const bool stands = rng_.uniform() >= spec.awake;
      asleep.push_back(stands);
      dx_.push_back(stands ? 0 : way * std::cos(heading));
      dy_.push_back(stands ? 0 : way * std::sin(heading));
    }
    for (std::size_t i = spec.shuffled ? n : 0; i > 1; --i) {
      const std::size_t k = rng_.below(i);
      std::swap(x1[i - 1], x1[k]), std::swap(y1[i - 1], y1[k]);
    }
    x0 = x1;
    y0 = y1;
    watch.assign(n, spec.radius);
    zero_.assign(n, 0);
    floor.assign(n, 0);
  }

  // Everybody turns a little and goes on; at the border back inside.
  void move() {
    x0.swap(x1);
    y0.swap(y1);
    const double turn = 0.5 * spec_.dt;  // half a radian per second at most
    for (std::size_t i = 0; i < x0.size(); ++i) {
      if (dx_[i] != 0) {
        const double a = spec_.flow ? 0 : rng_.uniform(-turn, turn), c = 1 - a * a / 2;
        const double dx = c * dx_[i] - a * dy_[i], dy = a * dx_[i] + c * dy_[i];
        dx_[i] = dx, dy_[i] = dy;
      }
      x1[i] = x0[i] + dx_[i];
      y1[i] = y0[i] + dy_[i];
      if (spec_.flow) continue;
      if (x1[i] < 0 || x1[i] > side_) dx_[i] = -dx_[i], x1[i] = x0[i];
      if (y1[i] < 0 || y1[i] > side_) dy_[i] = -dy_[i], y1[i] = y0[i];
      if (spec_.room > 0 && through_wall(i)) dx_[i] = -dx_[i], dy_[i] = -dy_[i], x1[i] = x0[i], y1[i] = y0[i];
    }
  }

  // The walls of the rooms, in pieces between doors.
  std::vector<std::pair<Vec2, Vec2>> walls() const {
    std::vector<std::pair<Vec2, Vec2>> out;
    const double room = spec_.room, door = 0.5 * door_width;
    const int count = static_cast<int>(side_ / room);
    for (int a = 0; a <= count; ++a) {
      for (int b = 0; b < count; ++b) {
        const double line = a * room, from = b * room, to = from + room, middle = from + room / 2;
        for (const auto& [p, q] : {std::pair{from, middle - door}, std::pair{middle + door, to}}) {
          out.push_back({{line, p}, {line, q}});
          out.push_back({{p, line}, {q, line}});
        }
      }
    }
    return out;
  }

  std::size_t size() const { return x1.size(); }
  double side() const { return side_; }
  const CrowdSpec& spec() const { return spec_; }
  environment::Motions motions() const { return {x0, y0, x1, y1, watch, floor}; }
  environment::Surroundings surroundings() const { return {x1, y1, zero_, floor, {}}; }

  std::vector<double> x0, y0, x1, y1, watch;
  std::vector<std::uint32_t> floor;
  std::vector<char> asleep;

 private:
  static constexpr double door_width = 1.2;

  // Rather too often than too seldom: near the wall's line, and not well inside a door at both ends of the way.
  bool through_wall(std::size_t i) const {
    const double room = spec_.room;
    const auto passes = [room](double a, double b, double c, double d) {
      if (std::floor(a / room) == std::floor(b / room) && a != 0 && std::floor(b / room) * room != b) return false;
      const auto in_door = [room](double v) {
        return std::abs(v - (std::floor(v / room) + 0.5) * room) < 0.45 * door_width;
      };
      return !(in_door(c) && in_door(d));
    };
    return passes(x0[i], x1[i], y0[i], y1[i]) || passes(y0[i], y1[i], x0[i], x1[i]);
  }

  CrowdSpec spec_;
  Rng rng_;
  double side_ = 1;
  std::vector<double> dx_, dy_, zero_;
};

}  // namespace wend::bench
