#pragma once
#include "runs.hpp"

#include <wend/result.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend::reproduce {

// A claim and how to run it.
struct Experiment {
  Claim about;
  Run run;
};

// The experiments of one spec: a chapter of the report.
struct Chapter {
  std::string name;  // "human": what `wend reproduce human` takes
  std::string title;
  std::string about;  // where the claims come from
  std::vector<Experiment> experiments;
};

// One file of reproduce/claims, which the build puts into the program.
struct ClaimText {
  const char* file;  // "human.json"
  std::string_view json;
};
std::span<const ClaimText> claim_texts();

// The chapters in the order of the report. An error names each claim without a function and each function without a
// claim.
Result<std::vector<Chapter>> read_chapters(std::span<const ClaimText>, const Runs&);

// Only what is named, by the id of a claim or the name of a chapter, in the order of the report; without names,
// everything.
Result<std::vector<Chapter>> chosen_chapters(std::vector<Chapter>, std::span<const std::string> names);

}  // namespace wend::reproduce
