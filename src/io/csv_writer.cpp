#include <chrono>

#include "io/atomic_file.hpp"
#include "io/error.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

namespace wend::io {

namespace {

class CsvWriter final : public TrajectoryWriter {
 public:
  explicit CsvWriter(AtomicFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  Result<void> write(const Frame& frame) override {
    return step([&]() -> Result<void> {
      text_.clear();
      for (const AgentDot& dot : frame.agents) append_row(frame.time, dot);
      ++frame_;
      if (auto done = file_.write(text_); !done) return done;
      const auto now = std::chrono::steady_clock::now();
      if (now - flushed_ < std::chrono::seconds(1)) return {};
      flushed_ = now;
      return file_.flush();
    });
  }

  Result<void> flush() override {
    return step([&] { return file_.flush(); });
  }

  Result<void> finish(std::uint64_t) override {
    auto done = step([&] { return file_.commit(); });
    if (done) failure_ = io_error("write", path_, "it is already finished").message;
    return done;
  }

  void abandon() override {
    file_.discard();
    if (failure_.empty()) failure_ = io_error("write", path_, "it was abandoned").message;
  }

  Result<void> header() {
    return step([&] { return file_.write("frame,time,id,x,y,heading,speed,status\n"); });
  }

 private:
  template <class F>
  Result<void> step(F&& f) {
    if (!failure_.empty()) return Error{Errc::io, failure_, ""};
    Result<void> done = guarded(path_, f);
    if (!done) {
      failure_ = done.error().message;
      file_.discard();
    }
    return done;
  }

  void append_row(double time, const AgentDot& dot) {
    append(text_, frame_);
    text_ += ',';
    append(text_, time);
    text_ += ',';
    append(text_, file_id(dot.id));
    for (const double value : {dot.at.x, dot.at.y, dot.heading, dot.speed}) {
      text_ += ',';
      append(text_, value);
    }
    text_ += ',';
    text_ += name(dot.status);
    text_ += '\n';
  }

  AtomicFile file_;
  std::string path_, text_, failure_;
  std::uint64_t frame_ = 0;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

}  // namespace

Result<std::unique_ptr<TrajectoryWriter>> open_csv(const std::string& path, const RunInfo&) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  auto writer = std::make_unique<CsvWriter>(std::move(*file), path);
  if (auto done = writer->header(); !done) return done.error();
  return std::unique_ptr<TrajectoryWriter>(std::move(writer));
}

}  // namespace wend::io
