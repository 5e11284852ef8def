#pragma once
#include <wend/metrics.hpp>

#include "environment/grid.hpp"

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace wend {

namespace world {
struct Data;
}

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
  std::vector<Pass> passes;
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
  double min_clearance = INFINITY;
  bool follow_sides = false;

  // Buffers of look().
  environment::Grid grid;
  environment::NearLists near;
  std::vector<double> reach;
  std::vector<environment::Capsule> capsules;

  metrics::Record& record_of(const world::Data& d, std::size_t row);
  void meet(const world::Data& d);
  void look(const world::Data& d, bool moved);
  void follow(const world::Data& d);
  void take_arrivals(const World& w);
};

}  // namespace wend
