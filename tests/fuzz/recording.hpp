#pragma once
#include <unistd.h>
#include <wend/io/recording.hpp>

#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/fuzz.hpp"
#include "support/fp_traps.hpp"

namespace wend::fuzz {

// Bytes as a trajectory file: refused with a reason, or frames that can be read in any order and measured.
inline int use_recording(const std::uint8_t* data, std::size_t size, const char* ending) {
  const test::NoTraps quiet;
  const auto path = std::filesystem::temp_directory_path() / ("wend-fuzz-" + std::to_string(::getpid()) + ending);
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  if (auto recording = io::Recording::open(path.string())) {
    const std::size_t frames = recording->frames();
    for (std::size_t i = frames; i-- > 0 && i + 50 > frames;) (void)recording->frame(i);
    if (frames > 0) (void)recording->frame(0);
    fuzz::ensure(!recording->frame(frames).has_value(), "a frame after the last");
    if (frames <= 200) (void)io::measure(*recording);
  } else {
    fuzz::ensure(!recording.error().message.empty(), "an error without words");
  }
  std::filesystem::remove(path);
  return 0;
}

}  // namespace wend::fuzz
