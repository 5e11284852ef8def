#include "io/stream_writer.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

namespace wend::io {

namespace {

class CsvWriter final : public StreamWriter {
 public:
  using StreamWriter::StreamWriter;

 private:
  std::string header() const override { return std::string(csv_columns) + "\n"; }
  Result<void> end() override { return file_.write("\n"); }  // an empty line: nothing is missing

  void append_rows(const Frame& frame) override {
    for (const AgentDot& dot : frame.agents) append_row(frame, dot);
    ++frame_;
  }

  void append_row(const Frame& frame, const AgentDot& dot) {
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

}  // namespace

Result<std::unique_ptr<TrajectoryWriter>> open_csv(const std::string& path, const RunInfo&) {
  return open_stream<CsvWriter>(path);
}

}  // namespace wend::io
