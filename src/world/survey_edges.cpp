#include "world/survey_data.hpp"

#include "environment/kinetic_triangulation.hpp"

#include <algorithm>

namespace wend {

namespace {

using environment::KineticTriangulation2;

// The lines between sites, those of the frame left out.
std::vector<SurveyEdge> edges_of(const KineticTriangulation2& triangulation) {
  std::vector<SurveyEdge> edges;
  for (std::uint32_t t = 0; t < triangulation.triangle_slots(); ++t) {
    if (!triangulation.alive(t)) continue;
    for (std::uint32_t h = 4 * t; h < 4 * t + 3; ++h) {
      const std::uint32_t from = triangulation.vertex(h), to = triangulation.vertex(triangulation.next(h)), twin = triangulation.twin(h);
      if (triangulation.is_frame(from) || triangulation.is_frame(to) || (twin != KineticTriangulation2::none && twin < h)) continue;
      edges.push_back({lift(triangulation.at(from)), lift(triangulation.at(to)), triangulation.is_wall(h)});
    }
  }
  return edges;
}

}  // namespace

std::vector<SurveyEdge> Survey::mesh_edges(std::uint32_t floor) const {
  const Data::Floor* on = data_->floor(floor);
  return on == nullptr ? std::vector<SurveyEdge>{} : edges_of(on->mesh.triangulation());
}

std::vector<SurveyEdge> Survey::delaunay_edges(std::uint32_t floor) const {
  std::vector<Vec2> sites;
  std::vector<KineticTriangulation2::Wall> walls;
  if (const Data::Floor* on = data_->floor(floor)) {
    sites = on->mesh.planar().sites;
    for (const geometry::Link& link : on->mesh.planar().edges) walls.push_back({link[0], link[1]});
  }
  for (const AgentState& agent : data_->agents) {
    if (agent.floor == floor) sites.push_back(agent.at.xy());
  }
  if (sites.empty()) return {};
  Vec2 low = sites[0], high = sites[0];
  for (const Vec2 p : sites) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  KineticTriangulation2 triangulation;
  triangulation.build(sites, walls, std::max({1.0, high.x - low.x, high.y - low.y}));
  return edges_of(triangulation);
}

}  // namespace wend
