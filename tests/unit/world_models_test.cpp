#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <span>
#include <vector>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// The models "human" and "potential_field" inside a world: human spec, section 4, "In a world".

namespace {

struct Checkpoint {
  double t, x, y, phi, w;
};

Vec3 polar(double d, double a) { return {d * det_cos(deg(a)), d * det_sin(deg(a))}; }

struct Walk {
  World world;
  AgentId agent;
};

// A point agent at the origin, with points to avoid.
Walk walk(Vec3 goal, std::span<const Vec3> obstacles, const HumanParams& p = {}, double speed = 1, double dt = 0.01) {
  Walk w{need(World::create({.dt = dt})), {}};
  need(w.world.add_target({.at = goal, .radius = 0.05}));
  for (const Vec3 at : obstacles) need(w.world.add_obstacle({.at = at, .radius = 0.001}));
  w.agent = need(w.world.add_agent({.at = {0, 0}, .radius = 0.05, .top_speed = speed, .model = need(w.world.add_human(p)), .goal_order = GoalOrder::all}));
  return w;
}

void check_at(Walk& w, std::span<const Checkpoint> rows, double tolerance = 1e-8) {
  for (const Checkpoint& row : rows) {
    while (w.world.time() < row.t - 1e-9) w.world.step();
    const auto s = w.world.agent(w.agent);
    REQUIRE(s);
    CAPTURE(row.t);
    CHECK(std::abs(s->at.x - row.x) < tolerance);
    CHECK(std::abs(s->at.y - row.y) < tolerance);
    CHECK(std::abs(s->heading - row.phi) < tolerance);
    CHECK(std::abs(s->turn_rate - row.w) < tolerance);
  }
}

}  // namespace

TEST_CASE("human in a world: the checkpoints of section 9") {
  const Vec3 none[1] = {};
  Walk h1 = walk(polar(4, 20), std::span(none, 0));
  const Checkpoint to_goal[] = {{0.5, 0.4991303628, 0.0228706207, 0.1209045557, 0.3639801245},
                                {1, 0.9874680308, 0.1272301731, 0.2938873810, 0.2941677507},
                                {3, 2.8144005428, 0.9370301630, 0.4352255802, -0.0207922689}};
  check_at(h1, to_goal);
  const Vec3 one[] = {polar(4, 4)};
  Walk h2 = walk({10, 0}, one);
  const Checkpoint around[] = {{1, 0.9986526576, -0.0400543341, -0.1081535666, -0.1713260555},
                               {3, 2.9558054924, -0.4454670334, -0.1860881205, 0.1268542405},
                               {8, 7.9322294866, -0.2154517883, 0.1039185879, -0.0005646442}};
  check_at(h2, around);
  const Vec3 two[] = {polar(4, -0.5), polar(4.5, 15)};
  Walk h3b = walk({9, 0}, two, HumanParams::bold());
  const Checkpoint between[] = {{3, 2.9996128759, 0.0156930184, 0.0787570868, 0.2929058131},
                                {5, 4.9548346007, 0.3839834322, -0.0078512171, -0.1964048154}};
  check_at(h3b, between);
  const Vec3 slow[] = {polar(4, 8)};
  Walk h21 = walk(polar(7, 15), slow, {}, 0.25);
  const Checkpoint slowly[] = {{8, 1.8662433860, 0.6416791094, 0.4409634326, -0.0125072980}};
  check_at(h21, slowly);
}

TEST_CASE("human in a world: larger steps are cut into RK4 substeps and give the same path") {
  const Vec3 one[] = {polar(4, 4)};
  Walk w = walk({10, 0}, one, {}, 1, 0.25);
  const Checkpoint rows[] = {{1, 0.9986526576, -0.0400543341, -0.1081535666, -0.1713260555},
                             {5, 4.9477270778, -0.5194009923, 0.0780423503, 0.0548577723}};
  check_at(w, rows);
}

TEST_CASE("human in a world: a scripted body is where it is at the stage, on the parabola of its samples") {
  for (const double dt : {0.01, 0.1}) {
    CAPTURE(dt);
    Walk w{need(World::create({.dt = dt})), {}};
    need(w.world.add_target({.at = {10, 0}, .radius = 0.05}));
    const auto mover = need(w.world.add_obstacle({.at = {4, -2}, .radius = 0.001, .motion = BodyMotion::scripted}));
    w.agent = need(w.world.add_agent({.at = {0, 0}, .radius = 0.02, .top_speed = 1, .model = need(w.world.add_human({})), .goal_order = GoalOrder::all}));
    const Checkpoint rows[] = {{2, 1.9976687498, 0.0766281051, 0.0975420229, 0.0774300998},
                               {5, 4.9456701758, 0.5991068771, 0.0206338592, -0.2285676731}};
    for (const Checkpoint& row : rows) {
      while (w.world.time() < row.t - 1e-9) {
        const double t = w.world.time(), half = t + dt / 2, end = t + dt;
        need(w.world.apply(MoveObstacle{mover, {4, -2 + 0.6 * half}, {}, {4, -2 + 0.6 * end}, {}}));
        w.world.step();
      }
      check_at(w, std::span(&row, 1));
    }
  }
}

TEST_CASE("human in a world: a body and a goal that speed up are followed within a long step as within short ones") {
  const auto state_after = [](double dt) {
    Walk w{need(World::create({.dt = dt})), {}};
    const auto goal_at = [](double t) { return Vec3{10, 0.1 * t * t}; };
    const auto body_at = [](double t) { return Vec3{4, -1.5 + 0.06 * t * t}; };
    const auto goal = need(w.world.add_target({.at = goal_at(0), .radius = 0.05}));
    const auto mover = need(w.world.add_obstacle({.at = body_at(0), .radius = 0.001, .motion = BodyMotion::scripted}));
    w.agent = need(w.world.add_agent({.at = {0, 0}, .radius = 0.02, .top_speed = 1, .model = need(w.world.add_human({})), .goal_order = GoalOrder::all}));
    while (w.world.time() < 4 - 1e-9) {
      const double half = w.world.time() + dt / 2, end = w.world.time() + dt;
      need(w.world.apply(MoveObstacle{mover, body_at(half), {}, body_at(end), {}}));
      need(w.world.apply(MoveTarget{goal, goal_at(half), goal_at(end)}));
      w.world.step();
    }
    return *w.world.agent(w.agent);
  };
  const AgentState fine = state_after(0.01), coarse = state_after(0.25);
  CHECK(std::abs(fine.at.y) > 0.1);  // it does turn
  CHECK(norm(fine.at.xy() - coarse.at.xy()) < 1e-7);
  CHECK(std::abs(fine.turn_rate - coarse.turn_rate) < 1e-7);
}

TEST_CASE("human in a world: it walks through what is dead ahead and the world says so") {
  const Vec3 ahead[] = {{4, 0}};
  Walk w = walk({10, 0}, ahead);
  bool collided = false;
  while (w.world.time() < 12 && !w.world.all_done()) {
    w.world.step();
    collided = collided || w.world.agent(w.agent)->status == Status::collision;
  }
  CHECK(collided);
  CHECK(w.world.agent(w.agent)->status == Status::arrived);
  CHECK(std::abs(w.world.agent(w.agent)->at.y) < 1e-9);
}

TEST_CASE("human in a world: safety stops it before what is dead ahead") {
  const Vec3 ahead[] = {{4, 0}};
  Walk w = walk({10, 0}, ahead, {.safety = 1});
  for (int i = 0; i < 1200; ++i) {
    w.world.step();
    REQUIRE(test::clearances(w.world).fixed_bodies >= -1e-9);
  }
  CHECK(w.world.agent(w.agent)->status == Status::stuck);
  Walk by = walk({10, 0}, ahead, {.safety = 1, .tie_break = 1e-3});
  for (int i = 0; i < 1200 && !by.world.all_done(); ++i) by.world.step();
  CHECK(by.world.agent(by.agent)->status == Status::arrived);
}

TEST_CASE("human in a world: it circles a goal it cannot reach and the world says so") {
  World world = need(World::create({.dt = 0.05}));
  need(world.add_target({.at = {0.3, 0.3}, .radius = 0.01}));
  const auto agent = need(world.add_agent({.at = {0, 0}, .radius = 0.01, .top_speed = 1, .model = need(world.add_human({})), .goal_order = GoalOrder::all}));
  while (world.time() < 60) world.step();
  CHECK(world.agent(agent)->status == Status::orbit);
  CHECK(std::abs(norm(world.agent(agent)->at.xy() - Vec2{0.3, 0.3}) - 0.209024584) < 1e-6);
}

TEST_CASE("models: who has no safety bound moves without obeying, for everybody else") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_target({.at = {50, 0}}));
  const ModelId bare = need(world.add_human({})), safe = need(world.add_human({.safety = 1}));
  const ModelId field = need(world.add_potential_field({})), safe_field = need(world.add_potential_field({.safety = 1}));
  for (const ModelId model : {bare, safe, field, safe_field, ModelId{0, 1}}) {
    need(world.add_agent({.at = {0, 2.0 * static_cast<double>(model.index)}, .model = model, .goal_order = GoalOrder::all}));
  }
  world.steer();
  const auto& d = world::Access::data(world);
  std::vector<int> obeys;
  for (const std::uint8_t o : d.obeys) obeys.push_back(o);
  CHECK(obeys == std::vector<int>{0, 1, 0, 1, 1});
  world.commit();
}

TEST_CASE("models: a mixed crowd with the safety bound does not overlap") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    World world = need(World::create({.dt = seed % 2 == 0 ? 0.25 : 0.1, .seed = seed}));
    const ModelId models[] = {ModelId{0, 1}, need(world.add_human({.safety = 1, .width = HumanWidth::both})), need(world.add_human({.safety = 1, .sigma = 0.3, .margin = 0.5})),
                              need(world.add_potential_field({.safety = 1})), need(world.add_potential_field({.mode = PotentialFieldMode::particle, .safety = 1}))};
    const TargetId east = need(world.add_target({.at = {12, 0}, .radius = 2})), west = need(world.add_target({.at = {-12, 0}, .radius = 2}));
    need(world.add_wall({-14, -5}, {14, -5}));
    need(world.add_wall({-14, 5}, {14, 5}, {.thickness = 0.1}));
    for (int i = 0; i < 5; ++i) need(world.add_obstacle({.at = {-4.0 + 2 * i, i % 2 == 0 ? 1.5 : -1.5}, .radius = 0.4}));
    Rng rng = Rng::stream(seed, Purpose::test);
    int placed = 0;
    for (int i = 0; i < 90; ++i) {
      const bool eastward = i % 2 == 0;
      AgentSpec spec{.at = {(eastward ? -1 : 1) * rng.uniform(5, 11), rng.uniform(-4.5, 4.5)}, .heading = eastward ? 0 : pi, .radius = 0.25, .top_speed = rng.uniform(0.6, 1.6)};
      spec.model = models[i % 5];
      spec.on_arrival = i % 3 == 0 ? OnArrival::stop : OnArrival::remove;
      if (!test::add_if_free(world, spec)) continue;
      ++placed;
      const TargetId goal[] = {eastward ? east : west};
      need(world.set_goals(world.agents().back().id, goal));
    }
    REQUIRE(placed > 60);
    while (world.time() < 20) {
      world.step();
      const auto least = test::clearances(world);
      REQUIRE(least.agents >= -1e-9);
      REQUIRE(least.fixed_bodies >= -1e-9);
    }
    CHECK(world.agent_count() < static_cast<std::size_t>(placed));  // some are through
  }
}

TEST_CASE("models: an agent changes its model on the way, and a snapshot knows all three") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_target({.at = {20, 0}}));
  need(world.add_obstacle({.at = {8, 0.3}, .radius = 0.3}));
  const ModelId human = need(world.add_human({.kv = 1, .bv = 1})), field = need(world.add_potential_field({}));
  const auto agent = need(world.add_agent({.at = {0, 0}, .model = human, .goal_order = GoalOrder::all}));
  for (int i = 0; i < 20; ++i) world.step();
  need(world.apply(SetAgentModel{agent, field}));
  for (int i = 0; i < 20; ++i) world.step();
  World again = need(World::create({.dt = 0.1}));
  need(again.restore(world.snapshot()));
  need(world.apply(SetAgentModel{agent, ModelId{0, 1}}));
  need(again.apply(SetAgentModel{agent, ModelId{0, 1}}));
  for (int i = 0; i < 100; ++i) {
    world.step();
    again.step();
    REQUIRE(world.hash() == again.hash());
  }
  CHECK(world.agent(agent)->at.x > 10);
}
