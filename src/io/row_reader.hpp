#pragma once
#include <set>
#include <string>
#include <vector>

#include "io/readers.hpp"
#include "io/text.hpp"

namespace wend::io {

// One agent in one frame.
struct FileRow {
  std::int64_t frame = 0;
  double time = 0;
  AgentState dot = assumed_agent();
  std::uint64_t present = 0;  // rows of its frame; 0: the file does not say
};

// A file of rows in the order of frames, read once to know where each frame begins, and then frame by frame.
class RowReader : public FileReader {
 public:
  using FileReader::FileReader;
  std::size_t frames() const override { return parts_.size(); }

  Frame read_frame(std::size_t i) override {
    const Part& part = parts_[i];
    go_to(part.place);
    Frame result;
    result.time = part.time;
    for (std::uint64_t k = 0; k < part.rows; ++k) {
      const auto row = next();
      if (!row || row->frame != part.number || row->time != part.time) throw Damage("it changed while it was read");
      result.agents.push_back(row->dot);
    }
    return result;
  }

 protected:
  virtual void go_to(std::uint64_t place) = 0;
  virtual std::optional<FileRow> next() = 0;  // empty at the end
  virtual std::uint64_t place() = 0;          // of the next row
  virtual std::string here() const = 0;       // the row just read, for people

  void index() {
    std::set<AgentId> seen;
    for (std::uint64_t at = place();; at = place()) {
      const auto row = next();
      if (!row) break;
      seen.insert(row->dot.id);
      take(*row, at);
    }
    agents = seen.size();
    if (!parts_.empty() && lacks_rows()) forget_last(), complete = false;
  }

  // The last frame may have lost some of its rows.
  void forget_last() {
    if (!parts_.empty()) parts_.pop_back();
  }

  void sum_up() {
    for (const Part& part : parts_) rows += part.rows;
    if (parts_.size() < 2) return;
    info.every = (parts_[1].time - parts_[0].time) / static_cast<double>(parts_[1].number - parts_[0].number);
    info.dt = info.every;
  }

 private:
  struct Part {
    std::int64_t number = 0;
    double time = 0;
    std::uint64_t place = 0, rows = 0, present = 0;
  };

  bool lacks_rows() const { return parts_.back().present != 0 && parts_.back().rows != parts_.back().present; }

  void take(const FileRow& row, std::uint64_t at) {
    const bool is_new = parts_.empty() || parts_.back().number != row.frame;
    if (!parts_.empty()) {
      const Part& last = parts_.back();
      const bool ordered = is_new ? row.frame > last.number && row.time > last.time : row.time == last.time;
      if (!ordered) throw Damage(here() + ": frame " + number_text(row.frame) + " at " + number_text(row.time) + " s is out of order");
    }
    if (is_new && !parts_.empty() && lacks_rows()) throw Damage(here() + ": the frame before lacks rows");
    if (is_new) parts_.push_back({row.frame, row.time, at, 0, row.present});
    ++parts_.back().rows;
    const bool too_many = row.present != 0 && parts_.back().rows > row.present;
    if (too_many || row.present != parts_.back().present) throw Damage(here() + ": the frame has other rows than it says");
  }

  std::vector<Part> parts_;
};

}  // namespace wend::io
