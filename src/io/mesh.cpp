#include "io/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace wend::io {

namespace {

using std::numbers::pi;
constexpr int around = 20;  // corners of a person's cross section

Vec3 unit(Vec3 a) {
  const double length = std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
  return length > 0 ? Vec3{a.x / length, a.y / length, a.z / length} : Vec3{0, 0, 1};
}

// Every corner looks where the triangles around it look on average.
void smooth(Mesh& mesh) {
  mesh.normals.assign(mesh.points.size(), Vec3{});
  for (std::size_t i = 0; i + 2 < mesh.corners.size(); i += 3) {
    const std::uint32_t* c = &mesh.corners[i];
    const Vec3 n = cross(mesh.points[c[1]] - mesh.points[c[0]], mesh.points[c[2]] - mesh.points[c[0]]);
    for (int k = 0; k < 3; ++k) {
      Vec3& sum = mesh.normals[c[k]];
      sum = {sum.x + n.x, sum.y + n.y, sum.z + n.z};
    }
  }
  for (Vec3& n : mesh.normals) n = unit(n);
}

std::uint32_t size_of(const Mesh& mesh) { return static_cast<std::uint32_t>(mesh.points.size()); }

// Ellipses one above the other; the first and the last are closed.
struct Ring {
  double z, ahead, along, across;  // centre and half axes
};

Mesh stack(std::span<const Ring> rings) {
  Mesh mesh;
  for (const Ring& r : rings) {
    for (int i = 0; i < around; ++i) {
      const double turn = 2 * pi * i / around;
      mesh.points.push_back({r.ahead + r.along * std::cos(turn), r.across * std::sin(turn), r.z});
    }
  }
  const auto rows = static_cast<std::uint32_t>(rings.size());
  for (std::uint32_t row = 0; row + 1 < rows; ++row) {
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t a = row * around + i, b = row * around + (i + 1) % around, c = a + around, d = b + around;
      mesh.corners.insert(mesh.corners.end(), {a, b, d, a, d, c});
    }
  }
  for (const bool top : {false, true}) {
    const Ring& r = top ? rings.back() : rings.front();
    const std::uint32_t centre = size_of(mesh), first = top ? (rows - 1) * around : 0;
    mesh.points.push_back({r.ahead, 0, r.z});
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t a = first + i, b = first + (i + 1) % around;
      mesh.corners.insert(mesh.corners.end(), {centre, top ? a : b, top ? b : a});
    }
  }
  smooth(mesh);
  return mesh;
}

Mesh ball(Vec3 centre, double along, double across, double up) {
  std::vector<Ring> rings;
  constexpr int rows = 10;
  for (int i = 0; i <= rows; ++i) {
    const double lift = pi * (static_cast<double>(i) / rows - 0.5) * 0.97;  // small caps instead of poles
    rings.push_back({centre.z + up * std::sin(lift), centre.x, along * std::cos(lift), across * std::cos(lift)});
  }
  Mesh mesh = stack(rings);
  for (Vec3& p : mesh.points) p.y += centre.y;
  return mesh;
}

}  // namespace

void Mesh::add(const Mesh& other) {
  const std::uint32_t first = size_of(*this);
  points.insert(points.end(), other.points.begin(), other.points.end());
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  for (const std::uint32_t corner : other.corners) corners.push_back(first + corner);
}

Mesh figure_body() {
  constexpr Ring rings[] = {{0.04, 0, 0.115, 0.140},      {0.10, 0, 0.120, 0.145},      {0.50, 0, 0.105, 0.145},
                            {0.85, 0, 0.108, 0.158},      {1.02, 0, 0.098, 0.150},      {1.18, 0, 0.108, 0.178},
                            {1.30, 0, 0.112, 0.212},      {1.37, 0, 0.104, 0.228},      {1.42, 0, 0.088, 0.205},
                            {1.455, 0.002, 0.068, 0.130}, {1.475, 0.004, 0.052, 0.062}, {1.54, 0.008, 0.046, 0.048}};
  Mesh mesh = stack(rings);
  for (const double side : {-1.0, 1.0}) mesh.add(ball({0.06, 0.07 * side, 0.035}, 0.125, 0.05, 0.035));  // shoes
  return mesh;
}

Mesh figure_head() {
  Mesh mesh = ball({0.015, 0, 1.61}, 0.103, 0.090, 0.112);
  mesh.add(ball({0.085, 0, 1.645}, 0.075, 0.068, 0.012));  // the peak of a cap
  return mesh;
}

Contour disc_contour(Vec2 centre, double radius) { return capsule_contour(centre, centre, radius); }

Contour capsule_contour(Vec2 a, Vec2 b, double radius) {
  Contour outline;
  const int half = std::clamp(static_cast<int>(8 + 12 * radius), 8, 32);
  const double along = norm2(b - a) > 0 ? std::atan2(b.y - a.y, b.x - a.x) : 0;
  for (const bool far : {true, false}) {
    const Vec2 centre = far ? b : a;
    for (int i = 0; i <= half; ++i) {
      if (a == b && i == half) continue;  // the other half starts there
      const double turn = along + pi * (static_cast<double>(i) / half + (far ? -0.5 : 0.5));
      outline.push_back(centre + radius * Vec2{std::cos(turn), std::sin(turn)});
    }
  }
  return outline;
}

Mesh column(const Contour& outline, double height) {
  Mesh sides, top;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    sides.points.push_back({outline[i].x, outline[i].y, 0});
    sides.points.push_back({outline[i].x, outline[i].y, height});
    sides.corners.insert(sides.corners.end(), {2 * i, 2 * next, 2 * next + 1, 2 * i, 2 * next + 1, 2 * i + 1});
    top.points.push_back({outline[i].x, outline[i].y, height});
    if (i >= 2) top.corners.insert(top.corners.end(), {0, i - 1, i});
  }
  smooth(sides);
  top.normals.assign(top.points.size(), Vec3{0, 0, 1});
  sides.add(top);
  return sides;
}

Mesh band(const Contour& outline, double width, double height) {
  Mesh mesh;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
    const Vec2 ahead = direction_or(b - a, {1, 0});
    const Vec2 side = 0.5 * width * Vec2{-ahead.y, ahead.x};
    const std::uint32_t first = size_of(mesh);
    for (const Vec2 p : {a - side, b - side, b + side, a + side}) mesh.points.push_back({p.x, p.y, height});
    mesh.corners.insert(mesh.corners.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
  }
  mesh.normals.assign(mesh.points.size(), Vec3{0, 0, 1});
  return mesh;
}

Mesh rectangle(Vec2 low, Vec2 high) {
  return {.points = {{low.x, low.y, 0}, {high.x, low.y, 0}, {high.x, high.y, 0}, {low.x, high.y, 0}},
          .normals = std::vector<Vec3>(4, Vec3{0, 0, 1}),
          .corners = {0, 1, 2, 0, 2, 3}};
}

}  // namespace wend::io
