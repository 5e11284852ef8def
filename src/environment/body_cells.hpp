#pragma once
#include "environment/near.hpp"

namespace wend::environment {

// Bodies listed in the cells they touch, over the place where the agents are. What is outside counts as on the border.
class BodyCells {
 public:
  void build(const Surroundings&, double side);
  bool empty() const { return list_.empty(); }
  // visit(b) at least once for every body that may come within `far` of p.
  template <class F>
  void visit(Vec2 p, double far, F&& visit) const {
    const double pad = far + hair * (std::abs(p.x) + std::abs(p.y) + far);
    const std::int32_t x0 = column(p.x - pad), x1 = column(p.x + pad), y0 = line(p.y - pad), y1 = line(p.y + pad);
    for (std::int32_t cy = y0; cy <= y1; ++cy) {
      const std::uint32_t* const begin = begin_.data() + static_cast<std::ptrdiff_t>(cy) * columns_;
      for (std::uint32_t k = begin[x0], end = begin[x1 + 1]; k != end; ++k) visit(list_.data()[k]);
    }
  }

  // The bodies within reach of the row's surface.
  void add_near(const Surroundings& s, std::size_t row, double reach, NearLists& out) const {
    if (empty()) return;
    visit({s.x[row], s.y[row]}, std::abs(reach + s.radius[row]), [&](std::uint32_t b) {
      if (out.first_look(b) && body_near(s, row, s.bodies[b], reach)) out.bodies.push_back(b);
    });
  }

 private:
  static constexpr double hair = 1e-10;  // more than any rounding of a length
  std::int32_t column(double x) const;
  std::int32_t line(double y) const;
  template <class F>
  void for_cells(const Capsule&, F&& visit) const;

  double x0_ = 0, y0_ = 0, side_ = 1;
  std::int32_t columns_ = 1, lines_ = 1;
  std::vector<std::uint32_t> begin_, list_;  // begin: per cell, in rows
  std::vector<double> sample_;
};

}  // namespace wend::environment
