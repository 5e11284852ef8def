#include <wend/io/trajectory_format.hpp>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/bytes.hpp"
#include "io/row_reader.hpp"
#include "io/stream_writer.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr std::string_view npy_start = "\x93NUMPY";

// A row of our .npy files: little-endian, eight bytes aligned, no gaps. New fields come at the end.
constexpr const char* npy_first_fields =
    "('frame', '<i8'), ('time', '<f8'), ('id', '<i8'), ('x', '<f8'), ('y', '<f8'), ('heading', '<f8'), "
    "('speed', '<f8'), ('turn_rate', '<f8'), ('radius', '<f8'), ('weight', '<f8'), ('group', '<u4'), ('status', '<u4')";

struct NpyLayout {
  const char* more_fields = "";
  std::size_t row_size = 0, header_size = 0;
  std::string fields() const { return std::string("[") + npy_first_fields + more_fields + "]"; }
};

constexpr NpyLayout npy_layout{", ('vx', '<f8'), ('vy', '<f8')", 104, 384};
constexpr NpyLayout npy_without_velocities{"", 88, 320};  // of versions before 0.2

// The header of a file with so many rows. NumPy reads both; tabs instead of spaces say that the file is not finished.
std::string npy_header(const NpyLayout& layout, std::uint64_t rows, bool finished) {
  std::string text =
      "{'descr': " + layout.fields() + ", 'fortran_order': False, 'shape': (" + number_text(rows) + ",), }";
  const std::size_t size = layout.header_size - 10;
  text.append(size - 1 - text.size(), finished ? ' ' : '\t');
  text += '\n';
  std::string head(npy_start);
  head.append("\x01\x00", 2);
  head += static_cast<char>(size & 0xff);
  head += static_cast<char>(size >> 8);
  return head + text;
}

class NpyWriter final : public StreamWriter {
 public:
  using StreamWriter::StreamWriter;

 private:
  std::string header() const override { return npy_header(npy_layout, 0, false); }
  // The rows first, then their number: what a killed run leaves opens in NumPy.
  Result<void> hand_over() override { return file_.rewrite_start(npy_header(npy_layout, count_, false)); }
  Result<void> end() override { return file_.rewrite_start(npy_header(npy_layout, count_, true)); }

  void append_rows(const Frame& frame) override {
    ByteWriter out;
    for (const AgentState& dot : frame.agents) {
      out.u64(frame_);
      out.f64(frame.time);
      out.u64(static_cast<std::uint64_t>(file_id(dot.id)));
      for (const double v : {dot.at.x, dot.at.y, dot.heading, dot.speed}) out.f64(v);
      for (const double v : {dot.turn_rate, dot.radius, dot.target_weight}) out.f64(v);
      out.u32(dot.group);
      out.u32(static_cast<std::uint32_t>(dot.status));
      out.f64(dot.velocity.x);
      out.f64(dot.velocity.y);
    }
    rows_.assign(reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size());
    count_ += frame.agents.size();
    ++frame_;
  }

  std::uint64_t frame_ = 0, count_ = 0;
};

class NpyReader final : public RowReader {
 public:
  explicit NpyReader(const std::string& path) : RowReader(path), stream_(path, std::ios::binary) {
    const bool cut = !read_header(std::filesystem::file_size(path));
    index();
    if (cut) forget_last();
    sum_up();
  }

 private:
  void go_to(std::uint64_t place) override {
    row_ = place;
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(layout_.header_size + place * layout_.row_size));
  }
  std::uint64_t place() override { return row_; }
  std::string here() const override { return "row " + number_text(row_ - 1); }

  // It must be one we write, or one that earlier versions wrote. False: fewer rows are there than it says.
  bool read_header(std::uint64_t file_size) {
    std::string head(npy_without_velocities.header_size, '\0');  // the shorter one
    const auto read_from = [&](std::size_t at) {
      stream_.read(head.data() + at, static_cast<std::streamsize>(head.size() - at));
      if (static_cast<std::size_t>(stream_.gcount()) != head.size() - at) throw Damage("its header is cut off");
    };
    read_from(0);
    velocities = head.find("'vx'") != head.npos;
    if (velocities) {
      layout_ = npy_layout;
      const std::size_t read = head.size();
      head.resize(layout_.header_size);
      read_from(read);
    } else {
      note = no_velocities;
    }
    const std::string key = "'shape': (";
    const std::size_t at = head.find(key);
    std::uint64_t said = 0;
    if (at != head.npos) std::from_chars(head.data() + at + key.size(), head.data() + head.size(), said);
    const bool finished = head == npy_header(layout_, said, true);
    if (!finished && head != npy_header(layout_, said, false)) {
      throw Damage("it is an array of another kind, expected the fields " + npy_layout.fields());
    }
    const std::uint64_t bytes = file_size - layout_.header_size, there = bytes / layout_.row_size;
    complete = finished && said == there && bytes % layout_.row_size == 0;
    rows_ = std::min(said, there);
    return said <= there;
  }

  std::optional<FileRow> next() override {
    if (row_ == rows_) return {};
    ++row_;
    bytes_.resize(layout_.row_size);
    const auto size = static_cast<std::streamsize>(bytes_.size());
    stream_.read(reinterpret_cast<char*>(bytes_.data()), size);
    if (stream_.gcount() != size) throw Damage("it became shorter while it was read");
    ByteReader in(bytes_);
    FileRow row;
    row.frame = static_cast<std::int64_t>(in.u64());
    row.time = in.f64();
    const auto id = static_cast<std::int64_t>(in.u64());
    row.dot.id = agent_of_file_id(id);
    bool good = row.frame >= 0 && id >= 0 && std::isfinite(row.time);
    const auto take = [&](std::initializer_list<double*> numbers) {
      for (double* v : numbers) *v = in.f64(), good = good && std::isfinite(*v);
      if (!good) throw Damage(here() + " holds a number that is not finite, or an id or frame below 0");
    };
    take({&row.dot.at.x, &row.dot.at.y, &row.dot.heading, &row.dot.speed, &row.dot.turn_rate, &row.dot.radius, &row.dot.target_weight});
    row.dot.from = row.dot.at;
    row.dot.group = in.u32();
    row.dot.status = status_of(in.u32());
    row.dot.velocity = lift(along_heading(row.dot));
    if (velocities) take({&row.dot.velocity.x, &row.dot.velocity.y});
    return row;
  }

  std::ifstream stream_;
  NpyLayout layout_ = npy_without_velocities;
  std::vector<std::byte> bytes_;
  std::uint64_t row_ = 0, rows_ = 0;
};

}  // namespace

TrajectoryFormat npy_format() {
  return {.name = "npy",
          .ending = ".npy",
          .doc = "trajectory as a NumPy array",
          .used_by = "NumPy",
          .holds = {.velocities = true},
          .recognises = [](std::string_view first_bytes) { return first_bytes.starts_with(npy_start); },
          .open_writer = open_stream<NpyWriter>,
          .open_reader = open_reader<NpyReader>};
}

}  // namespace wend::io
