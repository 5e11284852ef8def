#include "scene/placement.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/hash.hpp"
#include "core/segment.hpp"
#include "scene/values.hpp"

namespace wend::scene {

Placer::Placer(const Thing& area, double reach, std::size_t expected)
    : cell_(std::max(reach, 1e-3)),
      heads_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected)), -1),
      near_(body_cells * body_cells) {
  const Bounds bounds = area_bounds(area);
  low_ = bounds.low;
  size_ = bounds.high - bounds.low;
}

std::size_t Placer::bucket(double cell_x, double cell_y) const {
  const auto key = [](double v) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(v)); };
  return static_cast<std::size_t>(mix(key(cell_x), key(cell_y)) & (heads_.size() - 1));
}

std::size_t Placer::body_cell(double v, double low, double size) const {
  if (!(size > 0)) return 0;
  return static_cast<std::size_t>(std::clamp((v - low) / size * body_cells, 0.0, static_cast<double>(body_cells - 1)));
}

void Placer::add(const Disc& disc) {
  const std::size_t b = bucket(std::floor(disc.at.x / cell_), std::floor(disc.at.y / cell_));
  entries_.push_back({disc, heads_[b]});
  heads_[b] = static_cast<std::int32_t>(entries_.size() - 1);
}

void Placer::add(const Capsule& body, double largest_radius) {
  const double margin = body.radius + largest_radius;
  const Vec2 low{std::min(body.a.x, body.b.x) - margin, std::min(body.a.y, body.b.y) - margin};
  const Vec2 high{std::max(body.a.x, body.b.x) + margin, std::max(body.a.y, body.b.y) + margin};
  if (high.x < low_.x || high.y < low_.y || low.x > low_.x + size_.x || low.y > low_.y + size_.y) return;
  const auto index = static_cast<std::uint32_t>(bodies_.size());
  bodies_.push_back(body);
  const std::size_t x0 = body_cell(low.x, low_.x, size_.x), x1 = body_cell(high.x, low_.x, size_.x);
  const std::size_t y0 = body_cell(low.y, low_.y, size_.y), y1 = body_cell(high.y, low_.y, size_.y);
  if ((x1 - x0 + 1) * (y1 - y0 + 1) > 2 * body_cells) {
    large_.push_back(index);
    return;
  }
  for (std::size_t y = y0; y <= y1; ++y) {
    for (std::size_t x = x0; x <= x1; ++x) near_[y * body_cells + x].push_back(index);
  }
}

bool Placer::is_free(const Disc& disc, double spacing) {
  ++work_;
  const double cx = std::floor(disc.at.x / cell_), cy = std::floor(disc.at.y / cell_);
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      for (std::int32_t i = heads_[bucket(cx + dx, cy + dy)]; i >= 0; i = entries_[static_cast<std::size_t>(i)].next) {
        ++work_;
        const Disc& other = entries_[static_cast<std::size_t>(i)].disc;
        const double apart = std::max(spacing, disc.radius + other.radius);
        if (norm2(disc.at - other.at) < apart * apart) return false;
      }
    }
  }
  const auto hits = [&](std::uint32_t index) {
    ++work_;
    const Capsule& body = bodies_[index];
    return norm(nearest_on_segment(disc.at, body.a, body.b).point - disc.at) < disc.radius + body.radius;
  };
  const std::size_t cell = body_cell(disc.at.y, low_.y, size_.y) * body_cells + body_cell(disc.at.x, low_.x, size_.x);
  return std::none_of(large_.begin(), large_.end(), hits) && std::none_of(near_[cell].begin(), near_[cell].end(), hits);
}

}  // namespace wend::scene
