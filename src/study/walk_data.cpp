#include "study/walk_data.hpp"

#include <algorithm>
#include <cmath>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/text.hpp"
#include "study/objects.hpp"
#include "study/smoothing.hpp"

namespace wend::study {

namespace {

constexpr double same_moment = 1e-9;  // s

double bearing_of(Vec2 from, Vec2 to) { return det_atan2(to.y - from.y, to.x - from.x); }  // human spec (h.1)

// Angles without jumps.
std::vector<double> unwrapped(std::vector<double> angles) {
  for (std::size_t i = 1; i < angles.size(); ++i) angles[i] = angles[i - 1] + wrap(angles[i] - angles[i - 1]);
  return angles;
}

std::vector<double> column(const std::vector<Vec2>& places, double Vec2::*which) {
  std::vector<double> out;
  for (const Vec2& p : places) out.push_back(p.*which);
  return out;
}

// Velocity at every sample, from the places around it.
std::vector<Vec2> velocities(const RecordedTrial& r, double smoothing) {
  const auto xs = column(r.places, &Vec2::x), ys = column(r.places, &Vec2::y);
  std::vector<Vec2> out;
  for (const double t : r.times) {
    out.push_back({smooth(r.times, xs, t, smoothing).slope, smooth(r.times, ys, t, smoothing).slope});
  }
  return out;
}

std::vector<double> directions(const std::vector<Vec2>& velocity) {
  std::vector<double> out;
  for (const Vec2& v : velocity) out.push_back(norm2(v) > 0 || out.empty() ? bearing_of({}, v) : out.back());
  return out;
}

WalkStart start_of(const RecordedTrial& r, const std::vector<double>& headings, double t, const FitOptions& o) {
  const auto xs = column(r.places, &Vec2::x), ys = column(r.places, &Vec2::y);
  const Vec2 at{smooth(r.times, xs, t, o.smoothing).value, smooth(r.times, ys, t, o.smoothing).value};
  if (!o.zero_turn) {
    const Smoothed heading = smooth(r.times, headings, t, o.smoothing);
    return {at, heading.value, heading.slope};
  }
  // A walker that goes straight on until the onset: a line through what is before it, if there is enough.
  const auto x = straight_until(r.times, xs, t, o.smoothing), y = straight_until(r.times, ys, t, o.smoothing);
  if (x.samples == 0) return {at, smooth_from_rest(r.times, headings, t, o.smoothing), 0};
  const double heading = r.headings.empty() ? bearing_of({}, {x.line.slope, y.line.slope}) : straight_until(r.times, headings, t, o.smoothing).mean;
  return {{x.line.value, y.line.value}, heading, 0};
}

}  // namespace

double speed_at(const WalkData& walk, double t) {
  if (walk.speeds.size() == 1) return walk.speeds.front();
  const auto& times = walk.speed_times;
  if (t <= times.front()) return walk.speeds.front();
  if (t >= times.back()) return walk.speeds.back();
  const auto next = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
  const double share = (t - times[next - 1]) / (times[next] - times[next - 1]);
  return walk.speeds[next - 1] + share * (walk.speeds[next] - walk.speeds[next - 1]);
}

Result<void> check_trial(const RecordedTrial& r, const FitOptions& o) {
  const auto wrong = [&](auto&&... parts) { return Error{Errc::invalid_value, concat(parts...), concat("trial '", r.name, "'")}; };
  const auto all_finite = [](const std::vector<double>& list) {
    return std::all_of(list.begin(), list.end(), [](double v) { return std::isfinite(v); });
  };
  const auto all_places = [](const std::vector<Vec2>& list) { return std::all_of(list.begin(), list.end(), [](Vec2 p) { return is_finite(p); }); };
  const std::size_t n = r.times.size();
  if (r.places.size() != n || (!r.headings.empty() && r.headings.size() != n) || (!r.speeds.empty() && r.speeds.size() != n)) {
    return wrong(r.places.size(), " places, ", r.headings.size(), " headings and ", r.speeds.size(), " speeds for ", n, " times");
  }
  if (!all_finite(r.times) || !all_finite(r.headings) || !all_finite(r.speeds) || !all_places(r.places) || std::isnan(r.onset) ||
      (r.start && (!is_finite(r.start->at) || !all_finite({r.start->heading, r.start->turn_rate})))) {
    return wrong("a number that is not finite");
  }
  for (std::size_t i = 1; i < n; ++i) {
    if (!(r.times[i] > r.times[i - 1])) return wrong("time = ", r.times[i], " after ", r.times[i - 1], ", expected rising times");
  }
  for (const double v : r.speeds) {
    if (v < 0) return wrong("speed = ", v, ", expected 0 or more, m/s");
  }
  if (r.speed && !(std::isfinite(*r.speed) && *r.speed > 0)) return wrong("a constant speed of ", *r.speed, ", expected more than 0, m/s");
  const auto from_onset = static_cast<std::size_t>(r.times.end() - std::lower_bound(r.times.begin(), r.times.end(), r.onset - same_moment));
  if (from_onset < 3 || n < 5) {
    return wrong(n, " samples, ", from_onset, " of them from the onset on, expected at least 5 and 3");
  }
  constexpr double most_steps = 1e7;
  if (r.times.back() - r.times.front() > most_steps * o.step) {
    return wrong("a walk of ", r.times.back() - r.times.front(), " s, expected at most ", most_steps, " steps of ", o.step, " s");
  }
  if (!(std::isfinite(r.radius) && r.radius >= 0)) return wrong("radius = ", r.radius, ", expected 0 or more, m");
  const auto bad_track = [&](const TrialObject& thing) {
    if (thing.times.size() != thing.places.size()) return true;
    for (std::size_t i = 1; i < thing.times.size(); ++i) {
      if (!(thing.times[i] > thing.times[i - 1])) return true;
    }
    if (std::isnan(thing.from) || std::isnan(thing.until) || !all_places(thing.places)) return true;
    if (!(thing.radius >= 0 && thing.weight >= 0) || !all_finite({thing.radius, thing.weight})) return true;
    return !is_finite(thing.at) || !is_finite(thing.velocity) || !all_finite(thing.times);
  };
  if (bad_track(r.goal)) return wrong("the goal's track or place is not finite, or its times do not rise");
  for (const TrialObject& thing : r.obstacles) {
    if (bad_track(thing)) return wrong("an obstacle's track, place, radius or weight is not finite, or its times do not rise");
  }
  if (!(o.smoothing >= 0 && o.smoothing <= 10)) return wrong("smoothing = ", o.smoothing, ", expected 0 .. 10 s");
  return {};
}

WalkData prepare(const RecordedTrial& r, const FitOptions& o) {
  WalkData walk;
  walk.source = &r;
  const auto first = static_cast<std::size_t>(std::lower_bound(r.times.begin(), r.times.end(), r.onset - same_moment) - r.times.begin());
  walk.begin = r.times[first];
  const std::vector<Vec2> velocity = r.headings.empty() || r.speeds.empty() ? velocities(r, o.smoothing) : std::vector<Vec2>{};
  const std::vector<double> headings = unwrapped(r.headings.empty() ? directions(velocity) : r.headings);
  walk.start = r.start ? *r.start : start_of(r, headings, walk.begin, o);
  for (std::size_t i = first + 1; i < r.times.size(); ++i) {
    walk.times.push_back(r.times[i]);
    walk.places.push_back(r.places[i]);
    walk.headings.push_back(headings[i]);
    walk.goal_bearings.push_back(bearing_of(r.places[i], moving(r.goal, r.times[i]).at));
  }

  std::vector<double> speeds = r.speeds;
  if (speeds.empty()) {
    for (const Vec2& v : velocity) speeds.push_back(norm(v));
  }
  double sum = 0;
  for (std::size_t i = first; i < speeds.size(); ++i) sum += speeds[i];
  walk.mean_speed = r.speed ? *r.speed : sum / static_cast<double>(speeds.size() - first);
  if (r.speed || r.speeds.empty() || o.constant_speed) {
    walk.speeds = {walk.mean_speed};
  } else {
    walk.speed_times = r.times;
    walk.speeds = std::move(speeds);
  }
  return walk;
}

std::string passing_sides(const WalkData& walk, const std::vector<TrialSample>& samples) {
  std::string sides;
  for (const TrialObject& thing : walk.source->obstacles) {
    double least = std::numeric_limits<double>::infinity();
    char side = '-';  // it was never there
    for (const TrialSample& s : samples) {
      if (!is_there(thing, s.t)) continue;
      const Vec2 at = moving(thing, s.t).at;
      const double d = norm(at - Vec2{s.x, s.y});
      if (!(d < least)) continue;
      least = d;
      side = wrap(bearing_of({s.x, s.y}, at) - s.heading) < 0 ? 'L' : 'R';  // human spec (h.4)
    }
    sides.push_back(side);
  }
  return sides;
}

}  // namespace wend::study
