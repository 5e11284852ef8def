#pragma once
#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

namespace wend {

#if defined(__cpp_lib_to_chars)
inline constexpr bool to_chars_knows_doubles = true;
#else  // such as in Debian's Emscripten
inline constexpr bool to_chars_knows_doubles = false;
#endif

// What to_chars writes, by longer means.
std::string shortest_text(double);

// Numbers as the shortest text that reads back to the same value, in no locale.
inline void append_text(std::string& out, std::string_view s) { out += s; }

template <class T>
requires std::is_arithmetic_v<T>
void append_text(std::string& out, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (value != value) {  // the sign of a NaN says nothing and differs between machines
      out += "nan";
      return;
    }
  }
  if constexpr (std::is_floating_point_v<T> && !to_chars_knows_doubles) {
    out += shortest_text(value);
  } else {
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
  }
}

template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append_text(out, parts), ...);
  return out;
}

}  // namespace wend
