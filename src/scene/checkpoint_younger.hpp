#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/walk.hpp"
#include "scene/engine.hpp"

namespace wend::scene {

inline constexpr const char* younger_section = "scene/environment";  // what files of 0.1 do not have

// The fields of waiting requests, and the option, that files of 0.1 do not have.
struct Younger {
  std::optional<std::string> perception;
  std::vector<double> watch;      // of each agent that waits
  std::vector<std::int32_t> planner;                // likewise
  std::vector<std::vector<std::uint32_t>> stages;  // likewise
  std::vector<Blocked> blocked;  // of each wall that waits
};

inline constexpr auto of_younger = [](auto& y, auto& walk) { walk(y.perception), walk(y.watch), walk(y.planner), walk(y.stages), walk(y.blocked); };

inline Younger younger_of(const Engine& e) {
  Younger y{e.options.perception, {}, {}, {}, {}};
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) {
      y.watch.push_back(a->spec.watch);
      y.planner.push_back(a->planner);
      y.stages.push_back(a->stages);
    }
    if (const auto* w = std::get_if<SceneWall>(&r.entry)) y.blocked.push_back(w->spec.blocked);
  }
  return y;
}

inline bool put_younger(Engine& e, const Younger& y) {
  std::size_t agents = 0, walls = 0;
  for (Request& r : e.requests) {
    if (auto* a = std::get_if<SceneAgent>(&r.entry)) {
      if (agents == y.watch.size() || y.planner.size() != y.watch.size() || y.stages.size() != y.watch.size()) return false;
      const bool planner_there = y.planner[agents] >= -1 && y.planner[agents] < static_cast<std::int32_t>(e.spec.planners.size());
      if (!planner_there || y.stages[agents].size() > 64) return false;
      a->spec.watch = y.watch[agents];
      a->planner = y.planner[agents];
      a->stages = y.stages[agents++];
    }
    if (auto* w = std::get_if<SceneWall>(&r.entry)) {
      if (walls == y.blocked.size()) return false;
      w->spec.blocked = y.blocked[walls++];
    }
  }
  return agents == y.watch.size() && walls == y.blocked.size();
}

// Empty: damaged. A file of 0.1 saw through walls.
inline std::optional<Younger> read_younger(const Section* section) {
  Younger y;
  if (section == nullptr) {
    y.perception = name(Relation::near);
    return y;
  }
  Loader in{ByteReader(section->bytes)};
  of_younger(y, in);
  if (!in.in.good() || in.in.left() != 0) return std::nullopt;
  return y;
}

}  // namespace wend::scene
