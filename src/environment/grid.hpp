#pragma once
#include "environment/near.hpp"

namespace wend::environment {

// A uniform grid over the agents: rows sorted by cell, bodies listed in every cell their box touches.
class Grid final : public NearIndex {
 public:
  void build(const Surroundings&, std::span<const double> reach) override;
  void near(Range rows, std::span<const double> reach, NearLists& out) const override;

 private:
  struct Box {
    std::int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // cells, both ends included
  };
  std::int32_t column(double x) const;
  std::int32_t line(double y) const;
  Box cells(double x0, double y0, double x1, double y1) const;
  void choose_cells(std::span<const double> reach);
  void sort_agents();
  void list_bodies();

  Surroundings s_;
  double x0_ = 0, y0_ = 0, inverse_side_ = 1;
  std::int32_t columns_ = 1, lines_ = 1;
  double largest_radius_ = 0;
  std::vector<std::uint32_t> cell_of_;                  // per agent
  std::vector<std::uint32_t> agent_begin_, agent_rows_;  // per cell
  std::vector<double> sorted_x_, sorted_y_, sorted_radius_;
  std::vector<Box> body_box_;
  std::vector<std::uint32_t> body_begin_, body_list_;  // per cell
};

}  // namespace wend::environment
