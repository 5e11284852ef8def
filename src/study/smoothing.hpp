#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace wend::study {

// A value and its derivative at one moment, from the samples around it.
struct Smoothed {
  double value = 0;
  double slope = 0;
};

// A parabola through the samples of `window` seconds around t (one-sided near the ends); window 0: through the five nearest.
Smoothed smooth(std::span<const double> times, std::span<const double> values, double t, double window);

// The value at t of something that rests until then: samples of `window` seconds from t on; 0: the sample there.
double smooth_from_rest(std::span<const double> times, std::span<const double> values, double t, double window);

// A straight line through the samples of `window` seconds until t, evaluated at t; fewer than three: empty.
struct StraightUntil {
  Smoothed line{};
  double mean = 0;
  std::size_t samples = 0;
};
StraightUntil straight_until(std::span<const double> times, std::span<const double> values, double t, double window);

}  // namespace wend::study
