// Many worlds at once: one for each seed, each on one thread. Prints a table, and checks that the number of threads
// changes nothing.
#include <wend/analysis/metrics.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <atomic>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t seeds = 8;

struct Row {
  std::string error{};  // empty: none
  wend::Report report{};
  double time = 0;
  std::uint64_t hash = 0;
};

// Two streams of people meet in a corridor. The seed says where they start and how fast they walk.
wend::Result<wend::World> corridor(std::uint64_t seed) {
  auto world = wend::World::create({.dt = 0.1, .seed = seed});
  if (!world) return world;
  for (const double y : {-3.0, 3.0}) {
    if (auto wall = world->add_wall({-15, y}, {15, y}); !wall) return wall.error();
  }
  // Random numbers of ours: Rng gives the same ones everywhere, the distributions of the standard library do not.
  wend::Rng random = wend::Rng::stream(seed, wend::Purpose::placement);
  for (const double side : {-1.0, 1.0}) {
    const double end = -14 * side;
    const auto goal = world->add_target({.at = {end, -2.5}, .to = {end, 2.5}, .shape = wend::TargetShape::segment});
    if (!goal) return goal.error();
    for (int i = 0; i < 30; ++i) {
      const double x = side * random.uniform(4, 12), y = random.uniform(-2.5, 2.5);
      const auto agent = world->add_agent({.at = {x, y}, .heading = side > 0 ? 3.141592653589793 : 0,
                                           .top_speed = random.uniform(1.1, 1.6), .target = *goal,
                                           .on_arrival = wend::OnArrival::remove, .find_room = true});
      if (!agent) return agent.error();
    }
  }
  return world;
}

Row run(std::uint64_t seed) {
  auto world = corridor(seed);
  if (!world) return {.error = world.error().text()};
  wend::Metrics metrics;
  metrics.start(*world);
  while (world->time() < 60 && !world->all_done()) {
    world->step();  // on this thread; other threads are busy with other worlds
    metrics.observe(*world);
    world->clear_events();
  }
  return {.report = metrics.report(), .time = world->time(), .hash = world->hash().all};
}

// Each thread takes the next seed that is left. A world belongs to one thread, and the rows do not depend on which.
std::vector<Row> run_all(std::size_t thread_count) {
  std::vector<Row> rows(seeds);
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < thread_count; ++t) {
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < seeds; i = next++) rows[i] = run(i + 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return rows;
}

}  // namespace

int main() {
  constexpr std::size_t many = 4;
  const std::vector<Row> alone = run_all(1), together = run_all(many);
  std::printf("seed  arrived  mean time  waiting  overlaps  hash\n");
  bool same = true;
  for (std::size_t i = 0; i < seeds; ++i) {
    const Row& row = together[i];
    for (const Row* r : {&alone[i], &row}) {
      if (r->error.empty()) continue;
      std::fprintf(stderr, "error: seed %zu: %s\n", i + 1, r->error.c_str());
      return 1;
    }
    const wend::Report& report = row.report;
    std::printf("%4zu  %4" PRIu64 "/%-2" PRIu64 "  %7.2f s  %5.2f s  %8" PRIu64 "  %016" PRIx64 "\n", i + 1,
                report.arrived, report.agents, report.mean_time.value_or(0), report.waiting_time, report.overlap_pairs,
                row.hash);
    same = same && row.hash == alone[i].hash;
  }
  std::printf("%zu seeds on 1 and on %zu threads: %s\n", seeds, many, same ? "the same hashes" : "DIFFERENT HASHES");
  return same ? 0 : 1;
}
