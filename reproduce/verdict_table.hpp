#pragma once
#include "chapters.hpp"
#include "console.hpp"
#include "page.hpp"

namespace wend::reproduce {

// Claim, published, measured, verdict, wrapped into so many columns.
std::string verdict_table(const std::vector<FinishedChapter>&, const cli::Paint&, std::size_t columns);
// What there is to run.
std::string claim_list(const std::vector<Chapter>&, const cli::Paint&);

}  // namespace wend::reproduce
