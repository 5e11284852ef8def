#include "steering/safety.hpp"

#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::near;

namespace {

Vec2 unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

constexpr double dt = 0.25;

struct Thing {
  Conduct conduct;
  double r, angle, Vn;
};

double bounded(double v, double phi, const std::vector<Thing>& things, bool yields = true, double tau_s = 0.25) {
  SafetyBound bound(unit(phi), dt, yields, tau_s);
  for (const Thing& t : things) bound.add(t.conduct, t.r, unit(t.angle), t.Vn * unit(t.angle));
  return bound.bounded(v, 1, 1);
}

constexpr Conduct fixed = Conduct::fixed, obeying = Conduct::obeying, moving = Conduct::moving;

}  // namespace

TEST_CASE("steering: safety bound of table T17") {
  CHECK(bounded(1, 0, {{fixed, 0.1, 0, 0}}) == near{0.3996});
  CHECK(bounded(1, 0, {{obeying, 0.1, 0, 0}}) == near{0.1998});
  CHECK(bounded(1, 0, {{fixed, 0.1, 1.2, 0}}) == near{1});
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -0.8}}) == near{-0.4});
  CHECK(bounded(0.2, 0, {{moving, 0.1, pi, -0.8}}) == near{0.4});
  CHECK(bounded(-0.25, 0, {{fixed, 0.02, 3.0, 0}}) == near{-0.0807278845794});
  CHECK(bounded(1, 0.5, {{fixed, 0.05, 0.2, 0}, {moving, 0.1, 2.9, -1.0}}) == near{0.209140969987});
  CHECK(bounded(0.5, 0, {{moving, 0.05, 0, -0.9}, {fixed, 0.01, pi, 0}}) == near{-0.03996});
}

TEST_CASE("steering: a classic agent stops for a mover but never backs off") {
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -0.8}}, false) == 0);
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -0.1}}, false) == near{0.3});  // 0.1 / dt - 0.1
  CHECK(bounded(1, 0, {{moving, 0.1, 0, 0.5}}, false) == near{0.4});   // one that leaves gives nothing away
  CHECK(bounded(1, 0, {{moving, -0.1, 0, 0}}, false) == 0);
}

TEST_CASE("steering: yielding is bounded by the yield speed and the top speed") {
  CHECK(bounded(1, 0, {{moving, 0.01, 0, -9}}) == -1);
  CHECK(bounded(0, 0, {{moving, 0.01, pi, -9}}) == 1);
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -0.8}}, true, 0.5) == near{-0.6});  // tau_s counts, not dt
}

TEST_CASE("steering: between two movers the agent takes the middle") {
  // from ahead: at most -0.4; from behind: at least +0.6
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -0.8}, {moving, 0.1, pi, -1.0}}) == near{0.1});
}

TEST_CASE("steering: static bodies win against movers") {
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -1}, {fixed, 0, pi, 0}}) == 0);
  CHECK(bounded(-1, 0, {{moving, 0.1, pi, -1}, {fixed, 0, 0, 0}}) == 0);
  CHECK(bounded(1, 0, {{moving, 0.1, 0, -1}, {fixed, -0.2, pi, 0}}) == 0);
}

TEST_CASE("steering: an overlapping body allows only tangential motion or leaving") {
  for (Conduct c : {fixed, obeying}) {
    CHECK(bounded(1, 0, {{c, -0.1, 0, 0}}) == 0);
    CHECK(bounded(1, 0, {{c, -0.1, 1.5, 0}}) == 0);
    CHECK(bounded(1, 0, {{c, -0.1, 1.7, 0}}) == 1);
    CHECK(bounded(-0.2, 0, {{c, -0.1, 0, 0}}) == -0.2);
    CHECK(bounded(-0.2, 0, {{c, -0.1, pi, 0}}) == 0);
  }
  SafetyBound beside({1, 0}, dt, true, 0.25);
  beside.add(fixed, -0.1, {0, 1}, {});
  CHECK(beside.bounded(0.7, 1, 1) == 0.7);
}

TEST_CASE("steering: nobody who obeys can cross the plane of a body, whatever is around") {
  test::Inputs in{17};
  for (int i = 0; i < 2000; ++i) {
    std::vector<Thing> things;
    const int n = 1 + static_cast<int>(in.next() % 6);
    for (int k = 0; k < n; ++k) {
      const Conduct c = in.next() % 3 == 0 ? moving : in.next() % 2 == 0 ? obeying : fixed;
      things.push_back({c, in.between(-0.05, 0.4), in.between(-pi, pi), in.between(-2, 2)});
    }
    const double phi = in.between(-pi, pi), v = in.between(-0.3, 1);
    for (bool yields : {true, false}) {
      const double got = bounded(v, phi, things, yields);
      CHECK(std::abs(got) <= 1);
      for (const Thing& t : things) {
        if (t.conduct == moving) continue;
        const double share = t.conduct == obeying ? 0.5 : 1;
        CHECK(got * std::cos(phi - t.angle) * dt <= share * std::max(t.r, 0.0) + 2e-9);
      }
    }
  }
}

TEST_CASE("steering: two agents that overlap by more than a twentieth let each other go") {
  CHECK(bounds_each_other(BodyKind::agent, 0.1, 0.6));
  CHECK(bounds_each_other(BodyKind::agent, -0.0299, 0.6));
  CHECK_FALSE(bounds_each_other(BodyKind::agent, -0.0301, 0.6));
  CHECK(bounds_each_other(BodyKind::disc, -0.5, 0.6));
  CHECK(bounds_each_other(BodyKind::wall, -0.5, 0.6));

  test::AttractorAgent self(AttractorParams::classic());  // and are not in front of each other
  self.agent({0.56, 0}, 0.3);
  CHECK(self.explain().free_distance == std::numeric_limits<double>::infinity());
  self.placed[0].a = self.placed[0].b = {0.58, 0};
  CHECK(self.explain().free_distance == 0);
}

TEST_CASE("steering: the model asks the world for the safety of its preset") {
  test::AttractorAgent robust(AttractorParams::robust()), classic(AttractorParams::classic());
  CHECK(robust.steer().safety == Safety::yield);
  CHECK(classic.steer().safety == Safety::strict);
  CHECK(robust.steer().yield_time == 0.25);
  robust.me.dt = 0.4;
  CHECK(robust.steer().yield_time == 0.4);
  robust.p.tau_s = 0.3;
  CHECK(robust.steer().yield_time == 0.3);
}

TEST_CASE("steering: two agents born on one spot part within 10 s") {
  for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {
    test::AttractorAgent pair[2] = {test::AttractorAgent(preset), test::AttractorAgent(preset)};
    for (test::AttractorAgent& self : pair) {
      self.p.sigma = 0.05;
      self.toward(0);
      self.agent({}, 0.3);
    }
    std::uint64_t step = 0;
    while (norm(pair[0].at - pair[1].at) < 0.6 && step < 40) {
      Motion motions[2];
      for (unsigned i = 0; i < 2; ++i) {
        test::AttractorAgent& self = pair[i];
        self.placed[0].a = self.placed[0].b = pair[1 - i].at;
        self.placed[0].velocity = pair[1 - i].me.velocity;
        self.me.random = Rng::stream(3, Purpose::test, i, step);
        motions[i] = self.steer();
        const Neighbour other = self.view().bodies[0];
        if (other.distance > 1e-12 && bounds_each_other(other.kind, other.clearance, 0.6)) {
          SafetyBound bound(unit(motions[i].heading), dt, motions[i].safety == Safety::yield, motions[i].yield_time);
          bound.add(other.conduct, other.clearance, other.nearest / other.distance, other.velocity);
          motions[i].speed = bound.bounded(motions[i].speed, 1, 1);
        }
      }
      for (unsigned i = 0; i < 2; ++i) {
        pair[i].me.heading = motions[i].heading;
        pair[i].me.speed = motions[i].speed;
        pair[i].me.velocity = motions[i].speed * unit(motions[i].heading);
        pair[i].at = pair[i].at + dt * pair[i].me.velocity;
      }
      ++step;
    }
    CHECK(step < 40);
    CHECK(norm(pair[0].at - pair[1].at) >= 0.6 - 1e-9);
  }
}
