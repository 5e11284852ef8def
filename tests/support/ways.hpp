#pragma once
#include <wend/base/rng.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "environment/grid_kernel.hpp"
#include "environment/watch.hpp"
#include "geometry/crossing.hpp"

namespace wend::test {

// The kernels that this machine can run.
inline std::vector<Kernel> kernels() {
  std::vector<Kernel> found;
  for (const auto kernel : {Kernel::portable, Kernel::avx2}) {
    if (runs_here(kernel)) found.push_back(kernel);
  }
  return found;
}

// Rows and their ways through one step; next() lets the next step begin where this one ended.
struct Ways {
  std::vector<double> x0, y0, x1, y1, size;
  std::vector<std::uint32_t> floor;

  environment::Motions motions() const { return {x0, y0, x1, y1, size, floor}; }
  std::size_t count() const { return x0.size(); }
  void add(double x, double y, double s, std::uint32_t f = 0) {
    for (auto* column : {&x0, &x1}) column->push_back(x);
    for (auto* column : {&y0, &y1}) column->push_back(y);
    size.push_back(s);
    floor.push_back(f);
  }
  void next() { x0 = x1, y0 = y1; }
};

enum WaysKind {
  spread,
  clustered,
  lattice,
  far_away,
  one_point,
  outliers,
  fast_rows,
  many_sizes,
  few_watch,
  points,
  everything,
  still,
  ways_kinds
};

inline double random_size(Rng& rng, WaysKind kind, double usual) {
  switch (kind) {
    case lattice:
      return static_cast<double>(rng.below(4));
    case points:
      return 0;
    case everything:
      return rng.below(2) == 0 ? 1e5 : 1e30;
    case many_sizes:
      return rng.below(20) == 0 ? 40 * usual : rng.below(4) == 0 ? -1 : rng.uniform(0, 2 * usual);
    case few_watch:
      return rng.below(12) == 0 ? 3 * usual : -1;
    default:
      return rng.below(3) == 0 ? usual : usual * 1.25;
  }
}

inline Ways random_ways(Rng& rng, WaysKind kind) {
  Ways w;
  const std::size_t n = rng.below(12) == 0 ? rng.below(3) : 2 + rng.below(70);
  const double extent = std::exp(rng.uniform(0, 4)), usual = rng.uniform(0.2, 4);
  const std::uint32_t floors = rng.below(3) == 0 ? 2 : 1;
  const bool equal = rng.below(2) == 0;
  for (std::size_t i = 0; i < n; ++i) {
    double x = rng.uniform(-extent, extent), y = rng.uniform(-extent, extent);
    if (kind == clustered) {
      x = extent * static_cast<double>(rng.below(3)) + rng.uniform(-0.5, 0.5);
      y = extent * static_cast<double>(rng.below(3)) + rng.uniform(-0.5, 0.5);
    }
    if (kind == lattice || kind == far_away) x = std::floor(x * 4) / 4, y = std::floor(y * 4) / 4;
    if (kind == far_away) x += 1e6, y -= 1e6;
    if (kind == one_point) x = y = 1;
    if (kind == outliers && i % 20 == 0) x = rng.uniform(-1e7, 1e7), y = rng.uniform(-1e7, 1e7);
    const double size = random_size(rng, kind, usual);
    w.add(x, y, equal && kind != many_sizes && kind != few_watch && i > 0 ? w.size[0] : size,
          static_cast<std::uint32_t>(rng.below(floors)));
  }
  return w;
}

// Gives every row a new way from where it is.
inline void move(Ways& w, Rng& rng, WaysKind kind) {
  const double pace = std::exp(rng.uniform(-3, 1));
  for (std::size_t i = 0; i < w.count(); ++i) {
    double dx = rng.uniform(-pace, pace), dy = rng.uniform(-pace, pace);
    if (kind == lattice || kind == far_away)
      dx = static_cast<double>(rng.below(3)) - 1, dy = static_cast<double>(rng.below(3)) - 1;
    if (kind == still && i % 10 != 0) dx = dy = 0;
    if (kind == fast_rows && rng.below(8) == 0) dx *= 200, dy *= 200;
    w.x1[i] = w.x0[i] + dx;
    w.y1[i] = w.y0[i] + dy;
  }
}

// Every ordered pair, looked at by itself.
inline std::vector<environment::Crossing> plain_crossings(const Ways& w) {
  std::vector<environment::Crossing> out;
  for (std::uint32_t i = 0; i < w.count(); ++i) {
    for (std::uint32_t j = 0; j < w.count(); ++j) {
      if (i == j || w.size[i] < 0 || w.floor[i] != w.floor[j]) continue;
      const Vec2 d{w.x0[j] - w.x0[i], w.y0[j] - w.y0[i]}, e{w.x1[j] - w.x1[i], w.y1[j] - w.y1[i]};
      const bool before = environment::inside(d.x, d.y, w.size[i]), after = environment::inside(e.x, e.y, w.size[i]);
      const auto found = geometry::circle_crossings(d, e - d, w.size[i], before, after);
      for (int c = 0; c < found.count; ++c) out.push_back({found.at[c].s, !found.at[c].enter, i, j});
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// For each row and each other: is it inside the watched disk at the end of the step?
inline std::vector<char> members_after(const Ways& w) {
  std::vector<char> in(w.count() * w.count(), 0);
  for (std::size_t i = 0; i < w.count(); ++i) {
    for (std::size_t j = 0; j < w.count(); ++j) {
      in[i * w.count() + j] = i != j && w.size[i] >= 0 && w.floor[i] == w.floor[j] &&
                              environment::inside(w.x1[j] - w.x1[i], w.y1[j] - w.y1[i], w.size[i]);
    }
  }
  return in;
}

}  // namespace wend::test
