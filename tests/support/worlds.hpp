#pragma once
#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/det_math.hpp"
#include "core/segment.hpp"

// Worlds and measurements that several tests share.

namespace wend::test {

// The error's text, empty for a good result: doctest -s asks for the message of checks that hold, too.
template <class T>
std::string error_text(const Result<T>& result) {
  return result.has_value() ? std::string() : result.error().text();
}

template <class T>
T need(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), error_text(result));
  return std::move(*result);
}
inline void need(Result<void> result) { REQUIRE_MESSAGE(result.has_value(), error_text(result)); }

// The events of the last step of one kind.
inline std::vector<Event> of_kind(const World& world, EventKind kind) {
  std::vector<Event> found;
  for (const Event& e : world.step_events()) {
    if (e.kind == kind) found.push_back(e);
  }
  return found;
}

template <class F>
void for_seeds(std::uint64_t count, F&& f) {
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    f(rng);
  }
}

inline AttractorParams calm(AttractorParams p = AttractorParams::robust()) {
  p.sigma = 0;
  return p;
}

// Smallest surface clearance between agents, and between an agent and a fixed body. Looks at every pair.
struct Clearances {
  double agents = 1e300;
  double fixed_bodies = 1e300;
};

inline Clearances clearances(const World& world) {
  Clearances least;
  const auto agents = world.agents();
  const auto bodies = world.bodies();
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const Vec2 p = agents[i].at.xy();
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      if (agents[i].floor != agents[j].floor) continue;
      least.agents = std::min(least.agents, norm(agents[j].at.xy() - p) - agents[i].radius - agents[j].radius);
    }
    for (const BodyState& body : bodies) {
      if (body.motion != BodyMotion::fixed || body.open) continue;
      const Vec2 q = nearest_on_segment(p, body.at.xy(), body.to.xy()).point;
      least.fixed_bodies = std::min(least.fixed_bodies, norm(q - p) - agents[i].radius - body.radius);
    }
  }
  return least;
}

// Adds an agent if it would touch nobody and no body; says whether it did.
inline bool add_if_free(World& world, const AgentSpec& spec, double room = 0.01) {
  for (const AgentState& other : world.agents()) {
    if (norm(other.at.xy() - spec.at.xy()) < other.radius + spec.radius + room) return false;
  }
  for (const BodyState& body : world.bodies()) {
    const Vec2 q = nearest_on_segment(spec.at.xy(), body.at.xy(), body.to.xy()).point;
    if (norm(q - spec.at.xy()) < body.radius + spec.radius + room) return false;
  }
  return world.add_agent(spec).has_value();
}

// Adds an agent even where another one is: a host may teleport as it likes.
inline AgentId add_on_top(World& world, AgentSpec spec, std::span<const TargetId> goals = {}) {
  if (auto id = world.add_agent(spec, goals)) return *id;
  const Vec3 at = spec.at;
  spec.at = {1e5 + 20 * static_cast<double>(world.agents_added()), 1e5, 0};  // far away there is room
  const AgentId id = need(world.add_agent(spec, goals));
  need(world.teleport(id, at, spec.heading));
  if (spec.turn_rate != 0) need(world.set(id, "turn_rate", spec.turn_rate));
  return id;
}

// A bit of everything: all models, all presets, classes, walls, discs, scripted movers, a moving target, agents that leave and
// come.
struct MixedWorld {
  World world;
  double size = 20;
  std::vector<TargetId> goals;
  std::vector<ModelId> models;
  ClassId guard{};
  ObstacleId disc{}, capsule{}, host_moved{};
  WallId gate{};

  // Where the scripted things are at time t; the answer must not depend on the C library.
  Vec3 orbit(double t, double radius, double phase) const {
    return {radius * det_cos(0.3 * t + phase), radius * det_sin(0.3 * t + phase)};
  }

  void before_step() {
    const double t = world.time(), dt = world.dt(), half = t + dt / 2, end = t + dt;
    const auto moved = [&](auto id, double radius, double phase) {
      const Vec3 h = orbit(half, radius, phase), e = orbit(end, radius, phase);
      need_ok(world.apply(MoveObstacle{id, h, {h.x + 1, h.y}, e, {e.x + 1, e.y}}));
    };
    moved(disc, 0.3 * size, 0);
    moved(capsule, 0.5 * size, 2);
    moved(host_moved, 0.7 * size, 4);
    const Vec3 g0 = orbit(half, 1, 1), g1 = orbit(end, 1, 1);
    need_ok(world.apply(MoveWall{gate, g0, {g0.x, g0.y + 2}, g1, {g1.x, g1.y + 2}}));
    need_ok(world.apply(MoveTarget{goals[3], orbit(half, 0.8 * size, 3), orbit(end, 0.8 * size, 3)}));
    Rng rng = Rng::stream(world.seed(), Purpose::test, 77, world.steps());
    if (world.steps() % 4 == 3) {
      const auto everybody = world.agents();
      if (!everybody.empty()) need_ok(world.remove(everybody[rng.below(everybody.size())].id));
    }
    if (world.steps() % 5 == 2) add(rng);
  }

  void step() { before_step(), world.step(); }
  void step(TaskRunner& runner) { before_step(), world.step(runner); }

  void add(Rng& rng) {
    AgentSpec spec{.at = {rng.uniform(-size, size), rng.uniform(-size, size)},
                   .heading = rng.uniform(-3, 3),
                   .radius = rng.uniform(0.15, 0.35),
                   .top_speed = rng.uniform(0.5, 2),
                   .attributes = {{"agility", rng.uniform()}, {"lightness", rng.uniform()},
                                  {"courage", rng.uniform() < 0.5 ? courage_unset : rng.uniform()}},
                   .model = models[rng.below(models.size())],
                   .on_arrival = static_cast<OnArrival>(rng.below(3)),
                   .goal_order = static_cast<GoalOrder>(rng.below(2))};
    if (world.model_name(spec.model) != "attractor") spec.attributes.clear();
    if (rng.below(5) == 0) spec.klass = guard;
    std::vector<TargetId> list;
    for (TargetId goal : goals) {
      if (rng.below(2) == 0 && world.target(goal)) list.push_back(goal);
    }
    add_on_top(world, spec, list);  // overlaps are welcome: contacts are part of the state
  }

  static void need_ok(const Result<std::uint64_t>& r) { REQUIRE_MESSAGE(r.has_value(), r.error().text()); }
  static void need_ok(const Result<void>& r) { REQUIRE_MESSAGE(r.has_value(), r.error().text()); }
};

inline MixedWorld mixed_world(std::size_t agents, std::uint64_t seed = 7, double dt = 0.1) {
  MixedWorld m{need(World::create({.dt = dt, .seed = seed})),
               std::sqrt(static_cast<double>(agents)) * 0.9,
               {},
               {},
               {},
               {},
               {},
               {},
               {}};
  World& w = m.world;
  const double s = m.size;
  m.guard = need(w.add_class("guard", {{"d0", 2}, {"weight", 1.5}, {"competes", 1}}));
  need(w.add_class("pit", {{"d0", 0.5}, {"delta", 0.6}, {"weight", 3}}));
  m.models = {ModelId{0, 1}, need(w.add_attractor(AttractorParams::robust())), need(w.add_attractor(AttractorParams::classic())),
              need(w.add_attractor({.d0 = 0.6, .targets = TargetChoice::compete, .fatigue = true})),
              need(w.add_attractor({.turn_slowdown = 0.5, .hysteresis = true})),
              need(w.add_human({.sense = 6, .kv = 2, .sigma = 0.2})),
              need(w.add_human({.safety = true, .sense = 6, .width = HumanWidth::both, .km = 2, .margin = 0.3, .tie_break = 1e-6})),
              need(w.add_potential_field({.safety = true})), need(w.add_potential_field({.mode = PotentialFieldMode::particle}))};
  m.goals.push_back(need(w.add_target({.at = {s, 0}})));
  m.goals.push_back(need(w.add_target({.at = {-s, -3}, .to = {-s, 3}, .radius = 0.1, .shape = TargetShape::segment})));
  const std::array<Vec3, 4> square{{{-2, s - 2}, {2, s - 2}, {2, s}, {-2, s}}};
  m.goals.push_back(need(w.add_polygon_target(square)));
  m.goals.push_back(need(w.add_target({.at = m.orbit(0, 0.8 * s, 3), .radius = 0.5, .shape = TargetShape::disc})));
  for (double y : {-0.5, 0.1, 0.6}) need(w.add_obstacle({.at = {0.2 * s, y * s}, .radius = 0.6}));
  need(w.add_obstacle({.at = {-0.4 * s, 0.4 * s}, .radius = 0.8, .klass = *w.find_class("pit")}));
  need(w.add_wall({-s - 3, -s - 3}, {s + 3, -s - 3}, {.thickness = 0.1}));
  need(w.add_wall({-0.2 * s, 0.1 * s}, {-0.1 * s, 0.5 * s}));
  m.disc = need(
      w.add_obstacle({.at = m.orbit(0, 0.3 * s, 0), .radius = 0.5, .klass = m.guard, .motion = BodyMotion::scripted}));
  const Vec3 c = m.orbit(0, 0.5 * s, 2);
  m.capsule = need(
      w.add_obstacle({.at = c, .to = {c.x + 1, c.y}, .radius = 0.3, .capsule = true, .motion = BodyMotion::scripted}));
  m.host_moved = need(w.add_obstacle({.at = m.orbit(0, 0.7 * s, 4), .radius = 0.4, .motion = BodyMotion::driven}));
  const Vec3 g = m.orbit(0, 1, 1);
  m.gate = need(w.add_wall(g, {g.x, g.y + 2}, {.motion = BodyMotion::scripted}));
  Rng rng = Rng::stream(seed, Purpose::test, 1);
  for (std::size_t i = 0; i < agents; ++i) m.add(rng);
  return m;
}

}  // namespace wend::test
