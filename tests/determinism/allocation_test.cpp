#include <wend/model/attractor.hpp>
#include <wend/runner.hpp>

#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <new>

#include "support/worlds.hpp"

// After warm-up a step allocates nothing. This file replaces the global operator new of its test program to count.

namespace {

std::atomic<bool> counting = false;
std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  if (counting) ++allocations;
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(size > 0 ? size : 1)
                     : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) { return counted(size, 1); }
[[gnu::noinline]] void* operator new[](std::size_t size) { return counted(size, 1); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t a) {
  return counted(size, static_cast<std::size_t>(a));
}
[[gnu::noinline]] void* operator new[](std::size_t size, std::align_val_t a) {
  return counted(size, static_cast<std::size_t>(a));
}
// std::stable_sort and its kin ask this way.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 1); }
[[gnu::noinline]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size, 1); }
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

using namespace wend;

TEST_CASE("allocation: the counter counts those that may fail, too") {
  std::vector<int> list(1000);
  allocations = 0;
  counting = true;
  std::stable_sort(list.begin(), list.end());
  counting = false;
  CHECK(allocations == 1);
}

TEST_CASE("allocation: the counter counts") {
  allocations = 0;
  counting = true;
  auto* list = new std::vector<int>(1000);
  counting = false;
  delete list;
  CHECK(allocations == 2);
}

namespace {

// Two workers who take turns: which thread takes which chunk is left to chance, the counting must not be.
class TurnsRunner final : public TaskRunner {
 public:
  explicit TurnsRunner(std::size_t workers) : workers_(workers) {}
  std::size_t workers() const override { return workers_; }
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override {
    for (std::size_t begin = 0; begin < count; begin += chunk)
      work(context, {begin, std::min(begin + chunk, count)}, (begin / chunk) % workers_);
  }

 private:
  std::size_t workers_;
};

// 500 agents on their way in loose rows, past discs and a mover and along walls.
struct March {
  World world = test::need(World::create({.dt = 0.1}));
  ObstacleId mover{};
  March() {
    const std::array models{ModelId{0, 1}, test::need(world.add_attractor(AttractorParams::classic()))};
    const TargetId goal =
        test::need(world.add_target({.at = {1000, 0}, .to = {1000, 60}, .shape = TargetShape::segment}));
    mover = test::need(world.add_obstacle({.at = {10, -3}, .motion = BodyMotion::scripted}));
    for (int i = 0; i < 160; ++i)
      test::need(world.add_obstacle({.at = {4.0 * (i % 16) - 12, 6.4 * (i / 16) + 0.8}, .radius = 0.2}));
    test::need(world.add_wall({-100, -2}, {100, -2}));
    test::need(world.add_wall({-100, 64}, {100, 64}));
    for (int i = 0; i < 500; ++i) {
      test::need(world.add_agent({.at = {1.6 * (i % 13), 1.6 * (i / 13)},
                                  .radius = 0.2,
                                  .target = goal,
                                  .model = models[static_cast<std::size_t>(i % 2)]}));
    }
  }
  void before_step() {
    const double t = world.time(), dt = world.dt();
    const auto at = [](double when) {
      return Vec3{10 + 3 * det_sin(when), -4 + det_cos(when)};
    };  // behind a wall: it touches nobody
    test::MixedWorld::need_ok(world.apply(MoveObstacle{mover, at(t + dt / 2), {}, at(t + dt), {}}));
  }
};

long allocations_after_warm_up(March& march, TaskRunner& runner, int warm_up) {
  for (int k = 0; k < warm_up; ++k) {
    march.before_step();
    march.world.step(runner);
    march.world.clear_events();  // a host that reads its events
  }
  allocations = 0;
  for (int k = 0; k < 100; ++k) {
    march.before_step();
    counting = true;
    march.world.step(runner);
    counting = false;
    march.world.clear_events();
  }
  return allocations;
}

// In 40 steps of a world nobody touches.
long allocations_after(World& world, int warm_up) {
  TurnsRunner runner(2);
  for (int i = 0; i < warm_up; ++i) world.step(runner);
  world.clear_events();
  allocations = 0;
  counting = true;
  for (int i = 0; i < 40; ++i) world.step(runner);
  counting = false;
  return allocations;
}

}  // namespace

TEST_CASE("allocation: none in a step after warm-up, with one worker and with two") {
  for (const std::size_t workers : {1u, 2u}) {
    CAPTURE(workers);
    March march;
    TurnsRunner runner(workers);
    CHECK(allocations_after_warm_up(march, runner, 50) == 0);
  }
}

TEST_CASE("allocation: the thread runner itself needs none") {
  ThreadRunner runner(2);
  std::atomic<long> sum = 0;
  const auto run = [&](int times) {
    for (int k = 0; k < times; ++k)
      runner.for_chunks(1000, 256, [&](Range rows, std::size_t) { sum += static_cast<long>(rows.end - rows.begin); });
  };
  run(10);
  allocations = 0;
  counting = true;
  run(100);
  counting = false;
  CHECK(allocations == 0);
  CHECK(sum == 110 * 1000);
}

TEST_CASE("allocation: none in a step of humans and potential fields after warm-up") {
  World world = test::need(World::create({.dt = 0.1}));
  const ModelId models[] = {test::need(world.add_human({.safety = 1, .margin = 0.5})), test::need(world.add_human({.sense = 5, .kv = 1, .sigma = 0.1})),
                            test::need(world.add_potential_field({})), test::need(world.add_potential_field({.mode = PotentialFieldMode::particle, .safety = 1}))};
  test::need(world.add_target({.at = {200, 0}}));
  test::need(world.add_wall({-20, -20}, {200, -20}));
  for (int i = 0; i < 60; ++i) test::need(world.add_agent({.at = {-20 + 1.1 * (i % 10), 1.1 * static_cast<double>(i / 10)}, .radius = 0.2, .model = models[i % 4], .goal_order = GoalOrder::all}));
  CHECK(allocations_after(world, 100) == 0);
}

TEST_CASE("allocation: none in a step of people with planners, once their fields are there") {
  World world = test::need(World::create({.dt = 0.1}));
  for (int i = 0; i < 8; ++i) test::need(world.add_wall({6.0 * i, i % 2 == 0 ? -10.0 : -4.0}, {6.0 * i, i % 2 == 0 ? 4.0 : 10.0}));
  test::need(world.add_door({-3, -10}, {-3, 10}, {.open = true}));
  const TargetId goals[] = {test::need(world.add_target({.at = {60, 6}})), test::need(world.add_target({.at = {60, -6}}))};
  std::vector<PlannerId> planners;
  for (const PlannerKind kind : {PlannerKind::harmonic, PlannerKind::hitting, PlannerKind::distance}) planners.push_back(test::need(world.add_planner({.kind = kind})));
  planners.push_back(test::need(world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::chain}, .parts = {{planners[0], 1}, {planners[2], 1}}})));
  for (int i = 0; i < 60; ++i) {
    test::need(world.add_agent({.at = {-20 + 0.9 * (i % 15), -2 + 0.9 * static_cast<double>(i / 15)}, .radius = 0.2, .planner = planners[static_cast<std::size_t>(i) % 4], .goal_order = GoalOrder::any},
                               std::span(goals).first(i % 2 == 0 ? 1 : 2)));
  }
  CHECK(allocations_after(world, 300) == 0);
}
