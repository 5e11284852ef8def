#include <doctest/doctest.h>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <string>

#include "support/fp_traps.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Snapshots with right checksums and wrong content: refused, or a world that can be stepped, asked and saved.

namespace {

struct Part {
  std::string name;
  Bytes bytes;
};

std::vector<Part> take_apart(const Snapshot& snapshot) {
  const auto all = read_sections(snapshot);
  REQUIRE(all);
  std::vector<Part> list;
  for (const Section& s : all->list) list.push_back({s.name, Bytes(s.bytes.begin(), s.bytes.end())});
  list.erase(list.begin());  // "about" is written anew
  return list;
}

Snapshot seal(const std::vector<Part>& list) {
  Snapshot file = begin_sections();
  for (const Part& s : list) append_section(file, s.name, s.bytes);
  return file;
}

// Does what a host does. Whether the answers make sense is not asked here, only that there are some.
void use(World& world) {
  for (int k = 0; k < 3; ++k) world.step();
  for (const AgentState& s : world.agents()) {
    (void)world.explain(s.id);
    (void)world.pose(s.id, 0.5);
    (void)world.class_name(s.klass);
    (void)world.model_name(s.model);
  }
  for (const TargetState& t : world.targets()) (void)world.polygon(t.id);
  (void)world.bodies();
  (void)world.hash();
  const auto ann = world.add_agent({.at = {1, 1}, .goal_order = GoalOrder::all}), bob = world.add_agent({.at = {2, 2}, .goal_order = GoalOrder::all});
  if (ann && bob) CHECK(*ann != *bob);
  if (ann) (void)world.remove(*ann);
  world.step();
  (void)world.snapshot();
}

}  // namespace

TEST_CASE("snapshot: resealed as it was it is the same") {
  auto m = test::mixed_world(6);
  for (int k = 0; k < 10; ++k) m.step();
  const Snapshot plain = m.world.snapshot();
  CHECK(seal(take_apart(plain)) == plain);
}

TEST_CASE("snapshot: wrong content under a right checksum never crashes") {
  const test::NoTraps quiet;
  auto m = test::mixed_world(6);
  for (int k = 0; k < 10; ++k) m.step();
  const Snapshot plain = m.world.snapshot();
  const std::vector<Part> whole = take_apart(plain);
  std::size_t taken = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    auto list = whole;
    for (std::uint64_t damage = 1 + rng.below(2); damage > 0; --damage) {
      Part& s = list[rng.below(list.size())];
      const std::size_t at = rng.below(s.bytes.size());
      switch (rng.below(4)) {
        case 0:
          s.bytes[at] ^= std::byte{static_cast<unsigned char>(1u << rng.below(8))};
          break;
        case 1:  // eight bytes of the ugliest kind, aligned as numbers are
          for (std::size_t i = 0; i < 8 && at / 8 * 8 + i < s.bytes.size(); ++i) {
            constexpr std::uint64_t ugly[] = {
                0x7ff8000000000000u, 0x7ff0000000000000u, 0xfff0000000000000u, 0x7fe1ccf385ebc8a0u, ~0ull, 0, 1,
                1ull << 63};
            static std::uint64_t value = 0;
            if (i == 0) value = ugly[rng.below(8)];
            s.bytes[at / 8 * 8 + i] = static_cast<std::byte>((value >> (8 * i)) & 0xff);
          }
          break;
        case 2:
          s.bytes.resize(at);
          break;
        default:
          s.bytes[at] = static_cast<std::byte>(rng.below(256));
      }
    }
    World world = need(World::create());
    if (world.restore(seal(list))) {
      ++taken;
      use(world);
    } else {
      ++refused;
    }
  }
  MESSAGE("taken ", taken, ", refused ", refused);
  CHECK(refused > 500);
}
