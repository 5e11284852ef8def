#include "geometry/predicates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "geometry/expansion.hpp"

namespace wend::geometry {
namespace {

// The exact determinants work on coordinates scaled up by a power of two, as far as 1e9 allows without overflow, so that
// no product of lowest bits of the range promised in the header falls below the smallest double.
struct Offset2 {
  Expansion<2> x, y;
};
struct Offset3 {
  Expansion<2> x, y, z;
};
Offset2 offset(Vec2 a, Vec2 from, double scale) {
  return {exact_difference(scale * a.x, scale * from.x), exact_difference(scale * a.y, scale * from.y)};
}
Offset3 offset(Vec3 a, Vec3 from, double scale) {
  return {exact_difference(scale * a.x, scale * from.x), exact_difference(scale * a.y, scale * from.y),
          exact_difference(scale * a.z, scale * from.z)};
}
constexpr double scale_2 = 0x1p450, scale_3 = 0x1p300, scale_4 = 0x1p200, scale_5 = 0x1p165;  // by degree

template <class P>
auto area(const P& u, const P& v) {
  return u.x * v.y - v.x * u.y;
}
auto volume(const Offset3& u, const Offset3& v, const Offset3& w) {
  return area(u, v) * w.z + (area(v, w) * u.z + area(w, u) * v.z);
}
auto lifted(const Offset2& u) { return u.x * u.x + u.y * u.y; }
auto lifted(const Offset3& u) { return u.x * u.x + (u.y * u.y + u.z * u.z); }

// The places 0 .. N-1 in the order of the ids.
template <std::size_t N>
std::array<std::size_t, N> by_id(const std::uint32_t (&id)[N]) {
  std::array<std::size_t, N> order;
  for (std::size_t i = 0; i < N; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return id[i] < id[j]; });
  return order;
}

}  // namespace

namespace detail {

int exact_orientation(Vec2 a, Vec2 b, Vec2 c) { return area(offset(a, c, scale_2), offset(b, c, scale_2)).sign(); }

int exact_in_circle(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const Offset2 u = offset(a, d, scale_4), v = offset(b, d, scale_4), w = offset(c, d, scale_4);
  return (area(v, w) * lifted(u) + (area(w, u) * lifted(v) + area(u, v) * lifted(w))).sign();
}

int exact_orientation3(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return -volume(offset(a, d, scale_3), offset(b, d, scale_3), offset(c, d, scale_3)).sign();
}

int exact_in_sphere(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 e) {
  const Offset3 u = offset(a, e, scale_5), v = offset(b, e, scale_5), w = offset(c, e, scale_5), t = offset(d, e, scale_5);
  return ((volume(v, w, t) * lifted(u) - volume(u, w, t) * lifted(v)) +
          (volume(u, v, t) * lifted(w) - volume(u, v, w) * lifted(t)))
      .sign();
}

// Raise the site of the lowest id by an infinitely small height, the next by infinitely less, and so on: the sign is
// that of the first cofactor that is not 0.
int tie_in_circle(const Vec2 (&p)[4], const std::uint32_t (&id)[4], std::uint64_t* exact_calls) {
  for (const std::size_t i : by_id(id)) {
    const int others = orientation(p[i == 0 ? 1 : 0], p[i <= 1 ? 2 : 1], p[i <= 2 ? 3 : 2], exact_calls);
    if (others != 0) return i % 2 == 0 ? others : -others;
  }
  return 0;
}

}  // namespace detail

int orientation3(Vec3 a, Vec3 b, Vec3 c, Vec3 d, std::uint64_t* exact_calls) {
  const double ux = a.x - d.x, uy = a.y - d.y, uz = a.z - d.z;
  const double vx = b.x - d.x, vy = b.y - d.y, vz = b.z - d.z;
  const double wx = c.x - d.x, wy = c.y - d.y, wz = c.z - d.z;
  const double vw = vx * wy, wv = wx * vy, wu = wx * uy, uw = ux * wy, uv = ux * vy, vu = vx * uy;
  const double value = uz * (vw - wv) + vz * (wu - uw) + wz * (uv - vu);
  const double permanent = std::abs(uz) * (std::abs(vw) + std::abs(wv)) + std::abs(vz) * (std::abs(wu) + std::abs(uw)) +
                           std::abs(wz) * (std::abs(uv) + std::abs(vu));
  constexpr double bound = (7 + 56 * detail::half_ulp) * detail::half_ulp;
  if (detail::settled(value, bound * permanent)) return -detail::sign(value);
  if (exact_calls) ++*exact_calls;
  return detail::exact_orientation3(a, b, c, d);
}

int in_sphere(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 e, std::uint64_t* exact_calls) {
  const Vec3 r[4] = {{a.x - e.x, a.y - e.y, a.z - e.z}, {b.x - e.x, b.y - e.y, b.z - e.z},
                     {c.x - e.x, c.y - e.y, c.z - e.z}, {d.x - e.x, d.y - e.y, d.z - e.z}};
  struct Minor {
    double value, size;  // size: the same with all terms positive
  };
  const auto area = [&](int i, int j) {
    const double ij = r[i].x * r[j].y, ji = r[j].x * r[i].y;
    return Minor{ij - ji, std::abs(ij) + std::abs(ji)};
  };
  const Minor ab = area(0, 1), bc = area(1, 2), cd = area(2, 3), da = area(3, 0), ac = area(0, 2), bd = area(1, 3);
  const auto lifted_volume = [&](int of, Minor p, double pz, Minor q, double qz, Minor s, double sz) {
    const double lift = r[of].x * r[of].x + r[of].y * r[of].y + r[of].z * r[of].z;
    return Minor{lift * (pz * p.value + qz * q.value + sz * s.value),
                 lift * (std::abs(pz) * p.size + std::abs(qz) * q.size + std::abs(sz) * s.size)};
  };
  // det(b, c, d), det(a, c, d), det(a, b, d), det(a, b, c), expanded along z
  const Minor at_a = lifted_volume(0, cd, r[1].z, bd, -r[2].z, bc, r[3].z);
  const Minor at_b = lifted_volume(1, da, r[2].z, ac, r[3].z, cd, r[0].z);
  const Minor at_c = lifted_volume(2, ab, r[3].z, bd, r[0].z, da, r[1].z);
  const Minor at_d = lifted_volume(3, bc, r[0].z, ac, -r[1].z, ab, r[2].z);
  const double value = (at_a.value - at_b.value) + (at_c.value - at_d.value);
  constexpr double bound = (16 + 224 * detail::half_ulp) * detail::half_ulp;
  if (detail::settled(value, bound * (at_a.size + at_b.size + at_c.size + at_d.size))) return detail::sign(value);
  if (exact_calls) ++*exact_calls;
  return detail::exact_in_sphere(a, b, c, d, e);
}

int in_sphere_by_id(const Vec3 (&p)[5], const std::uint32_t (&id)[5], std::uint64_t* exact_calls) {
  const int sign = in_sphere(p[0], p[1], p[2], p[3], p[4], exact_calls);
  if (sign != 0) return sign;
  for (const std::size_t i : by_id(id)) {
    const int others =
        orientation3(p[i == 0 ? 1 : 0], p[i <= 1 ? 2 : 1], p[i <= 2 ? 3 : 2], p[i <= 3 ? 4 : 3], exact_calls);
    if (others != 0) return i % 2 == 0 ? -others : others;
  }
  return 0;
}

}  // namespace wend::geometry
