#include "steering/sight.hpp"

#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <algorithm>
#include <cmath>

#include "steering/repeller.hpp"
#include "support/inputs.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::near;

namespace {

constexpr double floor_of_half_angle = 0.02;

Sight<double> sight_of_disc(Vec2 agent, double R_a, Vec2 centre, double R_o) {
  const Vec2 d = centre - agent;
  return see_disc(d.x, d.y, norm(d), R_o + R_a, floor_of_half_angle);
}

Sight<double> sight_of_capsule(const Neighbour& n, double R_a) {
  return see_capsule(n.a, n.b, n.nearest, n.distance, n.radius + R_a, floor_of_half_angle);
}

Neighbour capsule_seen(Vec2 agent, double R_a, Vec2 A, Vec2 B, double t) {
  Neighbour n;
  n.a = A;
  n.b = B;
  n.radius = t;
  n.kind = BodyKind::wall;
  return test::seen_from(agent, R_a, n);
}

double distance_along(Vec2 from, double angle,
                      const Neighbour& n) {  // nearest approach of a ray to a segment, by sampling
  double best = 1e9;
  for (int i = 0; i <= 4000; ++i) {
    const double s = 10.0 * i / 4000;
    Neighbour moved = n;
    moved = test::seen_from(from + s * Vec2{std::cos(angle), std::sin(angle)}, 0, moved);
    best = std::min(best, moved.distance);
  }
  return best;
}

}  // namespace

TEST_CASE("steering: target attractor of table T2") {
  struct Row {
    double phi, psi, a, f, slope;
  };
  constexpr Row rows[] = {
      {0, 0, 1, 0, -1},
      {0.5, 0, 1, -0.479425538604, -0.87758256189},
      {0, 0.5, 1, 0.479425538604, -0.87758256189},
      {1.2, -0.7, 1, -0.946300087687, 0.323289566864},
      {3, -3, 1, 0.279415498199, -0.96017028665},
      {0.3, 1.1, 2.5, 1.79339022725, -1.74176677337},
      {-2, 1, 0.8, 0.112896006448, 0.79199399728},
  };
  for (const Row& r : rows) {
    CAPTURE(r.phi);
    CAPTURE(r.psi);
    const Pull<double> got = pull(r.phi, r.psi, r.a);
    CHECK(got.f == near{r.f});
    CHECK(got.slope == near{r.slope});
  }
}

TEST_CASE("steering: disc geometry of table T3") {
  struct Row {
    Vec2 agent;
    double R_a;
    Vec2 centre;
    double R_o, psi, half, r;
  };
  constexpr Row rows[] = {
      {{0, 0}, 0.3, {3, 0}, 0.7, 0, 0.339836909454, 2},
      {{0, 0}, 0.3, {2, 2}, 0.5, 0.785398163397, 0.286756552212, 2.02842712475},
      {{1, -1}, 0.2, {-2, 3}, 1, 2.21429743559, 0.242365851039, 3.8},
      {{0, 0}, 0.3, {0.9, 0}, 0.7, 0, pi / 2, -0.1},
      {{0, 0}, 0.3, {100, 0}, 0.5, 0, 0.02, 99.2},
  };
  for (const Row& r : rows) {
    CAPTURE(r.centre.x);
    const Sight<double> got = sight_of_disc(r.agent, r.R_a, r.centre, r.R_o);
    CHECK(got.psi == near{r.psi});
    CHECK(got.half_angle == near{r.half});
    CHECK(got.clearance == near{r.r});

    test::AttractorAgent self(AttractorParams::classic());  // the model sees the same, and the builder places it well
    self.at = r.agent;
    self.me.radius = r.R_a;
    self.p.sense = 1000;
    self.disc(r.centre, r.R_o);
    const AttractorDecision d = self.explain();
    REQUIRE(d.shares.size() == 1);
    CHECK(d.shares[0].angle == near{r.psi});
    CHECK(d.shares[0].half_angle == near{r.half});
    CHECK(d.shares[0].clearance == near{r.r});
  }
}

TEST_CASE("steering: segment geometry of table T4") {
  struct Row {
    double R_a;
    Vec2 A, B;
    double t, psi, half, r, psi_q;
  };
  constexpr Row rows[] = {
      {0.3, {2, -1}, {2, 1}, 0, 0, 0.598217475438, 1.7, 0},
      {0.3, {2, -1}, {2, 3}, 0.05, 0.229600350056, 0.850419011302, 1.65, 0},
      {0.2, {1, 1}, {4, 1}, 0.05, 0.57370815319, 0.389400611053, 1.16421356237, 0.785398163397},
      {0.3, {-1, 2}, {-3, -2}, 0.1, 2.8476772857, 0.993086849693, 1.388854382, 2.67794504459},
      {0.3, {0.25, -1}, {0.25, 1}, 0, 0, pi / 2, -0.05, 0},
      {0.3, {5, 1}, {3, 0.5}, 0.05, 0.165148677415, 0.115334820721, 2.69138126515, 0.165148677415},
  };
  for (const Row& r : rows) {
    for (bool swapped : {false, true}) {
      CAPTURE(r.A.x);
      CAPTURE(swapped);
      const Neighbour n = capsule_seen({}, r.R_a, swapped ? r.B : r.A, swapped ? r.A : r.B, r.t);
      const Sight<double> got = sight_of_capsule(n, r.R_a);
      CHECK(got.psi == near{r.psi});
      CHECK(got.half_angle == near{r.half});
      CHECK(got.clearance == near{r.r});
      CHECK(std::atan2(n.nearest.y, n.nearest.x) == near{r.psi_q});

      test::AttractorAgent self(AttractorParams::robust());
      self.me.radius = r.R_a;
      self.wall(swapped ? r.B : r.A, swapped ? r.A : r.B, r.t);
      const AttractorDecision d = self.explain();
      REQUIRE(d.shares.size() == 1);
      CHECK(d.shares[0].angle == near{r.psi});
      CHECK(d.shares[0].half_angle == near{r.half});
      CHECK(d.shares[0].clearance == near{r.r});
    }
  }
}

TEST_CASE("steering: the ends of a capsule's interval are its tangents") {
  test::Inputs in{4};
  int tried = 0;
  while (tried < 40) {
    const Neighbour n =
        capsule_seen({}, 0.3, {in.between(-4, 4), in.between(-4, 4)}, {in.between(-4, 4), in.between(-4, 4)}, 0.1);
    const Sight<double> s = sight_of_capsule(n, 0.3);
    if (n.clearance < 0.1 || s.half_angle > 1.5) continue;  // a ray along a long wall is badly sampled
    ++tried;
    for (double edge : {s.psi - s.half_angle, s.psi + s.half_angle}) {
      CHECK(distance_along({}, edge, n) == near{0.4, 2e-3});  // the centre passes at rho
    }
  }
}

TEST_CASE("steering: a capsule behind the agent is seen across the seam of the angles") {
  const Neighbour n = capsule_seen({}, 0.3, {-2, -1}, {-2, 1}, 0);
  const Sight<double> s = sight_of_capsule(n, 0.3);
  CHECK(std::abs(s.psi) == near{pi});
  CHECK(s.half_angle == near{0.598217475438});  // first row of T4, turned round
}

TEST_CASE("steering: a touched wall is seen where it is nearest, over half a turn") {
  for (double end : {-0.1, 0.1, 3.0}) {
    const Neighbour n = capsule_seen({}, 0.3, {0.25, -0.2}, {0.25, end}, 0);
    const Sight<double> s = sight_of_capsule(n, 0.3);
    CHECK(s.psi == near{std::atan2(std::min(0.0, end), 0.25)});
    CHECK(s.half_angle == near{pi / 2});
  }
}

TEST_CASE("steering: an endless wall takes up half a turn, no more") {
  const Neighbour n = capsule_seen({}, 0.3, {0.5, -1e6}, {0.5, 1e6}, 0);
  const Sight<double> s = sight_of_capsule(n, 0.3);
  CHECK(s.psi == near{0});
  CHECK(s.half_angle == near{pi / 2, 1e-6});
  CHECK(s.half_angle <= pi / 2);
}

TEST_CASE("steering: far walls and discs are never narrower than the floor") {
  CHECK(sight_of_disc({}, 0.3, {0, 500}, 0.1).half_angle == floor_of_half_angle);
  CHECK(sight_of_capsule(capsule_seen({}, 0.3, {300, 0}, {301, 0}, 0.1), 0.3).half_angle == floor_of_half_angle);
}

TEST_CASE("steering: a segment without length is a disc of its thickness") {
  for (Vec2 c : {Vec2{2, 1}, Vec2{-0.3, 0.2}, Vec2{-3, -0.5}}) {
    test::AttractorAgent as_wall(AttractorParams::robust()), as_disc(AttractorParams::robust());
    as_wall.wall(c, c, 0.25);
    as_disc.disc(c, 0.25);
    for (test::AttractorAgent* self : {&as_wall, &as_disc}) self->me.heading = 0.4;
    const AttractorDecision w = as_wall.explain(), d = as_disc.explain();
    CHECK(w.f_obs == d.f_obs);
    CHECK(w.slope_obs == d.slope_obs);
    CHECK(w.crowding == d.crowding);
    CHECK(w.free_distance == d.free_distance);

    // see_capsule itself agrees, so a nearly pointlike wall has no jump
    const Neighbour n = capsule_seen({}, 0.3, c, c, 0.25);
    const Sight<double> hull = sight_of_capsule(n, 0.3), disc = sight_of_disc({}, 0.3, c, 0.25);
    CHECK(hull.psi == near{disc.psi});
    CHECK(hull.half_angle == near{disc.half_angle});
    CHECK(hull.clearance == near{disc.clearance});
  }
}
