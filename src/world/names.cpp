#include <wend/state.hpp>

namespace wend {

const char* name(Status status) {
  constexpr const char* names[] = {"moving", "arrived", "stuck", "orbit", "lost", "collision", "blocked", "non_finite", "waiting", "idle"};
  const auto i = static_cast<unsigned>(status);
  return i < 10 ? names[i] : "unknown";
}

std::span<const EventInfo> event_kinds() {
#define WEND_EVENT_ROW(number, name, doc) {EventKind::name, #name, doc},
  static constexpr EventInfo kinds[] = {WEND_EVENT_KINDS(WEND_EVENT_ROW)};
#undef WEND_EVENT_ROW
  return kinds;
}

const char* name(EventKind kind) {
  for (const EventInfo& info : event_kinds()) {
    if (info.kind == kind) return info.name;
  }
  return "unknown";
}

}  // namespace wend
