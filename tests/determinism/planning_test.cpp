#include <wend/runner.hpp>

#include <doctest/doctest.h>

#include <vector>

#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Planners of every kind side by side, people who come and go, a wall that vanishes, a crowd that is avoided: the same bits on
// any number of threads, from a snapshot, and twice.

namespace {

constexpr int steps = 80;

World building(Backend backend) {
  World w = need(World::create({.dt = 0.1, .seed = 11, .environment = backend}));
  const auto wall = [&](double ax, double ay, double bx, double by) { return need(w.add_wall({ax, ay}, {bx, by})); };
  wall(-12, -8, 12, -8), wall(12, -8, 12, 8), wall(12, 8, -12, 8), wall(-12, 8, -12, -8);
  wall(-4, -8, -4, -1.5), wall(-4, 0.5, -4, 8), wall(4, -8, 4, 4), wall(4, 6, 4, 8);
  need(w.add_obstacle({.at = {0, -3}, .radius = 0.8}));
  const TargetId left = need(w.add_target({.at = {-10, 6}})), right = need(w.add_target({.at = {10, -6}, .weight = 2}));
  const PlannerId planners[] = {
      need(w.add_planner({.kind = PlannerKind::harmonic})), need(w.add_planner({.kind = PlannerKind::hitting})),
      need(w.add_planner({.kind = PlannerKind::distance, .avoid_crowds = 1, .refresh = 1})), need(w.add_planner({.kind = PlannerKind::automatic, .wall_weight = 0.5}))};
  const TargetId both[] = {left, right};
  for (int i = 0; i < 24; ++i) {
    AgentSpec spec{.at = {-3 + 1.2 * (i % 6), -1 + 1.2 * static_cast<double>(i / 6)}, .radius = i % 5 == 0 ? 0.35 : 0.2, .planner = planners[i % 4], .goal_order = GoalOrder::any};
    if (i % 3 == 0) need(w.add_agent(spec, both));
    else need(w.add_agent(spec, std::span(both).subspan(static_cast<std::size_t>(i % 2), 1)));
  }
  return w;
}

void act(World& w, int i) {
  if (i == 20) need(w.remove(WallId{4, 1}));
  if (i == 30) need(w.add_agent({.at = {0, 6}, .target = {1, 1}, .planner = {2, 1}}));
  if (i == 40) need(w.teleport(TargetId{0, 1}, {-10, 0}));
}

std::vector<StateHash> run(Backend backend, std::size_t threads) {
  World w = building(backend);
  const auto runner = threads == 1 ? nullptr : std::make_unique<ThreadRunner>(threads);
  std::vector<StateHash> hashes;
  for (int i = 0; i < steps; ++i) {
    act(w, i);
    if (runner) w.step(*runner);
    else w.step();
    hashes.push_back(w.hash());
  }
  return hashes;
}

}  // namespace

TEST_CASE("planning: one hash from any number of threads and every back end, and twice") {
  const auto expected = run(Backend::automatic, 1);
  CHECK(expected.back().plans != 0);
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    CAPTURE(threads);
    CHECK(run(Backend::automatic, threads) == expected);
  }
  for (const Backend backend : {Backend::grid, Backend::kinetic}) CHECK(run(backend, 1) == expected);
}

TEST_CASE("planning: a world restored in mid-run goes on with the same bits") {
  const auto expected = run(Backend::automatic, 1);
  for (const int at : {1, 13, 25, 45}) {
    CAPTURE(at);
    World first = building(Backend::automatic);
    for (int i = 0; i < at; ++i) act(first, i), first.step();
    World second = need(World::create({}));
    need(second.restore(first.snapshot()));
    CHECK(second.hash() == first.hash());
    for (int i = at; i < steps; ++i) {
      act(second, i);
      second.step();
      REQUIRE(second.hash() == expected[static_cast<std::size_t>(i)]);
    }
  }
}

TEST_CASE("planning: each column and number of the plans is in the hash") {
  World w = building(Backend::automatic);
  for (int i = 0; i < 15; ++i) w.step();
  world::Data& d = world::Access::data(w);
  const StateHash before = w.hash();
  const auto changes = [&](auto& value, auto other) {
    const auto kept = value;
    value = other;
    CHECK(w.hash().plans != before.plans);
    CHECK(w.hash().all != before.all);
    value = kept;
    CHECK(w.hash() == before);
  };
  changes(d.agents.plan[0], PlanStatus::outside);
  changes(d.agents.sight[0], 77u);
  changes(d.agents.sight_x[1], 0.5);
  changes(d.agents.sight_of[1], TargetId{9, 9});
  changes(d.agents.sight_among[2], std::uint64_t{5});
  changes(d.agents.planner[2], 4u);
  changes(d.planners[2].crowds[0].people[7], 12345u);
  changes(d.planners[0].low, Vec2{-99, -99});
  changes(d.planners[1].radii[0], 0.123);
  changes(d.planners[2].looked, std::uint64_t{3});
}
