#pragma once
#include <vector>

#include "core/walk.hpp"
#include "scene/engine.hpp"

namespace wend::scene {

inline constexpr const char* tasks_section = "scene/tasks";  // what older files do not have

// The fields of waiting requests that have to do with tasks.
struct WaitingTasks {
  std::vector<double> energy;                      // of each agent that waits
  std::vector<double> capacity;                    // of each target that waits
  std::vector<std::vector<std::uint32_t>> agents;  // of each assign{}
};

inline constexpr auto of_waiting_tasks = [](auto& t, auto& walk) { walk(t.energy), walk(t.capacity), walk(t.agents); };

inline WaitingTasks waiting_tasks(const Engine& e) {
  WaitingTasks t;
  for (const Request& r : e.requests) {
    if (const auto* a = std::get_if<SceneAgent>(&r.entry)) t.energy.push_back(a->spec.energy);
    if (const auto* g = std::get_if<SceneTarget>(&r.entry)) t.capacity.push_back(g->spec.capacity);
    if (r.wish == Wish::assign) t.agents.push_back(r.agents);
  }
  return t;
}

// False: damaged. Without the section everything is as unset.
inline bool put_waiting_tasks(Engine& e, const Section* section) {
  if (section == nullptr) return true;
  WaitingTasks t;
  Loader in{ByteReader(section->bytes)};
  of_waiting_tasks(t, in);
  if (!in.in.good() || in.in.left() != 0) return false;
  std::size_t agents = 0, targets = 0, lists = 0;
  for (Request& r : e.requests) {
    if (auto* a = std::get_if<SceneAgent>(&r.entry)) {
      if (agents == t.energy.size()) return false;
      a->spec.energy = t.energy[agents++];
    }
    if (auto* g = std::get_if<SceneTarget>(&r.entry)) {
      if (targets == t.capacity.size()) return false;
      g->spec.capacity = t.capacity[targets++];
    }
    if (r.wish == Wish::assign) {
      if (lists == t.agents.size()) return false;
      r.agents = t.agents[lists++];
    }
  }
  return agents == t.energy.size() && targets == t.capacity.size() && lists == t.agents.size();
}

}  // namespace wend::scene
