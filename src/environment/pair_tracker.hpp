#pragma once
#include "environment/cell_order.hpp"
#include "environment/crossing_sort.hpp"
#include "environment/due_ring.hpp"
#include "environment/watch.hpp"

namespace wend::environment {

// Remembers for every pair near the edge of a disk how far everybody may move before it has to be looked at again
// (environment spec, section 10). What a rebuild finds depends on the positions alone, so it may come at any step.
class PairTracker final : public CrossingEngine {
 public:
  struct Counters {
    std::uint64_t steps = 0, rebuilds = 0, checks = 0, single_rows = 0, broken_promises = 0, velocity_steps = 0;
  };

  void forget() override { valid_ = false; }
  void step(const Motions&, std::vector<Crossing>& out) override;

  const Counters& counters() const { return counters_; }
  bool rebuilt() const { return rebuilt_; }        // in the last step
  double near_mean() const { return near_mean_; }  // k of (e.9), at the last rebuild
  double pace() const { return u_; }               // u of (e.9) in the last step, against the common drift
  double usual_radius() const { return usual_; }   // r of (e.9), at the last rebuild

  // For audits: visit(i, j, i_sees, j_sees) of every pair that waits for its deadline.
  template <class Visit>
  void for_waiting(Visit&& visit) const {
    ring_.for_each([&](WatchedPair p) { visit(p.row_i(), p.row_j(), p.i_sees(), p.j_sees()); });
  }
  bool treats_singly(std::size_t row) const { return row < single_.size() && single_[row] != 0; }

 private:
  enum class Keys { odometer, velocity };
  struct Look {
    double distance = 0, slack = 0;  // slack: to the nearest edge of a disk
    bool i_sees = false, j_sees = false;
  };

  bool keep_pace(const Motions&);
  bool keep_promises(const Motions&);
  bool single_out(const Motions&, double& largest2);
  bool add_single(std::size_t row);
  double rounded_up(double way2) const;

  void rebuild(const Motions&, std::vector<Crossing>& out);
  void measure_radii(const Motions&);
  void choose_drift(const Motions&);
  void choose_skin();
  void choose_keys(const Motions&);
  double mean_way2(const Motions&);
  void sweep(const Motions&, std::vector<Crossing>& out);
  void sweep_wide(const Motions&, std::vector<Crossing>& out);
  void meet(const Motions&, std::uint32_t i, std::uint32_t j, double d2, std::vector<Crossing>& out);

  void check_due(const Motions&, std::vector<Crossing>& out);
  void check_singles(const Motions&, std::vector<Crossing>& out);
  Look look(const Motions&, std::uint32_t i, std::uint32_t j, double d2) const;
  bool may_have_crossed(const Look&) const;
  void file(const Motions&, std::uint32_t i, std::uint32_t j, const Look&);

  Counters counters_;
  bool valid_ = false, rebuilt_ = false;
  std::size_t rows_ = 0;

  // Radii, at the rebuild: a wide row is met by a scan of its own.
  double narrow_ = -1, widest_ = -1, smallest_ = 0, usual_ = 0;
  std::vector<std::uint32_t> wide_;
  std::vector<std::uint8_t> is_wide_;

  // The odometer (e.34): how far anybody may have moved against the drift since the rebuild, never too little.
  Vec2 drift_{}, drifted_{};
  double u_ = 0, D_ = 0, budget_ = 0, skin_ = 0;
  double limit2_ = 0;  // who is faster than this is treated singly until the next rebuild
  std::vector<std::uint8_t> single_;
  std::vector<std::uint32_t> singles_;

  Keys keys_ = Keys::odometer;
  std::uint64_t tick_ = 0;  // velocity keys: steps since the rebuild; odometer: the bucket of D_
  double buckets_per_metre_ = 1;
  double accel_ = 0;         // largest change of a displacement from step to step: promised
  double usual_accel_ = -1;  // and seen, but for a few rows; not known yet
  bool probing_ = false, promise_broken_ = false;
  std::uint64_t no_velocity_keys_ = 0;  // rebuilds to wait before the next attempt
  std::vector<double> last_dx_, last_dy_, change2_;

  DueRing ring_;
  CrossingSort sort_;
  CellOrder<2> cells_;
  std::vector<std::uint32_t> all_rows_, candidates_;
  std::vector<double> sorted_x_, sorted_y_, candidate_d2_;
  std::size_t near_sum_ = 0;
  double near_mean_ = 0;
  double pair_way2_ = 0, pair_samples_ = 0;  // squared relative displacements of some pairs, for the choice of keys
};

}  // namespace wend::environment
