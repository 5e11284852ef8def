#include <wend/io/drawing_format.hpp>
#include <wend/io/endings.hpp>
#include <wend/io/trajectory_format.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "core/ensure.hpp"
#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

// One line per format of ours, in the order in which messages list them; each is defined beside its reader and writer.
static std::vector<TrajectoryFormat> our_formats() {
  std::vector<TrajectoryFormat> all;
  extern TrajectoryFormat sqlite_format(); all.push_back(sqlite_format());
  extern TrajectoryFormat csv_format(); all.push_back(csv_format());
  extern TrajectoryFormat npy_format(); all.push_back(npy_format());
  return all;
}

namespace {

constexpr const char* registering = "register_trajectory_format";

bool is_word(std::string_view text) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fits);
}

Error bad_format(const std::string& message) { return {Errc::invalid_value, message, registering}; }

Result<void> check_fields(const TrajectoryFormat& format) {
  if (!is_word(format.name)) return bad_format("name = '" + format.name + "', expected small letters, digits and _");
  const std::string& ending = format.ending;
  if (ending.empty() || ending[0] != '.' || !is_word(std::string_view(ending).substr(1)))
    return bad_format("ending = '" + ending + "', expected a dot, then small letters, digits and _");
  if (format.doc.empty() || format.doc.find('\n') != format.doc.npos)
    return bad_format("doc = '" + format.doc + "', expected one line that says what such a file is");
  if (!format.recognises) return bad_format("recognises = null, expected a function");
  if (!format.open_writer) return bad_format("open_writer = null, expected a function");
  if (!format.open_reader) return bad_format("open_reader = null, expected a function");
  return {};
}

// Formats are added and never taken away: a reader needs no lock, because it sees a count and what is before it.
class Registry {
 public:
  Registry() {
    for (const TrajectoryFormat& format : our_formats()) WEND_ENSURE(add(format).has_value());
  }

  std::span<const TrajectoryFormat* const> all() const { return {known_.data(), count_.load()}; }

  Result<void> add(const TrajectoryFormat& format) {
    if (auto ok = check_fields(format); !ok) return ok;
    const std::scoped_lock lock(mutex_);
    for (const TrajectoryFormat* known : all()) {
      if (known->name == format.name)
        return bad_format("name = '" + format.name + "' is taken by a format for " + known->ending);
      if (known->ending == format.ending)
        return bad_format("ending = '" + format.ending + "' is taken by the format '" + known->name + "'");
    }
    const DrawingFormat* drawing = find_drawing_format("x" + format.ending);
    if (drawing) return bad_format("ending = '" + format.ending + "' is taken by the " + std::string(drawing->name));
    if (format.ending == ".lua" || format.ending == ".wend")
      return bad_format("ending = '" + format.ending + "' is taken by scenes (.lua) and checkpoints (.wend)");
    const std::size_t count = count_.load();
    if (count == known_.size()) {
      const std::string most = number_text(count);
      return Error{Errc::limit, "format '" + format.name + "' is one too many, expected at most " + most, registering};
    }
    owned_[count] = std::make_unique<const TrajectoryFormat>(format);
    known_[count] = owned_[count].get();
    count_.store(count + 1);
    return {};
  }

 private:
  std::array<std::unique_ptr<const TrajectoryFormat>, most_trajectory_formats> owned_;
  std::array<const TrajectoryFormat*, most_trajectory_formats> known_{};
  std::atomic<std::size_t> count_ = 0;
  std::mutex mutex_;
};

Registry& registry() {
  static Registry& all = *new Registry;  // never destroyed: files may be open until the very end
  return all;
}

template <class Test>
const TrajectoryFormat* first_format(Test&& test) {
  const auto all = trajectory_formats();
  const auto found = std::find_if(all.begin(), all.end(), [&](const TrajectoryFormat* f) { return test(*f); });
  return found == all.end() ? nullptr : *found;
}

}  // namespace

TrajectoryReader::~TrajectoryReader() = default;

std::span<const TrajectoryFormat* const> trajectory_formats() { return registry().all(); }

Result<void> register_trajectory_format(const TrajectoryFormat& format) { return registry().add(format); }

const TrajectoryFormat* find_trajectory_format(std::string_view path) {
  const std::string ending = file_ending(path);
  return first_format([&](const TrajectoryFormat& f) { return f.ending == ending; });
}

const TrajectoryFormat* recognise_trajectory(std::string_view first_bytes) {
  return first_format([&](const TrajectoryFormat& f) { return f.recognises(first_bytes); });
}

std::vector<std::string> trajectory_endings() {
  std::vector<std::string> endings;
  for (const TrajectoryFormat* format : trajectory_formats()) endings.push_back(format->ending);
  return endings;
}

}  // namespace wend::io
