#include <wend/base/rng.hpp>
#include <wend/runner.hpp>

#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>

#include <vector>

#include "environment/near.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Rooms, a door, a rotor, people who watch, come and go: hashes and events are the same from every back end and on any
// number of threads, and the kinetic one is real.

namespace {

constexpr int steps = 60;

struct Run {
  std::vector<StateHash> hashes;
  std::vector<Event> events;
  StepReport sum;
  std::vector<StepReport> reports;
};

struct Setup {
  Backend backend = Backend::automatic;
  std::size_t threads = 1;
  Relation perception = Relation::visible;
  bool brute_force = false;
};

struct Rooms {
  World world;
  WallId door, rotor;
  TargetId goals[4];
};

Rooms rooms(const Setup& setup) {
  Rooms r{need(World::create({.dt = 0.1, .seed = 4, .perception = setup.perception, .environment = setup.backend})), {}, {}, {}};
  World& w = r.world;
  const auto wall = [&](double ax, double ay, double bx, double by) { need(w.add_wall({ax, ay}, {bx, by})); };
  wall(-12, -8, 12, -8), wall(12, -8, 12, 8), wall(12, 8, -12, 8), wall(-12, 8, -12, -8);
  wall(-4, -8, -4, -1.5), wall(-4, 1.5, -4, 8), wall(4, -8, 4, -1), wall(4, 1, 4, 8);
  r.door = need(w.add_wall({4, -1}, {4, 1}, {.motion = BodyMotion::driven}));
  r.rotor = need(w.add_wall({-2, 4}, {2, 4}, {.motion = BodyMotion::driven, .blocked = Blocked::push}));
  need(w.add_obstacle({.at = {0, -4}, .radius = 0.8}));
  const Vec3 corners[] = {{-11, -7}, {11, -7}, {11, 7}, {-11, 7}};
  for (int k = 0; k < 4; ++k) r.goals[k] = need(w.add_target({.at = corners[k]}));
  const ModelId models[] = {ModelId{0, 1}, need(w.add_human({.safety = 1, .sense = 6, .width = HumanWidth::gap})), need(w.add_potential_field({.safety = 1}))};
  Rng rng = Rng::stream(4, Purpose::test);
  for (int k = 0; k < 220; ++k) {
    test::add_if_free(w, {.at = {rng.uniform(-11.5, 11.5), rng.uniform(-7.5, 7.5)}, .radius = rng.uniform(0.15, 0.3), .top_speed = rng.uniform(0.8, 1.6),
                          .watch = k % 3 == 0 ? rng.uniform(0, 4) : watch_nobody, .target = r.goals[rng.below(4)], .model = models[k % 10 < 8 ? 0 : k % 10 - 7],
                          .floor = k % 20 == 0 ? 1u : 0u, .on_arrival = k % 2 == 0 ? OnArrival::remove : OnArrival::stop});
  }
  return r;
}

void move_walls(Rooms& r, int step) {
  const double t = 0.1 * (step + 1), slide = step < 30 ? 0.06 : -0.06;
  const BodyState door = *r.world.body(r.door);
  const auto at = [&](Vec3 p, double by) { return Vec3{p.x, p.y + by, 0}; };
  need(r.world.apply(MoveWall{r.door, at(door.at, slide / 2), at(door.to, slide / 2), at(door.at, slide), at(door.to, slide)}));
  const auto tip = [](double angle, double sign) {
    const auto sc = det_sincos(angle);
    return Vec3{sign * 2 * sc.cos, 4 + sign * 2 * sc.sin, 0};
  };
  need(r.world.apply(MoveWall{r.rotor, tip(0.5 * (t - 0.05), -1), tip(0.5 * (t - 0.05), 1), tip(0.5 * t, -1), tip(0.5 * t, 1)}));
}

Run run(const Setup& setup) {
  Rooms r = rooms(setup);
  if (setup.brute_force) world::Access::data(r.world).environment.use(std::make_unique<environment::BruteForce>());
  ThreadRunner runner(setup.threads);
  Run out;
  Rng rng = Rng::stream(5, Purpose::test);
  for (int step = 0; step < steps; ++step) {
    if (step % 7 == 3) {
      const auto all = r.world.agents();
      need(r.world.remove(all[rng.below(all.size())].id));
      need(r.world.teleport(r.world.agents()[0].id, {rng.uniform(-3, 3), rng.uniform(-7, 3)}, 0));
      test::add_if_free(r.world, {.at = {rng.uniform(-3, 3), rng.uniform(-7, 7)}, .watch = 2, .target = r.goals[0]});
    }
    move_walls(r, step);
    r.world.step(runner);
    out.hashes.push_back(r.world.hash());
    const StepReport report = r.world.step_report();
    out.reports.push_back(report);
    out.sum.flips += report.flips;
    out.sum.certificates += report.certificates;
    out.sum.grid_builds += report.grid_builds;
    out.sum.kinetic_builds += report.kinetic_builds;
    out.sum.mesh_updates += report.mesh_updates;
    out.sum.crossings += report.crossings;
  }
  out.events.assign(r.world.events().begin(), r.world.events().end());
  return out;
}

const Run& reference() {
  static const Run first = run({});
  return first;
}

void check_equal(const Run& other) {
  for (std::size_t k = 0; k < other.hashes.size(); ++k) {
    CAPTURE(k);
    CHECK(other.hashes[k].motion == reference().hashes[k].motion);
    CHECK(other.hashes[k].bodies == reference().hashes[k].bodies);
    CHECK(other.hashes[k].events == reference().hashes[k].events);
    REQUIRE(other.hashes[k] == reference().hashes[k]);
  }
  CHECK(other.events == reference().events);
}

}  // namespace

TEST_CASE("environment: the same run from every back end, on any number of threads") {
  for (const Backend backend : {Backend::automatic, Backend::grid, Backend::kinetic}) {
    for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
      CAPTURE(static_cast<int>(backend));
      CAPTURE(threads);
      check_equal(run({.backend = backend, .threads = threads}));
    }
  }
  check_equal(run({.brute_force = true}));
}

TEST_CASE("environment: the scene of these tests has all that can happen") {
  std::size_t kinds[16] = {};
  for (const Event& e : reference().events) ++kinds[static_cast<std::size_t>(e.kind)];
  CHECK(kinds[static_cast<std::size_t>(EventKind::enter)] > 100);
  CHECK(kinds[static_cast<std::size_t>(EventKind::exit)] > 100);
  CHECK(kinds[static_cast<std::size_t>(EventKind::arrived)] > 0);
  CHECK(kinds[static_cast<std::size_t>(EventKind::wall_waits)] + kinds[static_cast<std::size_t>(EventKind::swept)] > 0);
  CHECK(reference().sum.mesh_updates > steps / 2);
}

TEST_CASE("environment: a kinetic run flips and certifies, and asks no grid") {
  const Run kinetic = run({.backend = Backend::kinetic});
  CHECK(kinetic.sum.kinetic_builds == steps);
  CHECK(kinetic.sum.grid_builds == 0);
  CHECK(kinetic.sum.flips > 100);
  CHECK(kinetic.sum.certificates > 1000);
  CHECK(kinetic.sum.crossings > 100);
  const Run grid = run({.backend = Backend::grid});
  CHECK(grid.sum.grid_builds == steps);
  CHECK(grid.sum.kinetic_builds == 0);
  CHECK(grid.sum.flips == 0);
  CHECK(run({.backend = Backend::kinetic, .threads = 3}).reports == kinetic.reports);
}

TEST_CASE("environment: perception changes the run, and each is the same from every back end") {
  for (const Relation perception : {Relation::near, Relation::unseparated, Relation::reachable}) {
    CAPTURE(name(perception));
    const Run a = run({.perception = perception}), b = run({.backend = Backend::kinetic, .threads = 2, .perception = perception});
    CHECK(a.hashes == b.hashes);
    CHECK(a.hashes.back().motion != reference().hashes.back().motion);
  }
}
