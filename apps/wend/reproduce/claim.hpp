#pragma once
#include <wend/io/plot.hpp>
#include <wend/runner.hpp>

#include <functional>
#include <string>
#include <vector>

namespace wend::cli {

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

struct ReproduceContext {
  bool quick = false;  // fewer seeds, for tests
  TaskRunner* runner = nullptr;  // for the independent runs of one claim; results must not depend on it
  std::function<bool(double share)> progress;  // of the claim under way; false: stop
};

// A claim and how to run it. `run` fills measured, verdict, figures.
struct Experiment {
  Claim about;
  std::function<void(Claim&, const ReproduceContext&)> run;
};

// In the order of the report.
std::vector<Experiment> attractor_experiments();    // local-layer spec
std::vector<Experiment> planning_experiments();     // planning-layer spec
std::vector<Experiment> environment_experiments();  // environment-layer spec
std::vector<Experiment> human_experiments();        // human-model spec

}  // namespace wend::cli
