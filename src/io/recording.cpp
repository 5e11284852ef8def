#include <wend/io/recording.hpp>
#include <wend/status.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/error.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

template <class F>
auto read_guarded(const std::string& path, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const Damage& problem) {
    return Error{Errc::damaged, "cannot read '" + path + "': " + problem.text, ""};
  } catch (const std::bad_alloc&) {
    return io_error("read", path, "out of memory");
  } catch (const std::exception& problem) {
    return io_error("read", path, problem.what());
  }
}

template <class Thing>
void sort_by_id(std::vector<Thing>& list, const char* what) {
  const auto less = [](const Thing& a, const Thing& b) { return a.id < b.id; };
  if (!std::is_sorted(list.begin(), list.end(), less)) std::sort(list.begin(), list.end(), less);
  const auto same = [](const Thing& a, const Thing& b) { return a.id == b.id; };
  if (std::adjacent_find(list.begin(), list.end(), same) != list.end()) throw Damage(std::string(what) + " is twice in one frame");
}

}  // namespace

void put_in_order(Frame& frame) {
  sort_by_id(frame.agents, "an agent");
  sort_by_id(frame.bodies, "a body");
  sort_by_id(frame.targets, "a target");
}

Status status_of(std::int64_t number) {
  if (number < 0 || number > static_cast<std::int64_t>(last_status)) {
    throw Damage("status = " + number_text(number) + ", expected 0 .. " + number_text(static_cast<int>(last_status)));
  }
  return static_cast<Status>(number);
}

std::optional<RecordingFormat> recording_format(std::string_view first_bytes) {
  if (first_bytes.starts_with("SQLite format 3")) return RecordingFormat::sqlite;
  if (first_bytes.starts_with("\x93NUMPY")) return RecordingFormat::npy;
  if (first_bytes.starts_with("frame,time,id,")) return RecordingFormat::csv;
  return {};
}

Recording::Recording(std::string path, std::unique_ptr<Reader> reader) : path_(std::move(path)), reader_(std::move(reader)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Result<Recording> Recording::open(const std::string& path) {
  return read_guarded(path, [&]() -> Result<Recording> {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (code || !std::filesystem::exists(status)) return system_error("read", path, code ? code.value() : ENOENT);
    if (!std::filesystem::is_regular_file(status)) return io_error("read", path, "it is not a plain file");
    std::string head(16, '\0');
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return system_error("read", path);
    stream.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(stream.gcount()));
    stream.close();
    if (head.empty()) return Error{Errc::damaged, "cannot read '" + path + "': it is empty", ""};
    const auto format = recording_format(head);
    if (format == RecordingFormat::sqlite) return Recording(path, read_sqlite(path));
    if (format == RecordingFormat::npy) return Recording(path, read_npy(path));
    if (format == RecordingFormat::csv) return Recording(path, read_csv(path));
    return Error{Errc::unknown_name, "'" + path + "' is not a trajectory (.sqlite, .csv or .npy)", ""};
  });
}

const std::string& Recording::path() const { return path_; }
RecordingFormat Recording::format() const { return reader_->format; }
const RunInfo& Recording::info() const { return reader_->info; }
std::optional<std::uint64_t> Recording::hash() const { return reader_->hash; }
bool Recording::complete() const { return reader_->complete; }
bool Recording::exact() const { return reader_->exact; }
bool Recording::velocities() const { return reader_->velocities; }
const std::string& Recording::note() const { return reader_->note; }
std::uint64_t Recording::agents() const { return reader_->agents; }
std::uint64_t Recording::rows() const { return reader_->rows; }
std::size_t Recording::frames() const { return reader_->frames(); }

Result<Frame> Recording::frame(std::size_t i) {
  if (i >= frames()) {
    return Error{Errc::invalid_value,
                 "frame = " + number_text(i) + ", expected less than " + number_text(frames()), path_};
  }
  return read_guarded(path_, [&]() -> Result<Frame> {
    Frame frame = reader_->frame(i);
    put_in_order(frame);
    return frame;
  });
}

}  // namespace wend::io
