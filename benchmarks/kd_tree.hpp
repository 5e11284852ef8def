#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace wend::bench {

// A baseline: points split at the median of the longer side of their box, down to leaves of a few; rebuilt in every
// step.
class KdTree {
 public:
  void build(std::span<const double> x, std::span<const double> y) {
    order_.resize(x.size());
    std::iota(order_.begin(), order_.end(), 0u);
    nodes_.clear();
    points_.resize(x.size());
    if (!order_.empty()) split(x.data(), y.data(), 0, static_cast<std::uint32_t>(order_.size()));
    for (std::size_t k = 0; k < order_.size(); ++k) points_[k] = {x[order_[k]], y[order_[k]]};
  }

  // Appends all rows within r of (x, y) but `self`.
  void near(double x, double y, double r, std::uint32_t self, std::vector<std::uint32_t>& out) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[64], top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Node& node = nodes_.data()[stack[--top]];
      const double dx = std::max({node.x0 - x, x - node.x1, 0.0}), dy = std::max({node.y0 - y, y - node.y1, 0.0});
      if (dx * dx + dy * dy > r * r) continue;
      if (node.right == 0) {
        for (std::uint32_t k = node.begin; k < node.end; ++k) {
          const double ex = points_.data()[k].x - x, ey = points_.data()[k].y - y;
          if (ex * ex + ey * ey <= r * r && order_.data()[k] != self) out.push_back(order_.data()[k]);
        }
      } else {
        stack[top++] = node.right;
        stack[top++] = static_cast<std::uint32_t>(&node - nodes_.data()) + 1;
      }
    }
  }

 private:
  static constexpr std::uint32_t leaf = 8;
  struct Node {
    double x0, y0, x1, y1;
    std::uint32_t begin, end, right;  // the left child follows its parent; no right child: a leaf
  };
  struct Point {
    double x, y;
  };

  void split(const double* x, const double* y, std::uint32_t begin, std::uint32_t end) {
    Node node{1e300, 1e300, -1e300, -1e300, begin, end, 0};
    for (std::uint32_t k = begin; k < end; ++k) {
      const std::uint32_t i = order_.data()[k];
      node.x0 = std::min(node.x0, x[i]), node.x1 = std::max(node.x1, x[i]);
      node.y0 = std::min(node.y0, y[i]), node.y1 = std::max(node.y1, y[i]);
    }
    const std::size_t at = nodes_.size();
    nodes_.push_back(node);
    if (end - begin <= leaf) return;
    const double* along = node.x1 - node.x0 > node.y1 - node.y0 ? x : y;
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [along](std::uint32_t a, std::uint32_t b) { return along[a] < along[b]; });
    split(x, y, begin, middle);
    nodes_[at].right = static_cast<std::uint32_t>(nodes_.size());
    split(x, y, middle, end);
  }

  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  std::vector<Point> points_;
};

}  // namespace wend::bench
