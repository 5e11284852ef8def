#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <limits>

#include "core/angles.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// What a host does: reads, drives agents and bodies, logs and replays, asks why.

TEST_CASE("host: pose interpolates between the last two steps, the short way round") {
  World world = need(World::create());
  need(world.add_target({.at = {-10, 0.001}}));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .heading = -3.1, .goal_order = GoalOrder::all}));
  for (int k = 0; k < 6; ++k) {
    const Pose before = *world.pose(ann, 1);
    world.step();
    CHECK(world.pose(ann, 0)->at == before.at);
    CHECK(world.pose(ann, 0)->heading == before.heading);
    CHECK(world.pose(ann, 1)->at == world.agent(ann)->at);
    CHECK(world.pose(ann, 1)->heading == doctest::Approx(world.agent(ann)->heading));
    const Pose half = *world.pose(ann, 0.5);
    CHECK(half.at.x == doctest::Approx(0.5 * (before.at.x + world.agent(ann)->at.x)));
    CHECK(std::abs(wrap(half.heading - before.heading)) < 0.2);
    CHECK((half.heading > -pi && half.heading <= pi));
  }
}

TEST_CASE("host: columns and the copy in id order agree") {
  auto m = test::mixed_world(50);
  for (int k = 0; k < 30; ++k) m.step();
  const AgentColumnsView view = m.world.columns();
  REQUIRE(view.id.size() == m.world.agent_count());
  bool reordered = false;
  for (std::size_t row = 0; row < view.id.size(); ++row) {
    const AgentState s = *m.world.agent(view.id[row]);
    CHECK(s.at == Vec3{view.x[row], view.y[row], 0});
    CHECK(s.heading == view.heading[row]);
    CHECK(s.speed == view.speed[row]);
    CHECK(s.turn_rate == view.turn_rate[row]);
    CHECK(s.radius == view.radius[row]);
    CHECK(s.status == view.status[row]);
    reordered = reordered || (row > 0 && view.id[row] < view.id[row - 1]);
  }
  CHECK(reordered);  // removals have moved rows
}

TEST_CASE("host: steer proposes, drive replaces, commit takes") {
  World world = need(World::create({.dt = 0.25}));
  need(world.add_target({.at = {50, 0}}));
  const ModelId model = need(world.add_attractor(test::calm()));  // does not slide: bob's speed is how fast he goes
  const AgentId ann = need(world.add_agent({.top_speed = 1, .model = model, .goal_order = GoalOrder::all}));
  const AgentId bob = need(world.add_agent({.at = {0, 5}, .model = model, .goal_order = GoalOrder::all, .driven = true}));
  CHECK(world.drive(bob, {0, 5}, 0).error().code == Errc::wrong_time);
  CHECK_FALSE(world.proposal(ann));
  world.steer();
  const Pose wanted = *world.proposal(ann);
  CHECK(wanted.at.x == doctest::Approx(0.25));
  CHECK(world.agent(ann)->at.x == 0);
  CHECK(world.drive(ann, {1, 1}, 0).error().code == Errc::invalid_value);  // not driven
  need(world.drive(bob, {-0.5, 5.25}, 4));
  need(world.drive(bob, {-1, 5.5}, 3.5));  // the last word counts
  CHECK(world.proposal(bob)->at == Vec3{-1, 5.5, 0});
  world.commit();
  CHECK(world.steps() == 1);
  CHECK(world.agent(ann)->at == wanted.at);
  CHECK(world.agent(bob)->at == Vec3{-1, 5.5, 0});
  CHECK(world.agent(bob)->velocity == Vec3{-4, 2, 0});
  CHECK(world.agent(bob)->heading == doctest::Approx(3.5 - 2 * pi));
  CHECK(world.agent(bob)->speed == doctest::Approx(std::sqrt(20.0)));
  world.commit();  // nothing to take
  CHECK(world.steps() == 1);
  world.step();  // a driven agent that nobody drives follows the proposal
  CHECK(world.agent(bob)->at.x != -1);
  need(world.set_driven(bob, false));
  world.steer();
  CHECK_FALSE(world.drive(bob, {0, 0}, 0));
  world.commit();
}

TEST_CASE("host: changes between steer and commit are refused and change nothing") {
  World world = need(World::create({.keep_log = true}));
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  World twin = need(World::create());
  need(twin.add_target({.at = {9, 0}}));
  need(twin.add_agent({.goal_order = GoalOrder::all}));
  world.steer();
  const auto refused = [](auto&& result) {
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Errc::wrong_time);
  };
  refused(world.add_agent({.goal_order = GoalOrder::all}));
  refused(world.add_target({}));
  refused(world.add_obstacle({}));
  refused(world.add_wall({}, {1, 1}));
  refused(world.add_class("x"));
  refused(world.add_attractor({}));
  refused(world.remove(ann));
  refused(world.remove(goal));
  refused(world.teleport(ann, {}, 0));
  refused(world.set(ann, "radius", 1));
  refused(world.set_goals(ann, {}));
  refused(world.set_direction(ann, 0));
  refused(world.set_driven(ann, true));
  world.commit();
  twin.step();
  CHECK(world.hash() == twin.hash());
  CHECK(world.log().size() == 2);
}

TEST_CASE("host: others treat a driven agent as moving, not as obeying") {
  // Head on against one that stands: two who obey share the gap, against one who does not the agent may use all of it.
  const auto closest = [](bool driven) {
    World world = need(World::create({.dt = 0.25}));
    AttractorParams p = AttractorParams::classic();
    p.sigma = 0;
    p.d1 = 0;
    p.t2c = 0.25;
    const ModelId model = need(world.add_attractor(p));
    const TargetId goal = need(world.add_target({.at = {10, 0}}));
    const AgentId ann = need(world.add_agent({.at = {0, 0}, .radius = 0.3, .top_speed = 3, .target = goal, .model = model}));
    need(world.add_agent({.at = {1.2, 0}, .radius = 0.3, .top_speed = 0, .target = goal, .model = model, .driven = driven}));
    world.step();
    return world.agent(ann)->at.x;
  };
  // 0.6 m of clearance: all of it, or 0.999 / 2.
  CHECK(closest(true) == doctest::Approx(0.6));
  CHECK(closest(false) == doctest::Approx(0.5 * 0.999 * 0.6));
}

namespace {

// Tells the world what velocity the nearest body had when it looked.
class Onlooker final : public SteeringModel {
 public:
  Onlooker() : SteeringModel({.name = "onlooker", .state = {{{"vx"}}, {{"vy"}}, {{"count"}}, {{"conduct"}}}}) {}
  double sense_range(const Sensing&) const override { return 50; }
  Motion steer(const View& view, std::span<double> next) const override {
    next[0] = next[1] = next[3] = 0;
    next[2] = static_cast<double>(view.bodies.size());
    if (!view.bodies.empty()) {
      next[0] = view.bodies[0].velocity.x;
      next[1] = view.bodies[0].velocity.y;
      next[3] = static_cast<double>(view.bodies[0].conduct);
    }
    return {.heading = view.heading, .safety = Safety::off};
  }
};

struct Seen {
  double vx, vy, count;
  Conduct conduct;
};
Seen seen(const World& world, std::size_t row = 0) {
  const auto& state = world::Access::data(world).agents.state;
  const std::size_t at = row * world::Access::data(world).widths.state;
  return {state[at], state[at + 1], state[at + 2], static_cast<Conduct>(static_cast<int>(state[at + 3]))};
}

struct Lookout {
  World world = need(World::create({.dt = 0.25}));
  ModelId model{};
  Lookout() {
    need(world.register_model(std::make_shared<Onlooker>()));
    model = need(world.add_model("onlooker", {}));
    need(world.add_target({.at = {0, 100}}));
    need(world.add_agent({.model = model, .goal_order = GoalOrder::all}));
  }
};

}  // namespace

TEST_CASE("host: the velocity of a scripted body is the coming one, of a driven body the last one, local spec (29)") {
  Lookout look;
  const ObstacleId scripted = need(look.world.add_obstacle({.at = {4, 0}, .motion = BodyMotion::scripted}));
  need(look.world.apply(MoveObstacle{scripted, {4, 0.25}, {}, {4, 0.5}, {}}));
  look.world.step();
  CHECK(seen(look.world).vy == 2);
  CHECK(seen(look.world).conduct == Conduct::moving);
  CHECK(look.world.body(scripted)->at == Vec3{4, 0.5, 0});
  CHECK(look.world.body(scripted)->velocity == Vec3{0, 2, 0});
  look.world.step();  // no move given: what it did last
  CHECK(seen(look.world).vy == 2);
  CHECK(look.world.body(scripted)->velocity == Vec3{});
  look.world.step();
  CHECK(seen(look.world).vy == 0);

  Lookout other;
  const ObstacleId driven = need(other.world.add_obstacle({.at = {4, 0}, .motion = BodyMotion::driven}));
  need(other.world.apply(MoveObstacle{driven, {4, 0.25}, {}, {4, 0.5}, {}}));
  other.world.step();
  CHECK(seen(other.world).vy == 0);
  need(other.world.apply(MoveObstacle{driven, {4, 1}, {}, {4, 1.5}, {}}));
  other.world.step();
  CHECK(seen(other.world).vy == 2);  // of the step before
  need(other.world.teleport(driven, {5, 0}));
  other.world.step();
  CHECK(seen(other.world).vy == 0);

  Lookout third;  // a turning wall: the velocity of its nearest point
  const WallId wall = need(third.world.add_wall({4, -4}, {4, 4}, {.motion = BodyMotion::scripted}));
  need(third.world.apply(MoveWall{wall, {4, -4}, {4, 4}, {4, -4}, {5, 4}}));
  third.world.step();
  CHECK(seen(third.world).vx == doctest::Approx(0.5 * 4));  // nearest point half way along, (5 - 4) / 0.25 at the end
}

TEST_CASE("host: floors do not see each other") {
  Lookout look;
  need(look.world.add_agent({.at = {0.1, 0}, .model = look.model, .floor = 1, .goal_order = GoalOrder::all}));
  need(look.world.add_wall({0.1, -1}, {0.1, 1}, {.floor = 1}));
  look.world.step();
  CHECK(seen(look.world, 0).count == 0);
  CHECK(seen(look.world, 1).count == 1);
  for (const Event& e : look.world.events()) {
    if (e.kind == EventKind::contact_begin) CHECK(e.agent == look.world.agents()[1].id);
  }
}

TEST_CASE("host: the log replayed into a fresh world gives the same hash") {
  World original = need(World::create({.dt = 0.1, .seed = 7, .keep_log = true}));
  auto m = test::mixed_world(40);
  std::vector<std::size_t> lengths;
  std::vector<std::uint64_t> hashes;
  {
    // The same scene, logged.
    auto logged = test::mixed_world(0);
    logged.world = std::move(original);
    World& w = logged.world;
    const TargetId goal = need(w.add_target({.at = {20, 0}}));
    logged.goals.assign(4, goal);
    logged.models = {ModelId{0, 1}, need(w.add_attractor(AttractorParams::classic()))};
    logged.guard = need(w.add_class("guard", {{"competes", 1}}));
    logged.disc = need(w.add_obstacle({.at = {6, 0}, .motion = BodyMotion::scripted}));
    logged.capsule =
        need(w.add_obstacle({.at = {-6, 0}, .to = {-5, 0}, .capsule = true, .motion = BodyMotion::scripted}));
    logged.host_moved = need(w.add_obstacle({.at = {0, 6}, .motion = BodyMotion::driven}));
    logged.gate = need(w.add_wall({0, 0}, {0, 2}, {.motion = BodyMotion::scripted}));
    Rng rng = Rng::stream(5, Purpose::test);
    logged.size = 6;
    for (int i = 0; i < 40; ++i) logged.add(rng);
    for (int k = 0; k < 60; ++k) {
      const auto everybody = w.agents();
      if (k % 7 == 0) need(w.teleport(everybody[0].id, {1, 1}, 1));
      if (k % 11 == 0) need(w.set(everybody[1].id, "radius", 0.2));
      if (k % 13 == 0) need(w.set_direction(everybody[2].id, 1)), need(w.set_goals(everybody[3].id, {}));
      CHECK_FALSE(w.add_agent({.radius = -1, .goal_order = GoalOrder::all}));  // refused: not in the log
      logged.before_step();
      lengths.push_back(w.log().size());
      w.step();
      hashes.push_back(w.hash().all);
    }
    original = std::move(w);
  }
  World replay = need(World::create({.dt = 0.1, .seed = 7}));
  std::size_t at = 0;
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    for (; at < lengths[k]; ++at) need(replay.apply(original.log()[at]));
    replay.step();
    REQUIRE(replay.hash().all == hashes[k]);
  }
  CHECK(replay.log().empty());
}

TEST_CASE("host: explain tells what steer does, and looking changes nothing") {
  auto m = test::mixed_world(60);
  for (int k = 0; k < 30; ++k) {
    m.before_step();
    const auto everybody = m.world.agents();
    const StateHash before = m.world.hash();
    std::vector<Decision> why;
    for (const AgentState& s : everybody) why.push_back(m.world.explain(s.id));
    CHECK(m.world.hash() == before);
    const world::Data& d = world::Access::data(m.world);
    std::vector<std::size_t> rows;
    for (const AgentState& s : everybody) rows.push_back(*d.agent_slots.find(s.id));
    m.world.steer();
    for (std::size_t i = 0; i < everybody.size(); ++i) {
      const std::size_t row = rows[i];
      if (d.agents.status[row] != Status::moving) continue;
      const double* next = d.next_state.data() + row * d.widths.state;
      if (m.world.model_name(everybody[i].model) != "attractor") continue;
      CHECK(next[4] == why[i].target_weight);  // AttractorMemory::w_tar
      CHECK(next[5] == why[i].value("w_obs"));
      if (next[0] == 1) CHECK(d.proposals[row].turn_rate == why[i].wanted_turn_rate);
    }
    m.world.commit();
  }
}
