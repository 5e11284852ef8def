#include <wend/io/trajectory_format.hpp>
#include <wend/state.hpp>

#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>

#include "io/row_reader.hpp"
#include "io/stream_writer.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// New columns come at the end, for ever. `present` is the number of rows of the frame: a cut one is seen.
constexpr const char* csv_columns =
    "frame,time,id,x,y,heading,speed,status,radius,group,turn_rate,weight,present,vx,vy";
constexpr std::string_view csv_start = "frame,time,id,";

class CsvWriter final : public StreamWriter {
 public:
  using StreamWriter::StreamWriter;

 private:
  std::string header() const override { return std::string(csv_columns) + "\n"; }
  Result<void> end() override { return file_.write("\n"); }  // an empty line: nothing is missing

  void append_rows(const Frame& frame) override {
    for (const AgentState& dot : frame.agents) append_row(frame, dot);
    ++frame_;
  }

  void append_row(const Frame& frame, const AgentState& dot) {
    append(rows_, frame_);
    value(frame.time);
    value(file_id(dot.id));
    for (const double v : {dot.at.x, dot.at.y, dot.heading, dot.speed}) value(v);
    rows_ += ',';
    rows_ += name(dot.status);
    value(dot.radius);
    value(dot.group);
    value(dot.turn_rate);
    value(dot.target_weight);
    value(frame.agents.size());
    value(dot.velocity.x);
    value(dot.velocity.y);
    rows_ += '\n';
  }

  template <class Number>
  void value(Number v) {
    rows_ += ',';
    append(rows_, v);
  }

  std::uint64_t frame_ = 0;
};

constexpr std::size_t longest_line = 4096;
constexpr std::size_t first_columns = 8, columns_to_present = 13, known_columns = 15;  // of three generations

// Cuts a line at its commas.
class Fields {
 public:
  Fields(std::string_view line, std::uint64_t number) : rest_(line), line_(number) {}

  std::string_view next() {
    const std::size_t comma = rest_.find(',');
    const std::string_view field = rest_.substr(0, comma);
    rest_ = comma == rest_.npos ? std::string_view() : rest_.substr(comma + 1);
    return field;
  }

  std::int64_t whole(const char* name, std::int64_t most) {
    const std::string_view text = next();
    std::int64_t value = -1;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || value < 0 || value > most) {
      fail(name, text, "a whole number from 0");
    }
    return value;
  }

  double number(const char* name) {
    const std::string_view text = next();
    double value = NAN;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || !std::isfinite(value)) fail(name, text, "a finite number");
    return value;
  }

  Status status() {
    const std::string_view text = next();
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(last_status); ++i) {
      if (text == name(static_cast<Status>(i))) return static_cast<Status>(i);
    }
    fail("status", text, "a status such as moving");
  }

  [[noreturn]] void fail(const char* what, std::string_view found, const char* expected) const {
    std::string text = "line " + number_text(line_) + ": " + what + " = '";
    text.append(found.substr(0, 40));
    throw Damage(text + "', expected " + expected);
  }

 private:
  std::string_view rest_;
  std::uint64_t line_;
};

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

class CsvReader final : public RowReader {
 public:
  explicit CsvReader(const std::string& path) : RowReader(path), stream_(path, std::ios::binary) {
    read_header();
    index();
    if (!complete && columns_ < columns_to_present) forget_last();  // nobody knows whether it is whole
    sum_up();
    velocities = columns_ == known_columns;
    if (!velocities) note = no_velocities;
    if (columns_ < columns_to_present) note = "a file without radius, group, turn rate, weight and velocity: radius 0.3 m assumed";
  }

 private:
  void go_to(std::uint64_t place) override {
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(place));
    place_ = place;
  }
  std::uint64_t place() override { return place_; }
  std::string here() const override { return "line " + number_text(line_number_); }

  std::optional<FileRow> next() override {
    std::string_view line;
    if (!next_line(line) || !whole_) return {};
    if (!line.empty()) return parse(line);
    complete = stream_.peek() == std::ifstream::traits_type::eof();
    if (!complete) throw Damage(here() + " is empty");
    return {};
  }

  // False at the end; whole_ says whether the line had one.
  bool next_line(std::string_view& line) {
    stream_.getline(buffer_, sizeof buffer_);
    const auto length = static_cast<std::size_t>(stream_.gcount());
    place_ += length;
    ++line_number_;
    if (stream_.bad()) throw Damage("reading stopped at " + here());
    if (stream_.fail() && length + 1 >= sizeof buffer_) throw Damage(here() + " is too long");
    if (stream_.fail()) return false;
    whole_ = !stream_.eof();
    line = std::string_view(buffer_, whole_ ? length - 1 : length);
    return true;
  }

  void read_header() {
    std::string_view line, known = csv_columns;
    if (!next_line(line) || !whole_) throw Damage("its first line is cut off");
    for (columns_ = 0; !known.empty() && !line.empty(); ++columns_) {
      const std::string_view found = line.substr(0, line.find(',')), expected = known.substr(0, known.find(','));
      if (found != expected) break;
      line.remove_prefix(std::min(line.size(), found.size() + 1));
      known.remove_prefix(std::min(known.size(), expected.size() + 1));
    }
    if (columns_ != first_columns && columns_ < columns_to_present) {
      throw Damage("its first line is not " + std::string(csv_columns));
    }
  }

  FileRow parse(std::string_view line) const {
    Fields fields(line, line_number_);
    FileRow row;
    row.frame = fields.whole("frame", largest);
    row.time = fields.number("time");
    row.dot.id = agent_of_file_id(fields.whole("id", largest));
    row.dot.at.x = fields.number("x");
    row.dot.at.y = fields.number("y");
    row.dot.from = row.dot.at;
    row.dot.heading = fields.number("heading");
    row.dot.speed = fields.number("speed");
    row.dot.status = fields.status();
    row.dot.velocity = lift(along_heading(row.dot));
    if (columns_ < columns_to_present) return row;
    row.dot.radius = fields.number("radius");
    row.dot.group = static_cast<std::uint32_t>(fields.whole("group", 0xffffffff));
    row.dot.turn_rate = fields.number("turn_rate");
    row.dot.target_weight = fields.number("weight");
    row.present = static_cast<std::uint64_t>(fields.whole("present", largest));
    if (row.present == 0) fields.fail("present", "0", "a whole number from 1");
    if (columns_ < known_columns) return row;
    row.dot.velocity.x = fields.number("vx");
    row.dot.velocity.y = fields.number("vy");
    return row;
  }

  std::ifstream stream_;
  char buffer_[longest_line];
  bool whole_ = false;
  std::uint64_t line_number_ = 0, place_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace

TrajectoryFormat csv_format() {
  return {.name = "csv",
          .ending = ".csv",
          .doc = "trajectory as comma-separated values",
          .used_by = "spreadsheets, scripts",
          .holds = {.velocities = true},
          .recognises = [](std::string_view first_bytes) { return first_bytes.starts_with(csv_start); },
          .open_writer = open_stream<CsvWriter>,
          .open_reader = open_reader<CsvReader>};
}

}  // namespace wend::io
