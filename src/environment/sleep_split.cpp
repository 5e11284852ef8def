#include "environment/sleep_split.hpp"

#include "core/ensure.hpp"
#include "environment/disk_grid.hpp"

namespace wend::environment {

namespace {

constexpr std::size_t sample_size = 64;
constexpr std::size_t most_changes = 20;  // one row in so many

}  // namespace

void SleepSplit::forget() {
  valid_ = false;
  awake_pairs_.forget();
}

void SleepSplit::set_asleep(std::span<const std::uint8_t> asleep) {
  if (asleep.size() != asleep_.size()) valid_ = false;
  if (!valid_) {
    asleep_.assign(asleep.begin(), asleep.end());
    return;
  }
  bool woken = false;
  for (std::size_t row = 0; row < asleep.size(); ++row) {
    if ((asleep[row] != 0) == (asleep_[row] != 0)) continue;
    asleep_[row] = asleep[row];
    ++changes_;
    if (in_grid_[row] == 0) continue;
    in_grid_[row] = 0;
    asleep_grid_.hide(static_cast<std::uint32_t>(row));
    woken = true;
  }
  if (changes_ * most_changes > asleep_.size()) valid_ = false;
  if (woken) list_awake();
}

void SleepSplit::list_awake() {
  awake_.clear();
  for (std::size_t row = 0; row < in_grid_.size(); ++row) {
    if (in_grid_[row] == 0) awake_.push_back(static_cast<std::uint32_t>(row));
  }
}

void SleepSplit::rebuild(const Motions& m) {
  asleep_.resize(m.size(), 0);
  in_grid_ = asleep_;
  asleep_rows_.clear();
  sample_.clear();
  double largest = -1;
  for (std::size_t row = 0; row < m.size(); ++row) {
    if (asleep_[row] != 0) asleep_rows_.push_back(static_cast<std::uint32_t>(row));
    largest = std::max(largest, m.watch[row]);
    if (row % (1 + m.size() / sample_size) == 0 && m.watch[row] >= 0) sample_.push_back(m.watch[row]);
  }
  usual_ = sample_.empty() ? largest : cell_side(sample_, largest);
  theirs_ = -1;
  wide_.clear();
  for (const std::uint32_t row : asleep_rows_) {
    if (m.watch[row] > usual_) {
      wide_.push_back(row);
    } else {
      theirs_ = std::max(theirs_, m.watch[row]);
    }
  }
  asleep_grid_.build(m, asleep_rows_, std::max(usual_, 1e-3), 0, largest);
  list_awake();
  changes_ = 0;
  ++rebuilds_;
  valid_ = true;
}

bool SleepSplit::sleepers_stand(const Motions& m) const {
  return std::all_of(asleep_rows_.begin(), asleep_rows_.end(), [&](std::uint32_t row) {
    return in_grid_[row] == 0 || (m.x0[row] == m.x1[row] && m.y0[row] == m.y1[row]);
  });
}

void SleepSplit::step(const Motions& m, std::vector<Crossing>& out) {
  out.clear();
  if (!valid_ || in_grid_.size() != m.size()) rebuild(m);
  WEND_ASSERT(sleepers_stand(m));

  WatchRule rule{m, out};
  awake_pairs_.sweep(m, awake_, rule);
  for (const std::uint32_t i : awake_) {
    const double own = m.watch[i];
    const bool wide = own > usual_;
    if (wide) asleep_grid_.around(m, i, own, -1, [&](std::uint32_t j) { rule.meet(i, j, true, false); });
    if (theirs_ >= 0 || (!wide && own >= 0)) {
      asleep_grid_.around(m, i, wide ? -1 : own, theirs_,
                          [&](std::uint32_t j) { rule.meet(i, j, !wide, m.watch[j] <= usual_); });
    }
    for (const std::uint32_t j : wide_) {
      if (in_grid_[j] != 0) rule.meet(j, i, true, false);
    }
  }
  sort_.sort(out);
}

}  // namespace wend::environment
