#include <doctest/doctest.h>
#include <wend/metrics.hpp>
#include <wend/world.hpp>

#include <bit>

#include "support/fp_traps.hpp"
#include "support/same_report.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::check_same;
using test::mixed_world;

TEST_CASE("metrics: saved at any step and restored, they go on with the same bits") {
  constexpr int steps = 60;
  auto whole_world = mixed_world(40);
  Metrics whole;
  whole.start(whole_world.world);
  for (int i = 0; i < steps; ++i) whole_world.step(), whole.observe(whole_world.world);
  REQUIRE(whole.report().arrived > 0);
  REQUIRE(whole.report().contacts > 0);
  REQUIRE(whole.report().finished > whole.report().arrived);

  for (int k = 0; k <= steps; k += 7) {
    CAPTURE(k);
    auto m = mixed_world(40);
    Metrics first;
    first.start(m.world);
    for (int i = 0; i < k; ++i) m.step(), first.observe(m.world);
    Metrics second;
    REQUIRE(second.restore(first.save()));
    check_same(second, first);
    for (int i = k; i < steps; ++i) m.step(), second.observe(m.world);
    check_same(second, whole);
    CHECK(second.save() == whole.save());
  }
}

TEST_CASE("metrics: damaged bytes are refused, or restore to something that can go on") {
  const test::NoTraps no_traps;
  auto m = mixed_world(6);
  Metrics metrics;
  metrics.start(m.world);
  for (int i = 0; i < 20; ++i) m.step(), metrics.observe(m.world);
  const std::vector<std::byte> good = metrics.save();

  Metrics other;
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto cut = other.restore(std::span(good).first(size));
    REQUIRE_FALSE(cut);
    CHECK(cut.error().code == Errc::damaged);
  }
  std::vector<std::byte> longer = good;
  longer.push_back(std::byte{0});
  CHECK_FALSE(other.restore(longer));
  CHECK(other.report().agents == 0);  // as before

  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::vector<std::byte> bad = good;
    bad[bit / 8] ^= std::byte{1} << (bit % 8);
    Metrics restored;
    if (!restored.restore(bad)) {
      ++refused;
      continue;
    }
    restored.observe(m.world);
    (void)restored.report();
  }
  CHECK(refused > 0);
}
