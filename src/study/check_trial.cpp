#include "study/check_trial.hpp"

#include <wend/base/params.hpp>

#include "core/text.hpp"

namespace wend::study {

namespace {

constexpr double far = 1e6;
constexpr double most_steps = 1e7;

constexpr ParamInfo place_x{"at.x", "m", -far, far}, place_y{"at.y", "m", -far, far};
constexpr ParamInfo velocity_x{"velocity.x", "m/s", -1000, 1000}, velocity_y{"velocity.y", "m/s", -1000, 1000};
constexpr ParamInfo heading{"heading", "rad", -1000, 1000}, turn_rate{"turn_rate", "rad/s", -1000, 1000};
constexpr ParamInfo speed{.name = "speed", .unit = "m/s", .low = 0, .high = 1000, .low_open = true};
constexpr ParamInfo radius{"radius", "m", 0, 1000}, weight{"weight", "", 0, 1e6};
constexpr ParamInfo since{"from", "s", -far, far}, until{.name = "until", .unit = "s", .low = -far, .high = far, .unset = std::numeric_limits<double>::infinity()};
constexpr ParamInfo moment{"times", "s", -far, far}, track_x{"places.x", "m", -far, far}, track_y{"places.y", "m", -far, far};
constexpr ParamInfo r_goal{"r_goal", "m", 0, far};
constexpr ParamInfo dt{"dt", "s", 1e-6, 10};  // two seconds of steps are remembered, (h.29)
constexpr ParamInfo timeout{"timeout", "s", 0, far};

// The first of several checks that fails.
class Checks {
 public:
  explicit Checks(std::string place) : place_(std::move(place)) {}
  Checks& operator()(const ParamInfo& info, double value) {
    if (first_) first_ = check(info, value, place_);
    return *this;
  }
  Checks& that(bool fine, auto&& message) {
    if (first_ && !fine) first_ = Error{Errc::invalid_value, message(), place_};
    return *this;
  }
  Result<void> result() const { return first_; }

 private:
  std::string place_;
  Result<void> first_;
};

Result<void> check_object(const TrialObject& o, std::string place) {
  Checks checks(std::move(place));
  checks(place_x, o.at.x)(place_y, o.at.y)(velocity_x, o.velocity.x)(velocity_y, o.velocity.y);
  checks(radius, o.radius)(weight, o.weight)(since, o.from)(until, o.until);
  checks.that(o.times.size() == o.places.size(), [&] { return concat(o.times.size(), " times and ", o.places.size(), " places, expected as many"); });
  for (std::size_t i = 0; i < o.times.size() && checks.result(); ++i) {
    checks(moment, o.times[i])(track_x, o.places[i].x)(track_y, o.places[i].y);
    checks.that(i == 0 || o.times[i] > o.times[i - 1], [&] { return concat("times[", i, "] = ", o.times[i], ", expected more than ", o.times[i - 1]); });
  }
  return checks.result();
}

}  // namespace

Result<void> check_trial(const Trial& trial) {
  Checks checks("trial");
  checks(place_x, trial.at.x)(place_y, trial.at.y)(heading, trial.heading)(turn_rate, trial.turn_rate)(speed, trial.speed);
  checks(radius, trial.radius)(r_goal, trial.r_goal)(dt, trial.dt)(timeout, trial.timeout);
  checks.that(trial.timeout <= most_steps * trial.dt, [&] { return concat("timeout / dt = ", trial.timeout / trial.dt, ", expected at most ", most_steps, " steps"); });
  if (auto ok = checks.result(); !ok) return ok;
  if (auto ok = check_object(trial.goal, "trial.goal"); !ok) return ok;
  for (std::size_t i = 0; i < trial.obstacles.size(); ++i) {
    if (auto ok = check_object(trial.obstacles[i], concat("trial.obstacles[", i, "]")); !ok) return ok;
  }
  return {};
}

}  // namespace wend::study
