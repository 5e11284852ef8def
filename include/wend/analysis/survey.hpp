#pragma once
#include <wend/base/export.hpp>
#include <wend/ids.hpp>
#include <wend/specs.hpp>
#include <wend/state.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace wend {

class World;

struct SurveyWall {
  WallId id{};
  Vec3 a{}, b{};
  std::uint32_t floor = 0;
};

// A point of a wall's centre line. The normal is the wall's, of length 1, on the side of who asks; on the wall's line: to the
// left from a to b.
struct WallHit {
  WallId wall{};
  double distance = 0;
  Vec3 point{}, normal{};
};

struct SurveyEdge {
  Vec3 a{}, b{};
  bool wall = false;
};

// A frozen picture of who and what is where, to be asked as often as you like and from any number of threads. Copies
// share the picture. Distances are between centres; a body that is not finite or beyond 1e7 m is left out. Who asks
// about an id that is not there, or with a radius that is negative or not a number, gets an empty answer.
class WEND_API Survey {
 public:
  static constexpr double max_place = 1e7;  // m

  static Survey of(const World&);
  // Of an agent, id, place and floor count. Duplicate ids: the first entry wins.
  Survey(std::span<const AgentState>, std::span<const SurveyWall>);

  // Agents in the closed disk who stand in that relation to the agent, without itself, in id order: environment spec (e.1)-(e.6).
  std::vector<AgentId> neighbours(AgentId, double radius, Relation = Relation::visible) const;
  bool related(AgentId, AgentId other, double radius, Relation = Relation::visible) const;
  std::optional<AgentId> nearest_agent(AgentId, double max, Relation = Relation::visible) const;  // of equals the lower id

  // Does no wall meet the line between? A wall that only touches an end of it does not count.
  bool visible(Vec3, Vec3, std::uint32_t floor = 0) const;

  std::optional<WallHit> nearest_wall(AgentId, double max) const;
  std::optional<WallHit> nearest_wall(Vec3, double max, std::uint32_t floor = 0) const;
  // The nearest point of a wall in the directions angle - half_angle .. angle + half_angle; with 0 where the ray meets one.
  std::optional<WallHit> first_wall(AgentId, double angle, double half_angle, double max) const;

  // For drawing. What can be seen from there within the radius: corners, counter-clockwise; arcs are short chords.
  std::vector<Vec3> visible_region(AgentId, double radius) const;
  std::vector<Vec3> visible_region(Vec3, double radius, std::uint32_t floor = 0) const;
  // The constrained Delaunay triangulation of the walls alone, and of walls and agents, without the frame around them.
  std::vector<SurveyEdge> mesh_edges(std::uint32_t floor = 0) const;
  std::vector<SurveyEdge> delaunay_edges(std::uint32_t floor = 0) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace wend
