#include "environment/pair_tracker.hpp"

#include <algorithm>
#include <cmath>

#include "environment/pair_crossings.hpp"
#include "environment/step_pace.hpp"

namespace wend::environment {

namespace {

// Rounding can only make a deadline come early:
//  - a slack loses this share of the lengths it came from. Distances and the membership predicate are good to some
//  1e-16
//    of them; 11.2 sees a miss as a hit only when it misses by less than about 4e-8 of the distance (sqrt of 1e-15);
//  - a displacement is rounded up, and the odometer grows by 1e-15 of itself in every step, more than its own rounding;
//  - tiny stands for squares that underflow;
//  - keys go to buckets by the same monotone product as the odometer: a key passed is in a bucket reached.
constexpr double doubt = 1.6e-6, tiny = 1e-150;

}  // namespace

void PairTracker::step(const Motions& m, std::vector<Crossing>& out) {
  out.clear();
  ++counters_.steps;
  if (rows_ != m.size()) valid_ = false;
  rebuilt_ = !(valid_ && keep_pace(m) && keep_promises(m));
  if (rebuilt_) {
    rebuild(m, out);
  } else {
    drifted_ = drifted_ + drift_;
    check_due(m, out);
  }
  check_singles(m, out);
  sort_.sort(out);
}

double PairTracker::rounded_up(double way2) const {
  const double drift = std::abs(drift_.x) + std::abs(drift_.y);
  if (way2 == 0 && drift == 0) return 0;
  return std::sqrt(way2) * (1 + 1e-12) + 1e-15 * drift + tiny;
}

// Feeds the odometer, environment spec (e.34); false when the skin is used up or too many rows are suddenly fast.
bool PairTracker::keep_pace(const Motions& m) {
  double largest2 = largest_way2(m, drift_);
  if (largest2 > limit2_ && !single_out(m, largest2)) return false;
  u_ = rounded_up(largest2);
  D_ = (D_ + u_) * (1 + 1e-15);
  return D_ < budget_;
}

// Rows beyond the limit leave the odometer until the next rebuild; the largest way of the others remains.
bool PairTracker::single_out(const Motions& m, double& largest2) {
  largest2 = 0;
  for (std::size_t i = 0; i < m.size(); ++i) {
    if (single_[i]) continue;
    const double dx = m.x1[i] - m.x0[i] - drift_.x, dy = m.y1[i] - m.y0[i] - drift_.y;
    const double square = dx * dx + dy * dy;
    if (square > limit2_) {
      if (!add_single(i)) return false;
    } else {
      largest2 = std::max(largest2, square);
    }
  }
  return true;
}

bool PairTracker::add_single(std::size_t row) {
  if (singles_.size() == few_of(rows_)) return false;
  single_[row] = 1;
  singles_.push_back(static_cast<std::uint32_t>(row));
  ++counters_.single_rows;
  return true;
}

// Environment spec (e.36), with displacements per step for velocities: no clock is needed.
bool PairTracker::keep_promises(const Motions& m) {
  if (keys_ != Keys::velocity && !probing_) return true;
  const std::size_t n = m.size();
  const double *x0 = m.x0.data(), *y0 = m.y0.data(), *x1 = m.x1.data(), *y1 = m.y1.data();
  change2_.resize(n);
  double *last_x = last_dx_.data(), *last_y = last_dy_.data(), *change2 = change2_.data();
  double largest2 = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = x1[i] - x0[i], dy = y1[i] - y0[i];
    const double ax = dx - last_x[i], ay = dy - last_y[i];
    last_x[i] = dx;
    last_y[i] = dy;
    change2[i] = ax * ax + ay * ay;
    largest2 = largest2 < change2[i] ? change2[i] : largest2;
  }
  if (probing_) {
    probing_ = false;
    usual_accel_ = std::sqrt(usual_square(n, few_of(rows_), [&](std::size_t i) { return change2[i]; }));
    return true;
  }
  ++counters_.velocity_steps;
  if (largest2 <= accel_ * accel_) return true;
  for (std::size_t i = 0; i < n; ++i) {
    if (single_[i] || change2[i] <= accel_ * accel_) continue;
    ++counters_.broken_promises;
    if (!add_single(i)) {
      promise_broken_ = true;
      usual_accel_ = std::sqrt(usual_square(n, few_of(rows_), [&](std::size_t k) { return change2[k]; }));
      return false;
    }
  }
  return true;
}

PairTracker::Look PairTracker::look(const Motions& m, std::uint32_t i, std::uint32_t j, double d2) const {
  const double ri = m.watch.data()[i], rj = m.watch.data()[j];
  Look seen{std::sqrt(d2), INFINITY, false, false};
  if (ri >= 0) {
    seen.slack = std::abs(seen.distance - ri);
    seen.i_sees = d2 <= ri * ri;
  }
  if (rj >= 0) {
    seen.slack = std::min(seen.slack, std::abs(seen.distance - rj));
    seen.j_sees = d2 <= rj * rj;
  }
  return seen;
}

// No two rows came nearer to each other, or went farther apart, than twice the largest way.
bool PairTracker::may_have_crossed(const Look& now) const {
  return now.slack <= 2 * u_ + doubt * (now.distance + now.slack + 2 * u_) + tiny;
}

void PairTracker::file(const Motions& m, std::uint32_t i, std::uint32_t j, const Look& now) {
  const double safe = std::max(now.slack - doubt * (now.distance + now.slack) - tiny, 0.0);
  const double key = D_ + 0.5 * safe;  // environment spec (e.33)
  if (key >= budget_) return;          // the rebuild comes first
  const WatchedPair pair{i | (now.i_sees ? WatchedPair::seen : 0), j | (now.j_sees ? WatchedPair::seen : 0)};
  if (keys_ == Keys::odometer) {
    ring_.put(std::max(static_cast<std::uint64_t>(key * buckets_per_metre_), tick_), pair);
    return;
  }
  // Environment spec (e.35). In the k-th step from now a displacement differs from the present one by k accelerations
  // at most, so t steps bring two rows together by w t + a t (t + 1): w + a takes the place of w.
  const double xi = m.x1[i] - m.x0[i], yi = m.y1[i] - m.y0[i], xj = m.x1[j] - m.x0[j], yj = m.y1[j] - m.y0[j];
  const double wx = xj - xi, wy = yj - yi;
  const double size = std::abs(xi) + std::abs(yi) + std::abs(xj) + std::abs(yj);
  const double a = accel_ * (1 + 1e-9) + 1e-15 * size + tiny;
  const double w = std::sqrt(wx * wx + wy * wy) * (1 + 1e-12) + a;
  const double steps = 2 * safe / (w + std::sqrt(w * w + 4 * a * safe)) * (1 - 1e-9);
  const double most = static_cast<double>(ring_.buckets() - 2);
  ring_.put(tick_ + 1 + static_cast<std::uint64_t>(std::min(steps, most)), pair);
}

void PairTracker::check_due(const Motions& m, std::vector<Crossing>& out) {
  std::uint64_t from = ++tick_;
  if (keys_ == Keys::odometer) {
    from = --tick_;
    if (u_ == 0) return;
    tick_ = static_cast<std::uint64_t>(D_ * buckets_per_metre_);
  }
  const double *x = m.x1.data(), *y = m.y1.data();
  const std::uint8_t* single = single_.data();
  ring_.take(from, tick_, [&](WatchedPair due) {
    const std::uint32_t i = due.row_i(), j = due.row_j();
    if (single[i] || single[j]) return;
    ++counters_.checks;
    const double dx = x[j] - x[i], dy = y[j] - y[i];
    const Look now = look(m, i, j, dx * dx + dy * dy);
    const bool changed = now.i_sees != due.i_sees() || now.j_sees != due.j_sees();
    if (changed || (!(now.i_sees && now.j_sees) && may_have_crossed(now))) append_pair_crossings(m, i, j, out);
    file(m, i, j, now);
  });
}

// Rows that left the odometer meet everybody who can have come near in this step: the others are still within D_ (in
// the step of a rebuild within u_) of where the cells have them, moved along with the drift.
void PairTracker::check_singles(const Motions& m, std::vector<Crossing>& out) {
  if (widest_ < 0) return;
  for (std::size_t k = 0; k < singles_.size(); ++k) {
    const std::uint32_t i = singles_[k];
    const Vec2 from = Vec2{m.x0[i], m.y0[i]} - (drifted_ - drift_), to = Vec2{m.x1[i], m.y1[i]} - drifted_;
    const double size = std::abs(from.x) + std::abs(from.y) + std::abs(to.x) + std::abs(to.y) + std::abs(drifted_.x) +
                        std::abs(drifted_.y);
    const double reach = (widest_ + std::max(D_, u_)) * (1 + doubt) + 1e-9 * size + tiny;
    cells_.runs({std::min(from.x, to.x) - reach, std::min(from.y, to.y) - reach},
                {std::max(from.x, to.x) + reach, std::max(from.y, to.y) + reach}, [&](Run run) {
                  for (std::uint32_t p = run.begin; p < run.end; ++p) {
                    const std::uint32_t j = cells_.order()[p];
                    if (!single_[j] && m.floor[i] == m.floor[j]) append_pair_crossings(m, i, j, out);
                  }
                });
    for (std::size_t l = 0; l < k; ++l) {
      if (m.floor[i] == m.floor[singles_[l]]) append_pair_crossings(m, i, singles_[l], out);
    }
  }
}

}  // namespace wend::environment
