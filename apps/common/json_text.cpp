#include "json_text.hpp"

namespace wend::cli {

namespace {

// Names of files may hold bytes that are no UTF-8.
std::string compact(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

std::string json_text(const Json& object) {
  std::string out = "{";
  const char* separator = "\n  ";
  for (const auto& [key, value] : object.items()) {
    out += separator + compact(key) + ": ";
    separator = ",\n  ";
    if (value.is_array() && !value.empty() && value.front().is_object()) {
      out += "[";
      for (std::size_t i = 0; i < value.size(); ++i) out += (i == 0 ? "\n    " : ",\n    ") + compact(value[i]);
      out += "\n  ]";
    } else {
      out += compact(value);
    }
  }
  return out + "\n}\n";
}

}  // namespace wend::cli
