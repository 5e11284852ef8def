#include <wend/io/plots.hpp>

#include <algorithm>
#include <cmath>

#include "io/canvas.hpp"
#include "io/chart.hpp"
#include "io/error.hpp"
#include "io/heat_paint.hpp"
#include "io/pen.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

struct Curve {
  std::string label;  // beside its end
  Colour colour;
  std::vector<double> values;  // one per sample, NaN: none
};

struct Graph {
  std::string label;
  std::vector<Curve> curves;
  bool filled = false;
};

// The way across the line, by the axis it is nearest to.
std::string heading_of(const Line& line, bool forward) {
  const Vec2 way = line.to - line.from;
  Vec2 ahead{way.y, -way.x};
  if (!forward) ahead = -1.0 * ahead;
  if (std::abs(ahead.x) >= std::abs(ahead.y)) return ahead.x > 0 ? "to +x" : "to \xe2\x88\x92x";
  return ahead.y > 0 ? "to +y" : "to \xe2\x88\x92y";
}

std::vector<double> column(std::span<const Sample> samples, std::uint64_t Sample::*count) {
  std::vector<double> values;
  for (const Sample& sample : samples) values.push_back(static_cast<double>(sample.*count));
  return values;
}

std::vector<Graph> graphs(const TimeSeries& series, const Palette& tones, double window) {
  const std::span<const Sample> samples = series.samples();
  const Sample last = samples.empty() ? Sample{} : samples.back();
  const std::string smooth = " per second, mean of " + plain_text(window) + " s";
  const Colour blue = tones.groups[1], orange = tones.groups[2], violet = tones.groups[0];
  std::vector<double> speeds;
  for (const Sample& sample : samples) speeds.push_back(sample.mean_speed);
  std::vector<Graph> result;
  result.push_back({"mean speed of those walking, m/s", {{"", violet, speeds}}});
  result.push_back({"agents",
                    {{"walking " + number_text(last.walking), blue, column(samples, &Sample::walking)},
                     {"arrived " + number_text(last.arrived), orange, column(samples, &Sample::arrived)}}});
  result.push_back({"arrivals" + smooth, {{"", orange, flow(samples, &Sample::arrived, window)}}, true});
  if (series.line()) {
    result.push_back({"across the line" + smooth,
                      {{heading_of(*series.line(), true) + ": " + number_text(last.forward), blue,
                        flow(samples, &Sample::forward, window)},
                       {heading_of(*series.line(), false) + ": " + number_text(last.backward), orange,
                        flow(samples, &Sample::backward, window)}}});
  }
  return result;
}

// Points closer than half a pixel are left out: a long run draws as fast as a short one.
void draw_curve(cairo_t* cr, const Chart& chart, std::span<const Sample> samples, const Curve& curve, bool filled) {
  const double floor = chart.pixel(0, 0).y;
  const auto trace = [&](bool fill) {
    bool pen_down = false;
    Vec2 before{};
    const auto lift = [&] {
      if (pen_down && fill) cairo_line_to(cr, before.x, floor);
      pen_down = false;
    };
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (!std::isfinite(curve.values[i])) {
        lift();
        continue;
      }
      const Vec2 at = chart.pixel(samples[i].time, curve.values[i]);
      if (pen_down && i + 1 < samples.size() && norm(at - before) < 0.5) continue;
      if (!pen_down) cairo_move_to(cr, at.x, fill ? floor : at.y);
      cairo_line_to(cr, at.x, at.y);
      pen_down = true, before = at;
    }
    lift();
  };
  if (filled) {
    trace(true);
    paint_with(cr, curve.colour, 0.16);
    cairo_fill(cr);
  }
  trace(false);
  paint_with(cr, curve.colour);
  cairo_set_line_width(cr, 1.8 * chart.unit);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke(cr);
}

// Names at the ends of the curves, apart from each other.
void end_labels(cairo_t* cr, const Chart& chart, const Graph& graph) {
  const double u = chart.unit, apart = 17 * u;
  std::vector<std::pair<double, const Curve*>> ends;
  for (const Curve& curve : graph.curves) {
    if (curve.label.empty() || curve.values.empty()) continue;
    const double value = curve.values.back();
    ends.emplace_back(chart.pixel(0, std::isfinite(value) ? value : 0).y, &curve);
  }
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = ends.size(); i-- > 1;) ends[i - 1].first = std::min(ends[i - 1].first, ends[i].first - apart);
  for (const auto& [y, curve] : ends) {
    Pen(cr, 13 * u, curve->colour, true).write(chart.area.left + chart.area.width + 10 * u, y + 4.5 * u, curve->label);
  }
}

}  // namespace

Result<void> draw_time_series(const std::string& path, const TimeSeries& series, const Style& style, double window) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    if (auto ok = check_range("window", window, 0.01, 1e6, " s"); !ok) return ok;
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      const Palette& tones = palette(style.dark);
      chart_sheet(cr, style, "");
      const std::vector<Graph> all = graphs(series, tones, window);
      const std::span<const Sample> samples = series.samples();
      Area area = chart_area(style);
      const double u = unit_of(style.width, style.height);
      area.width -= 96 * u;  // for the names
      const double gap = 42 * u, count = static_cast<double>(all.size());
      const double height = std::max(4.0, (area.height - (count - 1) * gap) / count);
      const double begin = samples.empty() ? 0 : samples.front().time;
      const double end = samples.empty() || !(samples.back().time > begin) ? begin + 1 : samples.back().time;
      for (std::size_t i = 0; i < all.size(); ++i) {
        double most = 0;
        for (const Curve& curve : all[i].curves) {
          for (const double v : curve.values) most = std::isfinite(v) ? std::max(most, v) : most;
        }
        const Area here{area.left, area.top + static_cast<double>(i) * (height + gap), area.width, height};
        const Chart chart{here, u, begin, end, 0, heat_top(most), i + 1 == all.size() ? "time, s" : "", all[i].label};
        chart.axes(cr, tones);
        for (const Curve& curve : all[i].curves) draw_curve(cr, chart, samples, curve, all[i].filled);
        end_labels(cr, chart, all[i]);
      }
    });
  });
}

}  // namespace wend::io
