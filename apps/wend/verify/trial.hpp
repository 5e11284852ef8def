#pragma once
#include "verify/standing.hpp"

#include <wend/scene.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// One run of a scene, and what is measured in it.

namespace wend::cli::verify {

// When somebody counts as arrived; the agent itself goes on.
enum class Latch {
  none,
  goal,   // within `tolerance` of its last target
  line,   // past x = `right_line` if it started heading right, else past x = `left_line`
  own,    // has arrived by its own reckoning, or has left
};

struct Trial {
  std::string scene{};  // "bench/circle"
  std::vector<std::pair<std::string, std::string>> sets{};
  std::string preset{};  // of the model, where the scene has a param of that name which knows it
  Latch latch = Latch::goal;
  double tolerance = 0.5;
  double left_line = 0, right_line = 0;
  double door = 0;   // half the width of a door at x = 0: the straight way leads through it; 0: there is none
  double limit = 0;  // s
  double settle = -1;  // s; from then on the speed along the track is measured; negative: never
  bool until_arrived = true;  // ends when everybody has; false: at the limit
  StandingPlan standing{};    // ends when nothing more can be learnt of it
  std::vector<std::pair<std::string, double>> people{};  // of LoadOptions
  std::uint64_t seed = 1;
};

struct TrialResult {
  std::string error{};
  std::size_t agents = 0;
  double limit = 0;
  std::vector<double> arrivals{};  // ascending
  double mean_time = 0, free_time = 0;  // over those who arrived; own straight way / own speed, over all
  double efficiency = 0;                // mean over those who arrived
  double jitter = 0;                    // rad/s
  double agent_clearance = std::numeric_limits<double>::infinity();   // the smallest, m
  double static_clearance = std::numeric_limits<double>::infinity();
  std::uint64_t overlaps = 0;   // pair-steps and body-steps below -1e-9 m
  std::uint64_t crossings = 0;  // steps of a centre over a wall
  std::size_t touched = 0;      // people a moving body touched
  std::uint64_t contacts = 0;   // episodes of it
  double speed = 0, density = 0, backwards = 0;  // on the straights of a track
  double stuck = 0;             // share of the steps of all people until they arrive with the status stuck
  StandingResult standing{};
  double cpu = 0;  // s, differs from run to run

  double finish() const { return arrivals.size() == agents && agents > 0 ? arrivals.back() : limit; }
  bool all_arrived() const { return arrivals.size() == agents; }
};

// Called now and then with the share that is done; false: stop.
using TrialWatch = std::function<bool(double share)>;

TrialResult run_trial(const Trial&, const TrialWatch& = {});

}  // namespace wend::cli::verify
