#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/bytes.hpp"
#include "io/npy_format.hpp"
#include "io/row_reader.hpp"

namespace wend::io {

namespace {

class NpyReader final : public RowReader {
 public:
  explicit NpyReader(const std::string& path) : stream_(path, std::ios::binary) {
    format = RecordingFormat::npy;
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
    row.dot.velocity = along_heading(row.dot);
    if (velocities) take({&row.dot.velocity.x, &row.dot.velocity.y});
    return row;
  }

  std::ifstream stream_;
  NpyLayout layout_ = npy_without_velocities;
  std::vector<std::byte> bytes_;
  std::uint64_t row_ = 0, rows_ = 0;
};

}  // namespace

std::unique_ptr<Recording::Reader> read_npy(const std::string& path) { return std::make_unique<NpyReader>(path); }

}  // namespace wend::io
