// Prints the state hash of every step of a few crowded worlds, and of planning fields. Several builds of it, and one per number of threads, must agree.
#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/base/rng.hpp>
#include <wend/runner.hpp>
#include <wend/world.hpp>

#include "core/hash.hpp"
#include "planning/harmonic.hpp"
#include "planning/hitting.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace wend;

// Two crowds through each other among discs, walls, movers and people with character.
World mixed_crowd(std::uint64_t seed, bool robust, double dt, bool all_models = false) {
  World world = std::move(World::create({.dt = dt, .seed = seed}).value());
  AttractorParams usual = robust ? AttractorParams::robust() : AttractorParams::classic();
  usual.d0 = 0.5;
  usual.d1 = 0.05;
  AttractorParams tired = usual;
  tired.fatigue = 1;
  tired.hysteresis = 1;
  tired.turn_slowdown = 0.5;
  AttractorParams choosy = usual;
  choosy.targets = TargetChoice::compete;
  const ModelId human = *world.add_human({.safety = 1, .sense = 8, .sigma = 0.1, .width = HumanWidth::both, .margin = 0.2});
  const ModelId potential = *world.add_potential_field({.safety = 1});
  const ModelId models[] = {*world.add_attractor(usual), all_models ? human : *world.add_attractor(tired),
                            all_models ? potential : *world.add_attractor(choosy)};
  const ClassId guard = *world.add_class("guard", {{"d0", 1.5}, {"competes", 1}});
  const TargetId east = *world.add_target({.at = {14, -5}, .to = {14, 5}, .shape = TargetShape::segment});
  const TargetId west = *world.add_target({.at = {-14, -5}, .to = {-14, 5}, .shape = TargetShape::segment});
  const TargetId north = *world.add_target({.at = {0, 5}, .radius = 1});
  (void)world.add_wall({-16, -6}, {16, -6});
  (void)world.add_wall({-16, 6}, {16, 6}, {.thickness = 0.1});
  for (int i = 0; i < 6; ++i) (void)world.add_obstacle({.at = {-5.0 + 2 * i, i % 2 == 0 ? 2.0 : -2.0}, .radius = 0.4});
  const ObstacleId cart = *world.add_obstacle({.at = {0, 0}, .radius = 0.5, .klass = guard, .motion = BodyMotion::scripted});
  (void)cart;
  Rng rng = Rng::stream(seed, Purpose::test);
  for (int i = 0; i < 120; ++i) {
    const bool eastward = i % 2 == 0;
    AgentSpec spec{.at = {(eastward ? -1 : 1) * (6.0 + 0.6 * (i / 2 % 12)), -5.0 + 0.9 * (i / 24) * 2 + rng.uniform(-0.1, 0.1)}};
    spec.heading = eastward ? 0 : 3;
    spec.radius = 0.2;
    spec.top_speed = rng.uniform(0.8, 1.5);
    const double agility = rng.uniform(0.3, 1), lightness = rng.uniform(0.3, 1);
    spec.attributes = {{"agility", agility}, {"lightness", lightness}, {"courage", i % 3 == 0 ? rng.uniform() : courage_unset}};
    spec.model = models[i % 3];
    if (world.model_name(spec.model) != "attractor") spec.attributes.clear();
    spec.on_arrival = i % 5 == 0 ? OnArrival::stop : OnArrival::remove;
    const TargetId goals[] = {eastward ? east : west, north};
    (void)world.add_agent(spec, std::span(goals, i % 3 == 2 ? 2 : 1));
  }
  return world;
}

void print_steps(const char* name, World world, TaskRunner& runner, int steps) {
  ObstacleId cart;
  for (const BodyState& body : world.bodies()) {
    if (body.motion == BodyMotion::scripted) cart = body.id.obstacle();
  }
  for (int i = 0; i < steps; ++i) {
    const double y = 0.02 * (i % 200 < 100 ? i % 100 : 100 - i % 100);
    (void)world.apply(MoveObstacle{cart, {0, y - 0.01}, {}, {0, y}, {}});
    world.step(runner);
    std::printf("%s %d %016" PRIx64 "\n", name, i, world.hash().all);
  }
}

// Fields of a cluttered room with a door, each target solved by itself on whatever thread is free.
void print_fields(TaskRunner& runner) {
  planning::Map map;
  map.nx = map.ny = 48;
  map.solid.assign(map.size(), 1);
  map.doors.resize(1);
  Rng rng = Rng::stream(4, Purpose::test);
  std::vector<planning::TargetCells> targets;
  for (std::uint32_t j = 0; j < map.ny; ++j) {
    for (std::uint32_t i = 0; i < map.nx; ++i) {
      const std::uint32_t cell = map.index(i, j);
      map.solid[cell] = i == 30 || rng.uniform() < 0.25 ? 1 : 0;
      if (i == 30 && j > 20 && j < 25) map.doors[0].push_back(cell);
      if (map.solid[cell] == 0 && rng.uniform() < 0.005) targets.push_back({{cell}, {}});
    }
  }
  const std::uint8_t open[] = {1};
  std::vector<std::uint64_t> hash(targets.size(), 0);
  for (double wall_weight : {1.0, 0.3}) {
    const auto factor = planning::HarmonicFactor::make(std::make_shared<const planning::Map>(map), wall_weight);
    runner.for_chunks(targets.size(), 1, [&](Range rows, std::size_t) {
      for (std::size_t r = rows.begin; r < rows.end; ++r) {
        for (double phi : factor->solve(targets[r], open)) hash[r] = mix(hash[r], hash_bits(phi));
        const auto times = planning::hitting(map, map.solid, targets[r]);
        for (double t : *times) hash[r] = mix(hash[r], hash_bits(t));
      }
    });
  }
  for (std::uint64_t one : hash) std::printf("field %016" PRIx64 "\n", one);
}

}  // namespace

int main(int argc, char** argv) {
  ThreadRunner runner(argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 1);
  print_steps("robust", mixed_crowd(1, true, 0.25), runner, 120);
  print_steps("classic", mixed_crowd(2, false, 0.25), runner, 120);
  print_steps("fine", mixed_crowd(3, true, 0.05), runner, 120);
  print_steps("models", mixed_crowd(4, true, 0.1, true), runner, 120);
  print_fields(runner);
}
