#include "environment/event_choice.hpp"

#include "core/angles.hpp"
#include "environment/step_pace.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

namespace {

constexpr int patience = 8;  // steps: a rebuild of the pairs has to be earned back

// Environment spec (e.9): k near ones in disks of radius r, u the largest displacement.
bool pairs_pay(double k, double u, double r) { return k * u < 0.075 * r; }

}  // namespace

void AutoCrossings::change_to(bool tracks) {
  tracks_ = tracks;
  ++changes_;
  quiet_ = 0;
  sweep_.forget();
  pairs_.forget();
}

void AutoCrossings::forget() {
  if (tracks_ && quiet_ < patience) change_to(false);
  quiet_ = 0;
  sweep_.forget();
  pairs_.forget();
}

void AutoCrossings::step(const Motions& m, std::vector<Crossing>& out) {
  quiet_ = std::min(quiet_ + 1, 2 * patience);
  if (tracks_) {
    pairs_.step(m, out);
    if (pairs_.rebuilt() && !pairs_pay(pairs_.near_mean(), pairs_.pace(), pairs_.usual_radius())) change_to(false);
  } else {
    sweep_.step(m, out);
    if (quiet_ < patience) return;
    if (sweep_says_track(m)) {
      change_to(true);
    } else {
      quiet_ = 0;
    }
  }
}

bool AutoCrossings::sweep_says_track(const Motions& m) const {
  double sum = 0, count = 0;
  for (const double r : m.watch) {
    if (r >= 0) sum += r, ++count;
  }
  if (count == 0 || sweep_.density() < 0) return false;
  const double r = sum / count;
  const UsualWay usual = usual_way(m);
  const double u = std::sqrt(std::min(usual.way2, largest_way2(m, usual.drift)));
  return pairs_pay(sweep_.density() * pi * r * r, u, r);
}

}  // namespace wend::environment
