#include <wend/analysis/metrics.hpp>
#include <wend/analysis/survey.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "environment/near.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;
using test::of_kind;

// A door is a wall that can be taken away and put back, never onto anybody.

namespace {

AgentId bystander(World& world, Vec3 at) { return need(world.add_agent({.at = at, .radius = 0.3, .goal_order = GoalOrder::all, .driven = true})); }

void step_to(World& world, AgentId id, Vec3 to) {
  world.steer();
  need(world.drive(id, to, 0));
  world.commit();
}

double gap(const World& world, AgentId agent, WallId door) {
  const auto a = *world.agent(agent);
  const auto d = *world.body(door);
  return norm(nearest_on_segment(a.at.xy(), d.at.xy(), d.to.xy()).point - a.at.xy()) - a.radius - d.radius;
}

}  // namespace

TEST_CASE("doors: shut it is a wall, open it is not there") {
  World world = need(World::create({.dt = 0.1}));
  const WallId door = need(world.add_door({0, -1}, {0, 1}, {.thickness = 0.1}));
  const AgentId left = bystander(world, {-1, 0}), right = bystander(world, {1, 0});
  CHECK(world.body(door)->door);
  CHECK_FALSE(world.body(door)->open);
  CHECK_FALSE(Survey::of(world).visible({-1, 0}, {1, 0}));
  CHECK_FALSE(Survey::of(world).related(left, right, 5));
  step_to(world, left, {0.5, 0});
  CHECK(world.agent(left)->at.x < -0.39);  // cut
  CHECK(of_kind(world, EventKind::penetration).size() == 1);

  need(world.set_door(door, true));
  CHECK(world.body(door)->open);
  CHECK(Survey::of(world).visible({-1, 0}, {1, 0}));
  CHECK(Survey::of(world).related(left, right, 5));
  Metrics metrics;
  metrics.start(world);
  step_to(world, left, {0.3, 0});
  metrics.observe(world);
  CHECK(world.agent(left)->at.x == 0.3);
  CHECK(of_kind(world, EventKind::penetration).empty());
  CHECK(metrics.report().wall_violations == 0);
  CHECK(metrics.report().wall_contacts == 0);
}

TEST_CASE("doors: it waits for who is in its way, says so once, and shuts on nobody") {
  World world = need(World::create({.dt = 0.1}));
  const WallId door = need(world.add_door({0, -1}, {0, 1}, {.thickness = 0.1, .open = true}));
  const AgentId first = bystander(world, {2, 0}), second = bystander(world, {0.3, 0.5});
  need(world.set_door(door, false));
  CHECK(world.body(door)->open);
  CHECK(world.body(door)->waits);
  need(world.set_door(door, false));  // asked again
  step_to(world, first, {0.2, -0.2});
  REQUIRE(of_kind(world, EventKind::wall_waits).size() == 1);
  const Event told = of_kind(world, EventKind::wall_waits)[0];
  CHECK(told.agent == second);
  CHECK(told.other.bits == door.bits());
  CHECK(told.other.kind == BodyKind::wall);
  step_to(world, second, {0.4, 0.5});  // touches, no more
  CHECK(of_kind(world, EventKind::wall_waits).empty());
  step_to(world, first, {-0.2, -0.2});  // through: it is open
  CHECK(world.agent(first)->at.x == -0.2);
  CHECK(world.body(door)->waits);
  step_to(world, first, {-0.45, -0.2});
  CHECK(world.body(door)->open);
  world.steer();
  CHECK_FALSE(world.body(door)->open);
  CHECK_FALSE(world.body(door)->waits);
  need(world.drive(first, {2, 0}, 0));
  world.commit();
  CHECK(world.agent(first)->at.x < 0);
  CHECK(gap(world, first, door) >= -1e-8);
  CHECK(gap(world, second, door) >= 0);

  // Opening takes back the wish to shut.
  need(world.set_door(door, true));
  need(world.teleport(second, {0, 0}, 0));  // on its line, exactly
  need(world.set_door(door, false));
  need(world.set_door(door, true));
  CHECK_FALSE(world.body(door)->waits);
  need(world.teleport(second, {3, 0}, 0));
  world.step();
  CHECK(world.body(door)->open);
}

TEST_CASE("doors: one that is added where somebody stands waits too") {
  World world = need(World::create({.dt = 0.1}));
  const AgentId agent = bystander(world, {0, 0});
  const WallId door = need(world.add_door({0, -1}, {0, 1}));
  CHECK(world.body(door)->waits);
  need(world.remove(agent));
  world.step();
  CHECK_FALSE(world.body(door)->open);
  // Other floors are not its business.
  const WallId upstairs = need(world.add_door({5, -1}, {5, 1}, {.floor = 1}));
  bystander(world, {5, 0.5});
  CHECK_FALSE(world.body(upstairs)->waits);
}

TEST_CASE("doors: contacts end when it opens") {
  World world = need(World::create({.dt = 0.1}));
  const WallId door = need(world.add_door({0, -1}, {0, 1}));
  const AgentId agent = bystander(world, {-0.29, 0});
  world.step();
  CHECK(of_kind(world, EventKind::contact_begin).size() == 1);
  need(world.set_door(door, true));
  step_to(world, agent, {-0.29, 0});
  CHECK(of_kind(world, EventKind::contact_end).size() == 1);
  CHECK(of_kind(world, EventKind::contact_begin).empty());
}

TEST_CASE("doors: a moving wall passes through an open one") {
  for (const bool open : {false, true}) {
    World world = need(World::create({.dt = 0.5}));
    need(world.add_door({-1, 0.5}, {1, 0.5}, {.open = open}));
    const WallId wall = need(world.add_wall({0, -1}, {0, 0}, {.motion = BodyMotion::driven}));
    need(world.apply(MoveWall{wall, {0, -0.5}, {0, 0.5}, {0, 0}, {0, 1}}));
    world.step();
    CHECK(world.body(wall)->at.y == (open ? 0 : -1));
  }
}

TEST_CASE("doors: what is refused") {
  World world = need(World::create({.dt = 0.1}));
  const WallId wall = need(world.add_wall({0, -1}, {0, 1}));
  const auto text = [](const auto& result) { return result ? std::string() : result.error().text(); };
  CHECK(text(world.set_door(wall, true)).find("is not a door") != std::string::npos);
  CHECK_FALSE(world.set_door({77, 1}, true));
  CHECK_FALSE(world.add_wall({0, 0}, {1, 0}, {.open = true}));
  CHECK_FALSE(world.add_door({0, 0}, {1, 0}, {.motion = BodyMotion::scripted}));
  const WallId door = need(world.add_door({3, 0}, {4, 0}));
  CHECK_FALSE(world.apply(MoveWall{door, {3, 1}, {4, 1}, {3, 1}, {4, 1}}));
  CHECK_FALSE(world.add_agent({.at = {3.5, 0}, .goal_order = GoalOrder::all}));  // exactly on it
  need(world.set_door(door, true));
  CHECK(world.add_agent({.at = {3.5, 0}, .goal_order = GoalOrder::all}));
}

namespace {

struct Setup {
  Backend backend = Backend::automatic;
  std::size_t threads = 1;
  bool brute_force = false;
  int restore_at = -1;
};

// Two rooms, people who want into the other one, doors that open and shut among them.
std::vector<std::uint64_t> hashes(const Setup& setup, int* waits = nullptr) {
  World world = need(World::create({.dt = 0.1, .seed = 3, .environment = setup.backend}));
  const auto wall = [&](double ax, double ay, double bx, double by) { need(world.add_wall({ax, ay}, {bx, by})); };
  wall(-8, -5, 8, -5), wall(8, -5, 8, 5), wall(8, 5, -8, 5), wall(-8, 5, -8, -5);
  wall(0, -5, 0, -3), wall(0, -1, 0, 1), wall(0, 3, 0, 5);
  const WallId doors[] = {need(world.add_door({0, -3}, {0, -1}, {.thickness = 0.05})), need(world.add_door({0, 1}, {0, 3}, {.open = true}))};
  const TargetId goals[] = {need(world.add_target({.at = {6, -2}})), need(world.add_target({.at = {-6, 2}}))};
  Rng rng = Rng::stream(3, Purpose::test);
  for (int k = 0; k < 60; ++k)
    test::add_if_free(world, {.at = {rng.uniform(-7, 7), rng.uniform(-4, 4)}, .radius = 0.2, .watch = k % 4 == 0 ? 1.5 : watch_nobody, .target = goals[k % 2]});
  ThreadRunner runner(setup.threads);
  std::vector<std::uint64_t> out;
  const auto brute = [&] {
    if (setup.brute_force) world::Access::data(world).environment.use(std::make_unique<environment::BruteForce>());
  };
  brute();
  for (int step = 0; step < 80; ++step) {
    if (step == setup.restore_at) {
      const Snapshot saved = world.snapshot();
      World other = need(World::create({.dt = 0.1, .environment = setup.backend}));
      need(other.restore(saved));
      CHECK(other.snapshot() == saved);
      world = std::move(other);
      brute();
    }
    if (step % 20 == 10) need(world.set_door(doors[0], step % 40 == 10));
    if (step % 20 == 15) need(world.set_door(doors[1], step % 40 != 15));
    world.step(runner);
    if (waits != nullptr) *waits += static_cast<int>(of_kind(world, EventKind::wall_waits).size());
    CHECK(test::clearances(world).agents > -1e-9);
    for (const WallId door : doors) {
      if (world.body(door)->open) continue;
      for (const AgentState& a : world.agents()) CHECK(gap(world, a.id, door) > -1e-8);
    }
    out.push_back(world.hash().all);
  }
  return out;
}

}  // namespace

TEST_CASE("doors: the same bits from every back end, on any number of threads, and after a snapshot") {
  int waits = 0;
  const auto plain = hashes({}, &waits);
  CHECK(waits > 0);  // else the test says little
  CHECK(hashes({.backend = Backend::grid, .threads = 2}) == plain);
  CHECK(hashes({.backend = Backend::kinetic, .threads = 3}) == plain);
  CHECK(hashes({.threads = 8}) == plain);
  CHECK(hashes({.brute_force = true}) == plain);
  for (const int at : {16, 37, 56, 70}) CHECK(hashes({.restore_at = at}) == plain);
}

TEST_CASE("doors: state is part of the hash, and a damaged door is refused") {
  const auto make = [](bool open) {
    World world = need(World::create({.dt = 0.1}));
    need(world.add_door({0, -1}, {0, 1}, {.open = open}));
    return world;
  };
  World open = make(true), shut = make(false);
  CHECK(open.hash().bodies != shut.hash().bodies);
  for (const auto& spoil : {+[](world::Body& b) { b.door = 0; }, +[](world::Body& b) { b.open = 2; }, +[](world::Body& b) { b.wants_shut = 3; },
                            +[](world::Body& b) { b.open = 0, b.wants_shut = 1; }, +[](world::Body& b) { b.motion = BodyMotion::driven; },
                            +[](world::Body& b) { b.kind = BodyKind::disc; }}) {
    World world = make(true);
    spoil(world::Access::data(world).bodies[0]);
    const Snapshot bytes = world.snapshot();
    CHECK_FALSE(make(true).restore(bytes));
  }
  // A file from before doors has none of this.
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -1}, {0, 1}));
  const Snapshot whole = world.snapshot();
  const auto sections = need(read_sections(whole));
  Snapshot old = begin_sections();
  for (const Section& s : sections.list) {
    if (s.name != "doors" && s.name != "about") append_section(old, s.name, s.bytes);
  }
  World again = need(World::create({.dt = 0.1}));
  need(again.restore(old));
  CHECK(again.hash() == world.hash());
}
