#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "steering/anticipation.hpp"
#include "steering/fusion.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::AttractorAgent;
using wend::test::near;

namespace {

// A ring of discs of radius 0.5 around the agent, with `missing` of the 12 left out.
AttractorAgent ring(int missing) {
  AttractorAgent self(AttractorParams::robust());
  for (int i = missing; i < 12; ++i) {
    const double angle = 2 * pi * (i - 0.5 * (missing - 1)) / 12;
    self.disc({2.5 * std::cos(angle), 2.5 * std::sin(angle)}, 0.5);
  }
  return self;
}

}  // namespace

TEST_CASE("steering: anticipation of table T15") {
  struct Row {
    Vec2 V_self, c, V;
    double r, time, miss, r_eff, psi, half;
  };
  constexpr Row rows[] = {
      {{1, 0}, {4, 0}, {-1, 0}, 3.6, 2, 0, 1, 0, 0.20135792079},
      {{1, 0},
       {3, 1},
       {-0.5, -0.2},
       2.76227766017,
       2.05240174672,
       0.19473674041,
       0.971198595944,
       0.290238520969,
       0.195420407546},
      {{1, 0}, {3, -3}, {0, 1}, 3.84264068712, 3, 0, 1.06066017178, 0, 0.13373158941},
      {{1, 0}, {2, 1}, {1, 0}, 1.8360679775, 0, 1.8360679775, 1.8360679775, 0.463647609001, 0.179853499792},
      {{1, 0}, {-2, 0.5}, {1.5, 0}, 1.66155281281, 4, 0.1, 0.6, 0.124354994547, 0.0993913487581},
      {{1, 0}, {10, 0}, {-1, 0}, 9.6, 4, 1.6, 3.6, 0, 0.0667161484102},
      {{0, 0}, {2, 0}, {0.5, 0}, 1.6, 0, 1.6, 1.6, 0, 0.20135792079},
  };
  for (const Row& r : rows) {
    CAPTURE(r.c.x);
    CAPTURE(r.V.x);
    const double clearance = norm(r.c) - 0.4;
    CHECK(clearance == near{r.r});
    const Foresight got = foresee(r.c, r.V, r.V_self, clearance, 0.4, 4, 0.25);
    CHECK(got.time == near{r.time});
    CHECK(got.miss == near{r.miss});
    CHECK(got.clearance == near{r.r_eff});

    AttractorAgent self(AttractorParams::robust());
    self.me.radius = 0.2;
    self.me.velocity = r.V_self;
    self.p.sense = 100;
    for (bool is_agent : {false, true}) {
      self.placed.clear();
      is_agent ? self.agent(r.c, 0.2, r.V) : self.moving(r.c, 0.2, r.V);
      self.p.anticipation = true;
      const Share share = self.explain().shares.at(0);
      CHECK(share.angle == near{r.psi});
      CHECK(share.half_angle == near{r.half});
      CHECK(share.clearance == near{r.r_eff});
      CHECK(share.nearness == near{std::exp(-r.r_eff)});
      self.p.anticipation = false;
      CHECK(self.explain().shares.at(0).clearance == near{r.r});
      CHECK(self.explain().shares.at(0).angle == near{std::atan2(r.c.y, r.c.x)});
    }
  }
}

TEST_CASE("steering: anticipation never makes a body seem farther") {
  // It passes across, hardly nearer than now: the discount alone would make 1.64 of 1.6.
  const Foresight got = foresee({2, 0}, {-0.1, 1}, {}, 1.6, 0.4, 4, 0.25);
  CHECK(got.time == near{0.2 / 1.01});
  CHECK(got.miss + 0.25 * std::sqrt(1.01) * got.time > 1.62);
  CHECK(got.clearance == 1.6);
}

TEST_CASE("steering: bodies that stand are not anticipated, though the agent runs at them") {
  AttractorAgent self(AttractorParams::robust());
  self.me.velocity = {1, 0};
  self.disc({4, 0}, 0.5);
  CHECK(self.explain().shares.at(0).clearance == near{3.2});
}

TEST_CASE("steering: a mover that will be exactly here leaves no direction") {
  AttractorAgent self(AttractorParams::robust());
  self.me.heading = 0.3;
  self.moving({2, 0}, 0.2, {-1, 0});
  const AttractorDecision d = self.explain();
  CHECK(d.f_obs == 0);
  CHECK(d.shares.at(0).half_angle == near{pi / 2});
  CHECK(d.shares.at(0).clearance == near{0.5});  // 0 + 0.25 * 1 * 2
}

TEST_CASE("steering: a moving wall is anticipated as a whole") {
  AttractorAgent self(AttractorParams::robust());
  self.p.relative_motion = false;
  Neighbour& w = self.wall({3, -1}, {3, 1}, 0);
  w.conduct = Conduct::moving;
  w.velocity = {-0.5, 0};
  self.p.horizon = 2;
  const Share share = self.explain().shares.at(0);  // first row of T4: it will stand at x = 2
  CHECK(share.angle == near{0});
  CHECK(share.half_angle == near{0.598217475438});
  CHECK(share.clearance == near{1.7 + 0.25 * 0.5 * 2});
}

TEST_CASE("steering: fusion of table T18") {
  struct Row {
    std::vector<Neighbour> discs;
    double psi, half, r;
  };
  const auto disc = [](double x, double y, double R) {
    Neighbour n;
    n.a = n.b = {x, y};
    n.radius = R;
    return n;
  };
  const Row rows[] = {
      {{disc(2, 0.6, 0.5), disc(2, -0.6, 0.5)}, 0, 0.684639842475, 1.28806130178},
      {{disc(3, 0, 0.5), disc(3, 1.1, 0.5), disc(2.5, 2.2, 0.5)}, 0.347161556266, 0.617094352099, 2.2},
      {{disc(-3, 0.4, 0.5), disc(-3, -0.8, 0.6)}, -3.06427471688, 0.477375961688, 2.20483493925},
  };
  for (const Row& r : rows) {
    CAPTURE(r.psi);
    AttractorAgent self(AttractorParams::robust());
    for (const Neighbour& n : r.discs) self.disc(n.a, n.radius);
    const View view = self.view();
    std::vector<Fusible> bodies;
    for (const Neighbour& n : view.bodies)
      bodies.push_back({&n, see_disc(n.a.x, n.a.y, n.distance, n.radius + 0.3, 0.02), 0});
    REQUIRE(fuse(bodies, 0.3) == 1);
    CHECK(bodies[0].sight.psi == near{r.psi});
    CHECK(bodies[0].sight.half_angle == near{r.half});
    CHECK(bodies[0].sight.clearance == near{r.r});

    const AttractorDecision d = self.explain();
    REQUIRE(d.shares.size() == 1);
    CHECK(d.shares[0].angle == near{r.psi});
    CHECK(d.shares[0].half_angle == near{r.half});
    CHECK(d.shares[0].clearance == near{r.r});
    CHECK(d.window_sum <= 1);  // one obstacle, one window
  }
}

TEST_CASE("steering: bodies fuse when the gap is narrower than the agent, not when it fits") {
  AttractorAgent self(AttractorParams::robust());
  self.disc({2, 0.799}, 0.5);
  self.disc({2, -0.799}, 0.5);
  CHECK(self.explain().shares.size() == 1);
  self.placed[0].a = self.placed[0].b = {2, 0.802};
  CHECK(self.explain().shares.size() == 2);
  self.p.fusion = false;
  self.placed[0].a = self.placed[0].b = {2, 0.6};
  CHECK(self.explain().shares.size() == 2);
}

TEST_CASE("steering: a chain fuses though its ends are far apart, in any order of ids") {
  AttractorAgent self(AttractorParams::robust());
  for (double y : {-2.0, 2.0, 0.0, 1.0, -1.0}) self.disc({2.5, y}, 0.45);
  const AttractorDecision d = self.explain();
  REQUIRE(d.shares.size() == 1);
  CHECK(d.shares[0].angle == near{0});
  CHECK(d.shares[0].half_angle == near{std::atan2(2, 2.5) + std::asin(0.75 / norm(Vec2{2.5, 2}))});
  CHECK(d.shares[0].clearance == near{1.75});
}

TEST_CASE("steering: a fused obstacle across the seam has a wrapped direction") {
  AttractorAgent self(AttractorParams::robust());
  self.disc({-2.5, 0.3}, 0.5);  // nearest, on the upper side
  for (double y : {-0.9, -2.0, -3.0}) self.disc({-2.5, y}, 0.5);
  const double lo = std::atan2(0.3, -2.5) - std::asin(0.8 / norm(Vec2{2.5, 0.3}));
  const double hi = std::atan2(-3, -2.5) + 2 * pi + std::asin(0.8 / norm(Vec2{2.5, 3}));
  const AttractorDecision d = self.explain();
  REQUIRE(d.shares.size() == 1);
  CHECK(d.shares[0].angle == near{0.5 * (lo + hi) - 2 * pi});
  CHECK(d.shares[0].half_angle == near{0.5 * (hi - lo)});
}

TEST_CASE("steering: walls fuse with walls and discs") {
  AttractorAgent self(AttractorParams::robust());
  self.wall({2, 0}, {2, 2}, 0.1);
  self.disc({2, -0.8}, 0.4);  // gap 0.3
  const auto edge = [](Vec2 c, double rho) { return std::asin(rho / norm(c)); };
  const double hi = std::atan2(2, 2) + edge({2, 2}, 0.4), lo = std::atan2(-0.8, 2) - edge({2, -0.8}, 0.7);
  const AttractorDecision d = self.explain();
  REQUIRE(d.shares.size() == 1);
  CHECK(d.shares[0].angle == near{0.5 * (hi + lo)});
  CHECK(d.shares[0].half_angle == near{0.5 * (hi - lo)});
  CHECK(d.shares[0].clearance == near{norm(Vec2{2, -0.8}) - 0.7});
}

TEST_CASE("steering: agents are never fused, nor bodies of two classes") {
  AttractorAgent self(AttractorParams::robust());
  self.agent({2, 0.4}, 0.3);
  self.agent({2, -0.4}, 0.3);
  self.disc({2, 1.2}, 0.3);
  CHECK(self.explain().shares.size() == 3);
  self.placed.clear();
  self.disc({2, 0.4}, 0.3);
  self.disc({2, -0.4}, 0.3).klass = 1;
  CHECK(self.explain().shares.size() == 2);
  self.placed[0].klass = 1;
  CHECK(self.explain().shares.size() == 1);
}

TEST_CASE("steering: who is surrounded sees the members, who has a way out sees one wide obstacle") {
  CHECK(ring(0).explain().shares.size() == 12);
  const double spacing = 2 * pi / 12, own = std::asin(0.8 / 2.5);
  for (int missing : {3, 5, 8}) {
    CAPTURE(missing);
    const AttractorDecision d = ring(missing).explain();
    REQUIRE(d.shares.size() == 1);
    CHECK(std::abs(d.shares[0].angle) == near{pi});
    CHECK(d.shares[0].half_angle == near{0.5 * (11 - missing) * spacing + own});
    CHECK(d.shares[0].clearance == near{1.7});
  }
  // One or two missing leave less than 0.2 rad between the intervals.
  CHECK(2 * spacing - 2 * own > 0.2);
  CHECK(spacing - 2 * own < 0.2);
  CHECK(ring(1).explain().shares.size() == 1);
}

TEST_CASE("steering: the free distance is that of the members, also when they act as one") {
  AttractorAgent self(AttractorParams::robust());
  self.disc({2, 0.6}, 0.5);
  self.disc({2, -0.6}, 0.5);
  CHECK(self.explain().free_distance == near{2 - std::sqrt(4 - (4 + 0.36 - 0.64))});
}

TEST_CASE("steering: what is behind does not crowd the agent when crowding is windowed") {
  AttractorAgent self(AttractorParams::robust());
  self.disc({-0.9, 0}, 0.4);  // clearance 0.2
  CHECK(self.explain().crowding < 0.3);
  self.p.windowed = false;
  CHECK(self.explain().crowding == near{std::exp(-0.2)});
}

TEST_CASE("steering: other agents count by a quarter against the target, in full for themselves") {
  AttractorAgent self(AttractorParams::robust());
  self.toward(0);
  self.agent({1, 0.3}, 0.3);
  self.disc({1, -1}, 0.3);
  const AttractorDecision d = self.explain();
  double S[2] = {};
  for (const Share& s : d.shares) S[s.kind == BodyKind::agent ? 1 : 0] += s.window * s.nearness;
  REQUIRE(S[0] > 0.1);
  REQUIRE(S[1] > 0.1);
  CHECK(d.alpha2 == near{std::tanh(S[0] + S[1])});
  CHECK(d.alpha1 == near{0.4 * (1 - std::tanh(S[0] + 0.25 * S[1]))});
  self.p.beta_a = 1;
  CHECK(self.explain().alpha1 == near{0.4 * (1 - std::tanh(S[0] + S[1]))});
}
