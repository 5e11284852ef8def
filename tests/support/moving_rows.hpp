#pragma once
#include <wend/base/rng.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "environment/pair_crossings.hpp"

// Small crowds in motion for the tests of crossing engines, and the plain answer.

namespace wend::test {

struct MovingRows {
  enum Kind {
    sparse,
    dense,
    jam,
    flow,
    stop_and_go,
    runners,
    sudden_runner,
    lattice,
    far_away,
    hasty,
    wide_disks,
    kinds
  };

  std::vector<double> x0, y0, x1, y1, watch, vx, vy;
  std::vector<std::uint32_t> floor;
  Kind kind = sparse;
  double size = 1, speed = 0.1, radius = 2;
  std::uint32_t floors = 1;

  std::size_t count() const { return x1.size(); }
  environment::Motions motions() const { return {x0, y0, x1, y1, watch, floor}; }

  void add(Rng& rng) {
    double x = rng.uniform(0, size), y = rng.uniform(0, size);
    if (kind == lattice) x = std::floor(x), y = std::floor(y);
    if (kind == far_away) x += 9e6, y -= 9e6;
    if (kind == wide_disks && rng.below(8) == 0) x += 1e5;
    if (count() > 0 && rng.below(20) == 0) x = x1[0], y = y1[0];
    x0.push_back(x), y0.push_back(y), x1.push_back(x), y1.push_back(y);
    double r = rng.below(6) == 0 ? -1 : rng.below(2) == 0 ? radius : radius * rng.uniform(0, 1.5);
    if (rng.below(12) == 0) r = 0;
    if (kind == lattice && r > 0) r = std::ceil(r);
    if (kind == wide_disks && rng.below(6) == 0) r = rng.uniform(5, 200) * radius;
    watch.push_back(r);
    floor.push_back(static_cast<std::uint32_t>(rng.below(floors)));
    vx.push_back(0), vy.push_back(0);
    turn(rng, count() - 1);
  }

  void remove(std::size_t i) {
    for (auto* column : {&x0, &y0, &x1, &y1, &watch, &vx, &vy}) {
      (*column)[i] = column->back();
      column->pop_back();
    }
    floor[i] = floor.back();
    floor.pop_back();
  }

  void turn(Rng& rng, std::size_t i) {
    double way = speed * rng.uniform(0, 1);
    if (kind == runners && i % 16 == 3) way *= 300;
    vx[i] = rng.uniform(-1, 1) * way;
    vy[i] = rng.uniform(-1, 1) * way;
    if (kind == flow) vx[i] = 0.2 * vx[i] + speed, vy[i] = 0.2 * vy[i] + 0.3 * speed;
    if (kind == lattice) vx[i] = std::round(4 * vx[i] / speed) / 4, vy[i] = std::round(4 * vy[i] / speed) / 4;
  }

  void move(Rng& rng, int step) {
    x0 = x1;
    y0 = y1;
    const bool stands = kind == stop_and_go && step / 20 % 2 == 1;
    for (std::size_t i = 0; i < count(); ++i) {
      if (stands) continue;
      if (kind == flow || kind == far_away) {
        vx[i] += 0.002 * speed * rng.uniform(-1, 1);
        vy[i] += 0.002 * speed * rng.uniform(-1, 1);
        if (rng.below(2000) == 0) turn(rng, i);
      } else if (rng.below(30) == 0) {
        turn(rng, i);
      }
      double dx = vx[i], dy = vy[i];
      if (kind == jam) dx = 0.05 * speed * rng.uniform(-1, 1), dy = 0.05 * speed * rng.uniform(-1, 1);
      if (kind == sudden_runner && i == 0 && step % 40 > 34) dx *= 1000, dy *= 1000;
      x1[i] += dx;
      y1[i] += dy;
      if (kind == flow || kind == far_away) continue;
      // Back into the square, by whole ways: on the border many stand on one line.
      if (x1[i] < 0 || x1[i] > size) x1[i] = std::clamp(x1[i], 0.0, size), vx[i] = -vx[i];
      if (y1[i] < 0 || y1[i] > size) y1[i] = std::clamp(y1[i], 0.0, size), vy[i] = -vy[i];
    }
  }
};

inline MovingRows moving_rows(Rng& rng, MovingRows::Kind kind, std::size_t most) {
  MovingRows rows;
  rows.kind = kind;
  rows.radius = kind == MovingRows::lattice ? 2 : rng.uniform(0.5, 3);
  rows.floors = rng.below(3) == 0 ? 2 : 1;
  const std::size_t n = 2 + rng.below(most - 1);
  const double spread = kind == MovingRows::sparse || kind == MovingRows::stop_and_go ? 3
                        : kind == MovingRows::jam                                     ? 0.5
                                                                                      : 1;
  rows.size = spread * rows.radius * std::sqrt(static_cast<double>(n));
  rows.speed = rows.radius * (kind == MovingRows::hasty ? rng.uniform(0.5, 20) : std::pow(10, rng.uniform(-3.5, -0.5)));
  if (kind == MovingRows::lattice) rows.speed = 1;
  for (std::size_t i = 0; i < n; ++i) rows.add(rng);
  return rows;
}

// All pairs, the membership predicate and 11.2: nothing is remembered.
inline std::vector<environment::Crossing> all_crossings(const environment::Motions& m) {
  std::vector<environment::Crossing> out;
  for (std::uint32_t i = 0; i < m.size(); ++i) {
    for (std::uint32_t j = i + 1; j < m.size(); ++j) {
      if (m.floor[i] == m.floor[j]) environment::append_pair_crossings(m, i, j, out);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace wend::test
