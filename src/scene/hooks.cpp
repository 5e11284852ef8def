#include "scene/hooks.hpp"

#include <algorithm>
#include <vector>

namespace wend::scene {

std::span<const HookInfo> all_hooks() {
  static const std::vector<HookInfo> hooks = [] {
    std::vector<HookInfo> all{{.name = "step"},
                              {.name = "stuck", .event = EventKind::status_begin, .status = Status::stuck, .timed = false},
                              {.name = "wait", .event = EventKind::status_begin, .status = Status::waiting, .timed = false}};
    for (const EventInfo& info : event_kinds()) {
      std::string_view name = info.name;
      if (info.kind == EventKind::arrived) name = "arrive";
      if (info.kind == EventKind::contact_begin) name = "contact";
      all.push_back({.name = name, .event = info.kind});
    }
    return all;
  }();
  return hooks;
}

std::size_t hook_named(std::string_view name) {
  const auto hooks = all_hooks();
  return static_cast<std::size_t>(std::find_if(hooks.begin(), hooks.end(), [&](const HookInfo& h) { return h.name == name; }) - hooks.begin());
}

}  // namespace wend::scene
