#pragma once
#include <array>
#include <span>

#include "steering/competition.hpp"

namespace wend::steering {

// Competition of up to six classes, local spec section 13. Class 0 is the target.
inline constexpr unsigned max_classes = 6;  // the enumeration solves 2^k small systems
inline constexpr unsigned max_fixed_points = 1u << max_classes;

using ClassRow = std::array<double, max_classes>;

// (27). Unused rows and the diagonal of gamma do not matter. k <= max_classes.
struct System {
  unsigned k = 0;
  ClassRow alpha{};
  std::array<ClassRow, max_classes> gamma{};  // gamma[i][j]: the damage j does to i
};

struct FixedPoint {
  unsigned mask = 0;   // bit i: class i is active
  ClassRow w{};        // >= 0; every choice of signs is a fixed point with the same spectrum
  double leading = 0;  // largest real part of an eigenvalue
  bool stable = false;
};

struct FixedPoints {
  unsigned count = 0;
  std::array<FixedPoint, max_fixed_points> points{};  // by increasing mask
};

struct Settled {
  ClassRow w{};
  unsigned stable_points = 0;  // 0: cyclic dominance, w is where the motion stood when we stopped looking
};

// What one obstacle class tells the competition: its detector (12) and its crowding sum.
struct ClassView {
  double P = 0;
  double S = 0;
};

// Target against up to five obstacle classes; classes[c] becomes class c + 1. Leave a class with S = 0 out.
System obstacle_classes(double P_tar, std::span<const ClassView> classes, const Competition&);

FixedPoints fixed_points(const System&);

// The weights of section 13 for alpha, gamma >= 0; finite for any input. Two classes take the closed form of 5.2.
// A previous answer turns hysteresis on.
Settled settle(const System&, const ClassRow* previous = nullptr);

}  // namespace wend::steering
