#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <string>
#include <vector>

#include "support/worlds.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Energy, targets that fill up, and tasks handed out.

namespace {

World quiet_world(double dt = 0.25) { return need(World::create({.dt = dt})); }

// Walks straight: no noise, no slowing near the target.
ModelId straight(World& world) {
  AttractorParams p = test::calm();
  p.kappa_arr = 0;
  return need(world.add_attractor(p));
}

class Plain final : public SteeringModel {
 public:
  Plain() : SteeringModel({.name = "plain"}) {}
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View& view, std::span<double>) const override { return {.heading = view.heading}; }
};

std::string why(const Result<void>& result) { return result ? "" : result.error().text(); }

}  // namespace

TEST_CASE("energy: a tired agent is slower and turns more slowly, at once, local spec (48)") {
  const auto after = [](double energy) {
    World world = quiet_world();
    const TargetId goal = need(world.add_target({.at = {0, 20}}));
    const AgentId ann = need(world.add_agent({.top_speed = 1, .attributes = {{"energy", energy}}, .target = goal, .model = straight(world)}));
    CHECK(world.attribute(ann, "energy") == energy);
    world.step();
    CHECK(world.attribute(ann, "energy") == energy);  // without fatigue it stays as it was set
    return *world.agent(ann);
  };
  const AgentState fresh = after(1), tired = after(0.25);
  CHECK(fresh.speed == 1);
  CHECK(tired.speed == doctest::Approx(0.4 + 0.6 * 0.25));
  // k = 0.1 + 0.9 * 0.55 of the wanted 1 rad/s
  CHECK(fresh.turn_rate == doctest::Approx(1));
  CHECK(tired.turn_rate == doctest::Approx(0.595));
}

TEST_CASE("energy: set in mid-run it counts from the next step, and with fatigue goes on from there, local spec (47)") {
  World world = quiet_world();
  AttractorParams p = test::calm();
  p.fatigue = 1;
  const TargetId goal = need(world.add_target({.at = {50, 0}}));
  const AgentId ann = need(world.add_agent({.top_speed = 1, .target = goal, .model = need(world.add_attractor(p))}));
  for (int i = 0; i < 8; ++i) world.step();
  CHECK(world.attribute(ann, "energy") < 1);
  CHECK(world.attribute(ann, "energy") > 0.95);
  need(world.set(ann, "energy", 0.5));
  CHECK(world.attribute(ann, "energy") == 0.5);
  world.step();
  CHECK(world.agent(ann)->speed == doctest::Approx(0.7));
  CHECK(world.attribute(ann, "energy") == doctest::Approx(0.5).epsilon(0.01));
  CHECK(world.attribute(ann, "energy") != 0.5);
}

TEST_CASE("energy: who may have some") {
  World world = quiet_world();
  need(world.register_model(std::make_shared<Plain>()));
  const ModelId plain = need(world.add_model("plain", {}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  CHECK(why(world.set(ann, "energy", 1.5)) == "set agent: energy = 1.5, expected 0 .. 1");
  need(world.set(ann, "energy", 0.3));
  const AgentId bob = need(world.add_agent({.at = {4, 0}, .model = plain, .goal_order = GoalOrder::all}));
  CHECK_FALSE(world.attribute(bob, "energy").has_value());
  CHECK(why(world.set(bob, "energy", 0.3)) == "set agent: field \"energy\" belongs to the model \"attractor\"; this agent has the model \"plain\"");
  CHECK_FALSE(world.add_agent({.at = {8, 0}, .attributes = {{"energy", 0.5}}, .model = plain, .goal_order = GoalOrder::all}));
  // Another set of parameters of the same model keeps it.
  need(world.apply(SetAgentModel{ann, straight(world)}));
  CHECK(world.attribute(ann, "energy") == 0.3);
}

TEST_CASE("capacity: nobody goes to a full target, and who waits goes on when it gets room") {
  World world = quiet_world();
  const ModelId model = straight(world);
  const TargetId near_one = need(world.add_target({.at = {3, 0}, .capacity = 1}));
  const TargetId far_one = need(world.add_target({.at = {-9, 0}, .radius = 1}));
  const AgentId ann = need(world.add_agent({.at = {1, 0}, .target = near_one, .model = model}));
  const AgentId bob = need(world.add_agent({.at = {0, 3}, .target = near_one, .model = model}));
  const std::vector<TargetId> both = {near_one, far_one};
  const AgentId eve = need(world.add_agent({.at = {0, -8}, .model = model}, both));
  while (world.agent(ann)->status != Status::arrived) world.step();
  CHECK(world.target(near_one)->taken == 1);
  world.step();
  CHECK(world.agent(bob)->status == Status::lost);
  CHECK(world.agent(eve)->target == far_one);
  for (int i = 0; i < 80; ++i) world.step();
  CHECK(world.agent(bob)->status == Status::lost);
  CHECK(world.agent(eve)->status == Status::arrived);  // of what was open to it, it has everything
  CHECK(world.target(near_one)->taken == 1);
  need(world.set(near_one, "capacity", 2));
  need(world.remove(ann));  // stands in the way; its place stays taken
  for (int i = 0; i < 40; ++i) world.step();
  CHECK(world.agent(bob)->status == Status::arrived);
  CHECK(world.target(near_one)->taken == 2);
  CHECK(world.target(near_one)->capacity == 2);
}

TEST_CASE("capacity: the last place goes to the earlier one, ties to the lower id") {
  for (const double gap : {0.0, 0.1, -0.1}) {
    CAPTURE(gap);
    World world = quiet_world();
    const ModelId model = straight(world);
    const TargetId door = need(world.add_target({.at = {0, 0}, .to = {0, 10}, .capacity = 1, .shape = TargetShape::segment}));
    const AgentId ann = need(world.add_agent({.at = {-2 - gap, 2}, .target = door, .model = model}));
    const AgentId bob = need(world.add_agent({.at = {-2, 8}, .target = door, .model = model}));
    for (int i = 0; i < 12; ++i) {
      world.step();
      REQUIRE(world.target(door)->taken <= 1);
    }
    CHECK(world.agent(ann)->status == (gap > 0 ? Status::lost : Status::arrived));
    CHECK(world.agent(bob)->status == (gap > 0 ? Status::arrived : Status::lost));
  }
}

TEST_CASE("capacity: a target listed twice takes one place, and 0 is closed") {
  World world = quiet_world();
  const TargetId twice = need(world.add_target({.at = {2, 0}, .capacity = 1}));
  const std::vector<TargetId> list = {twice, twice};
  const AgentId ann = need(world.add_agent({.model = straight(world)}, list));
  const TargetId shut = need(world.add_target({.at = {0, 9}, .capacity = 0}));
  const AgentId bob = need(world.add_agent({.at = {0, 5}, .target = shut}));
  for (int i = 0; i < 12; ++i) world.step();
  CHECK(world.agent(ann)->status == Status::arrived);
  CHECK(world.target(twice)->taken == 1);
  CHECK(world.agent(bob)->status == Status::lost);
  CHECK_FALSE(world.add_target({.capacity = 1.5}));
  CHECK_FALSE(world.add_target({.capacity = -2}));
}

TEST_CASE("tasks: the nearest by time, every target once, none beyond its capacity") {
  World world = quiet_world();
  const TargetId west = need(world.add_target({.at = {-10, 0}, .capacity = 1})), east = need(world.add_target({.at = {10, 0}, .capacity = 1}));
  const AgentId slow = need(world.add_agent({.at = {-2, 0}, .top_speed = 0.5, .goal_order = GoalOrder::all})), fast = need(world.add_agent({.at = {-2, 2}, .top_speed = 2, .goal_order = GoalOrder::all})),
                spare = need(world.add_agent({.at = {0, 30}, .goal_order = GoalOrder::all}));
  const std::vector<AgentId> agents = {spare, fast, slow};
  const std::vector<TargetId> targets = {east, west};
  const auto tasks = need(world.assign_tasks(agents, targets));
  // Both are nearer to the west: the slow one gets it, the fast one can afford the way to the east.
  CHECK(tasks == std::vector<TaskAssignment>{{slow, west}, {fast, east}, {spare, {}}});
  // Energy and agility weigh as well, and a new hand-out replaces the old one.
  need(world.set(slow, "speed", 1.2));
  need(world.set(fast, "speed", 1.2));
  need(world.set(fast, "energy", 0.2));
  CHECK(need(world.assign_tasks(agents, targets))[0] == TaskAssignment{slow, east});
  need(world.set(fast, "energy", 1));
  need(world.set(fast, "agility", 0));
  CHECK(need(world.assign_tasks(agents, targets))[0] == TaskAssignment{slow, east});
  world.step();
  CHECK(world.agent(slow)->target == east);
  CHECK(world.agent(fast)->target == west);
  CHECK(world.agent(spare)->status == Status::idle);  // it would take somebody's place
  // Without limits everybody goes where it is cheapest.
  need(world.set(west, "capacity", capacity_unlimited));
  need(world.set(east, "capacity", 0));
  CHECK(need(world.assign_tasks(agents, targets)) == std::vector<TaskAssignment>{{slow, west}, {fast, west}, {spare, west}});
  world.step();
  CHECK(world.agent(spare)->status == Status::moving);
  CHECK(world.agent(spare)->target == west);
}

TEST_CASE("tasks: who is left over keeps goals that were not handed out, and a direction ends with a task") {
  World world = quiet_world();
  const TargetId one = need(world.add_target({.at = {-10, 0}, .capacity = 1})), home = need(world.add_target({.at = {0, 9}}));
  const AgentId ann = need(world.add_agent({.at = {-3, 0}, .goal_order = GoalOrder::all})), bob = need(world.add_agent({.target = home}));
  need(world.set_direction(ann, 1));
  const std::vector<AgentId> agents = {ann, bob};
  const auto tasks = need(world.assign_tasks(agents, std::vector<TargetId>{one}));
  CHECK(tasks[1].target == TargetId{});
  world.step();
  CHECK(world.agent(bob)->target == home);
  CHECK(world.agent(ann)->target == one);
}

TEST_CASE("tasks: what is refused changes nothing") {
  World world = quiet_world();
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  const std::vector<AgentId> stranger = {ann, AgentId{7, 3}};
  const std::vector<TargetId> nowhere = {goal, TargetId{7, 3}};
  const StateHash before = world.hash();
  CHECK(world.assign_tasks(stranger, std::vector<TargetId>{goal}).error().text() == "assign_tasks: agent 7 (generation 3) is not in this world");
  CHECK(world.assign_tasks(std::vector<AgentId>{ann}, nowhere).error().code == Errc::stale_id);
  CHECK(need(world.assign_tasks(std::vector<AgentId>{ann}, {})) == std::vector<TaskAssignment>{{ann, {}}});
  CHECK(need(world.assign_tasks({}, std::vector<TargetId>{goal})).empty());
  CHECK(world.hash() == before);
}

TEST_CASE("tasks: a world goes on with the same bits from a snapshot") {
  World world = quiet_world();
  std::vector<TargetId> targets;
  std::vector<AgentId> agents;
  for (int i = 0; i < 3; ++i) targets.push_back(need(world.add_target({.at = {8.0 * i, 10}, .capacity = 1.0 + i})));
  for (int i = 0; i < 6; ++i) agents.push_back(need(world.add_agent({.at = {3.0 * i, 0}, .top_speed = 1 + 0.2 * i, .attributes = {{"energy", 0.5 + 0.1 * (i % 5)}}, .goal_order = GoalOrder::all})));
  need(world.assign_tasks(agents, targets));
  for (int i = 0; i < 40; ++i) world.step();
  CHECK(world.target(targets[1])->taken > 0);
  World other = quiet_world();
  need(other.restore(world.snapshot()));
  CHECK(other.hash() == world.hash());
  CHECK(other.target(targets[1])->taken == world.target(targets[1])->taken);
  CHECK(other.attribute(agents[0], "energy") == world.attribute(agents[0], "energy"));
  for (int i = 0; i < 40; ++i) world.step(), other.step();
  CHECK(other.hash() == world.hash());

}
