#include "core/fp_env.hpp"

#include <wend/model/model.hpp>
#include <wend/runner.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cfenv>
#include <memory>

#include "support/worlds.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace wend;
using test::need;

namespace {

#if defined(__SSE2__)
constexpr unsigned flush_bits = 0x8040u;  // flush to zero, denormals are zero
unsigned flushing() { return _mm_getcsr() & flush_bits; }
void set_flushing(unsigned bits) { _mm_setcsr((_mm_getcsr() & ~flush_bits) | bits); }
#else
constexpr unsigned flush_bits = 0;
unsigned flushing() { return 0; }
void set_flushing(unsigned) {}
#endif

// A host that rounds upward and flushes denormals, as audio and game engines do.
struct OddCaller {
  OddCaller() {
    std::fesetround(FE_UPWARD);
    set_flushing(flush_bits);
  }
  ~OddCaller() {
    std::fesetround(FE_TONEAREST);
    set_flushing(0);
  }
  bool intact() const { return std::fegetround() == FE_UPWARD && flushing() == flush_bits; }
};

// Counts the calls that did not see the default modes.
class Watcher final : public SteeringModel {
 public:
  Watcher() : SteeringModel({.name = "watcher"}) {}
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View& view, std::span<double>) const override {
    ++calls;
    if (std::fegetround() != FE_TONEAREST || flushing() != 0) ++wrong;
    return {.heading = view.heading, .speed = view.top_speed};
  }
  mutable std::atomic<int> calls = 0, wrong = 0;
};

}  // namespace

TEST_CASE("fp_env: default modes while alive, the caller's afterwards") {
  const OddCaller caller;
  {
    const FpEnv env;
    CHECK(std::fegetround() == FE_TONEAREST);
    CHECK(flushing() == 0);
    {
      const FpEnv nested;
      CHECK(std::fegetround() == FE_TONEAREST);
    }
    CHECK(flushing() == 0);
  }
  CHECK(caller.intact());
}

TEST_CASE("fp_env: inside a step the modes are default on every thread, afterwards the caller's are back") {
  const auto watcher = std::make_shared<Watcher>();
  World world = need(World::create());
  need(world.register_model(watcher));
  const ModelId model = need(world.add_model("watcher", {}));
  need(world.add_target({.at = {100, 0}}));
  for (int i = 0; i < 1000; ++i) need(world.add_agent({.at = {0.0, 2.0 * i}, .model = model, .goal_order = GoalOrder::all}));

  const OddCaller caller;
  ThreadRunner threads(3);  // its threads are born with the odd modes
  world.step();
  CHECK(caller.intact());
  world.step(threads);
  CHECK(caller.intact());
  world.steer();
  CHECK(caller.intact());
  world.commit();
  CHECK(caller.intact());
  CHECK(watcher->calls == 3000);
  CHECK(watcher->wrong == 0);
}

TEST_CASE("fp_env: a world built and stepped by an odd caller has the same hash") {
  const auto run = [] {
    auto m = test::mixed_world(60);
    for (int k = 0; k < 40; ++k) m.step();
    (void)m.world.explain(m.world.agents()[0].id);
    return m.world.hash();
  };
  const StateHash plain = run();
  StateHash odd;
  {
    const OddCaller caller;
    // The scripted positions of the scene are the host's own numbers: the host computes them in its default modes.
    auto m = [] {
      const FpEnv env;
      return test::mixed_world(60);
    }();
    for (int k = 0; k < 40; ++k) {
      {
        const FpEnv env;
        m.before_step();
      }
      m.world.step();
    }
    odd = m.world.hash();
    CHECK(caller.intact());
  }
  CHECK(odd == plain);
}

// The numbers of the host are exact in any mode; what the world makes of them must be too.
TEST_CASE("fp_env: commands by an odd caller give the same bits") {
  const auto run = [] {
    World world = need(World::create({.dt = 0.1}));
    const auto goal = need(world.add_target({.at = {10, 0.375}}));
    const auto ann = need(world.add_agent({.at = {0.125, 0.75}, .heading = 7.25, .target = goal}));
    const auto bob = need(world.add_agent({.at = {0.25, 2.75}, .heading = -11.125, .target = goal, .driven = true}));
    need(world.add_obstacle({.at = {3, 0}}));
    for (int k = 0; k < 20; ++k) {
      need(world.set(ann, "heading", 9.125 + k));
      need(world.teleport(goal, {10, 0.375 + k * 0.125}));
      world.steer();
      need(world.drive(bob, {0.25 + k * 0.0625, 2.75}, 11.125 + k));
      world.commit();
    }
    return world.hash();
  };
  const StateHash plain = run();
  StateHash odd;
  {
    const OddCaller caller;
    odd = run();
  }
  CHECK(odd == plain);
}
