#include <wend/io/plots.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/canvas.hpp"
#include "io/error.hpp"
#include "io/heat_paint.hpp"
#include "io/painter.hpp"
#include "io/pen.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

// The same view for all, in as many columns as make it largest.
struct Sheet {
  double unit = 1;
  std::vector<Viewport> views;
};

Sheet lay_out(const Style& style, std::size_t count, const Box& box, std::size_t more_lines = 0) {
  Sheet sheet;
  sheet.unit = unit_of(style.width, style.height);
  const Area all = world_area(style, more_lines);
  const double gap = std::round(10 * sheet.unit), label = std::round(24 * sheet.unit);
  const Vec2 size = box.high - box.low;
  const auto cell = [&](std::size_t columns) {
    const auto rows = (count + columns - 1) / columns;
    const auto across = static_cast<double>(columns), down = static_cast<double>(rows);
    return Vec2{(all.width - (across - 1) * gap) / across, (all.height - (down - 1) * gap) / down - label};
  };
  std::size_t columns = 1;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 1; c <= count; ++c) {
    const double scale = std::min(cell(c).x / size.x, cell(c).y / size.y);
    if (scale > best) best = scale, columns = c;
  }
  const Vec2 room{std::max(cell(columns).x, 4.0), std::max(cell(columns).y, 4.0)};
  const double scale = std::min(room.x / size.x, room.y / size.y);
  const Vec2 panel{std::floor(scale * size.x), std::floor(scale * size.y)};
  const auto rows = (count + columns - 1) / columns;
  // Together in the middle of the sheet.
  const double width = static_cast<double>(columns) * (panel.x + gap) - gap;
  const double height = static_cast<double>(rows) * (panel.y + label + gap) - gap;
  const double left = all.left + std::max(0.0, (all.width - width) / 2);
  const double top = all.top + std::max(0.0, (all.height - height) / 2);
  const double inner = sheet.unit * std::max(0.4, 1 / std::sqrt(static_cast<double>(std::max(columns, rows))));
  for (std::size_t i = 0; i < count; ++i) {
    const auto c = static_cast<double>(i % columns), r = static_cast<double>(i / columns);
    const Area area{std::round(left + c * (panel.x + gap)), std::round(top + r * (panel.y + label + gap) + label), panel.x,
                    panel.y};
    sheet.views.push_back(fit_into(area, inner, box));
  }
  return sheet;
}

void caption(cairo_t* cr, const Sheet& sheet, const Viewport& view, const Palette& tones, const std::string& text) {
  const Pen pen(cr, 13 * sheet.unit, tones.ink);
  pen.write(view.left + 1, view.top - 7 * sheet.unit, pen.cut(clean_text(text), view.width));
  cairo_rectangle(cr, view.left - 0.5, view.top - 0.5, view.width + 1, view.height + 1);
  paint_with(cr, tones.soft_ink, 0.4);
  cairo_set_line_width(cr, 1);
  cairo_stroke(cr);
}

// Scale bar and legend have the size of the sheet and the scale of a panel.
Viewport furniture(const Sheet& sheet) {
  Viewport view = sheet.views.front();
  view.unit = sheet.unit;
  return view;
}

Result<void> check_panels(std::size_t count, const Style& style) {
  if (auto ok = check_range("panels", static_cast<double>(count), 1, max_panels, ""); !ok) return ok;
  return check_style(style);
}

}  // namespace

Result<void> draw_panels(const std::string& path, std::span<const CrowdPanel> panels, const Style& given) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_panels(panels.size(), given); !ok) return ok;
    Style style = given;
    style.camera = {};
    Box box = auto_box(panels[0].frame, panels[0].trails);
    Frame all = panels[0].frame;  // whose legend fits every panel
    bool one_time = true;
    for (const CrowdPanel& panel : panels) {
      box = united(box, auto_box(panel.frame, panel.trails));
      one_time = one_time && panel.frame.time == panels[0].frame.time;
      if (!(given.top_speed > 0)) {
        for (const AgentState& dot : panel.frame.agents)
          style.top_speed = std::max({style.top_speed, dot.top_speed, std::abs(dot.speed)});
      }
      if (&panel != &panels[0]) all.agents.insert(all.agents.end(), panel.frame.agents.begin(), panel.frame.agents.end());
    }
    if (style.view) box = *style.view;
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      const Palette& tones = palette(style.dark);
      paint_with(cr, tones.paper);
      cairo_paint(cr);
      Painter painter(style, all, {});
      if (style.legend) painter.allow_lines(painter.legend_lines(all, false));
      const Sheet sheet = lay_out(style, panels.size(), box, painter.lines_allowed());
      for (std::size_t i = 0; i < panels.size(); ++i) {
        const CrowdPanel& panel = panels[i];
        painter.know(panel.frame, panel.trails);
        painter.look(sheet.views[i]);
        painter.about(panel.frame);
        painter.ground(cr);
        painter.field(cr);
        painter.fixed_bodies(cr, panel.frame);
        painter.trails(cr, panel.frame, panel.trails, -std::numeric_limits<double>::infinity());
        painter.overlays(cr, panel.frame);
        painter.targets(cr, panel.frame);
        painter.moving_bodies(cr, panel.frame);
        painter.agents(cr, panel.frame);
        const std::string when = one_time ? "" : ", " + fixed_text(panel.frame.time, 1) + " s";
        caption(cr, sheet, sheet.views[i], tones, panel.label + when);
      }
      painter.look(furniture(sheet));
      painter.title(cr, style.time_stamp && one_time ? fixed_text(all.time, 1) + " s" : "");
      if (style.scale_bar) painter.scale_bar(cr);
      if (style.legend) painter.legend(cr, all);
    });
  });
}

Result<void> draw_panels(const std::string& path, std::span<const HeatPanel> panels, HeatOf of, const Style& given) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_panels(panels.size(), given); !ok) return ok;
    Style style = given;
    style.camera = {};
    std::vector<HeatMap::Field> fields;
    Box box = auto_box(panels[0].map.last(), {});
    double most = 0;
    bool one_time = true;
    for (const HeatPanel& panel : panels) {
      fields.push_back(panel.map.field());
      most = std::max(most, largest(fields.back(), of));
      box = united(box, auto_box(panel.map.last(), {}));
      one_time = one_time && heat_time(panel.map) == heat_time(panels[0].map);
    }
    if (style.view) box = *style.view;
    const double top = of == HeatOf::speed && style.top_speed > 0 ? style.top_speed : heat_top(most);
    const Sheet sheet = lay_out(style, panels.size(), box);
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) {
      const Palette& tones = palette(style.dark);
      paint_with(cr, tones.paper);
      cairo_paint(cr);
      Painter painter(style, panels[0].map.last(), {});
      for (std::size_t i = 0; i < panels.size(); ++i) {
        painter.look(sheet.views[i]);
        painter.ground(cr);
        paint_heat(cr, sheet.views[i], fields[i], of, style.dark, top);
        painter.fixed_bodies(cr, panels[i].map.last());
        painter.targets(cr, panels[i].map.last());
        const std::string when = one_time ? "" : ", " + heat_time(panels[i].map);
        caption(cr, sheet, sheet.views[i], tones, panels[i].label + when);
      }
      painter.look(furniture(sheet));
      painter.title(cr, style.time_stamp && one_time ? heat_time(panels[0].map) : "");
      if (style.scale_bar) painter.scale_bar(cr);
      if (style.legend) heat_legend(cr, of, painter, top, panels[0].map.bandwidth());
    });
  });
}

}  // namespace wend::io
