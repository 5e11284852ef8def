#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "core/bytes.hpp"
#include "core/hash.hpp"
#include "support/fp_traps.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Snapshots with right checksums and wrong content: refused, or a world that can be stepped, asked and saved.

namespace {

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t h = bytes.size();
  for (std::byte b : bytes) h = (h ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3u;
  return mix(h);
}

struct Section {
  std::string name;
  std::vector<std::byte> bytes;
};

std::vector<Section> take_apart(const Snapshot& snapshot) {
  ByteReader in(snapshot);
  (void)in.u64(), (void)in.u32();
  std::vector<Section> list(in.u32());
  for (Section& s : list) {
    s.name = in.text();
    const std::uint64_t size = in.u64();
    (void)in.u64();
    const auto part = in.take(size);
    s.bytes.assign(part.begin(), part.end());
  }
  REQUIRE(in.good());
  return list;
}

Snapshot seal(const Snapshot& like, const std::vector<Section>& list) {
  ByteReader in(like);
  ByteWriter out;
  out.u64(in.u64());
  out.u32(in.u32());
  out.u32(static_cast<std::uint32_t>(list.size()));
  for (const Section& s : list) {
    out.text(s.name);
    out.u64(s.bytes.size());
    out.u64(checksum(s.bytes));
    out.bytes().insert(out.bytes().end(), s.bytes.begin(), s.bytes.end());
  }
  return out.bytes();
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
  const auto ann = world.add_agent({.at = {1, 1}}), bob = world.add_agent({.at = {2, 2}});
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
  CHECK(seal(plain, take_apart(plain)) == plain);
}

TEST_CASE("snapshot: wrong content under a right checksum never crashes") {
  const test::NoTraps quiet;
  auto m = test::mixed_world(6);
  for (int k = 0; k < 10; ++k) m.step();
  const Snapshot plain = m.world.snapshot();
  const std::vector<Section> whole = take_apart(plain);
  std::size_t taken = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    auto list = whole;
    for (std::uint64_t damage = 1 + rng.below(2); damage > 0; --damage) {
      Section& s = list[rng.below(list.size())];
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
    if (world.restore(seal(plain, list))) {
      ++taken;
      use(world);
    } else {
      ++refused;
    }
  }
  MESSAGE("taken ", taken, ", refused ", refused);
  CHECK(refused > 500);
}
