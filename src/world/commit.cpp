#include "core/det_math.hpp"
#include "core/fp_env.hpp"
#include "core/hash.hpp"
#include "world/data.hpp"
#include "world/meetings.hpp"
#include "world/settle.hpp"
#include "world/walls.hpp"
#include "world/watching.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::world {

namespace {

constexpr double patience_time = 2;  // T_s of (D14), s

double distance_to(const Data& d, std::size_t target_row, Vec2 p) {
  const Target& t = d.targets[target_row];
  return norm(planning::nearest_point({t.at, t.to, t.corners, t.floor}, p) - p);
}

bool slides(const Data& d, std::size_t row) { return model_of(d, row).traits.slides; }

double along(Vec2 velocity, double heading) {
  if (velocity == Vec2{}) return 0;
  const auto h = det_sincos(heading);
  return dot(velocity, Vec2{h.cos, h.sin});
}

// Walls cut, push and hold, hosts drive: the speed of who slides is made of what came of it. Who goes along its heading keeps the
// speed it wanted, times what a wall left of it.
void move_agents(Data& d) {
  AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < a.size(); ++i) {
    a.old_x[i] = a.x[i];
    a.old_y[i] = a.y[i];
    a.old_heading[i] = a.heading[i];
    const Proposal& p = d.proposals[i];
    if (p.broken) {
      a.speed[i] = a.turn_rate[i] = a.vx[i] = a.vy[i] = 0;
      begin_non_finite(d, i);
      const std::size_t begin = i * d.widths.state;
      std::copy_n(a.state.begin() + static_cast<std::ptrdiff_t>(begin), d.widths.state, d.next_state.begin() + static_cast<std::ptrdiff_t>(begin));
      continue;
    }
    a.x[i] = p.x;
    a.y[i] = p.y;
    a.heading[i] = p.heading;
    a.turn_rate[i] = p.turn_rate;
    a.speed[i] = p.speed;
    a.vx[i] = (a.x[i] - a.old_x[i]) / d.settings.dt;
    a.vy[i] = (a.y[i] - a.old_y[i]) / d.settings.dt;
    if (slides(d, i)) a.speed[i] = along(Vec2{a.vx[i], a.vy[i]}, a.heading[i]);
    a.plan[i] = p.plan.status;
    a.sight[i] = p.plan.sight;
    a.sight_x[i] = p.plan.looked_from.x;
    a.sight_y[i] = p.plan.looked_from.y;
    a.sight_of[i] = p.plan.looked_at;
    a.sight_among[i] = a.planner[i] != 0 ? d.plans.geometry : 0;
    a.ordered[i] = p.place.of;
    a.place_x[i] = p.place.offset.x;
    a.place_y[i] = p.place.offset.y;
    a.posture[i] = p.posture;
    a.way_out_x[i] = p.way_out.x;
    a.way_out_y[i] = p.way_out.y;
  }
  std::swap(a.state, d.next_state);
}

void move_others(Data& d) {
  for (Body& body : d.bodies) {
    body.old_a = body.a;
    body.old_b = body.b;
    if (body.moves != 0) {
      body.a = body.end_a;
      body.b = body.end_b;
      d.walls.valid = false;
    }
    body.velocity_a = (body.a - body.old_a) / d.settings.dt;
    body.velocity_b = (body.b - body.old_b) / d.settings.dt;
    body.moves = 0;
  }
  for (Target& target : d.targets) {
    target.old_at = target.at;
    if (target.moves != 0) {
      const Vec2 shift = target.end - target.at;
      target.to = target.to + shift;
      for (Vec2& corner : target.corners) corner = corner + shift;
      target.at = target.end;
    }
    target.velocity = (target.at - target.old_at) / d.settings.dt;
    target.moves = 0;
  }
}

// Local spec (51): within R_a + R_t of the target's shape. Returns the time inside the step, or a negative number.
double capture_time(const Data& d, std::size_t row, std::size_t target_row) {
  const AgentColumns& a = d.agents;
  const Target& target = d.targets[target_row];
  if (target.floor != a.floor[row]) return -1;
  if (d.proposals[row].place.of == target.id) return -1;  // it settles there: (D8)
  const double within = a.radius[row] + target.radius;
  const double now = distance_to(d, target_row, {a.x[row], a.y[row]});
  if (!(now < within)) return -1;
  const Vec2 moved = target.at - target.old_at;
  const double before = distance_to(d, target_row, Vec2{a.old_x[row], a.old_y[row]} + moved);
  const double share = before > within ? std::clamp((before - within) / (before - now), 0.0, 1.0) : 0;
  return (static_cast<double>(d.step) + share) * d.settings.dt;
}

bool may_capture(const Data& d, std::size_t row) { return d.agents.status[row] != Status::arrived && d.agents.status[row] != Status::non_finite; }

void list_open(Data& d, std::size_t row) {
  d.open_targets.clear();
  d.open_bits.clear();
  open_goals(d, row, d.open_targets, &d.open_bits);
}

// In a listed order only the first target on the agent's floor counts.
bool is_last_tested(const Data& d, std::size_t row, std::size_t k) {
  return d.agents.goal_order[row] == GoalOrder::listed && d.targets[d.open_targets[k]].floor == d.agents.floor[row];
}

// Where a target has not room for all who reach it in this step the earliest get in, ties by id. Leaves the refused in d.claims.
void refuse_captures(Data& d) {
  d.claims.clear();
  if (std::none_of(d.targets.begin(), d.targets.end(), [](const Target& t) { return t.capacity >= 0 && !t.is_full(); })) return;
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (!may_capture(d, i)) continue;
    list_open(d, i);
    for (std::size_t k = 0; k < d.open_targets.size(); ++k) {
      const std::uint32_t target = d.open_targets[k];
      const double time = d.targets[target].capacity >= 0 ? capture_time(d, i, target) : -1;
      if (time >= 0) d.claims.push_back({target, time, d.agents.id[i]});
      if (is_last_tested(d, i, k)) break;
    }
  }
  std::sort(d.claims.begin(), d.claims.end());
  d.claims.erase(std::unique(d.claims.begin(), d.claims.end()), d.claims.end());  // a target listed twice
  std::uint32_t target = Slots::nowhere;
  double room = 0;
  std::erase_if(d.claims, [&](const Claim& c) {
    if (c.target != target) room = d.targets[c.target].capacity - static_cast<double>(d.targets[c.target].taken);
    target = c.target;
    return room-- > 0;
  });
}

bool is_refused(const Data& d, std::size_t row, std::uint32_t target) {
  return std::any_of(d.claims.begin(), d.claims.end(), [&](const Claim& c) { return c.agent == d.agents.id[row] && c.target == target; });
}

void arrive(Data& d, std::size_t row, TargetId target, double time) {
  AgentColumns& a = d.agents;
  a.arrival[row] = time;
  a.target[row] = target;
  end_status(d, row, time);
  a.status[row] = Status::arrived;
  a.home_x[row] = a.x[row];
  a.home_y[row] = a.y[row];
  emit(d, {.time = time, .step = d.step, .agent = a.id[row], .other = target, .kind = EventKind::arrived});
}

// One target of the stage is enough: the first one touched.
void test_stage(Data& d, std::size_t row) {
  AgentColumns& a = d.agents;
  std::vector<std::uint32_t>& open = d.open_targets;
  std::size_t first = open.size();
  double first_time = -1;
  for (std::size_t k = 0; k < open.size(); ++k) {
    const double time = capture_time(d, row, open[k]);
    if (time >= 0 && (first == open.size() || time < first_time) && !is_refused(d, row, open[k])) first = k, first_time = time;
  }
  if (first == open.size()) return;
  const TargetId target = d.targets[open[first]].id;
  set_captured(a, row, d.open_bits[first], true);
  ++d.targets[open[first]].fresh;
  if (!has_stage(d, row)) return arrive(d, row, target, first_time);
  emit(d, {.time = first_time, .step = d.step, .agent = a.id[row], .other = target, .kind = EventKind::captured});
}

void test_captures(Data& d, std::size_t row) {
  AgentColumns& a = d.agents;
  if (!may_capture(d, row)) return;
  list_open(d, row);
  if (a.goal_order[row] == GoalOrder::any) return test_stage(d, row);
  const std::vector<std::uint32_t>&open = d.open_targets, &bits = d.open_bits;
  std::size_t caught = 0, last = 0;
  double last_time = -1;
  const auto capture = [&](std::size_t k, double time) {
    emit(d, {.time = time, .step = d.step, .agent = a.id[row], .other = d.targets[open[k]].id, .kind = EventKind::captured});
  };
  for (std::size_t k = 0; k < open.size(); ++k) {
    const double time = capture_time(d, row, open[k]);
    if (time >= 0 && !is_refused(d, row, open[k])) {
      set_captured(a, row, bits[k], true);
      const auto before = open.begin() + static_cast<std::ptrdiff_t>(k);
      if (std::find(open.begin(), before, open[k]) == before) ++d.targets[open[k]].fresh;
      // The latest one so far may be the last of all: its event waits.
      const bool latest = time >= last_time;
      if (caught++ > 0) capture(latest ? last : k, latest ? last_time : time);
      if (latest) last = k, last_time = time;
    }
    if (is_last_tested(d, row, k)) break;
  }
  if (caught == 0) return;
  if (caught < open.size()) return capture(last, last_time);
  arrive(d, row, d.targets[open[last]].id, last_time);
}

// Local spec (D8): an agent that found its place in its group has arrived.
void settle(Data& d, std::size_t row) {
  const Proposal& p = d.proposals[row];
  const auto target = d.target_slots.find(p.place.of);
  if (!p.settled || !target || !may_capture(d, row)) return;
  mark_goal(d, row, p.place.of, true);
  ++d.targets[*target].fresh;
  arrive(d, row, p.place.of, d.time());
}

void remember_position(Data& d, std::size_t row, bool& stuck) {
  AgentColumns& a = d.agents;
  const std::uint64_t now = d.step + 1;
  stuck = a.status[row] == Status::stuck || a.status[row] == Status::waiting;
  if (now % d.history_stride != 0) return;
  const std::size_t slot = row * d.widths.history + static_cast<std::size_t>((now / d.history_stride) % d.widths.history);
  if (a.history_count[row] >= d.widths.history) {
    const Vec2 moved = Vec2{a.x[row], a.y[row]} - Vec2{a.history_x[slot], a.history_y[slot]};
    stuck = norm(moved) < 0.5 * a.top_speed[row];  // local spec (52)
  } else {
    stuck = false;
  }
  a.history_x[slot] = a.x[row];
  a.history_y[slot] = a.y[row];
  ++a.history_count[row];
}

bool orbits(Data& d, std::size_t row, const Proposal& proposal) {
  AgentColumns& a = d.agents;
  const auto target_row = d.target_slots.find(proposal.target);
  if (!target_row || a.directed[row] != 0) return false;
  if (proposal.plan.status != PlanStatus::direct) {  // on a way round: it may come no nearer for long
    a.target[row] = {};
    return false;
  }
  const double distance = distance_to(d, *target_row, {a.x[row], a.y[row]});
  if (a.target[row] != proposal.target || distance < a.best_distance[row]) {
    a.best_distance[row] = distance;
    a.best_step[row] = d.step;
  }
  a.target[row] = proposal.target;
  const ModelEntry& model = d.models[a.model[row]];
  const double close = std::max(1.5, 3 * d.types[model.type]->turning_radius(model.params, physique_of(d, row)));
  return distance < close && static_cast<double>(d.step - a.best_step[row]) * d.settings.dt >= 10;  // local spec (53)
}

void update_status(Data& d, std::size_t row) {
  AgentColumns& a = d.agents;
  bool stuck = false;
  remember_position(d, row, stuck);
  if (a.status[row] == Status::arrived || a.status[row] == Status::non_finite) return;
  const Proposal& proposal = d.proposals[row];
  const bool orbiting = orbits(d, row, proposal);
  if (orbiting && norm(Vec2{a.vx[row], a.vy[row]}) >= 0.5 * a.top_speed[row]) stuck = false;  // a small circle, walked briskly: (53)
  const bool held = stuck && !proposal.idle && !proposal.lost && !proposal.blocked;
  a.held_for[row] = held ? proposal.held_for : 0;  // (D13)
  const bool waits = held && a.held_for[row] <= patience_time;
  Status next = held ? waits ? Status::waiting : Status::stuck : orbiting ? Status::orbit : Status::moving;
  if (proposal.blocked) next = Status::blocked;
  if (d.collides[row] != 0) next = Status::collision;
  if (proposal.lost) next = Status::lost;
  if (proposal.idle) next = Status::idle;
  if (next == a.status[row]) return;
  if (next == Status::idle) a.home_x[row] = a.x[row], a.home_y[row] = a.y[row];
  const double now = static_cast<double>(d.step + 1) * d.settings.dt;
  end_status(d, row, now);
  a.status[row] = next;
  if (next != Status::moving) emit(d, {.time = now, .step = d.step, .agent = a.id[row], .kind = EventKind::status_begin, .status = next});
}

// Who does not mind others and touched somebody or something in this step: human spec (h.16).
void find_collisions(Data& d) {
  std::fill(d.collides.begin(), d.collides.end(), std::uint8_t{0});
  const auto mark = [&](AgentId id) {
    if (const auto row = d.agent_slots.find(id)) d.collides[*row] = d.obeys[*row] == 0 && d.agents.driven[*row] == 0 ? 1 : 0;
  };
  for (const Meeting& m : d.meetings) {
    mark(m.who.agent);
    if (const AgentId other = m.who.other.agent()) mark(other);
  }
}

bool leaves(const Data& d, std::size_t row) { return d.agents.status[row] == Status::arrived && d.agents.on_arrival[row] == OnArrival::remove; }

void announce_leaving(Data& d) {
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (!leaves(d, i)) continue;
    emit(d, {.time = d.agents.arrival[i], .step = d.step, .agent = d.agents.id[i], .kind = EventKind::left});
    exits_of_leaver(d, i);
  }
}

void remove_those_who_leave(Data& d) {
  for (std::size_t i = d.agents.size(); i-- > 0;) {
    if (!leaves(d, i)) continue;
    d.watchers -= d.agents.watch[i] >= 0 ? 1u : 0u;
    d.rows_changed = true;
    remove_agent_row(d, i);
  }
}

void publish_events(Data& d) {
  for (Event& event : d.pending) {
    if (const auto row = d.agent_slots.find(event.agent)) event.at = {d.agents.x[*row], d.agents.y[*row], 0};
  }
  std::sort(d.pending.begin(), d.pending.end(), [](const Event& p, const Event& q) {
    if (p.time != q.time) return p.time < q.time;
    if (p.kind != q.kind) return p.kind < q.kind;
    if (p.agent != q.agent) return p.agent < q.agent;
    if (p.other != q.other) return p.other < q.other;
    return p.status < q.status;
  });
  for (const Event& event : d.pending) d.events_hash = mix(d.events_hash, hash_of(event));
  const std::size_t most = d.settings.max_events;
  const std::size_t together = d.events.size() + d.pending.size();
  if (together > most) {
    const std::size_t drop = std::min(d.events.size(), together - most);
    d.events.erase(d.events.begin(), d.events.begin() + static_cast<std::ptrdiff_t>(drop));
    d.events_dropped += drop;
  }
  d.step_events_begin = d.events.size();
  const std::size_t kept = std::min(d.pending.size(), most);
  d.events_dropped += d.pending.size() - kept;
  d.events.insert(d.events.end(), d.pending.begin(), d.pending.begin() + static_cast<std::ptrdiff_t>(kept));
  d.pending.clear();
}

}  // namespace

void commit(Data& d, TaskRunner&) {
  if (!d.steered) return;
  const FpEnv env;
  const Stopwatch watch(d, d.times.commit);
  tell_noted(d);
  find_touchable(d);
  keep_apart(d);
  move_agents(d);
  move_others(d);
  refuse_captures(d);
  for (std::size_t i = 0; i < d.agents.size(); ++i) test_captures(d, i), settle(d, i);
  send_back_strays(d);
  for (Target& target : d.targets) target.taken += std::exchange(target.fresh, 0);
  tell_contacts(d);
  find_collisions(d);
  for (std::size_t i = 0; i < d.agents.size(); ++i) update_status(d, i);
  tell_crossings(d);
  announce_leaving(d);
  publish_events(d);
  remove_those_who_leave(d);
  remove_own_targets(d);
  ++d.step;
  d.steered = false;
}

}  // namespace wend::world
