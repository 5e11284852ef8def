#include "io/painter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/field_paint.hpp"
#include "io/jump.hpp"
#include "io/legend_key.hpp"
#include "io/pen.hpp"
#include "io/shapes.hpp"
#include "io/text.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

constexpr std::size_t ages = 8;  // of trails, from faint to fresh

}  // namespace

Painter::Painter(const Style& style, const Frame& first, std::span<const Trail> trails)
    : style_(style),
      tones_(palette(style.dark)),
      camera_(style.camera, style.view ? *style.view : auto_box(first, trails),
              world_area(style).width / world_area(style).height),
      overlay_(style) {
  style_.title = clean_text(style.title);
  for (std::string& name : style_.group_names) name = clean_text(name);
  follow(first);
  top_speed_ = style.top_speed;
  if (!(top_speed_ > 0)) {
    top_speed_ = 0.1;
    for (const AgentState& dot : first.agents) top_speed_ = std::max({top_speed_, dot.top_speed, std::abs(dot.speed)});
  }
  know(first, trails);
}

void Painter::follow(const Frame& frame) {
  box_ = camera_.next(frame);
  look(fit_view(style_, box_, more_lines_));
  overlay_.choose(frame, view_);
  take_field(frame);
}

void Painter::make_room(const Frame& frame, bool film) {
  if (!style_.legend) return;
  more_lines_ = legend_lines(frame, film);
  look(fit_view(style_, box_, more_lines_));
}

void Painter::take_field(const Frame& frame) {
  if (!style_.overlays.field || !frame.field) {
    field_.reset();
    return;
  }
  if (field_ && field_->field().same_as(*frame.field)) return;
  field_ = std::make_shared<const FieldCells>(*frame.field);
  ++field_number_;
}

void Painter::look(const Viewport& view) {
  view_ = view;
  line_ = std::max(1.0, 1.2 * view_.unit);
}

void Painter::about(const Frame& frame) {
  overlay_ = Overlay(style_);
  overlay_.choose(frame, view_);
  take_field(frame);
}

void Painter::know(const Frame& frame, std::span<const Trail> trails) {
  groups_ = groups_in(frame);
  for (const Trail& trail : trails) groups_.insert(trail.group);
}

std::set<std::uint32_t> Painter::groups_in(const Frame& frame) const {
  std::set<std::uint32_t> groups = groups_;
  for (const AgentState& dot : frame.agents) groups.insert(dot.group);
  return groups;
}

std::size_t Painter::shades() const { return style_.colour == ColourBy::group ? tones_.groups.size() : ramp_steps; }

Colour Painter::shade(std::size_t step) const {
  switch (style_.colour) {
    case ColourBy::speed:
      return speed_ramp(style_.dark)[step];
    case ColourBy::weight:
      return weight_ramp(style_.dark)[step];
    case ColourBy::group:
      break;
  }
  return tones_.groups[step];
}

std::size_t Painter::step_of(std::uint32_t group, double speed, double weight) const {
  if (style_.colour == ColourBy::group) return group % tones_.groups.size();
  const double value = style_.colour == ColourBy::speed ? speed / top_speed_ : weight;
  if (!(value > 0)) return 0;
  return static_cast<std::size_t>(std::min(value, 1.0) * (ramp_steps - 1) + 0.5);
}

bool Painter::in_view(const Box& box) const {
  const Vec2 low = view_.metres({view_.left, view_.top + view_.height});
  const Vec2 high = view_.metres({view_.left + view_.width, view_.top});
  return box.low.x <= high.x && box.high.x >= low.x && box.low.y <= high.y && box.high.y >= low.y;
}

std::uint64_t Painter::backdrop_key(const Frame& frame) const {
  std::uint64_t key = 0;
  const auto mix = [&](std::uint64_t v) {
    key = (key ^ v) * 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
  };
  const auto mix_number = [&](double v) { mix(std::bit_cast<std::uint64_t>(v)); };
  for (const BodyShape& b : frame.bodies) {
    if (b.motion != BodyMotion::fixed) continue;
    mix(static_cast<std::uint64_t>(b.kind) + 1);
    for (const double v : {b.at.x, b.at.y, b.to.x, b.to.y, b.radius}) mix_number(v);
  }
  for (const BodyShape& b : frame.open_doors) mix(b.id);
  for (const double v : {view_.scale, view_.origin.x, view_.origin.y}) mix_number(v);
  mix(field_ ? field_number_ : 0);
  for (const Key& entry : keys(frame).list) {
    mix(static_cast<std::uint64_t>(entry.mark) + entry.text.size());
    for (const char c : entry.text) mix(static_cast<unsigned char>(c));
  }
  return key;
}

void Painter::clip(cairo_t* cr) const {
  cairo_save(cr);
  cairo_rectangle(cr, view_.left, view_.top, view_.width, view_.height);
  cairo_clip(cr);
}

void Painter::ground(cairo_t* cr) const {
  if (!style_.grid) return;
  clip(cr);
  grid(cr);
  cairo_restore(cr);
}

void Painter::field(cairo_t* cr) const {
  if (!field_) return;
  clip(cr);
  const FieldSheet sheet{cr, view_, *field_, tones_, style_.dark, line_};
  sheet.ground(field_under_crowd, true);
  sheet.arrows();
  cairo_restore(cr);
}

void Painter::fixed_bodies(cairo_t* cr, const Frame& frame) const {
  clip(cr);
  for (const bool walls : {false, true}) {
    for (const BodyShape& b : frame.bodies) {
      if (b.motion == BodyMotion::fixed && (b.kind == BodyKind::wall) == walls) body(cr, b);
    }
  }
  for (const BodyShape& b : frame.open_doors) open_door(cr, b);
  cairo_restore(cr);
}

void Painter::overlays(cairo_t* cr, const Frame& frame) const {
  if (!style_.overlays.over_crowd()) return;
  clip(cr);
  overlay_.draw(cr, frame, view_, line_);
  cairo_restore(cr);
  fixed_bodies(cr, frame);  // on top of what is translucent
}

void Painter::moving_bodies(cairo_t* cr, const Frame& frame) const {
  clip(cr);
  for (const BodyShape& b : frame.bodies) {
    if (b.motion != BodyMotion::fixed) body(cr, b);
  }
  cairo_restore(cr);
}

void Painter::targets(cairo_t* cr, const Frame& frame) const {
  clip(cr);
  for (const TargetMark& mark : frame.targets) target(cr, mark);
  cairo_restore(cr);
}

void Painter::agents(cairo_t* cr, const Frame& frame) const {
  clip(cr);
  for (const AgentState& dot : frame.agents) agent(cr, dot);
  cairo_restore(cr);
}

void Painter::backdrop(cairo_t* cr, const Frame& frame) const {
  paint_with(cr, tones_.paper);
  cairo_paint(cr);
  ground(cr);
  field(cr);
  fixed_bodies(cr, frame);
  if (style_.scale_bar) scale_bar(cr);
  if (style_.legend) legend(cr, frame);
}

void Painter::crowd(cairo_t* cr, const Frame& frame) const {
  overlays(cr, frame);
  targets(cr, frame);
  moving_bodies(cr, frame);
  agents(cr, frame);
  title(cr, style_.time_stamp ? fixed_text(frame.time, 1) + " s" : "");
}

void Painter::grid(cairo_t* cr) const {
  double cell = 1;
  while (cell * view_.scale < 24 * view_.unit) cell *= cell * view_.scale < 10 * view_.unit ? 10 : 5;
  const Vec2 low = view_.metres({view_.left, view_.top + view_.height});
  const Vec2 high = view_.metres({view_.left + view_.width, view_.top});
  if (!((high.x - low.x) / cell < 1000) || !((high.y - low.y) / cell < 1000)) return;
  for (double x = std::ceil(low.x / cell) * cell; x <= high.x; x += cell) {
    const double at = std::floor(view_.pixel({x, 0}).x) + 0.5;
    cairo_move_to(cr, at, view_.top);
    cairo_line_to(cr, at, view_.top + view_.height);
  }
  for (double y = std::ceil(low.y / cell) * cell; y <= high.y; y += cell) {
    const double at = std::floor(view_.pixel({0, y}).y) + 0.5;
    cairo_move_to(cr, view_.left, at);
    cairo_line_to(cr, view_.left + view_.width, at);
  }
  paint_with(cr, tones_.grid);
  cairo_set_line_width(cr, std::max(1.0, std::floor(view_.unit)));
  cairo_stroke(cr);
}

void Painter::body(cairo_t* cr, const BodyShape& b) const {
  if (!is_finite(b.at) || !is_finite(b.to)) return;
  const Vec2 p = view_.pixel(b.at), q = view_.pixel(b.to);
  const bool moves = b.motion != BodyMotion::fixed;
  if (b.kind == BodyKind::wall) {
    cairo_move_to(cr, p.x, p.y);
    cairo_line_to(cr, q.x, q.y);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cr, std::max(2 * b.radius * view_.scale, b.door ? 3 * line_ : 2 * line_));
    paint_with(cr, moves || b.door ? tones_.moving_edge : tones_.wall);
    cairo_stroke(cr);
    return;
  }
  const double radius = std::max(b.radius * view_.scale, line_);
  if (b.kind == BodyKind::capsule) {
    capsule_path(cr, p, q, radius);
  } else {
    disc_path(cr, p, radius);
  }
  paint_with(cr, moves ? tones_.moving : tones_.body);
  cairo_fill_preserve(cr);
  cairo_set_line_width(cr, moves ? 1.4 * line_ : line_);
  paint_with(cr, moves ? tones_.moving_edge : tones_.body_edge);
  cairo_stroke(cr);
}

// Where it will be: a thin dashed line.
void Painter::open_door(cairo_t* cr, const BodyShape& b) const {
  const Vec2 p = view_.pixel(b.at), q = view_.pixel(b.to);
  const double dashes[] = {3 * line_, 3 * line_};
  cairo_move_to(cr, p.x, p.y);
  cairo_line_to(cr, q.x, q.y);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_width(cr, 2 * line_);
  cairo_set_dash(cr, dashes, 2, 0);
  paint_with(cr, tones_.moving_edge);
  cairo_stroke(cr);
  cairo_set_dash(cr, nullptr, 0, 0);
}

void Painter::target(cairo_t* cr, const TargetMark& mark) const {
  const Vec2 p = view_.pixel(mark.at), q = view_.pixel(mark.to);
  const double radius = std::max(mark.radius * view_.scale, 4 * view_.unit);
  switch (mark.shape) {
    case TargetShape::segment:
      capsule_path(cr, p, q, radius);
      break;
    case TargetShape::polygon:
      for (const Vec2 corner : mark.polygon) cairo_line_to(cr, view_.pixel(corner).x, view_.pixel(corner).y);
      cairo_close_path(cr);
      break;
    default:
      disc_path(cr, p, radius);
  }
  paint_with(cr, tones_.target, 0.13);
  cairo_fill_preserve(cr);
  cairo_set_line_width(cr, 1.3 * line_);
  paint_with(cr, tones_.target, 0.85);
  cairo_stroke(cr);
  if (mark.shape == TargetShape::point || mark.shape == TargetShape::disc) {
    disc_path(cr, p, std::max(1.6 * line_, 0.18 * radius));
    paint_with(cr, tones_.target, 0.85);
    cairo_fill(cr);
  }
}

// Segments of like colour and age are one path: a stroke per path, not per segment.
void Painter::trails(cairo_t* cr, const Frame& frame, std::span<const Trail> trails, double from) const {
  if (!style_.trails) return;
  struct Piece {
    Vec2 from, to;
    bool joined;
  };
  double oldest = frame.time;
  for (const Trail& trail : trails) {
    if (!trail.points.empty()) oldest = std::min(oldest, trail.points.front().time);
  }
  const double window = std::max(frame.time - oldest, 1e-9);
  std::vector<std::vector<Piece>> buckets(shades() * ages);
  const auto add = [&](const Trail& trail, const TrailPoint& a, const TrailPoint& b, std::size_t* before) {
    const double fresh = std::clamp(1 - (frame.time - 0.5 * (a.time + b.time)) / window, 0.0, 1.0);
    const std::size_t age = std::min(static_cast<std::size_t>(fresh * ages), ages - 1);
    const std::size_t bucket = step_of(trail.group, b.speed, b.target_weight) * ages + age;
    buckets[bucket].push_back({view_.pixel(a.at), view_.pixel(b.at), *before == bucket});
    *before = bucket;
  };

  auto dot = frame.agents.begin();
  for (const Trail& trail : trails) {
    const std::vector<TrailPoint>& points = trail.points;
    std::size_t before = buckets.size();
    std::size_t i = points.size();
    while (i > 1 && points[i - 1].time > from) --i;
    for (i = std::max(i, std::size_t{1}); i < points.size(); ++i) {
      if (points[i].jump) before = buckets.size();
      if (!points[i].jump) add(trail, points[i - 1], points[i], &before);
    }
    while (dot != frame.agents.end() && dot->id < trail.id) ++dot;
    if (dot == frame.agents.end() || dot->id != trail.id || points.empty()) continue;
    const TrailPoint& last = points.back();
    const TrailPoint now{
        .time = frame.time, .at = dot->at.xy(), .speed = norm(dot->velocity), .target_weight = dot->target_weight, .jump = false};
    if (frame.time > last.time && !jumps(last.at, now.at, *dot, *dot, frame.time - last.time))
      add(trail, last, now, &before);
  }

  clip(cr);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width(cr, trail_width * line_);
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    if (buckets[i].empty()) continue;
    for (const Piece& piece : buckets[i]) {
      if (!piece.joined) cairo_move_to(cr, piece.from.x, piece.from.y);
      cairo_line_to(cr, piece.to.x, piece.to.y);
    }
    paint_with(cr, shade(i / ages), 0.06 + 0.49 * static_cast<double>(i % ages + 1) / ages);
    cairo_stroke(cr);
  }
  cairo_restore(cr);
}

void Painter::agent(cairo_t* cr, const AgentState& dot) const {
  if (!is_finite(dot.at)) return;
  const Vec2 p = view_.pixel(dot.at.xy());
  const double radius = std::max(dot.radius * view_.scale, 1.5 * view_.unit);
  const bool done = !under_way(dot.status);
  const Colour full = shade(step_of(dot.group, norm(dot.velocity), dot.target_weight));

  // A rim of paper keeps neighbours apart; those in trouble wear a ring, those that wait a thin one.
  const bool trouble = in_trouble(dot.status), waiting = dot.status == Status::waiting;
  if (trouble || waiting) {
    disc_path(cr, p, radius + (trouble ? 3.4 : 2.1) * line_);
    paint_with(cr, trouble ? tones_.alarm : tones_.waiting);
    cairo_fill(cr);
  }
  disc_path(cr, p, radius + (trouble ? 1.2 : waiting ? 1.0 : 0.6) * line_);
  paint_with(cr, tones_.paper);
  cairo_fill(cr);
  if (overlay_.about(dot.id) || (style_.camera.kind == CameraKind::follow && file_id(dot.id) == style_.camera.agent)) {
    disc_path(cr, p, radius + (trouble ? 6 : 3) * line_);
    paint_with(cr, tones_.ink);
    cairo_set_line_width(cr, 1.3 * line_);
    cairo_stroke(cr);
  }
  disc_path(cr, p, radius);
  paint_with(cr, done ? blend(tones_.paper, full, 0.45) : full);
  cairo_fill(cr);
  if (!style_.headings || radius < 3.5) return;

  // A dart: tip, barb, notch, barb.
  const Vec2 ahead{std::cos(dot.heading), -std::sin(dot.heading)};
  const Vec2 side{-ahead.y, ahead.x};
  const auto corner = [&](double along, double across) {
    const Vec2 at = p + radius * (along * ahead + across * side);
    cairo_line_to(cr, at.x, at.y);
  };
  corner(0.80, 0);
  corner(-0.42, 0.50);
  corner(-0.16, 0);
  corner(-0.42, -0.50);
  cairo_close_path(cr);
  paint_with(cr, tones_.notch, done ? 0.7 : 0.9);
  cairo_fill(cr);
}

}  // namespace wend::io
