#include <memory>

#include "crowd.hpp"
#include "environment/pair_tracker.hpp"
#include "table.hpp"

namespace wend::bench {

namespace {

using environment::Crossing;
using environment::PairTracker;

// From one rebuild to the next, so that every sample has its share of it.
std::function<double()> tracked(const CrowdSpec& spec) {
  struct State {
    Crowd crowd;
    PairTracker tracker;
    std::vector<Crossing> out;
    explicit State(const CrowdSpec& s) : crowd(s) {}
    double step() {
      crowd.move();
      return time_ns([&] { tracker.step(crowd.motions(), out); });
    }
  };
  auto state = std::make_shared<State>(spec);
  return [state] {
    if (!state->tracker.rebuilt()) state->step();
    for (int k = 0; k < 600 && !state->tracker.rebuilt(); ++k) state->step();
    double total = 0;
    int steps = 0;
    do {
      total += state->step();
      ++steps;
    } while (steps < 600 && !(state->tracker.rebuilt() && steps >= 6));
    return total / steps / static_cast<double>(state->crowd.size());
  };
}

}  // namespace

void add_event_rows(Table& table, const Options&) {
  table.section = "enter and exit, pair tracker";
  const struct {
    const char* name;
    double dt;
  } steps[] = {{"dt 0.1", 0.1}, {"dt 0.05", 0.05}, {"dt 1/60", 1.0 / 60}, {"dt 1/120", 1.0 / 120}, {"dt 1/240", 1.0 / 240}, {"dt 1/480", 1.0 / 480}};
  const char* sparse[] = {nullptr, "0.26", "0.14", "0.13", nullptr, nullptr};
  const char* crowd[] = {"5.4", "3.8", "1.7", "1.0", "0.64", "0.37"};
  const char* flow[] = {nullptr, "2.2", "0.9", "0.6", "0.3", nullptr};
  for (int k = 0; k < 6; ++k) {
    const std::string dt = steps[k].name;
    if (sparse[k]) table.add("sparse, 0.02/m2, r 5, " + dt, sparse[k], tracked({.density = 0.02, .radius = 5, .dt = steps[k].dt}));
  }
  for (int k = 0; k < 6; ++k) {
    if (crowd[k]) table.add(std::string("crowd, 0.5/m2, r 4, ") + steps[k].name, crowd[k], tracked({.dt = steps[k].dt}));
  }
  for (int k = 0; k < 6; ++k) {
    if (flow[k]) table.add(std::string("coherent flow, ") + steps[k].name, flow[k], tracked({.dt = steps[k].dt, .flow = true}));
  }
}

}  // namespace wend::bench
