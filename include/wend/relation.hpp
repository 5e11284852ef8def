#pragma once
#include <wend/export.hpp>

#include <cstdint>

namespace wend {

// The nested sets V, R, K, N of the environment spec: how one agent stands to another in its disk.
enum class Relation : std::uint8_t {
  near = 0,         // within the radius
  unseparated = 1,  // no single wall cuts the disk between them
  reachable = 2,    // there is a way inside the disk
  visible = 3,      // no wall meets the line between them
};
WEND_API const char* name(Relation);

}  // namespace wend
