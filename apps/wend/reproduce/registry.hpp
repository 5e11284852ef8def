#pragma once
#include "reproduce/claim.hpp"

#include <wend/result.hpp>

#include <span>

namespace wend::cli {

// The experiments of one spec: a chapter of the report.
struct Chapter {
  std::string name;  // "human": what `wend reproduce human` takes
  std::string title;
  std::string about;  // where the claims come from
  std::vector<Experiment> experiments;
};

std::vector<Chapter> all_chapters();

// Only what is named, by the id of a claim or the name of a chapter, in the order of the report; without names,
// everything.
Result<std::vector<Chapter>> chosen_chapters(std::vector<Chapter>, std::span<const std::string> names);

const char* name_of(Verdict);  // "reproduced", "reproduced with the stated decision", "not reproduced", "partly run"
const char* key_of(Verdict);   // "reproduced", "with_decision", "not_reproduced", "partly_run"
std::string verdict_text(const Claim&);  // with the part that was run: "partly run, holds so far: swap only, 1 of 6 seeds"

}  // namespace wend::cli
