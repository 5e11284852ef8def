#pragma once
#include <wend/analysis/survey.hpp>

#include "environment/obstacle_mesh.hpp"

#include <cstdint>
#include <vector>

namespace wend {

struct Survey::Data {
  struct Floor {
    std::uint32_t number = 0;
    std::vector<WallId> ids;  // of the walls, ascending
    environment::ObstacleMesh mesh;
  };

  std::vector<AgentState> agents;     // in id order
  std::vector<std::uint32_t> by_x;     // rows in order of floor and x
  std::vector<Floor> floors;           // those with walls, ascending

  const AgentState* find(AgentId) const;
  const Floor* floor(std::uint32_t number) const;
  static bool has_place(Vec3);
  // Rows of those near the agent, in no particular order: environment spec (e.3).
  std::vector<std::uint32_t> near(const AgentState&, double radius) const;
  // Those of the rows who stand in that relation to the agent.
  void keep(const AgentState&, double radius, Relation, std::vector<std::uint32_t>& rows) const;
};

}  // namespace wend
