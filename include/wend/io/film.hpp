#pragma once
#include <wend/base/export.hpp>
#include <wend/io/picture.hpp>
#include <wend/result.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace wend::io {

struct FilmOptions {
  Style style{};             // sizes are rounded up to even numbers for .mp4 and .webm
  double fps = 30;           // 1 .. 240, of a .gif at most 50
  double speed = 1;          // simulated seconds per second of film
  int crf = 22;              // quality of .mp4: 0 (lossless) .. 51 (worst); .webm adds 10 for its own scale
  int supersample = 2;       // 1 .. 4: every pixel is the mean of so many squared
  double trail_seconds = 3;  // length of the trails in simulated seconds
  std::string program = "ffmpeg";
  double patience = 120;  // s in which the program may take nothing before it is given up
};

// A film under way, drawn at a constant rate between the frames it is given and encoded by ffmpeg.
// It has its final name only after close(); after an error every later call answers the same error.
class WEND_API Film {
 public:
  // The ending chooses the format: .mp4, .webm or .gif.
  static Result<Film> open(const std::string& path, const FilmOptions& = {});
  Film(Film&&) noexcept;
  Film& operator=(Film&&) noexcept;
  ~Film();  // abandons what is not closed

  // The world at a later time than the frame before.
  Result<void> add_step(const Frame&);
  Result<void> close();
  void abandon();
  std::uint64_t pictures() const;  // drawn so far

 private:
  struct Impl;
  explicit Film(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace wend::io
