#pragma once
#include <wend/vec.hpp>

#include <cstddef>
#include <span>

// WEND_HAS_CGAL comes from CMake.
namespace wend::bench {

// The Delaunay triangulation of the points by CGAL, which sorts them in space first; the number of its vertices.
std::size_t cgal_delaunay(std::span<const Vec2> points);

}  // namespace wend::bench
