#pragma once
#include "runs.hpp"

#include "core/angles.hpp"
#include "planning/map.hpp"

#include <wend/analysis/metrics.hpp>
#include <wend/specs.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

// What the experiments of all chapters share.

namespace wend::reproduce {

// A claim that holds rests on its decision, if it states one.
inline void judge(Claim& claim, bool holds) {
  claim.verdict = !holds                   ? Verdict::not_reproduced
                  : claim.decision.empty() ? Verdict::reproduced
                                           : Verdict::with_decision;
}

// How many runs, cases or cells: all of them, or in a quick run so many, and the claim says so.
inline std::size_t part_of(Claim& claim, const Context& context, std::size_t some, std::size_t all, const char* what) {
  if (!context.quick) return all;
  claim.part += fmt::format("{}{} of {} {}", claim.part.empty() ? "" : ", ", some, all, what);
  return some;
}

// Calls work(0) .. work(count - 1) in any order, on all the context has; each writes to a place of its own. Progress
// goes from one share to the other. False: it was told to stop.
template <class Work>
bool each(const Context& context, std::size_t count, Work&& work, double from = 0, double to = 1) {
  SerialRunner here;
  TaskRunner& runner = context.runner != nullptr ? *context.runner : here;
  const std::size_t batch = std::max<std::size_t>(8, count / 16);
  for (std::size_t first = 0; first < count; first += batch) {
    runner.for_chunks(std::min(batch, count - first), 1, [&](Range rows, std::size_t) {
      for (std::size_t i = rows.begin; i < rows.end; ++i) work(first + i);
    });
    const double share = static_cast<double>(std::min(count, first + batch)) / static_cast<double>(count);
    if (context.progress && !context.progress(from + (to - from) * share)) return false;
  }
  return true;
}

// The body of the published models: said by every experiment, whatever the default of an agent is.
constexpr double published_radius = 0.3, published_speed = 1;  // m, m/s
inline AgentSpec published_agent() {
  AgentSpec a;
  a.radius = published_radius, a.top_speed = published_speed;
  return a;
}

// A run of one of the shipped scenes, or of a text of our own.
struct SceneRun {
  std::string file{};  // "paper/exp1_barrier"
  std::string text{};  // not empty: the scene itself, `file` is its name
  std::uint64_t seed = 1;
  std::vector<std::pair<std::string, std::string>> sets{};
  bool keep_path = false;
  double until = 1e9;  // s

  std::string error{};
  Report report{};
  std::vector<Vec2> path{};           // of the first agent
  std::vector<io::PlotDisc> discs{};  // obstacles at the end
  std::vector<io::PlotLine> walls{};
  std::vector<Vec2> targets{};
};
void run_scene(SceneRun&);
// The path of a run among its bodies.
io::Plot plan_of(const SceneRun&, std::string title, int colour, std::string label);

// Are two shares, in percent of so many cases, the same within three standard errors of their difference?
inline bool same_share(double a, double n_a, double b, double n_b) {
  const double p = (a / 100 * n_a + b / 100 * n_b + 1) / (n_a + n_b + 2);
  return std::abs(a - b) <= 300 * std::sqrt(p * (1 - p) * (1 / n_a + 1 / n_b));
}

template <class F>
io::PlotLine curve(double x0, double x1, std::size_t samples, int colour, std::string label, F&& f) {
  io::PlotLine line;
  for (std::size_t i = 0; i <= samples; ++i) {
    const double x = x0 + (x1 - x0) * static_cast<double>(i) / static_cast<double>(samples);
    line.points.push_back({x, f(x)});
  }
  line.colour = colour;
  line.label = std::move(label);
  return line;
}

inline io::PlotSheet sheet(std::vector<io::Plot> plots, int columns, int width, int height) {
  io::PlotSheet s;
  s.plots = std::move(plots);
  s.columns = columns;
  s.width = width;
  s.height = height;
  return s;
}

inline io::Plot chart(std::string title, std::string x_label, std::string y_label) {
  io::Plot p;
  p.title = std::move(title);
  p.x_label = std::move(x_label);
  p.y_label = std::move(y_label);
  return p;
}

// Zeros of a function over the circle by its sign on a fine lattice; stable: it falls there.
struct Zero {
  double at = 0;
  bool stable = false;
};
template <class F>
std::vector<Zero> zeros(F&& f, std::size_t samples = 7200) {
  std::vector<Zero> found;
  // Half a cell off, so that no symmetric zero lies on the lattice.
  const auto angle = [&](std::size_t i) {
    return -pi + 2 * pi * (static_cast<double>(i) + 0.5) / static_cast<double>(samples);
  };
  double before = f(angle(0));
  for (std::size_t i = 1; i <= samples; ++i) {
    const double now = f(angle(i % samples));
    if (before * now < 0) found.push_back({angle(i) - pi / static_cast<double>(samples), now < 0});
    if (now != 0) before = now;
  }
  return found;
}

inline void mark(io::Plot& plot, const std::vector<Zero>& at, int colour, double y = 0) {
  for (const Zero& z : at) {
    io::PlotPoint p;
    p.at = {z.at, y};
    p.colour = colour;
    p.mark = z.stable ? io::PlotMark::dot : io::PlotMark::ring;
    p.label = z.stable ? "stable" : "unstable";
    plot.points.push_back(std::move(p));
  }
}

// Values of the cells of a map; what is not finite stays paper.
io::Plot field_plot(const planning::Map&, std::span<const double> value, std::string title, std::string label);

}  // namespace wend::reproduce
