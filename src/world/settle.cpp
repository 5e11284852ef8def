#include "world/settle.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "planning/formation.hpp"
#include "steering/free_distance.hpp"
#include "steering/standing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace wend::world {

namespace {

constexpr std::size_t sectors = 32;     // directions in which the room around a target is looked at
constexpr double most_growth = 4;       // times R_g: no disc is larger
constexpr double loose_from = 1.25;     // times the packed radius: in a target as large as this there is room, and no holes to close
constexpr double stray_radii = 7;       // beyond R_g + so many radii an agent that arrived sets off again
constexpr double unit = 4294967296.0;   // of squared radii: sums of whole numbers do not depend on the order

bool may_settle(const Data& d, std::size_t row, const Target& t) {
  const AgentColumns& a = d.agents;
  const ModelEntry& model = d.models[a.model[row]];
  return a.driven[row] == 0 && a.directed[row] == 0 && a.on_arrival[row] == OnArrival::stop && t.floor == a.floor[row] && t.capacity < 0 &&
         (t.shape == TargetShape::point || t.shape == TargetShape::disc) && a.status[row] != Status::non_finite && model.traits.settles;
}

// Rows of group_of first hold the target; targets at the same point make one group.
void list_groups(Data& d) {
  std::vector<std::uint32_t>& used = d.open_targets;
  used.clear();
  d.group_of_target.assign(d.targets.size(), no_group);
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    const std::uint32_t t = last_goal(d, i);
    const bool settles = t != Slots::nowhere && may_settle(d, i, d.targets[t]);
    d.group_of[i] = settles ? t : no_group;
    if (!settles || d.group_of_target[t] != no_group) continue;
    d.group_of_target[t] = 0;
    used.push_back(t);
  }
  std::sort(used.begin(), used.end(), [&](std::uint32_t p, std::uint32_t q) {
    const Target &s = d.targets[p], &t = d.targets[q];
    if (s.floor != t.floor) return s.floor < t.floor;
    if (s.at.x != t.at.x) return s.at.x < t.at.x;
    if (s.at.y != t.at.y) return s.at.y < t.at.y;
    return s.id < t.id;
  });
  d.group_count = 0;
  for (std::uint32_t t : used) {
    const Target& target = d.targets[t];
    const bool new_point = d.group_count == 0 || d.groups[d.group_count - 1].at != target.at || d.groups[d.group_count - 1].floor != target.floor;
    if (new_point) {
      if (d.groups.size() == d.group_count) d.groups.emplace_back();
      Group& g = d.groups[d.group_count++];
      g.at = target.at;
      g.floor = target.floor;
      g.members = 0;
      g.squares = 0;
      g.radius = 0;
      g.orders = g.settles = false;
      g.bodies.clear();
    }
    Group& g = d.groups[d.group_count - 1];
    g.settles = g.settles || target.own != 0;
    g.radius = std::max(g.radius, target.radius);
    d.group_of_target[t] = static_cast<std::uint32_t>(d.group_count - 1);
  }
}

bool stands_there(const Body& body, std::uint32_t floor) { return body.motion == BodyMotion::fixed && body.open == 0 && body.floor == floor; }

double packed_radius(const Group& g) { return planning::group_radius(static_cast<double>(g.squares) / unit); }

double distance_of(const Body& body, Vec2 p) { return norm(nearest_on_segment(p, body.a, body.b).point - p) - body.radius; }

// Fixed bodies in the way make the disc larger: (D1a).
void measure_room(const Data& d, Group& g) {
  const double wanted = g.radius, most = most_growth * wanted, body_radius = std::sqrt(static_cast<double>(g.squares) / unit / static_cast<double>(g.members));
  for (std::uint32_t b = 0; b < d.bodies.size(); ++b) {
    if (stands_there(d.bodies[b], g.floor) && distance_of(d.bodies[b], g.at) <= most + stray_radii * body_radius) g.bodies.push_back(b);
  }
  if (g.bodies.empty()) return;
  std::array<double, sectors> free{};
  for (std::size_t k = 0; k < sectors; ++k) {
    const auto u = det_sincos(2 * pi * (static_cast<double>(k) + 0.5) / static_cast<double>(sectors));
    free[k] = most;
    for (std::uint32_t b : g.bodies) {
      const Body& body = d.bodies[b];
      free[k] = std::min(free[k], steering::free_distance_capsule(body.a - g.at, body.b - g.at, body.radius + body_radius, {u.cos, u.sin}) + body_radius);
    }
  }
  g.radius = planning::radius_with_room(wanted, most, free);
}

bool sees(const Data& d, const Group& g, Vec2 p) {
  return std::none_of(g.bodies.begin(), g.bodies.end(), [&](std::uint32_t b) {
    const Body& body = d.bodies[b];
    return segment_distance(p, g.at, body.a, body.b) <= 0 || (body.radius > 0 && segment_distance(p, g.at, body.a, body.b) < body.radius);
  });
}

// A place never lies behind a fixed body nor in one: it is drawn towards the target until it does not.
Vec2 free_place(const Data& d, const Group& g, Vec2 offset, double radius) {
  constexpr int tries = 20;
  for (int k = tries; k > 0; --k) {
    const Vec2 o = (static_cast<double>(k) / tries) * offset;
    const bool in_body = std::any_of(g.bodies.begin(), g.bodies.end(), [&](std::uint32_t b) { return distance_of(d.bodies[b], g.at + o) < radius; });
    if (!in_body && sees(d, g, g.at + o)) return o;
  }
  return {};
}

// Nothing stands between the group and its target.
bool way_is_free(const Data& d, const Group& g, Vec2 from) {
  return std::none_of(d.bodies.begin(), d.bodies.end(), [&](const Body& body) {
    return stands_there(body, g.floor) && segment_distance(from, g.at, body.a, body.b) - body.radius < 1.25 * g.radius;
  });
}

void give_places(Data& d, std::uint32_t number) {
  const AgentColumns& a = d.agents;
  const Group& g = d.groups[number];
  std::vector<planning::Member> members;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.group_of[i] == number) members.push_back({{a.x[i], a.y[i]}, a.radius[i]});
  }
  const planning::Formation formation(members, g.radius, packed_radius(g));
  const bool marches = formation.packed() && norm(formation.centre() - g.at) <= steering::chain_share * g.radius && way_is_free(d, g, formation.centre());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.group_of[i] != number || !d.berths[i].ordered) continue;
    d.berths[i].offset = free_place(d, g, formation.place({a.x[i], a.y[i]}, a.radius[i]), a.radius[i]);
    d.berths[i].in_formation = marches;
  }
}

}  // namespace

void find_groups(Data& d) {
  const AgentColumns& a = d.agents;
  d.group_of.resize(a.size());
  d.berths.assign(a.size(), {});
  d.group_count = 0;
  const bool any = std::any_of(d.models.begin(), d.models.end(), [](const ModelEntry& m) { return m.traits.settles; });
  if (!any) return std::fill(d.group_of.begin(), d.group_of.end(), no_group);
  list_groups(d);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.group_of[i] == no_group) continue;
    const TargetId target = d.targets[d.group_of[i]].id;
    d.group_of[i] = d.group_of_target[d.group_of[i]];
    Group& g = d.groups[d.group_of[i]];
    ++g.members;
    g.squares += static_cast<std::uint64_t>(a.radius[i] * a.radius[i] * unit + 0.5);
    Place& place = d.berths[i];
    place.of = target;
    place.ordered = a.ordered[i] != target;
    place.offset = {a.place_x[i], a.place_y[i]};
    g.orders = g.orders || place.ordered;
  }
  for (std::uint32_t k = 0; k < d.group_count; ++k) {
    Group& g = d.groups[k];
    g.settles = g.settles || g.members > 1;
    if (!g.settles) continue;
    g.radius = std::max(g.radius, packed_radius(g));
    measure_room(d, g);
    if (g.orders) give_places(d, k);
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (d.group_of[i] == no_group || d.groups[d.group_of[i]].settles) continue;
    d.group_of[i] = no_group;
    d.berths[i] = {};
  }
}

Settlement settlement_of(const Data& d, std::size_t row, std::uint32_t goal) {
  const AgentColumns& a = d.agents;
  const Place& place = d.berths[row];
  if (!place.of) return {};
  Settlement s;
  s.arrived = a.status[row] == Status::arrived;
  if (!s.arrived && (goal >= d.targets.size() || d.targets[goal].id != place.of)) return {};
  const Group& g = d.groups[d.group_of[row]];
  const Vec2 here{a.x[row], a.y[row]};
  s.applies = sees(d, g, here);
  s.ordered = place.ordered;
  s.in_formation = place.in_formation;
  s.radius = g.radius;
  s.target = g.at - here;
  s.place = g.at + place.offset - here;
  const auto target = d.target_slots.find(place.of);
  const bool loose = target && d.targets[*target].radius > loose_from * packed_radius(g);
  if (s.arrived && loose) s.target = Vec2{a.home_x[row], a.home_y[row]} - here;  // stays where it is
  return s;
}

void set_off(Data& d, std::size_t row) {
  AgentColumns& a = d.agents;
  if (a.status[row] != Status::arrived) return;
  mark_goal(d, row, a.target[row] ? a.target[row] : a.ordered[row], false);
  a.status[row] = Status::moving;
  a.arrival[row] = -1;
  a.history_count[row] = 0;
}

void send_back_strays(Data& d) {
  const AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.status[i] != Status::arrived || d.group_of[i] == no_group) continue;
    const auto target = d.target_slots.find(d.berths[i].of);
    if (target && norm(d.targets[*target].at - Vec2{a.x[i], a.y[i]}) > d.groups[d.group_of[i]].radius + stray_radii * a.radius[i]) set_off(d, i);
  }
}

void remove_own_targets(Data& d) {
  if (std::none_of(d.targets.begin(), d.targets.end(), [](const Target& t) { return t.own != 0; })) return;
  d.group_of_target.assign(d.targets.size(), 0);  // goes there: 1
  for (const std::vector<TargetId>& goals : d.agents.goals) {
    for (TargetId goal : goals) {
      if (const auto row = d.target_slots.find(goal)) d.group_of_target[*row] = 1;
    }
  }
  for (std::size_t row = d.targets.size(); row-- > 0;) {
    if (d.targets[row].own == 0 || d.group_of_target[row] != 0) continue;
    remove_target_row(d, row);
  }
}

}  // namespace wend::world
