#pragma once
#include "console.hpp"
#include "scene_text.hpp"
#include "verify/campaign.hpp"

#include <string>

namespace wend::cli::verify {

// A campaign for a terminal, for a program and as a page.

struct ReportFacts {
  std::string command{};  // what was typed
  VerifySettings settings{};
  std::vector<std::pair<std::string, double>> people{};
  bool held_out = false;  // the seeds are those that no parameter may be chosen by
};

std::string verify_table(const Campaign&, const Paint&);
Json verify_json(const Campaign&, const ReportFacts&);
std::string verify_page(const Campaign&, const ReportFacts&);  // Markdown

}  // namespace wend::cli::verify
