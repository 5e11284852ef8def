#include "scene/names.hpp"

#include <wend/base/params.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "core/text.hpp"

namespace wend::scene {

namespace {

constexpr std::array<std::string_view, 14> left_out = {
    "io",         "os",       "package", "debug",          "load",      "dofile", "require",
    "loadstring", "loadfile", "xpcall",  "collectgarbage", "coroutine", "utf8",   "warn"};

// The name in "... (global 'name')", or empty.
std::string_view global_in(std::string_view said) {
  constexpr std::string_view mark = "global '";
  const std::size_t at = said.find(mark);
  if (at == said.npos) return {};
  const std::string_view rest = said.substr(at + mark.size());
  return rest.substr(0, rest.find('\''));
}

}  // namespace

std::string printable(std::string_view s, std::size_t longest) {
  std::string out(s.substr(0, longest));
  for (char& c : out) {
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f) c = ' ';
  }
  if (s.size() > longest) out += "...";
  return out;
}

Error script_error(std::string_view said, std::string_view scene_name, std::span<const std::string> globals) {
  Error e{Errc::script, {}, std::string(scene_name)};
  // "name:12: message": the first colon that is followed by digits and ": "
  for (std::size_t i = said.find(':'); i != said.npos; i = said.find(':', i + 1)) {
    std::size_t end = i + 1;
    while (end < said.size() && std::isdigit(static_cast<unsigned char>(said[end])) != 0) ++end;
    if (end > i + 1 && said.substr(end, 2) == ": ") {
      e.place = printable(said.substr(0, end));
      said = said.substr(end + 2);
      break;
    }
  }
  e.message = printable(said);
  if (const std::string_view name = global_in(said); !name.empty()) {
    if (std::find(left_out.begin(), left_out.end(), name) != left_out.end()) {
      e.message += concat("; a scene has no '", printable(name), "': it cannot reach files, the network or other code");
    } else if (const std::string near = suggestion(name, std::vector<std::string_view>(globals.begin(), globals.end())); !near.empty() && near != name) {
      e.message += concat("; did you mean '", near, "'?");
    }
  }
  return e;
}

}  // namespace wend::scene
