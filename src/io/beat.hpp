#pragma once
#include <wend/io/frame.hpp>
#include <wend/result.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "io/text.hpp"

namespace wend::io {

// Moments at a constant rate between the frames it is given.
class Beat {
 public:
  Beat(double fps, double speed) : fps_(fps), speed_(speed) {}

  // Calls draw(frame) for every moment up to this frame's, the first frame included.
  template <class Draw>
  Result<void> add(Frame frame, Draw&& draw) {
    if (!std::isfinite(frame.time)) {
      return Error{Errc::wrong_time, "a film frame of time " + number_text(frame.time) + ", expected a finite number",
                   ""};
    }
    if (!before_) {
      start_ = frame.time;
      count_ = 1;
      if (auto done = draw(std::as_const(frame)); !done) return done;
    } else if (!(frame.time > before_->time)) {
      return Error{
          Errc::wrong_time,
          "a film frame of time " + number_text(frame.time) + " s after one of " + number_text(before_->time) + " s",
          ""};
    }
    while (before_) {
      const double next = start_ + static_cast<double>(count_) * speed_ / fps_;
      if (next > frame.time + 1e-9) break;
      const double alpha = (next - before_->time) / (frame.time - before_->time);
      ++count_;
      if (auto done = draw(interpolate(*before_, frame, alpha)); !done) return done;
    }
    before_ = std::move(frame);
    return {};
  }

  const std::optional<Frame>& before() const { return before_; }  // the frame given last
  std::uint64_t count() const { return count_; }                  // moments so far

 private:
  double fps_, speed_, start_ = 0;
  std::uint64_t count_ = 0;
  std::optional<Frame> before_;
};

}  // namespace wend::io
