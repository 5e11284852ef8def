#pragma once
#include <wend/model/model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::steering {

// Non-penetration, local spec section 7: collects what every near body allows, then bounds the speed along h.
class SafetyBound {
 public:
  SafetyBound(Vec2 h, double dt, bool yields, double yield_time) : h_(h), dt_(dt), yields_(yields), yield_time_(yield_time) {}

  // n: unit vector towards the body's nearest point; V: its velocity.
  void add(Conduct conduct, double clearance, Vec2 n, Vec2 V) {
    const double c = dot(h_, n);
    switch (conduct) {
      case Conduct::fixed: hard_.add(0.999 * std::max(clearance, 0.0) / dt_, c); break;          // (40)
      case Conduct::obeying: hard_.add(0.999 * 0.5 * std::max(clearance, 0.0) / dt_, c); break;  // (41)
      case Conduct::moving: soft_.add(allowed_by_mover(clearance, dot(V, n)), c); break;
    }
  }

  double bounded(double v, double top_speed, double yield_speed) const {
    // Soft first, local spec (44): one merged group would push an agent that backs off into static bodies.
    const double hi = std::max(soft_.hi, -yield_speed), lo = std::min(soft_.lo, top_speed);
    v = lo > hi ? 0.5 * (lo + hi) : std::clamp(v, lo, hi);
    return std::min(hard_.hi, std::max(hard_.lo, v));  // (45)
  }

 private:
  struct Group {  // (17)
    double hi = std::numeric_limits<double>::max();
    double lo = -std::numeric_limits<double>::max();
    void add(double b, double c) {
      if (c > 1e-9) hi = std::min(hi, b / c);
      if (c < -1e-9) lo = std::max(lo, b / c);
    }
  };

  double allowed_by_mover(double clearance, double Vn) const {
    if (yields_) return clearance / yield_time_ + Vn;                   // (43)
    return std::max(0.0, clearance / dt_ - std::max(0.0, -Vn));  // (42)
  }

  Vec2 h_;
  double dt_;
  bool yields_;
  double yield_time_;
  Group soft_, hard_;
};

// Agents that overlap deeper than this share of rho let each other go, local spec (46).
inline constexpr double let_go = 0.05;

inline bool bounds_each_other(BodyKind kind, double clearance, double rho) { return kind != BodyKind::agent || clearance >= -let_go * rho; }

}  // namespace wend::steering
