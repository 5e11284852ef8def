#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// A World and the ids of everything in scene order.
Result<Built> build_all(const SceneSpec&, const Limits&, std::span<const ModelPointer> models);

// The segments of one wall{} move and wait as one.
constexpr std::uint32_t rig_of(std::size_t slot) { return static_cast<std::uint32_t>(slot + 1); }

AddPlanner to_command(const ScenePlanner&, std::span<const PlannerId>);
// The goals of an agent for the world: an empty id between two stages. `id_of` answers an empty one for a target that is gone.
template <class IdOf>
std::vector<TargetId> goal_list(const std::vector<std::uint32_t>& targets, const std::vector<std::uint32_t>& stages, IdOf&& id_of) {
  std::vector<TargetId> ids;
  std::size_t stage = 0, left = stages.empty() ? targets.size() : stages[0];
  for (const std::uint32_t t : targets) {
    while (left == 0 && stage + 1 < stages.size()) {
      left = stages[++stage];
      ids.push_back({});
    }
    if (left > 0) --left;
    if (const TargetId id = id_of(t)) ids.push_back(id);
  }
  return ids;
}

// One thing into a world that has the classes, models and targets it names.
Result<TargetId> add_to(Built&, const SceneTarget&);
Result<ObstacleId> add_to(Built&, const SceneObstacle&);
Result<std::vector<WallId>> add_to(Built&, const SceneWall&, std::uint32_t rig);
Result<AgentId> add_to(Built&, const SceneAgent&, std::span<const TargetId> goals);
Result<ModelId> add_to(Built&, const SceneModel&);

}  // namespace wend::scene
