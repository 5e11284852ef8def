#include "planning/distance.hpp"

#include "core/det_math.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

struct Trial {
  double value;
  std::uint32_t cell;
};

struct Later {
  bool operator()(const Trial& a, const Trial& b) const { return a.value > b.value || (a.value == b.value && a.cell > b.cell); }
};

// The larger root u of (u - a)^2 + (u - b)^2 = f^2 where it lies above both, else the way through the lower one alone.
double upwind(double a, double b, double f) {
  if (!(std::abs(a - b) < f)) return std::min(a, b) + f;
  return 0.5 * (a + b + std::sqrt(2 * f * f - (a - b) * (a - b)));
}

double upwind(double a, double b, double c, double f) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
  if (b == infinity) return a + f;
  const double two = upwind(a, b, f);
  if (!(two > c)) return two;
  const double p = b - a, q = c - a;  // from a on, so that nothing cancels far from the target
  const double root2 = (p + q) * (p + q) - 3 * (p * p + q * q - f * f);
  return root2 > 0 ? a + (p + q + std::sqrt(root2)) / 3 : two;
}

class March {
 public:
  March(const Map& map, std::span<const std::uint8_t> solid, std::span<const double> cost)
      : map_(map), cost_(cost), known_(map.size(), infinity), trial_(map.size(), infinity) {
    for (std::size_t c = 0; c < map.size(); ++c) {
      if (solid[c] != 0) trial_[c] = -infinity;  // no way is shorter
    }
    heap_.reserve(4096);
  }

  void offer(std::uint32_t cell, double value) {
    if (!(value < trial_[cell])) return;
    trial_[cell] = value;
    heap_.push_back({value, cell});
    std::push_heap(heap_.begin(), heap_.end(), Later{});
  }

  std::vector<double> run() && {
    const int neighbours = map_.neighbour_count();
    const std::ptrdiff_t row = map_.row_stride(), plane = map_.plane_stride();
    while (!heap_.empty()) {
      const Trial next = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), Later{});
      heap_.pop_back();
      if (known_[next.cell] != infinity) continue;  // taken from the heap before, lower
      known_[next.cell] = next.value;
      for (int n = 0; n < neighbours; ++n) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(next.cell) + map_.offset(n);
        if (known_[at_(at)] != infinity || trial_[at_(at)] == -infinity) continue;
        const double f = map_.h * (cost_.empty() ? 1.0 : cost_[at_(at)]);
        const double a = lower(at, 1), b = lower(at, row);
        offer(static_cast<std::uint32_t>(at), map_.dimension == 2 ? upwind(a, b, f) : upwind(a, b, lower(at, plane), f));
      }
    }
    return std::move(known_);
  }

 private:
  static std::size_t at_(std::ptrdiff_t cell) { return static_cast<std::size_t>(cell); }
  double lower(std::ptrdiff_t at, std::ptrdiff_t step) const { return std::min(known_[at_(at - step)], known_[at_(at + step)]); }

  const Map& map_;
  std::span<const double> cost_;
  std::vector<double> known_, trial_;  // known: taken from the heap; infinite until then
  std::vector<Trial> heap_;
};

}  // namespace

std::vector<double> distance(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& targets,
                             std::span<const double> cost) {
  March march(map, solid, cost);
  double heaviest = 0;
  for (std::size_t t = 0; t < targets.cells.size(); ++t) {
    if (solid[targets.cells[t]] == 0) heaviest = std::max(heaviest, targets.weights.empty() ? 1.0 : targets.weights[t]);
  }
  for (std::size_t t = 0; t < targets.cells.size(); ++t) {
    march.offer(targets.cells[t], targets.weights.empty() ? 0.0 : det_log(heaviest / targets.weights[t]));
  }
  return std::move(march).run();
}

std::vector<double> clearance_cost(const Map& map, std::span<const double> clearance, double r_plan) {
  const double R = std::max(2 * r_plan, 4 * map.h);
  std::vector<double> cost(map.size(), 1.0);
  for (std::size_t c = 0; c < cost.size(); ++c) {
    const double short_of = std::max(0.0, 1 - clearance[c] / R);
    cost[c] = 1 + 4 * short_of * short_of;  // planning spec (p.27)
  }
  return cost;
}

}  // namespace wend::planning
