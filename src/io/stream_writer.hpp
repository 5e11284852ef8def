#pragma once
#include <wend/io/atomic_file.hpp>
#include <wend/io/trajectory.hpp>

#include <chrono>
#include <string>
#include <utility>

#include "io/stepwise.hpp"

namespace wend::io {

// What the writers of plain rows share: one file, handed to the system at least every second.
class StreamWriter : public TrajectoryWriter, private Stepwise {
 public:
  StreamWriter(AtomicFile file, std::string path) : Stepwise(std::move(path)), file_(std::move(file)) {}

  Result<void> begin() {
    return step([&] { return file_.write(header()); });
  }

  Result<void> write(const Frame& frame) override {
    return step([&]() -> Result<void> {
      rows_.clear();
      append_rows(frame);
      if (auto done = file_.write(rows_); !done) return done;
      const auto now = std::chrono::steady_clock::now();
      if (now - flushed_ < std::chrono::seconds(1)) return {};
      flushed_ = now;
      return hand_over();
    });
  }

  Result<void> flush() override {
    return step([&] { return hand_over(); });
  }

  Result<void> finish(std::uint64_t) override {
    return last_step("it is already finished", [&]() -> Result<void> {
      if (auto ended = end(); !ended) return ended;
      return file_.commit();
    });
  }

  void abandon() override { give_up(); }

 protected:
  virtual std::string header() const = 0;
  virtual void append_rows(const Frame&) = 0;  // to rows_
  virtual Result<void> hand_over() { return file_.flush(); }
  virtual Result<void> end() = 0;

  AtomicFile file_;
  std::string rows_;

 private:
  void remove_file() override { file_.discard(); }

  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

// Opens the file of a StreamWriter and writes its header.
template <class Writer>
Result<std::unique_ptr<TrajectoryWriter>> open_stream(const std::string& path, const RunInfo&) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  auto writer = std::make_unique<Writer>(std::move(*file), path);
  if (auto done = writer->begin(); !done) return done.error();
  return std::unique_ptr<TrajectoryWriter>(std::move(writer));
}

}  // namespace wend::io
