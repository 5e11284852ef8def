#include "progress.hpp"

#include "console.hpp"
#include "numbers.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace wend::cli {

namespace {

constexpr auto interval = std::chrono::milliseconds(120);
constexpr auto patience = std::chrono::milliseconds(300);  // shorter runs need no bar
constexpr int widest_bar = 30;

std::string bar(double share, int cells, bool utf8) {
  const double filled = std::clamp(share, 0.0, 1.0) * cells;
  const int whole = static_cast<int>(filled);
  std::string out;
  for (int i = 0; i < cells; ++i) {
    if (utf8) {
      out += i < whole ? "\u2501" : i == whole && filled - whole >= 0.5 ? "\u2578" : "\u2500";
    } else {
      out += i < whole ? '=' : i == whole ? '>' : '-';
    }
  }
  return out;
}

}  // namespace

std::string progress_line(const Pace& pace, double seconds, int columns, bool utf8) {
  std::vector<std::string> parts{fmt::format("{:3.0f} %", 100 * std::clamp(pace.share, 0.0, 1.0)), pace.where};
  if (pace.share > 0) parts.push_back(clock_text(seconds * (1 - pace.share) / pace.share) + " left");
  if (seconds > 0) {
    parts.push_back(rounded(pace.sim_time / seconds, 3) + "x real time");
    parts.push_back(large(pace.agent_steps / seconds) + " agent-steps/s");
  }
  // What does not fit is left out from the end.
  std::string text;
  for (const std::string& part : parts) {
    if (static_cast<int>(text.size() + part.size()) + 14 > columns) break;
    text += "  " + part;
  }
  const int cells = std::min(widest_bar, columns - 2 - static_cast<int>(text.size()));
  return (cells >= 5 ? bar(pace.share, cells, utf8) : "") + text;
}

Progress::Progress(bool wanted) : on_(wanted && is_terminal(STDERR_FILENO)) {}

bool Progress::due() {
  if (!on_) return false;
  const auto now = Clock::now();
  const std::scoped_lock lock(mutex_);
  return now - start_ >= patience && now - shown_ >= interval;
}

void Progress::show(const Pace& pace) {
  if (!on_) return;
  const std::scoped_lock lock(mutex_);
  shown_ = Clock::now();
  const double seconds = std::chrono::duration<double>(shown_ - start_).count();
  note(fmt::format("\r{}\x1b[K", progress_line(pace, seconds, columns(STDERR_FILENO), speaks_utf8())));
  visible_ = true;
}

void Progress::clear() {
  const std::scoped_lock lock(mutex_);
  clear_locked();
}

void Progress::clear_locked() {
  if (visible_) note("\r\x1b[K");
  visible_ = false;
}

void Progress::say(std::string_view line) {
  const std::scoped_lock lock(mutex_);
  clear_locked();
  note(printable(line) + "\n");
}

}  // namespace wend::cli
