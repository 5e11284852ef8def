#pragma once
#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace wend::cli {

struct Pace {
  double share = 0;        // done, 0 .. 1
  double agent_steps = 0;  // so far
  double sim_time = 0;     // so far, over all worlds
  std::string where;       // "t = 12.5 of 60 s"
};

// One line at the bottom of the terminal; says nothing where standard error is no terminal. Any thread may call it.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress() { clear(); }
  bool on() const { return on_; }
  bool due();  // not more than a few times per second
  void show(const Pace&);
  void clear();
  // A line of text above the bar.
  void say(std::string_view line);

 private:
  using Clock = std::chrono::steady_clock;
  void clear_locked();

  bool on_;
  bool visible_ = false;
  Clock::time_point start_ = Clock::now(), shown_ = start_;
  std::mutex mutex_;
};

// The line itself, for a terminal of so many columns.
std::string progress_line(const Pace&, double seconds, int columns, bool utf8);

}  // namespace wend::cli
