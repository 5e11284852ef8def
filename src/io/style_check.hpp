#pragma once
#include <wend/io/picture.hpp>

#include <cmath>
#include <string>

#include "io/pen.hpp"

namespace wend::io {

inline Result<void> check_range(const char* name, double value, double low, double high, const char* unit) {
  if (value >= low && value <= high) return {};  // NaN fails
  return Error{Errc::invalid_value,
               std::string(name) + " = " + plain_text(value) + ", expected " + plain_text(low) + " .. " +
                   plain_text(high) + unit,
               ""};
}

inline Result<void> check_style(const Style& style) {
  if (auto ok = check_range("width", style.width, Style::min_size, Style::max_size, " pixels"); !ok) return ok;
  if (auto ok = check_range("height", style.height, Style::min_size, Style::max_size, " pixels"); !ok) return ok;
  const Camera& camera = style.camera;
  if (auto ok = check_range("camera.width", camera.width, Camera::min_width, Camera::max_width, " m"); !ok) return ok;
  if (auto ok = check_range("camera.seconds", camera.seconds, 0, 1e6, " s"); !ok) return ok;
  if (auto ok = check_range("overlays.radius", style.overlays.radius, Overlays::min_radius, Overlays::max_radius, " m"); !ok) return ok;
  if (!style.view) return {};
  const Box& box = *style.view;
  if (is_finite(box.low) && is_finite(box.high) && box.low.x < box.high.x && box.low.y < box.high.y) return {};
  return Error{Errc::invalid_value, "view: expected a box with low below high in x and y", ""};
}

}  // namespace wend::io
