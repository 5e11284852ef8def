#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using wend::steering::AttractorDecision;
using wend::test::AttractorAgent;

namespace {

// A place with a few decimals, so that equal distances and touching bodies really occur.
Vec2 place(test::Inputs& in, bool on_lattice) {
  const Vec2 at{in.between(-4, 4), in.between(-4, 4)};
  return on_lattice ? Vec2{0.5 * std::round(2 * at.x), 0.5 * std::round(2 * at.y)} : at;
}

AttractorAgent random_scene(std::uint64_t seed, const AttractorParams& preset) {
  test::Inputs in{seed};
  AttractorAgent self(preset);
  const bool on_lattice = in.next() % 3 == 0;
  self.p.sigma = 0.05;
  self.p.d0 = in.between(0.2, 2);
  self.p.hysteresis = in.next() % 4 == 0;
  self.p.targets = in.next() % 4 == 0 ? TargetChoice::compete : TargetChoice::nearest;
  self.me.random = Rng::stream(seed, Purpose::heading_noise);
  self.me.heading = on_lattice ? 0 : in.between(-pi, pi);
  self.me.velocity = {in.between(-1, 1), in.between(-1, 1)};
  self.memory.agility = in.between(0, 1);
  self.memory.lightness = in.between(0, 1);
  self.memory.courage = in.next() % 2 == 0 ? -1 : in.between(0, 1);
  self.toward(in.between(-pi, pi), in.between(0.1, 9));
  self.classes.resize(4);
  for (steering::CategoryTraits& traits : self.classes) {
    if (in.next() % 2 == 0) traits.d0 = in.between(0, 2);
    if (in.next() % 2 == 0) traits.delta = in.between(0.1, 1.4);
    traits.weight = in.between(0, 3);
    traits.competes = in.next() % 4 == 0 ? 1 : 0;
  }
  const int bodies = 2 + static_cast<int>(in.next() % 20);
  for (int i = 0; i < bodies; ++i) {
    const Vec2 a = place(in, on_lattice), V{in.between(-1, 1), in.between(-1, 1)};
    const double R = on_lattice ? 0.25 : in.between(0.05, 0.6);
    switch (in.next() % 5) {
      case 0:
        self.disc(a, R);
        break;
      case 1:
        self.moving(a, R, V);
        break;
      case 2:
        self.wall(a, place(in, on_lattice), 0.1);
        break;
      case 3:
        self.agent(a, R, V).conduct = in.next() % 4 == 0 ? Conduct::moving : Conduct::obeying;
        break;
      default: {
        Neighbour& swung = self.body(BodyKind::capsule, a, place(in, on_lattice), R);
        swung.conduct = Conduct::moving;
        swung.velocity = V;
      }
    }
    self.placed.back().klass = static_cast<std::uint32_t>(in.next() % 5);  // one has no traits
  }
  const std::uint64_t goals = in.next() % 8;
  for (std::uint32_t slot = 0; slot < goals; ++slot) self.goal(place(in, on_lattice), slot);
  return self;
}

// Everything a step leaves behind and the sums it came from, as bits.
std::vector<std::uint64_t> outcome(AttractorAgent& self) {
  const Motion m = self.steer();
  std::vector<std::uint64_t> bits;
  for (double x : {m.heading, m.turn_rate, m.speed, m.yield_time}) bits.push_back(std::bit_cast<std::uint64_t>(x));
  const AttractorDecision d = self.explain();
  for (double x : {d.f_tar, d.f_obs, d.slope_obs, d.window_sum, d.crowding, d.free_distance}) {
    bits.push_back(std::bit_cast<std::uint64_t>(x));
  }
  for (double x : test::numbers(self.next)) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

template <class T>
void shuffle(std::vector<T>& list, test::Inputs& in) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[in.next() % i]);
}

}  // namespace

TEST_CASE("steering: the order in which bodies and goals are listed does not change a bit") {
  for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {
    int different = 0, moved = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      AttractorAgent self = random_scene(seed, preset);
      const std::vector<std::uint64_t> expected = outcome(self);
      test::Inputs in{seed + 5000};
      for (int times = 0; times < 3; ++times) {
        const std::uint64_t first = self.placed[0].id;
        shuffle(self.placed, in);
        shuffle(self.goals, in);
        moved += self.placed[0].id != first ? 1 : 0;
        different += outcome(self) != expected ? 1 : 0;
      }
    }
    CHECK(different == 0);
    CHECK(moved > 2000);
  }
}

TEST_CASE("steering: equal views give equal bits, and the state is only read") {
  AttractorAgent self = random_scene(77, AttractorParams::robust());
  const std::vector<std::uint64_t> first = outcome(self);
  const std::vector<double> state = self.state;
  CHECK(outcome(self) == first);
  self.explain();
  CHECK(outcome(self) == first);
  CHECK(self.state == state);
}

TEST_CASE("steering: a scene seen in a mirror is steered in the mirror") {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    AttractorAgent self = random_scene(seed, AttractorParams::robust());
    if (self.me.heading == 0)
      continue;  // on the lattice a body may be exactly behind: wrap(-pi) = pi has no mirror image
    ++seen;
    self.p.sigma = 0;
    AttractorAgent mirrored = self;
    mirrored.me.heading = -self.me.heading;
    mirrored.me.goal_angle = -self.me.goal_angle;
    mirrored.me.velocity.y = -self.me.velocity.y;
    for (Neighbour& n : mirrored.placed) n.a.y = -n.a.y, n.b.y = -n.b.y, n.velocity.y = -n.velocity.y;
    for (Goal& g : mirrored.goals) g.offset.y = -g.offset.y;
    CAPTURE(seed);
    const AttractorDecision d = self.explain(), m = mirrored.explain();
    CHECK(std::abs(d.f_obs + m.f_obs) < 1e-9);
    CHECK(std::abs(d.slope_obs - m.slope_obs) < 1e-9);
    CHECK(std::abs(d.crowding - m.crowding) < 1e-9);
    CHECK(std::abs(d.f_tar + m.f_tar) < 1e-9);
    CHECK(d.w_tar == test::near{m.w_tar, 1e-6});
    CHECK(d.free_distance == test::near{m.free_distance});
  }
  CHECK(seen > 150);
}
