#include "file_kind.hpp"

#include "options.hpp"

#include <wend/base/sections.hpp>
#include <wend/io/drawing_format.hpp>
#include <wend/io/recording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <vector>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <span>

namespace wend::cli {

namespace {

constexpr std::size_t looked_at = 4096;  // bytes
constexpr std::string_view compiled_lua = "\x1bLua";

// Nothing: it cannot be read, and errno says why.
std::optional<std::string> head_of(const std::string& path) {
  std::string head(looked_at, '\0');
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {};
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return head;
}

// Scenes may hold any letters in texts and comments, but nobody types control characters.
bool is_typed(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 ? byte != 0x7f : (byte >= '\t' && byte <= '\r');
}

}  // namespace

std::optional<std::pair<std::uint64_t, StateHash>> read_hash_line(std::string_view line) {
  std::uint64_t step = 0;
  const char* end = line.data() + line.size();
  auto at = std::from_chars(line.data(), end, step);
  if (at.ec != std::errc() || at.ptr == line.data()) return std::nullopt;
  StateHash h;
  std::vector<std::uint64_t*> parts{&h.all};  // in the order of --hashes
  StateHash::for_members([&](std::string_view name, auto part) {
    if (name != "all") parts.push_back(&(h.*part));
  });
  for (std::uint64_t* part : parts) {
    if (end - at.ptr < 17 || *at.ptr != ' ') return std::nullopt;
    const char* from = at.ptr + 1;
    at = std::from_chars(from, from + 16, *part, 16);
    if (at.ec != std::errc() || at.ptr != from + 16) return std::nullopt;
  }
  return std::pair(step, h);
}

std::string trajectory_words() { return fmt::format("trajectory ({})", fmt::join(io::trajectory_endings(), ", ")); }

FileGuess guess_file(const std::string& path) {
  const auto head = head_of(path);
  if (!head) return {FileKind::unreadable, std::generic_category().message(errno)};
  const std::string_view bytes = *head;
  if (bytes.empty()) return {FileKind::empty, ""};
  if (begins_like_sections(std::as_bytes(std::span(bytes)))) return {FileKind::checkpoint, "checkpoint"};
  if (io::recognise_trajectory(bytes)) return {FileKind::trajectory, "trajectory"};
  if (read_hash_line(bytes.substr(0, bytes.find('\n')))) return {FileKind::hashes, "list of hashes"};
  if (const auto* drawing = io::recognise_drawing(bytes, path)) return {FileKind::drawing, std::string(drawing->name)};
  if (bytes.starts_with("\x7f" "ELF")) return {FileKind::foreign, "program"};
  if (bytes.starts_with(compiled_lua)) return {FileKind::foreign, "compiled Lua script"};
  if (!std::all_of(bytes.begin(), bytes.end(), is_typed)) return {FileKind::noise, ""};
  return {FileKind::text, "text"};
}

Result<void> expect_scene_file(const std::string& path, std::string_view expected) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};  // a pipe can be read only once: loading it tells
  const FileGuess found = guess_file(path);
  const auto is = [&](const std::string& what, const std::string& hint = "") {
    return Error{Errc::invalid_value, fmt::format("'{}' is {}, expected {}{}", path, what, expected, hint), ""};
  };
  const std::string ending = file_ending(path);
  const bool data_name = io::find_trajectory_format(path) != nullptr;
  switch (found.kind) {
    case FileKind::unreadable:
      return Error{Errc::io, fmt::format("cannot read '{}': {}", path, found.name), ""};
    case FileKind::checkpoint:
      return is("a checkpoint", fmt::format("; `wend resume {}` goes on with it", path));
    case FileKind::trajectory: {
      const auto recording = io::Recording::open(path);  // the first bytes promise, the rest keeps
      if (recording) return is("a trajectory", fmt::format("; `wend info {0}` explains it, `wend render {0}` draws it", path));
      return Error{Errc::invalid_value, fmt::format("{}; expected {}", recording.error().message, expected), ""};
    }
    case FileKind::hashes:
      return is("a list of hashes", "; `wend diff` compares two of them");
    case FileKind::drawing:
    case FileKind::foreign:
      return is("a " + found.name);
    case FileKind::noise:
      return is("not a text");
    case FileKind::empty:
    case FileKind::text:
      if (data_name) return is(found.kind == FileKind::empty ? "empty" : "a text, but not a trajectory of wend");
      if (ending == ".wend") return is(found.kind == FileKind::empty ? "empty" : "a text, not a checkpoint");
      return {};
  }
  return {};
}

}  // namespace wend::cli
