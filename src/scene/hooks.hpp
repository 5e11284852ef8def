#pragma once
#include <wend/state.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace wend::scene {

// What a script can wait for: on.NAME(function). Every kind of event has a hook.
struct HookInfo {
  std::string_view name;             // "arrive"
  std::optional<EventKind> event{};  // none: every step
  std::optional<Status> status{};    // of status_begin: only this one
  bool timed = true;                 // the function gets the time as its last argument
};
std::span<const HookInfo> all_hooks();
std::size_t hook_named(std::string_view name);  // all_hooks().size() if there is none

}  // namespace wend::scene
