#include <wend/metrics.hpp>
#include <wend/sections.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <cstring>
#include <span>

#include "core/bytes.hpp"
#include "fuzz/fuzz.hpp"
#include "storm/dice.hpp"
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
  if (const auto ann = world.add_agent({.at = {1, 1}})) (void)world.remove(*ann);
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

// The file with all its checksums made right, so that a fuzzer gets past them.
Snapshot repaired(std::span<const std::byte> file) {
  ByteReader in(file);
  (void)in.u64(), (void)in.u32(), (void)in.u32();
  Snapshot out = begin_sections();
  while (in.good() && in.left() > 0) {
    const std::string name = in.text();
    const std::uint64_t size = in.u64();
    (void)in.u64();
    const auto part = in.take(std::min<std::uint64_t>(size, in.left()));
    if (in.good() && name != "about") append_section(out, name, part);
  }
  return out;
}

// A small world with one of each; always in today's format.
Snapshot sample() {
  auto world = World::create({.seed = 3});
  const auto goal = world->add_target({.at = {4, 0}});
  const auto line = world->add_target({.at = {5, -1}, .to = {5, 1}, .shape = TargetShape::segment});
  const auto klass = world->add_class("guard", {.d0 = 2, .competes = true});
  (void)world->add_obstacle({.at = {2, 0.3}, .radius = 0.4});
  (void)world->add_obstacle({.at = {1, 2}, .to = {2, 2}, .capsule = true, .klass = *klass, .motion = BodyMotion::scripted});
  (void)world->add_wall({-1, -2}, {6, -2});
  const auto removed = world->add_agent({.at = {9, 9}});
  const TargetId goals[] = {*line, *goal};
  (void)world->add_agent({.at = {0, 0}, .target = *goal, .model = *world->add_attractor(AttractorParams::classic())});
  (void)world->add_agent({.at = {0.2, 0}, .klass = *klass, .goal_order = GoalOrder::listed}, goals);
  (void)world->remove(*removed);
  for (int k = 0; k < 4; ++k) world->step();
  return world->snapshot();
}

// Numbers of a sample, changed as the bytes say: section, place, value.
Snapshot edited(std::span<const std::uint8_t> bytes) {
  static const Snapshot plain = sample();
  const auto parts = read_sections(plain);
  std::vector<Bytes> sections;
  for (const Section& s : parts->list) sections.emplace_back(s.bytes.begin(), s.bytes.end());
  storm::Dice dice(bytes);
  while (!dice.spent()) {
    Bytes& section = sections[dice.below(sections.size())];
    const std::size_t at = section.empty() ? 0 : dice.below(section.size());
    constexpr std::uint64_t ugly[] = {0,  1, ~0ull, 1ull << 63, 0x7ff8000000000000u, 0x7ff0000000000000u, 0xfff0000000000000u, 0x7fe1ccf385ebc8a0u, 0x416312d000000000u};
    switch (dice.below(5)) {
      case 0: section.resize(at); break;
      case 1: section.insert(section.begin() + static_cast<std::ptrdiff_t>(at), 8, static_cast<std::byte>(dice.below(256))); break;
      case 2: {
        const std::uint64_t value = dice.of(ugly);
        for (std::size_t i = 0; i < 8 && at + i < section.size(); ++i) section[at + i] = static_cast<std::byte>((value >> (8 * i)) & 0xff);
        break;
      }
      default:
        if (!section.empty()) section[at] = static_cast<std::byte>(dice.below(256));
    }
  }
  Snapshot out = begin_sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (parts->list[i].name != "about") append_section(out, parts->list[i].name, sections[i]);
  }
  return out;
}

}  // namespace

// Any bytes as they are; a file of ours with its checksums repaired; or bytes that say how to change a sample.
int fuzz_snapshot(const std::uint8_t* data, std::size_t size) {
  const test::NoTraps quiet;
  const auto bytes = std::as_bytes(std::span(data, size));
  restore(bytes);
  const bool ours = size >= 8 && std::memcmp(data, "WENDSNAP", 8) == 0;
  restore(ours ? repaired(bytes) : edited({data, size}));
  return 0;
}
