#pragma once
#include <cstdint>
#include <string>

#include "io/painter.hpp"

namespace wend::io {

struct Painter::Key {
  enum class Mark : std::uint8_t { none, group, trouble, moving, target, line, dots, dashes, region, disk, net, way, hatch, cross, pinch, swatch };
  Mark mark = Mark::none;
  std::string text;
  Colour colour;
};

}  // namespace wend::io
