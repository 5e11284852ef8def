#pragma once
#include <wend/world.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace wend::cli {

// What a file is, by its first bytes. Its name has a say only for POV-Ray's texts and for SVG.
enum class FileKind { checkpoint, trajectory, hashes, drawing, foreign, text, noise, empty, unreadable };

struct FileGuess {
  FileKind kind = FileKind::text;
  std::string name;  // "checkpoint", "PNG picture", "program": what to call it; of an unreadable one, why
};

// "trajectory (.sqlite, .csv, .npy)", for messages.
std::string trajectory_words();

FileGuess guess_file(const std::string& path);

// "12 0123456789abcdef ...", as `wend run --hashes` writes them; more parts than we know are passed over.
std::optional<std::pair<std::uint64_t, StateHash>> read_hash_line(std::string_view line);

// Nothing if the file may be a scene; else an Error that says what the file is and which command takes it.
Result<void> expect_scene_file(const std::string& path, std::string_view expected = "a scene (.lua)");

}  // namespace wend::cli
