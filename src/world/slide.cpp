#include "world/slide.hpp"

#include "steering/crowd.hpp"
#include "steering/safety.hpp"
#include "steering/side_step.hpp"
#include "steering/sight.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

// Static bodies first, then agents, each by id; of soft half planes side steps first. Indices stay far below the two top bits.
std::uint64_t key_of(BodyKind kind, std::uint64_t id, bool last = false) {
  return (std::uint64_t{last} << 63) | (std::uint64_t{kind == BodyKind::agent} << 62) | id;
}

class HalfPlanes {
 public:
  HalfPlanes(const Data& d, std::size_t row, const Motion& motion, steering::Programme& out)
      : d_(d), row_(row), motion_(motion), out_(out), velocity_{d.agents.vx[row], d.agents.vy[row]}, radius_(d.agents.radius[row]) {}

  // Discs and agents far away are in the list of movers: here only what is near.
  void add(const Neighbour& n) {
    if (n.distance < steering::coincident || !steering::bounds_each_other(n.kind, n.clearance, n.radius + radius_)) return;
    if (n.conduct == Conduct::moving) return add_mover(n);
    if (n.clearance > 2 * d_.fastest * d_.settings.dt) return;  // cannot be reached in this step: local spec (39)
    const Vec2 normal = n.nearest / n.distance;
    const double gap = 0.999 * std::max(n.clearance, 0.0) / d_.settings.dt;  // (C15)
    if (n.conduct == Conduct::fixed) {
      out_.hard.push_back({normal, gap, key_of(n.kind, n.id)});
      return;
    }
    // Both sides must use the same number: the smaller of the two.
    const double kappa = std::min(d_.share[row_], n.share);
    const double theta = kappa > 0 ? steering::share_of_gap(std::max(0.0, dot(velocity_, normal)), std::max(0.0, -dot(n.velocity, normal)), kappa, 0.05 * d_.fastest) : 0.5;
    out_.hard.push_back({normal, theta * gap, key_of(n.kind, n.id)});
  }

  // Room for an agent that walks, (D9), or for one that makes room itself, (D10): soft half planes of an agent that stands.
  void make_room(const Neighbour& n) {
    if (n.kind != BodyKind::agent || n.conduct != Conduct::obeying || n.distance < steering::coincident) return;
    const double top = motion_.top_speed;
    if (n.stands) {
      if (!n.makes_room || n.clearance > motion_.room_margin) return;
      const Vec2 normal = n.nearest / n.distance;
      const double pace = dot(n.way_out, normal);
      if (!(pace < -0.05 * top)) return;
      out_.soft.push_back({normal, std::max(n.clearance, 0.0) / motion_.yield_time + 0.8 * pace, key_of(n.kind, n.id, true)});
      return;
    }
    if (n.settling || n.same_group) return;
    const double pace = norm(n.velocity);
    const Vec2 velocity = pace > 0.3 * top ? n.velocity : std::max(pace, 0.5 * top) * n.facing;
    auto plane = steering::side_step(n.a, velocity, {}, top, n.radius + radius_, motion_.room_margin, motion_.room_time, std::max(0.2 * motion_.room_time, 0.1 * d_.settings.dt));
    if (!plane) return;
    plane->key = key_of(n.kind, n.id);
    out_.soft.push_back(*plane);
  }

  void add_mover(const Neighbour& n) {
    const Vec2 normal = n.nearest / n.distance;
    // (43); farther away it cannot bind, because nobody is faster than his top speed.
    if (n.clearance <= motion_.yield_time * (motion_.top_speed + norm(n.velocity))) {
      out_.soft.push_back({normal, n.clearance / motion_.yield_time + dot(n.velocity, normal), key_of(n.kind, n.id, true)});
    }
    if (!(motion_.side_time > 0) || n.a != n.b || n.clearance > motion_.side_range) return;
    const double rho = n.radius + radius_;
    auto plane = steering::side_step(n.a, n.velocity, velocity_, motion_.top_speed, rho, motion_.side_margin, motion_.side_time, std::max(0.1 * motion_.side_time, 0.1 * d_.settings.dt));
    if (!plane) return;
    plane->key = key_of(n.kind, n.id);
    out_.soft.push_back(*plane);
  }

 private:
  const Data& d_;
  std::size_t row_;
  const Motion& motion_;
  steering::Programme& out_;
  Vec2 velocity_;
  double radius_;
};

}  // namespace

void list_movers(Data& d) {
  d.movers.clear();
  d.widest_mover = 0;
  if (std::all_of(d.slides.begin(), d.slides.end(), [](std::uint8_t s) { return s == 0; })) return;
  const AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.obeys[i] == 0) d.movers.push_back({agent_as_neighbour(d, i), a.floor[i]});
  }
  for (std::size_t b = 0; b < d.bodies.size(); ++b) {
    const Body& body = d.bodies[b];
    if (body.motion != BodyMotion::fixed && body.kind == BodyKind::disc) d.movers.push_back({body_as_neighbour(d, b, body.a), body.floor});
  }
  for (const Mover& m : d.movers) d.widest_mover = std::max(d.widest_mover, m.body.radius);
  std::sort(d.movers.begin(), d.movers.end(), [](const Mover& p, const Mover& q) {
    if (p.body.a.x != q.body.a.x) return p.body.a.x < q.body.a.x;
    if (p.body.kind != q.body.kind) return p.body.kind < q.body.kind;
    return p.body.id < q.body.id;
  });
}

Slid slide(const Data& d, std::size_t row, const Motion& motion, Vec2 h, Scratch& scratch) {
  const AgentColumns& a = d.agents;
  steering::Programme& programme = scratch.programme;
  programme.clear();
  programme.wish = std::clamp(motion.speed, -d.fastest, d.fastest) * h;
  if (motion.wishes) {
    const double pace = norm(motion.wish), most = std::min(motion.top_speed, d.fastest);
    programme.wish = pace > most ? (most / pace) * motion.wish : motion.wish;
  }
  programme.heading = h;
  programme.lateral_cost = motion.wishes ? 1 : motion.lateral_cost;
  programme.top_speed = motion.top_speed;
  // Room for everything around, so that a step need not allocate: the lists grow while warming up.
  const std::size_t near = scratch.sensed.capacity() + scratch.hidden.capacity() + scratch.others.capacity();
  programme.hard.reserve(near);
  programme.soft.reserve(2 * (near + d.movers.capacity()));
  programme.lines.reserve(programme.hard.capacity() + programme.soft.capacity() + 16);
  HalfPlanes planes(d, row, motion, programme);
  for (const auto* list : {&scratch.sensed, &scratch.hidden, &scratch.others}) {
    for (const Neighbour& n : *list) planes.add(n);
  }
  // Movers beyond the reach of the lists.
  if (motion.side_time > 0 && !d.movers.empty()) {
    const Vec2 here{a.x[row], a.y[row]};
    const double span = motion.side_range + a.radius[row] + d.widest_mover;
    const auto first = std::lower_bound(d.movers.begin(), d.movers.end(), here.x - span, [](const Mover& m, double x) { return m.body.a.x < x; });
    for (auto m = first; m != d.movers.end() && m->body.a.x <= here.x + span; ++m) {
      if (m->floor != a.floor[row]) continue;
      if (m->body.kind == BodyKind::agent && m->body.id == a.id[row].bits()) continue;
      const Neighbour n = relative(m->body, here, a.radius[row]);
      if (n.clearance > d.reach[row] && n.clearance <= motion.side_range) planes.add_mover(n);
    }
  }
  Slid slid;
  if (motion.room_time > 0) {
    const std::size_t movers = programme.soft.size();
    for (const Neighbour& n : scratch.sensed) planes.make_room(n);
    slid.makes_room = programme.soft.size() > movers;
  }
  if (slid.makes_room) {
    if (motion.drops_wish) programme.wish = {};
    std::swap(programme.hard, programme.set_aside);  // the way out as if nothing were in it
    slid.way_out = steering::solve(programme).velocity;
    std::swap(programme.hard, programme.set_aside);
  }
  const steering::Walked walked = steering::solve(programme);
  slid.velocity = norm(walked.velocity) < motion.dead_band ? Vec2{} : walked.velocity;
  slid.violation = walked.violation;
  return slid;
}

}  // namespace wend::world
