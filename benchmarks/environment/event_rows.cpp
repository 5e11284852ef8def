#include <algorithm>

#include "environment/event_choice.hpp"
#include "environment/sleep_split.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

using environment::AutoCrossings;
using environment::Crossing;
using environment::PairTracker;
using environment::SleepSplit;
using environment::StepSweep;

template <class Engine>
struct Events {
  Engine engine;
  std::vector<Crossing> out;
  void operator()(const Crowd& crowd) { engine.step(crowd.motions(), out); }
};

struct SleepingEvents {
  SleepSplit engine;
  std::vector<Crossing> out;
  std::vector<std::uint8_t> asleep;
  void prepare(const Crowd& crowd) {
    if (!asleep.empty()) return;
    asleep.assign(crowd.asleep.begin(), crowd.asleep.end());
    engine.set_asleep(asleep);
  }
  void operator()(const Crowd& crowd) { engine.step(crowd.motions(), out); }
};

// From one rebuild to the next, so that every sample has its share of it.
template <class Engine>
std::function<double()> tracked(const CrowdSpec& spec) {
  struct State {
    Crowd crowd;
    Engine engine;
    std::vector<Crossing> out;
    explicit State(const CrowdSpec& s) : crowd(s) {}
    double step() {
      crowd.move();
      return time_ns([&] { engine.step(crowd.motions(), out); });
    }
    bool at_rebuild() const {
      if constexpr (requires { engine.rebuilt(); }) {
        return engine.rebuilt();
      } else {
        return !engine.tracks_pairs() || engine.pairs().rebuilt();
      }
    }
  };
  auto state = std::make_shared<State>(spec);
  return [state] {
    constexpr int most = 600, least = 6;
    state->step();
    for (int k = 0; k < most && !state->at_rebuild(); ++k) state->step();
    const bool found = state->at_rebuild();  // else rebuilds are too rare to matter
    double total = 0;
    int steps = 0;
    do {
      total += state->step();
      ++steps;
    } while (steps < most && !(found && state->at_rebuild() && steps >= least));
    return total / steps / static_cast<double>(state->crowd.size());
  };
}

struct Step {
  const char* name;
  double dt;
  const char *sparse, *crowd, *flow;  // the spec's figures
};
constexpr Step steps[] = {
    {"dt 0.1", 0.1, "", "5.4", ""},
    {"dt 0.05", 0.05, "0.26", "3.8", "2.2"},
    {"dt 1/60", 1.0 / 60, "0.14", "1.7", "0.9"},
    {"dt 1/120", 1.0 / 120, "0.13", "1.0", "0.6"},
    {"dt 1/240", 1.0 / 240, "", "0.64", "0.3"},
    {"dt 1/480", 1.0 / 480, "", "0.37", ""},
};

struct Scene {
  std::string name;
  CrowdSpec spec;
  const char* Step::*figure;
};

}  // namespace

void add_event_rows(Table& table, const Options& options) {
  const double ms = options.sample_ms;
  const Scene scenes[] = {
      {"sparse, 0.02/m2, r 5", {.density = 0.02, .radius = 5}, &Step::sparse},
      {"crowd, 0.5/m2, r 4", {}, &Step::crowd},
      {"coherent flow, 0.5/m2, r 4", {.flow = true}, &Step::flow},
  };
  const std::string section = "enter and exit";
  table.section = section;
  for (const Scene& scene : scenes) {
    for (const Step& step : steps) {
      CrowdSpec spec = scene.spec;
      spec.dt = step.dt;
      const std::string where = scene.name + ", " + step.name;
      const bool first = spec.density == 0.02;
      table.add("sweep, " + where, first ? "0.65-0.8" : "0.75-1.0", stepped(spec, ms, Events<StepSweep>{}));
      table.add("pairs, " + where, step.*scene.figure, tracked<PairTracker>(spec));
      table.add("choice, " + where, "1.3 x the better", tracked<AutoCrossings>(spec));
      table.choices.push_back(
          {section + ": choice, " + where, section + ": sweep, " + where, section + ": pairs, " + where});
    }
  }
  const std::string sparse = ", sparse, 0.02/m2, r 5, ";
  for (const auto& [dt, factor] : {std::pair{"dt 0.05", 1.8}, std::pair{"dt 1/60", 3.5}}) {
    table.targets.push_back({std::string("pairs against the sweep, sparse, ") + dt, section + ": pairs" + sparse + dt,
                             section + ": sweep" + sparse + dt, factor});
  }
  for (const auto& [name, awake, figure] :
       {std::tuple{"1 %", 0.01, "0.02"}, std::tuple{"10 %", 0.1, "0.16"}, std::tuple{"30 %", 0.3, "0.43"}}) {
    table.add(std::string("sleep split, ") + name + " awake", figure, stepped({.awake = awake}, ms, SleepingEvents{}));
  }
  table.add("sweep, 1 % awake", "", stepped({.awake = 0.01}, ms, Events<StepSweep>{}));
  table.targets.push_back({"sleep split against the sweep, 1 % awake", section + ": sleep split, 1 % awake",
                           section + ": sweep, 1 % awake", 20});
}

}  // namespace wend::bench
