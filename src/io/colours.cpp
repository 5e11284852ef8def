#include "io/colours.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace wend::io {

namespace {

constexpr Palette light{
    .paper = colour(0xfbfaf7),
    .grid = colour(0xefede7),
    .ink = colour(0x2b2f36),
    .soft_ink = colour(0x7b7f87),
    .wall = colour(0x3d434d),
    .body = colour(0xc9cbcf),
    .body_edge = colour(0x9a9ea6),
    .moving = colour(0xd9c3a0),
    .moving_edge = colour(0x8c6d3f),
    .target = colour(0x4d7a5c),
    .alarm = colour(0xb3002d),
    .notch = colour(0xffffff),
    .groups = {colour(0x0072b2), colour(0xe07b00), colour(0x009e73), colour(0xcc79a7), colour(0x56b4e9),
               colour(0xb84a00), colour(0xd9c400), colour(0x555555)},
};

constexpr Palette night{
    .paper = colour(0x14171c),
    .grid = colour(0x1d2128),
    .ink = colour(0xe8e6e1),
    .soft_ink = colour(0x8d929b),
    .wall = colour(0xb9bec7),
    .body = colour(0x3a404a),
    .body_edge = colour(0x5a616d),
    .moving = colour(0x5c4a2e),
    .moving_edge = colour(0xc9a468),
    .target = colour(0x7fbf96),
    .alarm = colour(0xff5c7a),
    .notch = colour(0x14171c),
    .groups = {colour(0x56b4e9), colour(0xe69f00), colour(0x2bc49a), colour(0xdd94bd), colour(0xf0e442),
               colour(0xe2743a), colour(0x4a8fd4), colour(0xbbbbbb)},
};

// A colour by how it is seen (Oklab): lightness, green to red, blue to yellow.
struct Seen {
  double L, a, b;
};

double to_screen(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

Colour shown(Seen s) {
  const auto cube = [](double v) { return v * v * v; };
  const double l = cube(s.L + 0.3963377774 * s.a + 0.2158037573 * s.b);
  const double m = cube(s.L - 0.1055613458 * s.a - 0.0638541728 * s.b);
  const double n = cube(s.L - 0.0894841775 * s.a - 1.2914855480 * s.b);
  return {to_screen(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * n),
          to_screen(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * n),
          to_screen(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * n)};
}

// Straight lines between the stops in the seen space, so that equal steps look equal.
Ramp ramp(std::span<const Seen> stops) {
  Ramp result{};
  for (std::size_t i = 0; i < ramp_steps; ++i) {
    const double at = static_cast<double>(i) / (ramp_steps - 1) * static_cast<double>(stops.size() - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double t = at - static_cast<double>(k);
    const Seen &p = stops[k], &q = stops[k + 1];
    result[i] = shown({p.L + (q.L - p.L) * t, p.a + (q.a - p.a) * t, p.b + (q.b - p.b) * t});
  }
  return result;
}

}  // namespace

const Palette& palette(bool dark) { return dark ? night : light; }

const Ramp& speed_ramp(bool dark) {
  static const Ramp on_light =
      ramp(std::array<Seen, 4>{{{0.34, 0.07, -0.12}, {0.50, -0.03, -0.09}, {0.66, -0.11, 0.04}, {0.82, -0.02, 0.16}}});
  static const Ramp on_dark =
      ramp(std::array<Seen, 4>{{{0.50, 0.09, -0.13}, {0.63, -0.04, -0.10}, {0.77, -0.12, 0.05}, {0.93, -0.03, 0.17}}});
  return dark ? on_dark : on_light;
}

const Ramp& weight_ramp(bool dark) {
  static const Ramp on_light =
      ramp(std::array<Seen, 3>{{{0.62, 0.12, 0.13}, {0.80, 0.01, 0.03}, {0.50, -0.04, -0.13}}});
  static const Ramp on_dark = ramp(std::array<Seen, 3>{{{0.70, 0.11, 0.13}, {0.90, 0.00, 0.02}, {0.68, -0.05, -0.12}}});
  return dark ? on_dark : on_light;
}

}  // namespace wend::io
