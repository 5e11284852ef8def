#pragma once
#include <wend/vec.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace wend::io {

// Triangles of a solid, z up, counter-clockwise seen from outside.
struct Mesh {
  std::vector<Vec3> points, normals;
  std::vector<std::uint32_t> corners;  // three per triangle

  void add(const Mesh&);
};

// A person that faces +x: 1.72 m tall, within 0.25 m of its axis.
constexpr double figure_radius = 0.25;
Mesh figure_body();
Mesh figure_head();

using Contour = std::vector<Vec2>;  // counter-clockwise, closed by itself

Contour disc_contour(Vec2 centre, double radius);
Contour capsule_contour(Vec2 a, Vec2 b, double radius);

Mesh column(const Contour& convex, double height);       // from the ground up, open below, rounded sides
Mesh band(const Contour&, double width, double height);  // a flat line along an outline
Mesh rectangle(Vec2 low, Vec2 high);                     // on the ground

}  // namespace wend::io
