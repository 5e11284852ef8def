#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/ensure.hpp"
#include "core/fp_env.hpp"
#include "core/hash.hpp"
#include "steering/safety.hpp"
#include "steering/sight.hpp"
#include "steering/standing.hpp"
#include "world/doors.hpp"
#include "world/look.hpp"
#include "world/plan_step.hpp"
#include "world/settle.hpp"
#include "world/slide.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::world {

namespace {

bool goes_by_script(const Body& body) { return body.motion == BodyMotion::scripted && body.moves != 0; }

}  // namespace

Physique physique_of(const Data& d, std::size_t row) {
  return {.radius = d.agents.radius[row], .top_speed = d.agents.top_speed[row], .dt = d.settings.dt};
}

Neighbour relative(const Neighbour& absolute, Vec2 from, double own_radius) {
  Neighbour n = absolute;
  n.a = absolute.a - from;
  n.b = absolute.b - from;
  n.nearest = absolute.a == absolute.b ? n.a : nearest_on_segment({}, n.a, n.b).point;
  n.distance = norm(n.nearest);
  n.clearance = n.distance - absolute.radius - own_radius;
  return n;
}

Neighbour agent_as_neighbour(const Data& d, std::size_t j) {
  const AgentColumns& a = d.agents;
  Neighbour n;
  n.a = n.b = {a.x[j], a.y[j]};
  n.velocity = {a.vx[j], a.vy[j]};
  n.radius = a.radius[j];
  n.id = a.id[j].bits();
  n.klass = a.klass[j];
  n.kind = BodyKind::agent;
  n.conduct = d.obeys[j] != 0 ? Conduct::obeying : Conduct::moving;
  n.facing = d.facing[j];
  n.share = d.share[j];
  n.stands = (a.status[j] == Status::arrived && a.on_arrival[j] != OnArrival::go_on) || a.status[j] == Status::lost || a.status[j] == Status::blocked || has_no_goal(d, j);
  n.steps_aside = d.steps_aside[j] != 0;
  n.settling = (a.posture[j] & posture_settling) != 0;
  n.makes_room = (a.posture[j] & posture_makes_room) != 0;
  n.way_out = {a.way_out_x[j], a.way_out_y[j]};
  n.held_for = a.held_for[j];
  return n;
}

Neighbour body_as_neighbour(const Data& d, std::size_t b, Vec2 seen_from) {
  const Body& body = d.bodies[b];
  Neighbour n;
  n.a = body.a;
  n.b = body.b;
  n.radius = body.radius;
  n.id = body.id;
  n.klass = body.klass;
  n.kind = body.kind;
  if (body.motion != BodyMotion::fixed) {
    n.conduct = Conduct::moving;
    // Local spec (29): a script says where it goes, a host only where it went.
    const bool known = goes_by_script(body);
    const Vec2 va = known ? (body.end_a - body.a) / d.settings.dt : body.velocity_a;
    const Vec2 vb = known ? (body.end_b - body.b) / d.settings.dt : body.velocity_b;
    const double along = nearest_on_segment(seen_from, body.a, body.b).along;
    n.velocity = va + along * (vb - va);
  }
  return n;
}

namespace {

constexpr std::size_t chunk = 256;  // the same chunks on any number of threads

std::span<const double> categories_of(const Data& d, std::size_t row) { return d.categories[model_of(d, row).type]; }

Vec2 direction_of(double heading) {
  const auto sc = det_sincos(heading);
  return {sc.cos, sc.sin};
}

// Environment and predicates are exact within this range: twice that of the public coordinates. False for NaN.
bool in_range(double x, double y) { return std::abs(x) <= 2e7 && std::abs(y) <= 2e7; }

// An agent that became non-finite goes back to its last good pose and stays there: it must not reach the others.
void freeze_broken(Data& d) {
  AgentColumns& a = d.agents;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double sum = a.x[i] + a.y[i] + a.heading[i] + a.turn_rate[i] + a.speed[i] + a.vx[i] + a.vy[i];
    if (std::isfinite(sum) && in_range(a.x[i], a.y[i]) && a.status[i] != Status::non_finite) continue;
    begin_non_finite(d, i);
    if (!in_range(a.old_x[i], a.old_y[i])) a.old_x[i] = a.old_y[i] = 0;  // only a damaged file has that
    if (!in_range(a.x[i], a.y[i])) a.x[i] = a.old_x[i], a.y[i] = a.old_y[i];
    if (!std::isfinite(a.heading[i])) a.heading[i] = a.old_heading[i];
    a.turn_rate[i] = a.speed[i] = a.vx[i] = a.vy[i] = 0;
  }
}

Route route_of(const AgentColumns& a, std::size_t row) {
  if (a.directed[row] != 0) return {};
  const TargetId wanted = a.plan[row] == PlanStatus::direct ? a.target[row] : a.sight_of[row];  // the latter: on the way of a planner
  Route route{.goal = wanted.bits()};
  const std::vector<TargetId>& goals = a.goals[row];
  if (a.goal_order[row] != GoalOrder::listed || goals.size() < 2) return route;
  const auto k = static_cast<std::size_t>(std::find(goals.begin(), goals.end(), wanted) - goals.begin());
  if (k > 0 && k < goals.size()) route.before = goals[k - 1].bits();
  if (k + 1 < goals.size()) route.after = goals[k + 1].bits();
  return route;
}

// Both go to the same target, or one is a stage ahead of the other on the same way: local spec (C33).
bool are_companions(const Route& i, const Route& j) {
  if (i.goal == 0 || j.goal == 0) return false;
  return i.goal == j.goal || (j.goal == i.after && j.before == i.goal) || (i.goal == j.after && i.before == j.goal);
}

void prepare(Data& d) {
  AgentColumns& a = d.agents;
  d.capsules.clear();
  for (const Body& body : d.bodies) d.capsules.push_back(capsule_of(body));
  d.places.clear();
  for (const Target& target : d.targets) d.places.push_back({target.at, target.to, target.corners, target.floor});

  // Somebody whose top speed was lowered still moves as fast as he did.
  d.fastest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    d.fastest = std::max(d.fastest, a.top_speed[i]);
    if (a.driven[i] == 0) d.fastest = std::max(d.fastest, std::abs(a.speed[i]));  // a host's jump is no speed
    if (a.driven[i] == 0 && model_of(d, i).traits.slides) d.fastest = std::max(d.fastest, norm(Vec2{a.vx[i], a.vy[i]}));
  }
  const double bound_reach = 2 * d.fastest * d.settings.dt;  // local spec (39), with v_yield = v_max
  d.sense.resize(a.size());
  d.reach.resize(a.size());
  d.obeys.resize(a.size());
  d.collides.resize(a.size());
  d.slides.resize(a.size());
  d.share.resize(a.size());
  d.facing.resize(a.size());
  d.routes.resize(a.size());
  d.steps_aside.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ModelTraits& traits = model_of(d, i).traits;
    d.sense[i] = type_of(d, i).sense_range({params_of(d, i), state_of(d, i), categories_of(d, i), physique_of(d, i)});
    d.reach[i] = std::min(std::max(d.sense[i], bound_reach), 1e8);
    d.obeys[i] = a.driven[i] == 0 && traits.obeys ? 1 : 0;
    d.slides[i] = traits.slides ? 1 : 0;
    d.share[i] = d.obeys[i] != 0 && d.slides[i] != 0 ? traits.shares : 0;
    d.facing[i] = direction_of(a.heading[i]);
    d.steps_aside[i] = d.obeys[i] != 0 && traits.steps_aside ? 1 : 0;
    d.routes[i] = route_of(a, i);
    // Room for captures of later targets, so that a step need not allocate.
    if (a.goal_order[i] == GoalOrder::all && d.target_slots.row.size() > 64) a.captured_beyond[i].reserve(d.target_slots.row.size() / 64 + 1);
  }
  list_movers(d);
  find_groups(d);
  d.proposals.resize(a.size());
  // Room for what a step may bring, so that it need not allocate.
  const std::size_t room = 256 + a.size() / 8;
  d.pending.reserve(room);
  d.contacts.reserve(room);
  d.new_contacts.reserve(room);
  d.meetings.reserve(room);
  d.claims.reserve(room);
  d.touches.reserve(room);
  d.crossings.reserve(room);
  d.touchable.bodies.reserve(4 * room);
  d.movers.reserve(room);
  if (d.events.capacity() < d.events.size() + room) d.events.reserve(2 * d.events.size() + 4 * room);
  d.next_state.resize(a.state.size());
}

// Human spec (h.19): the parabola through the samples at the beginning, the middle and the end of the step.
Path parabola(Vec2 begin, Vec2 half, Vec2 end, double dt) {
  return {(-3 * begin + 4 * half - end) / dt, (2 * begin - 4 * half + 2 * end) / (dt * dt)};
}

Track track_of(const Data& d, const Body& body) {
  if (body.motion == BodyMotion::fixed) return {};
  if (!goes_by_script(body)) return {{body.velocity_a, {}}, {body.velocity_b, {}}};
  return {parabola(body.a, body.half_a, body.end_a, d.settings.dt), parabola(body.b, body.half_b, body.end_b, d.settings.dt)};
}

Path path_of(const Data& d, const Target& target) {
  return target.moves != 0 ? parabola(target.at, target.half, target.end, d.settings.dt) : Path{target.velocity, {}};
}

// Fills scratch.sensed (what the model sees), scratch.hidden (near, but behind a wall) and scratch.others (what only the
// safety bound must know).
void gather(const Data& d, std::size_t row, std::size_t k, Scratch& scratch) {
  const AgentColumns& a = d.agents;
  const Vec2 from{a.x[row], a.y[row]};
  scratch.sensed.clear();
  scratch.hidden.clear();
  scratch.hidden.reserve(scratch.sensed.capacity());
  scratch.others.clear();
  scratch.tracks.clear();
  const bool tracks = model_of(d, row).traits.looks_inside_steps;
  // Answers whether the model sees it.
  const auto take = [&](const Neighbour& absolute, bool seen) {
    const Neighbour n = relative(absolute, from, a.radius[row]);
    const bool near = n.clearance <= d.sense[row];
    (!near ? scratch.others : seen ? scratch.sensed : scratch.hidden).push_back(n);
    return near && seen;
  };
  const auto agents = scratch.near.agents_of(k), bodies = scratch.near.bodies_of(k);
  const auto seen_agents = scratch.seen.agents_of(k), seen_bodies = scratch.seen.bodies_of(k);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    Neighbour n = agent_as_neighbour(d, agents[i]);
    n.companion = are_companions(d.routes[row], d.routes[agents[i]]);
    n.same_group = d.group_of[row] != no_group && d.group_of[row] == d.group_of[agents[i]];
    if (take(n, seen_agents[i] != 0) && tracks) scratch.tracks.push_back({{n.velocity, {}}, {n.velocity, {}}});
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (take(body_as_neighbour(d, bodies[i], from), seen_bodies[i] != 0) && tracks) scratch.tracks.push_back(track_of(d, d.bodies[bodies[i]]));
  }
  if (d.shuffle_neighbours) {
    Rng rng = Rng::stream(d.settings.seed, Purpose::test, a.born[row], d.step);
    for (std::size_t i = scratch.sensed.size(); i > 1; --i) {
      const auto other = static_cast<std::size_t>(rng.below(i));
      std::swap(scratch.sensed[i - 1], scratch.sensed[other]);
      if (tracks) std::swap(scratch.tracks[i - 1], scratch.tracks[other]);
    }
  }
}

// A of (D13): how long no agent ahead has moved, if this agent is held up at the end of the step.
double held_for(const Data& d, std::size_t row, const View& view, const Scratch& scratch) {
  const double age = d.agents.held_for[row];
  double hope = std::numeric_limits<double>::infinity();
  if (age > 0 && view.has_goal) {  // an age of 0 is the least already
    const Vec2 e = direction_of(view.goal_angle);
    for (const Neighbour& n : scratch.sensed) {
      const bool ahead = n.kind == BodyKind::agent && !n.stands && n.clearance <= 1.2 * view.radius && dot(n.a, e) > 0;
      if (ahead) hope = std::min(hope, n.held_for);
    }
  }
  return steering::held_age(true, age, hope, d.settings.dt);
}

// What the agent knows of itself and its goal; bodies are added by look().
View self_view(const Data& d, std::size_t row, const planning::Answer& goal, const PlanAnswer& plan, Scratch& scratch, Proposal& proposal) {
  const AgentColumns& a = d.agents;
  View view;
  view.dt = d.settings.dt;
  view.step = d.step;
  view.heading = a.heading[row];
  view.turn_rate = a.turn_rate[row];
  view.speed = a.speed[row];
  view.velocity = {a.vx[row], a.vy[row]};
  view.radius = a.radius[row];
  view.top_speed = a.top_speed[row];
  view.forward = d.facing[row];
  view.left = {-view.forward.y, view.forward.x};
  view.categories = categories_of(d, row);
  view.params = params_of(d, row);
  view.random = Rng::stream(d.settings.seed, Purpose::heading_noise, a.born[row], d.step);

  const bool done = a.status[row] == Status::arrived && a.on_arrival[row] != OnArrival::go_on;
  if (a.directed[row] != 0) {
    view.has_goal = true;
    view.goal_angle = a.direction[row];
    view.goal_direction = direction_of(view.goal_angle);
  } else if (goal.place != planning::Answer::none) {
    const Target& target = d.targets[goal.place];
    view.has_goal = true;
    view.goal_distance = goal.distance;
    view.goal_angle = goal.distance < steering::coincident ? view.heading : det_atan2(goal.offset.y, goal.offset.x);
    if (goal.distance >= steering::coincident) view.goal_direction = goal.offset / goal.distance;
    view.goal_velocity = target.moves != 0 ? (target.end - target.at) / d.settings.dt : target.velocity;
    view.goal_offset = goal.offset;
    const bool straight = target.shape != TargetShape::polygon;
    const Vec2 here{a.x[row], a.y[row]};
    view.goal_a = straight ? target.at - here : goal.offset;
    view.goal_b = straight ? target.to - here : goal.offset;
    view.goal_path = path_of(d, target);
    view.approaches = scratch.goals.size() <= 1 && target.shape == TargetShape::point;
    proposal.target = target.id;
    if (follows_field(plan)) {  // a direction and no distance: planning spec, section 1
      view.goal_angle = det_atan2(plan.direction.y, plan.direction.x);
      view.goal_direction = direction_or(plan.direction, {});
      view.goal_distance = std::numeric_limits<double>::infinity();
      view.goal_velocity = {};
      view.approaches = false;
    }
  }
  proposal.plan = plan;
  proposal.blocked = !done && view.has_goal && plan.status == PlanStatus::unreachable;
  proposal.goal_distance = goal.distance;
  proposal.idle = !done && has_no_goal(d, row);
  proposal.lost = !done && !view.has_goal && !proposal.idle;
  proposal.place = d.berths[row];
  const Vec2 here{a.x[row], a.y[row]};
  if (done || proposal.idle) view.home = Vec2{a.home_x[row], a.home_y[row]} - here;
  if (!follows_field(plan)) view.settlement = settlement_of(d, row, goal.place);
  if (view.settlement.applies && view.has_goal) {  // to its own place instead of the target
    view.goal_offset = view.goal_a = view.goal_b = view.settlement.place;
    view.goal_distance = norm(view.settlement.place);
    view.goal_angle = view.goal_distance < steering::coincident ? view.heading : det_atan2(view.goal_offset.y, view.goal_offset.x);
    view.goal_direction = view.goal_distance < steering::coincident ? Vec2{} : view.goal_offset / view.goal_distance;
  }
  proposal.held_for = held_for(d, row, view, scratch);
  view.halted = done || !view.has_goal || proposal.blocked;
  if (a.directed[row] == 0 && !follows_field(plan)) view.goals = scratch.goals;
  return view;
}

double bounded_speed(const Scratch& scratch, const Motion& motion, Vec2 h, double speed, double dt, double radius, double top_speed, double fastest) {
  if (motion.safety == Safety::off) return speed;
  speed = std::clamp(speed, -fastest, fastest);  // the near set reaches no farther
  steering::SafetyBound bound(h, dt, motion.safety == Safety::yield, motion.yield_time);
  for (const auto* list : {&scratch.sensed, &scratch.hidden, &scratch.others}) {
    for (const Neighbour& n : *list) {
      if (n.distance < steering::coincident) continue;
      if (!steering::bounds_each_other(n.kind, n.clearance, n.radius + radius)) continue;
      bound.add(n.conduct, n.clearance, n.nearest / n.distance, n.velocity);
    }
  }
  return bound.bounded(speed, top_speed, top_speed);
}

std::span<std::byte> model_scratch(const SteeringModel& model, std::size_t bodies, Scratch& scratch) {
  const std::size_t doubles = (model.scratch_bytes(bodies) + sizeof(double) - 1) / sizeof(double);
  if (scratch.memory.size() < doubles) scratch.memory.resize(doubles);
  return std::as_writable_bytes(std::span(scratch.memory));
}

// One agent through the whole step: decide, turn, bound the speed, propose.
void steer_agent(Data& d, std::size_t row, std::size_t k, const planning::Answer& goal, const PlanAnswer& plan, Scratch& scratch) {
  const AgentColumns& a = d.agents;
  const SteeringModel& model = type_of(d, row);
  const double dt = d.settings.dt;
  const Vec2 start{a.x[row], a.y[row]};
  Proposal& proposal = d.proposals[row];
  proposal = {};
  proposal.x = start.x;
  proposal.y = start.y;
  proposal.heading = a.heading[row];
  const auto next_state = std::span(d.next_state).subspan(row * d.widths.state, d.widths.state);
  std::copy_n(a.state.begin() + static_cast<std::ptrdiff_t>(row * d.widths.state), d.widths.state, next_state.begin());

  gather(d, row, k, scratch);
  if (a.status[row] == Status::non_finite) return;
  View view = self_view(d, row, goal, plan, scratch, proposal);
  view.bodies = scratch.sensed;
  view.tracks = scratch.tracks;
  view.hidden = scratch.hidden;
  view.state = state_of(std::as_const(d), row);
  view.scratch = model_scratch(model, scratch.sensed.size(), scratch);
  Motion motion = model.steer(view, next_state.first(model.state_size()));
  if (motion.forward != Vec2{}) motion.heading = det_atan2(motion.forward.y, motion.forward.x);

  // Looked at before the bound, whose minima and maxima would swallow a NaN.
  proposal.broken = !std::isfinite(motion.heading) || !std::isfinite(motion.turn_rate) || !std::isfinite(motion.speed) || !is_finite(motion.displacement);
  for (double number : next_state) proposal.broken = proposal.broken || !std::isfinite(number);
  if (proposal.broken) return;

  // The bound holds for the whole step, from the picture everybody shares. A model that integrated its own path has it applied to
  // the chord, speed only: human spec, section 4.
  proposal.blocked = proposal.blocked || motion.blocked;
  proposal.heading = motion.heading;
  proposal.turn_rate = motion.turn_rate;
  Vec2 h = direction_of(motion.heading);
  if (motion.safety == Safety::slide) {
    const Slid slid = slide(d, row, motion, h, scratch);
    const Vec2 velocity = slid.velocity;
    proposal.settled = motion.settled;
    proposal.posture = static_cast<std::uint8_t>((motion.settling ? posture_settling : 0) | (slid.makes_room ? posture_makes_room : 0));
    proposal.way_out = slid.way_out;
    proposal.x = start.x + dt * velocity.x;
    proposal.y = start.y + dt * velocity.y;
    proposal.speed = dot(velocity, h);
    proposal.broken = !in_range(proposal.x, proposal.y);
    return;
  }
  double speed = motion.speed;
  const Vec2 end = start + motion.displacement;
  if (motion.displaced) {
    speed = norm(end - start) / dt;
    h = direction_or(end - start, h);
  }
  const double bounded = bounded_speed(scratch, motion, h, speed, dt, a.radius[row], a.top_speed[row], d.fastest);
  const bool as_wanted = motion.displaced && bounded == speed;
  proposal.x = as_wanted ? end.x : start.x + dt * bounded * h.x;  // local spec (50)
  proposal.y = as_wanted ? end.y : start.y + dt * bounded * h.y;
  proposal.speed = as_wanted ? motion.speed : motion.displaced && motion.speed < 0 ? -bounded : bounded;
  proposal.broken = !in_range(proposal.x, proposal.y);
}

// Who is near each agent of the chunk, and which of them does it see?
void look_around(const Data& d, Range rows, Scratch& scratch) {
  d.environment.near(rows, d.reach, scratch.near);
  d.environment.perceive(rows, d.reach, d.settings.perception, scratch.near, scratch.seen, scratch.walls);
}

// The open targets of one agent as a model sees them.
void list_goals(const Data& d, const planning::Question& question, Scratch& scratch) {
  scratch.goals.clear();
  for (std::uint32_t k : question.open) {
    const Target& target = d.targets[k];
    const Vec2 offset = planning::nearest_point(d.places[k], question.at) - question.at;
    scratch.goals.push_back({offset, norm(offset), target.velocity, target.id.bits()});
  }
}

}  // namespace

void steer(Data& d, TaskRunner& runner) {
  const FpEnv env;
  Stopwatch watch(d, d.times.prepare);
  if (!d.steered) d.pending.clear();
  freeze_broken(d);
  shut_waiting_doors(d);
  prepare(d);
  const AgentColumns& a = d.agents;
  d.environment.look({a.x, a.y, a.radius, a.floor, d.capsules}, d.reach);
  if (d.scratch.size() < runner.workers()) d.scratch.resize(runner.workers());
  watch.next(d.times.plan);
  (void)find_plans(d, runner, {});  // an agent without a way stands still and gets a status
  watch.next(d.times.steer);

  runner.for_chunks(a.size(), chunk, [&](Range rows, std::size_t worker) {
    const FpEnv worker_env;
    Scratch& scratch = d.scratch[worker];
    choose_targets(d, rows, scratch);               // 1 planning
    choose_ways(d, rows, scratch);
    look_around(d, rows, scratch);                  // 2 environment
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const std::size_t k = i - rows.begin;
      list_goals(d, scratch.questions[k], scratch);
      steer_agent(d, i, k, scratch.answers[k], scratch.plans[k], scratch);  // 3 steering
    }
  });
  d.steered = true;
}

Data looking_copy(const Data& d) {
  Data copy;
  copy.settings = d.settings;
  copy.step = d.step;
  copy.agents = d.agents;
  copy.bodies = d.bodies;
  copy.targets = d.targets;
  copy.agent_slots = d.agent_slots;
  copy.body_slots = d.body_slots;
  copy.target_slots = d.target_slots;
  copy.classes = d.classes;
  copy.models = d.models;
  copy.types = d.types;
  copy.categories = d.categories;
  copy.widths = d.widths;
  copy.history_stride = d.history_stride;
  copy.planners = d.planners;
  copy.plans = copy_of(d.plans);
  freeze_broken(copy);
  shut_waiting_doors(copy);
  prepare(copy);
  return copy;
}

Look::Look(const Data& d, std::size_t of) : row(of) {
  const FpEnv env;
  data = planned_copy(d);
  const AgentColumns& a = data.agents;
  data.environment.look({a.x, a.y, a.radius, a.floor, data.capsules}, data.reach);
  const Range rows{row, row + 1};
  choose_targets(data, rows, scratch);
  choose_ways(data, rows, scratch);
  look_around(data, rows, scratch);
  list_goals(data, scratch.questions[0], scratch);
  gather(data, row, 0, scratch);
  Proposal proposal;
  view = self_view(data, row, scratch.answers[0], scratch.plans[0], scratch, proposal);
  model = &type_of(data, row);
  view.bodies = scratch.sensed;
  view.tracks = scratch.tracks;
  view.hidden = scratch.hidden;
  view.state = state_of(std::as_const(data), row);
  view.scratch = model_scratch(*model, scratch.sensed.size(), scratch);
}

Decision explain(const Data& d, std::size_t row) {
  const FpEnv env;
  Look look(d, row);
  return look.decision();
}

Decision Look::decision() {
  Decision decision = model->explain(view);
  if (!model_of(data, row).traits.slides) return decision;
  std::vector<double> state(view.state.begin(), view.state.end());
  const Motion motion = model->steer(view, state);
  const Slid walked = slide(data, row, motion, direction_of(motion.heading), scratch);
  decision.sliding = SlidingDecision{.wished = scratch.programme.wish,
                                     .walked = walked.velocity,
                                     .given_way = walked.violation,
                                     .half_planes = static_cast<std::uint32_t>(scratch.programme.hard.size()),
                                     .soft_half_planes = static_cast<std::uint32_t>(scratch.programme.soft.size())};
  return decision;
}

}  // namespace wend::world
