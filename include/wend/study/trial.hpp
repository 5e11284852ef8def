#pragma once
#include <wend/base/export.hpp>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>
#include <wend/result.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace wend::study {

// One walker, one goal, points to avoid: the runs of the human spec, sections 4 to 7, without a world around them.

// A goal or an obstacle. It moves with its velocity, or along its own track, and is there from `from` until `until`.
struct TrialObject {
  Vec2 at{};
  Vec2 velocity{};
  double radius = 0;
  double weight = 1;  // q_i
  double from = 0;
  double until = std::numeric_limits<double>::infinity();
  std::vector<double> times{};  // of a recorded track, rising; linear between, still outside
  std::vector<Vec2> places{};
};

struct Trial {
  Vec2 at{};
  double heading = 0;
  double turn_rate = 0;
  double speed = 1;
  double radius = 0;  // of the walker
  TrialObject goal{};
  std::vector<TrialObject> obstacles{};
  double r_goal = 0.3;
  double dt = 0.01;  // one step of the integrator; the potential field divides it into its substeps
  double timeout = 60;
  bool ends_at_collision = false;
  bool keep_samples = true;
  std::uint64_t seed = 1;  // of the noise
};

enum class TrialEnd : std::uint8_t { arrived = 0, timeout = 1, orbit = 2, stuck = 3, collision = 4, blocked = 5, error = 6 };

struct TrialSample {
  double t = 0, x = 0, y = 0, heading = 0, turn_rate = 0, speed = 0;
};

struct TrialReport {
  TrialEnd end = TrialEnd::timeout;
  double time = 0;    // of arrival, or of the end
  double length = 0;  // (h.14)
  Vec2 ended_at{};  // length, arrival and this are those of the front point, where there is one
  std::vector<double> clearances{};  // (h.15), one for each obstacle
  std::string sides{};               // (h.4), L or R for each obstacle
  std::size_t nearest = 0;           // the obstacle with the smallest clearance
  double clearance = std::numeric_limits<double>::infinity();
  bool collided = false;  // (h.16)
  double max_turn_rate = 0, rms_turn_rate = 0, rms_turn_acceleration = 0;
  std::vector<TrialSample> samples{};  // of the body, one for each step: the first at t = 0, the last at or after the end
};

WEND_API const char* name_of(TrialEnd);
WEND_API Result<TrialReport> run_trial(const Trial&, const HumanParams& = {});
WEND_API Result<TrialReport> run_trial(const Trial&, const PotentialFieldParams&);

// A zero of dw/dt over the heading, the walker standing: (h.30). Negative slope: an attractor.
struct LayoutZero {
  double heading = 0;
  double slope = 0;
  bool attracts() const { return slope < 0; }
};

// Within `half_range` of the bearing of the goal, in order of heading.
WEND_API Result<std::vector<LayoutZero>> layout(const Trial&, const HumanParams& = {}, double half_range = 1.5707963267948966);

// The radius at which a walker of constant speed circles its goal for ever, (h.12).
WEND_API double orbit_radius(double speed, const HumanParams& = {});

// The point at distance d and angle a, in degrees, (h.32); the ten obstacles of a random field, (h.33).
WEND_API Vec2 polar(double d, double a);
WEND_API std::vector<TrialObject> random_field(std::uint64_t seed);

}  // namespace wend::study
