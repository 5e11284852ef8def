#include "core/bytes.hpp"
#include "io/npy_format.hpp"
#include "io/stream_writer.hpp"
#include "io/writers.hpp"

namespace wend::io {

namespace {

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
    for (const AgentDot& dot : frame.agents) {
      out.u64(frame_);
      out.f64(frame.time);
      out.u64(static_cast<std::uint64_t>(file_id(dot.id)));
      for (const double v : {dot.at.x, dot.at.y, dot.heading, dot.speed, dot.turn_rate, dot.radius, dot.target_weight}) out.f64(v);
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

}  // namespace

Result<std::unique_ptr<TrajectoryWriter>> open_npy(const std::string& path, const RunInfo&) {
  return open_stream<NpyWriter>(path);
}

}  // namespace wend::io
