#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

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
  return 18 * u + length * view_.scale + 90 * u;
}

// In the order of importance, which is from right to left.
std::vector<Painter::Key> Painter::keys(const Frame& frame) const {
  std::vector<Key> result;
  if (style_.colour == ColourBy::group) {
    const std::set<std::uint32_t> groups = groups_in(frame);
    if (groups.size() > 1 || !style_.group_names.empty()) {
      for (const std::uint32_t group : groups) {
        if (result.size() == most_groups) break;
        const bool named = group < style_.group_names.size() && !style_.group_names[group].empty();
        result.push_back({Key::Mark::group, named ? style_.group_names[group] : "group " + number_text(group),
                          tones_.groups[group % tones_.groups.size()]});
      }
      std::reverse(result.begin(), result.end());
      if (groups.size() > most_groups)
        result.insert(result.begin(), {Key::Mark::none, "and " + number_text(groups.size() - most_groups) + " more", {}});
    }
  }
  add_overlay_keys(result);
  std::set<Status> troubles;
  for (const AgentDot& dot : frame.agents) {
    if (in_trouble(dot.status) && is_finite(dot.at) && in_view({dot.at, dot.at})) troubles.insert(dot.status);
  }
  if (!troubles.empty()) {
    std::string names;
    for (const Status status : troubles) names += (names.empty() ? "" : ", ") + std::string(name(status));
    std::replace(names.begin(), names.end(), '_', ' ');
    result.push_back({Key::Mark::trouble, names, tones_.alarm});
  }
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
  return result;
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
    case Key::Mark::none:
      return;
    case Key::Mark::group:
      disc_path(cr, at, 6 * u);
      paint_with(cr, key.colour);
      cairo_fill(cr);
      return;
    case Key::Mark::trouble:
      disc_path(cr, at, 5.5 * u);
      paint_with(cr, key.colour);
      cairo_set_line_width(cr, 2.2 * line_);
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

// What finds no room beside the scale bar is left out, the least important first.
void Painter::legend(cairo_t* cr, const Frame& frame) const {
  const double u = view_.unit, y = style_.height - 20 * u, from = scale_bar_end();
  double x = style_.width - 18 * u;
  if (style_.colour != ColourBy::group) {
    ramp_legend(cr);
    x -= 260 * u;
  }
  for (const Key& key : keys(frame)) {
    const Pen pen(cr, 13 * u, key.mark == Key::Mark::group ? tones_.ink : tones_.soft_ink);
    const double wide = pen.width(key.text) + (key.mark == Key::Mark::none ? 0 : 21 * u);
    if (x - wide < from) return;
    pen.write_left_of(x, y + 1 * u, key.text);
    key_mark(cr, key, {x - wide + 8 * u, y - 3.5 * u});
    x -= wide + 20 * u;
  }
}

void Painter::ramp_legend(cairo_t* cr) const {
  const double u = view_.unit;
  const ColourBar bar{.left = style_.width - 18 * u - 190 * u, .top = style_.height - 36 * u, .width = 190 * u, .unit = u};
  if (style_.colour == ColourBy::speed) {
    draw_colour_bar(cr, bar, speed_ramp(style_.dark), tones_, 0, top_speed_, "m/s");
  } else {
    draw_colour_bar(cr, bar, weight_ramp(style_.dark), tones_, "obstacles", "target", "decided by");
  }
}

}  // namespace wend::io
