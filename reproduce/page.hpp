#pragma once
#include "claim.hpp"

#include <wend/result.hpp>

#include <string>
#include <vector>

namespace wend::reproduce {

struct FinishedChapter {
  std::string name, title, about;
  std::vector<Claim> claims;
};

struct PageFacts {
  bool quick = false;
  bool everything = true;  // false: only some claims were asked for
};

// The report: one file with everything in it. Equal claims give equal bytes.
Result<std::string> report_page(const std::vector<FinishedChapter>&, const PageFacts&);

}  // namespace wend::reproduce
