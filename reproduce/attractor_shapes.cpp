#include "measure.hpp"

#include "steering/competition.hpp"
#include "steering/repeller.hpp"

#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <fmt/format.h>

#include <array>

// Local spec, sections 4 to 6: what a target and obstacles ask of a heading, alone and together; arrival and noise.

namespace wend::reproduce {

namespace {

using steering::Sight;

constexpr double delta = 0.8;

// The body of a disc as an agent in the origin sees it.
Sight<double> disc(Vec2 at, double radius, double agent) {
  return steering::see_disc(at.x, at.y, norm(at), radius + agent, 0.02);
}

struct Sum {
  double f = 0, slope = 0, window = 0, crowding = 0;
};
Sum all(double heading, const std::vector<Sight<double>>& seen, double d0) {
  Sum sum;
  for (const Sight<double>& s : seen) {
    const auto p = steering::push(heading, s, delta, d0);
    sum.f += p.f, sum.slope += p.slope, sum.window += p.window, sum.crowding += p.nearness;
  }
  return sum;
}

// ---- the shapes

void run_shapes(Claim& claim, const Context&) {
  const double half = 0.4, theta2 = 2 * half + delta;
  const Sight<double> touching{0, half, 0};  // D = 1
  const auto R = [&](double x) {
    const auto p = steering::push(x, touching, delta, 1.0);
    return p.f / p.window;
  };
  double best = 0, where = 0;
  for (int i = 1; i <= 30000; ++i) {
    const double x = i * 1e-4;
    if (R(x) > best) best = R(x), where = x;
  }
  const double slope = (R(1e-6) - R(-1e-6)) / 2e-6, wanted_slope = std::exp(1.0) / half;
  const double w1 = steering::window(2 * half, half, delta).value, w2 = steering::window(theta2, half, delta).value;
  const double D = steering::push(0.1, Sight<double>{0, half, 1.0}, delta, 1.0).nearness;
  claim.measured = fmt::format(
      "R: slope {:.4f} = {:.4f} e/Δψ on the obstacle, extreme {:.6f} at {:.4f} Δψ; W(2Δψ) = {:.9f}, W(θ2) = {:.9f}; "
      "D(d0) = {:.6f}",
      slope, slope / wanted_slope, best, where / half, w1, w2, D);
  judge(claim, std::abs(slope / wanted_slope - 1) < 1e-4 && std::abs(best - 1) < 1e-6 &&
                   std::abs(where / half - 1) < 1e-3 && std::abs(w1 - 0.999664650) < 1e-9 &&
                   std::abs(w2 - 0.5) < 1e-12 && std::abs(D - std::exp(-1.0)) < 1e-12);

  io::Plot target = chart("Target at 0: attractor", "heading φ − ψ, rad", "turn rate, rad/s");
  target.zero_line = true;
  const auto pull = [](double x) { return steering::pull(x, 0.0, 1.0).f; };
  target.lines.push_back(curve(-pi, pi, 400, 0, "−a sin(φ − ψ)", pull));
  mark(target, zeros(pull), io::ink);
  io::Plot obstacle = chart("Obstacle at 0, Δψ = 0.4", "heading φ − ψ, rad", "");
  obstacle.zero_line = true;
  obstacle.lines.push_back(curve(-pi, pi, 600, 1, "R", R));
  obstacle.lines.push_back(
      curve(-pi, pi, 600, 2, "W", [&](double x) { return steering::window(x, half, delta).value; }));
  obstacle.lines.push_back(
      curve(-pi, pi, 600, 5, "R W", [&](double x) { return steering::push(x, touching, delta, 1.0).f; }));
  obstacle.lines.back().width = 2.6;
  obstacle.points.push_back({{0, 0}, io::ink, io::PlotMark::ring, 7, "unstable", "", 0});
  io::Plot nearness = chart("How much it counts", "clearance r / d0", "D");
  nearness.lines.push_back(curve(-0.5, 5, 300, 4, "D = exp(−max(r, 0)/d0)", [&](double r) {
    return steering::push(0.1, Sight<double>{0, half, r}, delta, 1.0).nearness;
  }));
  claim.figures.push_back({sheet({target, obstacle, nearness}, 3, 1320, 420),
                           "A target attracts the heading, an obstacle repels it: most at its edge, not at all where "
                           "the window W has closed, less the farther it is."});
}

// ---- why not sinusoids

void run_sinusoids(Claim& claim, const Context& context) {
  const int cases = static_cast<int>(part_of(claim, context, 100, 1000, "cases"));
  int one_wave = 0, kept = 0;
  double worst_left = 0;
  for (int c = 0; c < cases; ++c) {
    Rng rng = Rng::stream(static_cast<std::uint64_t>(c), Purpose::test, 101);
    const int n = 2 + static_cast<int>(rng.below(5));
    std::vector<double> psi;
    // Round the circle, with room between them for everybody.
    const double turn = rng.uniform(-pi, pi);
    for (int i = 0; i < n; ++i) psi.push_back(turn + (i + rng.uniform(-0.1, 0.1)) * 2 * pi / n);
    const auto plain = [&](double x) {
      double sum = 0;
      for (double p : psi) sum += std::sin(x - p);
      return sum;
    };
    std::vector<Sight<double>> seen;
    for (double p : psi) seen.push_back({p, 0.25, 0.5});
    const auto stable = [](const std::vector<Zero>& at) {
      return std::count_if(at.begin(), at.end(), [](const Zero& z) { return z.stable; });
    };
    one_wave += stable(zeros(plain, 720)) <= 1 ? 1 : 0;
    kept += stable(zeros([&](double x) { return all(x, seen, 1.0).f; }, 720)) == n ? 1 : 0;
  }
  for (int i = 0; i < 360; ++i)
    worst_left = std::max(worst_left, std::abs(std::sin(i * pi / 180 - 1) + std::sin(i * pi / 180 - 1 - pi)));
  claim.measured = fmt::format(
      "plain sinusoids: at most one attracting heading in {} of {} settings of 2 to 6 obstacles, {:.0e} left of two "
      "opposite ones; R W D: one attracting heading in each of the gaps in {} of {}",
      one_wave, cases, worst_left, kept, cases);
  judge(claim, one_wave == cases && worst_left < 1e-12 && kept == cases);

  const std::vector<Sight<double>> pair{{0.9, 0.25, 0.5}, {-0.9, 0.25, 0.5}},
      opposite{{pi / 2, 0.25, 0.5}, {-pi / 2, 0.25, 0.5}};
  const auto draw = [&](const char* title, const std::vector<Sight<double>>& seen) {
    io::Plot p = chart(title, "heading, rad", "turn rate, rad/s");
    p.zero_line = true;
    const auto wave = [&](double x) { return 0.6 * (std::sin(x - seen[0].psi) + std::sin(x - seen[1].psi)); };
    const auto ours = [&](double x) { return all(x, seen, 1.0).f; };
    p.lines.push_back(curve(-pi, pi, 600, 6, "sum of sinusoids", wave));
    p.lines.push_back(curve(-pi, pi, 600, 1, "sum of R W D", ours));
    mark(p, zeros(ours), io::ink);
    for (const auto& s : seen) p.points.push_back({{s.psi, 0}, io::body, io::PlotMark::square, 9, "obstacle", "", 0});
    return p;
  };
  claim.figures.push_back(
      {sheet({draw("Two obstacles, a wide gap ahead", pair), draw("Two obstacles opposite each other", opposite)}, 2,
             1160, 440),
       "Two sinusoids make one: the gap between two obstacles becomes the worst heading of all, and two opposite "
       "obstacles vanish. Localised repellers keep each its own place."});
}

// ---- the gap

void run_gap(Claim& claim, const Context&) {
  const double d0 = 2, agent = 0.3;
  const auto slope = [&](double y) { return all(0, {disc({3, y}, 0.5, agent), disc({3, -y}, 0.5, agent)}, d0).slope; };
  const std::array<double, 3> at{0.6, 0.8, 1.2}, said{0.799230, -0.000196, -0.733733};
  bool holds = true;
  for (std::size_t i = 0; i < 3; ++i) holds = holds && std::abs(slope(at[i]) - said[i]) < 1e-6;
  double low = 0.6, high = 1.2;
  while (high - low > 1e-9) (slope((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  const double gap = 2 * low - 1;
  holds = holds && std::abs(gap / 0.6 - 1) < 1e-3;
  claim.measured = fmt::format(
      "slope at 0: {:+.6f} (gap 0.2), {:+.6f} (0.6), {:+.6f} (1.4); it changes sign at a gap of {:.4f} = {:.4f} agent "
      "diameters",
      slope(at[0]), slope(at[1]), slope(at[2]), gap, gap / 0.6);
  judge(claim, holds);
  io::Plot left = chart("Slope straight ahead", "gap / agent diameter", "∂f/∂φ at φ = 0, 1/s");
  left.zero_line = true;
  left.lines.push_back(
      curve(0.05, 3, 400, 0, "two discs, R 0.5, 3 m ahead", [&](double g) { return slope(0.5 + 0.3 * g); }));
  left.points.push_back({{gap / 0.6, 0}, io::alarm, io::PlotMark::cross, 10, "gap = agent", "", 0});
  io::Plot right = chart("Sum of the two repellers", "heading, rad", "turn rate, rad/s");
  right.zero_line = true;
  const std::array<const char*, 3> label{"gap 0.2: closed", "gap 0.6 = agent", "gap 1.4: open"};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<Sight<double>> seen{disc({3, at[i]}, 0.5, agent), disc({3, -at[i]}, 0.5, agent)};
    right.lines.push_back(
        curve(-1.5, 1.5, 400, static_cast<int>(i), label[i], [&](double x) { return all(x, seen, d0).f; }));
  }
  claim.figures.push_back({sheet({left, right}, 2, 1160, 440),
                           "A gap repels while it is narrower than the agent and attracts once it is wider; the change "
                           "comes at exactly the agent's diameter."});
}

// ---- the window of something very near

void run_window(Claim& claim, const Context&) {
  const auto printed = [](double half) {
    const double h1 = 4 / (std::cos(2 * half) - std::cos(2 * half + delta));
    return 0.5 * (1 + std::tanh(h1 * (1 - std::cos(2 * half + delta))));
  };
  const auto ours = [](double half) { return steering::window(0.0, half, delta).value; };
  double low = 1.2, high = 1.5, least = 1;
  while (high - low > 1e-12) (printed((low + high) / 2) > 0.5 ? low : high) = (low + high) / 2;
  for (int i = 0; i <= 1550; ++i) least = std::min(least, ours(0.02 + i * 1e-3));
  claim.measured = fmt::format(
      "as printed the window turns over at Δψ = {:.4f} and is {:.1e} straight ahead at contact; clamped it is at least "
      "{:.6f} ahead for every Δψ",
      low, printed(pi / 2), least);
  judge(claim, std::abs(low - (2 * pi - delta) / 4) < 1e-9 && printed(pi / 2) < 1e-3 && least > 0.9996);
  io::Plot p = chart("Window straight ahead of the obstacle", "half angle Δψ, rad", "W(0)");
  p.lines.push_back(curve(0.02, pi / 2, 600, 6, "as printed", printed));
  p.lines.push_back(curve(0.02, pi / 2, 600, 1, "with the clamp of (6)", ours));
  p.lines.back().dashed = true;
  claim.figures.push_back(
      {sheet({p}, 1, 760, 400), "Without the clamp an agent that touches an obstacle would not see it."});
}

// ---- the spurious attractor

// The turn rate over the heading, with weights and as a plain sum, as local spec (11) without noise.
struct Steered {
  double weighted = 0, plain = 0, w_tar = 0, w_obs = 0;
};
Steered steered(double heading, const std::vector<Sight<double>>& seen, double d0) {
  const steering::Competition c;
  const auto tar = steering::pull(heading, 0.0, 1.0);
  const Sum obs = all(heading, seen, d0);
  const double P_tar = steering::detector(tar.f, tar.slope, c.c1);
  const double P_obs = steering::obstacle_detector(obs.f, obs.slope, obs.window, c.c1);
  const auto w = steering::weights(steering::advantages(obs.crowding, 0.0, 1.0, c.alpha1_max),
                                   steering::gamma12(P_tar, P_obs, c.c2), c.gamma21);
  return {w.tar * tar.f + w.obs * obs.f, tar.f + obs.f, w.tar, w.obs};
}

void run_spurious(Claim& claim, const Context&) {
  const std::vector<Sight<double>> seen{disc({2, 0.6}, 0.5, 0.3), disc({2, -0.6}, 0.5, 0.3)};
  const auto plain = zeros([&](double x) { return steered(x, seen, 1).plain; });
  const auto weighted = zeros([&](double x) { return steered(x, seen, 1).weighted; });
  // Into the pair: within the angle that the two bodies take up.
  const double blocked = seen[0].psi + seen[0].half_angle;
  const auto into = [&](const std::vector<Zero>& at) {
    return std::count_if(at.begin(), at.end(), [&](const Zero& z) { return z.stable && std::abs(z.at) < blocked; });
  };
  const auto list = [](const std::vector<Zero>& at) {
    std::string text;
    for (const Zero& z : at)
      if (z.stable) text += fmt::format("{}{:+.2f}", text.empty() ? "" : ", ", std::abs(z.at) < 5e-3 ? 0.0 : z.at);
    return text.empty() ? std::string("none") : text;
  };
  const Steered ahead = steered(0.02, seen, 1);
  claim.measured = fmt::format(
      "stable headings of the plain sum: {}; with weights: {} (blocked: ±{:.2f} rad); weights ahead ({:.0f}, {:.0f})",
      list(plain), list(weighted), blocked, ahead.w_tar, ahead.w_obs);
  judge(claim, into(plain) == 1 && into(weighted) == 0 && !weighted.empty() && ahead.w_tar == 0 && ahead.w_obs == 1);
  io::Plot rates = chart("A closed pair with the target behind it", "heading, rad", "turn rate, rad/s");
  rates.zero_line = true;
  rates.bands.push_back({{-blocked, blocked}, {-1.1, -1.1}, {1.1, 1.1}, io::body, "blocked by the pair"});
  rates.lines.push_back(curve(-pi, pi, 900, 6, "plain sum", [&](double x) { return steered(x, seen, 1).plain; }));
  rates.lines.push_back(
      curve(-pi, pi, 1800, 1, "with weights", [&](double x) { return steered(x, seen, 1).weighted; }));
  rates.lines.back().width = 2.4;
  mark(rates, plain, 6);
  mark(rates, weighted, 1);
  io::Plot weights = chart("Who is listened to", "heading, rad", "weight");
  weights.lines.push_back(
      curve(-pi, pi, 1800, io::target, "target", [&](double x) { return steered(x, seen, 1).w_tar; }));
  weights.lines.push_back(
      curve(-pi, pi, 1800, io::alarm, "obstacles", [&](double x) { return steered(x, seen, 1).w_obs; }));
  claim.figures.push_back({sheet({rates, weights}, 2, 1240, 460),
                           "The plain sum holds the heading on a gap that is too narrow. With competing weights the "
                           "target is switched off there, and the same heading becomes a repeller."});
}

// ---- arrival, noise

std::vector<Vec2> past_a_target(double kappa_arr, bool& arrived) {
  World world = *World::create({.dt = 0.05});
  AttractorParams p = AttractorParams::robust();
  p.kappa_arr = kappa_arr, p.sigma = 0, p.a = 0.5;
  AgentSpec a = published_agent();
  a.at = {0, -2}, a.radius = 0.1, a.model = *world.add_attractor(p);
  a.target = *world.add_target({.at = {0, 0}, .radius = 0.1});
  const AgentId ann = *world.add_agent(a);
  std::vector<Vec2> path{{0, -2}};
  while (world.time() < 60 && !world.all_done()) {
    world.step();
    path.push_back(world.agent(ann)->at.xy());
  }
  arrived = world.agent(ann)->arrival >= 0;
  return path;
}

void run_orbit(Claim& claim, const Context&) {
  bool free_arrived = false, slowed_arrived = false;
  const std::vector<Vec2> round = past_a_target(0, free_arrived), straight = past_a_target(0.8, slowed_arrived);
  double low = 1e300, high = 0;
  for (std::size_t i = round.size() / 2; i < round.size(); ++i)
    low = std::min(low, norm(round[i])), high = std::max(high, norm(round[i]));
  claim.measured = fmt::format(
      "at constant speed it {} in 60 s and stays between {:.2f} and {:.2f} m from the target; slowing down it {}",
      free_arrived ? "arrives" : "does not arrive", low, high, slowed_arrived ? "arrives" : "does not arrive");
  judge(claim, !free_arrived && slowed_arrived);
  io::Plot p = chart("An agent that comes past its target", "x, m", "y, m");
  p.equal = true;
  p.lines.push_back({round, 6, 1.4, false, "constant speed"});
  p.lines.push_back({straight, 0, 2.2, false, "κ_arr = 0.8"});
  p.discs.push_back({{0, 0}, 0.2, io::target, false, "captured here"});
  claim.figures.push_back(
      {sheet({p}, 1, 640, 520),
       "With constant speed the pursuit has an invariant, and who passes beside its target circles it for ever."});
}

void run_symmetry(Claim& claim, const Context& context) {
  const std::size_t seeds = part_of(claim, context, 5, 50, "seeds");
  std::vector<char> arrived(2 * seeds, 0);
  if (!each(context, arrived.size(), [&](std::size_t i) {
        World world = *World::create({.dt = 0.25, .seed = i % seeds + 1});
        AttractorParams p = AttractorParams::robust();
        p.d0 = 2;
        if (i < seeds) p.sigma = 0;
        (void)*world.add_obstacle({.at = {0, 0}, .radius = 1});
        AgentSpec a = published_agent();
        a.at = {-6, 0}, a.model = *world.add_attractor(p), a.target = *world.add_target({.at = {6, 0}});
        const AgentId ann = *world.add_agent(a);
        while (world.time() < 100 && !world.all_done()) world.step();
        arrived[i] = world.agent(ann)->arrival >= 0 ? 1 : 0;
      }))
    return;
  const auto half = arrived.begin() + static_cast<std::ptrdiff_t>(seeds);
  const auto without = std::count(arrived.begin(), half, 1), with = std::count(half, arrived.end(), 1);
  claim.measured = fmt::format("σ = 0: {} of {} arrive; σ = 0.05: {} of {}", without, seeds, with, seeds);
  judge(claim, without == 0 && with == static_cast<std::ptrdiff_t>(seeds));
}

}  // namespace

Runs attractor_shapes() {
  return {{"shapes", run_shapes}, {"sinusoids", run_sinusoids}, {"gap", run_gap}, {"window", run_window},
          {"spurious", run_spurious}, {"orbit", run_orbit}, {"symmetry", run_symmetry}};
}

}  // namespace wend::reproduce
