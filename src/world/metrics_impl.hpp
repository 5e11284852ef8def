#pragma once
#include <wend/analysis/metrics.hpp>

#include "environment/grid_index.hpp"

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace wend {

namespace metrics {

struct Pass {
  double distance = INFINITY;  // centre to axis, the smallest so far
  double clearance = INFINITY;
  char side = '-';
};

struct Record {
  AgentReport report;
  Vec2 start, last;
  double turn_rate = 0, sum_squares = 0, sum_change = 0;
  std::uint64_t steps = 0;
  double clearance = INFINITY;
  bool arrived = false;
  std::uint64_t busy = 0, stuck = 0, waiting = 0;  // looks that found it neither arrived nor idle, and of these stuck or waiting
  std::vector<Pass> passes;
  std::uint64_t seen = 0;  // the last look that found it
};

using PairOfIds = std::pair<std::uint64_t, std::uint64_t>;

}  // namespace metrics

struct Metrics::Impl {
  std::vector<metrics::Record> records;           // in order of creation
  std::map<AgentId, std::size_t> where;           // of those present
  std::vector<std::uint64_t> obstacles;           // ids in scene order
  std::vector<double> arrivals;
  std::vector<metrics::PairOfIds> touching, touching_static;  // at the last look, sorted
  std::set<metrics::PairOfIds> overlapping, deep;
  Report sums;
  double time = 0;  // of the last look
  double min_clearance = INFINITY;
  bool follow_sides = false;

  // Made anew in every look.
  std::uint64_t looks = 0;
  environment::GridIndex grid;
  environment::NearLists near;
  std::vector<double> reach;
  std::vector<environment::Capsule> capsules;
  std::vector<std::size_t> record_of_row;
  std::vector<const ObservedBody*> obstacle_bodies;  // null: gone
  std::vector<ObservedBody> world_bodies;

  Observation seen_in(const World&);
  void find_records(const Observation&);
  void look(const Observation&, bool moved);
  void follow(const Observation&);
  void take_arrivals(const Observation&);
};

}  // namespace wend
