#include "earlier_files.hpp"

#include "numbers.hpp"

#include <wend/io/recording.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace wend::cli {

namespace fs = std::filesystem;

namespace {

Error too_short(const EarlierFile& file, const std::string& end) {
  return {Errc::damaged,
          fmt::format("'{}' holds the earlier part only until {}; -o FILE writes the rest into another file", file.path, end),
          ""};
}

Error another_run(const EarlierFile& file) {
  return {Errc::invalid_value,
          fmt::format("'{}' is not the earlier part of this run; -o FILE writes the rest into another file", file.path), ""};
}

// Whether the crowd of an earlier frame can have become that of `now`; at the same moment it must be the same.
bool leads_to(const io::Frame& earlier, const io::Frame& now) {
  if (earlier.agents.empty() != now.agents.empty() && earlier.time >= now.time) return false;
  auto later = now.agents.begin();
  for (const AgentState& dot : earlier.agents) {
    while (later != now.agents.end() && later->id < dot.id) ++later;
    if (later == now.agents.end() || later->id != dot.id) {
      if (earlier.time >= now.time) return false;
      continue;
    }
    const double reach = 2 * std::max(later->top_speed, norm(later->velocity)) * std::max(0.0, now.time - earlier.time);
    if (!(norm(later->at - dot.at) <= reach)) return false;
  }
  return true;
}

}  // namespace

Result<EarlierFile> find_earlier(const std::string& path, std::uint64_t writer) {
  std::error_code ignored;
  const std::string real = io::real_path(path);
  const std::string mine = fmt::format("{}.partial-{}", real, writer);
  const std::string aside = mine + "-before";
  // Our own leftover would be in the way when this process happens to have the number of the one that was killed.
  if (fs::exists(mine, ignored) && writer == static_cast<std::uint64_t>(::getpid()) && !fs::exists(aside, ignored)) {
    fs::rename(mine, aside, ignored);
    fs::rename(mine + "-journal", aside + "-journal", ignored);
  }
  for (const std::string& leftover : {aside, mine}) {
    if (fs::exists(leftover, ignored)) return EarlierFile{leftover};
  }
  if (fs::exists(real, ignored)) return EarlierFile{real};
  return Error{Errc::io,
               fmt::format("'{}' of the earlier part is gone (looked for '{}' too); -o FILE writes the rest into another file",
                           path, mine),
               ""};
}

Result<void> copy_frames(const EarlierFile& from, io::TrajectoryWriter& to, double every, std::uint64_t frames,
                         const io::Frame& now) {
  auto recording = io::Recording::open(from.path);
  if (!recording) return recording.error();
  std::uint64_t written = 0;
  for (std::size_t i = 0; i < recording->frames() && written < frames; ++i) {
    const auto frame = recording->frame(i);
    if (!frame) return frame.error();
    const double number = std::round(frame->time / every);
    if (!(number >= static_cast<double>(written)) || std::abs(frame->time - number * every) > 1e-6 * every) {
      return Error{Errc::damaged, fmt::format("'{}' has a frame at {} s, expected one every {} s", from.path, frame->time, every), ""};
    }
    // A moment with nobody is not in files of rows.
    for (; written < frames && static_cast<double>(written) < number; ++written) {
      io::Frame empty;
      empty.time = static_cast<double>(written) * every;
      if (auto ok = to.write(empty); !ok) return ok;
    }
    if (written == frames) break;
    if (written + 1 == frames && !leads_to(*frame, now)) return another_run(from);
    if (auto ok = to.write(*frame); !ok) return ok;
    ++written;
  }
  if (written < frames) return too_short(from, fmt::format("t = {} s", written == 0 ? 0.0 : static_cast<double>(written - 1) * every));
  return {};
}

Result<void> copy_hashes(const EarlierFile& from, io::AtomicFile& to, std::uint64_t steps, const std::string& now) {
  std::ifstream stream(from.path);
  std::string line;
  for (std::uint64_t step = 1; step <= steps; ++step) {
    if (!std::getline(stream, line) || !line.starts_with(fmt::format("{} ", step)))
      return too_short(from, fmt::format("step {}", step - 1));
    if (step == steps && line != now) return another_run(from);
    if (auto ok = to.write(line + "\n"); !ok) return ok;
  }
  return {};
}

}  // namespace wend::cli
