#include "world/meetings.hpp"

#include "core/segment.hpp"
#include "geometry/moving_contact.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

constexpr double contact_slack = -1e-9;  // surfaces this close are in contact

double largest_travel(const Data& d) {
  double most = 0;
  for (const Body& b : d.bodies) {
    if (b.moves != 0) most = std::max({most, norm(b.end_a - b.a), norm(b.end_b - b.b)});
  }
  return most;
}

bool touching(Vec2 p, Vec2 a, Vec2 b, double within) { return within > 0 && norm2(nearest_on_segment(p, a, b).point - p) <= within * within; }

void meet_body(Data& d, std::size_t row, const Body& body) {
  const AgentColumns& a = d.agents;
  const Vec2 from{a.old_x[row], a.old_y[row]}, to{a.x[row], a.y[row]};
  const double within = a.radius[row] + body.radius + contact_slack;
  Meeting m;
  m.before = touching(from, body.old_a, body.old_b, within);
  m.after = touching(to, body.a, body.b, within);
  if (!m.before || !m.after) {
    const auto begin = geometry::contact_time_moving({from, to}, {body.old_a, body.a}, {body.old_b, body.b}, within);
    const auto end = geometry::contact_time_moving({to, from}, {body.a, body.old_a}, {body.b, body.old_b}, within);
    if (!m.before && (m.after || (begin && end))) m.begin = begin.value_or(1);
    if (!m.after && (m.before || (begin && end))) m.end = std::max(m.begin, 1 - end.value_or(1));
    if (!m.before && !m.after && m.begin < 0) return;
  }
  m.who = {a.id[row], body.ref()};
  d.meetings.push_back(m);
}

void meet_agents(Data& d) {
  const AgentColumns& a = d.agents;
  d.environment.contacts({a.old_x, a.old_y, a.x, a.y, a.radius, a.floor}, contact_slack, d.touches);
  for (const environment::PairContact& t : d.touches) {
    const bool swap = a.id[t.j] < a.id[t.i];
    Meeting m;
    m.who = {a.id[swap ? t.j : t.i], a.id[swap ? t.i : t.j]};
    m.before = t.inside_before;
    m.after = t.inside_after;
    for (int k = 0; k < t.crossings.count; ++k) (t.crossings.at[k].enter ? m.begin : m.end) = t.crossings.at[k].s;
    d.meetings.push_back(m);
  }
}

void tell(Data& d, const Contact& c, EventKind kind, double share) {
  emit(d, {.time = (static_cast<double>(d.step) + share) * d.settings.dt, .step = d.step, .agent = c.agent, .other = c.other, .kind = kind});
}

}  // namespace

void find_touchable(Data& d) {
  const AgentColumns& a = d.agents;
  d.touchable.clear();
  if (d.bodies.empty()) {
    for (std::size_t i = 0; i < a.size(); ++i) d.touchable.end_row();
    return;
  }
  const double others = largest_travel(d);
  d.travel.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Proposal& p = d.proposals[i];
    d.travel[i] = others + (p.broken ? 0 : norm(Vec2{p.x - a.x[i], p.y - a.y[i]}));
    // A push may carry it along: as far as the wall goes, and off it.
    if (others > 0) d.travel[i] += others + 2 * a.radius[i];
  }
  d.environment.bodies_near({0, a.size()}, d.travel, d.touchable);
}

void tell_contacts(Data& d) {
  d.meetings.clear();
  meet_agents(d);
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    for (const std::uint32_t k : d.touchable.bodies_of(i)) meet_body(d, i, d.bodies[k]);
  }
  std::sort(d.meetings.begin(), d.meetings.end(), [](const Meeting& p, const Meeting& q) { return p.who < q.who; });

  // Both lists are sorted; what we knew may differ from the start of this step when somebody jumped or left.
  d.new_contacts.clear();
  auto known = d.contacts.begin();
  const auto ended_between_steps = [&](const Contact& c) { tell(d, c, EventKind::contact_end, 0); };
  for (const Meeting& m : d.meetings) {
    while (known != d.contacts.end() && *known < m.who) ended_between_steps(*known++);
    const bool was = known != d.contacts.end() && *known == m.who;
    if (was) ++known;
    if (was && !m.before) ended_between_steps(m.who);
    if (!was && m.before) tell(d, m.who, EventKind::contact_begin, 0);
    if (m.begin >= 0) tell(d, m.who, EventKind::contact_begin, m.begin);
    if (m.end >= 0) tell(d, m.who, EventKind::contact_end, m.end);
    if (m.after) d.new_contacts.push_back(m.who);
  }
  while (known != d.contacts.end()) ended_between_steps(*known++);
  std::swap(d.contacts, d.new_contacts);
}

void tell_crossings(Data& d) {
  const AgentColumns& a = d.agents;
  if (d.rows_changed) d.environment.forget();
  d.rows_changed = false;
  if (d.watchers == 0) return;
  d.environment.crossings({a.old_x, a.old_y, a.x, a.y, a.watch, a.floor}, d.crossings);
  for (const environment::Crossing& c : d.crossings) {
    emit(d, {.time = (static_cast<double>(d.step) + c.s) * d.settings.dt, .step = d.step, .agent = a.id[c.subject], .other = a.id[c.object], .kind = c.exit ? EventKind::exit : EventKind::enter});
  }
}

}  // namespace wend::world
