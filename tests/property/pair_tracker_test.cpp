#include "environment/pair_tracker.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <map>
#include <set>
#include <string>

#include "environment/event_choice.hpp"
#include "support/moving_rows.hpp"

using namespace wend;
using namespace wend::environment;
using test::MovingRows;

// The pair tracker, the step sweep and the choice between them give what looking at every pair in every step gives, and
// no deadline is missed.

namespace {

struct Seen {
  std::uint64_t crossings = 0, doubles = 0, waiting = 0, forgets = 0, tracking_steps = 0, changes = 0;
  PairTracker::Counters counters;
};

// Every crossing of a pair that still waits, or that is not remembered at all, would be a missed deadline (15.4). Pairs
// that wait must know what they see.
std::string audit(const PairTracker& tracker, const MovingRows& rows, Seen& seen) {
  std::string wrong;
  tracker.for_waiting([&](std::uint32_t i, std::uint32_t j, bool i_sees, bool j_sees) {
    ++seen.waiting;
    if (tracker.treats_singly(i) || tracker.treats_singly(j)) return;
    const double dx = rows.x1[j] - rows.x1[i], dy = rows.y1[j] - rows.y1[i];
    const bool i_should = rows.watch[i] >= 0 && inside(dx, dy, rows.watch[i]);
    const bool j_should = rows.watch[j] >= 0 && inside(dx, dy, rows.watch[j]);
    if (i_sees != i_should || j_sees != j_should) wrong = "pair " + std::to_string(i) + ", " + std::to_string(j);
  });
  return wrong;
}

// Changes of the crowd between two steps, each of which the tracker is told of.
bool meddle(Rng& rng, MovingRows& rows) {
  if (rng.below(50) != 0) return false;
  const std::size_t i = rng.below(rows.count());
  switch (rng.below(5)) {
    case 0:
      rows.x1[i] = rng.uniform(0, rows.size), rows.y1[i] = rng.uniform(0, rows.size);
      break;
    case 1:
      rows.watch[i] = rng.below(4) == 0 ? -1 : rows.radius * rng.uniform(0, 2);
      break;
    case 2:
      rows.add(rng);
      break;
    case 3:
      if (rows.count() > 2) rows.remove(i);
      break;
    default:
      rows.floor[i] = static_cast<std::uint32_t>(rng.below(rows.floors));
  }
  return true;
}

void compare(std::uint64_t seed, MovingRows::Kind kind, int steps, std::size_t most, Seen& seen) {
  Rng rng = Rng::stream(seed, Purpose::test, 1);
  MovingRows rows = test::moving_rows(rng, kind, most);
  PairTracker tracker;
  StepSweep sweep;
  AutoCrossings choice;
  std::vector<Crossing> got, from_sweep, from_choice;
  for (int step = 0; step < steps; ++step) {
    if (meddle(rng, rows)) {
      tracker.forget();
      sweep.forget();
      choice.forget();
      ++seen.forgets;
    }
    rows.move(rng, step);
    tracker.step(rows.motions(), got);
    sweep.step(rows.motions(), from_sweep);
    choice.step(rows.motions(), from_choice);
    seen.tracking_steps += choice.tracks_pairs();
    const std::vector<Crossing> expected = test::all_crossings(rows.motions());
    if (got != expected || from_sweep != expected || from_choice != expected) {
      CAPTURE(seed);
      CAPTURE(static_cast<int>(kind));
      CAPTURE(step);
      REQUIRE(got.size() == expected.size());
      REQUIRE(got == expected);
      REQUIRE(from_sweep == expected);
      REQUIRE(from_choice == expected);
    }
    const std::string wrong = audit(tracker, rows, seen);
    if (!wrong.empty()) {
      CAPTURE(seed);
      CAPTURE(static_cast<int>(kind));
      CAPTURE(step);
      REQUIRE(wrong == "");
    }
    seen.crossings += got.size();
    for (std::size_t c = 0; c + 1 < got.size(); ++c) {
      for (std::size_t d = c + 1; d < got.size(); ++d) {
        seen.doubles += got[c].subject == got[d].subject && got[c].object == got[d].object;
      }
    }
  }
  seen.changes += choice.changes();
  const PairTracker::Counters& counters = tracker.counters();
  seen.counters.steps += counters.steps;
  seen.counters.rebuilds += counters.rebuilds;
  seen.counters.checks += counters.checks;
  seen.counters.single_rows += counters.single_rows;
  seen.counters.broken_promises += counters.broken_promises;
  seen.counters.velocity_steps += counters.velocity_steps;
}

void run(std::uint64_t first, std::uint64_t seeds, int steps, std::size_t most) {
  std::map<int, Seen> seen;
  for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
    const int kind = static_cast<int>(seed % MovingRows::kinds);
    compare(seed, static_cast<MovingRows::Kind>(kind), steps, most, seen[kind]);
  }
  // The scenes are what they are called: without this the comparison could be empty.
  for (const auto& entry : seen) {
    const int kind = entry.first;
    const Seen& s = entry.second;
    CAPTURE(kind);
    CHECK(s.crossings > 100);
    CHECK(s.forgets > 0);
    CHECK(s.waiting > 0);
    CHECK(s.counters.rebuilds < s.counters.steps / 2);
  }
  CHECK(seen[MovingRows::stop_and_go].changes > 0);
  CHECK(seen[MovingRows::sparse].tracking_steps > 0);
  CHECK(seen[MovingRows::sparse].tracking_steps < seen[MovingRows::sparse].counters.steps);
  CHECK(seen[MovingRows::hasty].doubles > 0);
  CHECK(seen[MovingRows::runners].doubles > 0);
  CHECK(seen[MovingRows::runners].counters.single_rows > 0);
  CHECK(seen[MovingRows::sudden_runner].counters.single_rows > 0);
  CHECK(seen[MovingRows::flow].counters.velocity_steps > seen[MovingRows::flow].counters.steps / 10);
  CHECK(seen[MovingRows::flow].counters.broken_promises > 0);
}

}  // namespace

TEST_CASE("pair tracker: the same stream as all pairs, the sweep and the choice, and every deadline holds") {
  run(0, 1100, 200, 40);
}

TEST_SUITE("long") {
  TEST_CASE("pair tracker: the same stream as looking at all pairs, many crowds") {
    run(100000, 22000, 200, 40);
    run(200000, 220, 400, 400);
  }
}
