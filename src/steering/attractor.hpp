#pragma once
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include "steering/standing.hpp"

#include <limits>
#include <optional>

namespace wend::steering {

// The terms of local spec section 19 in one decision.
struct CrowdDecision {
  double delay = 0;       // Q, averaged share of the top speed that was not walked
  double impatience = 0;  // I
  double step_back = 0;   // d_B B_w, m
  double following = 0;   // K: 1 follows slower agents, 0 overtakes them
  double conflict = 0;    // X
  double strangers = 0;   // X of agents that are no companions: companions are trusted without
  double aside = 0;       // rad by which the agent keeps to its side because oncoming agents hold it up: right, or left where beta_h < 0
  double gain = 0;        // attractor gain that came of it, rad/s
  double left = std::numeric_limits<double>::infinity();   // m/s that bodies on the left allow, infinite: none
  double right = std::numeric_limits<double>::infinity();
  double time_gap = std::numeric_limits<double>::infinity();  // m/s that the agent ahead allows
  std::uint64_t left_body = 0, right_body = 0, ahead = 0;  // ids; 0: none
  BodyKind left_kind = BodyKind::disc, right_kind = BodyKind::disc;
  double facing_cap = 0;  // m/s allowed while facing away from the target
  bool settling = false;  // finds its place around its target, section 20.1: its heading follows its velocity
};

// The numbers of local spec (3)-(16). Without noise, rate = w_tar f_tar + sum of weight f over all shares (capped).
struct AttractorDecision : Decision {
  double f_tar = 0, slope_tar = 0;
  double f_obs = 0, slope_obs = 0;
  double window_sum = 0, crowding = 0;
  double beta_a = 0;  // crowd discount as used
  double P_tar = 0, P_obs = 0, gamma12 = 0, alpha1 = 0, alpha2 = 0;
  double w_tar = 0, w_obs = 0;
  std::optional<CrowdDecision> crowd;  // of agents that slide
};

// What an agent of this model is and remembers, in the order of ModelInfo::state.
struct AttractorMemory {
  double agility = 1;    // how soon it turns
  double lightness = 1;  // how soon it changes speed
  double courage = courage_unset;
  double energy = 1;
  double w_tar = 1;
  double w_obs = 0;
  double chosen = 0;  // competing targets: low 32 bits of the winner's slot + 1; 0 is none
  double delay = -1;    // Q of (C6) as used in the last step; negative: none was walked yet
  double conflict = 0;  // X of (C24) in the last step
  double strangers = 0;  // of (C33) in the last step
  double following = 0;  // K of (C19) in the last step
  double walls_in_way = 0;  // S'_stat of (C18) in the last step, with walls that move
  double walls_beside = 0;  // S_stat - S'_stat in the last step
  Settling settling;        // section 20.1
};

// The model "attractor": heading as a dynamical system with competing weights. Local spec sections 2-10, 12, 13, 19, 20.
class AttractorModel final : public SteeringModel {
 public:
  AttractorModel();
  Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const override;
  Result<void> check_categories(std::span<const double> categories, std::string_view place) const override;
  ModelTraits traits(std::span<const double> params) const override;
  double sense_range(const Sensing&) const override;
  std::size_t scratch_bytes(std::size_t bodies) const override;
  Motion steer(const View&, std::span<double> next_state) const override;
  double turning_radius(std::span<const double> params, const Physique&) const override;
  Decision explain(const View&) const override;

  // explain() with the numbers of the spec as members.
  AttractorDecision decide(const View&) const;
};

}  // namespace wend::steering
