#pragma once
#include <wend/scene.hpp>

#include <set>
#include <string>
#include <vector>

namespace wend::cli {

// " (line 12)", or nothing if the line is not known.
std::string in_line(std::uint32_t line);
// "the wall of line 7", or "wall 3" if the line is not known; `id` as BodyState has it.
std::string body_of_text(const scene::Scene&, std::uint64_t id);
bool may_remove(const scene::Scene&);  // ... and take things away

// Goes the agent as somebody drew it? Then its targets say little.
bool follows_drawing(const scene::SceneSpec&, const scene::SceneAgent&);

// What may keep people from their targets: no way at all, shut doors, passages narrower than they are, walls nearer than d0.
// `told` are agents, by their position in the scene, of which a doubt says already that there is no way.
void find_way_doubts(const scene::Scene&, const std::set<std::size_t>& told, std::vector<std::string>& doubts);

}  // namespace wend::cli
