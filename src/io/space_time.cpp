#include <wend/io/plots.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "io/canvas.hpp"
#include "io/chart.hpp"
#include "io/colour_bar.hpp"
#include "io/error.hpp"
#include "io/legend_layout.hpp"
#include "io/pen.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

struct Place {
  double along = 0;
  bool inside = false;
};

Place place(const Axis& axis, Vec2 at) {
  const Vec2 way = axis.to - axis.from;
  const double length = norm(way);
  const double along = dot(at - axis.from, way) / length, across = std::abs(cross(way, at - axis.from)) / length;
  const bool beside = axis.width > 0 && across > axis.width / 2;
  const bool beyond = !axis.endless && !(along >= 0 && along <= length);
  return {along, is_finite(at) && !beside && !beyond};
}

Result<void> check_axis(const Axis& axis) {
  if (!is_finite(axis.from) || !is_finite(axis.to) || !(norm(axis.to - axis.from) > 1e-6))
    return Error{Errc::invalid_value, "axis: expected two different points", ""};
  return check_range("axis.width", axis.width, 0, Axis::max_width, " m");
}

struct Extent {
  double t0 = std::numeric_limits<double>::infinity(), t1 = -t0, s0 = t0, s1 = -t0, fastest = 0.1;
};

Extent extent(std::span<const Trail> trails, const Axis& axis) {
  Extent e;
  for (const Trail& trail : trails) {
    for (const TrailPoint& p : trail.points) {
      e.t0 = std::min(e.t0, p.time);
      e.t1 = std::max(e.t1, p.time);
      const Place here = place(axis, p.at);
      if (!here.inside) continue;
      e.s0 = std::min(e.s0, here.along);
      e.s1 = std::max(e.s1, here.along);
      e.fastest = std::max(e.fastest, p.speed);
    }
  }
  if (!axis.endless) e.s0 = 0, e.s1 = norm(axis.to - axis.from);
  if (!(e.t0 < e.t1)) e.t0 = std::isfinite(e.t0) ? e.t0 : 0, e.t1 = e.t0 + 1;
  if (!(e.s0 <= e.s1)) e.s0 = 0, e.s1 = 1;
  if (!(e.s0 < e.s1)) e.s0 -= 0.5, e.s1 += 0.5;
  return e;
}

void draw_lines(cairo_t* cr, const Chart& chart, std::span<const Trail> trails, const Axis& axis, const Style& style,
                double top) {
  const Palette& tones = palette(style.dark);
  const bool by_speed = style.colour == ColourBy::speed;
  const auto shade = [&](const Trail& trail, const TrailPoint& p) -> std::size_t {
    if (!by_speed) return trail.group % tones.groups.size();
    return static_cast<std::size_t>(std::min(p.speed / top, 1.0) * (ramp_steps - 1) + 0.5);
  };
  const auto finish = [&](std::size_t step) {
    paint_with(cr, by_speed ? speed_ramp(style.dark)[step] : tones.groups[step], 0.85);
    cairo_stroke(cr);
  };
  for (const Trail& trail : trails) {
    bool pen_down = false;
    std::size_t step = 0;
    Vec2 before{};
    for (std::size_t i = 0; i < trail.points.size(); ++i) {
      const TrailPoint& p = trail.points[i];
      const Place here = place(axis, p.at);
      if (pen_down && (!here.inside || p.jump)) finish(step), pen_down = false;
      if (!here.inside) continue;
      const Vec2 at = chart.pixel(p.time, here.along);
      const std::size_t now = shade(trail, p);
      if (!pen_down) {
        cairo_move_to(cr, at.x, at.y);
        pen_down = true, before = at, step = now;
        continue;
      }
      // Steps below half a pixel say nothing; the last one ends the line where it ends.
      if (now == step && i + 1 < trail.points.size() && norm(at - before) < 0.5) continue;
      cairo_line_to(cr, at.x, at.y);
      if (now != step) {
        finish(step);
        cairo_move_to(cr, at.x, at.y);
      }
      before = at, step = now;
    }
    if (pen_down) finish(step);
  }
}

// The groups are written beside the title, in their colours; those without room are counted.
void group_names(cairo_t* cr, std::span<const Trail> trails, const Style& style) {
  std::set<std::uint32_t> groups;
  for (const Trail& trail : trails) groups.insert(trail.group);
  if (groups.size() < 2 && style.group_names.empty()) return;
  const Palette& tones = palette(style.dark);
  const double u = unit_of(style.width, style.height), right = style.width - 28 * u;
  const auto text_of = [&](std::uint32_t group) {
    const bool named = group < style.group_names.size() && !style.group_names[group].empty();
    return named ? clean_text(style.group_names[group]) : "group " + number_text(group);
  };
  const auto more_text = [](std::size_t n) { return "and " + number_text(n) + " more"; };
  const auto pen_of = [&](Colour colour) { return Pen(cr, 13 * u, colour, true); };
  const LegendRoom room{.lowest = right - style.width / 3.0, .upper = 0, .lines = 1, .gap = 18 * u};
  const auto plan_of = [&](const std::vector<std::uint32_t>& some) {
    std::vector<double> widths;
    for (const std::uint32_t group : some) widths.push_back(pen_of(tones.ink).width(text_of(group)));
    return plan_legend(widths, groups.size() - some.size(), [&](std::size_t n) { return pen_of(tones.ink).width(more_text(n)); }, room);
  };
  std::vector<std::uint32_t> shown(groups.begin(), groups.end());
  shown.resize(plan_of(shown).spots.size());  // the first ones that fit
  std::reverse(shown.begin(), shown.end());   // places are given from the right
  const LegendPlan plan = plan_of(shown);
  for (std::size_t i = 0; i < plan.spots.size(); ++i)
    pen_of(tones.groups[shown[i] % tones.groups.size()]).write_left_of(right - plan.spots[i].right, 71 * u, text_of(shown[i]));
  if (plan.more > 0 && plan.lines > 0) pen_of(tones.soft_ink).write_left_of(right - plan.more_spot.right, 71 * u, more_text(plan.more));
}

}  // namespace

Result<void> draw_space_time(const std::string& path, std::span<const Trail> trails, const Axis& axis,
                             const Style& style) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    if (auto ok = check_axis(axis); !ok) return ok;
    const Extent e = extent(trails, axis);
    const double top = style.top_speed > 0 ? style.top_speed : e.fastest;
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      const Palette& tones = palette(style.dark);
      chart_sheet(cr, style, "");
      const Chart chart{chart_area(style), unit_of(style.width, style.height), e.t0, e.t1, e.s0, e.s1, "time, s",
                        axis.name + ", m"};
      const double u = chart.unit;
      chart.axes(cr, tones);
      cairo_save(cr);
      cairo_rectangle(cr, chart.area.left, chart.area.top, chart.area.width, chart.area.height);
      cairo_clip(cr);
      cairo_set_line_width(cr, 1.3 * u);
      cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
      draw_lines(cr, chart, trails, axis, style, top);
      cairo_restore(cr);
      if (!style.legend) return;
      if (style.colour == ColourBy::speed) {
        const double width = std::min(190 * u, 0.3 * style.width);
        draw_colour_bar(cr, {style.width - 32 * u - width, 18 * u, width, u}, speed_ramp(style.dark), tones, 0, top,
                        "m/s");
      } else {
        group_names(cr, trails, style);
      }
    });
  });
}

}  // namespace wend::io
