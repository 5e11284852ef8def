#include "study/smoothing.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace wend::study {

namespace {

constexpr double edge = 1e-9;  // s
constexpr std::size_t nearest = 5;

struct Piece {
  std::size_t first = 0, last = 0;  // one past the end
  std::size_t size() const { return last - first; }
};

Piece between(std::span<const double> times, double low, double high) {
  const auto first = std::lower_bound(times.begin(), times.end(), low - edge), last = std::upper_bound(times.begin(), times.end(), high + edge);
  return {static_cast<std::size_t>(first - times.begin()), static_cast<std::size_t>(std::max(first, last) - times.begin())};
}

Piece nearest_to(std::span<const double> times, double t, std::size_t count) {
  count = std::min(count, times.size());
  Piece piece{0, count};
  while (piece.last < times.size() && std::abs(times[piece.last] - t) < std::abs(times[piece.first] - t)) ++piece.first, ++piece.last;
  return piece;
}

// Least squares of the powers in `powers` of the time since t; answers their coefficients.
Eigen::VectorXd coefficients(std::span<const double> times, std::span<const double> values, double t, Piece piece, std::span<const int> powers) {
  const auto rows = static_cast<Eigen::Index>(piece.size()), columns = static_cast<Eigen::Index>(powers.size());
  Eigen::MatrixXd A(rows, columns);
  Eigen::VectorXd y(rows);
  double scale = edge;
  for (std::size_t i = piece.first; i < piece.last; ++i) scale = std::max(scale, std::abs(times[i] - t));
  for (Eigen::Index i = 0; i < rows; ++i) {
    const std::size_t k = piece.first + static_cast<std::size_t>(i);
    const double s = (times[k] - t) / scale;
    for (Eigen::Index j = 0; j < columns; ++j) {
      double power = 1;
      for (int p = 0; p < powers[static_cast<std::size_t>(j)]; ++p) power *= s;
      A(i, j) = power;
    }
    y(i) = values[k];
  }
  Eigen::VectorXd c = A.householderQr().solve(y);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (int p = 0; p < powers[static_cast<std::size_t>(j)]; ++p) c(j) /= scale;
  }
  return c;
}

}  // namespace

Smoothed smooth(std::span<const double> times, std::span<const double> values, double t, double window) {
  constexpr int parabola[] = {0, 1, 2}, quartic[] = {0, 1, 2, 3, 4};
  if (window > 0) {
    double low = t - window / 2, high = t + window / 2;
    if (low < times.front()) high += times.front() - low, low = times.front();
    if (high > times.back()) low -= high - times.back(), high = times.back();
    const Piece piece = between(times, low, high);
    if (piece.size() >= nearest) {
      const auto c = coefficients(times, values, t, piece, parabola);
      return {c(0), c(1)};
    }
  }
  const Piece piece = nearest_to(times, t, nearest);
  const std::span<const int> powers(window > 0 ? std::span<const int>(parabola) : std::span<const int>(quartic));
  const auto c = coefficients(times, values, t, piece, powers.first(std::min(powers.size(), piece.size())));
  return {c(0), c.size() > 1 ? c(1) : 0.0};
}

double smooth_from_rest(std::span<const double> times, std::span<const double> values, double t, double window) {
  constexpr int powers[] = {0, 2, 3};
  Piece piece = between(times, t, t + window);
  if (piece.size() < nearest) return smooth(times, values, t, 0).value;
  return coefficients(times, values, t, piece, powers)(0);
}

StraightUntil straight_until(std::span<const double> times, std::span<const double> values, double t, double window) {
  constexpr int powers[] = {0, 1};
  const Piece piece = between(times, t - window, t);
  StraightUntil out{.samples = piece.size()};
  if (out.samples < 3) return {};
  const auto c = coefficients(times, values, t, piece, powers);
  out.line = {c(0), c(1)};
  for (std::size_t i = piece.first; i < piece.last; ++i) out.mean += values[i] / static_cast<double>(out.samples);
  return out;
}

}  // namespace wend::study
