#include "fit/fit_report.hpp"

#include "numbers.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wend::cli {

namespace {

constexpr double degrees = 57.29577951308232;

bool in_metres(const FitFacts& f) { return f.result.residual == study::FitResidual::position; }

std::string rms_text(const FitFacts& f, double rms) {
  if (rms == 0) return in_metres(f) ? "0 m" : "0 deg";
  return in_metres(f) ? fmt::format("{} m", rounded(rms, 3)) : fmt::format("{} deg", rounded(rms * degrees, 3));
}

std::string stage_table(const FitFacts& f, const study::FitStageResult& s, const Paint& paint) {
  std::string out = paint.bold(fmt::format("{}{}", s.name, s.name == "goal" || s.name == "obstacle" ? " set" : "")) +
                    fmt::format(": {}, {} residuals of {}, {}, {} evaluations\n\n", count_of(s.trials.size(), "trial"), s.residuals,
                                study::name_of(f.result.residual), s.searches.size() == 1 ? "1 search" : fmt::format("{} searches", s.searches.size()), s.evaluations);
  out += fmt::format("  {:<10}{:>12}{:>12}   {:<24}{:<8}{:>10}\n", "parameter", "estimate", "std. error", "95 % interval", "unit", "start");
  for (const study::FitParameter& p : s.parameters) {
    out += fmt::format("  {:<10}{:>12}{:>12}   {:<24}{:<8}{:>10}\n", p.name, rounded(p.estimate, 5), rounded(p.standard_error, 2),
                       fmt::format("{} .. {}", rounded(p.low, 4), rounded(p.high, 4)), p.unit, rounded(p.start, 4));
  }
  const std::size_t n = s.parameters.size();
  if (n > 1) {
    out += fmt::format("\n  {:<12}", "correlation");
    for (const auto& p : s.parameters) out += fmt::format("{:>8}", p.name);
    out += "\n";
    for (std::size_t i = 0; i < n; ++i) {
      out += fmt::format("  {:<12}", s.parameters[i].name);
      for (std::size_t j = 0; j <= i; ++j) out += fmt::format("{:>8}", fixed(s.correlations[i * n + j], 3));
      out += "\n";
    }
  }
  out += fmt::format("\n  condition number {}, rms {}, r2 {}, mean r2 of {} {}\n", std::isfinite(s.condition_number) ? rounded(s.condition_number, 3) : "infinite",
                     rms_text(f, s.rms), fixed(s.r2, 4), count_of(s.conditions.size(), "condition"), fixed(s.mean_condition_r2, 4));
  if (s.sides > 0) out += fmt::format("  passing sides: {} of {} differ from the measured ones\n", s.side_mismatches, s.sides);
  std::vector<const study::FitTrialResult*> worst;
  for (const auto& t : s.trials) worst.push_back(&t);
  std::stable_sort(worst.begin(), worst.end(), [](const auto* a, const auto* b) { return a->rms > b->rms; });
  out += "  worst trials:";
  for (std::size_t i = 0; i < std::min<std::size_t>(3, worst.size()); ++i) {
    out += fmt::format("{} {} (rms {})", i == 0 ? "" : ",", printable(worst[i]->name), rms_text(f, worst[i]->rms));
  }
  out += "\n";
  if (!s.held_out.empty()) {
    out += fmt::format("\n  {:<28}{:>12}{:>10}{:>16}\n", "condition left out", "rms", "r2", "sides differ");
    for (const study::FitHeldOut& h : s.held_out) {
      out += fmt::format("  {:<28}{:>12}{:>10}{:>16}\n", h.condition.empty() ? "-" : printable(h.condition), rms_text(f, h.rms), fixed(h.r2, 4),
                         h.sides > 0 ? fmt::format("{} of {}", h.side_mismatches, h.sides) : "");
    }
  }
  return out;
}

Json finite_or_null(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

Json stage_json(const study::FitStageResult& s) {
  Json parameters = Json::array(), correlations = Json::array(), trials = Json::array(), conditions = Json::array(), held_out = Json::array(),
       searches = Json::array();
  const std::size_t n = s.parameters.size();
  for (std::size_t i = 0; i < n; ++i) {
    const study::FitParameter& p = s.parameters[i];
    parameters.push_back({{"name", p.name}, {"unit", p.unit}, {"estimate", p.estimate}, {"standard_error", p.standard_error}, {"low", p.low}, {"high", p.high},
                          {"start", p.start}, {"bounds", {p.bound_low, p.bound_high}}, {"at_bound", p.at_bound}});
    correlations.push_back(std::vector<double>(s.correlations.begin() + static_cast<std::ptrdiff_t>(i * n), s.correlations.begin() + static_cast<std::ptrdiff_t>((i + 1) * n)));
  }
  for (const study::FitTrialResult& t : s.trials) {
    trials.push_back({{"name", t.name}, {"condition", t.condition}, {"samples", t.samples}, {"rms", t.rms}, {"r2", finite_or_null(t.r2)},
                      {"measured_sides", t.measured_sides}, {"fitted_sides", t.fitted_sides}, {"speed", t.speed},
                      {"start", {{"x", t.start.at.x}, {"y", t.start.at.y}, {"heading", t.start.heading}, {"turn_rate", t.start.turn_rate}}}});
  }
  for (const study::FitCondition& c : s.conditions) conditions.push_back({{"name", c.name}, {"trials", c.trials}, {"rms", c.rms}, {"r2", finite_or_null(c.r2)}});
  for (const study::FitHeldOut& h : s.held_out) {
    held_out.push_back({{"condition", h.condition}, {"rms", h.rms}, {"r2", finite_or_null(h.r2)}, {"sides", h.sides}, {"side_mismatches", h.side_mismatches}, {"estimates", h.estimates}});
  }
  for (const study::FitSearch& search : s.searches) {
    searches.push_back({{"from", search.from}, {"to", search.to}, {"rms", finite_or_null(search.rms)}, {"iterations", search.iterations}, {"converged", search.converged}});
  }
  return {{"name", s.name}, {"parameters", std::move(parameters)}, {"correlations", std::move(correlations)}, {"condition_number", finite_or_null(s.condition_number)},
          {"residuals", s.residuals}, {"rms", s.rms}, {"r2", finite_or_null(s.r2)}, {"mean_condition_r2", finite_or_null(s.mean_condition_r2)},
          {"evaluations", s.evaluations}, {"sides", s.sides}, {"side_mismatches", s.side_mismatches}, {"searches", std::move(searches)},
          {"conditions", std::move(conditions)}, {"trials", std::move(trials)}, {"held_out", std::move(held_out)}, {"warnings", s.warnings}};
}

}  // namespace

std::string fit_table(const FitFacts& f, const Paint& paint) {
  std::string out = "\n" + paint.bold(fmt::format("model {}, {}", f.result.model, printable(f.data))) +
                    paint.faint(fmt::format(", {}, {} s", count_of(f.trials.size(), "trial"), rounded(f.wall_time, 3))) + "\n";
  for (const study::FitStageResult& s : f.result.stages) out += "\n" + stage_table(f, s, paint);
  if (!f.files.empty()) out += "\n";
  for (const WrittenFile& file : f.files) out += fmt::format("wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
  return out;
}

Json fit_json(const FitFacts& f) {
  Json values = Json::object(), stages = Json::array(), files = Json::array(), warnings = Json::array();
  for (const auto& [name, value] : f.result.values) values[name] = value;
  for (const std::string& note : f.notes) warnings.push_back(note);
  for (const study::FitStageResult& s : f.result.stages) {
    stages.push_back(stage_json(s));
    for (const std::string& w : s.warnings) warnings.push_back(fmt::format("{}: {}", s.name, w));
  }
  for (const WrittenFile& file : f.files) files.push_back(file.path);
  return {{"schema", 1},          {"version", version_string},  {"data", f.data},
          {"model", f.result.model}, {"residual", study::name_of(f.result.residual)}, {"trials", f.trials.size()},
          {"values", std::move(values)}, {"wall_time", f.wall_time}, {"warnings", std::move(warnings)},
          {"files", std::move(files)},   {"stages", std::move(stages)}};
}

io::PlotSheet fit_figure(const FitFacts& f) {
  io::PlotSheet sheet;
  sheet.title = fmt::format("{}: model {}", f.data, f.result.model);
  sheet.columns = 2;
  sheet.width = 1400;
  sheet.height = 560 * static_cast<int>(f.result.stages.size());
  const double scale = in_metres(f) ? 1 : degrees;
  for (const study::FitStageResult& s : f.result.stages) {
    io::Plot paths{.title = fmt::format("{}: measured and fitted paths", s.name), .x_label = "x (m)", .y_label = "y (m)", .equal = true};
    io::Plot errors{.title = fmt::format("{}: residuals, rms {}, r2 {}", s.name, rms_text(f, s.rms), fixed(s.r2, 4)), .x_label = "time since onset (s)",
                    .y_label = in_metres(f) ? "distance (m)" : fmt::format("{} (deg)", study::name_of(f.result.residual)), .zero_line = !in_metres(f), .legend = false};
    for (const study::FitTrialResult& t : s.trials) {
      const auto source = std::find_if(f.trials.begin(), f.trials.end(), [&](const auto& r) { return r.name == t.name; });
      io::PlotLine measured{.colour = io::soft_ink, .width = 2.2, .label = "measured"}, fitted{.colour = 0, .width = 1.4, .dashed = true, .label = "fitted"};
      for (const auto& sample : t.measured) measured.points.push_back({sample.x, sample.y});
      for (const auto& sample : t.fitted) fitted.points.push_back({sample.x, sample.y});
      paths.lines.push_back(std::move(measured));
      paths.lines.push_back(std::move(fitted));
      io::PlotLine error{.colour = 0, .width = 0.8};
      for (std::size_t i = 0; i < t.residuals.size(); ++i) error.points.push_back({t.measured[i + 1].t - t.measured[0].t, scale * t.residuals[i]});
      errors.lines.push_back(std::move(error));
      if (source == f.trials.end()) continue;
      paths.points.push_back({.at = source->goal.times.empty() ? source->goal.at : source->goal.places.back(), .colour = io::target, .mark = io::PlotMark::cross, .label = "goal"});
      for (const auto& o : source->obstacles) {
        const Vec2 at = o.times.empty() ? o.at : o.places.front();
        if (o.radius > 0) paths.discs.push_back({.at = at, .radius = o.radius, .label = "obstacle"});
        if (o.radius == 0) paths.points.push_back({.at = at, .colour = io::ink, .mark = io::PlotMark::dot, .size = 6, .label = "obstacle"});
      }
    }
    sheet.plots.push_back(std::move(paths));
    sheet.plots.push_back(std::move(errors));
  }
  return sheet;
}

ShownTrial shown_trial(const FitFacts& f) {
  ShownTrial shown{.trial = &f.trials.front()};
  for (const auto& t : f.trials) {
    if (t.obstacles.size() > shown.trial->obstacles.size()) shown.trial = &t;
  }
  for (const auto& s : f.result.stages) {
    for (const auto& t : s.trials) {
      if (t.name == shown.trial->name) shown.result = &t;
    }
  }
  if (shown.trial->radius > 0) shown.radius = shown.trial->radius;
  if (shown.result != nullptr) shown.speed = shown.result->speed;
  shown.speed = shown.trial->speed.value_or(shown.speed);
  return shown;
}

std::string fit_scene(const FitFacts& f) {
  const auto [shown, result, radius, speed] = shown_trial(f);
  const study::WalkStart start = result != nullptr ? result->start : study::WalkStart{shown->places.front(), 0, 0};
  const bool human = f.result.model == "human";
  std::string model, agent;
  for (const auto& [name, value] : f.result.values) {
    const bool of_agent = !human && name != "a" && name != "d0";
    std::string& to = of_agent ? agent : model;
    to += of_agent ? fmt::format(", {} = {}", name, value) : fmt::format("{}{} = {}", to.empty() ? "" : ", ", name, value);
  }
  for (const auto& [name, value] : f.others) model += fmt::format(", {} = {}", name, value);
  if (!human) model = fmt::format("preset = \"{}\", {}", f.preset, model);

  const double length = shown->times.back() - (result != nullptr ? result->measured.front().t : shown->times.front());
  std::string out = fmt::format("-- Parameters that `{}` found, wend {}.\n", printable(f.command), version_string);
  for (const auto& s : f.result.stages) out += fmt::format("-- {}: {}, r2 {}, rms {}\n", s.name, count_of(s.trials.size(), "trial"), fixed(s.r2, 4), rms_text(f, s.rms));
  out += fmt::format("scene {{ title = \"Fitted walker\", dt = {}, duration = {} }}\n\n", human ? 0.05 : saved_attractor_dt, std::min(1e7, std::ceil(length + 5)));
  out += "-- Copy this line into your scenes, or run this one, a trial of the data.\n";
  out += fmt::format("local fitted = {} {{ {} }}\n\n", f.result.model, model);
  const auto place = [](const study::TrialObject& o) { return o.times.empty() ? o.at : o.places.front(); };
  const Vec2 goal = place(shown->goal);
  out += fmt::format("local goal = target {{ at = {{{:.6g}, {:.6g}}}, radius = {:.6g} }}\n", goal.x, goal.y, shown->goal.radius > 0 ? shown->goal.radius : 0.1);
  for (const auto& o : shown->obstacles) {
    out += fmt::format("obstacle {{ at = {{{:.6g}, {:.6g}}}, radius = {:.6g} }}\n", place(o).x, place(o).y, o.radius > 0 ? o.radius : 0.1);
  }
  out += fmt::format("agent {{ at = {{{:.6g}, {:.6g}}}, heading = {:.6g}, speed = {:.6g}, radius = {:.6g}, target = goal, model = fitted{} }}\n", start.at.x,
                     start.at.y, start.heading, speed, radius, agent);
  return out;
}

}  // namespace wend::cli
