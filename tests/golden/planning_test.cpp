#include <doctest/doctest.h>

#include <wend/analysis/metrics.hpp>
#include <wend/runner.hpp>
#include <wend/scene.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "golden/in_parallel.hpp"

// The scenes that need a planner: does everybody find the way, and touch nothing?

using namespace wend;

namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

struct Run {
  std::string scene{};
  std::uint64_t seed = 1;
  Sets sets{};
  double until = 1e9;  // s
  std::size_t threads = 1;
  std::function<void(const scene::Scene&)> look{};  // after each step

  std::string error{};
  Report report{};
  StateHash hash{};
};

void run(Run& r) {
  scene::LoadOptions options;
  options.seed = r.seed;
  options.sets = r.sets;
  auto scene = scene::Scene::load_file(WEND_SOURCE_DIR "/scenes/" + r.scene + ".lua", options);
  if (!scene) return void(r.error = scene.error().text());
  Metrics metrics;
  metrics.start(scene->world());
  ThreadRunner runner(r.threads);
  while (!scene->finished() && scene->world().time() < r.until) {
    if (auto ok = scene->step(runner); !ok) return void(r.error = ok.error().text());
    metrics.observe(scene->world());
    if (r.look) r.look(*scene);
    scene->world().clear_events();
  }
  r.report = metrics.report();
  r.hash = scene->world().hash();
}

void run_all(std::vector<Run>& runs) {
  golden::in_parallel(runs.size(), [&](std::size_t i) { run(runs[i]); });
}

// One run for each seed 1 .. n.
std::vector<Run> seeds(const std::string& scene, std::uint64_t n, const Sets& sets = {}) {
  std::vector<Run> runs(n);
  for (std::uint64_t s = 0; s < n; ++s) runs[s].scene = scene, runs[s].seed = s + 1, runs[s].sets = sets;
  run_all(runs);
  return runs;
}

void check_untouched(const Run& r) {
  CAPTURE(r.scene);
  CAPTURE(r.seed);
  CHECK_MESSAGE(r.error.empty(), r.error);
  CHECK(r.report.contacts == 0);
  CHECK(r.report.wall_contacts == 0);
  CHECK(r.report.wall_violations == 0);
  CHECK(r.report.overlap_pairs == 0);
  CHECK(r.report.non_finite == 0);
}

void check_all_leave(const Run& r) {
  check_untouched(r);
  CAPTURE(r.scene);
  CAPTURE(r.seed);
  CHECK(r.report.agents > 0);
  CHECK(r.report.arrived == r.report.agents);
}

void check_u_trap(std::uint64_t n) {
  for (const Run& r : seeds("utrap_solved", n, {{"planner", "none"}})) {
    check_untouched(r);
    CHECK(r.report.arrived == 0);
  }
  for (const char* kind : {"auto", "harmonic", "hitting", "distance"}) {
    for (const Run& r : seeds("utrap_solved", n, {{"planner", kind}})) {
      CAPTURE(kind);
      check_all_leave(r);
    }
  }
}

void check_leaving(const std::string& scene, std::uint64_t n) {
  for (const Run& r : seeds(scene, n)) check_all_leave(r);
}

// Through which door did they go?
struct Doors {
  int near = 0, far = 0;
  void look(const scene::Scene& scene) {
    for (const Event& e : scene.world().step_events()) {
      if (e.kind == EventKind::arrived) (e.at.y < 0 ? near : far) += 1;
    }
  }
};

void check_two_doors(std::uint64_t n) {
  struct Pair {
    Doors straight, minding;
  };
  std::vector<Pair> doors(n);
  std::vector<Run> runs(2 * n);
  for (std::uint64_t s = 0; s < n; ++s) {
    runs[2 * s] = {.scene = "two_doors", .seed = s + 1, .sets = {{"avoid_crowds", "0"}}};
    runs[2 * s].look = [&, s](const scene::Scene& scene) { doors[s].straight.look(scene); };
    runs[2 * s + 1] = {.scene = "two_doors", .seed = s + 1, .sets = {{"avoid_crowds", "1"}}};
    runs[2 * s + 1].look = [&, s](const scene::Scene& scene) { doors[s].minding.look(scene); };
  }
  run_all(runs);
  for (std::uint64_t s = 0; s < n; ++s) {
    check_all_leave(runs[2 * s]);
    check_all_leave(runs[2 * s + 1]);
    const int people = static_cast<int>(runs[2 * s].report.agents);
    CHECK(doors[s].straight.near >= 95 * people / 100);
    CHECK(doors[s].minding.near >= 25 * people / 100);
    CHECK(doors[s].minding.far >= 25 * people / 100);
    CHECK(*runs[2 * s + 1].report.mean_time < *runs[2 * s].report.mean_time);
  }
}

// Who stood where one looks at it, by agent and room.
void check_museum(std::uint64_t n) {
  struct Visits {
    std::map<std::uint64_t, unsigned> seen;  // a bit for each room
    void look(const scene::Scene& scene) {
      const auto targets = scene.targets();
      for (const AgentState& a : scene.world().agents()) {
        for (std::size_t k = 0; k + 1 < targets.size(); ++k) {
          const TargetState t = *scene.world().target(targets[k]);
          const Vec2 d = a.at.xy() - t.at.xy();
          if (std::sqrt(dot(d, d)) <= a.radius + t.radius + 1e-9) seen[a.id.bits()] |= 1u << k;
        }
      }
    }
  };
  std::vector<Visits> visits(n);
  std::vector<Run> runs(n);
  for (std::uint64_t s = 0; s < n; ++s) {
    runs[s] = {.scene = "museum", .seed = s + 1};
    runs[s].look = [&, s](const scene::Scene& scene) { visits[s].look(scene); };
  }
  run_all(runs);
  for (std::uint64_t s = 0; s < n; ++s) {
    check_all_leave(runs[s]);
    CHECK(visits[s].seen.size() == runs[s].report.agents);
    CHECK(std::all_of(visits[s].seen.begin(), visits[s].seen.end(), [](const auto& v) { return v.second == 0x3f; }));
  }
}

void check_door(std::uint64_t n) {
  std::vector<Run> runs(n);
  std::vector<int> early(n, 0), blocked(n, 0);
  for (std::uint64_t s = 0; s < n; ++s) {
    runs[s] = {.scene = "door", .seed = s + 1};
    runs[s].look = [&, s](const scene::Scene& scene) {
      const World& world = scene.world();
      if (world.time() > 20) return;
      const AgentColumnsView a = world.columns();
      for (std::size_t i = 0; i < a.id.size(); ++i) early[s] += a.x[i] > 0 ? 1 : 0;
      blocked[s] = static_cast<int>(std::count(a.status.begin(), a.status.end(), Status::blocked));
    };
  }
  run_all(runs);
  for (std::uint64_t s = 0; s < n; ++s) {
    check_all_leave(runs[s]);
    CHECK(early[s] == 0);
    CHECK(blocked[s] == static_cast<int>(runs[s].report.agents));
  }
}

// The angle each of them has gone round the middle, and how far back from its farthest.
void check_ring(std::uint64_t n) {
  struct Lap {
    double angle = 0, round = 0, farthest = 0, back = 0;
  };
  std::vector<std::map<std::uint64_t, Lap>> laps(n);
  std::vector<Run> runs(n);
  for (std::uint64_t s = 0; s < n; ++s) {
    runs[s] = {.scene = "ring", .seed = s + 1};
    runs[s].look = [&, s](const scene::Scene& scene) {
      const AgentColumnsView a = scene.world().columns();
      for (std::size_t i = 0; i < a.id.size(); ++i) {
        if (std::hypot(a.x[i], a.y[i]) > 6) continue;  // not on the ring
        const double angle = std::atan2(a.y[i], a.x[i]);
        const auto [at, fresh] = laps[s].try_emplace(a.id[i].bits(), Lap{.angle = angle});
        Lap& lap = at->second;
        lap.round += std::remainder(angle - lap.angle, 2 * std::acos(-1.0));
        lap.angle = angle;
        lap.farthest = std::max(lap.farthest, lap.round);
        lap.back = std::max(lap.back, lap.farthest - lap.round);
      }
    };
  }
  run_all(runs);
  for (std::uint64_t s = 0; s < n; ++s) {
    check_all_leave(runs[s]);
    CHECK(laps[s].size() == runs[s].report.agents);
    for (const auto& [id, lap] : laps[s]) {
      CHECK(lap.round > 5);
      CHECK(lap.round < 6.6);
      CHECK(lap.back < 0.15);
    }
  }
}

}  // namespace

TEST_CASE("planning: nobody leaves the U-trap without a planner, everybody with one") { check_u_trap(10); }

TEST_CASE("planning: everybody leaves the mazes and the theatre, and nobody touches a wall") {
  check_leaving("maze", 2);
  check_leaving("labyrinth", 1);
  check_leaving("theatre", 1);
}

TEST_CASE("planning: those who mind crowds use both doors") { check_two_doors(2); }

TEST_CASE("planning: crowds are looked at in the same way twice and by any number of threads") {
  std::vector<Run> runs(3, Run{.scene = "two_doors", .until = 25});
  runs[2].threads = 3;
  run_all(runs);
  for (const Run& r : runs) CHECK_MESSAGE(r.error.empty(), r.error);
  CHECK(runs[0].hash == runs[1].hash);
  CHECK(runs[0].hash == runs[2].hash);
}

TEST_CASE("planning: every visitor of the museum sees every room") { check_museum(2); }

TEST_CASE("planning: they wait before the door and pass when it opens") { check_door(2); }

TEST_CASE("planning: nobody walks against a drawn ring") { check_ring(2); }

TEST_CASE("planning: two thousand people set out in the city") {
  Run r{.scene = "city", .until = 5};
  run(r);
  check_untouched(r);
  CHECK(r.report.agents == 2000);
}

TEST_SUITE("long") {
  TEST_CASE("planning: the U-trap, 200 seeds") { check_u_trap(200); }

  TEST_CASE("planning: every scene that needs a planner, 40 seeds") {
    for (const char* scene : {"maze", "labyrinth", "theatre"}) check_leaving(scene, 40);
    check_two_doors(40);
    check_museum(40);
    check_door(40);
    check_ring(40);
  }

  TEST_CASE("planning: forty labyrinths") {
    std::vector<Run> runs(40);
    for (std::size_t k = 0; k < runs.size(); ++k) {
      runs[k] = {.scene = "labyrinth", .sets = {{"maze", std::to_string(k + 1)}, {"loops", k % 2 == 0 ? "0" : "0.5"}}};
    }
    run_all(runs);
    for (const Run& r : runs) check_all_leave(r);
  }

  TEST_CASE("planning: two thousand people leave the city") { check_leaving("city", 4); }
}
