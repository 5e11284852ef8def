#include <wend/io/field_picture.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <cmath>

#include "io/canvas.hpp"
#include "io/colour_bar.hpp"
#include "io/error.hpp"
#include "io/field_paint.hpp"
#include "io/legend_key.hpp"
#include "io/painter.hpp"
#include "io/pen.hpp"
#include "io/shapes.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

using Keys = std::vector<Painter::Key>;
using Mark = Painter::Key::Mark;

constexpr std::size_t most_sight_lines = 40;

Keys field_keys(const FieldCells& cells, const FieldNotes& notes, const FieldLook& look, const Palette& tones) {
  const PlanningField& field = cells.field();
  Keys keys;
  if (look.streamlines && !cells.near_to_far().empty()) keys.push_back({Mark::way, "way to the target", tones.ink});
  if (look.sight && !notes.sight.empty()) {
    const std::size_t all = notes.sight.size();
    const std::string some = all > most_sight_lines ? " (" + number_text(most_sight_lines) + " of " + number_text(all) + ")" : "";
    keys.push_back({Mark::dashes, "sees its target" + some, tones.sight});
  }
  if (cells.count(FieldCell::solid) > 0) {
    const double radius = field.use().radius;
    keys.push_back({Mark::swatch, radius > 0 ? "no room for a radius of " + plain_text(radius) + " m" : "solid", tones.solid});
  }
  if (cells.count(FieldCell::unreachable) > 0) keys.push_back({Mark::hatch, "unreachable", tones.no_way});
  if (look.agents && !notes.lost.empty()) keys.push_back({Mark::trouble, "no way from here", tones.alarm});
  if (look.passages && !field.closed_passages().empty())
    keys.push_back({Mark::cross, "closed: too narrow", tones.alarm});
  if (look.passages && !field.narrow_passages().empty())
    keys.push_back({Mark::pinch, "narrower than 3 cells", tones.sight});
  return keys;
}

std::string subject(const PlanningField& field, const Frame& frame, bool time) {
  std::string text = std::string(name(field.use().kind)) + " field, cells of " + plain_text(std::round(1e3 * field.cell()) / 1e3) + " m";
  if (time) text += ", " + fixed_text(frame.time, 1) + " s";
  return text;
}

Box box_of(const FieldCells& cells, const Frame& frame) {
  const Box all = united(extent_of(frame), {cells.low(), cells.high()});
  const double margin = 0.01 * std::max(all.high.x - all.low.x, all.high.y - all.low.y);
  return {all.low - Vec2{margin, margin}, all.high + Vec2{margin, margin}};
}

class FieldDrawing {
 public:
  FieldDrawing(const FieldCells& cells, const Frame& frame, const FieldNotes& notes, const FieldLook& look, const Style& style)
      : cells_(cells), frame_(frame), notes_(notes), look_(look), style_(style), tones_(palette(style.dark)), painter_(plain(style), frame, {}) {}

  void draw(cairo_t* cr) {
    const double u = unit_of(style_.width, style_.height);
    Painter::Keys keys;
    FittedBar bar;
    double taken = 0;
    if (style_.legend) {
      keys = painter_.keys(look_.agents ? frame_ : without_agents());
      if (style_.group_names.empty()) {
        std::erase_if(keys.list, [](const Painter::Key& k) { return k.mark == Mark::group; });
        keys.left_out = 0;
      }
      const Keys own = field_keys(cells_, notes_, look_, tones_);
      keys.list.insert(keys.list.begin(), own.rbegin(), own.rend());
      look_at(world_area(style_), u);
      const double room = style_.width - 18 * u - painter_.scale_bar_end();
      if (look_.potential) bar = fit_colour_bar(cr, u, room, 70 * u, 170 * u, {"the way is"});
      taken = bar.width > 0 ? bar.taken + 20 * u : 0;
      const std::size_t lines = painter_.plan_keys(cr, keys, taken, painter_.most_lines()).lines;
      painter_.allow_lines(lines > 0 ? lines - 1 : 0);
    }
    const Area area = world_area(style_, painter_.lines_allowed());
    look_at(area, u);
    paint_with(cr, tones_.paper);
    cairo_paint(cr);
    world(cr);
    painter_.title(cr, subject(cells_.field(), frame_, style_.time_stamp));
    if (style_.scale_bar) painter_.scale_bar(cr);
    if (!style_.legend) return;
    painter_.write_keys(cr, keys, taken);
    if (bar.width > 0)
      draw_colour_bar(cr, bar.at(style_.width - 18 * u, style_.height - 36 * u, u), field_ramp(style_.dark), tones_, "near", "far", bar.label);
  }

 private:
  static Style plain(Style style) {
    style.camera = {};
    style.overlays = {};
    return style;
  }

  Frame without_agents() const {
    Frame frame = frame_;
    frame.agents.clear();
    return frame;
  }

  void look_at(const Area& area, double unit) { painter_.look(fit_into(area, unit, style_.view ? *style_.view : box_of(cells_, frame_))); }

  void world(cairo_t* cr) const {
    const Viewport& view = painter_.viewport();
    const FieldSheet sheet{cr, view, cells_, tones_, style_.dark, painter_.line()};
    const auto clipped = [&](auto&& draw) {
      cairo_save(cr);
      cairo_rectangle(cr, view.left, view.top, view.width, view.height);
      cairo_clip(cr);
      draw();
      cairo_restore(cr);
    };
    clipped([&] {
      sheet.ground(1, look_.potential);
      if (look_.potential && look_.contours) sheet.contours();
      if (look_.streamlines) sheet.streamlines();
    });
    painter_.fixed_bodies(cr, frame_);
    painter_.targets(cr, frame_);
    painter_.moving_bodies(cr, frame_);
    if (look_.sight) clipped([&] { sight(cr); });
    if (look_.agents) {
      clipped([&] { lost(cr); });
      painter_.agents(cr, frame_);
    }
    if (look_.passages) clipped([&] { sheet.passages(true); });
  }

  void sight(cairo_t* cr) const {
    const double dashes[] = {5 * painter_.line(), 3 * painter_.line()};
    cairo_set_dash(cr, dashes, 2, 0);
    const std::size_t all = notes_.sight.size(), count = std::min(all, most_sight_lines);
    for (std::size_t i = 0; i < count; ++i) {
      const Line& line = notes_.sight[i * all / count];
      line_path(cr, painter_.viewport().pixel(line.from), painter_.viewport().pixel(line.to));
    }
    paint_with(cr, tones_.sight, 0.9);
    cairo_set_line_width(cr, painter_.line());
    cairo_stroke(cr);
    cairo_set_dash(cr, nullptr, 0, 0);
  }

  void lost(cairo_t* cr) const {
    const double u = painter_.viewport().unit;
    for (const AgentState& dot : frame_.agents) {
      if (!std::binary_search(notes_.lost.begin(), notes_.lost.end(), dot.id)) continue;
      disc_path(cr, painter_.viewport().pixel(dot.at.xy()), std::max(dot.radius * painter_.viewport().scale, 1.5 * u) + 3.5 * u);
    }
    paint_with(cr, tones_.alarm);
    cairo_set_line_width(cr, 2.2 * painter_.line());
    cairo_stroke(cr);
  }

  const FieldCells& cells_;
  const Frame& frame_;
  const FieldNotes& notes_;
  const FieldLook& look_;
  const Style& style_;
  const Palette& tones_;
  Painter painter_;
};

}  // namespace

FieldNotes field_notes(const World& world, const PlanningField& field) {
  FieldNotes notes;
  const std::vector<TargetId>& targets = field.use().targets;
  for (const AgentPlan& plan : world.plans()) {
    if (std::find(targets.begin(), targets.end(), plan.target) == targets.end()) continue;
    const Vec2 at = world.agent(plan.agent)->at.xy();
    if (plan.status == PlanStatus::direct) notes.sight.push_back({at, plan.to.xy()});
    if (plan.status == PlanStatus::unreachable) notes.lost.push_back(plan.agent);
  }
  return notes;
}

Result<void> draw_field(const std::string& path, const PlanningField& field, const Frame& frame, const FieldNotes& notes,
                        const FieldLook& look, const Style& style) {
  return guarded(path, [&]() -> Result<void> {
    if (auto ok = check_style(style); !ok) return ok;
    const FieldCells cells(field);
    return draw_file(path, style.width, style.height, [&](cairo_t* cr) { FieldDrawing(cells, frame, notes, look, style).draw(cr); });
  });
}

}  // namespace wend::io
