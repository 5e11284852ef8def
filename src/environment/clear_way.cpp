#include "environment/clear_way.hpp"

#include "core/segment.hpp"

namespace wend::environment {

namespace {

constexpr double touch = 1e-9;

bool boxes_apart(const Way& w, const Capsule& b) {
  const double far = w.radius + b.radius;
  return std::max(w.from.x, w.to.x) + far < std::min(b.a.x, b.b.x) || std::max(b.a.x, b.b.x) + far < std::min(w.from.x, w.to.x) ||
         std::max(w.from.y, w.to.y) + far < std::min(b.a.y, b.b.y) || std::max(b.a.y, b.b.y) + far < std::min(w.from.y, w.to.y);
}

}  // namespace

bool in_the_way(const Way& w, const Capsule& body) {
  if (w.floor != body.floor || boxes_apart(w, body)) return false;
  if (segments_cross(w.from, w.to, body.a, body.b)) return true;  // also when both have no thickness
  const double now = norm(nearest_on_segment(w.from, body.a, body.b).point - w.from);
  return segment_distance(w.from, w.to, body.a, body.b) < std::min(w.radius + body.radius, now) - touch;
}

void ClearWays::look(std::span<const Capsule> bodies) {
  next_.clear();
  for (const Capsule& body : bodies) {
    if (body.fixed) next_.push_back(body);
  }
  if (next_ == fixed_) return;
  std::swap(fixed_, next_);
  lay_cells();
}

void ClearWays::lay_cells() {
  if (fixed_.empty()) return;
  Vec2 low = fixed_[0].a, high = low;
  for (const Capsule& b : fixed_) {
    low = {std::min({low.x, b.a.x, b.b.x}), std::min({low.y, b.a.y, b.b.y})};
    high = {std::max({high.x, b.a.x, b.b.x}), std::max({high.y, b.a.y, b.b.y})};
  }
  // About two cells for each body, whatever the shape of the scene; fewer when bodies lie over many of them.
  const Vec2 size = high - low;
  const double cells = 2 * static_cast<double>(fixed_.size()) + 16;
  const std::size_t most = 64 * fixed_.size() + 1024;
  double side = std::max({std::sqrt(size.x * size.y / cells), std::max(size.x, size.y) / cells, 1e-3});
  std::size_t places = 0;
  for (;; side *= 2) {
    frame_ = {low.x, low.y, side, static_cast<std::int32_t>(size.x / side) + 1, static_cast<std::int32_t>(size.y / side) + 1};
    begin_.assign(frame_.count() + 1, 0);
    places = 0;
    for (const Capsule& b : fixed_) {
      frame_.for_cells(b.a, b.b, b.radius, [&](std::size_t cell) { ++begin_[cell], ++places; });
      if (places > most && frame_.count() > 1) break;
    }
    if (places <= most || frame_.count() == 1) break;
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& cell : begin_) cell = sum += cell;
  list_.resize(places);
  for (std::size_t k = fixed_.size(); k-- > 0;) {
    const Capsule& b = fixed_[k];
    frame_.for_cells(b.a, b.b, b.radius, [&](std::size_t cell) { list_[--begin_[cell]] = static_cast<std::uint32_t>(k); });
  }
}

bool ClearWays::clear(const Way& way, WayScratch& scratch) const {
  ++scratch.questions;
  bool clear = true;
  frame_.for_cells(way.from, way.to, way.radius, [&](std::size_t cell) {
    for (std::uint32_t k = begin_[cell]; clear && k != begin_[cell + 1]; ++k) {
      if (std::exchange(scratch.seen[list_[k]], scratch.questions) == scratch.questions) continue;
      clear = !in_the_way(way, fixed_[list_[k]]);
    }
  });
  return clear;
}

void ClearWays::ask(std::span<const Way> ways, std::span<std::uint8_t> clear, WayScratch& scratch) const {
  if (scratch.seen.size() < fixed_.size()) scratch.seen.resize(fixed_.size(), 0);
  for (std::size_t k = 0; k < ways.size(); ++k) clear[k] = fixed_.empty() || this->clear(ways[k], scratch) ? 1 : 0;
}

}  // namespace wend::environment
