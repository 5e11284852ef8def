#include "core/angles.hpp"
#include "walks.hpp"

#include <fmt/format.h>

#include <array>

// Human spec, section 7: simulations 1 to 3b.

namespace wend::reproduce {

namespace {

constexpr const char* usual =
    "set fitted (b 3.25, kg 7.5, c1 0.4, c2 0.4, ko 198, c3 6.5, c4 0.8), V = 1 m/s, r_goal = 0.1 m, RK4, dt = 0.01 s";

double degrees(double rad) { return rad * 180 / pi; }

// ---- simulation 1: a goal alone

void run_goal(Claim& claim, const Context&) {
  struct Row {
    double d, a, arrival, rate;
  };
  constexpr std::array<Row, 11> table{{{2, 5, 1.902305, 0.134722},
                                       {2, 15, 1.920588, 0.402230},
                                       {2, 25, 1.956329, 0.664205},
                                       {4, 5, 3.902405, 0.092694},
                                       {4, 10, 3.909600, 0.185218},
                                       {4, 15, 3.921529, 0.277403},
                                       {4, 20, 3.938099, 0.369091},
                                       {4, 25, 3.959181, 0.460131},
                                       {8, 5, 7.902807, 0.066961},
                                       {8, 20, 7.944546, 0.267375},
                                       {8, 25, 7.969262, 0.333874}}};
  constexpr std::array<double, 3> distances{2, 4, 8};
  constexpr std::array<double, 5> angles{5, 10, 15, 20, 25};
  Off time, rate;
  std::size_t arrived = 0;
  bool monotone = true, few_signs = true;
  std::array<std::array<double, 5>, 3> most{};
  std::array<int, 3> signs{};
  std::vector<io::Plot> goal_angles, rates;
  io::Plot paths = chart("Paths", "x, m", "y, m");
  paths.equal = true;
  for (std::size_t i = 0; i < 3; ++i) {
    io::Plot angle = chart(fmt::format("Goal at {} m", distances[i]), "", "goal angle, deg"),
             turn = chart("", "time, s", "turn rate, rad/s");
    angle.zero_line = turn.zero_line = true, turn.legend = false, angle.legend = i == 0;
    for (std::size_t k = 0; k < 5; ++k) {
      const Vec2 goal = study::polar(distances[i], angles[k]);
      const TrialReport run = walk(scene(goal));
      arrived += run.end == TrialEnd::arrived;
      most[i][k] = run.max_turn_rate;
      if (k > 0) monotone = monotone && most[i][k] > most[i][k - 1];
      if (i > 0) monotone = monotone && most[i][k] < most[i - 1][k];
      int changes = 0;
      double before = 1;
      const auto off = [&](const study::TrialSample& s) {
        return wrap(s.heading - std::atan2(goal.y - s.y, goal.x - s.x));
      };
      for (const auto& s : run.samples) {
        if (s.t > run.time) break;
        const double e = -off(s);
        if (e * before < 0) ++changes;
        if (e != 0) before = e;
      }
      signs[i] = std::max(signs[i], changes);
      for (const Row& row : table) {
        if (row.d == distances[i] && row.a == angles[k])
          time.compare(run.time, row.arrival), rate.compare(run.max_turn_rate, row.rate);
      }
      const int colour = static_cast<int>(k);
      const std::string label = fmt::format("{} deg", angles[k]);
      angle.lines.push_back(over_time(run, colour, label, [&](const auto& s) { return -degrees(off(s)); }));
      while (!run.samples.empty() && !angle.lines.back().points.empty() &&
             angle.lines.back().points.back().x > run.time - 0.05)
        angle.lines.back().points.pop_back();
      turn.lines.push_back(over_time(run, colour, label, [](const auto& s) { return s.turn_rate; }));
      paths.lines.push_back(path_of(run, colour, label));
      paths.points.push_back({.at = goal, .colour = io::target, .size = 6, .label = "goal"});
    }
    few_signs = few_signs && signs[i] <= static_cast<int>(i) + 1;
    goal_angles.push_back(std::move(angle)), rates.push_back(std::move(turn));
  }
  claim.measured = fmt::format(
      "{} of 15 arrive; max |w| from {:.4f} (8 m, 5 deg) to {:.4f} rad/s (2 m, 25 deg), {}; the goal angle changes "
      "sign {}, {} and {} times at 2, 4 and 8 m; "
      "largest difference from the table: {:.0e} s, {:.0e} rad/s",
      arrived, most[2][0], most[0][4],
      monotone ? "growing with angle and falling with distance in every pair" : "not monotone", signs[0], signs[1],
      signs[2], time.most, rate.most);
  judge(claim, arrived == 15 && monotone && few_signs && time.most < 1e-4 && rate.most < 5e-5);
  std::vector<io::Plot> all = goal_angles;
  all.insert(all.end(), rates.begin(), rates.end());
  claim.figures.push_back({sheet(all, 3, 1200, 640),
                           "Angle between goal and heading (above) and turn rate (below) over time, for goals at three "
                           "distances and five angles. Nearer goals turn the walker faster."});
  claim.figures.push_back({sheet({paths}, 1, 1000, 420), "The fifteen paths, seen from above."});
}

// ---- simulation 2: one obstacle

struct AvoidRow {
  double d, a, arrival, clearance, rate, arrival_9, clearance_9;
};
constexpr std::array<AvoidRow, 9> avoid_table{{{3, 1, 10.024059, 0.672654, 0.403626, 9.022348, 0.657669},
                                               {3, 4, 9.992088, 0.764386, 0.322821, 8.990931, 0.749549},
                                               {3, 8, 9.960828, 0.871842, 0.275195, 8.959955, 0.858855},
                                               {4, 1, 10.013749, 0.711698, 0.249566, 9.012278, 0.687443},
                                               {4, 2, 10.000631, 0.756178, 0.207538, 8.999450, 0.732015},
                                               {4, 4, 9.978965, 0.833733, 0.172605, 8.977971, 0.810624},
                                               {4, 8, 9.947111, 0.987913, 0.142695, 8.946313, 0.968113},
                                               {5, 4, 9.968293, 0.875388, 0.157185, 8.967242, 0.841855},
                                               {5, 8, 9.935954, 1.080737, 0.106769, 8.935100, 1.053174}}};
constexpr std::array<double, 3> avoid_distances{3, 4, 5};
constexpr std::array<double, 4> avoid_angles{1, 2, 4, 8};

void run_avoid(Claim& claim, const Context&) {
  Off time, clearance, rate;
  int right = 0;
  bool monotone = true;
  std::array<std::array<double, 4>, 3> most{};
  std::vector<io::Plot> plans, rates, headings;
  for (std::size_t i = 0; i < 3; ++i) {
    io::Plot paths, turn = chart("", "time, s", "turn rate, rad/s"), heading = chart("", "", "heading, deg");
    turn.zero_line = heading.zero_line = true, turn.legend = heading.legend = false;
    for (std::size_t k = 0; k < 4; ++k) {
      const Trial trial = scene({10, 0}, {study::polar(avoid_distances[i], avoid_angles[k])});
      const TrialReport run = walk(trial);
      right += run.end == TrialEnd::arrived && run.sides == "R";
      most[i][k] = run.max_turn_rate;
      if (k > 0) monotone = monotone && most[i][k] < most[i][k - 1];
      if (i > 0) monotone = monotone && most[i][k] < most[i - 1][k];
      for (const AvoidRow& row : avoid_table) {
        if (row.d == avoid_distances[i] && row.a == avoid_angles[k])
          time.compare(run.time, row.arrival), clearance.compare(run.clearance, row.clearance),
              rate.compare(run.max_turn_rate, row.rate);
      }
      if (k == 0) paths = plan(trial, fmt::format("Obstacle at {} m", avoid_distances[i]));
      if (k > 0) paths.discs.push_back({.at = trial.obstacles[0].at, .radius = 0.08});
      const int colour = static_cast<int>(k);
      const std::string label = fmt::format("{} deg", avoid_angles[k]);
      paths.lines.push_back(path_of(run, colour, label));
      paths.legend = i == 0;
      turn.lines.push_back(over_time(run, colour, label, [](const auto& s) { return s.turn_rate; }));
      heading.lines.push_back(over_time(run, colour, label, [](const auto& s) { return degrees(s.heading); }));
    }
    plans.push_back(std::move(paths)), rates.push_back(std::move(turn)), headings.push_back(std::move(heading));
  }
  claim.measured = fmt::format(
      "{} of 12 pass on the right and arrive; max |w| from {:.4f} (5 m, 8 deg) to {:.4f} rad/s (3 m, 1 deg), {}; "
      "largest difference from the table: {:.0e} s, {:.0e} m, {:.0e} rad/s",
      right, most[2][3], most[0][0], monotone ? "falling with angle and distance in every pair" : "not monotone",
      time.most, clearance.most, rate.most);
  judge(claim, right == 12 && monotone && time.most < 1e-4 && clearance.most < 1e-4 && rate.most < 5e-5);
  std::vector<io::Plot> all = plans;
  all.insert(all.end(), headings.begin(), headings.end());
  all.insert(all.end(), rates.begin(), rates.end());
  claim.figures.push_back({sheet(all, 3, 1200, 860),
                           "Paths to a goal 10 m ahead past an obstacle slightly to the left, heading and turn rate "
                           "over time. The nearer the obstacle is to the line of travel, the more they turn."});
}

void run_avoid_9(Claim& claim, const Context&) {
  Off time, clearance;
  int right = 0;
  double most_between = 0;
  for (const double d : avoid_distances) {
    for (const double a : avoid_angles) {
      const TrialReport far = walk(scene({10, 0}, {study::polar(d, a)})),
                        near = walk(scene({9, 0}, {study::polar(d, a)}));
      right += near.end == TrialEnd::arrived && near.sides == "R";
      most_between = std::max(most_between, std::abs(far.clearance - near.clearance));
      for (const AvoidRow& row : avoid_table) {
        if (row.d == d && row.a == a)
          time.compare(near.time, row.arrival_9), clearance.compare(near.clearance, row.clearance_9);
      }
    }
  }
  claim.measured = fmt::format(
      "{} of 12 pass on the right; clearances differ from H2 by at most {:.1f} cm; largest difference from the table: "
      "{:.0e} s, {:.0e} m",
      right, 100 * most_between, time.most, clearance.most);
  judge(claim, right == 12 && most_between < 0.04 && time.most < 1e-4 && clearance.most < 1e-4);
}

// ---- simulation 3a: inside or outside

Trial choice(double dg, double off) { return scene(study::polar(dg, 15), {study::polar(4, 15 - off)}); }
bool inside(double dg, double off, const HumanParams& p) { return walk(choice(dg, off), p).sides == "L"; }

double switch_angle(double dg, const HumanParams& p) {
  double outside_at = 0.2, inside_at = 15;
  while (inside_at - outside_at > 4e-4) {
    const double middle = 0.5 * (outside_at + inside_at);
    (inside(dg, middle, p) ? inside_at : outside_at) = middle;
  }
  return 0.5 * (outside_at + inside_at);
}

void run_choice(Claim& claim, const Context& context) {
  constexpr std::array<double, 5> goals{5, 6, 7, 8, 9};
  const std::array<HumanParams, 2> sets{HumanParams::fitted(), HumanParams::bold()};
  std::array<std::array<double, 5>, 2> at{};
  std::array<std::array<double, 75>, 2> went{};  // 1: inside
  if (!each(context, 160, [&](std::size_t i) {
        const std::size_t set = i / 80, k = i % 80;
        if (k < 5) at[set][k] = switch_angle(goals[k], sets[set]);
        if (k >= 5) went[set][k - 5] = inside(goals[(k - 5) / 15], static_cast<double>((k - 5) % 15 + 1), sets[set]);
      }))
    return;
  bool required = true, one_switch = true, rising = true;
  for (std::size_t g = 0; g < 5; ++g) {
    for (std::size_t set = 0; set < 2; ++set) {
      for (std::size_t k = 1; k < 15; ++k)
        one_switch = one_switch && went[set][g * 15 + k] >= went[set][g * 15 + k - 1];
      if (g > 0) rising = rising && at[set][g] > at[set][g - 1];
    }
    for (std::size_t k = 0; k < 15; ++k) {
      const double off = static_cast<double>(k + 1);
      if (off <= 7) required = required && went[0][g * 15 + k] == 0;
      if (off >= 10) required = required && went[0][g * 15 + k] == 1;
    }
  }
  Off fitted, bold;
  fitted.compare(at[0][0], 7.240), fitted.compare(at[0][2], 9.070), fitted.compare(at[0][4], 9.822);
  bold.compare(at[1][0], 1.266), bold.compare(at[1][2], 2.829), bold.compare(at[1][4], 3.701);
  claim.measured = fmt::format(
      "switch from outside to inside at {:.3f}, {:.3f}, {:.3f} deg for goals at 5, 7, 9 m (set fitted), {:.3f}, "
      "{:.3f}, {:.3f} deg (set bold); {}, {}",
      at[0][0], at[0][2], at[0][4], at[1][0], at[1][2], at[1][4],
      one_switch ? "one switch each" : "not one switch each",
      rising ? "rising with the distance" : "not rising with the distance");
  judge(claim, required && one_switch && rising && fitted.most < 0.01 && bold.most < 0.01);

  std::vector<io::Plot> diagrams;
  for (std::size_t set = 0; set < 2; ++set) {
    io::Plot plot = chart(set == 0 ? "Route, set fitted (c4 = 0.8)" : "Route, set bold (c4 = 1.6)", "goal distance, m",
                          "obstacle's offset from the goal, deg");
    io::PlotCells cells{.x0 = 4.5,
                        .x1 = 9.5,
                        .y0 = 0.5,
                        .y1 = 15.5,
                        .columns = 5,
                        .rows = 15,
                        .values = std::vector<double>(75),
                        .names = {"outside", "inside"}};
    io::PlotLine border{.points = {}, .colour = io::ink, .width = 2.2, .label = "switch angle"};
    for (std::size_t g = 0; g < 5; ++g) {
      for (std::size_t k = 0; k < 15; ++k) cells.values[k * 5 + g] = went[set][g * 15 + k];
      border.points.push_back({goals[g], at[set][g]});
      plot.points.push_back({.at = {goals[g], at[set][g]}, .colour = io::ink});
    }
    plot.cells = {cells};
    plot.lines = {border};
    diagrams.push_back(std::move(plot));
  }
  claim.figures.push_back({sheet(diagrams, 2, 1000, 440),
                           "Which way round the obstacle, over the goal's distance and the obstacle's angular offset "
                           "from it; each cell is one run, the line is the switch found by bisection."});
  std::vector<io::Plot> paths;
  for (const double dg : {5.0, 7.0, 9.0}) {
    const Trial trial = choice(dg, 8);
    io::Plot plot = plan(trial, fmt::format("Goal at {} m, offset 8 deg", dg));
    plot.lines = {path_of(walk(trial), 1, "fitted"), path_of(walk(trial, HumanParams::bold()), 2, "bold", true)};
    paths.push_back(std::move(plot));
  }
  claim.figures.push_back(
      {sheet(paths, 3, 1200, 360),
       "The same obstacle, 8 deg beside the goal: inside for the near goal, outside for the far ones (set fitted)."});
}

void run_misprint(Claim& claim, const Context& context) {
  HumanParams misprint;
  misprint.c1 = misprint.c3;
  constexpr std::array<double, 5> goals{5, 6, 7, 8, 9};
  std::array<double, 5> at{};
  if (!each(context, 5, [&](std::size_t i) { at[i] = switch_angle(goals[i], misprint); })) return;
  const auto [low, high] = std::minmax_element(at.begin(), at.end());
  const bool ordered = std::is_sorted(at.begin(), at.end());
  claim.measured = fmt::format(
      "switch angles {:.1f}, {:.1f}, {:.1f}, {:.1f}, {:.1f} deg for goals at 5 .. 9 m: {:.1f} to {:.1f} deg, {}", at[0],
      at[1], at[2], at[3], at[4], *low, *high, ordered ? "still rising" : "no longer rising with the distance");
  judge(claim, std::abs(*low - 10.1) < 0.1 && std::abs(*high - 11.9) < 0.1 && !ordered);
}

// ---- simulation 3b: two obstacles

Trial pair(double f) { return scene({9, 0}, {study::polar(4, -0.5), study::polar(4.5, f)}); }

void run_pair(Claim& claim, const Context&) {
  struct Row {
    double f;
    const char* sides;
    double arrival, near, far;
  };
  constexpr std::array<Row, 3> table{{{0.5, "LL", 9.019660, 0.419438, 0.482547},
                                      {5, "RR", 8.999502, 0.330915, 0.867500},
                                      {15, "LR", 8.964142, 0.289410, 0.813832}}};
  constexpr std::array<const char*, 3> words{"left of both", "right of both", "between"};
  Off off;
  std::array<std::string, 3> bold, fitted;
  std::vector<io::Plot> plans;
  for (std::size_t i = 0; i < 3; ++i) {
    const Trial trial = pair(table[i].f);
    const TrialReport with = walk(trial, HumanParams::bold()), without = walk(trial);
    bold[i] = with.sides, fitted[i] = without.sides;
    off.compare(with.time, table[i].arrival), off.compare(with.clearances[0], table[i].near),
        off.compare(with.clearances[1], table[i].far);
    io::Plot plot = plan(trial, fmt::format("Far obstacle at {} deg", table[i].f));
    plot.lines = {path_of(with, 2, "bold (c4 = 1.6)"), path_of(without, 1, "fitted (c4 = 0.8)", true)};
    plans.push_back(std::move(plot));
  }
  double around = 15, between = 40;
  while (between - around > 1e-3) {
    const double middle = 0.5 * (around + between);
    (walk(pair(middle)).sides == "LR" ? between : around) = middle;
  }
  claim.measured = fmt::format(
      "far obstacle at 0.5, 5, 15 deg, set bold: {} ({}), {} ({}), {} ({}); set fitted: {}, {}, {}, and it goes "
      "between only from {:.1f} deg on; largest difference from the table: {:.0e}",
      bold[0], words[0], bold[1], words[1], bold[2], words[2], fitted[0], fitted[1], fitted[2], between, off.most);
  judge(claim, bold[0] == "LL" && bold[1] == "RR" && bold[2] == "LR" && off.most < 1e-4);
  claim.figures.push_back(
      {sheet(plans, 3, 1200, 380),
       "Two obstacles, the far one at three angles. With the reach that was fitted to single obstacles (dashed) the "
       "walker does not go between them at 15 deg; with half that reach it does."});
}

}  // namespace

Runs human_simulations() {
  return {{"H1", run_goal}, {"H2", run_avoid}, {"H2b", run_avoid_9}, {"H3a", run_choice},
          {"H3a-misprint", run_misprint}, {"H3b", run_pair}};
}

}  // namespace wend::reproduce
