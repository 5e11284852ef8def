#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace wend::io {

struct Colour {
  double r = 0, g = 0, b = 0;  // 0 .. 1, as a screen takes them
};

constexpr Colour colour(std::uint32_t hex) {
  return {((hex >> 16) & 255) / 255.0, ((hex >> 8) & 255) / 255.0, (hex & 255) / 255.0};
}

// alpha of b over a, as a screen mixes.
constexpr Colour blend(Colour a, Colour b, double alpha) {
  return {a.r + (b.r - a.r) * alpha, a.g + (b.g - a.g) * alpha, a.b + (b.b - a.b) * alpha};
}

// The tones of a picture, light or dark. Group colours are apart for the colour-blind too, the
// first ones most (a test measures it); group 0 is who belongs to none, so the usual pair is blue and orange.
struct Palette {
  Colour paper, grid, ink, soft_ink;
  Colour wall, body, body_edge, moving, moving_edge;
  Colour target, alarm, waiting, notch;
  Colour sight, hidden, near, mesh, delaunay;  // of overlays
  Colour solid, no_way, no_way_line;           // of fields
  std::array<Colour, 8> groups;
};

const Palette& palette(bool dark);

// How far apart two colours look in Oklab, to the eye that tells them apart worst: normal, without red or green cones.
double difference(Colour, Colour);

// 32 steps of even contrast: `speed` runs from dark violet to light yellow, `weight` from orange (obstacles decide)
// through a pale middle to blue (the target decides), `density` from the paper through orange to a deep violet, on dark
// paper to a pale yellow; `field` from pale yellow (near) through green to blue (far), on dark paper to a dark blue.
constexpr std::size_t ramp_steps = 32;
using Ramp = std::array<Colour, ramp_steps>;
const Ramp& speed_ramp(bool dark);
const Ramp& weight_ramp(bool dark);
const Ramp& density_ramp(bool dark);
const Ramp& field_ramp(bool dark);
Colour along(const Ramp&, double value);  // value in 0 .. 1, clamped

}  // namespace wend::io
