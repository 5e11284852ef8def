#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <doctest/doctest.h>

#include "geometry/predicates.hpp"
#include "support/fp_traps.hpp"
#include "support/hard_points.hpp"

using namespace wend;
using namespace wend::geometry;

TEST_CASE("predicates: the same signs as CGAL") {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  const test::NoTraps no_traps;
  test::Inputs in{11};
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    CAPTURE(i);
    Vec2 p[4];
    test::hard_points(in, i % 4, p);
    const auto of = [&](int k) { return Kernel::Point_2(p[k].x, p[k].y); };
    REQUIRE(orientation(p[0], p[1], p[2]) == static_cast<int>(CGAL::orientation(of(0), of(1), of(2))));
    if (orientation(p[0], p[1], p[2]) != 0) {
      const int side = static_cast<int>(CGAL::side_of_oriented_circle(of(0), of(1), of(2), of(3)));
      REQUIRE(in_circle(p[0], p[1], p[2], p[3]) == side);
    }
  }
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    CAPTURE(i);
    Vec3 p[5];
    test::hard_points(in, i % 4, p);
    const auto of = [&](int k) { return Kernel::Point_3(p[k].x, p[k].y, p[k].z); };
    REQUIRE(orientation3(p[0], p[1], p[2], p[3]) == static_cast<int>(CGAL::orientation(of(0), of(1), of(2), of(3))));
    if (orientation3(p[0], p[1], p[2], p[3]) != 0) {
      const int side = static_cast<int>(CGAL::side_of_oriented_sphere(of(0), of(1), of(2), of(3), of(4)));
      REQUIRE(in_sphere(p[0], p[1], p[2], p[3], p[4]) == side);
    }
  }
}
