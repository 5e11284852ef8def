#include "core/angles.hpp"
#include "walks.hpp"
#include "steering/human_law.hpp"

#include <fmt/format.h>

#include <array>

// Human spec, sections 3, 4, 6 and 9: what the law does before anybody walks anywhere, and how well it is integrated.

namespace wend::reproduce {

namespace {

double degrees(double rad) { return rad * 180 / pi; }

// dw/dt over the heading, the walker standing.
double turning(const Trial& trial, double phi, const HumanParams& p = {}) {
  const auto gains = steering::gains_of(p);
  std::vector<steering::Sighted> things;
  for (const auto& o : trial.obstacles) things.push_back({.x = o.at.x, .y = o.at.y});
  steering::Walker<double> me;
  me.x = trial.at.x, me.y = trial.at.y, me.phi = phi;
  return steering::derivative(me, steering::Sighted{.x = trial.goal.at.x, .y = trial.goal.at.y}, things, gains, p, 1.0)
      .w;
}

io::Plot portrait(const Trial& trial, const std::vector<study::LayoutZero>& zeros, std::string title) {
  io::Plot plot = chart(std::move(title), "heading, deg", "dw/dt, rad/s\xc2\xb2");
  plot.zero_line = true;
  plot.lines = {curve(-60, 60, 480, 1, "", [&](double a) { return turning(trial, deg(a)); })};
  for (const auto& z : zeros)
    plot.points.push_back({.at = {degrees(z.heading), 0},
                           .mark = z.attracts() ? io::PlotMark::dot : io::PlotMark::ring,
                           .size = 8,
                           .label = z.attracts() ? "attractor" : "repeller"});
  std::erase_if(plot.points, [](const io::PlotPoint& p) { return std::abs(p.at.x) > 60; });
  return plot;
}

// ---- section 6: layouts

void run_layout(Claim& claim, const Context&) {
  struct Case {
    const char* title;
    Trial trial;
    std::vector<std::pair<double, bool>> expected;  // degrees, attracts
  };
  const std::array<Case, 4> cases{
      {{"goal 4 m at 20 deg, no obstacle", scene(study::polar(4, 20)), {{20.0, true}}},
       {"goal 10 m at 0, obstacle 4 m at 4 deg", scene({10, 0}, {study::polar(4, 4)}), {{-7.929169, true}}},
       {"goal 10 m at 0, obstacle 2 m at 4 deg",
        scene({10, 0}, {study::polar(2, 4)}),
        {{-20.036882, true}, {4.355952, false}, {24.888035, true}}},
       {"goal 7 m at 15 deg, obstacle 2 m at 7 deg",
        scene(study::polar(7, 15), {study::polar(2, 7)}),
        {{-11.396970, true}, {6.159168, false}, {31.982128, true}}}}};
  Off off;
  bool same = true;
  std::vector<io::Plot> plots;
  std::string words;
  for (const Case& each_case : cases) {
    const auto zeros = study::layout(each_case.trial);
    same = same && zeros && zeros->size() == each_case.expected.size();
    if (!same) break;
    for (std::size_t i = 0; i < zeros->size(); ++i) {
      off.compare(degrees((*zeros)[i].heading), each_case.expected[i].first);
      same = same && (*zeros)[i].attracts() == each_case.expected[i].second;
      words += fmt::format("{}{:.4f} {}",
                           i > 0           ? ", "
                           : words.empty() ? ""
                                           : "; ",
                           degrees((*zeros)[i].heading), (*zeros)[i].attracts() ? "A" : "R");
    }
    plots.push_back(portrait(each_case.trial, *zeros, each_case.title));
  }
  claim.measured = fmt::format("{} deg; largest difference from the table: {:.0e} deg", words, off.most);
  judge(claim, same && off.most < 1e-4);
  claim.figures.push_back({sheet(plots, 2, 1100, 680),
                           "Phase portraits: angular acceleration over heading for a walker in the origin that does "
                           "not turn yet. Filled: the heading goes there; open: it goes away."});
}

void run_bifurcation(Claim& claim, const Context&) {
  const auto behind = [](double d) { return scene({d + 6, 0}, {{d, 0}}); };
  // The slope at straight ahead, from two small angles so that the kink of |e| does not count.
  const auto slope = [&](double d) { return 2 * turning(behind(d), 5e-5) / 5e-5 - turning(behind(d), 1e-4) / 1e-4; };
  double unstable = 1, stable = 10;
  while (stable - unstable > 1e-9) {
    const double middle = 0.5 * (stable + unstable);
    (slope(middle) > 0 ? unstable : stable) = middle;
  }
  claim.measured = fmt::format("straight ahead is unstable below {:.5f} m", stable);
  judge(claim, std::abs(stable - 5.202173910) < 1e-5);
  io::Plot diagram = chart("Attractors and repellers while approaching", "distance to the obstacle, m", "heading, deg");
  for (int i = 0; i <= 150; ++i) {
    const double d = 0.5 + 0.05 * i;
    const auto zeros = study::layout(behind(d));
    if (!zeros) continue;
    for (const auto& z : *zeros)
      diagram.points.push_back({.at = {d, degrees(z.heading)},
                                .colour = z.attracts() ? 1 : 2,
                                .mark = z.attracts() ? io::PlotMark::dot : io::PlotMark::ring,
                                .size = 3.5,
                                .label = z.attracts() ? "attractor" : "repeller"});
  }
  diagram.lines.push_back({.points = {{stable, -60}, {stable, 60}},
                           .colour = io::soft_ink,
                           .width = 1,
                           .dashed = true,
                           .label = "where straight ahead turns unstable"});
  diagram.y0 = -60, diagram.y1 = 60;
  std::vector<io::Plot> plots{diagram};
  for (const double d : {7.0, 4.0, 2.0}) {
    const Trial trial = behind(d);
    plots.push_back(portrait(trial, study::layout(trial).value_or({}), fmt::format("{} m before the obstacle", d)));
  }
  claim.figures.push_back({sheet(plots, 2, 1100, 720),
                           "An obstacle exactly on the line to a goal 6 m behind it. Coming nearer, the one attractor "
                           "straight ahead splits into two and a repeller between them: the choice of a route."});
}

// ---- section 3.5: dead ahead

void run_dead_ahead(Claim& claim, const Context&) {
  Trial trial = scene({10, 0}, {{4, 0}});
  const TrialReport straight = walk(trial);
  constexpr std::array<std::pair<double, double>, 3> table{{{1e-9, 0.0777}, {1e-6, 0.3804}, {1e-3, 0.6184}}};
  Off off;
  io::Plot plot = plan(trial, "");
  plot.lines.push_back(path_of(straight, io::ink, "exactly ahead"));
  std::array<double, 3> clearance{};
  for (std::size_t i = 0; i < 3; ++i) {
    trial.heading = table[i].first;
    const TrialReport run = walk(trial);
    clearance[i] = run.clearance;
    off.compare(run.clearance, table[i].second);
    plot.lines.push_back(path_of(run, static_cast<int>(i) + 1, fmt::format("heading {:.0e} rad", table[i].first)));
  }
  claim.measured = fmt::format(
      "exactly ahead: clearance {:.1e} m, straight through; heading 1e-9, 1e-6, 1e-3 rad: {:.4f}, {:.4f}, {:.4f} m",
      straight.clearance, clearance[0], clearance[1], clearance[2]);
  judge(claim, straight.clearance < 1e-9 && straight.max_turn_rate < 1e-6 && off.most < 1e-4);
  claim.figures.push_back({sheet({plot}, 1, 1000, 340),
                           "An obstacle dead ahead is an unstable equilibrium of the law: the walker goes through it, "
                           "and the smallest deviation is enough not to."});
}

// ---- section 4: orbit and integration

void run_orbit(Claim& claim, const Context&) {
  const double radius = study::orbit_radius(1.0);
  Trial trial = scene({0.3, 0.3});
  trial.r_goal = 0;
  trial.timeout = 60;
  const TrialReport run = walk(trial);
  // It ends when it is sure; the same walker then goes on for a minute in all.
  double elapsed = run.time;
  auto last = run.samples.back();
  while (elapsed < 60) {
    Trial on = trial;
    on.at = {last.x, last.y}, on.heading = last.heading, on.turn_rate = last.turn_rate;
    const TrialReport more = walk(on);
    last = more.samples.back();
    elapsed += more.time;
  }
  const double distance = std::hypot(last.x - 0.3, last.y - 0.3);
  claim.measured = fmt::format("r* = {:.9f} m; seen as '{}' after {:.1f} s; after {:.0f} s {:.7f} m from the goal",
                               radius, study::name_of(run.end), run.time, elapsed, distance);
  judge(claim,
        std::abs(radius - 0.209024584) < 1e-8 && run.end == TrialEnd::orbit && std::abs(distance - radius) < 1e-6);
  io::Plot plot = plan(trial, "Path");
  plot.lines = {path_of(run, 1, "walker")};
  plot.discs.push_back(
      {.at = {0.3, 0.3}, .radius = radius, .colour = io::alarm, .filled = false, .label = "circle of radius r*"});
  io::Plot towards = chart("Distance to the goal", "time, s", "m");
  towards.lines = {over_time(run, 1, "", [](const auto& s) { return std::hypot(s.x - 0.3, s.y - 0.3); })};
  towards.lines.push_back(
      {.points = {{0, radius}, {run.time, radius}}, .colour = io::alarm, .width = 1, .dashed = true, .label = "r*"});
  claim.figures.push_back({sheet({plot, towards}, 2, 1000, 400),
                           "A goal that is too near to be reached is circled for ever; the run says so."});
}

void run_order(Claim& claim, const Context&) {
  constexpr std::array<double, 5> steps{0.1, 0.05, 0.025, 0.0125, 0.00625};
  constexpr std::array<std::array<double, 5>, 4> table{{{1.16e-6, 6.84e-8, 4.15e-9, 2.56e-10, 1.59e-11},
                                                        {4.09e-4, 9.98e-5, 2.46e-5, 6.10e-6, 1.52e-6},
                                                        {1.01e-2, 5.08e-3, 2.54e-3, 1.27e-3, 6.36e-4},
                                                        {1.27e-2, 6.51e-3, 3.30e-3, 1.66e-3, 8.34e-4}}};
  constexpr std::array<const char*, 4> names{"RK4", "midpoint", "Euler", "semi-implicit Euler"};
  Trial trial = scene({10, 0}, {study::polar(4, 4)});
  trial.dt = 0.00125;
  const auto reference = state_at(walk(trial), 5);
  io::Plot plot = chart("Error at t = 5 s", "log10 of the step, s", "log10 of the error");
  bool close = true;
  std::string words;
  for (std::size_t m = 0; m < 4; ++m) {
    HumanParams p;
    p.integrator = static_cast<HumanIntegrator>(m);
    io::PlotLine line{.points = {}, .colour = static_cast<int>(m), .label = names[m]};
    std::array<double, 5> error{};
    for (std::size_t i = 0; i < 5; ++i) {
      trial.dt = steps[i];
      const auto s = state_at(walk(trial, p), 5);
      error[i] = std::max({std::abs(s.x - reference.x), std::abs(s.y - reference.y),
                           std::abs(s.heading - reference.heading), std::abs(s.turn_rate - reference.turn_rate)});
      line.points.push_back({std::log10(steps[i]), std::log10(error[i])});
      plot.points.push_back({.at = line.points.back(), .colour = static_cast<int>(m), .size = 5});
      close = close && std::abs(error[i] / table[m][i] - 1) < (m == 0 && i >= 3 ? 0.3 : 0.03);
    }
    words += fmt::format("{}{} {:.2f}", m == 0 ? "" : ", ", names[m], std::log2(error[1] / error[2]));
    plot.lines.push_back(std::move(line));
  }
  claim.measured = fmt::format("orders between steps of 0.05 and 0.025 s: {}; errors {} those of the table", words,
                               close ? "within 3 % (RK4 at 0.0125 s and below, where rounding shows: 30 %) of"
                                     : "differ from");
  judge(claim, close);
  claim.figures.push_back({sheet({plot}, 1, 760, 440),
                           "Largest error of the state at t = 5 s in H2 (4 m, 4 deg) against a converged run."});
}

void run_step_switch(Claim& claim, const Context& context) {
  std::array<double, 3> at{};
  if (!each(context, 3, [&](std::size_t i) {
        HumanParams p;
        p.integrator = i == 0   ? HumanIntegrator::rk4
                       : i == 1 ? HumanIntegrator::euler
                                : HumanIntegrator::semi_implicit;
        double outside = 1, inside = 15;
        while (inside - outside > 4e-4) {
          const double middle = 0.5 * (outside + inside);
          Trial trial = scene(study::polar(7, 15), {study::polar(4, 15 - middle)});
          trial.dt = i == 0 ? 0.01 : 0.05;
          (walk(trial, p).sides == "L" ? inside : outside) = middle;
        }
        at[i] = inside;
      }))
    return;
  claim.measured = fmt::format(
      "switch angle at a goal distance of 7 m: {:.3f} deg (RK4), {:.3f} (Euler, 0.05 s), {:.3f} (semi-implicit Euler, "
      "0.05 s)",
      at[0], at[1], at[2]);
  judge(claim, std::abs(at[0] - 9.070) < 0.01 && std::abs(at[1] - 9.028) < 0.01 && std::abs(at[2] - 8.909) < 0.01);
}

// ---- section 9

void run_checkpoints(Claim& claim, const Context&) {
  Trial slow = scene(study::polar(7, 15), {study::polar(4, 8)});
  slow.speed = 0.25;
  Trial moving = scene({10, 0}, {{4, -2}});
  moving.obstacles[0].velocity = {0, 0.6};
  struct Check {
    Trial trial;
    HumanParams p;
    std::vector<std::array<double, 5>> states;
  };
  const std::vector<Check> checks{{scene(study::polar(4, 20)),
                                   {},
                                   {{0.5, 0.4991303628, 0.0228706207, 0.1209045557, 0.3639801245},
                                    {1, 0.9874680308, 0.1272301731, 0.2938873810, 0.2941677507},
                                    {3, 2.8144005428, 0.9370301630, 0.4352255802, -0.0207922689}}},
                                  {scene({10, 0}, {study::polar(4, 4)}),
                                   {},
                                   {{1, 0.9986526576, -0.0400543341, -0.1081535666, -0.1713260555},
                                    {3, 2.9558054924, -0.4454670334, -0.1860881205, 0.1268542405},
                                    {5, 4.9477270778, -0.5194009923, 0.0780423503, 0.0548577723},
                                    {8, 7.9322294866, -0.2154517883, 0.1039185879, -0.0005646442}}},
                                  {scene(study::polar(7, 15), {study::polar(4, 7)}),
                                   {},
                                   {{2, 1.9979017662, 0.0797158341, -0.0025768063, -0.1812082155},
                                    {5, 4.8836703280, 0.5047728432, 0.5855177526, 0.1441957090}}},
                                  {scene(study::polar(5, 15), {study::polar(4, 7)}),
                                   {},
                                   {{2, 1.9767942823, 0.2378779169, 0.3729599327, 0.5553419763},
                                    {4, 3.7601828679, 1.1167702817, 0.2297325946, -0.2450979816}}},
                                  {scene({9, 0}, {study::polar(4, -0.5), study::polar(4.5, 15)}),
                                   HumanParams::bold(),
                                   {{3, 2.9996128759, 0.0156930184, 0.0787570868, 0.2929058131},
                                    {5, 4.9548346007, 0.3839834322, -0.0078512171, -0.1964048154}}},
                                  {slow,
                                   {},
                                   {{8, 1.8662433860, 0.6416791094, 0.4409634326, -0.0125072980},
                                    {24, 5.7245935807, 1.6269920548, 0.1763191978, -0.0000002156}}},
                                  {moving,
                                   {},
                                   {{2, 1.9976687498, 0.0766281051, 0.0975420229, 0.0774300998},
                                    {5, 4.9456701758, 0.5991068771, 0.0206338592, -0.2285676731}}}};
  Off off;
  std::size_t count = 0;
  for (const Check& check : checks) {
    const TrialReport run = walk(check.trial, check.p);
    for (const auto& expected : check.states) {
      const auto s = state_at(run, expected[0]);
      off.compare(s.x, expected[1]), off.compare(s.y, expected[2]), off.compare(s.heading, expected[3]),
          off.compare(s.turn_rate, expected[4]);
      ++count;
    }
  }
  claim.measured = fmt::format("{} states of 7 runs; largest difference {:.1e}", count, off.most);
  judge(claim, off.most < 1e-8);
}

// ---- section 3.3

void run_terms(Claim& claim, const Context&) {
  const auto gains = steering::gains_of(HumanParams{});
  double best = 0, where = 0;
  for (int i = 1; i < 30000; ++i) {
    const double e = i * 1e-4, push = steering::obstacle_term(e, 2.0, gains);
    if (push > best) best = push, where = e;
  }
  const double goal_far = -steering::goal_term(0.1, 1e6, gains),
               obstacle_far = steering::obstacle_term(0.1, 100.0, gains);
  const double share = steering::obstacle_term(pi / 6, 2.0, gains) / best;
  claim.measured = fmt::format(
      "largest at {:.2f} deg, still {:.0f} % of it at 30 deg; far away the goal pulls with {:.4f} e (kg c2 = 3), the "
      "obstacle with {:.0e}",
      degrees(where), 100 * share, goal_far / 0.1, obstacle_far);
  judge(claim, std::abs(degrees(where) - 8.81) < 0.01 && std::abs(goal_far - 0.3) < 1e-9 && obstacle_far < 1e-12 &&
                   std::abs(share - 0.31) < 0.01);
  io::Plot angle = chart("Over the angle", "angle to the heading, deg", "rad/s\xc2\xb2"),
           reach = chart("Over the distance, at 8.8 deg", "distance, m", "rad/s\xc2\xb2");
  angle.zero_line = reach.zero_line = true;
  int colour = 1;
  for (const double d : {1.0, 2.0, 4.0})
    angle.lines.push_back(curve(-60, 60, 480, colour++, fmt::format("obstacle at {} m", d),
                                [&](double a) { return steering::obstacle_term(deg(a), d, gains); }));
  angle.lines.push_back(
      curve(-60, 60, 2, 0, "goal at 4 m", [&](double a) { return steering::goal_term(deg(a), 4.0, gains); }));
  reach.lines = {
      curve(0, 10, 200, 1, "obstacle", [&](double d) { return steering::obstacle_term(1 / 6.5, d, gains); }),
      curve(0, 10, 200, 0, "goal, turned round", [&](double d) { return -steering::goal_term(1 / 6.5, d, gains); })};
  claim.figures.push_back({sheet({angle, reach}, 2, 1100, 420),
                           "The two terms of the law: a goal pulls like a spring at any distance, an obstacle pushes "
                           "most when it is a few degrees off the heading, and only when it is near."});
}

}  // namespace

Runs human_dynamics() {
  return {{"terms", run_terms}, {"layout", run_layout}, {"bifurcation", run_bifurcation},
          {"dead-ahead", run_dead_ahead}, {"circling", run_orbit}, {"order", run_order},
          {"step", run_step_switch}, {"checkpoints", run_checkpoints}};
}

}  // namespace wend::reproduce
