#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <limits>
#include <thread>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::for_seeds;
using test::need;

namespace {

// A crowd in a box with obstacles, started without overlap: fast, stopping late, all towards the middle or across.
World crowd(Rng& rng, double dt) {
  World world = need(World::create({.dt = dt, .seed = rng.bits()}));
  AttractorParams robust = AttractorParams::robust(), classic = AttractorParams::classic();
  for (AttractorParams* p : {&robust, &classic}) p->d1 = 0, p->t2c = std::max(0.25, dt);
  const std::array models{need(world.add_attractor(robust)), need(world.add_attractor(classic))};
  const double half = rng.uniform(2, 5);
  std::vector<TargetId> goals{need(world.add_target({.at = {0, 0}, .radius = 0}))};
  for (double s : {-1.0, 1.0})
    goals.push_back(need(world.add_target({.at = {s * (half - 0.5), rng.uniform(-1, 1)}, .radius = 0.1})));
  const double thickness = rng.below(2) == 0 ? 0 : 0.1;
  const std::array<Vec3, 5> corners{{{-half, -half}, {half, -half}, {half, half}, {-half, half}, {-half, -half}}};
  for (std::size_t i = 0; i < 4; ++i) need(world.add_wall(corners[i], corners[i + 1], {.thickness = thickness}));
  for (std::uint64_t i = rng.below(4); i > 0; --i) {
    const Vec3 a{rng.uniform(-half, half), rng.uniform(-half, half)},
        b{rng.uniform(-half, half), rng.uniform(-half, half)};
    if (rng.below(2) == 0)
      need(world.add_wall(a, b));
    else
      need(world.add_obstacle({.at = a, .radius = rng.uniform(0.1, 0.8)}));
  }
  const std::uint64_t tries = 20 + rng.below(60);
  for (std::uint64_t i = 0; i < tries; ++i) {
    const double x = rng.uniform(-half, half), y = rng.uniform(-half, half);
    (void)test::add_if_free(world,
                            {.at = {x, y},
                             .heading = rng.uniform(-3.1, 3.1),
                             .radius = rng.uniform(0.1, 0.4),
                             .top_speed = rng.below(4) == 0 ? rng.uniform(0.2, 3) : 3,
                             .attributes = {{"agility", rng.below(2) == 0 ? 1 : rng.uniform()}, {"lightness", rng.below(2) == 0 ? 1 : rng.uniform()}},
                             .target = goals[rng.below(goals.size())],
                             .model = models[rng.below(2)],
                             .on_arrival = static_cast<OnArrival>(rng.below(3))},
                            1e-6);
  }
  return world;
}

}  // namespace

TEST_CASE("world: nobody who starts apart ever overlaps an agent or a static body") {
  constexpr double steps_of[] = {0.02, 0.1, 0.25, 0.5};
  double least = 1e300;
  std::size_t crowded = 0;
  for_seeds(400, [&](Rng& rng) {
    World world = crowd(rng, steps_of[rng.below(4)]);
    REQUIRE(test::clearances(world).agents > 0);
    double closest = 1e300;
    for (int k = 0; k < 40; ++k) {
      world.step();
      const auto c = test::clearances(world);
      closest = std::min({closest, c.agents, c.fixed_bodies});
    }
    CHECK(closest > -1e-9);
    least = std::min(least, closest);
    crowded += closest < 1e-3 ? 1 : 0;
    for (const Event& e : world.events()) CHECK(e.kind != EventKind::contact_begin);
  });
  CHECK(crowded > 200);  // or it was no stress
  MESSAGE("smallest clearance ", least);
}

TEST_CASE("world: a number gone bad stays with its agent") {
  const test::NoTraps quiet;
  const double bad_values[] = {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL};
  for_seeds(100, [&](Rng& rng) {
    auto m = test::mixed_world(40, rng.bits());
    World& world = m.world;
    const std::uint64_t strike = 1 + rng.below(30);
    while (world.steps() < strike) m.step();
    const double bad = bad_values[rng.below(3)];
    m.before_step();
    world::AgentColumns& a = world::Access::data(world).agents;
    const std::size_t row = rng.below(a.size());
    const AgentId victim = a.id[row];
    const bool known = a.status[row] == Status::non_finite;
    std::vector<double>* columns[] = {&a.x, &a.y, &a.heading, &a.speed, &a.vx, &a.vy, &a.turn_rate};
    (*columns[rng.below(7)])[row] = bad;
    if (rng.below(4) == 0) a.state[row * world::Access::data(world).widths.state + rng.below(4)] = bad;
    world.step();
    std::size_t told = 0;
    for (const Event& e : world.step_events()) {
      if (e.kind == EventKind::status_begin && e.status == Status::non_finite) {
        CHECK(e.agent == victim);
        ++told;
      }
    }
    CHECK(told == (known ? 0 : 1));
    const auto frozen = *world.agent(victim);
    CHECK(frozen.status == Status::non_finite);
    for (int k = 0; k < 20; ++k) world.step();
    for (const AgentState& s : world.agents()) {
      CHECK((std::isfinite(s.at.x) && std::isfinite(s.at.y) && std::isfinite(s.heading) && std::isfinite(s.speed)));
      CHECK((std::isfinite(s.velocity.x) && std::isfinite(s.velocity.y)));
      CHECK((s.status == Status::non_finite) == (s.id == victim));
    }
    CHECK(world.agent(victim)->at == frozen.at);
  });
}

TEST_CASE("world: others see a frozen agent as one that stands there") {
  // The same crowd, once with a NaN, once with that agent stopped and put where the freeze puts it.
  const test::NoTraps quiet;
  for_seeds(30, [&](Rng& rng) {
    Rng same = rng;
    World sick = crowd(rng, 0.1), twin = crowd(same, 0.1);
    for (int k = 0; k < 10; ++k) sick.step(), twin.step();
    const std::size_t row = rng.below(sick.agent_count());
    for (World* w : {&sick, &twin}) {
      auto& a = world::Access::data(*w).agents;
      a.x[row] = a.old_x[row], a.y[row] = a.old_y[row];
      if (w == &sick)
        a.speed[row] = std::numeric_limits<double>::quiet_NaN();
      else
        a.speed[row] = a.vx[row] = a.vy[row] = 0, a.status[row] = Status::non_finite;
    }
    const AgentId victim = sick.columns().id[row];
    for (int k = 0; k < 20; ++k) {
      sick.step(), twin.step();
      const auto mine = sick.agents(), its = twin.agents();
      REQUIRE(mine.size() == its.size());
      for (std::size_t i = 0; i < mine.size(); ++i) {
        if (mine[i].id != victim)
          REQUIRE((mine[i].at == its[i].at && mine[i].heading == its[i].heading && mine[i].speed == its[i].speed));
      }
    }
  });
}

namespace {

// Largest overlap of any two agents as a share of r_a + r_b.
double worst_overlap(const World& world) {
  const auto agents = world.agents();
  double worst = 0;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = i + 1; j < agents.size(); ++j) {
      const double rho = agents[i].radius + agents[j].radius;
      worst = std::max(worst, (rho - norm(agents[i].at.xy() - agents[j].at.xy())) / rho);
    }
  }
  return worst;
}

void check_parting(std::size_t count, bool opposite, double within, std::uint64_t seed, const AttractorParams& params) {
  CAPTURE(count);
  CAPTURE(opposite);
  CAPTURE(seed);
  World world = need(World::create({.seed = seed}));
  const ModelId model = need(world.add_attractor(params));
  const TargetId east = need(world.add_target({.at = {60, 0}})), west = need(world.add_target({.at = {-60, 0}}));
  for (std::size_t i = 0; i < count; ++i) {
    const bool back = opposite && i % 2 == 1;
    test::add_on_top(world, {.heading = back ? 3.141592653589793 : 0, .target = back ? west : east, .model = model});
  }
  double parted = -1;
  while (world.time() < within) {
    world.step();
    if (worst_overlap(world) <= 0.05) {
      parted = world.time();
      break;
    }
  }
  CHECK(parted > 0);
}

}  // namespace

TEST_CASE("world: agents on one spot part to 5 % overlap within 10 s") {
  for (const AttractorParams& preset : {AttractorParams::robust(), AttractorParams::classic()}) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      for (std::size_t count : {2u, 3u, 10u}) {
        for (const bool opposite : {false, true}) check_parting(count, opposite, 10, seed, preset);
      }
    }
  }
}

TEST_CASE("world: a hundred on one spot part within 30 s") {
  for (const AttractorParams& preset : {AttractorParams::robust(), AttractorParams::classic()}) {
    for (const bool opposite : {false, true}) check_parting(100, opposite, 30, 1, preset);
  }
}

TEST_CASE("world: two worlds in two threads are as each alone") {
  const auto run = [](std::uint64_t seed, std::vector<std::uint64_t>& hashes) {
    auto m = test::mixed_world(60, seed);
    for (int k = 0; k < 60; ++k) {
      m.step();
      hashes.push_back(m.world.hash().all);
    }
  };
  std::vector<std::uint64_t> alone[2], together[2];
  for (std::uint64_t i = 0; i < 2; ++i) run(i + 1, alone[i]);
  std::thread first([&] { run(1, together[0]); });
  run(2, together[1]);
  first.join();
  CHECK(together[0] == alone[0]);
  CHECK(together[1] == alone[1]);
  CHECK(alone[0] != alone[1]);
}
