#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <limits>
#include <set>
#include <type_traits>

#include "support/worlds.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Who and what is there: adding, removing, moving at once, changing, and the ids that name it all.

TEST_CASE("world: what is added can be read back") {
  World world = need(World::create({.dt = 0.1, .seed = 9}));
  CHECK(world.dt() == 0.1);
  CHECK(world.seed() == 9);
  CHECK(world.agent_count() == 0);
  CHECK(world.all_done());
  const ClassId guard = need(world.add_class("guard", {{"d0", 2}}));
  const ModelId classic = need(world.add_attractor(AttractorParams::classic()));
  const TargetId goal = need(world.add_target({.at = {5, 6}, .radius = 0.4}));
  const AgentId ann = need(world.add_agent({.at = {1, 2},
                                            .heading = 7,
                                            .radius = 0.2,
                                            .top_speed = 1.5,
                                            .target = goal,
                                            .model = classic,
                                            .klass = guard,
                                            .group = 3}));
  const auto state = world.agent(ann);
  REQUIRE(state);
  CHECK(state->id == ann);
  CHECK(state->at == Vec3{1, 2, 0});
  CHECK(state->velocity == Vec3{});
  CHECK(state->heading == doctest::Approx(7 - 6.283185307179586));
  CHECK(state->radius == 0.2);
  CHECK(state->top_speed == 1.5);
  CHECK(state->speed == 0);
  CHECK(state->status == Status::moving);
  CHECK(state->klass == guard);
  CHECK(state->model == classic);
  CHECK(state->group == 3);
  CHECK(state->arrival < 0);
  CHECK(world.agents_added() == 1);
  CHECK_FALSE(world.all_done());

  const auto target = world.target(goal);
  REQUIRE(target);
  CHECK(target->at == Vec3{5, 6, 0});
  CHECK(target->radius == 0.4);
  const WallId wall = need(world.add_wall({0, 0}, {1, 1}, {.thickness = 0.1}));
  const ObstacleId disc = need(world.add_obstacle({.at = {3, 3}, .to = {9, 9}, .radius = 0.7}));
  const ObstacleId capsule = need(world.add_obstacle({.at = {3, 3}, .to = {4, 3}, .radius = 0.7, .capsule = true}));
  CHECK(world.body(wall)->id.kind == BodyKind::wall);
  CHECK(world.body(wall)->radius == 0.1);
  CHECK(world.body(disc)->id.kind == BodyKind::disc);
  CHECK(world.body(disc)->to == Vec3{3, 3, 0});  // `to` is for capsules
  CHECK(world.body(capsule)->id.kind == BodyKind::capsule);
  CHECK(world.body(capsule)->to == Vec3{4, 3, 0});
  CHECK(world.class_name(world.body(wall)->klass) == "obstacle");
  CHECK(world.class_name(guard) == "guard");
  CHECK(world.find_class("guard") == guard);
  CHECK_FALSE(world.find_class("nobody"));
  CHECK(world.class_name({9, 1}).empty());
  CHECK(world.model_name(classic) == "attractor");
  CHECK(world.model_name({7, 1}).empty());
  CHECK(world.bodies().size() == 3);
}

TEST_CASE("world: a stale or foreign id is an answer, not a crash") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {5, 0}}));
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  const ObstacleId disc = need(world.add_obstacle({.at = {9, 9}}));
  const WallId wall = need(world.add_wall({7, 7}, {8, 8}));
  need(world.remove(ann)), need(world.remove(goal)), need(world.remove(disc)), need(world.remove(wall));
  const StateHash before = world.hash();

  const auto is_stale = [&](auto&& result) {
    CHECK_FALSE(result);
    if (!result) CHECK(result.error().code == Errc::stale_id);
    CHECK(world.hash() == before);
  };
  for (const AgentId id :
       {ann, AgentId{}, AgentId{0, 0}, AgentId{1000, 1}, AgentId{0xffffffffu, 0xffffffffu}, AgentId{0, 2}}) {
    CHECK_FALSE(world.agent(id));
    CHECK_FALSE(world.pose(id, 0.5));
    CHECK_FALSE(world.proposal(id));
    CHECK(world.explain(id).shares.empty());
    is_stale(world.remove(id));
    is_stale(world.teleport(id, {1, 1}, 0));
    is_stale(world.set(id, "radius", 0.2));
    is_stale(world.set_goals(id, {}));
    is_stale(world.set_direction(id, 1));
    is_stale(world.clear_direction(id));
    is_stale(world.set_driven(id, true));
    is_stale(world.drive(id, {}, 0));
    is_stale(world.apply(SetAgentModel{id, {}}));
  }
  CHECK_FALSE(world.target(goal));
  CHECK(world.polygon(goal).empty());
  CHECK_FALSE(world.body(disc));
  CHECK_FALSE(world.body(wall));
  is_stale(world.remove(goal));
  is_stale(world.remove(disc));
  is_stale(world.remove(wall));
  is_stale(world.teleport(goal, {1, 1}));
  is_stale(world.teleport(disc, {1, 1}));
  is_stale(world.teleport(wall, {1, 1}, {2, 2}));
  is_stale(world.apply(SetObstacle{disc, "radius", 1}));
  is_stale(world.apply(SetTarget{goal, "radius", 1}));
  is_stale(world.apply(SetClass{{9, 1}, {}}));
  is_stale(world.apply(MoveTarget{goal, {}, {}}));
  is_stale(world.apply(MoveObstacle{disc, {}, {}, {}, {}}));
  is_stale(world.apply(MoveWall{wall, {}, {}, {}, {}}));
  is_stale(world.add_agent({.target = goal}));
  is_stale(world.add_agent({.model = {9, 1}, .goal_order = GoalOrder::all}));
  is_stale(world.add_agent({.klass = {9, 1}, .goal_order = GoalOrder::all}));
  is_stale(world.add_obstacle({.klass = {0, 2}}));

  // Obstacles and walls share slots, their ids do not mix.
  const ObstacleId new_disc = need(world.add_obstacle({.at = {9, 9}}));
  CHECK_FALSE(world.body(WallId{new_disc.index, new_disc.generation}));
  CHECK_FALSE(world.remove(WallId{new_disc.index, new_disc.generation}));
}

TEST_CASE("world: ids never alias under churn") {
  World world = need(World::create());
  Rng rng = Rng::stream(3, Purpose::test);
  std::set<std::uint64_t> agents_seen, targets_seen, bodies_seen;
  std::vector<AgentId> agents;
  std::vector<TargetId> targets;
  std::vector<ObstacleId> discs;
  for (int k = 0; k < 4000; ++k) {
    switch (rng.below(6)) {
      case 0:
      case 1: {
        const double mark = 0.1 + 1e-4 * (k % 1000);
        agents.push_back(need(world.add_agent({.at = {static_cast<double>(k), 0}, .radius = mark, .goal_order = GoalOrder::all})));
        REQUIRE(agents_seen.insert(agents.back().bits()).second);
        break;
      }
      case 2:
        targets.push_back(need(world.add_target({.at = {static_cast<double>(k), 1}})));
        REQUIRE(targets_seen.insert(targets.back().bits()).second);
        break;
      case 3:
        discs.push_back(need(world.add_obstacle({.at = {static_cast<double>(k), 2}})));
        REQUIRE(bodies_seen.insert(discs.back().bits()).second);
        break;
      default: {
        const auto drop = [&](auto& list) {
          if (list.empty()) return;
          const std::size_t at = rng.below(list.size());
          need(world.remove(list[at]));
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
        };
        drop(agents), drop(targets), drop(discs);
      }
    }
  }
  CHECK(world.agent_count() == agents.size());
  CHECK(world.agents_added() == agents_seen.size());
  CHECK(world.targets().size() == targets.size());
  CHECK(world.bodies().size() == discs.size());
  std::size_t alive = 0;
  for (std::uint64_t bits : agents_seen)
    alive += world.agent({static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)}) ? 1 : 0;
  CHECK(alive == agents.size());
  for (AgentId id : agents) CHECK(world.agent(id)->id == id);
  const auto all = world.agents();
  for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].id < all[i].id);
}

TEST_CASE("world: a worn-out slot is never used again") {
  world::Slots slots;
  const AgentId first = slots.take<AgentId>(0);
  slots.generation[0] = std::numeric_limits<std::uint32_t>::max();
  slots.release(0);
  CHECK_FALSE(slots.find(first));
  CHECK(slots.take<AgentId>(0).index == 1);
  CHECK_FALSE(slots.find(AgentId{0, 0}));
}

TEST_CASE("world: teleport is not a motion") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {50, 0}}));
  const AgentId ann = need(world.add_agent({.target = goal, .model = need(world.add_attractor(test::calm()))}));
  for (int k = 0; k < 4; ++k) world.step();
  CHECK(world.agent(ann)->velocity.x > 0.5);
  need(world.teleport(ann, {0, 30}, 1));
  CHECK(world.agent(ann)->at == Vec3{0, 30, 0});
  CHECK(world.agent(ann)->velocity == Vec3{});
  CHECK(world.agent(ann)->speed == 0);
  CHECK(world.pose(ann, 0.5)->at == Vec3{0, 30, 0});
  CHECK(world.agent(ann)->heading == 1);

  need(world.teleport(goal, {0, 40}));
  CHECK(world.target(goal)->velocity == Vec3{});
  const ObstacleId bar = need(world.add_obstacle({.at = {5, 5}, .to = {6, 5}, .capsule = true}));
  need(world.teleport(bar, {7, 8}));
  CHECK(world.body(bar)->to == Vec3{8, 8, 0});  // both ends
  const WallId wall = need(world.add_wall({0, 0}, {1, 0}));
  need(world.teleport(wall, {-5, -5}, {-6, -6}));
  CHECK(world.body(wall)->at == Vec3{-5, -5, 0});
  CHECK(world.body(wall)->to == Vec3{-6, -6, 0});
  const std::array<Vec3, 3> corners{{{0, 0}, {2, 0}, {0, 2}}};
  const TargetId area = need(world.add_polygon_target(corners));
  need(world.teleport(area, {10, 10}));
  CHECK(world.polygon(area) == std::vector<Vec3>{{10, 10, 0}, {12, 10, 0}, {10, 12, 0}});
  world.step();
  CHECK(world.body(bar)->velocity == Vec3{});
  CHECK(world.body(wall)->velocity == Vec3{});
  CHECK(world.target(area)->velocity == Vec3{});
}

TEST_CASE("world: changes by name") {
  World world = need(World::create());
  const AgentId ann = need(world.add_agent({.goal_order = GoalOrder::all}));
  for (const auto& field : agent_fields()) {
    CAPTURE(field.info.name);
    const std::string_view name = field.info.name;
    const double value = field.info.kind == ParamKind::number ? 0.75 : 1;
    if (name == "order" || name == "floor" || name == "find_room") {  // part of how the agent was made
      CHECK_FALSE(world.set(ann, name, value));
      continue;
    }
    const StateHash before = world.hash();
    need(world.set(ann, name, value));
    CHECK_FALSE(world.hash() == before);
  }
  CHECK(world.agent(ann)->radius == 0.75);
  CHECK(world.agent(ann)->top_speed == 0.75);
  const auto typo = world.set(ann, "raduis", 1);
  REQUIRE_FALSE(typo);
  CHECK(typo.error().code == Errc::unknown_name);
  CHECK(typo.error().message.find("did you mean \"radius\"?") != std::string::npos);

  const ObstacleId disc = need(world.add_obstacle({.at = {4, 4}}));
  need(world.apply(SetObstacle{disc, "radius", 2}));
  CHECK(world.body(disc)->radius == 2);
  const TargetId goal = need(world.add_target({.at = {8, 8}}));
  need(world.apply(SetTarget{goal, "radius", 2}));
  CHECK(world.target(goal)->radius == 2);
  const ClassId klass = need(world.add_class("pit"));
  need(world.apply(SetClass{klass, {{"d0", 3}}}));
  CHECK_FALSE(world.apply(SetClass{klass, {{"d0", 3}, {"competes", 1}}}));
  const ModelId classic = need(world.add_attractor(AttractorParams::classic()));
  need(world.apply(SetAgentModel{ann, classic}));
  CHECK(world.agent(ann)->model == classic);
}

TEST_CASE("world: names and limits at the limit and just past it") {
  World world = need(World::create({.max_agents = 3, .max_bodies = 2, .max_targets = 2}));
  for (int i = 0; i < 3; ++i) need(world.add_agent({.at = {2.0 * i, 0}, .goal_order = GoalOrder::all}));
  const auto over_agents = world.add_agent({.goal_order = GoalOrder::all});
  REQUIRE_FALSE(over_agents);
  CHECK(over_agents.error().text() == "add_agent: agents = 4, expected at most 3");
  CHECK(over_agents.error().code == Errc::limit);
  need(world.add_wall({0, 9}, {1, 9}));
  need(world.add_obstacle({.at = {5, 9}}));
  CHECK(world.add_wall({0, 9}, {1, 9}).error().code == Errc::limit);
  CHECK(world.add_obstacle({}).error().code == Errc::limit);
  const TargetId first = need(world.add_target({}));
  need(world.add_target({}));
  CHECK(world.add_target({}).error().code == Errc::limit);
  need(world.remove(first));
  need(world.add_target({}));

  CHECK(world.add_class("").error().code == Errc::invalid_value);
  CHECK(world.add_class(std::string(65, 'x')).error().code == Errc::invalid_value);
  need(world.add_class(std::string(64, 'x')));
  CHECK(world.add_class("agent").error().text() == "add_class: name = \"agent\" is taken, expected a new name");
  for (int i = 3; i < 256; ++i) need(world.add_class("c" + std::to_string(i)));
  CHECK(world.add_class("one more").error().code == Errc::limit);
  World other = need(World::create());
  int competing = 0;
  while (other.add_class("k" + std::to_string(competing), {{"competes", 1}})) ++competing;
  CHECK((competing >= 2 && competing <= 16));

  std::vector<TargetId> goals(65, first);
  CHECK(world.add_agent({}, goals).error().code == Errc::limit);
  const auto model = world.add_model("atractor", {});
  CHECK(model.error().code == Errc::unknown_name);
  CHECK(model.error().message.find("did you mean \"attractor\"?") != std::string::npos);
  CHECK(world.add_model("attractor", {}).error().message == "parameters of model \"attractor\" = 0, expected 85");
  CHECK(World::create({.dimension = 3}).error().code == Errc::unsupported);
}

TEST_CASE("world: rules between parameters") {
  World world = need(World::create({.dt = 0.5}));
  CHECK(world.add_attractor({.t2c = 0.25}).error().text() ==
        "add_model \"attractor\": t2c = 0.25 s is shorter than dt = 0.5 s, expected t2c >= dt");
  need(world.add_attractor({.t2c = 0.5}));
  CHECK(world.add_attractor({.c2 = 0.91}).error().message.find("c2 = 0.91, expected more than") == 0);
  need(world.add_attractor({.c2 = 0.92}));
  const std::array<Vec3, 4> bow{{{0, 0}, {2, 2}, {2, 0}, {0, 2}}};
  const auto crossed = world.add_polygon_target(bow);
  REQUIRE_FALSE(crossed);
  CHECK(crossed.error().message == "polygon crosses itself at (1, 1), expected a simple polygon");
  CHECK_FALSE(world.add_polygon_target(std::span(bow).first(2)));
  CHECK_FALSE(world.add_target({.shape = TargetShape::polygon}));
  CHECK_FALSE(world.add_target({.shape = static_cast<TargetShape>(4)}));
  CHECK_FALSE(world.add_agent({.on_arrival = static_cast<OnArrival>(3), .goal_order = GoalOrder::all}));
  CHECK_FALSE(world.add_agent({.goal_order = static_cast<GoalOrder>(4)}));
  CHECK_FALSE(world.add_agent({.floor = 1001, .goal_order = GoalOrder::all}));
  CHECK_FALSE(world.add_obstacle({.motion = static_cast<BodyMotion>(3)}));
  CHECK_FALSE(world.add_agent({.at = {0, 0, 1}, .goal_order = GoalOrder::all}));
  const ObstacleId fixed = need(world.add_obstacle({.at = {20, 20}}));
  CHECK_FALSE(world.apply(MoveObstacle{fixed, {}, {}, {}, {}}));
}

TEST_CASE("world: public structs are plain data with fixed numbers") {
  static_assert(std::is_trivially_copyable_v<AgentState> && std::is_standard_layout_v<AgentState>);
  static_assert(std::is_trivially_copyable_v<Event> && std::is_standard_layout_v<Event>);
  static_assert(std::is_trivially_copyable_v<BodyState> && std::is_trivially_copyable_v<TargetState>);
  static_assert(std::is_trivially_copyable_v<TargetSpec> && std::is_standard_layout_v<TargetSpec>);
  static_assert(std::is_nothrow_move_constructible_v<World>);
  const char* statuses[] = {"moving", "arrived", "stuck", "orbit", "lost", "collision", "blocked", "non_finite", "waiting", "idle"};
  for (std::uint8_t i = 0; i < 10; ++i) CHECK(std::string(name(static_cast<Status>(i))) == statuses[i]);
  CHECK(std::string(name(static_cast<Status>(10))) == "unknown");
  const char* kinds[] = {"arrived", "captured", "left", "status_begin", "status_end", "contact_begin", "contact_end"};
  for (std::uint8_t i = 1; i <= 7; ++i) CHECK(std::string(name(static_cast<EventKind>(i))) == kinds[i - 1]);
  CHECK(std::string(name(static_cast<EventKind>(0))) == "unknown");
}
