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
    .waiting = colour(0xc58a00),
    .notch = colour(0xffffff),
    .sight = colour(0xd99a00),
    .hidden = colour(0x5d5564),
    .near = colour(0x1c8f9e),
    .mesh = colour(0x1c8f9e),
    .delaunay = colour(0x8f9de0),
    .solid = colour(0xe3e2df),
    .no_way = colour(0xd6d6d8),
    .no_way_line = colour(0x9a9ca2),
    .groups = {colour(0x5a3a94), colour(0x3f7fd6), colour(0xd8760c), colour(0x58d0ac), colour(0x75361f),
               colour(0x6abcf7), colour(0xb54570), colour(0xf0b935)},
};

constexpr Palette night{
    .paper = colour(0x14171c),
    .grid = colour(0x1d2128),
    .ink = colour(0xe8e6e1),
    .soft_ink = colour(0x8d929b),
    .wall = colour(0x8f96a3),
    .body = colour(0x3a404a),
    .body_edge = colour(0x5a616d),
    .moving = colour(0x5c4a2e),
    .moving_edge = colour(0xc9a468),
    .target = colour(0x7fbf96),
    .alarm = colour(0xff5c7a),
    .waiting = colour(0xe0b04c),
    .notch = colour(0x14171c),
    .sight = colour(0xffd36b),
    .hidden = colour(0xc9c4d0),
    .near = colour(0x2a97a4),
    .mesh = colour(0x2a97a4),
    .delaunay = colour(0x5a66c0),
    .solid = colour(0x23272e),
    .no_way = colour(0x2f333a),
    .no_way_line = colour(0x5c626c),
    .groups = {colour(0x6468d0), colour(0x48b2fa), colour(0xdb9a22), colour(0x438676), colour(0xfcbda7),
               colour(0x7ceefa), colour(0xbd5414), colour(0xf8e365)},
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

double to_linear(double screen) {
  return screen <= 0.04045 ? screen / 12.92 : std::pow((screen + 0.055) / 1.055, 2.4);
}

Seen seen(double r, double g, double b) {
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double n = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * n,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * n,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * n};
}

// What is left of red, green and blue (linear) in an eye without one kind of cone: Machado, Oliveira and Fernandes,
// 2009, severity 1.
using Matrix = std::array<std::array<double, 3>, 3>;
constexpr std::array<Matrix, 3> eyes{{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
}};

Seen seen_by(const Matrix& eye, Colour c) {
  const std::array<double, 3> light_in{to_linear(c.r), to_linear(c.g), to_linear(c.b)};
  std::array<double, 3> left{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) left[i] += eye[i][j] * light_in[j];
    left[i] = std::clamp(left[i], 0.0, 1.0);
  }
  return seen(left[0], left[1], left[2]);
}

Seen seen(Colour c) { return seen(to_linear(c.r), to_linear(c.g), to_linear(c.b)); }

}  // namespace

double difference(Colour a, Colour b) {
  double least = 9;
  for (const Matrix& eye : eyes) {
    const Seen p = seen_by(eye, a), q = seen_by(eye, b);
    least = std::min(least, std::hypot(p.L - q.L, p.a - q.a, p.b - q.b));
  }
  return least;
}

Colour along(const Ramp& ramp, double value) {
  const double at = (value > 0 ? std::min(value, 1.0) : 0.0) * (ramp_steps - 1);  // NaN is 0
  const std::size_t k = std::min(static_cast<std::size_t>(at), ramp_steps - 2);
  return blend(ramp[k], ramp[k + 1], at - static_cast<double>(k));
}

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

const Ramp& density_ramp(bool dark) {
  static const Ramp on_light = ramp(std::array<Seen, 6>{{seen(light.paper),
                                                         {0.91, 0.01, 0.07},
                                                         {0.79, 0.07, 0.12},
                                                         {0.63, 0.15, 0.07},
                                                         {0.45, 0.14, -0.05},
                                                         {0.28, 0.06, -0.09}}});
  static const Ramp on_dark = ramp(std::array<Seen, 6>{{seen(night.paper),
                                                        {0.34, 0.07, -0.10},
                                                        {0.48, 0.14, -0.05},
                                                        {0.65, 0.15, 0.06},
                                                        {0.81, 0.06, 0.13},
                                                        {0.96, -0.02, 0.08}}});
  return dark ? on_dark : on_light;
}

const Ramp& field_ramp(bool dark) {
  static const Ramp on_light =
      ramp(std::array<Seen, 4>{{{0.97, -0.01, 0.07}, {0.88, -0.06, 0.06}, {0.77, -0.08, -0.02}, {0.63, -0.02, -0.11}}});
  static const Ramp on_dark =
      ramp(std::array<Seen, 4>{{{0.80, -0.03, 0.12}, {0.60, -0.09, 0.03}, {0.43, -0.04, -0.06}, {0.29, 0.01, -0.09}}});
  return dark ? on_dark : on_light;
}

}  // namespace wend::io
