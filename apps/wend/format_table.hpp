#pragma once
#include "json_text.hpp"
#include "numbers.hpp"

#include <string>

namespace wend::cli {

// The files wend writes, for `wend info --formats`: trajectories with what they hold, then pictures and films.
std::string formats_text();
Json formats_json();

}  // namespace wend::cli
