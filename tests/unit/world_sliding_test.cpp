#include <wend/analysis/metrics.hpp>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "core/angles.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// Bodies that go elsewhere than they look: `speed` is the share of the velocity along the heading, |velocity| how fast they go.

namespace {

constexpr double dt = 0.05;
enum class Goes { straight, round };

// Looks where it was told to. Goes with a velocity of its own, or at `vx` round its target, looking at it.
class Crab final : public SteeringModel {
 public:
  explicit Crab(bool slides)
      : SteeringModel({.name = slides ? "crab" : "stiff_crab",
                       .parameters = {{"vx", "m/s", -10, 10, 0, ""}, {"vy", "m/s", -10, 10, 0, ""}, {"goes", "", 0, 1, 0, "", ParamKind::choice, "straight|round"}}}),
        slides_(slides) {}
  ModelTraits traits(std::span<const double>) const override { return {.slides = slides_}; }
  double sense_range(const Sensing&) const override { return 1; }
  Motion steer(const View& view, std::span<double>) const override {
    Motion m{.heading = view.heading, .safety = Safety::off, .displaced = true};
    m.displacement = view.dt * Vec2{view.params[0], view.params[1]};
    if (view.params[2] == 1) {
      const Vec2 r = -1.0 * view.goal_offset;
      const double angle = view.dt * view.params[0] / norm(r), grown = 1 + 1e-6;  // never nearer, whatever the rounding
      const Vec2 next = grown * Vec2{r.x * std::cos(angle) - r.y * std::sin(angle), r.x * std::sin(angle) + r.y * std::cos(angle)};
      m.displacement = next - r;
      m.heading = std::atan2(-next.y, -next.x);
    }
    m.speed = dot(m.displacement, Vec2{std::cos(m.heading), std::sin(m.heading)}) / view.dt;
    if (view.halted) m.displacement = {}, m.speed = 0;
    return m;
  }

 private:
  bool slides_;
};

struct Beach {
  World world = need(World::create({.dt = dt}));
  TargetId goal = need(world.add_target({.at = {50, 0}}));
  Beach() {
    for (const bool slides : {false, true}) need(world.register_model(std::make_shared<Crab>(slides)));
  }
  AgentId crab(Vec3 at, double heading, Vec2 velocity, bool slides = true, Goes goes = Goes::straight, double top = 2) {
    const std::array<double, 3> params{velocity.x, velocity.y, goes == Goes::round ? 1.0 : 0.0};
    const ModelId model = need(world.add_model(slides ? "crab" : "stiff_crab", params));
    return need(world.add_agent({.at = at, .heading = heading, .radius = 0.2, .top_speed = top, .target = goal, .model = model}));
  }
  // `speed` is the velocity along the heading.
  void check_speed(AgentId id) const {
    const AgentState a = *world.agent(id);
    CHECK(a.speed == doctest::Approx(a.velocity.x * std::cos(a.heading) + a.velocity.y * std::sin(a.heading)).epsilon(1e-12));
  }
};

// Pushes the wall to the right by 0.1 m in one step.
void push(World& world, WallId wall) {
  const auto state = *world.body(wall);
  const auto at = [&](Vec3 p, double by) { return Vec3{p.x + by, p.y, 0}; };
  need(world.apply(MoveWall{wall, at(state.at, 0.05), at(state.to, 0.05), at(state.at, 0.1), at(state.to, 0.1)}));
  world.step();
}

}  // namespace

TEST_CASE("sliding: velocity is what was walked, speed its share along the heading") {
  Beach b;
  const AgentId ann = b.crab({0, 0}, pi / 2, {1.2, 0}), bob = b.crab({0, 5}, pi / 3, {-1, 0});
  for (int k = 0; k < 10; ++k) b.world.step();
  const AgentState a = *b.world.agent(ann);
  CHECK(a.at.x == doctest::Approx(0.6));
  CHECK(a.velocity.x == doctest::Approx(1.2));
  CHECK(std::abs(a.speed) < 1e-12);
  CHECK(b.world.agent(bob)->speed == doctest::Approx(-0.5));
  const AgentColumnsView columns = b.world.columns();
  for (std::size_t i = 0; i < columns.id.size(); ++i) CHECK(Vec3{columns.vx[i], columns.vy[i], 0} == b.world.agent(columns.id[i])->velocity);
}

TEST_CASE("sliding: a motion cut at a wall leaves the speed that was walked") {
  Beach b;
  need(b.world.add_wall({1, -5}, {1, 5}));
  const AgentId ann = b.crab({0.77, 0}, pi / 3, {1, 0.5});
  b.world.step();
  const AgentState a = *b.world.agent(ann);
  CHECK(a.velocity.x == doctest::Approx(0.03 / dt).epsilon(1e-6));
  CHECK(a.speed < 0.6 * (std::cos(pi / 3) + 0.5 * std::sin(pi / 3)) + 1e-6);
  b.check_speed(ann);
  b.world.step();  // it stands at the wall
  CHECK(norm(b.world.agent(ann)->velocity.xy()) < 1e-6);
  b.check_speed(ann);
}

TEST_CASE("sliding: who is pushed has the speed of the push, who goes along its heading keeps its own") {
  for (const bool slides : {true, false}) {
    CAPTURE(slides);
    Beach b;
    const WallId wall = need(b.world.add_wall({0, -2}, {0, 2}, {.motion = BodyMotion::driven, .blocked = Blocked::push}));
    const AgentId ann = b.crab({0.25, 0.5}, pi / 3, {0, 0}, slides);
    push(b.world, wall), push(b.world, wall);
    const AgentState a = *b.world.agent(ann);
    CHECK(a.velocity.x == doctest::Approx(0.1 / dt).epsilon(1e-6));
    CHECK(a.speed == doctest::Approx(slides ? 0.5 * a.velocity.x : 0));
    if (slides) b.check_speed(ann);
  }
}

TEST_CASE("sliding: who stands for somebody who is pushed has no speed") {
  Beach b;
  const WallId wall = need(b.world.add_wall({0, -2}, {0, 2}, {.motion = BodyMotion::driven, .blocked = Blocked::push}));
  b.crab({0.2001, 0}, 0, {0, 0});
  const AgentId bob = b.crab({0.75, 0.0}, pi / 3, {-2, 0});
  push(b.world, wall);
  CHECK(b.world.agent(bob)->velocity == Vec3{});
  CHECK(b.world.agent(bob)->speed == 0);
}

TEST_CASE("sliding: who is driven has the speed along its heading") {
  Beach b;
  const AgentId ann = b.crab({0, 0}, 0, {0, 0});
  need(b.world.set_driven(ann, true));
  b.world.steer();
  need(b.world.drive(ann, {0.1, 0}, pi / 3));
  b.world.commit();
  CHECK(b.world.agent(ann)->speed == doctest::Approx(0.5 * 0.1 / dt));
}

TEST_CASE("sliding: a small circle walked sideways is an orbit, not a standstill") {
  Beach b;
  b.goal = need(b.world.add_target({.at = {0, 0}, .radius = 0.1}));
  const AgentId ann = b.crab({1, 0}, pi, {4, 0}, true, Goes::round, 5);
  for (int k = 0; k < 400; ++k) b.world.step();
  const AgentState a = *b.world.agent(ann);
  CHECK(norm(a.velocity.xy()) > 3.5);
  CHECK(std::abs(a.speed) < 1);
  CHECK(a.status == Status::orbit);
}

TEST_CASE("sliding: metrics follow the way, not the heading") {
  Beach b;
  b.goal = need(b.world.add_target({.at = {3, 4}, .radius = 0.3}));
  const AgentId ann = b.crab({0, 0}, -pi / 2, {0.6, 0.8});
  Metrics metrics;
  metrics.start(b.world);
  for (int k = 0; k < 200; ++k) b.world.step(), metrics.observe(b.world);
  const AgentReport report = metrics.agents().at(0);
  REQUIRE(report.id == ann);
  REQUIRE(report.arrival);
  CHECK(*report.arrival == doctest::Approx(4.5).epsilon(1e-3));
  CHECK(report.length == doctest::Approx(4.5).epsilon(0.02));
  CHECK(*metrics.report().path_efficiency == doctest::Approx(1));
}

TEST_CASE("sliding: companions want the same target, or are one stage away on the same list") {
  World world = need(World::create({.dt = 0.1}));
  const TargetId door = need(world.add_target({.at = {5, 0}, .radius = 0.1})), street = need(world.add_target({.at = {50, 0}}));
  const TargetId other = need(world.add_target({.at = {-50, 0}}));
  const auto listed = [&](Vec3 at, const std::vector<TargetId>& goals) {
    const AgentId id = need(world.add_agent({.at = at, .goal_order = GoalOrder::all}));
    need(world.set_goals(id, goals, GoalOrder::listed));
    return id;
  };
  const AgentId me = listed({4.0, 0, 0}, {door, street});
  const AgentId mate = listed({4.0, 0.8, 0}, {door, other});       // the same target now
  const AgentId ahead = listed({5.05, 0, 0}, {door, street});      // stands on the door: a stage ahead in the next step
  const AgentId stranger = listed({4.0, -0.8, 0}, {other, door});  // wants the door after another place
  const AgentId against = need(world.add_agent({.at = {4.8, -0.8, 0}, .target = other}));
  const auto companion = [&](AgentId of, AgentId who) {
    for (const Share& s : world.explain(of).shares) {
      if (s.kind == BodyKind::agent && s.id == who.bits()) return s.companion ? 1 : 0;
    }
    return -1;  // not seen
  };
  CHECK(companion(me, mate) == 0);  // before its first step an agent has no companions
  world.step();
  world.step();
  CHECK(companion(me, mate) == 1);
  CHECK(companion(mate, me) == 1);
  CHECK(companion(me, ahead) == 1);
  CHECK(companion(me, stranger) == 0);
  CHECK(companion(me, against) == 0);
  CHECK(companion(stranger, against) == 1);
  CHECK(companion(against, stranger) == 1);
}

namespace {

// Sixty people wait before a door 1 m wide. Mean cosine of the angle between heading and door, share of looks away from it.
struct Looks {
  double cosine = 0, away = 0;
};

Looks looks_at_door(const AttractorParams& params) {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, 0.5}, {0, 6}));
  need(world.add_wall({0, -6}, {0, -0.5}));
  const TargetId door = need(world.add_target({.at = {0.6, 0}, .radius = 0.2}));
  const ModelId model = need(world.add_attractor(params));
  std::vector<AgentId> people;
  for (int i = 0; i < 60; ++i) {
    const double x = -1.5 - 0.6 * (i / 10), y = 0.6 * (i % 10 - 4.5);
    people.push_back(need(world.add_agent({.at = {x, y, 0}, .target = door, .model = model, .on_arrival = OnArrival::remove})));
  }
  Looks looks;
  int count = 0;
  for (int step = 0; step < 150; ++step) {
    world.step();
    if (step < 50) continue;
    for (const AgentId id : people) {
      const auto agent = world.agent(id);
      if (!agent) continue;
      const double cosine = std::cos(agent->heading - std::atan2(-agent->at.y, 0.6 - agent->at.x));
      looks.cosine += cosine;
      looks.away += cosine < 0 ? 1 : 0;
      ++count;
    }
  }
  REQUIRE(count > 1000);
  return {looks.cosine / count, looks.away / count};
}

}  // namespace

TEST_CASE("sliding: people that wait before a door look at the door, not at the wall beside it") {
  const Looks people = looks_at_door({});
  CHECK(people.cosine > 0.8);
  CHECK(people.away < 0.05);
  AttractorParams strangers;  // each neighbour judged by its heading alone
  strangers.kappa_g = 0;
  const Looks without = looks_at_door(strangers);
  MESSAGE("cosine " << people.cosine << " and " << without.cosine << ", away " << people.away << " and " << without.away);
  CHECK(without.cosine < people.cosine - 0.1);
}

namespace {

// An agent walks into the gap between two posts, which is narrower than its body. When it arrives behind them; s, negative: never.
double arrival_behind_posts(const AttractorParams& params) {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_obstacle({.at = {0, 0.6}, .radius = 0.45}));
  need(world.add_obstacle({.at = {0, -0.6}, .radius = 0.45}));
  const TargetId behind = need(world.add_target({.at = {8, 0}, .radius = 0.5}));
  const ModelId model = need(world.add_attractor(params));
  const AgentId id = need(world.add_agent({.at = {-0.7, 0.02, 0}, .target = behind, .model = model}));
  for (int step = 0; step < 600; ++step) {
    world.step();
    if (world.agent(id)->status == Status::arrived) return world.time();
  }
  return -1;
}

}  // namespace

TEST_CASE("sliding: an agent in a gap narrower than its body turns round and walks about the posts") {
  const double people = arrival_behind_posts({});
  CHECK(people > 0);
  AttractorParams stubborn;
  stubborn.kappa_a = 0;
  const double without = arrival_behind_posts(stubborn);
  MESSAGE("arrives after " << people << " s, without (C39) after " << without << " s");
  CHECK(without < 0);
}
