#include "steering/field.hpp"

#include "core/angles.hpp"
#include "core/order_free.hpp"
#include "steering/anticipation.hpp"
#include "steering/free_distance.hpp"
#include "steering/fusion.hpp"
#include "steering/repeller.hpp"
#include "steering/safety.hpp"
#include "core/segment.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace wend::steering {

namespace {

// Which sum a class belongs to: its own when it competes, else the pool.
std::size_t slot_of(std::uint32_t klass, std::span<const ClassTraits> classes) {
  if (klass >= classes.size() || !classes[klass].competes) return 0;
  std::size_t slot = 1;
  for (std::uint32_t c = 0; c < klass; ++c) slot += classes[c].competes ? 1 : 0;
  return slot < max_sums ? slot : 0;
}

ClassTraits traits_of(const Neighbour& body, std::span<const ClassTraits> classes) {
  return body.klass < classes.size() ? classes[body.klass] : ClassTraits{};
}

Sight<double> see(const Neighbour& body, double radius, double half_angle_min) {
  const double rho = body.radius + radius;
  if (body.kind == BodyKind::agent || body.kind == BodyKind::disc || body.a == body.b) {
    return see_disc(body.a.x, body.a.y, body.distance, rho, half_angle_min);
  }
  return see_capsule(body.a, body.b, body.nearest, body.distance, rho, half_angle_min);
}

// The object displaced to where it will matter, with its clearance discounted: local spec 12.4.
Sight<double> see_ahead(const Neighbour& body, const View& view, const AttractorParams& p) {
  const double rho = body.radius + view.radius;
  const Foresight ahead = foresee(body.nearest, body.velocity, view.velocity, body.clearance, rho, p.horizon, p.kappa_r);
  Neighbour then = body;
  const Vec2 shift = ahead.time * body.velocity;
  then.a = body.a + shift;
  then.b = body.b + shift;
  then.nearest = body.a == body.b ? then.a : nearest_on_segment({}, then.a, then.b).point;
  then.distance = norm(then.nearest);
  Sight<double> sight = then.distance < coincident ? Sight<double>{view.heading, pi / 2, 0} : see(then, view.radius, p.dpsi_min);
  sight.clearance = ahead.clearance;
  return sight;
}

double free_distance(const Neighbour& body, const View& view, Vec2 h, const AttractorParams& p, double top_speed) {
  const double rho = body.radius + view.radius;
  const auto ray = [&](Vec2 u) {
    return body.a == body.b ? free_distance_disc(body.a, rho, u) : free_distance_capsule(body.a, body.b, rho, u);
  };
  if (p.relative != 0 && body.conduct != Conduct::fixed) return free_distance_relative(h, body.velocity, top_speed, ray);
  return ray(h);
}

class Summing {
 public:
  Summing(const View& view, const AttractorParams& p, const Effective& me, Sources* sources)
      : view_(view), p_(p), me_(me), sources_(sources) {}

  void add(const Neighbour& body, const Sight<double>& sight) {
    const ClassTraits traits = traits_of(body, view_.classes);
    const double d0 = traits.d0 < 0 ? me_.d0 : std::max(p_.d0_min, traits.d0);
    const double delta = traits.delta < 0 ? p_.delta : traits.delta;
    const Push<double> push_of = push(view_.heading, sight, delta, d0);
    add(body, sight, {traits.weight * push_of.f, traits.weight * push_of.slope, push_of.window, push_of.nearness});
  }

  // Coincident centres push nowhere, local spec section 3.
  void add_coincident(const Neighbour& body) { add(body, {view_.heading, pi / 2, body.clearance}, {0, 0, 1, 1}); }

  Field field;

 private:
  void add(const Neighbour& body, const Sight<double>& sight, const Push<double>& push_of) {
    const std::size_t slot = slot_of(body.klass, view_.classes);
    ClassSums& sums = field.sums[slot];
    field.count = std::max(field.count, slot + 1);
    sums.f += to_grid(push_of.f);
    sums.slope += slope_to_grid(push_of.slope);
    sums.window += to_grid(push_of.window);
    const double S = to_grid(p_.windowed != 0 ? push_of.window * push_of.nearness : push_of.nearness);  // (26), (10)
    (body.kind == BodyKind::agent ? sums.S_agents : sums.S_static) += S;
    if (sources_) {
      sources_->sums.push_back(slot);
      sources_->shares.push_back({body.id, body.kind, sight.psi, sight.half_angle, sight.clearance, push_of.f, push_of.slope, push_of.window, push_of.nearness});
    }
  }

  const View& view_;
  const AttractorParams& p_;
  const Effective& me_;
  Sources* sources_;
};

}  // namespace

double sensing_range(const AttractorParams& p, double d0, double d1, double top_speed) {
  return p.sense >= 0 ? p.sense : std::max(5 * d0, top_speed * p.t2c + d1);  // (32)
}

std::size_t field_scratch_bytes(std::size_t bodies) { return bodies * sizeof(Fusible); }

Field sense_field(const View& view, const AttractorParams& p, const Effective& me, Sources* sources) {
  const auto heading = det_sincos(view.heading);
  const Vec2 h{heading.cos, heading.sin};
  Summing summing(view, p, me, sources);
  double ahead = unlimited;
  auto* fusible = reinterpret_cast<Fusible*>(view.scratch.data());
  std::size_t fusible_count = 0;

  const auto in_range = [&](const Neighbour& body) {
    const ClassTraits traits = traits_of(body, view.classes);
    const double d0 = traits.d0 < 0 ? me.d0 : std::max(p.d0_min, traits.d0);
    return !(body.clearance > sensing_range(p, d0, me.d1, me.top_speed));
  };
  const auto look_ahead = [&](const Neighbour& body) {
    if (!bounds_each_other(body.kind, body.clearance, body.radius + view.radius)) return;
    const double free = free_distance(body, view, h, p, me.top_speed);
    if (sources && (free < ahead || (free == ahead && sources->ahead && body.id < sources->ahead->id))) sources->ahead = &body;
    ahead = std::min(ahead, free);
  };
  for (const Neighbour& body : view.bodies) {
    if (!in_range(body)) continue;
    if (body.distance < coincident) {
      summing.add_coincident(body);
      continue;
    }
    look_ahead(body);
    const bool foreseen = p.anticipation != 0 && body.conduct != Conduct::fixed;
    const Sight<double> sight = foreseen ? see_ahead(body, view, p) : see(body, view.radius, p.dpsi_min);
    if (p.fusion != 0 && body.kind != BodyKind::agent) {
      new (fusible + fusible_count++) Fusible{&body, sight, 0};
    } else {
      summing.add(body, sight);
    }
  }

  for (const Neighbour& body : view.hidden) {
    if (in_range(body) && body.distance >= coincident) look_ahead(body);
  }

  fusible_count = fuse({fusible, fusible_count}, view.radius);
  for (std::size_t i = 0; i < fusible_count; ++i) summing.add(*fusible[i].body, fusible[i].sight);
  summing.field.free_distance = ahead;
  return summing.field;
}

}  // namespace wend::steering
