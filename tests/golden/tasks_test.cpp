#include <doctest/doctest.h>

#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/angles.hpp"
#include "golden/in_parallel.hpp"
#include "planning/assignment.hpp"
#include "steering/personality.hpp"
#include "support/attributes.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// What energy and courage do to an agent, and how tasks are done, over 40 seeds.

namespace {

constexpr std::size_t seeds = 40;

struct Walk {
  double arrival = -1;        // s
  double peak_turn_rate = 0;  // rad/s
  double first_turn = 0;      // rad, in the first half second
  double clearance = 1e300;   // m, to obstacles
};

// The agent that the estimates (p.29), (p.30) were made for, with one trait changed.
AgentSpec plain() {
  AgentSpec a;
  a.radius = 0.3, a.top_speed = 1;
  return a;
}
AgentSpec with(const char* attribute, double value) {
  AgentSpec a = plain();
  a.attributes = {{attribute, value}};
  return a;
}
AgentSpec with_speed(double value) {
  AgentSpec a = plain();
  a.top_speed = value;
  return a;
}

AttractorParams robust() {
  AttractorParams p = AttractorParams::robust();
  p.d0 = 0.5;
  return p;
}

// From the left to the right through twelve discs, facing away from the target at first.
Walk walk(std::uint64_t seed, const AgentSpec& character, const AttractorParams& p) {
  World world = need(World::create({.dt = 0.1, .seed = seed}));
  Rng rng = Rng::stream(seed, Purpose::test);
  for (int i = 0; i < 12; ++i) need(world.add_obstacle({.at = {-6.0 + i, rng.uniform(-2.5, 2.5)}, .radius = 0.4}));
  const TargetId goal = need(world.add_target({.at = {10, 0}}));
  AgentSpec spec = character;
  spec.at = {-10, rng.uniform(-1, 1)};
  spec.heading = rng.uniform(2, 3);
  spec.target = goal;
  spec.model = need(world.add_attractor(p));
  const AgentId ann = need(world.add_agent(spec));
  Walk w;
  while (world.time() < 120 && !world.all_done()) {
    world.step();
    const AgentState s = *world.agent(ann);
    w.peak_turn_rate = std::max(w.peak_turn_rate, std::abs(s.turn_rate));
    w.clearance = std::min(w.clearance, test::clearances(world).fixed_bodies);
    if (world.steps() == 5) w.first_turn = std::abs(wrap(s.heading - spec.heading));
  }
  w.arrival = world.agent(ann)->arrival;
  return w;
}

std::vector<Walk> walks(const AgentSpec& character, const AttractorParams& p = robust()) {
  std::vector<Walk> all(seeds);
  golden::in_parallel(seeds, [&](std::size_t i) { all[i] = walk(i + 1, character, p); });
  return all;
}

double mean(const std::vector<Walk>& all, double Walk::* member) {
  return std::accumulate(all.begin(), all.end(), 0.0, [&](double sum, const Walk& w) { return sum + w.*member; }) / static_cast<double>(all.size());
}

// In how many seeds the first is larger.
int times_larger(const std::vector<Walk>& a, const std::vector<Walk>& b, double Walk::* member) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i].*member > b[i].*member ? 1 : 0;
  return count;
}

// Fourteen couriers of all sorts, five doors with little room, some pillars between them. Two couriers have nothing to do.
struct Delivery {
  World world;
  std::vector<TargetId> doors;
  std::vector<TaskAssignment> tasks;
};

Delivery delivery(std::uint64_t seed) {
  Delivery d{need(World::create({.dt = 0.1, .seed = seed})), {}, {}};
  World& world = d.world;
  Rng rng = Rng::stream(seed, Purpose::test, 5);
  for (double capacity : {1, 2, 2, 3, 4}) {
    const double y = -12 + 6 * static_cast<double>(d.doors.size());
    d.doors.push_back(need(world.add_target({.at = {12, y}, .radius = 0.6, .capacity = capacity})));
  }
  for (int i = 0; i < 10; ++i) need(world.add_obstacle({.at = {rng.uniform(-2, 6), -13.5 + 3 * i}, .radius = 0.5}));
  std::vector<AgentId> couriers;
  while (couriers.size() < 14) {
    const AgentSpec spec{.at = {rng.uniform(-12, -6), rng.uniform(-10, 10)},
                         .heading = rng.uniform(-3, 3),
                         .top_speed = rng.uniform(0.8, 2),
                         .attributes = {{"agility", rng.uniform(0.3, 1)}, {"energy", rng.uniform(0.2, 1)}},
                         .on_arrival = OnArrival::remove};
    if (test::add_if_free(world, spec)) couriers.push_back(world.agents().back().id);
  }
  d.tasks = need(world.assign_tasks(couriers, d.doors));
  return d;
}

// Empty if all went well.
std::string serve_all(std::uint64_t seed) {
  Delivery d = delivery(seed);
  const auto unassigned = std::count_if(d.tasks.begin(), d.tasks.end(), [](const TaskAssignment& t) { return !t.target; });
  if (unassigned != 2) return "not everybody has a task who could";
  while (d.world.time() < 120 && d.world.agent_count() > 2) {
    d.world.step();
    for (const TargetState& door : d.world.targets()) {
      if (static_cast<double>(door.taken) > door.capacity) return "a door took more than it can";
    }
  }
  for (const TargetState& door : d.world.targets()) {
    if (static_cast<double>(door.taken) != door.capacity) return "a door was not served";
  }
  for (const AgentState& left : d.world.agents()) {
    if (left.status != Status::idle) return "somebody without a task does not stand by";
  }
  return {};
}

}  // namespace

TEST_CASE("tasks: tired agents arrive later and turn more slowly") {
  const std::vector<Walk> fresh = walks(plain()), tired = walks(with("energy", 0.2));
  for (const auto* all : {&fresh, &tired}) {
    CHECK(std::all_of(all->begin(), all->end(), [](const Walk& w) { return w.arrival > 0 && w.clearance > 0; }));
  }
  CHECK(times_larger(tired, fresh, &Walk::arrival) == seeds);
  CHECK(mean(tired, &Walk::arrival) > 1.6 * mean(fresh, &Walk::arrival));
  CHECK(times_larger(fresh, tired, &Walk::peak_turn_rate) >= 38);
  CHECK(mean(tired, &Walk::peak_turn_rate) < 0.9 * mean(fresh, &Walk::peak_turn_rate));
  CHECK(times_larger(fresh, tired, &Walk::first_turn) >= 38);
  CHECK(mean(tired, &Walk::first_turn) < 0.9 * mean(fresh, &Walk::first_turn));
}

TEST_CASE("tasks: tired people arrive later and turn more slowly") {
  const AttractorParams people = AttractorParams::people();
  const std::vector<Walk> fresh = walks({}, people), tired = walks({.attributes = {{"energy", 0.2}}}, people);
  for (const auto* all : {&fresh, &tired}) {
    CHECK(std::all_of(all->begin(), all->end(), [](const Walk& w) { return w.arrival > 0 && w.clearance >= 0; }));
  }
  CHECK(times_larger(tired, fresh, &Walk::arrival) == seeds);
  CHECK(mean(tired, &Walk::arrival) > 1.6 * mean(fresh, &Walk::arrival));
  CHECK(times_larger(fresh, tired, &Walk::peak_turn_rate) >= 38);
  CHECK(times_larger(fresh, tired, &Walk::first_turn) >= 38);
}

TEST_CASE("tasks: who hurries arrives earlier, who takes risks passes closer") {
  const std::vector<Walk> usual = walks(plain()), hurried = walks(with_speed(1.5));
  CHECK(times_larger(usual, hurried, &Walk::arrival) >= 38);
  const std::vector<Walk> shy = walks(with("courage", 0.1)), bold = walks(with("courage", 0.9));
  CHECK(times_larger(shy, bold, &Walk::clearance) >= 38);
  CHECK(mean(bold, &Walk::clearance) < 0.2 * mean(shy, &Walk::clearance));
  CHECK(std::all_of(bold.begin(), bold.end(), [](const Walk& w) { return w.clearance >= 0; }));
}

TEST_CASE("tasks: the likely times of the hand-out are about those walked") {
  // Planning spec (p.29), (p.30), with the share of a plain agent taken out.
  const double usual = mean(walks(plain()), &Walk::arrival) / planning::task_time(20, 1, 1, 1);
  const AgentSpec characters[] = {with("agility", 0.5), with("agility", 0.25), with("agility", 0),
                                  with("energy", 0.6),  with("energy", 0.2),   with_speed(2)};
  for (const AgentSpec& c : characters) {
    CAPTURE(test::given(c, "agility"));
    CAPTURE(test::given(c, "energy"));
    const double likely = planning::task_time(20, c.top_speed, test::given(c, "agility"), steering::vigour(test::given(c, "energy"))) * usual;
    CHECK(mean(walks(c), &Walk::arrival) == doctest::Approx(likely).epsilon(0.15));
  }
}

TEST_CASE("tasks: every target is served, and none beyond its capacity in any step") {
  std::vector<std::string> problems(seeds);
  golden::in_parallel(seeds, [&](std::size_t i) { problems[i] = serve_all(i + 1); });
  for (std::size_t i = 0; i < seeds; ++i) {
    CAPTURE(i);
    CHECK(problems[i] == "");
  }
}

TEST_CASE("tasks: the same bits on any number of threads and from a snapshot in mid-run") {
  Delivery one = delivery(3), other = delivery(3);
  ThreadRunner four(4);
  for (int i = 0; i < 120; ++i) {
    if (i == 50) {
      World again = need(World::create({.dt = 0.1}));
      need(again.restore(one.world.snapshot()));
      one.world = std::move(again);
    }
    one.world.step(), other.world.step(four);
    REQUIRE(one.world.hash() == other.world.hash());
  }
}
