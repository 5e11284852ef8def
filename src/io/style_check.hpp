#pragma once
#include <wend/io/picture.hpp>

#include <cmath>
#include <string>

#include "io/text.hpp"

namespace wend::io {

inline Result<void> check_range(const char* name, double value, double low, double high, const char* unit) {
  if (value >= low && value <= high) return {};  // NaN fails
  return Error{Errc::invalid_value,
               std::string(name) + " = " + number_text(value) + ", expected " + number_text(low) + " .. " +
                   number_text(high) + unit,
               ""};
}

inline Result<void> check_style(const Style& style) {
  if (auto ok = check_range("width", style.width, Style::min_size, Style::max_size, " pixels"); !ok) return ok;
  if (auto ok = check_range("height", style.height, Style::min_size, Style::max_size, " pixels"); !ok) return ok;
  if (!style.view) return {};
  const Box& box = *style.view;
  if (is_finite(box.low) && is_finite(box.high) && box.low.x < box.high.x && box.low.y < box.high.y) return {};
  return Error{Errc::invalid_value, "view: expected a box with low below high in x and y", ""};
}

}  // namespace wend::io
