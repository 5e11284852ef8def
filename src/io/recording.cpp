#include <wend/io/endings.hpp>
#include <wend/io/recording.hpp>
#include <wend/state.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/error.hpp"
#include "io/readers.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

template <class Thing>
void sort_by_id(std::vector<Thing>& list, const char* what) {
  const auto less = [](const Thing& a, const Thing& b) { return a.id < b.id; };
  if (!std::is_sorted(list.begin(), list.end(), less)) std::sort(list.begin(), list.end(), less);
  const auto same = [](const Thing& a, const Thing& b) { return a.id == b.id; };
  if (std::adjacent_find(list.begin(), list.end(), same) != list.end()) throw Damage(std::string(what) + " is twice in one frame");
}

// Lists in id order, nobody twice.
void put_in_order(Frame& frame) {
  sort_by_id(frame.agents, "an agent");
  sort_by_id(frame.bodies, "a body");
  sort_by_id(frame.targets, "a target");
}

}  // namespace

Status status_of(std::int64_t number) {
  if (number < 0 || number > static_cast<std::int64_t>(last_status)) {
    throw Damage("status = " + number_text(number) + ", expected 0 .. " + number_text(static_cast<int>(last_status)));
  }
  return static_cast<Status>(number);
}

Result<std::string> read_head(const std::string& path, std::size_t size) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (code || !std::filesystem::exists(status)) return system_error("read", path, code ? code.value() : ENOENT);
  if (!std::filesystem::is_regular_file(status)) return io_error("read", path, "it is not a plain file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return system_error("read", path);
  std::string head(size, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  return head;
}

Recording::Recording(std::string path, const TrajectoryFormat& format, std::unique_ptr<TrajectoryReader> reader)
    : path_(std::move(path)), format_(&format), reader_(std::move(reader)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Result<Recording> Recording::open(const std::string& path) {
  return read_guarded(path, [&]() -> Result<Recording> {
    const auto head = read_head(path, trajectory_head);
    if (!head) return head.error();
    if (head->empty()) return Error{Errc::damaged, "cannot read '" + path + "': it is empty", ""};
    const TrajectoryFormat* format = recognise_trajectory(*head);
    if (format == nullptr) {
      const std::string known = either_of(trajectory_endings());
      return Error{Errc::unknown_name, "'" + path + "' is not a trajectory (" + known + ")", ""};
    }
    auto reader = format->open_reader(path);
    if (!reader) return reader.error();
    if (*reader == nullptr) return io_error("read", path, "the format '" + format->name + "' has no reader for it");
    return Recording(path, *format, std::move(*reader));
  });
}

const std::string& Recording::path() const { return path_; }
const TrajectoryFormat& Recording::format() const { return *format_; }
const std::string& Recording::kind() const { return reader_->kind.empty() ? format_->doc : reader_->kind; }
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
    auto frame = reader_->frame(i);
    if (frame) put_in_order(*frame);
    return frame;
  });
}

}  // namespace wend::io
