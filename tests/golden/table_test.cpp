#include <doctest/doctest.h>

#include <wend/version.hpp>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "golden/table.hpp"

using namespace wend::golden;

namespace {

std::size_t row_of(std::string_view scene) {
  for (std::size_t r = 0; r < rows().size(); ++r) {
    if (scene == rows()[r].scene) return r;
  }
  FAIL("no row " << scene);
  return 0;
}

void check_all_cells(const Table& table) {
  for (std::size_t r = 0; r < table.size(); ++r) {
    for (std::size_t m = 0; m < mode_count; ++m) {
      const Cell& cell = table[r][m];
      if (cell.seeds == 0) continue;
      CAPTURE(rows()[r].scene);
      CAPTURE(name(static_cast<Mode>(m)));
      CHECK_MESSAGE(cell.error.empty(), cell.error);
      CHECK(cell.with_static_contact == 0);
      if (!rows()[r].has_movers) CHECK(cell.with_contact == 0);
    }
    const Cell& cell = table[r][robust];
    if (cell.seeds == 0) continue;
    CAPTURE(rows()[r].scene);
    if (std::string_view(rows()[r].scene) == "U-trap") {
      for (const Mode m : {classic, classic_sum, robust, robust_sum}) CHECK(table[r][m].arrived == 0);
    } else {
      CHECK(cell.reach() >= 95);
    }
  }
}

void check_rates(const Table& table) {
  MESSAGE("reach % / runs with contact %, in brackets the spec\n" << rates_text(table));
  check_all_cells(table);
  for (const char* scene : {"experiment 1, barrier", "wall"}) {
    CAPTURE(scene);
    const auto& row = table[row_of(scene)];
    CHECK(row[robust].reach() - row[robust_sum].reach() >= 40);
    CHECK(row[robust].reach() - row[classic_sum].reach() >= 40);
  }
}

void check_times(const Table& table) {
  MESSAGE("mean arrival in s, and who arrived if not all; in brackets the spec\n" << times_text(table));
  check_all_cells(table);
  struct Expected {
    const char* scene;
    double time;
  };
  for (const Expected& e :
       {Expected{"swap of 100", 39}, Expected{"crossing 2×50", 23}, Expected{"corridor 2×50", 50}}) {
    CAPTURE(e.scene);
    const Cell& cell = table[row_of(e.scene)][robust];
    CHECK(cell.arrived == cell.agents);
    CHECK(cell.mean_time() >= 0.75 * e.time);
    CHECK(cell.mean_time() <= 1.25 * e.time);
  }
}

void write_validation(const Table& rates, const Table& times) {
  std::ofstream out(WEND_SOURCE_DIR "/docs/validation-papers.md");
  out << "# Validation: the generators of the local layer\n\n"
         "The scenes of `scenes/paper/`, one per generator of [local-layer.md](spec/local-layer.md) section 15.1, "
         "measured by\n"
         "`tests/golden/table_test.cpp`. Wend "
      << wend::version_string
      << ", dt = 0.25 s, seeds 1 .. 200 unless a table says otherwise. The numbers follow from\n"
         "scene, seed and version alone; the spec's own numbers come from other random instances and stand in "
         "brackets.\n"
         "Sampling error is about ±3 points near 95 % and ±7 near 50 %.\n\n"
         "This file is written by\n\n"
         "```\nmake build\nWEND_LONG=1 WEND_WRITE_VALIDATION=1 build/release/tests/wend_golden -tc=\"table: all "
         "rows*\"\n```\n\n"
         "## Rates\n\n"
         "Agents that reached their target in time, in percent / runs with a contact (clearance below -1e-9 m), in "
         "percent.\n"
         "`w=(1,1)` is the plain sum: `competition = false`.\n\n"
      << rates_text(rates)
      << "\nEvery contact is with a scripted body that ignores the agent. No run of either table touched anything that "
         "stands, and\n"
         "no two agents ever overlapped. The flock has no row in the spec's table; its agents leave on arrival, as "
         "section 10\n"
         "advises for shared targets. The U-trap fails on purpose: it shows why planning exists.\n\n"
         "## Crowds\n\n"
         "Mean arrival time in seconds over agents and seeds; a second number is the share of agents that arrived in "
         "time, if\n"
         "it is not all of them. Agents leave on arrival. Plain `robust` has β_a = 0.25.\n\n"
      << times_text(times) << "\nSeeds used:\n\n"
      << seeds_text(times)
      << "\nA mean over those who arrived says little where few did. Limits of time are those of section 15.1: 150 s "
         "for the swap,\n"
         "240 s for the crossing, 120 s and 300 s for the corridor.\n";
}

}  // namespace

TEST_CASE("table: single agents, 40 seeds") { check_rates(measure(Tier::quick, false)); }

TEST_CASE("table: crowds, 40 seeds") { check_times(measure(Tier::quick, true)); }

TEST_SUITE("long") {
  TEST_CASE("table: all rows, 200 seeds") {
    const Table rates = measure(Tier::full, false);
    check_rates(rates);
    const Table times = measure(Tier::full, true);
    check_times(times);
    const char* write = std::getenv("WEND_WRITE_VALIDATION");
    if (write != nullptr && std::string_view(write) == "1") write_validation(rates, times);
  }
}
