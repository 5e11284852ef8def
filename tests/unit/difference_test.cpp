#include <doctest/doctest.h>
#include <wend/difference.hpp>

#include <limits>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/columns.hpp"

using namespace wend;
using test::need;

namespace {

// A bit of everything: walkers, a disc, a door, targets of two kinds, a planner that a few of them ask.
World some_world() {
  World world = need(World::create({.dt = 0.1, .seed = 3}));
  const TargetId goal = need(world.add_target({.at = {8, 0}}));
  need(world.add_target({.at = {8, 5}, .capacity = 2}));
  need(world.add_obstacle({.at = {3, 0.2}}));
  need(world.add_door({-9, -9}, {-8, -9}));
  const PlannerId planner = need(world.add_planner(PlannerSpec{.kind = PlannerKind::distance, .cell = 0.5}));
  for (int i = 0; i < 5; ++i) need(world.add_agent({.at = {-4.0, 1.0 * i}, .target = goal, .planner = i < 2 ? planner : PlannerId{}}));
  for (int i = 0; i < 10; ++i) world.step();
  return world;
}

World same_again(const World& world) {
  World copy = need(World::create());
  need(copy.restore(world.snapshot()));
  return copy;
}

}  // namespace

TEST_CASE("difference: equal worlds have none, wherever their rows are") {
  World a = some_world();
  World b = same_again(a);
  CHECK(differences(a, b).none());
  CHECK(differences(a, a, 100).list.empty());
  a.step();
  b.step();
  CHECK(differences(a, b, 100).none());
}

TEST_CASE("difference: agent, quantity and distance of a planted one") {
  World a = some_world(), b = same_again(a);
  std::size_t row = 0;
  while (b.data().agents.id[row].index != 3) ++row;
  b.data().agents.turn_rate[row] += 0.25;
  b.data().agents.status[row] = Status::stuck;
  const Differences found = differences(a, b, 1);
  CHECK(found.total == 2);
  REQUIRE(found.list.size() == 1);
  const Difference& first = found.list[0];
  CHECK(first.of == Subject::agent);
  CHECK(first.id == a.data().agents.id[row].bits());
  CHECK(first.quantity == "turn_rate");
  CHECK(first.by.value_or(0) == doctest::Approx(0.25));
  const Differences both = differences(a, b, 10);
  REQUIRE(both.list.size() == 2);
  CHECK(both.list[1] == Difference{Subject::agent, first.id, "status", "moving", "stuck", {}});
}

TEST_CASE("difference: an agent that is only in one of them") {
  World a = some_world(), b = same_again(a);
  const AgentId gone = b.agents()[1].id;
  need(b.remove(gone));
  const Differences found = differences(a, b, 100);
  REQUIRE(!found.list.empty());
  CHECK(found.list[0] == Difference{Subject::agent, gone.bits(), "", "there", "", {}});
  const Differences other = differences(b, a);
  REQUIRE(!other.list.empty());
  CHECK(other.list[0].b == "there");
  // Who comes next gets the free slot: a world in which it was never taken is not the same.
  need(b.add_agent({.at = {0, 9}, .goal_order = GoalOrder::all}));
  CHECK(!differences(a, b).none());
}

TEST_CASE("difference: NaN is equal to NaN, and zeros have signs") {
  const test::NoTraps no_traps;
  World a = some_world(), b = same_again(a);
  a.data().agents.best_distance[0] = b.data().agents.best_distance[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(differences(a, b).none());
  a.data().agents.vx[0] = 0.0, b.data().agents.vx[0] = -0.0;
  const Differences found = differences(a, b, 9);
  REQUIRE(found.list.size() == 1);
  CHECK(found.list[0].quantity == "vx");
}

// Whatever the hash covers has a name here: each number of each struct is changed in turn.
TEST_CASE("difference: every field the hash covers is found by name") {
  World a = some_world();
  const auto changed = [](auto& field) {
    using Field = std::decay_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, Vec2> || std::is_same_v<Field, Vec3>) field.x += 1;
    else if constexpr (std::is_arithmetic_v<Field>) field = static_cast<Field>(field + 1);
    else if constexpr (std::is_enum_v<Field>) field = static_cast<Field>(field == Field{} ? 1 : 0);
    else return false;
    return true;
  };
  int seen = 0;
  const auto each = [&](Subject of, auto&& struct_of, auto&& walk) {
    std::size_t fields = 0;
    walk(struct_of(a), [&](auto&) { ++fields; });
    for (std::size_t wanted = of == Subject::planner ? 0 : 1; wanted < fields; ++wanted) {  // 0 is the id
      World b = same_again(a);
      std::size_t at = 0;
      bool did = false;
      walk(struct_of(b), [&](auto& field) { did = at++ == wanted ? changed(field) : did; });
      if (!did) continue;
      const Differences found = differences(a, b, 100);
      CAPTURE(name(of));
      CAPTURE(wanted);
      REQUIRE(found.list.size() == 1);
      CHECK(found.list[0].of == of);
      CHECK(!found.list[0].quantity.empty());
      CHECK(!found.list[0].quantity.starts_with("field "));
      CHECK(found.list[0].a != found.list[0].b);
      ++seen;
    }
  };
  const auto body = [](World& w) -> auto& { return w.data().bodies.back(); };
  const auto target = [](World& w) -> auto& { return w.data().targets.back(); };
  each(Subject::body, body, [](auto& b, auto visit) { world::for_body_fields(b, visit); });
  each(Subject::target, target, [](auto& t, auto visit) { world::for_target_fields(t, visit); });
  each(Subject::planner, [](World& w) -> auto& { return w.data().planners[0]; }, [](auto& p, auto visit) { world::for_planner_fields(p, visit); });
  CHECK(seen > 40);

  // Every column of the agents.
  std::size_t columns = 0;
  world::for_columns(a.data().agents, 1, 1, [&](auto, auto, auto&, auto) { ++columns; });
  for (std::size_t wanted = 2; wanted < columns; ++wanted) {  // not id and number of birth
    World b = same_again(a);
    std::size_t at = 0;
    std::string expected;
    world::for_columns(b.data().agents, b.data().history_length, b.data().state_stride, [&](auto, std::string_view column, auto& values, std::size_t width) {
      if (at++ == wanted && width > 0 && changed(values[0])) expected = column;
    });
    if (expected.empty()) continue;
    const Differences found = differences(a, b, 100);
    CAPTURE(expected);
    REQUIRE(found.list.size() == 1);
    CHECK(found.list[0].quantity.starts_with(expected));
  }
}

TEST_CASE("difference: clock, models and events") {
  World a = some_world(), b = same_again(a);
  b.step();
  CHECK(differences(a, b).list[0].quantity == "step");
  World c = same_again(a);
  c.data().models[0].params[0] += 1;
  const Differences model = differences(a, c, 9);
  REQUIRE(model.list.size() == 1);
  CHECK(model.list[0].of == Subject::model);
  World d = same_again(a);
  d.data().events_hash += 1;
  CHECK(differences(a, d).list.at(0).quantity == "events of earlier steps");
  World e = same_again(a);
  e.data().agent_slots.generation.push_back(7);
  CHECK(differences(a, e).list.at(0).quantity == "ids of agents to come");
}
