#include "environment/pair_tracker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "environment/pair_crossings.hpp"
#include "environment/step_pace.hpp"

namespace wend::environment {

namespace {

constexpr double wide_share = 2;               // of the usual radius: wider rows do not set the size of the cells
constexpr double single_share = 4;             // of what nearly everybody keeps below
constexpr double slowest_single = 1.0 / 1024;  // of the usual radius

}  // namespace

void PairTracker::measure_radii(const Motions& m) {
  double sum = 0, count = 0;
  widest_ = narrow_ = -1;
  smallest_ = INFINITY;
  for (const double r : m.watch) {
    if (!(r >= 0)) continue;
    sum += r;
    ++count;
    widest_ = std::max(widest_, r);
    smallest_ = std::min(smallest_, r);
  }
  wide_.clear();
  is_wide_.assign(m.size(), 0);
  usual_ = count > 0 ? sum / count : 0;
  if (widest_ <= wide_share * usual_) {
    narrow_ = widest_;
    return;
  }
  for (std::size_t i = 0; i < m.size(); ++i) {
    const double r = m.watch[i];
    if (r > wide_share * usual_) {
      is_wide_[i] = 1;
      wide_.push_back(static_cast<std::uint32_t>(i));
    } else {
      narrow_ = std::max(narrow_, r);
    }
  }
}

// And who is fast.
void PairTracker::choose_drift(const Motions& m) {
  const UsualWay usual = usual_way(m);
  drift_ = usual.drift;
  drifted_ = {};
  single_.assign(m.size(), 0);
  singles_.clear();
  const double least = slowest_single * usual_;
  limit2_ = std::max(single_share * single_share * std::min(usual.way2, 1e300), least * least);
  double largest2 = 0;
  (void)single_out(m, largest2);  // there are no more than may be
  u_ = rounded_up(largest2);
}

void PairTracker::choose_skin() {
  const double share = near_mean_ > 10 ? 0.25 : 0.5;
  // Whatever has crossed in this very step is within the skin, too.
  skin_ = std::max({share * usual_, 4 * u_, 1e-5 * widest_, 1e-100});  // never 0: buckets are a share of it
  budget_ = 0.5 * skin_;
}

// Velocity keys where neighbours move much alike. How much displacements change from step to step is looked at in the
// first step after one rebuild, promised at the next.
void PairTracker::choose_keys(const Motions& m) {
  if (keys_ == Keys::velocity && promise_broken_ && tick_ < 8) no_velocity_keys_ = 16;
  if (no_velocity_keys_ > 0) --no_velocity_keys_;
  const double w2 = pair_samples_ > 0 ? pair_way2_ / pair_samples_ : INFINITY;
  const bool alike = no_velocity_keys_ == 0 && 9 * w2 < mean_way2(m);
  accel_ = std::max({2 * usual_accel_, u_ / 256, 1e-12});
  keys_ = alike && usual_accel_ >= 0 && accel_ < 0.25 * u_ ? Keys::velocity : Keys::odometer;
  probing_ = keys_ == Keys::odometer && (alike || !(drift_ == Vec2{}));
  promise_broken_ = false;
  D_ = 0;
  tick_ = 0;
  pair_way2_ = pair_samples_ = 0;
  if (probing_ || keys_ == Keys::velocity) {
    last_dx_.resize(m.size());
    last_dy_.resize(m.size());
    for (std::size_t i = 0; i < m.size(); ++i) {
      last_dx_[i] = m.x1[i] - m.x0[i];
      last_dy_[i] = m.y1[i] - m.y0[i];
    }
  }
  if (keys_ == Keys::velocity) {
    ring_.reset(512);
    return;
  }
  const double wanted = u_ > 0 ? std::clamp(4 * budget_ / u_, 16.0, 1024.0) : 16;
  ring_.reset(std::bit_ceil(static_cast<std::size_t>(wanted)));
  buckets_per_metre_ = static_cast<double>(ring_.buckets()) / budget_;
}

double PairTracker::mean_way2(const Motions& m) {
  double sum = 0;
  for (std::size_t i = 0; i < m.size(); i += 16) {
    const double dx = m.x1[i] - m.x0[i], dy = m.y1[i] - m.y0[i];
    if (!single_[i]) sum += dx * dx + dy * dy;
  }
  return m.size() > 0 ? sum / static_cast<double>((m.size() + 15) / 16) : 0;
}

void PairTracker::rebuild(const Motions& m, std::vector<Crossing>& out) {
  ++counters_.rebuilds;
  rows_ = m.size();
  valid_ = true;
  measure_radii(m);
  choose_drift(m);
  choose_skin();
  choose_keys(m);
  near_sum_ = 0;
  if (widest_ >= 0) {
    sweep(m, out);
    sweep_wide(m, out);
  }
  near_mean_ = m.size() > 0 ? static_cast<double>(near_sum_) / static_cast<double>(m.size()) : 0;
}

void PairTracker::sweep(const Motions& m, std::vector<Crossing>& out) {
  const std::size_t n = m.size();
  all_rows_.resize(n);
  std::iota(all_rows_.begin(), all_rows_.end(), 0u);
  const double reach = narrow_ + skin_;
  cells_.sort({m.x1, m.y1}, all_rows_, reach * (1 + 1e-7) + 1e-8);  // a little more: cells of far places are rounded
  const std::uint32_t* order = cells_.order().data();
  sorted_x_.resize(n);
  sorted_y_.resize(n);
  candidates_.resize(n);
  candidate_d2_.resize(n);
  double *x = sorted_x_.data(), *y = sorted_y_.data(), *d2 = candidate_d2_.data();
  for (std::size_t p = 0; p < n; ++p) {
    x[p] = m.x1.data()[order[p]];
    y[p] = m.y1.data()[order[p]];
  }
  // Nearer than `deep` both sides see each other, and no edge of a disk is within the skin.
  const double deep = smallest_ - skin_, deep2 = deep > 0 && wide_.empty() ? deep * deep : -1, reach2 = reach * reach;
  std::uint32_t* found = candidates_.data();
  const std::uint8_t* wide = is_wide_.data();
  std::size_t deep_pairs = 0;
  const auto meet_run = [&](std::uint32_t p, Run run) {
    const double px = x[p], py = y[p];
    std::size_t count = 0;
    for (std::uint32_t k = run.begin; k < run.end; ++k) {
      const double dx = x[k] - px, dy = y[k] - py;
      const double square = dx * dx + dy * dy;
      found[count] = k;
      d2[count] = square;
      deep_pairs += square < deep2;
      count += (square <= reach2) & (square >= deep2);
    }
    for (std::size_t c = 0; c < count; ++c) {
      const std::uint32_t j = order[found[c]];
      if (!wide[j]) meet(m, order[p], j, d2[c], out);
    }
  };
  CellOrder<2>::Cell cell{-1, -1};
  Run same, above;
  for (std::uint32_t p = 0; p < n; ++p) {
    const CellOrder<2>::Cell mine = cells_.cell({x[p], y[p]});
    if (mine != cell) {
      cell = mine;
      const std::int64_t left = std::max<std::int64_t>(cell[0] - 1, 0);
      const std::int64_t right = std::min(cell[0] + 1, cells_.cells_along(0) - 1);
      same = cells_.run(cell, cell[0], right);
      above = cell[1] + 1 < cells_.cells_along(1) ? cells_.run({0, cell[1] + 1}, left, right) : Run{};
    }
    if (wide[order[p]]) continue;
    meet_run(p, {p + 1, same.end});
    meet_run(p, above);
  }
  near_sum_ += 2 * deep_pairs;
}

// Every wide row looks round for itself; of two wide rows the wider one does.
void PairTracker::sweep_wide(const Motions& m, std::vector<Crossing>& out) {
  for (const std::uint32_t i : wide_) {
    const double r = m.watch[i], reach = (r + skin_) * (1 + 1e-7) + 1e-8, px = m.x1[i], py = m.y1[i];
    cells_.runs({px - reach, py - reach}, {px + reach, py + reach}, [&](Run run) {
      for (std::uint32_t p = run.begin; p < run.end; ++p) {
        const std::uint32_t j = cells_.order()[p];
        if (j == i || (is_wide_[j] && (m.watch[j] > r || (m.watch[j] == r && j < i)))) continue;
        const double dx = sorted_x_[p] - px, dy = sorted_y_[p] - py;
        const double square = dx * dx + dy * dy;
        if (square <= reach * reach) meet(m, i, j, square, out);
      }
    });
  }
}

void PairTracker::meet(const Motions& m, std::uint32_t i, std::uint32_t j, double d2, std::vector<Crossing>& out) {
  if (single_.data()[i] || single_.data()[j] || m.floor.data()[i] != m.floor.data()[j]) return;
  const Look now = look(m, i, j, d2);
  near_sum_ += static_cast<std::size_t>(now.i_sees) + static_cast<std::size_t>(now.j_sees);
  if (!(now.slack < INFINITY)) return;  // nobody watches
  if (may_have_crossed(now)) append_pair_crossings(m, i, j, out);
  if (((i ^ j) & 15) == 0) {
    const double wx = (m.x1[j] - m.x0[j]) - (m.x1[i] - m.x0[i]), wy = (m.y1[j] - m.y0[j]) - (m.y1[i] - m.y0[i]);
    pair_way2_ += wx * wx + wy * wy;
    ++pair_samples_;
  }
  file(m, i, j, now);
}

}  // namespace wend::environment
