#include "io/overlay.hpp"

#include <wend/state.hpp>

#include <algorithm>
#include <set>

#include "io/pen.hpp"
#include "io/shapes.hpp"

namespace wend::io {

namespace {

constexpr std::size_t few = 6;  // with more agents, some are chosen
// Near these places of the picture, as shares of its width and height.
constexpr Vec2 places[] = {{0.5, 0.5}, {0.2, 0.35}, {0.8, 0.65}};

Survey survey_of(const Frame& frame) {
  std::vector<SurveyWall> walls;
  for (const BodyShape& b : frame.bodies) {
    if (b.kind != BodyKind::wall) continue;
    const WallId id = WallId::from_bits(b.id);
    walls.push_back({id, lift(b.at), lift(b.to), b.floor});
  }
  return {frame.agents, walls};
}

std::set<std::uint32_t> floors_of(const Frame& frame) {
  std::set<std::uint32_t> floors;
  for (const AgentState& dot : frame.agents) floors.insert(dot.floor);
  for (const BodyShape& b : frame.bodies) floors.insert(b.floor);
  return floors;
}

// One sheet of a drawing: lines of one kind are one path.
struct Sheet {
  cairo_t* cr;
  const Frame& frame;
  const Survey& survey;
  const Viewport& view;
  double line;

  const AgentState& dot(AgentId id) const {
    const auto before = [](const AgentState& a, AgentId b) { return a.id < b; };
    return *std::lower_bound(frame.agents.begin(), frame.agents.end(), id, before);
  }
  void join(Vec2 a, Vec2 b) const { line_path(cr, view.pixel(a), view.pixel(b)); }
  void stroke(Colour colour, double alpha, double width) const {
    paint_with(cr, colour, alpha);
    cairo_set_line_width(cr, width * line);
    cairo_stroke(cr);
  }
  void net(const std::vector<SurveyEdge>& edges, Colour colour, double width, double wall_width) const {
    for (const SurveyEdge& edge : edges) {
      if (!edge.wall) join(edge.a.xy(), edge.b.xy());
    }
    stroke(colour, 0.75, width);
    for (const SurveyEdge& edge : edges) {
      if (edge.wall) join(edge.a.xy(), edge.b.xy());
    }
    stroke(colour, 0.75, wall_width);
  }
};

}  // namespace

Overlay::Overlay(const Style& style) : what_(style.overlays), tones_(palette(style.dark)) {
  if (!what_.agent && style.camera.kind == CameraKind::follow) what_.agent = style.camera.agent;
}

bool Overlay::about(AgentId id) const { return std::binary_search(chosen_.begin(), chosen_.end(), id); }

void Overlay::choose(const Frame& frame, const Viewport& view) {
  if (!what_.neighbours && !what_.visible) return;
  std::vector<AgentId> chosen;
  for (const AgentState& dot : frame.agents) {
    const bool wanted = what_.agent ? file_id(dot.id) == *what_.agent : frame.agents.size() <= few || about(dot.id);
    if (wanted && is_finite(dot.at)) chosen.push_back(dot.id);
  }
  chosen_ = std::move(chosen);
  if (what_.agent || frame.agents.size() <= few || chosen_.size() >= std::size(places)) return;
  const Survey survey = survey_of(frame);
  std::vector<Vec2> taken;  // disks are to stay apart
  for (const AgentState& dot : frame.agents) {
    if (about(dot.id)) taken.push_back(dot.at.xy());
  }
  const auto free = [&](const AgentState& dot) {
    const auto far = [&](Vec2 t) { return norm(dot.at.xy() - t) >= 1.6 * what_.radius; };
    return is_finite(dot.at) && under_way(dot.status) && std::all_of(taken.begin(), taken.end(), far);
  };
  for (const bool walls : {true, false}) {  // best are those with a wall in their disk
    for (const Vec2 place : places) {
      if (chosen_.size() >= std::size(places)) return;
      const Vec2 at = view.metres({view.left + place.x * view.width, view.top + place.y * view.height});
      const AgentState* nearest = nullptr;
      for (const AgentState& dot : frame.agents) {
        if (!free(dot) || (walls && !survey.nearest_wall(dot.id, what_.radius))) continue;
        if (nearest == nullptr || norm2(dot.at.xy() - at) < norm2(nearest->at.xy() - at)) nearest = &dot;
      }
      if (nearest == nullptr) break;
      taken.push_back(nearest->at.xy());
      chosen_.insert(std::upper_bound(chosen_.begin(), chosen_.end(), nearest->id), nearest->id);
    }
  }
}

void Overlay::draw(cairo_t* cr, const Frame& frame, const Viewport& view, double line) const {
  const Survey survey = survey_of(frame);
  const Sheet sheet{cr, frame, survey, view, line};
  std::vector<AgentId> about;
  for (const AgentState& dot : frame.agents) {
    if (this->about(dot.id) && is_finite(dot.at)) about.push_back(dot.id);
  }
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  if (what_.visible) {
    for (const AgentId id : about) {
      for (const Vec3 corner : survey.visible_region(id, what_.radius)) {
        const Vec2 at = view.pixel(corner.xy());
        cairo_line_to(cr, at.x, at.y);
      }
      cairo_close_path(cr);
      paint_with(cr, tones_.sight, region_alpha);
      cairo_fill_preserve(cr);
      sheet.stroke(tones_.sight, 0.6, 0.8);
    }
  }
  for (const std::uint32_t floor : floors_of(frame)) {
    if (what_.delaunay) sheet.net(survey.delaunay_edges(floor), tones_.delaunay, 0.8, 1.6);
    if (what_.mesh) sheet.net(survey.mesh_edges(floor), tones_.mesh, 1.2, 3.4);
  }
  if (what_.neighbours) {
    for (const AgentId id : about) {
      disc_path(cr, view.pixel(sheet.dot(id).at.xy()), what_.radius * view.scale);
      if (what_.visible) continue;  // which has better lines
      for (const AgentId other : survey.neighbours(id, what_.radius, Relation::near)) sheet.join(sheet.dot(id).at.xy(), sheet.dot(other).at.xy());
    }
    sheet.stroke(tones_.near, 0.85, 1.2);
  }
  if (!what_.visible) return;
  const double dashes[] = {5 * line, 4 * line};
  for (const bool seen : {false, true}) {
    for (const AgentId id : about) {
      const std::vector<AgentId> sees = survey.neighbours(id, what_.radius, Relation::visible);
      for (const AgentId other : survey.neighbours(id, what_.radius, Relation::near)) {
        if (std::binary_search(sees.begin(), sees.end(), other) == seen) sheet.join(sheet.dot(id).at.xy(), sheet.dot(other).at.xy());
      }
    }
    if (!seen) cairo_set_dash(cr, dashes, 2, 0);
    sheet.stroke(seen ? tones_.sight : tones_.hidden, seen ? 0.95 : 0.75, 1.3);
    cairo_set_dash(cr, nullptr, 0, 0);
  }
}

}  // namespace wend::io
