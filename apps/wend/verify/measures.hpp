#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

// The measures of the benchmark scenes, docs/metrics.md: pure functions of arrival times and pairs of numbers.

namespace wend::cli::verify {

// When the given share of n people, rounded up, had arrived; `times` ascend. None: fewer did.
inline std::optional<double> time_of_share(std::span<const double> times, std::size_t n, double share) {
  const double wanted = std::ceil(share * static_cast<double>(n) - 1e-9);
  const std::size_t rank = wanted > 1 ? static_cast<std::size_t>(wanted) : 1;
  if (rank > times.size()) return {};
  return times[rank - 1];
}

// 0.6 n / (t80 - t20); 0 if fewer than 80 % arrived.
inline double flow_20_80(std::span<const double> times, std::size_t n) {
  const auto t20 = time_of_share(times, n, 0.2), t80 = time_of_share(times, n, 0.8);
  if (!t20 || !t80) return 0;
  return 0.6 * static_cast<double>(n) / std::max(1e-9, *t80 - *t20);
}

// The longest time between two arrivals or, if somebody is missing, from the last one (or the start) to the limit.
inline double gap_to_limit(std::span<const double> times, std::size_t n, double limit) {
  double gap = 0;
  for (std::size_t i = 1; i < times.size(); ++i) gap = std::max(gap, times[i] - times[i - 1]);
  if (times.size() < n) gap = std::max(gap, limit - (times.empty() ? 0 : times.back()));
  return gap;
}

// The straight way by the way walked; nobody is better than straight.
inline double efficiency(double straight, double walked) { return walked > 0 ? straight / walked : 1; }

// Weidmann's curve: walking speed in m/s at so many people per square metre.
inline double weidmann_speed(double density) {
  constexpr double free_speed = 1.34, gamma = 1.913, jam = 5.4;
  if (!(density > 0)) return free_speed;
  return std::max(0.0, free_speed * (1 - std::exp(-gamma * (1 / density - 1 / jam))));
}

// Share of the variance of y that the best straight line over x explains; 0 where y does not vary.
inline double r_squared(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = std::min(x.size(), y.size());
  if (n < 2) return 0;
  double mx = 0, my = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < n; ++i) mx += x[i] / static_cast<double>(n), my += y[i] / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    sxx += (x[i] - mx) * (x[i] - mx), sxy += (x[i] - mx) * (y[i] - my), syy += (y[i] - my) * (y[i] - my);
  }
  return sxx > 0 && syy > 0 ? sxy * sxy / (sxx * syy) : 0;
}

enum class Finding { not_stuck, missed, found };

// Somebody who never arrived, by the distance to the goal and whether the status was stuck, after each step: really stuck from the first step
// within 1 m of the best distance on, if `patience` steps or more follow; found if the status says so within them.
inline Finding finding(std::span<const double> away, std::span<const char> stuck, std::size_t patience) {
  if (away.empty()) return Finding::not_stuck;
  const double best = *std::min_element(away.begin(), away.end());
  std::size_t begin = 0;
  while (away[begin] - best >= 1) ++begin;
  const std::size_t last = begin + patience;
  if (last >= away.size()) return Finding::not_stuck;
  for (std::size_t k = begin; k <= last; ++k) {
    if (stuck[k] != 0) return Finding::found;
  }
  return Finding::missed;
}

struct Spread {
  double mean = 0, min = 0, max = 0;
};

inline Spread spread(std::span<const double> values) {
  if (values.empty()) return {};
  Spread s{0, values[0], values[0]};
  for (const double v : values) {
    s.mean += v / static_cast<double>(values.size());
    s.min = std::min(s.min, v), s.max = std::max(s.max, v);
  }
  return s;
}

}  // namespace wend::cli::verify
