#pragma once
#include <wend/attractor.hpp>
#include <wend/model.hpp>

#include "steering/competition_n.hpp"

#include <array>
#include <vector>

namespace wend::steering {

// The sums of local spec (10), (26) over one class of bodies. Each term is rounded first, so their order does not matter.
struct ClassSums {
  double f = 0;
  double slope = 0;
  double window = 0;
  double S_static = 0;
  double S_agents = 0;
  double S() const { return S_static + S_agents; }
};

// Class 0 pools everything that does not compete for itself; the others are in the order of their class index.
inline constexpr std::size_t max_sums = max_classes - 1;

struct Field {
  std::array<ClassSums, max_sums> sums{};
  std::size_t count = 1;
  double free_distance = 0;
};

// What the parameters and the courage of this agent amount to in this step.
struct Effective {
  double d0 = 1;
  double d1 = 0.2;
  double top_speed = 1;
  double agility = 1;
};

// Who did it, for those who ask.
struct Sources {
  std::vector<Share> shares;
  std::vector<std::size_t> sums;  // of each share: where in Field::sums it went
  const Neighbour* ahead = nullptr;  // the body at the free distance; the lowest id of several
};

// Everything around the agent: repellers, windows, crowding and the free distance ahead.
Field sense_field(const View&, const AttractorParams&, const Effective&, Sources* sources = nullptr);

// Bodies with a clearance up to this take part, local spec (32), with the d0 of their own class.
double sensing_range(const AttractorParams&, double d0, double d1, double top_speed);

std::size_t field_scratch_bytes(std::size_t bodies);

}  // namespace wend::steering
