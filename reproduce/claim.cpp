#include "claim.hpp"

#include <fmt/format.h>

#include <array>

namespace wend::reproduce {

namespace {

struct Words {
  const char* name;
  const char* key;
};

const Words& words_of(Verdict verdict) {
  static constexpr std::array<Words, 4> words{{{"reproduced", "reproduced"},
                                               {"reproduced with the stated decision", "with_decision"},
                                               {"not reproduced", "not_reproduced"},
                                               {"partly run", "partly_run"}}};
  return words[static_cast<std::size_t>(verdict)];
}

}  // namespace

const char* name_of(Verdict verdict) { return words_of(verdict).name; }
const char* key_of(Verdict verdict) { return words_of(verdict).key; }

std::string verdict_text(const Claim& claim) {
  if (claim.part.empty()) return name_of(claim.verdict);
  const bool holds = claim.verdict == Verdict::partly_run;
  return fmt::format("{}: {}", holds ? "partly run, holds so far" : "not reproduced, partly run", claim.part);
}

}  // namespace wend::reproduce
