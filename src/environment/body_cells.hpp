#pragma once
#include "environment/cell_frame.hpp"
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
    const double pad = far + CellFrame::hair * (std::abs(p.x) + std::abs(p.y) + far);
    const std::int32_t x0 = frame_.column(p.x - pad), x1 = frame_.column(p.x + pad);
    const std::int32_t y0 = frame_.line(p.y - pad), y1 = frame_.line(p.y + pad);
    for (std::int32_t cy = y0; cy <= y1; ++cy) {
      const std::uint32_t* const begin = begin_.data() + static_cast<std::ptrdiff_t>(cy) * frame_.columns;
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
  CellFrame frame_;
  std::vector<std::uint32_t> begin_, list_;  // begin: per cell, in rows
  std::vector<double> sample_;
};

}  // namespace wend::environment
