#pragma once
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wend::steering {

// The walked velocities allowed by one body: n.w <= b, n a unit vector. Local spec (C15), (43), (C27).
struct HalfPlane {
  Vec2 n;
  double b = 0;
  std::uint64_t key = 0;  // the order in which half planes are taken, so that no neighbour order shows
};

// A wished velocity and what limits it. Hard half planes have b >= 0, so that standing is always allowed; soft ones give way.
struct Programme {
  Vec2 wish;
  Vec2 heading;             // unit vector
  double lateral_cost = 1;  // kappa_l >= 1: of a metre per second across the heading against one along it
  double top_speed = 0;     // bounds what soft half planes ask for
  std::vector<HalfPlane> hard, soft;
  std::vector<HalfPlane> set_aside;  // hard ones that a caller leaves out for a while
  std::vector<HalfPlane> lines;  // room to work in: after warm-up a step allocates nothing

  void clear() {
    hard.clear();
    soft.clear();
  }
};

struct Walked {
  Vec2 velocity;
  double violation = 0;  // epsilon*: by how much the soft half planes had to give way, m/s
};

// The velocity nearest to the wish: local spec (C17), with soft half planes (C28), (C29). Sorts both lists.
// Cost: one pass when the wish is allowed, else of the order of the square of the number of half planes.
Walked solve(Programme&);

}  // namespace wend::steering
