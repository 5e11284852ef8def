#include <doctest/doctest.h>
#include <wend/analysis/difference.hpp>

#include <limits>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

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
  while (world::Access::data(b).agents.id[row].index != 3) ++row;
  world::Access::data(b).agents.turn_rate[row] += 0.25;
  world::Access::data(b).agents.status[row] = Status::stuck;
  const Differences found = differences(a, b, 1);
  CHECK(found.total == 2);
  REQUIRE(found.list.size() == 1);
  const Difference& first = found.list[0];
  CHECK(first.of == Subject::agent);
  CHECK(first.id == world::Access::data(a).agents.id[row].bits());
  CHECK(first == Difference{Subject::agent, first.id, "status", "moving", "stuck", {}});
  const Differences both = differences(a, b, 10);
  REQUIRE(both.list.size() == 2);
  CHECK(both.list[1].quantity == "turn_rate");
  CHECK(both.list[1].by.value_or(0) == doctest::Approx(0.25));
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
  world::Access::data(a).agents.best_distance[0] = world::Access::data(b).agents.best_distance[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(differences(a, b).none());
  world::Access::data(a).agents.vx[0] = 0.0, world::Access::data(b).agents.vx[0] = -0.0;
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
  const auto each = [&](Subject of, auto&& struct_of) {
    using Thing = std::decay_t<decltype(struct_of(a))>;
    std::vector<std::string> names;
    Thing::for_members([&](const char* field, auto) { names.emplace_back(field); });
    for (const std::string& wanted : names) {
      if (wanted == "id" || wanted == "user_data") continue;
      World b = same_again(a);
      bool did = false;
      Thing::for_members([&](const char* field, auto member) { did = wanted == field ? changed(struct_of(b).*member) : did; });
      if (!did) continue;
      const Differences found = differences(a, b, 100);
      CAPTURE(name(of));
      CAPTURE(wanted);
      REQUIRE(found.list.size() == 1);
      CHECK(found.list[0].of == of);
      CHECK(found.list[0].quantity == wanted);
      CHECK(found.list[0].a != found.list[0].b);
      ++seen;
    }
  };
  const auto body = [](World& w) -> auto& { return world::Access::data(w).bodies.back(); };
  const auto target = [](World& w) -> auto& { return world::Access::data(w).targets.back(); };
  each(Subject::body, body);
  each(Subject::target, target);
  each(Subject::planner, [](World& w) -> auto& { return world::Access::data(w).planners[0]; });
  CHECK(seen > 35);

  // Every column of the agents.
  std::size_t columns = 0;
  world::for_columns(world::Access::data(a).agents, {1, 1}, [&](auto, auto, auto&, auto) { ++columns; });
  for (std::size_t wanted = 2; wanted < columns; ++wanted) {  // not id and number of birth
    World b = same_again(a);
    std::size_t at = 0;
    std::string expected;
    world::for_columns(world::Access::data(b).agents, world::Access::data(b).widths, [&](world::Part part, std::string_view column, auto& values, std::size_t width) {
      if (at++ == wanted && part != world::Part::none && width > 0 && changed(values[0])) expected = column;
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
  world::Access::data(c).models[0].params[0] += 1;
  const Differences model = differences(a, c, 9);
  REQUIRE(model.list.size() == 1);
  CHECK(model.list[0].of == Subject::model);
  World d = same_again(a);
  world::Access::data(d).events_hash += 1;
  CHECK(differences(a, d).list.at(0).quantity == "events of earlier steps");
  World e = same_again(a);
  world::Access::data(e).agent_slots.generation.push_back(7);
  CHECK(differences(a, e).list.at(0).quantity == "ids of agents to come");
}
