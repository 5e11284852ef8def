#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "io/painter.hpp"

namespace wend::io {

struct Painter::Key {
  enum class Mark : std::uint8_t { group, trouble, waiting, moving, target, line, dots, dashes, region, disk, net, way, hatch, cross, pinch, swatch };
  Mark mark = Mark::group;
  std::string text;
  Colour colour;
};

// The entries of a legend, the most important first.
struct Painter::Keys {
  std::vector<Key> list;
  std::size_t left_out = 0;  // groups beyond those that have a colour of their own
};

}  // namespace wend::io
