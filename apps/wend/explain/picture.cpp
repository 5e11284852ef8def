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

io::Plot rate_chart(const Portrait& p) {
  io::Plot plot = over_heading("What it does at each heading", axis_of(p.now.law));
  plot.zero_line = true;
  const double top = 1.15 * std::max({largest(p.rate), largest(p.plain), 1e-6});
  plot.y0 = -top, plot.y1 = top;
  mark_heading(plot, p, -top, top);
  const auto order = strongest(p);
  for (std::size_t k = 0; k < order.size(); ++k) {
    io::PlotLine line = line_over(p, counted(p.curves[order[k]]));
    line.width = 0.8;
    line.colour = colour_of(k);
    line.label = name_of(p, order[k]);
    plot.lines.push_back(line);
  }
  if (p.plain != p.rate) {
    io::PlotLine plain = line_over(p, p.plain);
    plain.dashed = true;
    plain.colour = io::ink;
    plain.width = 1.2;
    plain.label = "plain sum, every weight 1";
    plot.lines.push_back(plain);
    for (const FixedPoint& f : p.plain_points) {
      if (f.stable) plot.points.push_back({.at = {degrees(f.heading), 0}, .colour = io::soft_ink, .mark = io::PlotMark::square, .size = 7, .label = "stable for the plain sum"});
    }
  }
  io::PlotLine rate = line_over(p, p.rate);
  rate.colour = io::ink;
  rate.width = 2.4;
  rate.label = "all together";
  plot.lines.push_back(rate);
  for (const FixedPoint& f : p.fixed_points) {
    plot.points.push_back({.at = {degrees(f.heading), 0}, .colour = f.stable ? io::ink : io::alarm, .mark = f.stable ? io::PlotMark::dot : io::PlotMark::ring, .size = 10,
                           .label = f.stable ? "stable" : "unstable", .text = f.stable ? fmt::format("{:.1f}\u00b0", degrees(f.heading)) : ""});
  }
  return plot;
}

io::Plot plan_chart(const Portrait& p, const World& world, const AgentState& agent) {
  io::Plot plot;
  plot.title = "Where it stands";
  plot.x_label = "x (m)";
  plot.y_label = "y (m)";
  plot.equal = true;
  double reach = 2.5;
  for (const Share& s : p.now.shares) reach = std::max(reach, 1.2 * (s.clearance + agent.radius + 0.6));
  if (const auto target = world.target(agent.target)) {
    const double far = norm(target->at.xy() - p.at);
    if (far < 2.5 * reach) reach = std::max(reach, 1.1 * far);
  }
  plot.x0 = p.at.x - 1.25 * reach, plot.x1 = p.at.x + 1.25 * reach;
  plot.y0 = p.at.y - reach, plot.y1 = p.at.y + reach;
  draw_place(plot, world, agent);
  plot.points.push_back({.at = p.at, .colour = 0, .mark = io::PlotMark::arrow, .size = 16, .label = "heading now", .angle = p.heading});
  for (const FixedPoint& f : p.fixed_points) {
    const Vec2 tip = p.at + 0.8 * reach * towards(f.heading);
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
      if (f.stable) plot.points.push_back({.at = p.at + 0.8 * reach * towards(f.heading), .colour = io::soft_ink, .mark = io::PlotMark::square, .size = 7, .label = "stable for the plain sum"});
    }
  }
  return plot;
}

io::Plot asked_chart(const Portrait& p) {
  io::Plot plot = over_heading("What each asks, before weights", axis_of(p.now.law));
  plot.zero_line = true;
  const auto order = strongest(p);
  for (std::size_t k = 0; k < order.size(); ++k) {
    io::PlotLine line = line_over(p, p.curves[order[k]].f);
    line.colour = colour_of(k);
    line.label = name_of(p, order[k]);
    plot.lines.push_back(line);
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
  if (body.kind == BodyKind::disc || a == b) {
    plot.discs.push_back({.at = a, .radius = body.radius, .colour = io::body});
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

void draw_place(io::Plot& plot, const World& world, const AgentState& agent) {
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
  plot.discs.push_back({.at = agent.at.xy(), .radius = agent.radius, .colour = 0, .label = "the agent"});
}

io::PlotSheet portrait_sheet(const Portrait& p, const World& world, const AgentState& agent, const std::string& title) {
  io::PlotSheet sheet;
  sheet.title = title;
  sheet.columns = 2;
  sheet.width = 1280;
  const bool weighted = !p.now.equilibria.empty();
  sheet.height = weighted ? 860 : 460;
  io::Plot plan = plan_chart(p, world, agent);
  if (p.headings.empty()) {
    sheet.columns = 1;
    sheet.plots = {std::move(plan)};
    return sheet;
  }
  sheet.plots = {rate_chart(p), std::move(plan)};
  if (weighted) {
    sheet.plots.push_back(asked_chart(p));
    sheet.plots.push_back(weights_chart(p));
  }
  return sheet;
}

}  // namespace wend::cli
