#include "verify/safety.hpp"

#include "nearest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wend::cli::verify {

namespace {

std::int64_t cell_of(double v, double cell) { return static_cast<std::int64_t>(std::floor(v / cell)); }

std::size_t bucket(std::int64_t x, std::int64_t y, std::size_t buckets) {
  const auto mixed = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u ^
                     static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::size_t>((mixed ^ mixed >> 29) & (buckets - 1));
}

double side(Vec2 a, Vec2 b, Vec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

// Touching is no crossing.
bool cross(Vec2 p, Vec2 q, Vec2 a, Vec2 b) {
  return side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0;
}

bool apart(double p, double q, double a, double b, double margin) {
  return std::max(p, q) + margin < std::min(a, b) || std::min(p, q) - margin > std::max(a, b);
}

}  // namespace

void Safety::start(const World& world) {
  for (const BodyState& b : world.bodies()) {
    if (b.motion == BodyMotion::fixed) {
      fixed_.push_back({b.at.xy(), b.id.kind == BodyKind::disc ? b.at.xy() : b.to.xy(), b.radius,
                        b.id.kind == BodyKind::wall});
    } else {
      has_movers_ = true;
    }
  }
  const AgentColumnsView a = world.columns();
  for (const double r : a.radius) largest_ = std::max(largest_, r);
  remember(a);
  look(world);
}

void Safety::look(const World& world) {
  const AgentColumnsView a = world.columns();
  look_at_agents(a);
  look_at_bodies(a);
  if (has_movers_) look_at_movers(world, a);
  remember(a);
}

void Safety::remember(const AgentColumnsView& a) {
  for (std::size_t i = 0; i < a.id.size(); ++i) {
    if (a.id[i].index >= before_.size()) before_.resize(a.id[i].index + 1), touched_.resize(a.id[i].index + 1);
    before_[a.id[i].index] = {a.x[i], a.y[i]};
  }
}

void Safety::look_at_agents(const AgentColumnsView& a) {
  const std::size_t n = a.id.size();
  const double cell = std::max(2 * largest_ + 0.05, 0.01);
  heads_.assign(std::bit_ceil(std::max<std::size_t>(16, 2 * n)), -1);
  next_.assign(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t cx = cell_of(a.x[i], cell), cy = cell_of(a.y[i], cell);
    for (std::int64_t x = cx - 1; x <= cx + 1; ++x) {
      for (std::int64_t y = cy - 1; y <= cy + 1; ++y) {
        for (std::int32_t k = heads_[bucket(x, y, heads_.size())]; k >= 0; k = next_[static_cast<std::size_t>(k)]) {
          const auto j = static_cast<std::size_t>(k);
          if (cell_of(a.x[j], cell) != x || cell_of(a.y[j], cell) != y) continue;
          const double clearance = std::hypot(a.x[i] - a.x[j], a.y[i] - a.y[j]) - a.radius[i] - a.radius[j];
          agent_clearance = std::min(agent_clearance, clearance);
          overlaps += clearance < touching ? 1 : 0;
        }
      }
    }
    const std::size_t home = bucket(cx, cy, heads_.size());
    next_[i] = heads_[home];
    heads_[home] = static_cast<std::int32_t>(i);
  }
}

void Safety::look_at_bodies(const AgentColumnsView& a) {
  for (std::size_t i = 0; i < a.id.size(); ++i) {
    const Vec2 p{a.x[i], a.y[i]};
    const Vec2 old = a.id[i].index < before_.size() ? before_[a.id[i].index] : p;
    for (const Body& b : fixed_) {
      const double reach = a.radius[i] + b.radius;
      if (apart(p.x, old.x, b.a.x, b.b.x, reach) || apart(p.y, old.y, b.a.y, b.b.y, reach)) continue;
      const double clearance = norm(p - nearest_on(b.a, b.b, p)) - reach;
      static_clearance = std::min(static_clearance, clearance);
      overlaps += clearance < touching ? 1 : 0;
      crossings += b.wall && cross(old, p, b.a, b.b) ? 1 : 0;
    }
  }
}

void Safety::look_at_movers(const World& world, const AgentColumnsView& a) {
  std::size_t mover = 0;
  for (const BodyState& b : world.bodies()) {
    if (b.motion == BodyMotion::fixed) continue;
    if (mover == in_contact_.size()) in_contact_.emplace_back();
    std::vector<char>& now = in_contact_[mover++];
    now.resize(touched_.size());
    const Vec2 to = b.id.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
    for (std::size_t i = 0; i < a.id.size(); ++i) {
      const std::size_t who = a.id[i].index;
      const Vec2 p{a.x[i], a.y[i]};
      const bool touches = norm(p - nearest_on(b.at.xy(), to, p)) - a.radius[i] - b.radius < touching;
      contacts += touches && now[who] == 0 ? 1 : 0;
      now[who] = touches ? 1 : 0;
      if (touches) touched_[who] = 1;
    }
  }
}

std::size_t Safety::touched() const {
  return static_cast<std::size_t>(std::count(touched_.begin(), touched_.end(), 1));
}

}  // namespace wend::cli::verify
