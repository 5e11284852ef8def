#include "environment/step_pace.hpp"

#include <cmath>

namespace wend::environment {

double largest_way2(const Motions& m, Vec2 drift) {
  const std::size_t n = m.size();
  const double *x0 = m.x0.data(), *y0 = m.y0.data(), *x1 = m.x1.data(), *y1 = m.y1.data();
  double lanes[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t k = 0; k < 4; ++k) {
      const double dx = x1[i + k] - x0[i + k] - drift.x, dy = y1[i + k] - y0[i + k] - drift.y;
      const double square = dx * dx + dy * dy;
      lanes[k] = lanes[k] < square ? square : lanes[k];
    }
  }
  for (; i < n; ++i) {
    const double dx = x1[i] - x0[i] - drift.x, dy = y1[i] - y0[i] - drift.y;
    lanes[0] = std::max(lanes[0], dx * dx + dy * dy);
  }
  return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
}

namespace {

double usual_way2(const Motions& m, Vec2 drift) {
  return usual_square(m.size(), few_of(m.size()), [&](std::size_t i) {
    const double dx = m.x1[i] - m.x0[i] - drift.x, dy = m.y1[i] - m.y0[i] - drift.y;
    return dx * dx + dy * dy;
  });
}

}  // namespace

UsualWay usual_way(const Motions& m) {
  const std::size_t n = m.size();
  UsualWay usual{{}, usual_way2(m, {})};
  if (n == 0) return usual;
  // A median of some rows: a few fast ones cannot spoil it.
  constexpr std::size_t most = 63;
  const std::size_t samples = std::min(n, most);
  double x[most] = {}, y[most] = {};
  for (std::size_t k = 0; k < samples; ++k) {
    const std::size_t i = k * n / samples;
    x[k] = m.x1[i] - m.x0[i];
    y[k] = m.y1[i] - m.y0[i];
  }
  std::nth_element(x, x + samples / 2, x + samples);
  std::nth_element(y, y + samples / 2, y + samples);
  const Vec2 median{x[samples / 2], y[samples / 2]};
  const double against = usual_way2(m, median);
  return 4 * against < usual.way2 ? UsualWay{median, against} : usual;
}

}  // namespace wend::environment
