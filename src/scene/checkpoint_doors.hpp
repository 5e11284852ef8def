#pragma once
#include <vector>

#include "core/walk.hpp"
#include "scene/doors.hpp"
#include "scene/keys.hpp"

namespace wend::scene {

inline constexpr const char* doors_section = "scene/doors";  // what older files do not have

inline constexpr auto of_door_times = [](auto& t, auto& walk) { walk(t.slot), walk(t.generation), walk(t.opens), walk(t.closes); };

inline Bytes saved_doors(const Engine& e) {
  Saver out;
  for (const Request& r : e.requests) {
    if (const auto* w = std::get_if<SceneWall>(&r.entry)) out(w->spec.door), out(w->spec.open);
  }
  out.each(e.door_times, of_door_times);
  const auto bytes = out.out.bytes();
  return {bytes.begin(), bytes.end()};
}

// False: damaged. Without the section there are no doors.
inline bool put_doors(Engine& e, const Section* section) {
  if (section == nullptr) return true;
  Loader in{ByteReader(section->bytes)};
  for (Request& r : e.requests) {
    if (auto* w = std::get_if<SceneWall>(&r.entry)) in(w->spec.door), in(w->spec.open);
  }
  std::vector<DoorTimes> times;
  in.each(times, of_door_times);
  if (!in.in.good() || in.in.left() != 0) return false;
  for (const DoorTimes& t : times) {
    if (t.slot >= e.slots[static_cast<std::size_t>(Tag::wall)].slots.size()) return false;
    for (const auto* list : {&t.opens, &t.closes}) {
      for (const double time : *list) {
        if (!accepts(row::opens, time)) return false;
      }
    }
  }
  e.door_times = std::move(times);
  return true;
}

}  // namespace wend::scene
