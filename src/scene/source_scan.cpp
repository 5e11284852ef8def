#include "scene/source_scan.hpp"

#include <algorithm>
#include <cstddef>

namespace wend::scene {

namespace {

// Of "[==[" at `i`: the number of equals signs, or -1.
int long_bracket(std::string_view s, std::size_t i) {
  if (i >= s.size() || s[i] != '[') return -1;
  std::size_t j = i + 1;
  while (j < s.size() && s[j] == '=') ++j;
  return j < s.size() && s[j] == '[' ? static_cast<int>(j - i - 1) : -1;
}

// Behind the long text that opens at `i`.
std::size_t skip_long(std::string_view s, std::size_t i, int level) {
  const auto equals = static_cast<std::size_t>(level);
  for (std::size_t j = i + equals + 2; j < s.size(); ++j) {
    if (s[j] != ']') continue;
    std::size_t k = j + 1;
    while (k < s.size() && s[k] == '=') ++k;
    if (k - j - 1 == equals && k < s.size() && s[k] == ']') return k + 1;
    j = k - 1;
  }
  return s.size();
}

std::size_t skip_quoted(std::string_view s, std::size_t i) {
  const char quote = s[i];
  for (std::size_t j = i + 1; j < s.size(); ++j) {
    if (s[j] == '\\') {
      ++j;
      // \z swallows the white space and line ends that follow
      if (j < s.size() && s[j] == 'z') {
        while (j + 1 < s.size() && std::string_view(" \t\r\n\f\v").find(s[j + 1]) != std::string_view::npos) ++j;
      }
    } else if (s[j] == quote) {
      return j + 1;
    } else if (s[j] == '\n') {
      return j;  // unfinished: Lua will say so
    }
  }
  return s.size();
}

// The first place outside strings and comments that is wanted; the end if there is none.
template <class Wanted>
std::size_t find_in_code(std::string_view s, Wanted wanted) {
  std::size_t i = 0;
  if (s.starts_with("#")) i = std::min(s.find('\n'), s.size());
  while (i < s.size()) {
    if (wanted(i)) return i;
    if (s[i] == '"' || s[i] == '\'') {
      i = skip_quoted(s, i);
    } else if (s.substr(i, 2) == "--") {
      const int level = long_bracket(s, i + 2);
      i = level >= 0 ? skip_long(s, i + 2, level) : std::min(s.find('\n', i), s.size());
    } else if (const int level = long_bracket(s, i); level >= 0) {
      i = skip_long(s, i, level);
    } else {
      ++i;
    }
  }
  return s.size();
}

bool is_name_letter(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

int line_of_power(std::string_view s) {
  const std::size_t i = find_in_code(s, [&](std::size_t at) { return s[at] == '^'; });
  if (i == s.size()) return 0;
  return 1 + static_cast<int>(std::count(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
}

bool says_name(std::string_view s, std::string_view name) {
  const auto alone = [&](std::size_t i) {
    const std::size_t end = i + name.size();
    return s.substr(i, name.size()) == name && (i == 0 || !is_name_letter(s[i - 1])) && (end >= s.size() || !is_name_letter(s[end]));
  };
  return find_in_code(s, alone) < s.size();
}

}  // namespace wend::scene
