#include "explain/picture.hpp"

#include "explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wend::cli {

namespace {

constexpr double half_circle = 180;
double degrees(double radians) { return radians * half_circle / std::numbers::pi; }
Vec2 towards(double angle) { return {std::cos(angle), std::sin(angle)}; }

// Over the whole circle, its first sample again at its end.
io::PlotLine line_over(const Portrait& p, const std::vector<double>& values) {
  io::PlotLine line;
  for (std::size_t i = 0; i < p.headings.size(); ++i) {
    // A jump is no steep way.
    if (i > 0 && std::abs(values[i] - values[i - 1]) > 0.4 * (*std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end())))
      line.points.push_back({std::nan(""), 0});
    line.points.push_back({degrees(p.headings[i]), values[i]});
  }
  if (!values.empty()) line.points.push_back({half_circle, values[0]});
  return line;
}

std::vector<double> counted(const PortraitCurve& curve) {
  std::vector<double> product;
  for (std::size_t i = 0; i < curve.f.size(); ++i) product.push_back(curve.f[i] * curve.weight[i]);
  return product;
}

io::Plot over_heading(std::string title, std::string y_label) {
  io::Plot plot;
  plot.title = std::move(title);
  plot.x_label = "heading (degrees)";
  plot.y_label = std::move(y_label);
  plot.x0 = -half_circle;
  plot.x1 = half_circle;
  return plot;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

// Curves worth drawing, the largest first; the target is always among them.
std::vector<std::size_t> strongest(const Portrait& p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < p.curves.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return largest(p.curves[a].f) > largest(p.curves[b].f); });
  order.resize(std::min<std::size_t>(order.size(), 6));
  order.insert(order.begin(), 0);
  return order;
}

int colour_of(std::size_t place) { return place == 0 ? io::target : static_cast<int>(place); }
std::string name_of(const Portrait& p, std::size_t curve) { return curve == 0 ? "the target" : body_name(p.curves[curve].kind, p.curves[curve].id); }

double away_from(double heading, double reference) { return degrees(std::remainder(heading - reference, 2 * std::numbers::pi)); }

void mark_heading(io::Plot& plot, const Portrait& p, double low, double high) {
  io::PlotLine now;
  now.points = {{degrees(p.heading), low}, {degrees(p.heading), high}};
  now.colour = io::soft_ink;
  now.width = 1;
  now.label = "heading now";
  plot.lines.push_back(now);
}

const char* axis_of(Law law) {
  switch (law) {
    case Law::angular_acceleration: return "angular acceleration (rad/s\u00b2)";
    case Law::direction: return "angle to the wanted direction (rad)";
    case Law::turn_rate: break;
  }
  return "turn rate (rad/s)";
}

// The rate with all that makes it; a close-up names its parts.
io::Plot rate_chart(const Portrait& p, bool close_up) {
  io::Plot plot = over_heading(close_up ? "Close up, and what each adds" : "What it does at each heading", axis_of(p.now.law));
  plot.zero_line = true;
  double top = 1.1 * std::max({largest(p.rate), largest(p.plain), 1e-6});
  if (close_up) {
    double reach = 30;
    for (const FixedPoint& f : p.fixed_points) {
      const double away = std::abs(away_from(f.heading, p.heading));
      if (f.stable && away < 110) reach = std::max(reach, 1.5 * away);
    }
    plot.x0 = std::max(-half_circle, degrees(p.heading) - reach), plot.x1 = std::min(half_circle, degrees(p.heading) + reach);
    top = 1e-6;
    for (std::size_t i = 0; i < p.headings.size(); ++i) {
      const double x = degrees(p.headings[i]);
      if (x >= plot.x0 && x <= plot.x1) top = std::max({top, 1.2 * std::abs(p.rate[i]), 1.05 * std::abs(p.plain[i])});
    }
  }
  plot.y0 = -top, plot.y1 = top;
  mark_heading(plot, p, -top, top);
  const auto order = strongest(p);
  for (std::size_t k = 0; k < order.size(); ++k) {
    io::PlotLine line = line_over(p, counted(p.curves[order[k]]));
    line.width = close_up ? 1.2 : 0.7;
    line.colour = colour_of(k);
    if (close_up) line.label = name_of(p, order[k]);
    plot.lines.push_back(line);
  }
  if (p.plain != p.rate) {
    io::PlotLine plain = line_over(p, p.plain);
    plain.dashed = true;
    plain.colour = io::ink;
    plain.width = 1.2;
    if (!close_up) plain.label = "plain sum, every weight 1";
    plot.lines.push_back(plain);
    for (const FixedPoint& f : p.plain_points) {
      if (f.stable) plot.points.push_back({.at = {degrees(f.heading), 0}, .colour = io::soft_ink, .mark = io::PlotMark::square, .size = 9, .label = close_up ? "" : "stable for the plain sum"});
    }
  }
  io::PlotLine rate = line_over(p, p.rate);
  rate.colour = io::ink;
  rate.width = 2.4;
  if (!close_up) rate.label = "all together";
  plot.lines.push_back(rate);
  for (const FixedPoint& f : p.fixed_points) {
    plot.points.push_back({.at = {degrees(f.heading), 0}, .colour = f.stable ? io::ink : io::alarm, .mark = f.stable ? io::PlotMark::dot : io::PlotMark::ring, .size = close_up ? 11.0 : 9.0,
                           .label = close_up ? "" : f.stable ? "stable" : "unstable", .text = close_up && f.stable ? fmt::format("{:.1f}\u00b0", degrees(f.heading)) : ""});
  }
  return plot;
}

io::Plot plan_chart(const Portrait& p, const World& world, const AgentState& agent) {
  io::Plot plot;
  plot.title = "Where it stands";
  plot.x_label = "x (m)";
  plot.y_label = "y (m)";
  plot.equal = true;
  double reach = 2;  // of what it minds
  for (const Share& s : p.now.shares) reach = std::max(reach, s.clearance + agent.radius + 0.8);
  Vec2 low = p.at, high = p.at;
  const auto show = [&](Vec2 at) {
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  };
  for (const Share& s : p.now.shares) show(p.at + (s.clearance + agent.radius + 0.8) * towards(s.angle));
  for (const FixedPoint& f : p.fixed_points) show(p.at + reach * towards(f.heading));
  for (const TargetState& target : world.targets()) {
    if (norm(target.at.xy() - p.at) < 3 * reach) show(target.at.xy());
  }
  const double margin = 0.08 * std::max(high.x - low.x, high.y - low.y);
  plot.x0 = low.x - margin, plot.x1 = high.x + margin;
  plot.y0 = low.y - margin, plot.y1 = high.y + margin;
  draw_place(plot, world, agent, 0);
  plot.points.push_back({.at = p.at, .colour = 0, .mark = io::PlotMark::arrow, .size = 16, .label = "heading now", .angle = p.heading});
  for (const FixedPoint& f : p.fixed_points) {
    const Vec2 tip = p.at + reach * towards(f.heading);
    io::PlotLine ray;
    ray.points = {p.at + agent.radius * towards(f.heading), tip};
    ray.colour = f.stable ? io::ink : io::alarm;
    ray.dashed = !f.stable;
    ray.width = f.stable ? 1.8 : 1;
    ray.label = f.stable ? "stable" : "unstable";
    plot.lines.push_back(ray);
    if (f.stable) plot.points.push_back({.at = tip, .colour = io::ink, .mark = io::PlotMark::arrow, .size = 9, .angle = f.heading});
  }
  if (p.plain != p.rate) {
    for (const FixedPoint& f : p.plain_points) {
      if (f.stable) plot.points.push_back({.at = p.at + reach * towards(f.heading), .colour = io::soft_ink, .mark = io::PlotMark::square, .size = 7, .label = "stable for the plain sum"});
    }
  }
  return plot;
}

io::Plot weights_chart(const Portrait& p) {
  io::Plot plot = over_heading("Whom it listens to", "weight");
  plot.y0 = -0.05, plot.y1 = 1.1;
  mark_heading(plot, p, -0.05, 1.1);
  io::PlotLine tar = line_over(p, p.w_tar), obs = line_over(p, p.w_obs);
  tar.colour = io::target, tar.label = "target", tar.width = 2;
  obs.colour = io::ink, obs.label = "obstacles", obs.width = 2;
  plot.lines.push_back(tar);
  plot.lines.push_back(obs);
  return plot;
}

void outline(io::Plot& plot, const BodyState& body) {
  const Vec2 a = body.at.xy(), b = body.to.xy();
  if (body.id.kind == BodyKind::disc || a == b) {
    plot.discs.push_back({.at = a, .radius = body.radius, .colour = io::body});
    if (body.radius < 0.1) plot.points.push_back({.at = a, .colour = io::soft_ink, .mark = io::PlotMark::dot, .size = 5, .label = "obstacle"});
    return;
  }
  io::PlotLine line;
  line.colour = io::wall;
  line.width = 2;
  const Vec2 along = (b - a) / norm(b - a), side = body.radius * Vec2{-along.y, along.x};
  line.points = {a + side, b + side};
  if (body.radius > 0) {
    line.points.insert(line.points.end(), {b - side, a - side, a + side});
    plot.discs.push_back({.at = a, .radius = body.radius, .colour = io::wall});
    plot.discs.push_back({.at = b, .radius = body.radius, .colour = io::wall});
  }
  plot.lines.push_back(line);
}

}  // namespace

void draw_place(io::Plot& plot, const World& world, const AgentState& agent, int colour) {
  for (const BodyState& body : world.bodies()) {
    if (!body.open) outline(plot, body);
  }
  for (const AgentState& other : world.agents()) {
    if (other.id != agent.id) plot.discs.push_back({.at = other.at.xy(), .radius = other.radius, .colour = 1});
  }
  for (const TargetState& target : world.targets()) {
    if (target.shape == TargetShape::segment) {
      io::PlotLine line;
      line.points = {target.at.xy(), target.to.xy()};
      line.colour = io::target;
      plot.lines.push_back(line);
    } else if (target.shape != TargetShape::polygon) {
      plot.points.push_back({.at = target.at.xy(), .colour = io::target, .mark = io::PlotMark::cross, .size = 11, .label = "target"});
    }
  }
  plot.discs.push_back({.at = agent.at.xy(), .radius = agent.radius, .colour = colour, .label = "the agent"});
}

io::PlotSheet portrait_sheet(const Portrait& p, const World& world, const AgentState& agent, const std::string& title) {
  io::PlotSheet sheet;
  sheet.title = title;
  io::Plot plan = plan_chart(p, world, agent);
  const bool weighted = !p.now.equilibria.empty();
  sheet.columns = p.headings.empty() ? 1 : weighted ? 2 : 3;
  sheet.width = p.headings.empty() ? 760 : weighted ? 1280 : 1500;
  sheet.height = weighted ? 920 : 420;
  if (p.headings.empty()) {
    sheet.plots = {std::move(plan)};
  } else if (weighted) {
    sheet.plots = {rate_chart(p, false), std::move(plan), rate_chart(p, true), weights_chart(p)};
  } else {
    sheet.plots = {rate_chart(p, false), rate_chart(p, true), std::move(plan)};
  }
  return sheet;
}

}  // namespace wend::cli
