#pragma once
#include <wend/vec.hpp>

#include <vector>

#include "support/dyadic.hpp"

// The signs of src/geometry/predicates.hpp by their definition: a determinant of the raw coordinates, expanded by rows.

namespace wend::test {

using Matrix = std::vector<std::vector<Dyadic>>;

inline Dyadic determinant(const Matrix& m) {
  if (m.size() == 1) return m[0][0];
  Dyadic sum;
  for (std::size_t row = 0; row < m.size(); ++row) {
    if (m[row].back().sign() == 0) continue;
    Matrix minor;
    for (std::size_t i = 0; i < m.size(); ++i) {
      if (i != row) minor.emplace_back(m[i].begin(), m[i].end() - 1);
    }
    const Dyadic term = m[row].back() * determinant(minor);
    sum = (row + m.size()) % 2 == 1 ? sum + term : sum - term;
  }
  return sum;
}

inline Dyadic turn(Vec2 a, Vec2 b, Vec2 c) {
  const Dyadic ay = a.y, by = b.y, cy = c.y;
  return Dyadic(a.x) * (by - cy) + Dyadic(b.x) * (cy - ay) + Dyadic(c.x) * (ay - by);
}

inline int true_orientation(Vec2 a, Vec2 b, Vec2 c) { return turn(a, b, c).sign(); }

inline int true_in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto lifted = [](Vec2 p) { return Dyadic(p.x) * Dyadic(p.x) + Dyadic(p.y) * Dyadic(p.y); };
  return (lifted(a) * turn(b, c, d) - lifted(b) * turn(a, c, d) + lifted(c) * turn(a, b, d) - lifted(d) * turn(a, b, c)).sign();
}

inline int true_orientation3(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  Matrix m;
  for (const Vec3 p : {a, b, c, d}) m.push_back({p.x, p.y, p.z, 1.0});
  return -determinant(m).sign();
}

inline int true_in_sphere(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 e) {
  Matrix m;
  for (const Vec3 p : {a, b, c, d, e}) {
    const Dyadic x = p.x, y = p.y, z = p.z;
    m.push_back({x, y, z, x * x + y * y + z * z, 1.0});
  }
  return -determinant(m).sign();
}

}  // namespace wend::test
