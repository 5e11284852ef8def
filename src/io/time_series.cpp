#include <wend/io/plots.hpp>
#include <wend/state.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/jump.hpp"

namespace wend::io {

namespace {

double side(const Line& line, Vec2 p) { return cross(line.to - line.from, p - line.from); }

// +1 from left to right, -1 from right to left, 0 not across. Who stops on the line has crossed when it goes on.
int crossing(const Line& line, Vec2 from, Vec2 to) {
  const double a = side(line, from), b = side(line, to);
  if ((a > 0) == (b > 0)) return 0;
  const Vec2 along = line.to - line.from, at = from + (a / (a - b)) * (to - from);
  const double s = dot(at - line.from, along) / dot(along, along);
  if (!(s >= 0 && s <= 1)) return 0;
  return a > 0 ? 1 : -1;
}

}  // namespace

void TimeSeries::add(const Frame& frame) {
  if (!samples_.empty() && !(frame.time > samples_.back().time)) return;
  Sample now = samples_.empty() ? Sample{} : samples_.back();
  const double dt = samples_.empty() ? 0 : frame.time - now.time;
  now.time = frame.time;
  now.walking = 0;
  double speeds = 0;
  const std::size_t old = known_.size();
  std::size_t at = 0;
  const auto gone = [&](Known& who) {
    if (!who.here) return;
    who.here = false;
    if (!who.arrived) ++now.arrived;
  };
  for (const AgentState& dot : frame.agents) {
    if (!is_finite(dot.at)) continue;
    const bool arrived = dot.status == Status::arrived;
    if (under_way(dot.status)) ++now.walking, speeds += norm(dot.velocity);
    while (at < old && known_[at].dot.id < dot.id) gone(known_[at++]);
    if (at == old || known_[at].dot.id != dot.id) {
      known_.push_back({dot, arrived, true});
      if (arrived) ++now.arrived;
      continue;
    }
    Known& who = known_[at++];
    if (arrived && !who.arrived) who.arrived = true, ++now.arrived;
    if (line_ && who.here && !jumps(who.dot.at.xy(), dot.at.xy(), who.dot, dot, dt)) {
      const int way = crossing(*line_, who.dot.at.xy(), dot.at.xy());
      if (way > 0) ++now.forward;
      if (way < 0) ++now.backward;
    }
    who.dot = dot;
  }
  while (at < old) gone(known_[at++]);
  std::inplace_merge(known_.begin(), known_.begin() + static_cast<std::ptrdiff_t>(old), known_.end(),
                     [](const Known& a, const Known& b) { return a.dot.id < b.dot.id; });
  now.mean_speed = now.walking > 0 ? speeds / static_cast<double>(now.walking) : std::numeric_limits<double>::quiet_NaN();
  samples_.push_back(now);
}

std::vector<double> flow(std::span<const Sample> samples, std::uint64_t Sample::*count, double window) {
  std::vector<double> result;
  if (samples.empty()) return result;
  const double begin = samples.front().time, end = samples.back().time;
  // How many there were at a time: evenly between two samples.
  const auto until = [&](double time, std::size_t& k) {
    while (k + 1 < samples.size() && samples[k + 1].time <= time) ++k;
    const auto here = static_cast<double>(samples[k].*count);
    if (k + 1 == samples.size()) return here;
    const double part = (time - samples[k].time) / (samples[k + 1].time - samples[k].time);
    return here + part * (static_cast<double>(samples[k + 1].*count) - here);
  };
  std::size_t low = 0, high = 0;
  for (const Sample& sample : samples) {
    const double from = std::max(begin, sample.time - window / 2), to = std::min(end, sample.time + window / 2);
    result.push_back(to > from ? (until(to, high) - until(from, low)) / (to - from) : 0);
  }
  return result;
}

}  // namespace wend::io
