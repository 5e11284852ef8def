#include "core/angles.hpp"
#include "walks.hpp"
#include "steering/human_law.hpp"
#include "steering/potential_law.hpp"

#include <fmt/format.h>

#include <array>

// Human spec, sections 5 and 7: the steering law beside a potential field.

namespace wend::reproduce {

namespace {

PotentialFieldParams field(bool particle, double rho0 = 0.8) {
  PotentialFieldParams p;
  p.mode = particle ? PotentialFieldMode::particle : PotentialFieldMode::front_point;
  p.rho0 = rho0;
  return p;
}

// The same scene for a body 0.5 m wide: what the potential field keeps away from things.
Trial wide(Trial trial) {
  trial.radius = 0.25;
  return trial;
}

// ---- surfaces of repulsion

void run_surfaces(Claim& claim, const Context&) {
  HumanParams p;
  p.ko = 66;
  const auto gains = steering::gains_of(p);
  const steering::FieldGains<double> potential{1, 1, 4};
  constexpr std::size_t cells = 160;
  constexpr double reach = 4, top = 4;
  io::PlotCells law{.x0 = -reach,
                    .x1 = reach,
                    .y0 = -reach,
                    .y1 = reach,
                    .columns = cells,
                    .rows = cells,
                    .values = {},
                    .names = {},
                    .label = "|angular acceleration|, rad/s\xc2\xb2"};
  io::PlotCells force = law;
  force.label = "|force|, cut at 4";
  double most = 0;
  Vec2 where{};
  for (std::size_t r = 0; r < cells; ++r) {
    for (std::size_t c = 0; c < cells; ++c) {
      const double x = -reach + 2 * reach * (static_cast<double>(c) + 0.5) / cells,
                   y = -reach + 2 * reach * (static_cast<double>(r) + 0.5) / cells;
      const auto seen = steering::bearing(steering::Walker<double>{.x = x, .y = y}, steering::Sighted{}, false);
      const double push = std::abs(steering::obstacle_term(seen.e, seen.d, gains));
      if (push > most) most = push, where = {x, y};
      law.values.push_back(push);
      const auto f = steering::obstacle_push(x, y, steering::Sighted{}, potential);
      force.values.push_back(std::min(top, std::hypot(f.x, f.y)));
    }
  }
  const auto push = [&](double x, double y) {
    const auto seen = steering::bearing(steering::Walker<double>{.x = x, .y = y}, steering::Sighted{}, false);
    return std::abs(steering::obstacle_term(seen.e, seen.d, gains));
  };
  const auto ahead = push(-2, 0.3), behind = push(2, 0.3);
  const auto size = [&](double x, double y) {
    const auto f = steering::obstacle_push(x, y, steering::Sighted{}, potential);
    return std::hypot(f.x, f.y);
  };
  claim.measured = fmt::format(
      "2 m before the obstacle and 0.3 m beside its line the law turns with {:.3f} rad/s\xc2\xb2, 2 m past it with "
      "{:.1e}; the force is {:.4f} and {:.4f}, largest at the obstacle and zero from 4 m on",
      ahead, behind, size(-2, 0.3), size(2, 0.3));
  judge(claim, ahead > 1e3 * behind && std::abs(size(-2, 0.3) - size(2, 0.3)) < 1e-12 && size(-4.001, 0) == 0 &&
                   push(-2, 0) == 0);
  io::Plot a = chart("Steering law, heading to the right", "x, m", "y, m"),
           b = chart("Potential field", "x, m", "y, m");
  a.equal = b.equal = true;
  a.cells = {law}, b.cells = {force};
  claim.figures.push_back({sheet({a, b}, 2, 1040, 640),
                           "Strength of repulsion over the walker's place, the obstacle in the middle (cf. the paper's "
                           "surfaces). Left: the law turns a walker that heads to the right only while the obstacle is "
                           "ahead, and not at all when it heads straight at it. Right: the force depends on the place "
                           "alone."});
}

// ---- a room

void run_room(Claim& claim, const Context&) {
  Trial trial = scene({6.0, 4.3}, {{5.6, 2.5}, {2.1, 1.4}, {4.1, 3.7}, {3.2, 2.9}, {4.7, 0.8}});
  trial.at = {0.5, 0.6};
  trial.speed = 0.5;
  const TrialReport law = walk(trial), front = walk(wide(trial), field(false)),
                    particle = walk(wide(trial), field(true));
  Off off;
  off.compare(law.length, 6.703851), off.compare(law.time, 13.407701), off.compare(law.clearance, 0.389882);
  off.compare(front.length, 7.554913), off.compare(front.time, 15.109826), off.compare(front.clearance, 0.703703);
  claim.measured = fmt::format(
      "steering {:.2f} m / {:.1f} s, potential field {:.2f} m / {:.1f} s (as a particle {:.2f} m / {:.1f} s); rms turn "
      "rate {:.3f} against {:.3f} rad/s, rms angular acceleration {:.3f} against {:.2f} rad/s\xc2\xb2",
      law.length, law.time, front.length, front.time, particle.length, particle.time, law.rms_turn_rate,
      front.rms_turn_rate, law.rms_turn_acceleration, front.rms_turn_acceleration);
  judge(claim, off.most < 1e-3 && law.length < front.length && law.rms_turn_rate < front.rms_turn_rate &&
                   law.rms_turn_acceleration < front.rms_turn_acceleration);
  io::Plot plot = plan(trial, "Room of 6.5 m x 5 m");
  plot.x0 = 0, plot.x1 = 6.5, plot.y0 = 0, plot.y1 = 5;
  plot.lines = {path_of(law, 1, "steering law"), path_of(front, 2, "potential field"),
                path_of(particle, 4, "as a particle", true)};
  io::Plot turn = chart("Turn rate", "time, s", "rad/s");
  turn.zero_line = true, turn.legend = false;
  const auto rate = [](const auto& s) { return s.turn_rate; };
  turn.lines = {over_time(law, 1, "steering law", rate), over_time(front, 2, "potential field", rate)};
  claim.figures.push_back({sheet({plot, turn}, 2, 1100, 480),
                           "The same room for both methods: the law's path is shorter and smoother (cf. Fig. 14)."});
}

// ---- long and short reach

Trial reach_scene() {
  Trial trial = scene({5.297685557, 1.183170623}, {{2.623859121, 2.545571139}});
  trial.at = {0, 4};
  trial.heading = deg(-28);
  trial.speed = 0.5;
  return trial;
}

void run_long_reach(Claim& claim, const Context&) {
  const Trial trial = reach_scene();
  const TrialReport law = walk(trial), front = walk(wide(trial), field(false, 8)),
                    particle = walk(wide(trial), field(true, 8));
  Off off;
  off.compare(law.length, 5.991939), off.compare(law.clearance, 0.508461), off.compare(law.max_turn_rate, 0.27365);
  off.compare(front.length, 6.39919), off.compare(front.clearance, 0.88948), off.compare(particle.length, 6.64916),
      off.compare(particle.clearance, 0.87294);
  claim.measured = fmt::format(
      "steering: side {}, {:.3f} m long, clearance {:.3f} m, max |w| {:.3f} rad/s; potential field with rho0 = 8 m: "
      "{:.3f} m, {:.3f} m, {:.2f} rad/s",
      law.sides, law.length, law.clearance, law.max_turn_rate, front.length, front.clearance, front.max_turn_rate);
  judge(claim, law.sides == "L" && off.most < 1e-3);
  io::Plot plot = plan(trial, "");
  plot.lines = {path_of(law, 1, "steering law"), path_of(front, 2, "potential field, rho0 = 8 m"),
                path_of(particle, 4, "as a particle", true)};
  io::Plot heading = chart("Heading", "time, s", "deg");
  const auto angle = [](const auto& s) { return s.heading * 180 / pi; };
  heading.legend = false;
  heading.lines = {over_time(law, 1, "steering law", angle), over_time(front, 2, "potential field", angle)};
  claim.figures.push_back({sheet({plot, heading}, 2, 1100, 420),
                           "With a long reach the field drives straight at the obstacle, then turns sharply; the law "
                           "turns early and little (cf. Fig. 18)."});
}

void run_short_reach(Claim& claim, const Context&) {
  const Trial trial = reach_scene();
  HumanParams one = HumanParams::short_range(), half = one;
  half.c3 = 0.5;
  const TrialReport front = walk(wide(trial), field(false)), particle = walk(wide(trial), field(true)),
                    a = walk(trial, one), b = walk(trial, half);
  Off lengths, others;
  lengths.compare(a.length, 6.2739), lengths.compare(b.length, 6.516);
  others.compare(a.clearance, 0.09453), others.compare(b.clearance, 0.10135);
  others.compare(front.length, 6.17121), others.compare(front.clearance, 0.73536),
      others.compare(particle.length, 6.42121), others.compare(particle.clearance, 0.72805);
  claim.measured = fmt::format(
      "steering with c4 = 12: clearance {:.3f} m (c3 = 1), {:.3f} m (c3 = 0.5), both below 0.25 m; potential field "
      "with rho0 = 0.8 m: {:.3f} m",
      a.clearance, b.clearance, front.clearance);
  judge(claim, a.clearance < 0.25 && b.clearance < 0.25 && lengths.most < 5e-3 && others.most < 1e-3);
  io::Plot plot = plan(trial, "");
  plot.lines = {path_of(front, 2, "potential field, rho0 = 0.8 m"), path_of(a, 1, "steering law, c3 = 1, c4 = 12"),
                path_of(b, 0, "steering law, c3 = 0.5, c4 = 12")};
  plot.discs.push_back({.at = trial.obstacles[0].at,
                        .radius = 0.25,
                        .colour = io::alarm,
                        .filled = false,
                        .label = "half the width of the paper's agent"});
  claim.figures.push_back(
      {sheet({plot}, 1, 1000, 460),
       "With a reach this short the law turns too late for a body 0.5 m wide: it would collide (cf. Fig. 19)."});
}

// ---- a local minimum

void run_minimum(Claim& claim, const Context&) {
  const Trial trial = scene({6, 3}, {{3.31, 2.33}, {3.85, 1.25}, {2.19, 2.77}, {3.53, 0.09}});
  const TrialReport front = walk(wide(trial), field(false)), particle = walk(wide(trial), field(true)),
                    between = walk(trial, HumanParams::bold()), outside = walk(trial, HumanParams::wide_berth());
  const auto from_rest = [](Vec2 p) { return norm(p - Vec2{3.158123, 1.579062}); };
  claim.measured = fmt::format(
      "potential field: '{}' at {:.2f} s (particle), '{}' at {:.2f} s (front point), {:.4f} m from the equilibrium; "
      "steering: {} in {:.3f} s, clearance {:.3f} m (c4 = 1.6); {} in {:.3f} s, {:.3f} m (c4 = 0.4)",
      study::name_of(particle.end), particle.time, study::name_of(front.end), front.time, from_rest(particle.ended_at),
      between.sides, between.time, between.clearance, outside.sides, outside.time, outside.clearance);
  Off off;
  off.compare(between.time, 6.688001), off.compare(between.clearance, 0.499005), off.compare(outside.time, 7.688271),
      off.compare(outside.clearance, 0.358600);
  judge(claim, particle.end == TrialEnd::stuck && front.end == TrialEnd::stuck &&
                   std::abs(particle.time - 5.33) < 0.05 && std::abs(front.time - 5.11) < 0.05 &&
                   from_rest(particle.ended_at) < 0.01 && between.sides == "RLRL" && outside.sides == "RRRR" &&
                   off.most < 1e-4);
  io::Plot plot = plan(trial, "");
  plot.lines = {path_of(particle, 2, "potential field"), path_of(between, 1, "steering law, c4 = 1.6"),
                path_of(outside, 0, "steering law, c4 = 0.4")};
  plot.points.push_back(
      {.at = particle.ended_at, .colour = io::alarm, .mark = io::PlotMark::cross, .size = 10, .label = "stuck"});
  claim.figures.push_back({sheet({plot}, 1, 1000, 520),
                           "Where the forces cancel the potential field stands still for ever; the law goes through or "
                           "around, by its reach (cf. Fig. 20)."});
}

// ---- speed

void run_speed(Claim& claim, const Context&) {
  const auto at_speed = [](double speed) {
    Trial trial = scene(study::polar(7, 15), {study::polar(4, 8)});
    trial.speed = speed;
    return trial;
  };
  const TrialReport slow = walk(at_speed(0.25)), fast = walk(at_speed(1));
  // The same places at both speeds: the step is as much longer as the speed is smaller.
  const auto pushed = [&](double speed) {
    Trial trial = wide(at_speed(speed));
    trial.dt = 0.005 / speed;
    PotentialFieldParams p = field(true);
    p.substep = trial.dt;
    return walk(trial, p);
  };
  const TrialReport field_slow = pushed(0.25), field_fast = pushed(1);
  double apart = 0;
  for (std::size_t i = 0; i < std::min(field_slow.samples.size(), field_fast.samples.size()); ++i)
    apart = std::max(apart, std::hypot(field_slow.samples[i].x - field_fast.samples[i].x,
                                       field_slow.samples[i].y - field_fast.samples[i].y));
  Off off;
  off.compare(slow.time, 27.812865), off.compare(slow.length, 6.953216), off.compare(slow.clearance, 0.743973),
      off.compare(fast.time, 7.164196), off.compare(fast.clearance, 0.433844);
  claim.measured = fmt::format(
      "0.25 m/s: side {}, {:.3f} s, clearance {:.3f} m; 1 m/s: side {}, {:.3f} s, {:.3f} m; the paths of the potential "
      "field differ by {:.1g} m",
      slow.sides, slow.time, slow.clearance, fast.sides, fast.time, fast.clearance, apart);
  judge(claim, slow.sides == "L" && fast.sides == "R" && off.most < 1e-4 && apart < 1e-9);
  io::Plot plot = plan(at_speed(1), "");
  plot.lines = {path_of(slow, 1, "steering law, 0.25 m/s"), path_of(fast, 2, "steering law, 1 m/s"),
                path_of(field_fast, 4, "potential field, any speed", true)};
  claim.figures.push_back(
      {sheet({plot}, 1, 1000, 400), "The faster walker has less time to turn and takes the other side (cf. Fig. 21)."});
}

}  // namespace

Runs human_comparison() {
  return {{"surfaces", run_surfaces}, {"H14", run_room}, {"H18", run_long_reach}, {"H19", run_short_reach},
          {"H20", run_minimum}, {"H21", run_speed}};
}

}  // namespace wend::reproduce
