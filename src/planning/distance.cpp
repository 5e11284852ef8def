#include "planning/distance.hpp"

#include "core/bits.hpp"
#include "core/det_math.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

struct Trial {
  double value;
  std::uint32_t cell;
};

// As one whole number, for values are never negative: one comparison, and no branch, which nobody could foretell.
bool before(const Trial& a, const Trial& b) {
  __extension__ using Key = unsigned __int128;
  const auto key = [](const Trial& t) { return static_cast<Key>(bits::of(t.value)) << 64 | t.cell; };
  return key(a) < key(b);
}

// A binary heap of cells whose values may fall; the first is the lowest, ties go to the lower cell index.
class Heap {
 public:
  static constexpr std::uint32_t never = 0xffffffffu;

  explicit Heap(std::size_t cells) : place_(cells, never) { heap_.reserve(4096); }

  bool empty() const { return heap_.empty(); }

  // Puts a cell in, or lowers its value; a value that is not lower changes nothing.
  void offer(Trial t) {
    std::uint32_t at = place_.data()[t.cell];
    if (at == never) {
      at = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(t);
    } else if (!(t.value < heap_.data()[at].value)) {
      return;
    }
    rise(at, t);
  }

  Trial take() {
    const Trial first = heap_.front(), last = heap_.back();
    heap_.pop_back();
    const auto size = static_cast<std::uint32_t>(heap_.size());
    if (size == 0) return first;
    const Trial* const heap = heap_.data();  // no checks of the places: they cost a fifth of the time
    std::uint32_t hole = 0;
    for (std::uint32_t child = 1; child + 1 < size; child = 2 * hole + 1) {  // down to a leaf, the last is at home there
      child += static_cast<std::uint32_t>(before(heap[child + 1], heap[child]));
      put(hole, heap[child]);
      hole = child;
    }
    if (2 * hole + 2 == size) {
      put(hole, heap[2 * hole + 1]);
      hole = 2 * hole + 1;
    }
    rise(hole, last);
    return first;
  }

 private:
  void put(std::uint32_t at, Trial t) {
    heap_.data()[at] = t;
    place_.data()[t.cell] = at;
  }
  void rise(std::uint32_t at, Trial t) {
    const Trial* const heap = heap_.data();
    for (std::uint32_t parent; at > 0 && before(t, heap[parent = (at - 1) / 2]); at = parent) put(at, heap[parent]);
    put(at, t);
  }

  std::vector<Trial> heap_;
  std::vector<std::uint32_t> place_;  // of each cell in the heap, right only while it is there
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

// D: of the map.
template <int D>
std::vector<double> march(const Map& map, std::span<const std::uint8_t> solid, std::span<const double> cost, Heap& heap) {
  std::vector<double> out(map.size(), infinity);
  double* const known = out.data();  // infinite until taken from the heap
  const std::size_t stride[] = {1, map.row_stride(), map.plane_stride()};
  const auto lower = [&](std::size_t cell, int axis) { return std::min(known[cell - stride[axis]], known[cell + stride[axis]]); };
  const auto reach = [&](std::size_t cell) {
    if (solid.data()[cell] != 0 || known[cell] != infinity) return;
    const double f = map.h * (cost.empty() ? 1.0 : cost[cell]);
    const double a = lower(cell, 0), b = lower(cell, 1);
    double value = 0;
    if constexpr (D == 2) value = upwind(a, b, f);
    else value = upwind(a, b, lower(cell, 2), f);
    heap.offer({value, static_cast<std::uint32_t>(cell)});
  };
  while (!heap.empty()) {
    const Trial next = heap.take();
    known[next.cell] = next.value;
    for (int axis = 0; axis < D; ++axis) {
      reach(next.cell - stride[axis]);
      reach(next.cell + stride[axis]);
    }
  }
  return out;
}

}  // namespace

std::vector<double> distance(const Map& map, std::span<const std::uint8_t> solid, const TargetCells& targets,
                             std::span<const double> cost) {
  double heaviest = 0;
  for (std::size_t t = 0; t < targets.cells.size(); ++t) {
    if (solid[targets.cells[t]] == 0) heaviest = std::max(heaviest, targets.weights.empty() ? 1.0 : targets.weights[t]);
  }
  Heap heap(map.size());
  for (std::size_t t = 0; t < targets.cells.size(); ++t) {
    if (solid[targets.cells[t]] != 0) continue;
    heap.offer({targets.weights.empty() ? 0.0 : det_log(heaviest / targets.weights[t]), targets.cells[t]});
  }
  return map.dimension == 2 ? march<2>(map, solid, cost, heap) : march<3>(map, solid, cost, heap);
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
