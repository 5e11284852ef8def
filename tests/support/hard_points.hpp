#pragma once
#include <wend/vec.hpp>

#include <array>
#include <cmath>

#include "support/inputs.hpp"

// Points that are hard for a sign: on lattices, nearly on one line, circle, plane or sphere, far from the origin, of mixed size.

namespace wend::test {

inline double nudged(Inputs& in, double v) {  // by up to two units of the last place, often by none
  for (auto n = in.next() % 6; n > 3; --n) v = std::nextafter(v, (in.next() & 1u) != 0 ? 1e300 : -1e300);
  return v;
}

// Fills the points; `kind` chooses how, any number is fine.
template <std::size_t N>
void hard_points(Inputs& in, std::uint64_t kind, Vec2 (&p)[N]) {
  const double offset = (in.next() & 1u) != 0 ? 0.0 : 1e6 + in.between(0, 1);
  const Vec2 centre = {in.between(-9, 9) + offset, in.between(-9, 9) - offset}, along = {in.between(-5, 5), in.between(-5, 5)};
  const double radius = in.between(0.1, 30);
  const double step = std::array{0.1, 0.125, 0x1p-269}[in.next() % 3];  // the last: products fall below the smallest double
  for (Vec2& q : p) {
    switch (kind % 6) {
      case 0: q = {in.between(-50, 50), in.between(-50, 50)}; break;
      case 1: q = {(step < 0.1 ? 0 : offset) + step * static_cast<double>(in.next() % 7), step * static_cast<double>(in.next() % 7)}; break;
      case 2: q = centre + in.between(-2, 2) * along; break;
      case 3: {
        const double angle = in.between(0, 7);
        q = centre + radius * Vec2{std::cos(angle), std::sin(angle)};
        break;
      }
      case 4: q = {in.magnitude(-415, 29), in.magnitude(-415, 29)}; break;
      case 5: q = {in.magnitude(-415, -410), in.next() % 2 == 0 ? 0.0 : in.magnitude(-415, -410)}; break;
    }
    if (kind % 6 == 2 || kind % 6 == 3) q = {nudged(in, q.x), nudged(in, q.y)};
  }
  if (in.next() % 16 == 0) p[N - 1] = p[in.next() % (N - 1)];
}

template <std::size_t N>
void hard_points(Inputs& in, std::uint64_t kind, Vec3 (&p)[N]) {
  const double offset = (in.next() & 1u) != 0 ? 0.0 : 1e6 + in.between(0, 1);
  const double radius = in.between(0.1, 30), slope = in.between(-2, 2);
  const double step = std::array{0.1, 0.125, 0x1p-215}[in.next() % 3];
  for (Vec3& q : p) {
    switch (kind % 5) {
      case 0: q = {in.between(-50, 50), in.between(-50, 50), in.between(-50, 50)}; break;
      case 1: {
        const auto lattice = [&] { return step * static_cast<double>(in.next() % 4); };
        q = {(step < 0.1 ? 0 : offset) + lattice(), lattice(), lattice()};
        break;
      }
      case 2: q = {offset + in.between(-5, 5), in.between(-5, 5), 0}, q.z = nudged(in, slope * q.x - 0.5 * q.y); break;
      case 3: {
        const double turn = in.between(0, 7), rise = in.between(-1.5, 1.5);
        q = {nudged(in, offset + radius * std::cos(turn) * std::cos(rise)), nudged(in, radius * std::sin(turn) * std::cos(rise)),
             nudged(in, radius * std::sin(rise))};
        break;
      }
      case 4: q = {in.magnitude(-315, 29), in.magnitude(-315, 29), in.magnitude(-315, 29)}; break;
    }
  }
  if (in.next() % 16 == 0) p[N - 1] = p[in.next() % (N - 1)];
}

}  // namespace wend::test
