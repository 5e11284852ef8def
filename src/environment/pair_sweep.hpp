#pragma once
#include "environment/sweep_grid.hpp"

namespace wend::environment {

// Finds the pairs of a step that exact arithmetic has to look at, in one pass over the cells. Nothing is remembered but
// how wide the cells had better be. Rows that would make the cells too wide for the others are scanned singly.
//
// A Rule says what counts:
//   static constexpr Edge edge;      Edge::either or Edge::sum
//   double more;                     what Edge::sum adds to the sizes
//   void meet(i, j, i_asks, j_asks)  looks at the pair, exactly; who asks counts for Edge::either only
class PairSweep {
 public:
  explicit PairSweep(Kernel kernel) : grid_(kernel) {}

  // Every pair of two of these rows is met, at least in the direction of who asks, unless nothing can happen to it.
  // Nothing is met twice in one direction.
  template <class Rule>
  void sweep(const Motions& m, std::span<const std::uint32_t> rows, Rule& rule) {
    constexpr bool sum = Rule::edge == Edge::sum;
    if (rows.size() < 2 || !plan(m, rows, sum, rule.more)) return;
    if (meets_pairs_) {
      const Edge edge = sum || !same_size_ ? Rule::edge : Edge::own;
      density_ = grid_.pairs(
          edge, rule.more, [&](std::uint32_t i, std::uint32_t j) { rule.meet(i, j, is_usual(m, i), is_usual(m, j)); });
    } else {
      density_ = grid_.density();
    }
    for (const std::uint32_t i : wide_) {
      grid_.around(m, i, m.watch[i], -1, [&](std::uint32_t j) {
        if (j != i) rule.meet(i, j, true, false);
      });
    }
    for (const std::uint32_t i : odd_) {
      const Box box = box_of(m, i, (sum ? size_of(m, i) + usual_ : largest_) + grid_.way() + std::abs(rule.more));
      grid_.within(box.low, box.high, [&](std::uint32_t j) { rule.meet(i, j, true, true); });
    }
    meet_odd(m, rule);
  }

  void forget() { density_ = -1; }
  double density() const { return density_; }

 private:
  struct Box {
    Vec2 low, high;
    std::uint32_t row = 0;
  };

  bool plan(const Motions&, std::span<const std::uint32_t> rows, bool sum, double more);
  void measure(const Motions&, std::span<const std::uint32_t> rows);
  double usual_way(std::span<const std::uint32_t> rows);
  double set_apart(const Motions&, std::span<const std::uint32_t> rows, double most_way, double most_size);
  double choose_side(double needed, double edge, double way, bool rings_do) const;
  static double size_of(const Motions& m, std::uint32_t row) { return std::max(0.0, m.watch[row]); }
  bool is_usual(const Motions& m, std::uint32_t row) const { return m.watch[row] <= usual_; }
  Box box_of(const Motions&, std::uint32_t row, double pad) const;

  template <class Rule>
  void meet_odd(const Motions& m, Rule& rule) {
    boxes_.clear();
    for (const std::uint32_t i : odd_) boxes_.push_back(box_of(m, i, size_of(m, i) + std::abs(rule.more)));
    std::sort(boxes_.begin(), boxes_.end(),
              [](const Box& a, const Box& b) { return a.low.x != b.low.x ? a.low.x < b.low.x : a.row < b.row; });
    for (std::size_t a = 0; a < boxes_.size(); ++a) {
      for (std::size_t b = a + 1; b < boxes_.size() && boxes_[b].low.x <= boxes_[a].high.x; ++b) {
        if (boxes_[b].low.y <= boxes_[a].high.y && boxes_[a].low.y <= boxes_[b].high.y)
          rule.meet(boxes_[a].row, boxes_[b].row, true, true);
      }
    }
  }

  SweepGrid grid_;
  // The rows of this step: those in the grid; of them those whose disk is scanned singly; and those not in the grid.
  std::vector<std::uint32_t> plain_, wide_, odd_;
  std::vector<double> way2_, sample_;
  double largest_way2_ = 0, largest_ = 0, usual_ = 0, farthest_ = 0;
  std::size_t watching_ = 0;
  bool same_size_ = false, meets_pairs_ = true;
  double density_ = -1;  // around the rows of the last step, per square metre; not known yet
  std::vector<Box> boxes_;
};

}  // namespace wend::environment
