#pragma once
#include <wend/export.hpp>

#include <cstdint>

namespace wend {

// Who counts among those in an agent's disk; each of these sets holds the next (environment spec, section 1).
enum class Relation : std::uint8_t {
  near = 0,         // N: all of them
  unseparated = 1,  // K: no single wall from rim to rim of the disk lies between
  reachable = 2,    // R: a way leads there inside the disk
  visible = 3,      // V: no wall touches the line of sight
};

WEND_API const char* name(Relation);

}  // namespace wend
