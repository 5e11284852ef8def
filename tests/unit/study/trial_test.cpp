#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>

#include <cmath>
#include <limits>

#include "core/angles.hpp"
#include "support/fp_traps.hpp"
#include "walks.hpp"

// Layouts, ends, extensions and refusals of trials: human spec, sections 3.5, 4, 6 and 11.

using namespace wend;
using namespace wend::test;

namespace {

struct Shares {
  int collided = 0, arrived = 0, blocked = 0;
};

Shares over_fields(std::uint64_t seeds, const HumanParams& p) {
  Shares out;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Trial trial = test::field(seed, 0.25);
    trial.dt = 0.02;
    const TrialReport report = walk(trial, p);
    out.collided += report.collided;
    out.arrived += report.end == TrialEnd::arrived;
    out.blocked += report.end == TrialEnd::blocked;
  }
  return out;
}

bool same_path(const TrialReport& a, const TrialReport& b, double tolerance = 0) {
  if (a.samples.size() != b.samples.size()) return false;
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    const TrialSample &s = a.samples[i], &r = b.samples[i];
    if (!near(s.x, r.x, tolerance) || !near(s.y, r.y, tolerance) || !near(s.heading, r.heading, tolerance)) return false;
  }
  return true;
}

std::string refusal(const Trial& trial, const HumanParams& p = {}) {
  const auto report = run_trial(trial, p);
  return report ? "accepted" : report.error().text();
}

bool says(const std::string& text, const char* part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("layout: zeros of the turn acceleration") {
  struct Zero {
    double degrees;
    bool attracts;
  };
  const auto check = [](const Trial& trial, const std::vector<Zero>& zeros) {
    const auto found = layout(trial);
    REQUIRE(found);
    REQUIRE(found->size() == zeros.size());
    for (std::size_t i = 0; i < zeros.size(); ++i) {
      CHECK(near((*found)[i].heading * 180 / pi, zeros[i].degrees, 1e-6));
      CHECK((*found)[i].attracts() == zeros[i].attracts);
    }
  };
  check(scene(polar(4, 20)), {{20, true}});
  check(scene({10, 0}, {polar(4, 4)}), {{-7.929169, true}});
  check(scene({10, 0}, {polar(2, 4)}), {{-20.036882, true}, {4.355952, false}, {24.888035, true}});
  check(scene(polar(7, 15), {polar(2, 7)}), {{-11.396970, true}, {6.159168, false}, {31.982128, true}});

  // (h.31): straight ahead is unstable from 5.202173910 m on, the goal 6 m behind the obstacle.
  const auto straight = [](double d) {
    const auto zeros = layout(scene({d + 6, 0}, {{d, 0}}));
    for (const LayoutZero& zero : *zeros) {
      if (zero.heading == 0) return zero.attracts();
    }
    return false;
  };
  CHECK(straight(5.202173911));
  CHECK_FALSE(straight(5.202173909));

  // The slope is that of the law, the jump of what is exactly behind is not a zero.
  const auto one = layout(scene({4, 0}));
  CHECK(near((*one)[0].slope, -7.5 * (std::exp(-1.6) + 0.4), 1e-9));
  CHECK(layout(scene({4, 0}), {}, pi)->size() == 1);

  CHECK_FALSE(layout(scene({0, 0})));
  CHECK_FALSE(layout(scene({1, 0}), {}, 0));
  CHECK_FALSE(layout(scene({1, 0}), {}, 4));
}

TEST_CASE("trial: a goal that is not reached is circled") {
  CHECK(near(orbit_radius(1), 0.209024584, 1e-9));
  Trial trial = scene({0.3, 0.3});
  trial.r_goal = 0;
  const TrialReport report = walk(trial);
  CHECK(report.end == TrialEnd::orbit);
  CHECK(report.time >= 10);
  CHECK(report.time < 13);
  CHECK(report.samples.back().heading > 20);  // not wrapped: the turns can be counted

  double seconds = 0;
  while (seconds < 60) {  // an orbit ends a run, so walk on in another
    trial.timeout = 10;
    const TrialSample end = walk(trial).samples.back();
    seconds += end.t;
    trial.at = {end.x, end.y};
    trial.heading = end.heading;
    trial.turn_rate = end.turn_rate;
  }
  CHECK(near(norm(trial.at - trial.goal.at), orbit_radius(1), 1e-6));
}

TEST_CASE("trial: exact symmetry goes through and says so, any asymmetry decides") {
  Trial trial = scene({10, 0}, {{4, 0}});
  const TrialReport through = walk(trial);
  CHECK(through.end == TrialEnd::arrived);
  CHECK(through.clearance < 1e-15);
  CHECK(through.collided);
  CHECK(through.max_turn_rate < 1e-8);  // what is exactly behind counts as +pi
  trial.ends_at_collision = true;
  CHECK(walk(trial).end == TrialEnd::collision);
  CHECK(near(walk(trial).time, 4, 0.0101));
  trial.ends_at_collision = false;
  HumanParams broken_tie;
  broken_tie.tie_break = 1e-3;
  CHECK(walk(trial, broken_tie).clearance > 0.4);
  for (const auto& [heading, clearance] : {std::pair{1e-9, 0.0777}, {1e-6, 0.3804}, {1e-3, 0.6184}}) {
    trial.heading = heading;
    CHECK(near(walk(trial).clearance, clearance, 1e-4));
    CHECK_FALSE(walk(trial).collided);
  }
}

TEST_CASE("trial: how runs end") {
  Trial trial = scene({0.05, 0}, {{1, 0}});
  CHECK(walk(trial).end == TrialEnd::arrived);
  CHECK(walk(trial).time == 0);
  CHECK(walk(trial).length == 0);
  CHECK(walk(trial).samples.size() == 1);
  CHECK(walk(trial).clearance == 1);

  trial = scene({10, 0});
  trial.timeout = 3;
  const TrialReport late = walk(trial);
  CHECK(late.end == TrialEnd::timeout);
  CHECK(near(late.time, 3, 1e-9));
  CHECK(near(late.length, 3, 1e-9));
  CHECK(late.samples.size() == 301);
  trial.timeout = 0;
  CHECK(walk(trial).end == TrialEnd::timeout);

  trial = scene({10, 3});
  trial.dt = 5;
  HumanParams euler;
  euler.integrator = HumanIntegrator::euler;
  euler.b = 1000;  // far beyond what the step bears
  CHECK(walk(trial, euler).end == TrialEnd::error);

  trial = scene({10, 0}, {{4, 0.3}});
  trial.radius = 0.2;
  trial.obstacles[0].radius = 1;
  trial.ends_at_collision = true;
  const TrialReport hit = walk(trial, [] { HumanParams p; p.ko = 0; return p; }());
  CHECK(hit.end == TrialEnd::collision);
  CHECK(near(hit.time, 4 - std::sqrt(1.2 * 1.2 - 0.3 * 0.3), 0.011));
  trial.at = {4, 0};
  CHECK(walk(trial).end == TrialEnd::collision);
  CHECK(walk(trial).time == 0);

  CHECK(std::string(name_of(TrialEnd::arrived)) == "arrived");
  CHECK(std::string(name_of(TrialEnd::error)) == "error");
}

TEST_CASE("trial: things appear, vanish and move") {
  // Without a goal yet: straight on. From between two steps is from the next one on.
  Trial trial = scene({0, 5});
  trial.goal.from = 1.005;
  const TrialReport later = walk(trial);
  CHECK(later.samples[101].y == 0);
  CHECK(later.samples[101].turn_rate == 0);
  CHECK(later.samples[102].turn_rate > 0);
  trial.goal.from = 1.01;
  CHECK(same_path(walk(trial), later));

  trial = scene({10, 0}, {polar(4, 4)});
  const TrialReport seen = walk(trial);
  trial.obstacles[0].until = 0;
  const TrialReport never = walk(trial);
  CHECK(never.max_turn_rate == 0);
  CHECK(never.clearance == std::numeric_limits<double>::infinity());
  trial.obstacles[0].until = 2;
  const TrialReport gone = walk(trial);
  CHECK(gone.samples[200].y == seen.samples[200].y);
  CHECK(gone.samples[201].turn_rate != seen.samples[201].turn_rate);
  CHECK(near(gone.clearance, norm(Vec2{gone.samples[200].x, gone.samples[200].y} - polar(4, 4)), 1e-12));

  // A recorded track of the same motion is the same scene; it stands still outside its times.
  trial = scene({10, 0}, {{4, -2}});
  trial.obstacles[0].velocity = {0, 0.6};
  const TrialReport moving = walk(trial);
  trial.obstacles[0] = {.at = {99, 99}, .velocity = {9, 9}, .times = {0, 5, 20}, .places = {{4, -2}, {4, 1}, {4, 10}}};
  CHECK(same_path(walk(trial), moving, 1e-9));
  CHECK(near(walk(trial).clearance, moving.clearance, 1e-9));
  trial.obstacles[0].times = {30, 40};
  trial.obstacles[0].places = {polar(4, 4), {4, 10}};
  CHECK(same_path(walk(trial), seen));

  // Weights: one of weight 2 is two.
  trial = scene({10, 0}, {polar(4, 4)});
  trial.obstacles[0].weight = 2;
  CHECK(same_path(walk(trial), walk(scene({10, 0}, {polar(4, 4), polar(4, 4)})), 1e-8));
  trial.obstacles[0].weight = 0;
  CHECK(walk(trial).max_turn_rate == 0);
}

TEST_CASE("trial: a potential field's walker") {
  Trial trial = scene({3, 0});
  CHECK(says(run_trial(trial, PotentialFieldParams{}).error().text(), "L = -1"));  // no radius: no front point
  trial.radius = 0.25;
  const TrialReport straight = walk(trial, PotentialFieldParams{});
  CHECK(straight.end == TrialEnd::arrived);
  CHECK(near(straight.time, 2.65, 1e-9));  // the front point starts 0.25 m ahead
  CHECK(near(straight.ended_at.x, 2.9, 1e-9));
  CHECK(straight.samples.front().x == 0);
  trial.goal.at = {0.3, 0};
  CHECK(walk(trial, PotentialFieldParams{}).time == 0);
  trial.goal.at = {3, 0};
  trial.dt = 1e-6;  // a millionth of the substep is a step all the same
  trial.timeout = 1e-5;
  CHECK(walk(trial, PotentialFieldParams{.substep = 1}).samples.size() == 11);

  trial = scene({3, 1}, {{1.5, 0.6}, {1, -0.5}});
  trial.radius = 0.25;
  trial.heading = 2;
  PotentialFieldParams k;
  const TrialReport turning = walk(trial, k);
  CHECK(turning.end == TrialEnd::arrived);
  CHECK(turning.max_turn_rate <= 1 / 0.25 + 1e-12);  // |w| <= V / L
  for (const TrialSample& s : turning.samples) CHECK(std::abs(s.speed) <= 1 + 1e-12);
  k.L = 0.5;
  CHECK(walk(trial, k).max_turn_rate <= 1 / 0.5 + 1e-12);
  k.mode = PotentialFieldMode::particle;
  CHECK(walk(trial, k).max_turn_rate == 0);
  CHECK(near(walk(trial, k).samples[0].speed, 1, 1e-12));
  k.kp = 0;  // nothing pulls and nothing pushes: it stands
  trial.obstacles.clear();
  CHECK(walk(trial, k).end == TrialEnd::stuck);
  CHECK(near(walk(trial, k).time, 2, 1e-9));
  CHECK(walk(trial, k).length == 0);
}

TEST_CASE("trial: X2, X8 and X9 leave what they should") {
  const Trial trial = scene({10, 0}, {polar(4, 4)});
  const TrialReport plain = walk(trial);
  HumanParams p;
  p.kv = 2;
  CHECK(same_path(walk(trial, p), plain));  // it already walks as fast as it likes
  p.bv = 3;
  CHECK(same_path(walk(trial, p), plain));
  p = {};
  p.cull = true;  // 90 degrees and 8 m: nothing in this scene is both
  CHECK(same_path(walk(trial, p), plain));
  p = {};
  p.b_p = 500;  // the body follows at once: the first-order law
  Trial fine = scene(polar(4, 20));
  fine.dt = 0.001;
  const TrialReport first_order = walk(fine, p);
  for (std::size_t i : {500u, 2000u}) {
    const TrialSample& s = first_order.samples[i];
    const double d = std::hypot(fine.goal.at.x - s.x, fine.goal.at.y - s.y);
    const double e = wrap(s.heading - std::atan2(fine.goal.at.y - s.y, fine.goal.at.x - s.x));
    CHECK(near(s.turn_rate, -7.5 * e * (std::exp(-0.4 * d) + 0.4) / 3.25, 5e-3));
  }
  p = {};
  p.time_to_contact = true;
  const TrialReport ttc = walk(trial, p);
  CHECK(ttc.end == TrialEnd::arrived);
  CHECK_FALSE(same_path(ttc, plain));
  CHECK(same_path(walk(scene({10, 0}), p), walk(scene({10, 0}))));  // straight at the goal
}

TEST_CASE("trial: X3, noise grades the choice of sides") {
  HumanParams p = HumanParams::bold();
  p.sigma = 0.3;
  constexpr int runs = 120;
  const auto inside = [&](double dg, double off) {
    int count = 0;
    for (std::uint64_t seed = 1; seed <= runs; ++seed) {
      Trial trial = scene(polar(dg, 15), {polar(4, 15 - off)});
      trial.dt = 0.02;
      trial.keep_samples = false;
      trial.seed = seed;
      count += walk(trial, p).sides == "L";
    }
    return count;
  };
  int shares[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) shares[i][j] = inside(5 + 2 * i, 1 + 1.5 * j);
  }
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    CHECK(shares[i][0] > 0);
    CHECK(shares[i][2] < runs);
    CHECK(shares[i][0] < shares[i][1]);
    CHECK(shares[i][1] < shares[i][2]);
  }
  for (int j = 0; j < 3; ++j) CHECK(shares[0][j] > shares[2][j]);

  Trial trial = scene(polar(4, 20));
  const TrialReport once = walk(trial, p), again = walk(trial, p);
  CHECK(same_path(once, again));
  trial.seed = 2;
  CHECK_FALSE(same_path(walk(trial, p), once));
}

TEST_CASE("trial: X6, a walker that keeps its time to contact ends up standing") {
  Trial trial = scene({10, 0}, {{4, 0}});
  trial.radius = 0.25;
  HumanParams p;
  p.margin = 0.5;
  const TrialReport report = walk(trial, p);
  CHECK(report.end == TrialEnd::blocked);
  CHECK_FALSE(report.collided);
  CHECK(near(report.ended_at.x, 3.75, 0.02));
  CHECK(report.samples.back().speed < 0.05);
  CHECK(near(report.length, report.ended_at.x, 1e-3));  // straight on: the length is what was walked, not V t
}

TEST_CASE("trial: X4, X6 and X7 on a few random fields") {
  constexpr std::uint64_t seeds = 150;
  HumanParams p;
  const Shares point = over_fields(seeds, p);
  p.width = HumanWidth::reach;
  const Shares reach = over_fields(seeds, p);
  CHECK(point.arrived == seeds);
  CHECK(point.collided > 8);
  CHECK(reach.collided < point.collided / 4);
  p = {};
  p.margin = 0.5;
  const Shares careful = over_fields(seeds, p);
  CHECK(careful.collided == 0);
  CHECK(careful.blocked > 5);
  CHECK(careful.blocked + careful.arrived == seeds);
  p = {};
  p.cull = true;
  CHECK(over_fields(seeds, p).collided == point.collided);
  p.cull_angle = deg(30);
  p.cull_distance = 0;
  CHECK(over_fields(seeds, p).collided > point.collided);
}

TEST_SUITE("long") {
  TEST_CASE("trial: shares of X4, X6 and X7") {
    const auto percent = [](int count, int seeds) { return 100.0 * count / seeds; };
    struct Row {
      HumanWidth width;
      double collided, without_arrival;
    };
    // Circling ends a run, (h.13): 3 and 2 of those without arrival would come through later.
    using enum HumanWidth;
    for (const Row& row : {Row{none, 9.6, 0}, Row{gap, 6.8, 0}, Row{reach, 0.6, 0.9}, Row{both, 0.2, 1.9}}) {
      HumanParams p;
      p.width = row.width;
      const Shares shares = over_fields(2000, p);
      CHECK(near(percent(shares.collided, 2000), row.collided, 0.0501));
      CHECK(near(percent(2000 - shares.arrived, 2000), row.without_arrival, 0.0501));
    }
    HumanParams p;
    p.margin = 0.5;
    Shares shares = over_fields(1500, p);
    CHECK(shares.collided == 0);
    CHECK(near(percent(shares.blocked, 1500), 9.7, 0.5));
    p.width = HumanWidth::gap;
    shares = over_fields(1500, p);
    CHECK(shares.collided == 0);
    CHECK(near(percent(shares.blocked, 1500), 6.3, 0.5));
    p = {};
    p.cull = true;
    p.cull_angle = deg(30);
    p.cull_distance = 0;
    CHECK(near(percent(over_fields(2000, p).collided, 2000), 15, 0.5));
  }
}

TEST_CASE("trial: what is refused, by name") {
  const NoTraps guard;
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Trial trial = scene({10, 0}, {{4, 0}, {5, 1}});
  trial.at.x = nan;
  CHECK(refusal(trial) == "trial: at.x = nan, expected -1e+06 .. 1e+06 m");
  trial = scene({10, 0}, {{4, 0}, {5, 1}});
  trial.obstacles[1].at.y = inf;
  CHECK(says(refusal(trial), "trial.obstacles[1]: at.y = inf"));
  trial = scene({inf, 0});
  CHECK(says(refusal(trial), "trial.goal: at.x = inf"));
  trial = scene({10, 0});
  trial.speed = 0;
  CHECK(says(refusal(trial), "speed = 0"));
  trial.speed = 1;
  trial.dt = 0;
  CHECK(says(refusal(trial), "dt = 0"));
  trial.dt = 1e-6;
  CHECK(says(refusal(trial), "timeout / dt = "));
  trial.dt = 1e-7;
  trial.timeout = 0.1;
  CHECK(says(refusal(trial), "dt = 1e-07, expected 1e-06 .. 10 s"));  // 2 s of steps would not fit
  trial.dt = 0.01;
  trial.r_goal = -1;
  CHECK(says(refusal(trial), "r_goal = -1"));
  trial.r_goal = 0.1;
  trial.heading = nan;
  CHECK(says(refusal(trial), "heading = nan"));
  trial.heading = 0;
  trial.goal.times = {0, 1};
  CHECK(says(refusal(trial), "2 times and 0 places"));
  trial.goal.places = {{1, 1}, {2, 2}};
  trial.goal.times = {1, 1};
  CHECK(says(refusal(trial), "times[1] = 1, expected more than 1"));
  trial = scene({10, 0});
  HumanParams p;
  p.b = 0;
  CHECK(says(refusal(trial, p), "human: b = 0"));
  p.b = nan;
  CHECK(says(refusal(trial, p), "b = nan"));
  PotentialFieldParams k;
  k.rho0 = nan;
  CHECK(says(run_trial(trial, k).error().text(), "rho0 = nan"));
  CHECK_FALSE(layout(trial, p));
}
