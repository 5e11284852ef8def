#pragma once
#include <wend/scene.hpp>

#include "progress.hpp"

namespace wend::cli {

// Makes the fields of all planners before the first step: whoever waits sees how far it is, and hears of what is odd.
Result<void> make_plans(scene::Scene&, Progress&, bool tell);

}  // namespace wend::cli
