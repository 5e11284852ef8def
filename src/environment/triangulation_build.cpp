#include <algorithm>
#include <bit>
#include <cmath>

#include "environment/kinetic_triangulation.hpp"

namespace wend::environment {

using Index = KineticTriangulation2::Index;

namespace {

// Place of a cell of the 65536 x 65536 raster on Hilbert's curve.
std::uint32_t hilbert(std::uint32_t x, std::uint32_t y) {
  std::uint32_t key = 0;
  for (std::uint32_t s = 1u << 15; s > 0; s >>= 1) {
    const bool right = (x & s) != 0, up = (y & s) != 0;
    key = 4 * key + (right ? (up ? 2u : 3u) : (up ? 1u : 0u));
    if (up) continue;
    if (right) {
      x = ~x;
      y = ~y;
    }
    std::swap(x, y);
  }
  return key;
}

// Insertion goes in rounds, each eight times as large as the one before: a few far apart first, most of them last.
std::uint32_t rounds_from_end(Index site) {
  const std::uint32_t mixed = (site + 1) * 2654435761u;
  return static_cast<std::uint32_t>(std::countr_zero((mixed ^ (mixed >> 15)) | (1u << 30))) / 3;
}

}  // namespace

void KineticTriangulation2::grow_sites(std::size_t n) {
  if (n <= where_.size()) return;
  where_.resize(n);
  vertex_of_.resize(n, none);
  next_satellite_.resize(n, none);
  wall_ends_.resize(n, 0);
  state_.resize(n, State::absent);
}

void KineticTriangulation2::build(std::span<const Vec2> sites, std::span<const Wall> walls, double margin) {
  begin_report();
  for (auto* rows : {&vertex_of_, &next_satellite_, &wall_ends_}) rows->clear();
  where_.clear();
  state_.clear();
  grow_sites(sites.size());
  std::copy(sites.begin(), sites.end(), where_.begin());
  std::fill(state_.begin(), state_.end(), State::loose);
  walls_.clear();
  free_walls_.clear();
  for (const Wall& w : walls) {
    walls_.push_back({w.a, w.b, none});
    ++wall_ends_[w.a];
    ++wall_ends_[w.b];
  }
  margin_ = margin;
  fit_frame();
  rebuild_here();
  end_report();
}

void KineticTriangulation2::rebuild() {
  begin_report();
  rebuild_here();
  end_report();
}

void KineticTriangulation2::reframe() {
  begin_report();
  fit_frame();
  rebuild_here();
  end_report();
}

void KineticTriangulation2::set_margin(double margin) {
  const bool larger = margin > margin_;
  margin_ = margin;
  if (larger) reframe();
}

void KineticTriangulation2::rebuild_here() {
  ++report_.rebuilds;
  births_.clear();
  all_born_ = true;
  deadlines_on_ = false;
  for (const auto& displaced : displaced_) state_[displaced.first] = State::loose;
  displaced_.clear();
  for (auto* rows : {&vertex_, &twin_, &edge_, &half_, &wall_of_, &site_, &out_, &first_satellite_, &loose_,
                     &satellites_, &waiting_, &free_triangles_, &free_edges_, &free_vertices_, &stack_})
    rows->clear();
  pos_.clear();
  make_frame();

  const Vec2 low = room_.low, size = room_.high - room_.low;
  const double scale = 65535.0 / std::max(size.x, size.y);
  order_.clear();
  for (Index s = 0; s < where_.size(); ++s) {
    vertex_of_[s] = none;
    if (state_[s] == State::absent) continue;
    const Vec2 cell = (where_[s] - low) * scale;
    const std::uint64_t key = hilbert(static_cast<std::uint32_t>(cell.x), static_cast<std::uint32_t>(cell.y));
    order_.emplace_back((std::uint64_t{31 - rounds_from_end(s)} << 32) | key, s);
  }
  std::sort(order_.begin(), order_.end());
  for (const auto& [key, s] : order_) place(s);
  for (Index w = 0; w < walls_.size(); ++w) {
    walls_[w].edge = none;
    if (walls_[w].a != none) enforce(w);
  }
}

// Sites may roam half the width of the scene beyond it before a new frame is needed.
void KineticTriangulation2::fit_frame() {
  Vec2 low{1e300, 1e300}, high{-1e300, -1e300};
  std::size_t n = 0;
  for (Index s = 0; s < where_.size(); ++s) {
    if (state_[s] == State::absent) continue;
    low = {std::min(low.x, where_[s].x), std::min(low.y, where_[s].y)};
    high = {std::max(high.x, where_[s].x), std::max(high.y, where_[s].y)};
    ++n;
  }
  if (n == 0) low = high = {};
  const Vec2 size = high - low;
  const double slack = std::max({0.5 * std::max(size.x, size.y), margin_, 4.0});
  room_ = {low - Vec2{slack, slack}, high + Vec2{slack, slack}};
  // Environment spec, 7.1: frame sites are 2 to 4 mean spacings apart.
  const double spacing = std::sqrt(std::max(size.x, 1.0) * std::max(size.y, 1.0) / static_cast<double>(n + 1));
  density_ = 1 / (spacing * spacing);
  const double side = std::max(size.x, size.y) + 2 * (slack + margin_);
  per_side_ = static_cast<Index>(std::clamp(std::ceil(side / (3 * spacing)), 2.0, 64.0));
}

// A rectangle whose sides bulge outwards, so that the rim turns left at every site.
void KineticTriangulation2::make_frame() {
  const double away = margin_ + 1e-3 * (margin_ + 1);
  const Vec2 low = room_.low - Vec2{away, away}, high = room_.high + Vec2{away, away};
  const Vec2 corner[5] = {low, {high.x, low.y}, high, {low.x, high.y}, low};
  for (int side = 0; side < 4; ++side) {
    const Vec2 along = corner[side + 1] - corner[side], outwards{along.y, -along.x};
    for (Index i = 0; i < per_side_; ++i) {
      const double t = static_cast<double>(i) / per_side_;
      new_vertex(corner[side] + t * along + (0.25 * t * (1 - t)) * outwards,
                 0x80000000u + static_cast<Index>(pos_.size()));
    }
  }
  frame_count_ = static_cast<Index>(pos_.size());
  frame_part(0, frame_count_ - 1);
  for (Index e = 0; e < half_.size(); ++e) stack_.push_back(e);
  legalise();
  recent_ = 0;
}

// Triangulates the part of the rim from i to j; returns the half-edge from j to i.
Index KineticTriangulation2::frame_part(Index i, Index j) {
  const Index m = (i + j) / 2;
  const Index before_m = m - i > 1 ? frame_part(i, m) : none, after_m = j - m > 1 ? frame_part(m, j) : none;
  const Index h = 4 * new_triangle();
  set_half(h, i, before_m, before_m == none ? new_edge() : edge_[before_m]);
  set_half(h + 1, m, after_m, after_m == none ? new_edge() : edge_[after_m]);
  set_half(h + 2, j, none, new_edge());
  return h + 2;
}

}  // namespace wend::environment
