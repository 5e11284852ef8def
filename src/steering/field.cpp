#include "steering/field.hpp"

#include "core/angles.hpp"
#include "core/order_free.hpp"
#include "steering/anticipation.hpp"
#include "steering/category.hpp"
#include "steering/crowd.hpp"
#include "steering/free_distance.hpp"
#include "steering/fusion.hpp"
#include "steering/repeller.hpp"
#include "steering/safety.hpp"
#include "steering/speed.hpp"
#include "core/segment.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace wend::steering {

namespace {

// Which sum a class belongs to: its own when it competes, else the pool.
std::size_t slot_of(std::uint32_t klass, const Categories& categories) {
  if (categories[klass].competes == 0) return 0;
  std::size_t slot = 1;
  for (std::uint32_t c = 0; c < klass; ++c) slot += categories[c].competes != 0 ? 1 : 0;
  return slot < max_sums ? slot : 0;
}

Sight<double> see(const Neighbour& body, double radius, double half_angle_min) {
  const double rho = body.radius + radius;
  if (body.kind == BodyKind::agent || body.kind == BodyKind::disc || body.a == body.b) {
    return see_disc(body.a.x, body.a.y, body.distance, rho, half_angle_min);
  }
  return see_capsule(body.a, body.b, body.nearest, body.distance, rho, half_angle_min);
}

// The object displaced to where it will matter, with its clearance discounted: local spec 12.4.
Sight<double> see_ahead(const Neighbour& body, const View& view, const AttractorNumbers& p) {
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

double free_distance(const Neighbour& body, const View& view, Vec2 h, const AttractorNumbers& p, double top_speed) {
  const double rho = body.radius + view.radius;
  const auto ray = [&](Vec2 u) {
    return body.a == body.b ? free_distance_disc(body.a, rho, u) : free_distance_capsule(body.a, body.b, rho, u);
  };
  if (p.relative_motion != 0 && body.conduct != Conduct::fixed) return free_distance_relative(h, body.velocity, top_speed, ray);
  return ray(h);
}

// The same with the contact normal, for a body that can slide.
Meeting meet(const Neighbour& body, double radius, Vec2 h, const AttractorNumbers& p, double top_speed) {
  const double rho = body.radius + radius;
  Vec2 u = h;
  double stretch = 1;
  if (p.relative_motion != 0 && body.conduct != Conduct::fixed) {
    const Vec2 relative = top_speed * h - body.velocity;
    const double s = norm(relative);
    if (s < 1e-9) return {};
    u = relative / s;
    stretch = top_speed / s;
  }
  Meeting m = body.a == body.b ? meet_disc(body.a, rho, u) : meet_capsule(body.a, body.b, rho, u);
  if (m.free != unlimited) m.free *= stretch;
  return m;
}

// Agents and all that moves without obeying are felt as agents; what stands as a wall.
bool felt_as_agent(const Neighbour& body) { return body.kind == BodyKind::agent || body.conduct == Conduct::moving; }

// How an agent stands to my way: local spec section 19.3.
struct Manner {
  double q = 0;         // (C3), (C4): walks my way
  double same = 0;      // s_i of (C3), not cut
  double oncoming = 1;  // (C5)
  double slow = 0;      // (C19)
  double against = 0;   // (C37): faces me
  double patience = 1;  // (C34): share of q that impatience leaves
  bool companion = false;  // (C33)
  double gain = 1;         // (D12): agents that step aside push less
};

class Summing {
 public:
  Summing(const View& view, const AttractorNumbers& p, const Effective& me, Vec2 h, Sources* sources)
      : view_(view), p_(p), me_(me), sources_(sources), h_(h), per_speed_(me.top_speed > 1e-9 ? 1 / me.top_speed : 0) {
    if (view.has_goal) {
      const auto e = det_sincos(view.goal_angle);
      e_ = {e.cos, e.sin};
    } else {
      e_ = h;
    }
  }

  Manner manner(const Neighbour& body) const {
    Manner m;
    if (body.kind != BodyKind::agent || body.conduct != Conduct::obeying) return m;
    double along = dot(body.velocity, e_) * per_speed_;
    const double facing = body.stands ? 0 : dot(body.facing, e_);
    m.same = std::max(along, facing);
    m.q = same_way(along, facing);
    if (view_.goal_distance < unlimited && view_.goal_distance >= 1e-9) {
      const double its = norm(nearest_on_segment(body.a, view_.goal_a, view_.goal_b).point - body.a);
      m.q = std::max(m.q, nearer_to_target(its, view_.goal_distance, along));
    }
    m.against = clip01(-facing);
    m.companion = body.companion && !body.stands && p_.kappa_g > 0;
    m.patience = m.companion ? me_.patience_companions : me_.patience;
    if (m.companion) {  // (C33)
      m.q = std::max(m.q, me_.trust);
      m.same = std::max(m.same, me_.trust);
      along = std::max(along, me_.trust - 1);
    }
    m.oncoming = oncoming(along, p_.kappa_o);
    m.slow = slower(dot(body.velocity, h_) * per_speed_, p_.c_o);
    if (body.stands && body.steps_aside && !body.same_group) m.gain = p_.kappa_i;
    return m;
  }

  // (C22): the clearance left to an agent that goes first.
  double yield_way(const Neighbour& body, const Manner& m) const {
    if (me_.yield_way <= 0 || body.kind != BodyKind::agent || body.conduct != Conduct::obeying) return 0;
    const bool by_distance = view_.goal_distance < unlimited;
    const double nearer = by_distance ? view_.goal_distance - norm(nearest_on_segment(body.a, view_.goal_a, view_.goal_b).point - body.a) : dot(body.a, e_);
    return me_.yield_way * right_of_way(nearer, p_.d_k, m.same);
  }

  void add(const Neighbour& body, Sight<double> sight, const Manner& m) {
    const CategoryTraits traits = Categories(view_.categories)[body.klass];
    const double delta = traits.delta < 0 ? p_.delta : traits.delta;
    const double d0 = own_d0(body, traits);
    if (p_.beta_h != 0) {  // (C1)
      const double c = body.conduct == Conduct::fixed ? p_.c_h : handedness(dot(h_, body.velocity) * per_speed_, p_.c_h);
      sight.psi += p_.beta_h * c * sight.half_angle;
    }
    const double near_d0 = d0 * (1 - (1 - p_.d_q) * m.q);  // (C23)
    const Push<double> push_of = push(view_.heading, sight, delta, near_d0);
    if (p_.a_hi > 0 && felt_as_agent(body)) {
      const double nearness = m.q > 0 ? det_exp(-std::max(sight.clearance, 0.0) / d0) : push_of.nearness;
      conflict_ += to_grid((1 - m.q) * push_of.window * nearness);  // (C24)
      if (!m.companion) strangers_ += to_grid((1 - m.q) * push_of.window * nearness);  // (C33)
      against_ += to_grid(m.against * push_of.window * nearness);                     // (C37)
    }
    add(body, sight, {traits.weight * push_of.f, traits.weight * push_of.slope, push_of.window, push_of.nearness}, m);
  }

  // Coincident centres push nowhere, local spec section 3.
  void add_coincident(const Neighbour& body) { add(body, {view_.heading, pi / 2, body.clearance}, {0, 0, 1, 1}, {}); }

  // Gains and saturation, known only when everything was seen.
  Field finish() {
    const double K = p_.S_1 > 0 ? clip01(crowd_ / p_.S_1) : 1;  // (C19)
    const double A = p_.kappa_q;
    const auto gained = [&](const double (&sum)[3]) { return sum[0] - A * sum[1] + A * (1 - K) * sum[2]; };  // (C20), linear in g
    double agents = 0;
    for (std::size_t c = 0; c < field.count; ++c) agents += p_.lambda * gained(raw_[c].f);
    const double used = saturated(agents, p_.F_max);
    const double share = agents != 0 ? used / agents : 1;
    const double near_walls = 1 - p_.kappa_w * K * (1 - clip01(strangers_ / p_.X_s));  // (C35)
    for (std::size_t c = 0; c < field.count; ++c) {
      const Raw& raw = raw_[c];
      field.walls_in_way += raw.S_ahead;
      field.walls_beside += raw.S_static - raw.S_ahead;
      const double f_agents = p_.lambda * gained(raw.f), f_static = p_.lambda_w * raw.f_static;
      field.sums[c] = {.f = f_static + f_agents,
                       .slope = p_.lambda_w * raw.slope_static + p_.lambda * gained(raw.slope),
                       .window = raw.window,
                       .S_static = raw.S_static,
                       .S_ahead = near_walls * raw.S_ahead,
                       .S_agents = gained(raw.S),
                       .f_heading = f_static + (field.count == 1 ? used : share * f_agents)};
    }
    field.following = K;
    field.conflict = conflict_;
    field.strangers = strangers_;
    field.against = against_;
    if (sources_) explain_gains(A, K, share);
    return field;
  }

  Field field;

 private:
  // Sums before the gains: plain, times q, and times q and slower.
  struct Raw {
    double f_static = 0, slope_static = 0, S_static = 0, S_ahead = 0, window = 0;
    double f[3]{}, slope[3]{}, S[3]{};
  };

  double own_d0(const Neighbour& body, const CategoryTraits& traits) const {
    const double least = p_.slide != 0 ? 1e-6 : p_.d0_min;
    if (traits.d0 >= 0) return std::max(least, traits.d0);
    return felt_as_agent(body) || p_.slide == 0 ? me_.d0 : std::max(least, me_.d0_w);
  }

  void add(const Neighbour& body, const Sight<double>& sight, const Push<double>& push_of, const Manner& m) {
    const std::size_t slot = slot_of(body.klass, Categories(view_.categories));
    field.count = std::max(field.count, slot + 1);
    Raw& raw = raw_[slot];
    raw.window += to_grid(push_of.window);
    const double S = p_.windowed != 0 ? push_of.window * push_of.nearness : push_of.nearness;  // (26), (10)
    if (p_.slide != 0 ? felt_as_agent(body) : body.kind == BodyKind::agent) {
      const double q = m.patience * m.q;  // (C34)
      const double factors[3] = {1, q, q * m.slow};
      for (int k = 0; k < 3; ++k) {
        if (factors[k] == 0) break;
        raw.f[k] += to_grid(factors[k] * m.gain * m.oncoming * push_of.f);
        raw.slope[k] += slope_to_grid(factors[k] * m.gain * m.oncoming * push_of.slope);
        raw.S[k] += to_grid(factors[k] * m.gain * S);
      }
      crowd_ += to_grid(S);
      if (body.kind == BodyKind::wall) field.moving_walls_in_way += to_grid(ahead(body) * S);
    } else {
      raw.f_static += to_grid(push_of.f);
      raw.slope_static += slope_to_grid(push_of.slope);
      raw.S_static += to_grid(S);
      raw.S_ahead += to_grid(ahead(body) * S);
    }
    if (!sources_) return;
    sources_->sums.push_back(slot);
    Share share{.id = body.id, .kind = body.kind, .angle = sight.psi, .half_angle = sight.half_angle, .clearance = sight.clearance,
                .f = push_of.f, .slope = push_of.slope, .window = push_of.window, .nearness = push_of.nearness};
    share.felt_as_agent = felt_as_agent(body);
    share.same_way = m.q;
    share.oncoming = m.oncoming;
    share.slower = m.slow;
    share.companion = m.companion;
    share.gain = m.patience;  // until explain_gains()
    share.f *= m.gain;
    share.slope *= m.gain;
    sources_->shares.push_back(share);
  }

  // (C18); 1 for all where bodies beside the way count as well.
  double ahead(const Neighbour& body) const {
    return p_.beside != 0 && body.distance >= coincident ? in_the_way(dot(body.nearest, e_) / body.distance) : 1;
  }

  void explain_gains(double A, double K, double saturation) {
    for (Share& s : sources_->shares) {
      s.gain = s.felt_as_agent ? p_.lambda * gain(s.gain * s.same_way, s.slower, A, K) * s.oncoming : p_.lambda_w;
      s.f *= s.gain * (s.felt_as_agent ? saturation : 1);
      s.slope *= s.gain;
    }
  }

  const View& view_;
  const AttractorNumbers& p_;
  const Effective& me_;
  Sources* sources_;
  Vec2 h_, e_;
  double per_speed_;  // 1 / v_max; 0 for an agent that cannot walk
  std::array<Raw, max_sums> raw_{};
  double crowd_ = 0, conflict_ = 0, strangers_ = 0, against_ = 0;
};

// The lowest of what bodies allow, and which body it was; ties by id.
struct Least {
  double value = unlimited;
  const Neighbour* body = nullptr;
  void take(double v, const Neighbour& b) {
    if (v < value || (v == value && v < unlimited && b.id < body->id)) body = &b;
    value = std::min(value, v);
  }
};

}  // namespace

double sensing_range(const AttractorNumbers& p, double d0, double d1, double top_speed) {
  if (p.slide != 0) return std::max(p.sense, 5 * d0);
  return p.sense >= 0 ? p.sense : std::max(5 * d0, top_speed * p.t2c + d1);  // (32)
}

std::size_t field_scratch_bytes(std::size_t bodies) { return bodies * sizeof(Fusible); }

Field sense_field(const View& view, const AttractorNumbers& p, const Effective& me, Sources* sources) {
  const auto heading = det_sincos(view.heading);
  const Vec2 h{heading.cos, heading.sin};
  Summing summing(view, p, me, h, sources);
  const bool slides = p.slide != 0;
  SlideSpeed sliding(p.t2c, me.top_speed, p.kappa_v, me.retreat);
  Least ahead, left, right, before;
  auto* fusible = reinterpret_cast<Fusible*>(view.scratch.data());
  std::size_t fusible_count = 0;

  const auto in_range = [&](const Neighbour& body) {
    const CategoryTraits traits = Categories(view.categories)[body.klass];
    if (slides) return body.clearance <= sensing_range(p, traits.d0, me.d1, me.top_speed);
    const double d0 = traits.d0 < 0 ? me.d0 : std::max(p.d0_min, traits.d0);
    return !(body.clearance > sensing_range(p, d0, me.d1, me.top_speed));
  };
  const auto look_ahead = [&](const Neighbour& body, const Manner& manner) {
    if (!bounds_each_other(body.kind, body.clearance, body.radius + view.radius)) return;
    if (!slides) return ahead.take(free_distance(body, view, h, p, me.top_speed), body);
    const Meeting m = meet(body, view.radius, h, p, me.top_speed);
    if (m.free != unlimited) {
      const double keep = me.d1 + me.step_back + summing.yield_way(body, manner);
      sliding.add(m.free, keep, m.cos_gamma, m.side);
      ahead.take(m.free, body);
      if (sources && m.side >= 0) left.take(m.free - keep, body);
      if (sources && m.side <= 0) right.take(m.free - keep, body);
    }
    if (p.T_f > 0 && body.kind == BodyKind::agent) {
      before.take(time_gap_speed(body.a, body.velocity, h, body.radius + view.radius, p.T_f, p.kappa_f, p.kappa_s, p.kappa_v * me.top_speed), body);
    }
  };
  for (const Neighbour& body : view.bodies) {
    if (!in_range(body)) continue;
    if (body.distance < coincident) {
      summing.add_coincident(body);
      continue;
    }
    const Manner manner = slides || p.kappa_q > 0 ? summing.manner(body) : Manner{};
    look_ahead(body, manner);
    const bool foreseen = p.anticipation != 0 && body.conduct != Conduct::fixed;
    const Sight<double> sight = foreseen ? see_ahead(body, view, p) : see(body, view.radius, p.dpsi_min);
    if (p.fusion != 0 && body.kind != BodyKind::agent) {
      new (fusible + fusible_count++) Fusible{&body, sight, 0};
    } else {
      summing.add(body, sight, manner);
    }
  }

  for (const Neighbour& body : view.hidden) {
    if (in_range(body) && body.distance >= coincident) look_ahead(body, {});
  }

  fusible_count = fuse({fusible, fusible_count}, view.radius);
  for (std::size_t i = 0; i < fusible_count; ++i) summing.add(*fusible[i].body, fusible[i].sight, {});
  Field field = summing.finish();
  field.free_distance = ahead.value;
  field.speed = sliding.wanted(std::min(p.v_back, me.top_speed));
  field.left = sliding.left();
  field.right = sliding.right();
  field.time_gap = before.value;
  if (sources) {
    sources->ahead = ahead.body;
    sources->left = left.body;
    sources->right = right.body;
    sources->before = before.body;
  }
  return field;
}

}  // namespace wend::steering
