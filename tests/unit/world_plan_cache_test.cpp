#include <doctest/doctest.h>
#include <wend/analysis/planning_field.hpp>

#include <vector>

#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Fields are a cache: whatever was made before, and for whom, the answer is that of a world that starts from this state.

namespace {

std::vector<double> potentials(const World& world, AgentId id) {
  const auto field = world.planning_field(id);
  REQUIRE(field);
  std::vector<double> all;
  for (std::uint32_t j = 0; j < field->rows(); ++j) {
    for (std::uint32_t i = 0; i < field->columns(); ++i) all.push_back(field->potential(i, j));
  }
  return all;
}

World restored(const World& world) {
  World copy = need(World::create({}));
  need(copy.restore(world.snapshot()));
  return copy;
}

World with_wall() {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -4}, {0, 4}));
  return world;
}

}  // namespace

TEST_CASE("plan cache: a look at the crowd by make_plans is not that of the step") {
  const auto start = [](bool made) {
    World world = with_wall();
    const TargetId goal = need(world.add_target({.at = {6, 0}}));
    const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance, .avoid_crowds = 1}));
    need(world.add_agent({.at = {-6, 0}, .target = goal, .planner = planner}));
    if (made) need(world.make_plans());
    for (int i = 0; i < 8; ++i) need(world.add_agent({.at = {-0.5 + 0.1 * i, 5}, .radius = 0.04, .target = goal}));
    world.step();
    return world;
  };
  CHECK(potentials(start(true), {0, 1}) == potentials(start(false), {0, 1}));
}

TEST_CASE("plan cache: an area too large for a count of the crowd has none") {
  World world = with_wall();
  const TargetId goal = need(world.add_target({.at = {1e5, 1e5}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance, .cell = 50, .avoid_crowds = 1}));
  const AgentId ann = need(world.add_agent({.at = {-6, 0}, .target = goal, .planner = planner}));
  for (int i = 0; i < 3; ++i) world.step();
  CHECK(world::Access::data(world).planners[0].crowds[0].people.empty());
  CHECK(potentials(world, ann) == potentials(restored(world), ann));
}

TEST_CASE("plan cache: a chain knows what became of its parts while nobody used it") {
  World world = with_wall();
  const TargetId goal = need(world.add_target({.at = {5, 0}}));
  const PlannerId part = need(world.add_planner({.kind = PlannerKind::distance}));
  const PlannerId chain = need(world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::chain}, .parts = {{part, 1}}}));
  const AgentId ann = need(world.add_agent({.at = {-4, 0}, .target = goal, .planner = chain}));
  need(world.add_agent({.at = {-4, 2}, .target = goal, .planner = part}));
  world.step();
  need(world.set_planner(ann, {}));
  need(world.teleport(goal, {3, 3}));
  world.step();
  need(world.set_planner(ann, chain));
  World again = restored(world);
  world.step(), again.step();
  CHECK(potentials(world, ann) == potentials(again, ann));
}

TEST_CASE("plan cache: new classes of a chain get fields of their own") {
  World world = with_wall();
  const TargetId goal = need(world.add_target({.at = {5, 0}}));
  const PlannerId part = need(world.add_planner({.kind = PlannerKind::distance, .cell = 0.2}));
  const PlannerId chain = need(world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::chain}, .parts = {{part, 1}}}));
  double y = -3;
  const auto add = [&](double radius, PlannerId planner) { return need(world.add_agent({.at = {-4, y += 1.5}, .radius = radius, .target = goal, .planner = planner})); };
  add(0.5, chain);
  world.step();
  add(0.2, part), add(0.7, part);
  world.step();
  const AgentId thin = add(0.2, chain);
  add(0.7, chain);
  World again = restored(world);
  world.step(), again.step();
  CHECK(potentials(world, thin) == potentials(again, thin));
}

TEST_CASE("plan cache: targets that change places") {
  World world = with_wall();
  const TargetId a = need(world.add_target({.at = {6, 3}})), b = need(world.add_target({.at = {6, -3}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance, .cell = 0.25}));
  const TargetId both[] = {a, b};
  need(world.add_agent({.at = {-3, 2}, .planner = planner, .goal_order = GoalOrder::any}, both));
  world.step();
  CHECK(world.plans()[0].target == a);
  need(world.teleport(a, {6, -3}));
  need(world.teleport(b, {6, 3}));
  CHECK(world.plans()[0].target == b);
}

TEST_CASE("plan: a target on another floor is no way out") {
  World world = with_wall();
  const TargetId here = need(world.add_target({.at = {6, -3}})), above = need(world.add_target({.at = {-3, 3}, .floor = 1}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance}));
  const TargetId both[] = {above, here};
  const AgentId ann = need(world.add_agent({.at = {-3, 0}, .planner = planner, .goal_order = GoalOrder::any}, both));
  for (int i = 0; i < 300 && !world.all_done(); ++i) world.step();
  CHECK(world.agent(ann)->status == Status::arrived);
}

TEST_CASE("plan: a way drawn over nothing leads to the nearest of several targets") {
  World world = with_wall();
  const TargetId far = need(world.add_target({.at = {8, 8}})), near = need(world.add_target({.at = {-8, -4}}));
  AddPlanner drawn{.spec = {.kind = PlannerKind::drawn, .over = PlannerKind::nearest}};
  drawn.strokes.push_back({{{-1, 6}, {1, 6}}, 1, 1});
  const TargetId both[] = {far, near};
  need(world.add_agent({.at = {-6, -4}, .planner = need(world.add_planner(drawn)), .goal_order = GoalOrder::any}, both));
  world.step();
  CHECK(world.plans()[0].target == near);
}

TEST_CASE("plan: a target that jumps behind a wall is out of sight at once") {
  World world = with_wall();
  const TargetId goal = need(world.add_target({.at = {-3, 3}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance}));
  const AgentId ann = need(world.add_agent({.at = {-3, 0}, .top_speed = 0, .target = goal, .planner = planner}));
  for (int i = 0; i < 3; ++i) world.step();
  CHECK(world.agent(ann)->plan == PlanStatus::direct);
  need(world.teleport(goal, {3, 0}));
  world.step();
  CHECK(world.agent(ann)->plan == PlanStatus::field);
}

TEST_CASE("plan: a damaged layout breaks nothing") {
  World world = with_wall();
  const TargetId goal = need(world.add_target({.at = {5, 0}}));
  const PlannerId part = need(world.add_planner({.kind = PlannerKind::distance, .avoid_crowds = 1}));
  const PlannerId chain = need(world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::chain}, .parts = {{part, 1}}}));
  need(world.add_agent({.at = {-4, 0}, .target = goal, .planner = chain}));
  world.step();
  world::Access::data(world).planners[1].radii = {5};  // wider than all its parts
  planning::Crowd& crowd = world::Access::data(world).planners[0].crowds[0];
  crowd.columns = crowd.rows = 0;
  crowd.people.clear();
  World again = restored(world);
  for (int i = 0; i < 30; ++i) again.step();
  CHECK(again.agent_count() == 1);
}

TEST_CASE("plan: a drawn grid without rows, or far away, is refused") {
  World world = with_wall();
  const auto drawn = [&](DrawnGrid grid) { return world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::drawn}, .drawn = std::move(grid)}).has_value(); };
  CHECK(drawn({{}, 1, 1, 1, {1}, {0}, {1}}));
  CHECK_FALSE(drawn({{}, 1, 3, 0, {}, {}, {}}));
  CHECK_FALSE(drawn({{1e9, 0, 0}, 1, 1, 1, {1}, {0}, {1}}));
}
