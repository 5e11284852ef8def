#include "environment/body_cells.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

namespace {

constexpr std::size_t sample_size = 128;

struct Extent {
  double low = 0, high = 0;
};

Extent extent_of(std::span<const double> v) {
  if (v.empty()) return {};
  const auto [low, high] = std::minmax_element(v.begin(), v.end());
  return {*low, *high};
}

// Where most of them are.
Extent bulk_of(std::span<const double> v, std::vector<double>& sample) {
  sample.clear();
  for (std::size_t i = 0; i < v.size(); i += 1 + v.size() / sample_size) sample.push_back(v[i]);
  std::sort(sample.begin(), sample.end());
  const std::size_t cut = sample.size() / 16;
  return {sample[cut], sample[sample.size() - 1 - cut]};
}

double cells(double length, double side) { return std::floor(length / side) + 1; }

}  // namespace

void BodyCells::build(const Surroundings& s, double side) {
  list_.clear();
  if (s.bodies.empty()) return;
  const double most = 4.0 * static_cast<double>(s.x.size()) + 64;
  Extent x = extent_of(s.x), y = extent_of(s.y);
  frame_.side = std::max(side, 1e-3);
  if (cells(x.high - x.low, frame_.side) * cells(y.high - y.low, frame_.side) > 16 * most) {
    x = bulk_of(s.x, sample_);  // a few are far away
    y = bulk_of(s.y, sample_);
  }
  while (cells(x.high - x.low, frame_.side) * cells(y.high - y.low, frame_.side) > most) frame_.side *= 1.25;
  frame_.x0 = x.low;
  frame_.y0 = y.low;
  frame_.columns = static_cast<std::int32_t>((x.high - x.low) / frame_.side) + 1;
  frame_.lines = static_cast<std::int32_t>((y.high - y.low) / frame_.side) + 1;

  begin_.reserve(static_cast<std::size_t>(most) + 1);  // the number of cells creeps: no allocation for that
  begin_.assign(frame_.count() + 1, 0);
  for (const Capsule& b : s.bodies) frame_.for_cells(b.a, b.b, b.radius, [&](std::size_t cell) { ++begin_[cell]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& cell : begin_) cell = sum += cell;
  if (list_.capacity() < sum) list_.reserve(2 * sum);  // it creeps: no allocation for that
  list_.resize(sum);
  for (std::size_t b = s.bodies.size(); b-- > 0;) {
    const Capsule& body = s.bodies[b];
    frame_.for_cells(body.a, body.b, body.radius, [&](std::size_t cell) { list_[--begin_[cell]] = static_cast<std::uint32_t>(b); });
  }
}

}  // namespace wend::environment
