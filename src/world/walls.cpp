#include "world/walls.hpp"

#include "core/segment.hpp"
#include "geometry/crossing.hpp"
#include "geometry/moving_contact.hpp"
#include "geometry/predicates.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

constexpr double touch = 1e-9;     // surfaces closer than this below zero are in contact
constexpr double hair = 1e-6;      // m: walls that meet so near an end touch, they do not cross
constexpr int most_pushes = 8;     // rounds of pushing in one step; after them walls wait

using geometry::Way;

struct WallWay {
  Way a, b;
};

Way way_of(const Data& d, std::size_t row) {
  const Vec2 here{d.agents.x[row], d.agents.y[row]};
  const Proposal& p = d.proposals[row];
  return {here, p.broken ? here : Vec2{p.x, p.y}};
}

bool moves(const Body& b) { return b.moves != 0; }
WallWay way_of(const Body& b) { return {{b.a, moves(b) ? b.end_a : b.a}, {b.b, moves(b) ? b.end_b : b.b}}; }

double distance_to(Vec2 p, Vec2 a, Vec2 b) { return norm(nearest_on_segment(p, a, b).point - p); }

// Inside both, and not where they are joined.
bool cross_each_other(Vec2 a, Vec2 b, Vec2 c, Vec2 e) {
  if (std::max(a.x, b.x) < std::min(c.x, e.x) || std::max(c.x, e.x) < std::min(a.x, b.x)) return false;
  if (std::max(a.y, b.y) < std::min(c.y, e.y) || std::max(c.y, e.y) < std::min(a.y, b.y)) return false;
  if (geometry::orientation(a, b, c) * geometry::orientation(a, b, e) >= 0) return false;
  if (geometry::orientation(c, e, a) * geometry::orientation(c, e, b) >= 0) return false;
  return distance_to(a, c, e) > hair && distance_to(b, c, e) > hair && distance_to(c, a, b) > hair && distance_to(e, a, b) > hair;
}

// No agent may come nearer to a wall than this; who stands in it already may not go deeper.
double keep_off(double radii, double now) { return std::min(radii - touch, now * (1 - 1e-12)); }

class Keeper {
 public:
  explicit Keeper(Data& d) : d_(d), moving_(d.apart.moving), halted_(d.apart.halted), shares_(d.apart.shares), by_(d.apart.by) {}

  void run() {
    moving_.clear();
    for (std::size_t row = 0; row < d_.bodies.size(); ++row) {
      if (d_.bodies[row].kind == BodyKind::wall && moves(d_.bodies[row])) moving_.push_back(row);
    }
    std::sort(moving_.begin(), moving_.end(), [&](std::size_t p, std::size_t q) { return d_.bodies[p].id < d_.bodies[q].id; });
    shares_.assign(d_.agents.size(), 1);
    by_.assign(d_.agents.size(), 0);
    d_.apart.pushed.assign(d_.agents.size(), 0);
    for (std::size_t row = 0; row < d_.agents.size(); ++row) cut(row, d_.touchable.bodies_of(row));
    while (!moving_.empty()) {
      halted_.clear();
      hold_crossing_walls();
      meet_agents();
      if (halted_.empty()) break;
      for (std::size_t row = 0; row < d_.agents.size(); ++row) cut(row, halted_);
    }
    for (std::size_t row = 0; row < d_.agents.size(); ++row) {
      if (by_[row] == 0) continue;
      emit(d_, {.time = at(shares_[row]), .step = d_.step, .agent = d_.agents.id[row], .other = {EntityKind::wall, by_[row]}, .kind = EventKind::penetration});
    }
  }

 private:
  double at(double share) const { return (static_cast<double>(d_.step) + share) * d_.settings.dt; }

  // Environment spec (e.41): up to the first contact with a wall that stands still.
  void cut(std::size_t row, std::span<const std::uint32_t> bodies) {
    const Way way = way_of(d_, row);
    const Vec2 w = way.to - way.from;
    if (w == Vec2{}) return;
    double share = 1;
    const Body* by = nullptr;
    for (const std::uint32_t k : bodies) {
      const Body& wall = d_.bodies[k];
      if (!stands(wall, row)) continue;
      const double now = distance_to(way.from, wall.a, wall.b), radii = d_.agents.radius[row] + wall.radius;
      if (now > radii + norm(w)) continue;
      const auto t = geometry::first_touch_segment(way.from, w, wall.a, wall.b, keep_off(radii, now));
      if (t && (*t < share || (*t == share && by && wall.id < by->id))) share = *t, by = &wall;
    }
    // Rounding must not carry it over: the way to the cut place meets no wall, exactly.
    for (const std::uint32_t k : bodies) {
      const Body& wall = d_.bodies[k];
      if (!stands(wall, row) || geometry::on_segment(way.from, wall.a, wall.b)) continue;
      for (int halvings = 0; share > 0 && geometry::segments_meet(way.from, way.from + share * w, wall.a, wall.b); ++halvings) {
        by = &wall;
        share = halvings < 60 ? 0.5 * share : 0;
      }
    }
    if (by == nullptr) return;
    Proposal& p = d_.proposals[row];
    p.x = way.from.x + share * w.x;
    p.y = way.from.y + share * w.y;
    p.speed *= share;
    shares_[row] *= share;
    by_[row] = by->id;
  }

  bool stands(const Body& wall, std::size_t row) const { return wall.kind == BodyKind::wall && !moves(wall) && wall.floor == d_.agents.floor[row]; }

  // A wall and all that move with it stay where they are.
  void halt(std::size_t row, AgentId agent, double share) {
    const std::uint32_t rig = d_.bodies[row].rig;
    emit(d_, {.time = at(share), .step = d_.step, .agent = agent, .other = d_.bodies[row].ref(), .kind = EventKind::wall_waits});
    std::erase_if(moving_, [&](std::size_t other) {
      Body& body = d_.bodies[other];
      if (other != row && (rig == 0 || body.rig != rig)) return false;
      body.moves = 0;
      ++body.waited;
      halted_.push_back(static_cast<std::uint32_t>(other));
      return true;
    });
  }

  void hold_crossing_walls() {
    for (std::size_t k = 0; k < moving_.size();) {
      const std::size_t row = moving_[k];
      if (crosses_another(d_.bodies[row])) {
        halt(row, {}, 0);
        k = 0;  // one that waits may be in the way of others
      } else {
        ++k;
      }
    }
  }

  bool crosses_another(const Body& wall) const {
    const WallWay w = way_of(wall);
    for (const Body& other : d_.bodies) {
      if (other.kind != BodyKind::wall || other.open != 0 || other.floor != wall.floor || other.id == wall.id || (wall.rig != 0 && other.rig == wall.rig)) continue;
      const WallWay o = way_of(other);
      if (cross_each_other(w.a.from, w.b.from, o.a.from, o.b.from)) continue;  // they did before
      if (cross_each_other(w.a.to, w.b.to, o.a.to, o.b.to)) return true;
      if (passes_over(w, o.a) || passes_over(w, o.b)) return true;
      if (!moves(other) && (cross_each_other(w.a.from, w.a.to, other.a, other.b) || cross_each_other(w.b.from, w.b.to, other.a, other.b))) return true;
    }
    return false;
  }

  // An end of another wall changes sides while the wall goes over it.
  static bool passes_over(const WallWay& w, Way end) {
    if (geometry::orientation(w.a.from, w.b.from, end.from) * geometry::orientation(w.a.to, w.b.to, end.to) >= 0) return false;
    if (distance_to(end.from, w.a.from, w.b.from) <= hair || distance_to(end.to, w.a.to, w.b.to) <= hair) return false;
    return geometry::contact_time_moving(end, w.a, w.b, hair).has_value();
  }

  // The moment at which both, moving, come nearer than they may.
  std::optional<double> conflict(std::size_t row, const Body& wall) const {
    if (wall.floor != d_.agents.floor[row]) return std::nullopt;
    const Way way = way_of(d_, row);
    const WallWay w = way_of(wall);
    const double now = distance_to(way.from, w.a.from, w.b.from);
    const double off = keep_off(d_.agents.radius[row] + wall.radius, now);
    const double travel = norm(way.to - way.from) + std::max(norm(w.a.to - w.a.from), norm(w.b.to - w.b.from));
    if (now - travel > off || !(off > 0)) return std::nullopt;
    return geometry::contact_time_moving(way, w.a, w.b, off);
  }

  void meet_agents() {
    bool again = true;
    for (int round = 0; again; ++round) {
      again = false;
      for (std::size_t k = 0; k < moving_.size() && !again; ++k) {
        const std::size_t wall = moving_[k];
        for (std::size_t row = 0; row < d_.agents.size(); ++row) {
          const auto share = conflict(row, d_.bodies[wall]);
          if (!share) continue;
          const Blocked rule = d_.bodies[wall].blocked;
          if (rule == Blocked::report) {
            if (round == 0) tell_swept(row, wall, *share);
            continue;
          }
          again = true;
          if (rule == Blocked::push && round < most_pushes && push(row, d_.bodies[wall])) {
            tell_swept(row, wall, *share);
            continue;
          }
          halt(wall, d_.agents.id[row], *share);
          break;
        }
      }
    }
  }

  void tell_swept(std::size_t row, std::size_t wall, double share) {
    const Event event{.time = at(share), .step = d_.step, .agent = d_.agents.id[row], .other = d_.bodies[wall].ref(), .kind = EventKind::swept};
    const auto same = [&](const Event& e) { return e.kind == event.kind && e.agent == event.agent && e.other == event.other; };
    if (std::none_of(d_.pending.begin(), d_.pending.end(), same)) emit(d_, event);
  }

  // What stands leaves room for the way of somebody pushed.
  bool bodies_leave_room(std::size_t row, const Body& wall, Vec2 p, Vec2 to) const {
    for (const Body& other : d_.bodies) {
      if (other.id == wall.id || moves(other) || other.open != 0 || other.floor != d_.agents.floor[row]) continue;
      const double gap = distance_to(p, other.a, other.b), both = d_.agents.radius[row] + other.radius;
      if (geometry::first_touch_segment(p, to - p, other.a, other.b, keep_off(both, gap))) return false;
      if (other.kind != BodyKind::wall || geometry::on_segment(p, other.a, other.b)) continue;
      if (geometry::segments_meet(p, to, other.a, other.b)) return false;
    }
    return true;
  }

  // The same for people. Who walks into the way of somebody pushed stands still instead, if that helps.
  bool people_leave_room(std::size_t row, Vec2 p, Vec2 to) {
    for (std::size_t other = 0; other < d_.agents.size(); ++other) {
      if (other == row || d_.agents.floor[other] != d_.agents.floor[row]) continue;
      const Way way = way_of(d_, other);
      const double now = norm(way.from - p), radii = d_.agents.radius[row] + d_.agents.radius[other];
      if (now > radii + norm(to - p) + norm(way.to - way.from)) continue;
      const double apart = std::min(radii, now) * (1 - 1e-12);
      if (d_.apart.pushed[other] != 0) {
        if (geometry::first_touch(way.from - p, (way.to - way.from) - (to - p), apart)) return false;
        continue;
      }
      if (segment_distance(p, to, way.from, way.to) >= apart) continue;
      if (distance_to(way.from, p, to) < apart) return false;
      Proposal& stays = d_.proposals[other];
      stays.x = way.from.x, stays.y = way.from.y, stays.speed = 0;
    }
    return true;
  }

  // The agent keeps its place beside the wall, at the distance of touching; false when something leaves no room.
  bool push(std::size_t row, const Body& wall) {
    const WallWay w = way_of(wall);
    const Vec2 p{d_.agents.x[row], d_.agents.y[row]};
    const auto foot = nearest_on_segment(p, w.a.from, w.b.from);
    const Vec2 off = p - foot.point;
    const double now = norm(off);
    if (!(now > 0)) return false;
    const Vec2 before = direction_or(w.b.from - w.a.from, {1, 0}), after = direction_or(w.b.to - w.a.to, before);
    const Vec2 turned{dot(before, after), cross(before, after)};  // the wall's own turn
    const Vec2 carried{off.x * turned.x - off.y * turned.y, off.x * turned.y + off.y * turned.x};
    // Half way through a turn everything is nearer by its cosine.
    const double shrink = std::sqrt(0.5 * (1 + std::clamp(turned.x, -0.9, 1.0)));
    const double off_by = (d_.agents.radius[row] + wall.radius) / shrink;
    const Vec2 to = w.a.to + foot.along * (w.b.to - w.a.to) + (off_by / now) * carried;
    if (!bodies_leave_room(row, wall, p, to) || !people_leave_room(row, p, to)) return false;
    Proposal& proposal = d_.proposals[row];
    const Proposal own = proposal;
    proposal.x = to.x;
    proposal.y = to.y;
    if (conflict(row, wall)) return proposal = own, false;
    d_.apart.pushed[row] = 1;
    return true;
  }

  Data& d_;
  std::vector<std::size_t>& moving_;
  std::vector<std::uint32_t>& halted_;
  std::vector<double>& shares_;
  std::vector<std::uint64_t>& by_;
};

}  // namespace

void keep_apart(Data& d) {
  if (std::none_of(d.bodies.begin(), d.bodies.end(), [](const Body& b) { return b.kind == BodyKind::wall; })) return;
  Keeper(d).run();
}

}  // namespace wend::world
