// Open field: 10 000 agents at 0.5 per square metre, everybody his own way. Prints the cost of a step and its hash.
#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>
#include <wend/world.hpp>

#include "core/angles.hpp"
#include "environment/grid_index.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace wend;

constexpr double density = 0.5;  // agents per square metre

World field(std::size_t agents, const AttractorParams& params) {
  World world = std::move(World::create({.dt = 0.1, .seed = 1}).value());
  const ModelId model = *world.add_attractor(params);
  const double side = std::sqrt(static_cast<double>(agents) / density);
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(agents))));
  const double pitch = side / static_cast<double>(columns);
  Rng rng = Rng::stream(1, Purpose::placement);
  for (std::size_t i = 0; i < agents; ++i) {
    AgentSpec spec;
    spec.at = {(static_cast<double>(i % columns) + rng.uniform(0.25, 0.75)) * pitch, (static_cast<double>(i / columns) + rng.uniform(0.25, 0.75)) * pitch};
    spec.heading = rng.uniform(-pi, pi);
    spec.radius = 0.2;
    spec.top_speed = rng.uniform(1.0, 1.6);
    spec.model = model;
    const AgentId id = *world.add_agent(spec);
    (void)world.set_direction(id, spec.heading);
  }
  return world;
}

// Mean number of bodies the model was shown in the last step.
double neighbours(const World& world) {
  const world::Data& d = world::Access::data(world);
  environment::GridIndex grid;
  environment::NearLists near;
  grid.build({d.agents.x, d.agents.y, d.agents.radius, d.agents.floor, {}}, d.sense);
  grid.near({0, d.agents.size()}, d.sense, near);
  return static_cast<double>(near.agents.size()) / static_cast<double>(d.agents.size());
}

struct Row {
  double ns = 0, neighbours = 0;
  std::uint64_t hash = 0;
};

Row measure(std::size_t agents, const AttractorParams& params, TaskRunner& runner, int steps) {
  World world = field(agents, params);
  for (int i = 0; i < 5; ++i) world.step(runner);
  std::vector<double> times;
  for (int i = 0; i < steps; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    world.step(runner);
    times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + steps / 2, times.end());
  return {times[static_cast<std::size_t>(steps / 2)] / static_cast<double>(agents), neighbours(world), world.hash().all};
}

// The sensing clearance that shows about so many neighbours: a disc of that area holds them.
AttractorParams with_neighbours(AttractorParams p, double count) {
  const double radius = 0.2;
  p.sense = std::sqrt(count / (density * pi)) - 2 * radius;
  return p;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t agents = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 10000;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 30;
  AttractorParams classic = AttractorParams::classic(), robust = AttractorParams::robust();
  classic.d0 = robust.d0 = 0.5;
  classic.d1 = robust.d1 = 0.05;
  AttractorParams as_far = robust, people = AttractorParams::people();
  as_far.sense = people.sense = 3;
  ThreadRunner one(1), two(2);
  struct Case {
    const char* name;
    AttractorParams params;
    TaskRunner* runner;
  };
  const Case cases[] = {
      {"classic, about 13 neighbours", with_neighbours(classic, 13), &one},
      {"robust, its own range", robust, &one},
      {"robust, 3 m", as_far, &one},
      {"people, 3 m", people, &one},
      {"robust, about 10 neighbours", with_neighbours(robust, 10), &one},
      {"robust, 10 neighbours, 2 threads", with_neighbours(robust, 10), &two},
  };
  std::printf("open field, %zu agents at %.1f per m2, dt 0.1 s, median of %d steps\n", agents, density, steps);
  std::printf("%-34s %14s %12s %8s  %s\n", "case", "ns/agent-step", "neighbours", "ratio", "hash");
  double base = 0;
  for (const Case& c : cases) {
    const Row row = measure(agents, c.params, *c.runner, steps);
    if (base == 0) base = row.ns;
    std::printf("%-34s %14.0f %12.1f %8.2f  %016" PRIx64 "\n", c.name, row.ns, row.neighbours, row.ns / base, row.hash);
  }
}
