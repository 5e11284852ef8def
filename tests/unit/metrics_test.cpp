#include <doctest/doctest.h>
#include <wend/analysis/metrics.hpp>
#include <wend/world.hpp>

#include <bit>

#include "support/fp_traps.hpp"
#include "support/same_report.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::check_same;
using test::mixed_world;

TEST_CASE("metrics: saved at any step and restored, they go on with the same bits") {
  constexpr int steps = 60;
  auto whole_world = mixed_world(40);
  Metrics whole;
  whole.start(whole_world.world);
  for (int i = 0; i < steps; ++i) whole_world.step(), whole.observe(whole_world.world);
  REQUIRE(whole.report().arrived > 0);
  REQUIRE(whole.report().contacts > 0);
  REQUIRE(whole.report().finished > whole.report().arrived);

  for (int k = 0; k <= steps; k += 7) {
    CAPTURE(k);
    auto m = mixed_world(40);
    Metrics first;
    first.start(m.world);
    for (int i = 0; i < k; ++i) m.step(), first.observe(m.world);
    Metrics second;
    REQUIRE(second.restore(first.save()));
    check_same(second, first);
    for (int i = k; i < steps; ++i) m.step(), second.observe(m.world);
    check_same(second, whole);
    CHECK(second.save() == whole.save());
  }
}

TEST_CASE("metrics: damaged bytes are refused, or restore to something that can go on") {
  const test::NoTraps no_traps;
  auto m = mixed_world(6);
  Metrics metrics;
  metrics.start(m.world);
  for (int i = 0; i < 20; ++i) m.step(), metrics.observe(m.world);
  const std::vector<std::byte> good = metrics.save();

  Metrics other;
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto cut = other.restore(std::span(good).first(size));
    REQUIRE_FALSE(cut);
    CHECK(cut.error().code == Errc::damaged);
  }
  std::vector<std::byte> longer = good;
  longer.push_back(std::byte{0});
  CHECK_FALSE(other.restore(longer));
  CHECK(other.report().agents == 0);  // as before

  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::vector<std::byte> bad = good;
    bad[bit / 8] ^= std::byte{1} << (bit % 8);
    Metrics restored;
    if (!restored.restore(bad)) {
      ++refused;
      continue;
    }
    restored.observe(m.world);
    (void)restored.report();
  }
  CHECK(refused > 0);
}


namespace {

// A crowd written by hand: one row per agent, all standing far from each other.
struct Crowd {
  std::vector<AgentId> id;
  std::vector<std::uint64_t> born;
  std::vector<double> x, y, zero, radius, speed;
  std::vector<std::uint32_t> floor;
  std::vector<Status> status;

  void add(std::uint32_t index, Status s) {
    id.push_back({index, 1}), born.push_back(index), x.push_back(10.0 * index), y.push_back(0), zero.push_back(0);
    radius.push_back(0.2), speed.push_back(1), floor.push_back(0), status.push_back(s);
  }
  Observation at(double time, std::span<const Event> events = {}) const {
    return {.dt = 0.5, .time = time, .id = id, .born = born, .x = x, .y = y, .old_x = x, .old_y = y, .heading = zero,
            .turn_rate = zero, .radius = radius, .top_speed = speed, .floor = floor, .status = status, .bodies = {}, .events = events};
  }
};

Event arrival(std::uint32_t index, double time) { return {.time = time, .step = 0, .at = {}, .agent = {index, 1}, .kind = EventKind::arrived}; }

}  // namespace

TEST_CASE("metrics: times count from the birth of an agent to its first arrival") {
  Crowd crowd;
  crowd.add(0, Status::moving);
  Metrics metrics;
  metrics.start(crowd.at(0));
  metrics.observe(crowd.at(0.5));
  crowd.add(1, Status::moving);  // added at 0.5, seen after the next step
  metrics.observe(crowd.at(1));
  const Event first[] = {arrival(0, 1.25)};
  metrics.observe(crowd.at(1.5, first));
  const Event both[] = {arrival(1, 2.75), arrival(0, 3)};  // agent 0 arrives once more
  metrics.observe(crowd.at(3, both));
  const auto agents = metrics.agents();
  REQUIRE(agents.size() == 2);
  CHECK(agents[0].birth == 0);
  CHECK(agents[1].birth == 0.5);
  CHECK(agents[0].arrival == 1.25);
  CHECK(agents[1].arrival == 2.75);
  const Report r = metrics.report();
  CHECK(r.arrived == 2);
  CHECK(r.mean_time == (1.25 + 2.25) / 2);
  CHECK(r.t95 == 2.25);
  CHECK(r.flow == 2 / 1.75);  // every arrival counts for the flow
  CHECK(r.longest_gap == 1.5);

  // A restored metric knows the moment of the last look: a newcomer is born then.
  Metrics restored;
  REQUIRE(restored.restore(metrics.save()));
  crowd.add(2, Status::moving);
  restored.observe(crowd.at(3.5));
  CHECK(restored.agents()[2].birth == 3);
}

TEST_CASE("metrics: waiting, idle and stuck agents and their steps") {
  Crowd crowd;
  for (std::uint32_t i = 0; i < 4; ++i) crowd.add(i, Status::moving);
  crowd.add(4, Status::idle);
  Metrics metrics;
  metrics.start(crowd.at(0));
  crowd.status = {Status::waiting, Status::waiting, Status::stuck, Status::moving, Status::idle};
  metrics.observe(crowd.at(0.5));
  crowd.status = {Status::waiting, Status::moving, Status::stuck, Status::arrived, Status::idle};
  const Event first[] = {arrival(3, 1)};
  metrics.observe(crowd.at(1, first));
  const Report r = metrics.report();
  CHECK(r.agents == 5);
  CHECK(r.with_goal == 4);
  CHECK(r.finished == 2);  // one arrived, one idle
  CHECK(r.waiting == 1);
  CHECK(r.idle == 1);
  CHECK(r.stuck == 1);
  CHECK(r.waiting_time == 1.5 / 4);
  CHECK(r.share_stuck == 2.0 / 7);  // 4 + 3 steps of agents under way
  CHECK(r.share_waiting == 3.0 / 7);
  CHECK(metrics.agents()[0].waited == 1);
  CHECK_FALSE(r.t95);  // one of four with a goal

  // Waiting after the arrival is no waiting on the way.
  crowd.status[3] = Status::waiting;
  metrics.observe(crowd.at(1.5));
  CHECK(metrics.agents()[3].waited == 0);
  Metrics restored;
  REQUIRE(restored.restore(metrics.save()));
  check_same(restored, metrics);
}

TEST_CASE("metrics: an idle agent that never arrives does not keep t95 away") {
  Crowd crowd;
  crowd.add(0, Status::moving), crowd.add(1, Status::idle);
  Metrics metrics;
  metrics.start(crowd.at(0));
  crowd.status[0] = Status::arrived;
  const Event first[] = {arrival(0, 0.25)};
  metrics.observe(crowd.at(0.5, first));
  CHECK(metrics.report().t95 == 0.25);
  CHECK(metrics.report().finished == 2);
}
