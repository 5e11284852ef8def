#include <wend/state.hpp>

namespace wend {

const char* name(Status status) {
  constexpr const char* names[] = {"moving", "arrived", "stuck", "orbit", "lost", "collision", "blocked", "non_finite", "waiting", "idle"};
  const auto i = static_cast<unsigned>(status);
  return i < 10 ? names[i] : "unknown";
}

const char* name(EventKind kind) {
  constexpr const char* names[] = {"unknown", "arrived", "captured", "left", "status_begin", "status_end", "contact_begin", "contact_end",
                                   "enter", "exit", "penetration", "wall_waits", "swept"};
  const auto i = static_cast<unsigned>(kind);
  return i < 13 ? names[i] : "unknown";
}

}  // namespace wend
