#pragma once
#include <wend/io/frame.hpp>

namespace wend::io {

// The same frame without agents, bodies and targets that cannot be drawn: a number that is not finite or is beyond
// 10^9, a size that is negative.
Frame drawable(const Frame&);

}  // namespace wend::io
