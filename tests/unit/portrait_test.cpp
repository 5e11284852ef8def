#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>

#include <wend/analysis/portrait.hpp>
#include <wend/model/human.hpp>
#include <wend/model/model.hpp>
#include <wend/world.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "steering/competition.hpp"
#include "support/view_builder.hpp"
#include "support/worlds.hpp"

using namespace wend;
using wend::test::calm;
using wend::test::need;

namespace {

Vec3 polar(double d, double degrees) { return {d * det_cos(deg(degrees)), d * det_sin(deg(degrees))}; }

// One agent at the origin with its goal and discs.
struct Stage {
  World world = need(World::create({.dt = 0.01}));
  AgentId walker{};

  Stage(ModelId (*model)(World&), Vec3 goal, const std::vector<Vec3>& discs, double radius, double disc_radius, double heading = 0) {
    const TargetId target = need(world.add_target({.at = goal, .radius = 0.05}));
    for (const Vec3 at : discs) need(world.add_obstacle({.at = at, .radius = disc_radius}));
    walker = need(world.add_agent({.heading = heading, .radius = radius, .target = target, .model = model(world)}));
  }
};

ModelId attractor(World& w) { return need(w.add_attractor(calm(AttractorParams::classic()))); }
ModelId plain_sum(World& w) {
  AttractorParams p = calm(AttractorParams::classic());
  p.competition = false;
  return need(w.add_attractor(p));
}
ModelId human(World& w) { return need(w.add_human({})); }

std::size_t stable_within(const std::vector<FixedPoint>& points, double from, double to) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [&](const FixedPoint& p) { return p.stable && p.heading > from && p.heading < to; }));
}

}  // namespace

TEST_CASE("portrait: one target attracts along its direction and repels from the opposite one") {
  const Stage stage(attractor, polar(4, 40), {}, 0.3, 0, 1);
  const Portrait p = stage.world.portrait(stage.walker, {.samples = 90});
  CHECK(p.model == "attractor");
  CHECK(p.headings.size() == 90);
  CHECK(p.rate.size() == 90);
  REQUIRE(p.curves.size() == 1);
  CHECK(p.heading == 1);
  REQUIRE(p.fixed_points.size() == 2);
  // local spec (3): f = -a sin(phi - psi), a = 1
  CHECK(p.fixed_points[0].heading == doctest::Approx(deg(-140)).epsilon(1e-9));
  CHECK(!p.fixed_points[0].stable);
  CHECK(p.fixed_points[0].slope == doctest::Approx(1).epsilon(1e-6));
  CHECK(p.fixed_points[1].heading == doctest::Approx(deg(40)).epsilon(1e-9));
  CHECK(p.fixed_points[1].stable);
  CHECK(p.fixed_points[1].slope == doctest::Approx(-1).epsilon(1e-6));
  CHECK(p.now.rate == doctest::Approx(-det_sin(1 - deg(40))));
  CHECK(p.now.law == Law::turn_rate);
  CHECK(p.plain_points.size() == 2);
  for (std::size_t i = 0; i < p.rate.size(); ++i) CHECK(p.rate[i] == doctest::Approx(p.curves[0].f[i] * p.curves[0].weight[i]));

  CHECK(stage.world.portrait({}).headings.empty());
}

TEST_CASE("portrait: looking does not change the world, and rate is what the shares say") {
  Stage stage(attractor, {6, 0.4}, {{2, 0.3}, {2.4, -1.1}}, 0.3, 0.4);
  const StateHash before = stage.world.hash();
  const Portrait p = stage.world.portrait(stage.walker);
  CHECK(stage.world.hash() == before);
  CHECK(p.curves.size() == 3);
  double sum = p.now.target_weight * p.now.target_rate;
  for (const Share& share : p.now.shares) sum += share.weight * share.f;
  CHECK(p.now.rate == doctest::Approx(sum).epsilon(1e-9));
  for (std::size_t i = 0; i < p.headings.size(); ++i) {
    double here = 0, plain = 0;
    for (const PortraitCurve& c : p.curves) here += c.f[i] * c.weight[i], plain += c.f[i];
    CHECK(p.rate[i] == doctest::Approx(here).epsilon(1e-9));
    CHECK(p.plain[i] == doctest::Approx(plain).epsilon(1e-9));
  }
  // Stable and unstable ones alternate round the circle.
  REQUIRE(p.fixed_points.size() % 2 == 0);
  for (std::size_t i = 1; i < p.fixed_points.size(); ++i) CHECK(p.fixed_points[i].stable != p.fixed_points[i - 1].stable);
}

TEST_CASE("portrait: the layouts of the human spec, section 6") {
  struct Row {
    Vec3 goal;
    std::vector<Vec3> discs;
    std::vector<std::pair<double, bool>> zeros;
  };
  const std::vector<Row> rows{{polar(4, 20), {}, {{20, true}}},
                              {polar(10, 0), {polar(4, 4)}, {{-7.929169, true}}},
                              {polar(10, 0), {polar(2, 4)}, {{-20.036882, true}, {4.355952, false}, {24.888035, true}}},
                              {polar(7, 15), {polar(2, 7)}, {{-11.396970, true}, {6.159168, false}, {31.982128, true}}}};
  for (const Row& row : rows) {
    const Stage stage(human, row.goal, row.discs, 0.05, 0.05);
    const Portrait p = stage.world.portrait(stage.walker);
    CHECK(p.now.law == Law::angular_acceleration);
    const double bearing = det_atan2(row.goal.y, row.goal.x);
    std::vector<FixedPoint> near;
    for (const FixedPoint& point : p.fixed_points) {
      if (std::abs(wrap(point.heading - bearing)) <= pi / 2) near.push_back(point);
    }
    REQUIRE(near.size() == row.zeros.size());
    for (std::size_t i = 0; i < near.size(); ++i) {
      CHECK(std::abs(near[i].heading - deg(row.zeros[i].first)) < deg(1e-4));
      CHECK(near[i].stable == row.zeros[i].second);
      CHECK((near[i].slope < 0) == near[i].stable);
    }
    // The wrapped angle jumps straight behind: nobody stays there.
    const auto behind = std::find_if(p.fixed_points.begin(), p.fixed_points.end(),
                                     [&](const FixedPoint& f) { return std::abs(std::abs(wrap(f.heading - bearing)) - pi) < 1e-6; });
    REQUIRE(behind != p.fixed_points.end());
    CHECK(!behind->stable);
    CHECK(std::isinf(behind->slope));
  }
}

TEST_CASE("portrait: through a closed pair leads an attractor of the plain sum, and none with weights") {
  for (const bool weights : {true, false}) {
    const Stage stage(weights ? attractor : plain_sum, {5, 0}, {{2.2, 0.7}, {2.2, -0.7}}, 0.3, 0.5);
    const Portrait p = stage.world.portrait(stage.walker);
    CHECK(stable_within(p.plain_points, -0.1, 0.1) == 1);
    CHECK(stable_within(p.fixed_points, -0.1, 0.1) == (weights ? 0 : 1));
    if (weights) CHECK(stable_within(p.fixed_points, 0.1, 1.6) == 1);
    if (weights) CHECK(stable_within(p.fixed_points, -1.6, -0.1) == 1);
    CHECK(p.now.equilibria.empty() != weights);
  }
}

TEST_CASE("portrait: equilibria are those of the competition, with the verdicts of section 13") {
  const Stage stage(attractor, {5, 0}, {{2.2, 0.7}, {2.2, -0.7}}, 0.3, 0.5);
  const Decision d = stage.world.explain(stage.walker);
  const AttractorParams p = AttractorParams::classic();
  for (const char* name : {"alpha1", "alpha2", "gamma12", "w_obs"}) REQUIRE(d.has(name));
  const auto s = steering::two_class_stability({d.value("alpha1"), d.value("alpha2")}, d.value("gamma12"), p.gamma21);
  REQUIRE(d.equilibria.size() == (s.mixed_exists ? 4 : 3));
  CHECK(d.equilibria[0].stable == s.none);
  CHECK(d.equilibria[1].stable == s.target);
  CHECK(d.equilibria[2].stable == s.obstacles);
  CHECK(d.equilibria[2].w == std::vector<double>{0, 1});
  for (const Equilibrium& e : d.equilibria) {
    CHECK(e.stable == (e.leading < 0));
    if (e.stable) {
      CHECK(e.w[0] == doctest::Approx(d.target_weight));
      CHECK(e.w[1] == doctest::Approx(d.value("w_obs")));
    }
  }
}

TEST_CASE("portrait: classes and targets that compete have their own weights and equilibria") {
  test::AttractorAgent a(AttractorParams::classic());
  a.classes = {{}, {.d0 = 2, .competes = 1}};
  a.toward(0, 6);
  a.disc({2, 0.5}, 0.4);
  a.disc({2.5, -0.9}, 0.4).klass = 1;
  steering::AttractorDecision d = a.explain();
  REQUIRE(d.shares.size() == 2);
  double sum = d.w_tar * d.f_tar;
  for (const Share& share : d.shares) sum += share.weight * share.f;
  CHECK(d.rate == doctest::Approx(sum));
  std::size_t stable = 0;
  for (const Equilibrium& e : d.equilibria) {
    REQUIRE(e.w.size() == 3);
    if (!e.stable) continue;
    ++stable;
    CHECK(e.w[0] == doctest::Approx(d.w_tar));
    CHECK(e.w[1] == doctest::Approx(d.shares[0].weight));
    CHECK(e.w[2] == doctest::Approx(d.shares[1].weight));
  }
  CHECK(stable == 1);

  test::AttractorAgent chooser(AttractorParams::classic());
  chooser.p.targets = TargetChoice::compete;
  chooser.toward(0.3, 3);
  chooser.goal({3, 1}, 1);
  chooser.goal({3, -1.2}, 2);
  d = chooser.explain();
  CHECK(d.rate == doctest::Approx(d.w_tar * d.f_tar));
  REQUIRE(d.equilibria.size() == 4);
  CHECK(d.equilibria[1].w.size() == 3);  // two targets and the obstacles, of which there are none
  // Each alone stays, both together do not: (55).
  for (const Equilibrium& e : d.equilibria) CHECK(e.stable == ((e.w[0] == 1) != (e.w[1] == 1)));
}

TEST_CASE("portrait: the body that limits the speed has a name") {
  test::AttractorAgent a(AttractorParams::classic());
  a.toward(0, 9);
  a.disc({6, 0}, 0.5);
  steering::AttractorDecision d = a.explain();
  CHECK(!d.limited);
  a.disc({1.2, 0.1}, 0.5);
  d = a.explain();
  CHECK(d.limited);
  CHECK(d.limiter == 2);
  CHECK(d.limiter_kind == BodyKind::disc);
  CHECK(d.wanted_speed < 1);
}

namespace {
struct Mute final : SteeringModel {
  Mute() : SteeringModel({.name = "mute"}) {}
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View& v, std::span<double>) const override { return {.heading = v.heading}; }
};
}  // namespace

TEST_CASE("portrait: a model that explains nothing has an empty one") {
  World world = need(World::create());
  need(world.register_model(std::make_shared<Mute>()));
  const TargetId target = need(world.add_target({.at = {4, 0}}));
  const AgentId id = need(world.add_agent({.target = target, .model = need(world.add_model("mute", {}))}));
  const Portrait p = world.portrait(id);
  CHECK(p.model == "mute");
  CHECK(p.headings.empty());
  CHECK(p.curves.empty());
  CHECK(p.fixed_points.empty());
}
