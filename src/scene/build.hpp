#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// A World and the ids of everything in scene order.
Result<Built> build_all(const SceneSpec&, const Limits& = {});

// The segments of one wall{} move and wait as one.
constexpr std::uint32_t rig_of(std::size_t slot) { return static_cast<std::uint32_t>(slot + 1); }

// The parameters a model entry stands for; unknown names are errors.
Result<AttractorParams> parameters_of(const SceneModel&);

// One thing into a world that has the classes, models and targets it names.
Result<TargetId> add_to(Built&, const SceneTarget&);
Result<ObstacleId> add_to(Built&, const SceneObstacle&);
Result<std::vector<WallId>> add_to(Built&, const SceneWall&, std::uint32_t rig);
Result<AgentId> add_to(Built&, const SceneAgent&, std::span<const TargetId> goals);
Result<ModelId> add_to(Built&, const SceneModel&);

}  // namespace wend::scene
