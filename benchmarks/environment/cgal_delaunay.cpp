#include "cgal_delaunay.hpp"

#if WEND_HAS_CGAL
#include <CGAL/Delaunay_triangulation_2.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include <vector>

namespace wend::bench {

std::size_t cgal_delaunay(std::span<const Vec2> points) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  std::vector<Kernel::Point_2> copy;
  copy.reserve(points.size());
  for (const Vec2 p : points) copy.emplace_back(p.x, p.y);
  const CGAL::Delaunay_triangulation_2<Kernel> made(copy.begin(), copy.end());
  return made.number_of_vertices();
}

}  // namespace wend::bench
#endif
