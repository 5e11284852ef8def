#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "io/cairo_ptr.hpp"
#include "io/colour_bar.hpp"
#include "io/field_paint.hpp"
#include "io/legend_key.hpp"
#include "io/painter.hpp"
#include "io/pen.hpp"
#include "io/shapes.hpp"
#include "io/text.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

constexpr std::size_t most_groups = 8;  // in the legend

std::string length_text(double metres) {
  if (metres >= 1000) return plain_text(metres / 1000) + " km";
  if (metres >= 1) return plain_text(metres) + " m";
  return plain_text(metres * 100) + " cm";
}

Box extent_of(const BodyShape& body) {
  Frame alone;
  alone.bodies = {body};
  return extent_of(alone);
}

Box extent_of(const TargetMark& mark) {
  Frame alone;
  alone.targets = {mark};
  return extent_of(alone);
}

}  // namespace

void Painter::title(cairo_t* cr, const std::string& beside) const {
  const double u = view_.unit, edge = std::round(14 * u) + 4 * u;
  const Pen soft(cr, 17 * u, tones_.soft_ink);
  const double taken = beside.empty() ? 0 : soft.width(beside) + 24 * u;
  soft.write_left_of(style_.width - edge, 32 * u, beside);
  const Pen pen(cr, 19 * u, tones_.ink, true);
  pen.write(edge, 32 * u, pen.cut(style_.title, style_.width - 2 * edge - taken));
}

void Painter::scale_bar(cairo_t* cr) const {
  const double u = view_.unit, x = std::round(18 * u), y = std::round(style_.height - 20 * u);
  const double length = round_down(std::min(150 * u, 0.2 * style_.width) / view_.scale);
  const double end = x + length * view_.scale;
  cairo_move_to(cr, x, y - 4 * u);
  cairo_line_to(cr, x, y);
  cairo_line_to(cr, end, y);
  cairo_line_to(cr, end, y - 4 * u);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_width(cr, line_);
  paint_with(cr, tones_.soft_ink);
  cairo_stroke(cr);
  Pen(cr, 13 * u, tones_.soft_ink).write(end + 8 * u, y + 1 * u, length_text(length));
}

double Painter::scale_bar_end() const {
  const double u = view_.unit;
  if (!style_.scale_bar) return 18 * u;
  const double length = round_down(std::min(150 * u, 0.2 * style_.width) / view_.scale);
  const double text = 8.5 * static_cast<double>(length_text(length).size());  // rather too much than too little
  return 18 * u + length * view_.scale + (8 + text + 20) * u;
}

// In the order of importance, which is from right to left.
Painter::Keys Painter::keys(const Frame& frame) const {
  Keys all;
  std::vector<Key>& result = all.list;
  if (style_.colour == ColourBy::group) {
    const std::set<std::uint32_t> groups = groups_in(frame);
    if (groups.size() > 1 || !style_.group_names.empty()) {
      for (const std::uint32_t group : groups) {
        if (result.size() == most_groups) {
          all.left_out = groups.size() - most_groups;
          break;
        }
        const bool named = group < style_.group_names.size() && !style_.group_names[group].empty();
        result.push_back({Key::Mark::group, named ? style_.group_names[group] : "group " + number_text(group),
                          tones_.groups[group % tones_.groups.size()]});
      }
      std::reverse(result.begin(), result.end());
    }
  }
  add_overlay_keys(result);
  std::set<Status> troubles;
  for (const AgentState& dot : frame.agents) {
    if (in_trouble(dot.status) && is_finite(dot.at) && in_view({dot.at.xy(), dot.at.xy()})) troubles.insert(dot.status);
  }
  if (!troubles.empty()) {
    std::string names;
    for (const Status status : troubles) names += (names.empty() ? "" : ", ") + std::string(name(status));
    std::replace(names.begin(), names.end(), '_', ' ');
    result.push_back({Key::Mark::trouble, names, tones_.alarm});
  }
  const auto waits = [&](const AgentState& dot) { return dot.status == Status::waiting && is_finite(dot.at) && in_view({dot.at.xy(), dot.at.xy()}); };
  if (std::any_of(frame.agents.begin(), frame.agents.end(), waits)) result.push_back({Key::Mark::waiting, name(Status::waiting), tones_.waiting});
  const auto moves = [&](const BodyShape& b) { return b.motion != BodyMotion::fixed && in_view(extent_of(b)); };
  const auto is_other = [&](const BodyShape& b) { return b.kind != BodyKind::wall && moves(b); };
  if (std::any_of(frame.bodies.begin(), frame.bodies.end(), moves)) {
    const bool others = std::any_of(frame.bodies.begin(), frame.bodies.end(), is_other);
    result.push_back({Key::Mark::moving, others ? "moving obstacle" : "moving wall", tones_.moving});
  }
  const auto is_door = [&](const BodyShape& b) { return b.door && in_view(extent_of(b)); };
  const auto is_open = [&](const BodyShape& b) { return in_view(extent_of(b)); };
  if (std::any_of(frame.open_doors.begin(), frame.open_doors.end(), is_open)) result.push_back({Key::Mark::dots, "open door", tones_.moving_edge});
  if (std::any_of(frame.bodies.begin(), frame.bodies.end(), is_door)) result.push_back({Key::Mark::line, "shut door", tones_.moving_edge});
  const auto seen = [&](const TargetMark& mark) { return in_view(extent_of(mark)); };
  if (std::any_of(frame.targets.begin(), frame.targets.end(), seen))
    result.push_back({Key::Mark::target, "target", tones_.target});
  return all;
}

void Painter::add_overlay_keys(std::vector<Key>& keys) const {
  const Overlays& o = style_.overlays;
  if (o.visible) keys.push_back({Key::Mark::dashes, "hidden", tones_.hidden});
  if (o.visible) keys.push_back({Key::Mark::region, "sees", tones_.sight});
  if (o.neighbours) keys.push_back({Key::Mark::disk, "near, within " + length_text(o.radius), tones_.near});
  if (o.mesh) keys.push_back({Key::Mark::net, "mesh of the walls", tones_.mesh});
  if (o.delaunay) keys.push_back({Key::Mark::net, "Delaunay", tones_.delaunay});
  if (field_ && field_->count(FieldCell::unreachable) > 0) keys.push_back({Key::Mark::hatch, "unreachable", tones_.no_way});
  if (field_) keys.push_back({Key::Mark::way, "field", tones_.ink});
}

void Painter::key_mark(cairo_t* cr, const Key& key, Vec2 at) const {
  const double u = view_.unit;
  switch (key.mark) {
    case Key::Mark::group:
      disc_path(cr, at, 6 * u);
      paint_with(cr, key.colour);
      cairo_fill(cr);
      return;
    case Key::Mark::trouble:
    case Key::Mark::waiting:
      disc_path(cr, at, 5.5 * u);
      paint_with(cr, key.colour);
      cairo_set_line_width(cr, (key.mark == Key::Mark::trouble ? 2.2 : 1.2) * line_);
      cairo_stroke(cr);
      return;
    case Key::Mark::moving:
      capsule_path(cr, at - Vec2{3 * u, 0}, at + Vec2{3 * u, 0}, 4.5 * u);
      paint_with(cr, key.colour);
      cairo_fill_preserve(cr);
      paint_with(cr, tones_.moving_edge);
      cairo_set_line_width(cr, 1.4 * line_);
      cairo_stroke(cr);
      return;
    case Key::Mark::target:
      disc_path(cr, at, 5.5 * u);
      paint_with(cr, key.colour, 0.13);
      cairo_fill_preserve(cr);
      paint_with(cr, key.colour, 0.85);
      cairo_set_line_width(cr, 1.3 * line_);
      cairo_stroke(cr);
      disc_path(cr, at, 1.8 * u);
      cairo_fill(cr);
      return;
    case Key::Mark::way:
    case Key::Mark::hatch:
    case Key::Mark::cross:
    case Key::Mark::pinch:
    case Key::Mark::swatch:
      field_mark(cr, key, at);
      return;
    default:
      overlay_mark(cr, key, at);
  }
}

void Painter::field_mark(cairo_t* cr, const Key& key, Vec2 at) const {
  const double u = view_.unit;
  if (key.mark == Key::Mark::cross) return cross_mark(cr, at, 4 * u, 2.2 * line_, tones_);
  if (key.mark == Key::Mark::pinch) return pinch_mark(cr, at, 5 * u, 1.8 * line_, tones_);
  if (key.mark == Key::Mark::way) {
    line_path(cr, at - Vec2{8 * u, 0}, at + Vec2{3 * u, 0});
    paint_with(cr, key.colour, 0.8);
    cairo_set_line_width(cr, 1.1 * line_);
    cairo_stroke(cr);
    arrow_head(cr, at + Vec2{8 * u, 0}, {1, 0}, 8 * u);
    cairo_fill(cr);
    return;
  }
  cairo_save(cr);
  cairo_rectangle(cr, at.x - 7 * u, at.y - 5 * u, 14 * u, 10 * u);
  paint_with(cr, key.colour);
  cairo_fill_preserve(cr);
  cairo_clip(cr);
  for (int i = -1; key.mark == Key::Mark::hatch && i <= 1; ++i)
    line_path(cr, at + Vec2{(5.7 * i - 6) * u, 6 * u}, at + Vec2{(5.7 * i + 6) * u, -6 * u});
  paint_with(cr, tones_.no_way_line);
  cairo_set_line_width(cr, 1.6 * u);
  cairo_stroke(cr);
  cairo_restore(cr);
}

void Painter::overlay_mark(cairo_t* cr, const Key& key, Vec2 at) const {
  const double u = view_.unit;
  const Vec2 low = at - Vec2{7 * u, -5 * u}, high = at + Vec2{7 * u, -5 * u}, corner{high.x, low.y};
  const double dashes[] = {3 * u, 2.5 * u};
  switch (key.mark) {
    case Key::Mark::region:
      cairo_rectangle(cr, low.x, high.y, high.x - low.x, low.y - high.y);
      paint_with(cr, key.colour, region_alpha);
      cairo_fill(cr);
      line_path(cr, low, high);
      break;
    case Key::Mark::dashes:
      cairo_set_dash(cr, dashes, 2, 0);
      line_path(cr, low, high);
      break;
    case Key::Mark::line:
    case Key::Mark::dots: {
      const double dots[] = {3 * line_, 3 * line_};
      const bool open = key.mark == Key::Mark::dots;
      if (open) cairo_set_dash(cr, dots, 2, 0);
      line_path(cr, at - Vec2{7 * u, 0}, at + Vec2{7 * u, 0});
      paint_with(cr, key.colour);
      cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
      cairo_set_line_width(cr, open ? 2 * line_ : 3 * line_);
      cairo_stroke(cr);
      cairo_set_dash(cr, nullptr, 0, 0);
      return;
    }
    case Key::Mark::disk:
      disc_path(cr, at, 6 * u);
      line_path(cr, at, at + Vec2{4.2 * u, -4.2 * u});
      break;
    default:
      line_path(cr, low, high);
      line_path(cr, high, corner);
      line_path(cr, corner, low);
  }
  paint_with(cr, key.colour);
  cairo_set_line_width(cr, 1.3 * line_);
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0);
}

namespace {

std::string more_text(std::size_t count) { return "and " + number_text(count) + " more"; }

constexpr double mark_room = 21, key_gap = 20;  // left of the words; between two entries

}  // namespace

LegendPlan Painter::plan_keys(cairo_t* cr, const Keys& keys, double taken, std::size_t more_lines) const {
  const double u = view_.unit, edge = 18 * u;
  const Pen pen(cr, 13 * u, tones_.ink);
  const LegendRoom room{.lowest = style_.width - edge - taken - scale_bar_end(), .upper = style_.width - 2 * edge, .lines = 1 + more_lines, .gap = key_gap * u};
  std::vector<double> widths;
  for (const Key& key : keys.list) widths.push_back(mark_room * u + pen.width(pen.cut(key.text, room.upper - mark_room * u)));
  return plan_legend(widths, keys.left_out, [&](std::size_t n) { return pen.width(more_text(n)); }, room);
}

// What finds no room is counted: "and 3 more".
void Painter::write_keys(cairo_t* cr, const Keys& keys, double taken) const {
  const double u = view_.unit, edge = 18 * u;
  const LegendPlan plan = plan_keys(cr, keys, taken, more_lines_);
  const auto right = [&](const LegendSpot& spot) { return style_.width - edge - (spot.line == 0 ? taken : 0) - spot.right; };
  const auto base = [&](const LegendSpot& spot) {
    const double above_bar = taken > 0 && spot.line > 0 ? 6 : 0;
    return style_.height - (20 + above_bar + legend_line * static_cast<double>(spot.line)) * u;
  };
  for (std::size_t i = 0; i < plan.spots.size(); ++i) {
    const Key& key = keys.list[i];
    const double x = right(plan.spots[i]), y = base(plan.spots[i]);
    const Pen pen(cr, 13 * u, key.mark == Key::Mark::group ? tones_.ink : tones_.soft_ink);
    const std::string text = pen.cut(key.text, style_.width - 2 * edge - mark_room * u);
    pen.write_left_of(x, y + 1 * u, text);
    key_mark(cr, key, {x - pen.width(text) - mark_room * u + 8 * u, y - 3.5 * u});
  }
  const bool told = plan.more > 0 && plan.lines > 0;
  if (told) Pen(cr, 13 * u, tones_.soft_ink).write_left_of(right(plan.more_spot), base(plan.more_spot) + 1 * u, more_text(plan.more));
}

void Painter::legend(cairo_t* cr, const Frame& frame) const { write_keys(cr, keys(frame), ramp_legend(cr, true)); }

std::size_t Painter::most_lines() const {
  return static_cast<std::size_t>(std::max(0.0, std::floor(0.3 * world_area(style_).height / (legend_line * view_.unit))));
}

std::size_t Painter::legend_lines(const Frame& frame, bool film) const {
  const Surface sheet(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const Context cr(cairo_create(sheet.get()));
  Keys wanted = keys(frame);
  const auto have = [&](Key::Mark mark, Status status) {
    const auto same = [&](const Key& key) { return key.mark == mark; };
    if (std::none_of(wanted.list.begin(), wanted.list.end(), same)) wanted.list.push_back({mark, name(status), tones_.alarm});
  };
  if (film) have(Key::Mark::trouble, Status::stuck), have(Key::Mark::waiting, Status::waiting);
  const std::size_t lines = plan_keys(cr.get(), wanted, ramp_legend(cr.get(), false), most_lines()).lines;
  return lines > 0 ? lines - 1 : 0;
}

double Painter::ramp_legend(cairo_t* cr, bool draw) const {
  if (style_.colour == ColourBy::group) return 0;
  const double u = view_.unit, right = style_.width - 18 * u;
  const bool speed = style_.colour == ColourBy::speed;
  const Pen pen(cr, 12 * u, tones_.ink);
  const double least = speed ? 60 * u : pen.width("obstacles") + pen.width("target") + 12 * u;
  const FittedBar fitted = fit_colour_bar(cr, u, right - scale_bar_end(), least, 190 * u, {speed ? "m/s" : "decided by"});
  if (fitted.width == 0) return 0;
  const ColourBar bar = fitted.at(right, style_.height - 36 * u, u);
  if (draw && speed) draw_colour_bar(cr, bar, speed_ramp(style_.dark), tones_, 0, top_speed_, fitted.label);
  if (draw && !speed) draw_colour_bar(cr, bar, weight_ramp(style_.dark), tones_, "obstacles", "target", fitted.label);
  return fitted.taken + key_gap * u;
}

}  // namespace wend::io
