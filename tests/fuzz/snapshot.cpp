#include <wend/analysis/metrics.hpp>
#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/world.hpp>

#include <span>

#include "fuzz/fuzz.hpp"
#include "fuzz/sealed.hpp"
#include "support/fp_traps.hpp"

using namespace wend;

namespace {

// What a host does with a world it trusts.
void use(World& world) {
  Metrics metrics;
  metrics.start(world);
  for (int k = 0; k < 3; ++k) {
    world.step();
    metrics.observe(world);
  }
  (void)metrics.report();
  for (const AgentState& s : world.agents()) {
    (void)world.explain(s.id);
    (void)world.class_name(s.klass);
    (void)world.model_name(s.model);
  }
  for (const TargetState& t : world.targets()) (void)world.polygon(t.id);
  if (const auto ann = world.add_agent({.at = {1, 1}, .goal_order = GoalOrder::all})) (void)world.remove(*ann);
  const Snapshot saved = world.snapshot();
  auto other = World::create({});
  if (other->restore(saved)) fuzz::ensure(other->snapshot() == saved, "saved, restored and saved again it differs");
}

// Refused and as before, or a world that can be used.
void restore(std::span<const std::byte> bytes) {
  auto world = World::create({});
  const StateHash before = world->hash();
  if (const auto ok = world->restore(bytes)) return use(*world);
  fuzz::ensure(world->hash() == before, "a refused snapshot changed the world");
}

// A small world with one of each; always in today's format.
Snapshot sample() {
  auto world = World::create({.seed = 3});
  const auto goal = world->add_target({.at = {4, 0}});
  const auto line = world->add_target({.at = {5, -1}, .to = {5, 1}, .shape = TargetShape::segment});
  const auto klass = world->add_class("guard", {{"d0", 2}, {"competes", 1}});
  (void)world->add_obstacle({.at = {2, 0.3}, .radius = 0.4});
  (void)world->add_obstacle(
      {.at = {1, 2}, .to = {2, 2}, .capsule = true, .klass = *klass, .motion = BodyMotion::scripted});
  (void)world->add_wall({-1, -2}, {6, -2});
  const auto removed = world->add_agent({.at = {9, 9}, .goal_order = GoalOrder::all});
  const TargetId goals[] = {*line, *goal};
  (void)world->add_agent({.at = {0, 0}, .target = *goal, .model = *world->add_attractor(AttractorParams::classic())});
  (void)world->add_agent({.at = {0, 1}, .target = *goal, .model = *world->add_human({.kv = 1, .bv = 1, .margin = 0.5})});
  (void)world->add_agent({.at = {0, 2}, .target = *goal, .model = *world->add_potential_field({})});
  (void)world->add_agent({.at = {0.2, 0}, .klass = *klass, .goal_order = GoalOrder::listed}, goals);
  (void)world->remove(*removed);
  for (int k = 0; k < 4; ++k) world->step();
  return world->snapshot();
}

}  // namespace

// Any bytes as they are; a file of ours with its checksums repaired; or bytes that say how to change a sample.
int fuzz_snapshot(const std::uint8_t* data, std::size_t size) {
  const test::NoTraps quiet;
  static const Snapshot plain = sample();
  restore(std::as_bytes(std::span(data, size)));
  restore(fuzz::sealed(plain, data, size));
  return 0;
}
