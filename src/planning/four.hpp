#pragma once

namespace wend::planning {

// Four doubles, or floats, worked on as one, at any address of their kind. Each lane does what a single number would do, so
// the bits are the same with any instructions. Never handed over by value: how, depends on the instructions.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
using FourFloats = float __attribute__((vector_size(16), aligned(4), may_alias));

#define WEND_INLINE [[gnu::always_inline]] inline

}  // namespace wend::planning
