#pragma once
#include "steering/attractor_numbers.hpp"
#include <wend/model/model.hpp>

#include "steering/competition_n.hpp"

#include <array>
#include <vector>

namespace wend::steering {

// The sums of local spec (10), (26), (C2), (C8), (C18) over one class of bodies. Each term is rounded first, so their order
// does not matter.
struct ClassSums {
  double f = 0;         // for the detectors: before saturation
  double slope = 0;
  double window = 0;
  double S_static = 0;
  double S_ahead = 0;   // S_static without what is beside the way
  double S_agents = 0;
  double f_heading = 0;  // what the heading gets: agents saturated
  double S() const { return S_static + S_agents; }
};

// Class 0 pools everything that does not compete for itself; the others are in the order of their class index.
inline constexpr std::size_t max_sums = max_classes - 1;

struct Field {
  std::array<ClassSums, max_sums> sums{};
  std::size_t count = 1;
  double free_distance = 0;
  double speed = 0;        // (C12), before (C21); top speed where nothing is ahead
  double left = 0, right = 0;  // (C11): what bodies on either side allow; infinite without
  double time_gap = 0;     // (C21): what agents ahead allow; infinite without
  double following = 0;    // K of (C19)
  double conflict = 0;     // X of (C24)
  double strangers = 0;    // of (C33)
  double against = 0;      // of (C37)
  double walls_beside = 0, walls_in_way = 0;  // of (C36)
  double moving_walls_in_way = 0;  // of (C40)
};

// What the parameters and the personality of this agent amount to in this step.
struct Effective {
  double d0 = 1;
  double d0_w = 1;
  double d1 = 0.2;
  double top_speed = 1;
  double agility = 1;
  double delay = 0;      // Q
  double patience = 1;   // 1 - kappa_I I
  double patience_companions = 1;  // (C34)
  double trust = 0;      // in companions, (C33)
  double held_up = 0;    // B
  double step_back = 0;  // d_B B_w of (C40), m
  double retreat = 0;    // R of (C38)
  double yield_way = 0;  // d_p, less where people are in conflict
};

// Where the numbers come from, for explain().
struct Sources {
  std::vector<Share> shares;
  std::vector<std::size_t> sums;  // of each share: where in Field::sums it went
  const Neighbour* ahead = nullptr;  // the body at the free distance; the lowest id of several
  const Neighbour* left = nullptr;   // the bodies behind Field::left, right and time_gap
  const Neighbour* right = nullptr;
  const Neighbour* before = nullptr;
};

// Everything around the agent: repellers, windows, crowding and what bodies ahead allow. The parameters are resolved.
Field sense_field(const View&, const AttractorNumbers&, const Effective&, Sources* sources = nullptr);

// Bodies with a clearance up to this take part, local spec (32), with the d0 of their own class.
double sensing_range(const AttractorNumbers&, double d0, double d1, double top_speed);

std::size_t field_scratch_bytes(std::size_t bodies);

}  // namespace wend::steering
