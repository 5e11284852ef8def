#pragma once
#include <wend/io/plot.hpp>
#include <wend/runner.hpp>

#include <functional>
#include <string>
#include <vector>

namespace wend::reproduce {

// claim.cpp has their words in this order.
enum class Verdict { reproduced, with_decision, not_reproduced, partly_run };

struct ClaimFigure {
  io::PlotSheet sheet;
  std::string caption;
};

// One statement of the specs, and what a run of it gave.
struct Claim {
  std::string id;         // "H3b", "gap", "T13": unique, what `wend reproduce ID` takes
  std::string title;      // a few words
  std::string claim;      // what is said to happen
  std::string source;     // spec and section, and the paper's figure where there is one: "human spec 7, Figs 11-13"
  std::string published;  // the number the spec quotes from the paper; empty: "not quoted"
  std::string stated;     // what our spec itself says, from its own calculation
  std::string measured;   // what we saw, with its unit
  std::string part;       // how much of the experiment was run: "swap only, 1 of 6 seeds"; empty: all of it
  Verdict verdict = Verdict::not_reproduced;
  std::string decision;    // what was decided where the source leaves it open; empty if nothing
  std::string parameters;  // what it was run with
  std::vector<ClaimFigure> figures;
};

struct Context {
  bool quick = false;  // fewer seeds, for tests
  TaskRunner* runner = nullptr;  // for the independent runs of one claim; results must not depend on it
  std::function<bool(double share)> progress;  // of the claim under way; false: stop
};

// Fills measured, part, verdict and figures of a claim.
using Run = std::function<void(Claim&, const Context&)>;

const char* name_of(Verdict);  // "reproduced", "reproduced with the stated decision", "not reproduced", "partly run"
const char* key_of(Verdict);   // "reproduced", "with_decision", "not_reproduced", "partly_run"
std::string verdict_text(const Claim&);  // with its part: "partly run, holds so far: swap only, 1 of 6 seeds"

}  // namespace wend::reproduce
