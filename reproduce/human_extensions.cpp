#include "walks.hpp"

#include <fmt/format.h>

#include <array>

// Human spec, section 11: moving obstacles and noise. And the chapter as a whole.

namespace wend::reproduce {

namespace {

void run_moving(Claim& claim, const Context&) {
  Trial trial = scene({10, 0}, {{4, -2}});
  trial.obstacles[0].velocity = {0, 0.6};
  HumanParams remedy;
  remedy.km = 20;
  const TrialReport plain = walk(trial), with = walk(trial, remedy);
  claim.measured = fmt::format("clearance {:.4f} m, practically a collision; with X5 (km = {:g}) {:.2f} m",
                               plain.clearance, remedy.km, with.clearance);
  judge(claim, std::abs(plain.clearance - 0.0338) < 1e-4 && with.clearance > 5 * plain.clearance);
  io::Plot plot = plan(trial, "");
  plot.discs.clear();
  for (int t = 0; t <= 8; ++t)
    plot.discs.push_back({.at = {4, -2 + 0.6 * t}, .radius = 0.06, .label = "obstacle, one for each second"});
  plot.lines = {path_of(plain, 1, "the law"), path_of(with, 2, "with the rate of bearing (X5)", true)};
  for (int t = 1; t <= 8; ++t) {
    const auto s = state_at(plain, t);
    plot.points.push_back({.at = {s.x, s.y}, .colour = 1, .size = 4, .label = "walker, one for each second"});
  }
  claim.figures.push_back(
      {sheet({plot}, 1, 1000, 440),
       "An obstacle that crosses: the law reacts to where it is, not to where it goes, and turns into its way."});
}

void run_noise(Claim& claim, const Context& context) {
  const std::size_t runs = part_of(claim, context, 20, 400, "runs");
  constexpr std::array<double, 3> goals{5, 7, 9};
  constexpr std::size_t offsets = 9;  // 0.5 .. 8.5 deg
  HumanParams p = HumanParams::bold();
  p.sigma = 0.3;
  std::vector<unsigned char> inside(3 * offsets * runs);
  if (!each(context, inside.size(), [&](std::size_t i) {
        const std::size_t cell = i / runs;
        Trial trial = scene(study::polar(goals[cell / offsets], 15),
                            {study::polar(4, 15 - (0.5 + static_cast<double>(cell % offsets)))});
        trial.seed = i + 1;
        trial.keep_samples = false;
        trial.dt = 0.02;
        inside[i] = walk(trial, p).sides == "L";
      }))
    return;
  std::array<std::array<double, offsets>, 3> share{};
  std::array<double, 3> mean{};
  for (std::size_t i = 0; i < inside.size(); ++i)
    share[i / runs / offsets][i / runs % offsets] += 100.0 * inside[i] / static_cast<double>(runs);
  bool rising = true;
  std::size_t graded = 0;
  io::Plot plot = chart("How often they go inside", "obstacle's offset from the goal, deg", "inside, %");
  for (std::size_t g = 0; g < 3; ++g) {
    io::PlotLine line{.points = {}, .colour = static_cast<int>(g), .label = fmt::format("goal at {} m", goals[g])};
    for (std::size_t k = 0; k < offsets; ++k) {
      mean[g] += share[g][k] / offsets;
      graded += share[g][k] > 2 && share[g][k] < 98;
      if (k > 0)
        rising = rising && (share[g][k] >= share[g][k - 1] || same_share(share[g][k], static_cast<double>(runs),
                                                                         share[g][k - 1], static_cast<double>(runs)));
      line.points.push_back({0.5 + static_cast<double>(k), share[g][k]});
      plot.points.push_back({.at = line.points.back(), .colour = line.colour, .size = 5});
    }
    plot.lines.push_back(std::move(line));
  }
  claim.measured = fmt::format(
      "{} of 27 frequencies lie between 2 and 98 %; they {} with the offset; mean over the offsets {:.0f}, {:.0f}, "
      "{:.0f} % inside for goals at 5, 7, 9 m; {} runs each",
      graded, rising ? "rise" : "do not always rise", mean[0], mean[1], mean[2], runs);
  judge(claim, rising && graded >= 6 && mean[0] > mean[1] && mean[1] > mean[2]);
  claim.figures.push_back({sheet({plot}, 1, 800, 420),
                           "With noise the switch of H3a becomes a matter of frequency, as it is among people."});
}

}  // namespace

Runs human_extensions() { return {{"X1", run_moving}, {"X3", run_noise}}; }

}  // namespace wend::reproduce
