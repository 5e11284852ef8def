#pragma once
#include <wend/io/trajectory.hpp>

#include <chrono>
#include <string>
#include <utility>

#include "io/atomic_file.hpp"
#include "io/error.hpp"

namespace wend::io {

// What the writers of plain rows share: one file, handed to the system at least every second, and the first failure kept.
class StreamWriter : public TrajectoryWriter {
 public:
  StreamWriter(AtomicFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

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
    auto done = step([&]() -> Result<void> {
      if (auto ended = end(); !ended) return ended;
      return file_.commit();
    });
    if (done) failure_ = io_error("write", path_, "it is already finished").message;
    return done;
  }

  void abandon() override {
    file_.discard();
    if (failure_.empty()) failure_ = io_error("write", path_, "it was abandoned").message;
  }

 protected:
  virtual std::string header() const = 0;
  virtual void append_rows(const Frame&) = 0;  // to rows_
  virtual Result<void> hand_over() { return file_.flush(); }
  virtual Result<void> end() = 0;

  AtomicFile file_;
  std::string rows_;

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

  std::string path_, failure_;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

// Opens the file of a StreamWriter and writes its header.
template <class Writer>
Result<std::unique_ptr<TrajectoryWriter>> open_stream(const std::string& path) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  auto writer = std::make_unique<Writer>(std::move(*file), path);
  if (auto done = writer->begin(); !done) return done.error();
  return std::unique_ptr<TrajectoryWriter>(std::move(writer));
}

}  // namespace wend::io
