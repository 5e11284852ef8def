#pragma once
#include "console.hpp"
#include "reproduce/page.hpp"

namespace wend::cli {

// Claim, published, measured, verdict, wrapped into so many columns.
std::string verdict_table(const std::vector<FinishedChapter>&, const Paint&, std::size_t columns);
// What there is to run.
std::string claim_list(const std::vector<Chapter>&, const Paint&);

}  // namespace wend::cli
