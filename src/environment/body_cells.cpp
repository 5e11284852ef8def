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

std::int32_t clamped(double cell, std::int32_t count) {
  if (!(cell > 0)) return 0;  // also for NaN
  return cell >= count ? count - 1 : static_cast<std::int32_t>(cell);
}

double cells(double length, double side) { return std::floor(length / side) + 1; }

}  // namespace

std::int32_t BodyCells::column(double x) const { return clamped((x - x0_) / side_, columns_); }
std::int32_t BodyCells::line(double y) const { return clamped((y - y0_) / side_, lines_); }

// The cells that the capsule touches: line by line, so that a long slanting wall stands only where it stands.
template <class F>
void BodyCells::for_cells(const Capsule& body, F&& visit) const {
  const Vec2 a = body.a.y <= body.b.y ? body.a : body.b, b = body.a.y <= body.b.y ? body.b : body.a;
  const double pad = body.radius + hair * (body.radius + std::abs(a.x) + std::abs(a.y) + std::abs(b.x) + std::abs(b.y));
  const std::int32_t first = line(a.y - pad), last = line(b.y + pad);
  const double rise = b.y - a.y;
  for (std::int32_t cy = first; cy <= last; ++cy) {
    double from = 0, to = 1;  // the part of the axis that can be seen from this line
    if (rise > 1e-9 * side_) {
      if (cy > 0) from = std::clamp((y0_ + cy * side_ - pad - a.y) / rise, 0.0, 1.0);
      if (cy < lines_ - 1) to = std::clamp((y0_ + (cy + 1) * side_ + pad - a.y) / rise, 0.0, 1.0);
    }
    const double xa = a.x + from * (b.x - a.x), xb = a.x + to * (b.x - a.x);
    const std::int32_t x0 = column(std::min(xa, xb) - pad), x1 = column(std::max(xa, xb) + pad);
    for (std::int32_t cx = x0; cx <= x1; ++cx)
      visit(static_cast<std::size_t>(cy) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(cx));
  }
}

void BodyCells::build(const Surroundings& s, double side) {
  list_.clear();
  if (s.bodies.empty()) return;
  const double most = 4.0 * static_cast<double>(s.x.size()) + 64;
  Extent x = extent_of(s.x), y = extent_of(s.y);
  side_ = std::max(side, 1e-3);
  if (cells(x.high - x.low, side_) * cells(y.high - y.low, side_) > 16 * most) {
    x = bulk_of(s.x, sample_);  // a few are far away
    y = bulk_of(s.y, sample_);
  }
  while (cells(x.high - x.low, side_) * cells(y.high - y.low, side_) > most) side_ *= 1.25;
  x0_ = x.low;
  y0_ = y.low;
  columns_ = static_cast<std::int32_t>((x.high - x.low) / side_) + 1;
  lines_ = static_cast<std::int32_t>((y.high - y.low) / side_) + 1;

  const std::size_t count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(lines_);
  begin_.reserve(static_cast<std::size_t>(most) + 1);  // the number of cells creeps: no allocation for that
  begin_.assign(count + 1, 0);
  for (const Capsule& body : s.bodies) for_cells(body, [&](std::size_t cell) { ++begin_[cell]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& cell : begin_) cell = sum += cell;
  if (list_.capacity() < sum) list_.reserve(2 * sum);  // it creeps: no allocation for that
  list_.resize(sum);
  for (std::size_t b = s.bodies.size(); b-- > 0;) {
    for_cells(s.bodies[b], [&](std::size_t cell) { list_[--begin_[cell]] = static_cast<std::uint32_t>(b); });
  }
}

}  // namespace wend::environment
