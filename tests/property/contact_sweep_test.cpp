#include "environment/contact_sweep.hpp"

#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "support/ways.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

namespace {

std::vector<PairContact> plain_contacts(const Ways& w, double slack) {
  std::vector<PairContact> out;
  for (std::uint32_t i = 0; i < w.count(); ++i) {
    for (std::uint32_t j = i + 1; j < w.count(); ++j) {
      const double r = w.size[i] + w.size[j] + slack;
      if (w.floor[i] != w.floor[j] || r < 0) continue;
      const Vec2 d{w.x0[j] - w.x0[i], w.y0[j] - w.y0[i]}, e{w.x1[j] - w.x1[i], w.y1[j] - w.y1[i]};
      const bool before = inside(d.x, d.y, r), after = inside(e.x, e.y, r);
      const auto found = geometry::circle_crossings(d, e - d, r, before, after);
      if (before || after || found.count > 0) out.push_back({i, j, before, after, found});
    }
  }
  return out;
}

bool same(const PairContact& a, const PairContact& b) {
  bool equal = a.i == b.i && a.j == b.j && a.inside_before == b.inside_before && a.inside_after == b.inside_after &&
               a.crossings.count == b.crossings.count;
  for (int c = 0; equal && c < a.crossings.count; ++c)
    equal = a.crossings.at[c].s == b.crossings.at[c].s && a.crossings.at[c].enter == b.crossings.at[c].enter;
  return equal;
}

}  // namespace

TEST_CASE("contact sweep: the same contacts as every pair by itself") {
  for (const Kernel kernel : kernels()) {
    ContactSweep sweep(kernel);
    std::vector<PairContact> found;
    std::size_t contacts = 0, staying = 0, passing = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
      CAPTURE(seed);
      const auto kind = static_cast<WaysKind>(seed % ways_kinds);
      Rng rng = Rng::stream(seed, Purpose::test);
      Ways w = random_ways(rng, kind);
      for (double& size : w.size) size = kind == lattice ? std::abs(size) / 2 : std::min(std::abs(size), 1e6) * 0.2;
      for (int step = 0; step < 2; ++step) {
        move(w, rng, kind);
        const double slack = rng.below(3) == 0 ? 0 : rng.below(2) == 0 ? -1e-9 : rng.uniform(-0.5, 0.5);
        sweep.find(w.motions(), slack, found);
        const std::vector<PairContact> expected = plain_contacts(w, slack);
        REQUIRE(found.size() == expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) REQUIRE(same(found[k], expected[k]));
        contacts += found.size();
        for (const PairContact& c : found) {
          staying += c.inside_before && c.inside_after;
          passing += c.crossings.count == 2;
        }
        w.next();
      }
    }
    CHECK(contacts > 20000);
    CHECK(staying > 1000);
    CHECK(passing > 100);
  }
}

TEST_CASE("contact sweep: one giant does not hide the others") {
  ContactSweep sweep;
  std::vector<PairContact> found;
  Rng rng = Rng::stream(9, Purpose::test);
  Ways w;
  w.add(0, 0, 30);
  for (int i = 0; i < 400; ++i) w.add(rng.uniform(-60, 60), rng.uniform(-60, 60), 0.25);
  w.x1[3] = 5000;  // and one is moved far in a step
  sweep.find(w.motions(), -1e-9, found);
  const auto expected = plain_contacts(w, -1e-9);
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(same(found[k], expected[k]));
}
