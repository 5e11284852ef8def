#include "reproduce/claim.hpp"

namespace wend::cli {

std::vector<Experiment> human_experiments() { return {}; }

}  // namespace wend::cli
