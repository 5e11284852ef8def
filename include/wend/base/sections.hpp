#pragma once
#include <wend/base/export.hpp>
#include <wend/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend {

// Snapshots and checkpoint files are the same bytes (decision N9): named sections, each with its size and checksum.
// A world reads the sections it knows and passes over names with a '/', which belong to whoever saved with it.

using Bytes = std::vector<std::byte>;

struct Section {
  std::string name;
  std::span<const std::byte> bytes;
};

struct Sections {
  std::uint32_t format = 0;
  std::string written_by;  // the version of Wend
  std::vector<Section> list;

  const Section* find(std::string_view name) const;
};

// The format this build writes and reads.
constexpr std::uint32_t snapshot_format = 1;

WEND_API Bytes begin_sections();  // a file that says which version wrote it
WEND_API void append_section(Bytes& file, std::string_view name, std::span<const std::byte> bytes);
// Do these bytes begin as such a file does? Eight of them are enough.
WEND_API bool begins_like_sections(std::span<const std::byte> first);
// All sections, whole: cut-off, damaged and foreign bytes are an Error. The spans point into `file`.
WEND_API Result<Sections> read_sections(std::span<const std::byte> file);

}  // namespace wend
