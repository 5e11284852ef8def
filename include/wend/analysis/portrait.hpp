#pragma once
#include <wend/model/model.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace wend {

struct PortraitRequest {
  std::size_t samples = 720;  // headings, evenly spaced over the full circle; 8 .. 100000
};

// A heading that stays: the rate is 0 there. Stable: the rate falls through it.
struct FixedPoint {
  double heading = 0;
  double slope = 0;
  bool stable = false;
};

// What one body, or the target, asks of each heading.
struct PortraitCurve {
  std::uint64_t id = 0;  // 0: the target
  BodyKind kind = BodyKind::disc;
  std::vector<double> f;       // as it asks
  std::vector<double> weight;  // how much it counts there
};

// The agent's decision at its place as a function of its heading: World::portrait().
struct Portrait {
  std::string model;
  Decision now;          // at the heading it has
  double heading = 0;    // that one
  Vec2 at{};
  std::vector<double> headings;  // -pi .. pi
  std::vector<double> rate;      // what the model does
  std::vector<double> plain;     // with every weight 1
  std::vector<double> w_tar, w_obs;
  std::vector<PortraitCurve> curves;       // the target first
  std::vector<FixedPoint> fixed_points;    // of rate, in order of heading
  std::vector<FixedPoint> plain_points;    // of plain
};

}  // namespace wend
