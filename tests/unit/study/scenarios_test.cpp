#include <doctest/doctest.h>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>

#include <algorithm>
#include <cmath>

#include "core/angles.hpp"
#include "core/segment.hpp"
#include "walks.hpp"

// The tables of the human spec, sections 7 and 9.

using namespace wend;
using namespace wend::test;

namespace {

constexpr double tolerance = 1e-4, turn_tolerance = 5e-5;

HumanParams with_c4(double c4, double c3 = 6.5) {
  HumanParams p;
  p.c3 = c3;
  p.c4 = c4;
  return p;
}

HumanParams with_integrator(HumanIntegrator integrator) {
  HumanParams p;
  p.integrator = integrator;
  return p;
}

// The offset at which a walker changes from outside to inside, in degrees, to 0.001.
double switch_angle(double goal_distance, const HumanParams& p, double dt = 0.01) {
  double outside = 0.5, inside = 15;
  while (inside - outside > 0.001) {
    const double off = 0.5 * (outside + inside);
    Trial trial = scene(polar(goal_distance, 15), {polar(4, 15 - off)});
    trial.dt = dt;
    trial.keep_samples = false;
    (walk(trial, p).sides == "R" ? outside : inside) = off;
  }
  return 0.5 * (outside + inside);
}

bool crosses_itself(const std::vector<TrialSample>& path) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < path.size(); i += 5) points.push_back({path[i].x, path[i].y});
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    for (std::size_t j = i + 2; j + 1 < points.size(); ++j) {
      if (segments_cross(points[i], points[i + 1], points[j], points[j + 1])) return true;
    }
  }
  return false;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

int sign_changes_of_goal_angle(const Trial& trial, const TrialReport& report) {
  int changes = 0;
  double before = 0;
  for (const TrialSample& s : report.samples) {
    const double e = wrap(s.heading - std::atan2(trial.goal.at.y - s.y, trial.goal.at.x - s.x));
    if (before * e < 0) ++changes;
    if (e != 0) before = e;
  }
  return changes;
}

}  // namespace

TEST_CASE("trial: H1, steering to a goal") {
  struct Row {
    double d, a, arrival, turn, phi, w;
  };
  constexpr Row rows[] = {
      {2, 5, 1.902305, 0.134722, 0.10551839, 0.09777437},  {2, 15, 1.920588, 0.402230, 0.31505175, 0.29070266},
      {2, 25, 1.956329, 0.664205, 0.52028272, 0.47627324}, {4, 5, 3.902405, 0.092694, 0.07378038, 0.07403492},
      {4, 10, 3.909600, 0.185218, 0.14743582, 0.14786993}, {4, 15, 3.921529, 0.277403, 0.22084396, 0.22130968},
      {4, 20, 3.938099, 0.369091, 0.29388738, 0.29416775}, {4, 25, 3.959181, 0.460131, 0.36645593, 0.36627056},
      {8, 5, 7.902807, 0.066961, 0.05385386, 0.05748764},  {8, 20, 7.944546, 0.267375, 0.21507248, 0.22932027},
      {8, 25, 7.969262, 0.333874, 0.26858814, 0.28618711},
  };
  for (const Row& row : rows) {
    CAPTURE(row.d);
    CAPTURE(row.a);
    const TrialReport report = walk(scene(polar(row.d, row.a)));
    CHECK(near(report.time, row.arrival, tolerance));
    CHECK(near(report.length, row.arrival, tolerance));
    CHECK(near(report.max_turn_rate, row.turn, turn_tolerance));
    CHECK(near(report.samples[100].heading, row.phi, 1.5e-8));
    CHECK(near(report.samples[100].turn_rate, row.w, 1.5e-8));
  }
  // The hardest turn grows with the angle and falls with the distance; P4: hardly any oscillation.
  for (double d : {2.0, 4.0, 8.0}) {
    double least = 0;
    for (double a : {5.0, 10.0, 15.0, 20.0, 25.0}) {
      const Trial trial = scene(polar(d, a));
      const TrialReport report = walk(trial);
      CHECK(report.end == TrialEnd::arrived);
      CHECK(report.max_turn_rate > least);
      least = report.max_turn_rate;
      if (d < 8) CHECK(walk(scene(polar(2 * d, a))).max_turn_rate < report.max_turn_rate);
      CHECK(sign_changes_of_goal_angle(trial, report) == (d == 2 ? 1 : d == 4 ? 2 : 3));
    }
  }
}

TEST_CASE("trial: H2 and H2b, avoiding one obstacle") {
  struct Row {
    double d, a, arrival, clearance, turn, arrival_b, clearance_b;
  };
  constexpr Row rows[] = {
      {3, 1, 10.024059, 0.672654, 0.403626, 9.022348, 0.657669}, {3, 4, 9.992088, 0.764386, 0.322821, 8.990931, 0.749549},
      {3, 8, 9.960828, 0.871842, 0.275195, 8.959955, 0.858855},  {4, 1, 10.013749, 0.711698, 0.249566, 9.012278, 0.687443},
      {4, 2, 10.000631, 0.756178, 0.207538, 8.999450, 0.732015}, {4, 4, 9.978965, 0.833733, 0.172605, 8.977971, 0.810624},
      {4, 8, 9.947111, 0.987913, 0.142695, 8.946313, 0.968113},  {5, 4, 9.968293, 0.875388, 0.157185, 8.967242, 0.841855},
      {5, 8, 9.935954, 1.080737, 0.106769, 8.935100, 1.053174},
  };
  for (const Row& row : rows) {
    CAPTURE(row.d);
    CAPTURE(row.a);
    const TrialReport far = walk(scene({10, 0}, {polar(row.d, row.a)})), close = walk(scene({9, 0}, {polar(row.d, row.a)}));
    CHECK(near(far.time, row.arrival, tolerance));
    CHECK(near(far.clearance, row.clearance, tolerance));
    CHECK(near(far.max_turn_rate, row.turn, turn_tolerance));
    CHECK(near(close.time, row.arrival_b, tolerance));
    CHECK(near(close.clearance, row.clearance_b, tolerance));
  }
  double turns[3][4];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      const TrialReport report = walk(scene({10, 0}, {polar(3 + i, 1 << j)}));
      CHECK(report.end == TrialEnd::arrived);
      CHECK(report.sides == "R");
      CHECK(walk(scene({9, 0}, {polar(3 + i, 1 << j)})).sides == "R");
      turns[i][j] = report.max_turn_rate;
      if (i > 0) CHECK(turns[i][j] < turns[i - 1][j]);
      if (j > 0) CHECK(turns[i][j] < turns[i][j - 1]);
    }
  }
}

TEST_CASE("trial: H3a, inside or outside") {
  for (int dg = 5; dg <= 9; ++dg) {
    std::string sides;
    for (int off = 1; off <= 15; ++off) sides += walk(scene(polar(dg, 15), {polar(4, 15 - off)})).sides;
    CAPTURE(sides);
    CHECK(sides.substr(0, 7) == "RRRRRRR");
    CHECK(sides.substr(9) == "LLLLLL");
    CHECK(std::is_sorted(sides.rbegin(), sides.rend()));  // one switch
  }
  struct Row {
    double dg, fitted, bold, arrival, clearance;
    const char* side;
  };
  constexpr Row rows[] = {{5, 7.240, 1.266, 4.984548, 0.660052, "L"}, {7, 9.070, 2.829, 7.188011, 0.405379, "R"}, {9, 9.822, 3.701, 9.176186, 0.512363, "R"}};
  for (const Row& row : rows) {
    CHECK(near(switch_angle(row.dg, {}), row.fitted, 0.01));
    CHECK(near(switch_angle(row.dg, with_c4(1.6), 0.02), row.bold, 0.01));
    const TrialReport report = walk(scene(polar(row.dg, 15), {polar(4, 7)}));
    CHECK(report.sides == row.side);
    CHECK(near(report.time, row.arrival, tolerance));
    CHECK(near(report.clearance, row.clearance, tolerance));
  }
  CHECK(switch_angle(6, {}) > switch_angle(5, {}));
  CHECK(switch_angle(8, {}) > switch_angle(7, {}));
  CHECK(near(switch_angle(7, with_integrator(HumanIntegrator::euler), 0.05), 9.028, 0.01));
  CHECK(near(switch_angle(7, with_integrator(HumanIntegrator::semi_implicit), 0.05), 8.909, 0.01));
}

TEST_CASE("trial: H3b, two obstacles") {
  struct Row {
    double f;
    const char* sides;
    double arrival, first, second;
  };
  constexpr Row rows[] = {{0.5, "LL", 9.019660, 0.419438, 0.482547}, {5, "RR", 8.999502, 0.330915, 0.867500}, {15, "LR", 8.964142, 0.289410, 0.813832}};
  for (const Row& row : rows) {
    const TrialReport report = walk(scene({9, 0}, {polar(4, -0.5), polar(4.5, row.f)}), with_c4(1.6));
    CHECK(report.sides == row.sides);
    CHECK(near(report.time, row.arrival, tolerance));
    CHECK(near(report.clearances[0], row.first, tolerance));
    CHECK(near(report.clearances[1], row.second, tolerance));
  }
  CHECK(walk(scene({9, 0}, {polar(4, -0.5), polar(4.5, 15)})).sides != "LR");  // decision 6: not with the set `fitted`
}

TEST_CASE("trial: H3c, a thousand random fields") {
  const auto first = random_field(1);
  CHECK(first.size() == 10);
  CHECK(near(first[0].at.x, 4.965931026, 1e-9));
  CHECK(near(first[0].at.y, 0.983127029, 1e-9));
  CHECK(near(first[1].at.x, 7.797019275, 1e-9));
  CHECK(near(first[1].at.y, -0.222563132, 1e-9));
  CHECK(near(first[2].at.x, 4.109852906, 1e-9));
  CHECK(near(first[2].at.y, 1.051577568, 1e-9));

  struct Row {
    double length, clearance;
    std::size_t nearest;
    const char* sides;
  };
  constexpr Row rows[] = {{9.204046, 0.457337, 1, "RRRRRRRLRR"}, {8.945070, 0.509571, 5, "RRLRRLLLLL"}, {9.007758, 0.441629, 6, "RLRRRRLRLR"},
                          {9.860731, 0.361310, 9, "RRRRRRRRRR"}, {9.559529, 0.489936, 0, "LLLLLLLRLL"}, {9.080406, 0.450889, 5, "LLRLRLRLLL"},
                          {9.973338, 0.221084, 6, "LLLLLRLLLL"}, {9.506130, 0.564388, 5, "LLLLLLLLLL"}};
  std::vector<double> lengths, clearances;
  int arrived = 0, crossing = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Trial trial = test::field(seed);
    trial.keep_samples = true;
    const TrialReport report = walk(trial);
    arrived += report.end == TrialEnd::arrived;
    crossing += crosses_itself(report.samples);
    lengths.push_back(report.length);
    clearances.push_back(report.clearance);
    if (seed > 8) continue;
    const Row& row = rows[seed - 1];
    CHECK(near(report.length, row.length, tolerance));
    CHECK(near(report.clearance, row.clearance, tolerance));
    CHECK(report.nearest == row.nearest);
    CHECK(report.sides == row.sides);
  }
  CHECK(arrived == 1000);
  CHECK(crossing == 0);
  CHECK(std::count_if(clearances.begin(), clearances.end(), [](double c) { return c < 0.25; }) == 96);
  CHECK(std::min_element(clearances.begin(), clearances.end()) - clearances.begin() == 91 - 1);
  CHECK(near(clearances[91 - 1], 0.152, 5e-4));
  CHECK(near(median(clearances), 0.423, 5e-4));
  CHECK(std::max_element(lengths.begin(), lengths.end()) - lengths.begin() == 265 - 1);
  CHECK(near(lengths[265 - 1], 10.715, 5e-4));
  CHECK(near(median(lengths), 9.199, 5e-4));
}

TEST_CASE("trial: H14, both laws in a room") {
  Trial trial = scene({6, 4.3}, {{5.6, 2.5}, {2.1, 1.4}, {4.1, 3.7}, {3.2, 2.9}, {4.7, 0.8}});
  trial.at = {0.5, 0.6};
  trial.speed = 0.5;
  const TrialReport steering = walk(trial);
  CHECK(near(steering.length, 6.703851, tolerance));
  CHECK(near(steering.time, 13.407701, tolerance));
  CHECK(near(steering.clearance, 0.389882, tolerance));
  CHECK(near(steering.max_turn_rate, 0.2471, 1e-4));
  CHECK(near(steering.rms_turn_rate, 0.090, 0.05 * 0.090));
  CHECK(near(steering.rms_turn_acceleration, 0.106, 0.05 * 0.106));

  trial.radius = 0.25;
  const TrialReport front = walk(trial, PotentialFieldParams{});
  CHECK(near(front.length, 7.554913, tolerance));
  CHECK(near(front.time, 15.109826, tolerance));
  CHECK(near(front.clearance, 0.703703, tolerance));
  CHECK(near(front.max_turn_rate, 1.921, 2e-3));
  CHECK(near(front.rms_turn_rate, 0.508, 0.05 * 0.508));
  CHECK(near(front.rms_turn_acceleration, 2.17, 0.05 * 2.17));
  PotentialFieldParams fine;
  fine.substep = 0.0005;
  CHECK(near(walk(trial, fine).max_turn_rate, 1.92077, turn_tolerance));

  PotentialFieldParams particle;
  particle.mode = PotentialFieldMode::particle;
  const TrialReport point = walk(trial, particle);
  CHECK(near(point.length, 7.660006, tolerance));
  CHECK(near(point.time, 15.320, 5e-4));
  CHECK(near(point.clearance, 0.701164, tolerance));
}

TEST_CASE("trial: H18 and H19, long and short reach") {
  Trial trial = scene({5.297685557, 1.183170623}, {{2.623859121, 2.545571139}});
  trial.at = {0, 4};
  trial.heading = deg(-28);
  trial.speed = 0.5;
  const TrialReport steering = walk(trial);
  CHECK(steering.sides == "L");
  CHECK(near(steering.length, 5.991939, tolerance));
  CHECK(near(steering.clearance, 0.508461, tolerance));
  CHECK(near(steering.max_turn_rate, 0.27365, turn_tolerance));

  const TrialReport wide = walk(trial, with_c4(12, 1)), wider = walk(trial, with_c4(12, 0.5));
  CHECK(near(wide.length, 6.2739, 5e-3));
  CHECK(near(wide.clearance, 0.09453, tolerance));
  CHECK(near(wider.length, 6.516, 5e-3));
  CHECK(near(wider.clearance, 0.10135, tolerance));

  trial.radius = 0.25;
  CHECK(walk(trial, with_c4(12, 1)).collided);
  CHECK(walk(trial, with_c4(12, 0.5)).collided);
  CHECK_FALSE(walk(trial).collided);
  using enum PotentialFieldMode;
  struct Row {
    double rho0;
    PotentialFieldMode mode;
    double length, clearance;
  };
  for (const Row& row : {Row{8, front_point, 6.39919, 0.88948}, Row{8, particle, 6.64916, 0.87294},
                         Row{0.8, front_point, 6.17121, 0.73536}, Row{0.8, particle, 6.42121, 0.72805}}) {
    PotentialFieldParams k;
    k.rho0 = row.rho0;
    k.mode = row.mode;
    const TrialReport report = walk(trial, k);
    CHECK(report.sides == "L");
    CHECK(near(report.length, row.length, tolerance));
    CHECK(near(report.clearance, row.clearance, tolerance));
  }
}

TEST_CASE("trial: H20, a local minimum") {
  Trial trial = scene({6, 3}, {{3.31, 2.33}, {3.85, 1.25}, {2.19, 2.77}, {3.53, 0.09}});
  const TrialReport between = walk(trial, with_c4(1.6)), outside = walk(trial, with_c4(0.4));
  CHECK(between.sides == "RLRL");
  CHECK(near(between.time, 6.688001, tolerance));
  CHECK(near(between.clearance, 0.499005, tolerance));
  CHECK(outside.sides == "RRRR");
  CHECK(near(outside.time, 7.688271, tolerance));
  CHECK(near(outside.clearance, 0.358600, tolerance));

  trial.radius = 0.25;
  for (const auto mode : {PotentialFieldMode::front_point, PotentialFieldMode::particle}) {
    PotentialFieldParams k;
    k.mode = mode;
    const TrialReport report = walk(trial, k);
    CHECK(report.end == TrialEnd::stuck);
    CHECK(near(report.time, mode == PotentialFieldMode::front_point ? 5.11 : 5.33, 0.05));
    CHECK(norm(report.ended_at - Vec2{3.158123, 1.579062}) < 0.01);
    CHECK(near(report.length, report.time, 1e-9));
  }
}

TEST_CASE("trial: H21, speed changes the route of the human, not of the potential field") {
  Trial trial = scene(polar(7, 15), {polar(4, 8)});
  const TrialReport fast = walk(trial);
  CHECK(fast.sides == "R");
  CHECK(near(fast.time, 7.164196, tolerance));
  CHECK(near(fast.clearance, 0.433844, tolerance));
  trial.radius = 0.25;
  trial.dt = 0.0025;
  PotentialFieldParams k;
  k.substep = 0.00125;
  const TrialReport fast_field = walk(trial, k);

  trial.dt = 0.01;
  trial.speed = 0.25;
  k.substep = 0.005;
  const TrialReport slow_field = walk(trial, k);
  CHECK(near(slow_field.length, fast_field.length, 1e-9));
  CHECK(near(slow_field.clearance, fast_field.clearance, 1e-9));
  const TrialReport slow = walk(trial);
  CHECK(slow.sides == "L");
  CHECK(near(slow.time, 27.812865, tolerance));
  CHECK(near(slow.length, 6.953216, tolerance));
  CHECK(near(slow.clearance, 0.743973, tolerance));
}

TEST_CASE("trial: checkpoints of trajectories") {
  struct Point {
    double t, x, y, phi, w;
  };
  const auto passes = [](const Trial& trial, const HumanParams& p, const std::vector<Point>& points) {
    const TrialReport report = walk(trial, p);
    for (const Point& point : points) {
      const TrialSample& s = report.samples[static_cast<std::size_t>(std::lround(point.t / trial.dt))];
      CAPTURE(point.t);
      CHECK(near(s.t, point.t, 1e-9));
      CHECK(near(s.x, point.x, 1e-8));
      CHECK(near(s.y, point.y, 1e-8));
      CHECK(near(s.heading, point.phi, 1e-8));
      CHECK(near(s.turn_rate, point.w, 1e-8));
    }
  };
  passes(scene(polar(4, 20)), {}, {{0.5, 0.4991303628, 0.0228706207, 0.1209045557, 0.3639801245},
                                   {1, 0.9874680308, 0.1272301731, 0.2938873810, 0.2941677507},
                                   {3, 2.8144005428, 0.9370301630, 0.4352255802, -0.0207922689}});
  passes(scene({10, 0}, {polar(4, 4)}), {}, {{1, 0.9986526576, -0.0400543341, -0.1081535666, -0.1713260555},
                                             {3, 2.9558054924, -0.4454670334, -0.1860881205, 0.1268542405},
                                             {5, 4.9477270778, -0.5194009923, 0.0780423503, 0.0548577723},
                                             {8, 7.9322294866, -0.2154517883, 0.1039185879, -0.0005646442}});
  passes(scene(polar(7, 15), {polar(4, 7)}), {}, {{2, 1.9979017662, 0.0797158341, -0.0025768063, -0.1812082155},
                                                  {5, 4.8836703280, 0.5047728432, 0.5855177526, 0.1441957090}});
  passes(scene(polar(5, 15), {polar(4, 7)}), {}, {{2, 1.9767942823, 0.2378779169, 0.3729599327, 0.5553419763},
                                                  {4, 3.7601828679, 1.1167702817, 0.2297325946, -0.2450979816}});
  passes(scene({9, 0}, {polar(4, -0.5), polar(4.5, 15)}), with_c4(1.6), {{3, 2.9996128759, 0.0156930184, 0.0787570868, 0.2929058131},
                                                                         {5, 4.9548346007, 0.3839834322, -0.0078512171, -0.1964048154}});
  Trial slow = scene(polar(7, 15), {polar(4, 8)});
  slow.speed = 0.25;
  passes(slow, {}, {{8, 1.8662433860, 0.6416791094, 0.4409634326, -0.0125072980}, {24, 5.7245935807, 1.6269920548, 0.1763191978, -0.0000002156}});
  Trial moving = scene({10, 0}, {{4, -2}});
  moving.obstacles[0].velocity = {0, 0.6};
  passes(moving, {}, {{2, 1.9976687498, 0.0766281051, 0.0975420229, 0.0774300998}, {5, 4.9456701758, 0.5991068771, 0.0206338592, -0.2285676731}});
  CHECK(near(walk(moving).clearance, 0.0338, 1e-4));
}

TEST_CASE("trial: orders of convergence") {
  const auto end_state = [](HumanIntegrator integrator, double dt) {
    Trial trial = scene({10, 0}, {polar(4, 4)});
    trial.timeout = 5;
    trial.dt = dt;
    return walk(trial, with_integrator(integrator)).samples.back();
  };
  const TrialSample reference = end_state(HumanIntegrator::rk4, 0.002);
  struct Row {
    HumanIntegrator integrator;
    double errors[5];
  };
  using enum HumanIntegrator;
  constexpr Row rows[] = {{euler, {1.01e-2, 5.08e-3, 2.54e-3, 1.27e-3, 6.36e-4}},
                          {semi_implicit, {1.27e-2, 6.51e-3, 3.30e-3, 1.66e-3, 8.34e-4}},
                          {midpoint, {4.09e-4, 9.98e-5, 2.46e-5, 6.10e-6, 1.52e-6}},
                          {rk4, {1.16e-6, 6.84e-8, 4.15e-9, 2.56e-10, 1.59e-11}}};
  for (const Row& row : rows) {
    for (int i = 0; i < 5; ++i) {
      const TrialSample s = end_state(row.integrator, 0.1 / (1 << i));
      const double error = std::max({std::abs(s.x - reference.x), std::abs(s.y - reference.y), std::abs(s.heading - reference.heading),
                                     std::abs(s.turn_rate - reference.turn_rate)});
      CAPTURE(static_cast<int>(row.integrator));
      CAPTURE(i);
      // Shares of obstacles are rounded to 2^-36 rad/s^2.
      CHECK(near(error, row.errors[i], 0.006 * row.errors[i] + 5e-12));
    }
  }
}
