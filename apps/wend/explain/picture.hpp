#pragma once
#include <wend/io/plot.hpp>
#include <wend/world.hpp>

#include <string>

namespace wend::cli {

// One decision as charts: turn rate over heading with its fixed points, the plan, what each asks, and the weights.
io::PlotSheet portrait_sheet(const Portrait&, const World&, const AgentState&, const std::string& title);

}  // namespace wend::cli
