#include "steering/competition.hpp"

#include <cmath>

namespace wend::steering {

TwoClassStability two_class_stability(Alphas<double> alpha, double g12, double g21) {
  TwoClassStability s;
  const double d1 = alpha.a1 - g12;
  const double d2 = alpha.a2 - g21;
  s.none = alpha.a1 < 0 && alpha.a2 < 0;
  s.target = alpha.a1 > 0 && d2 < 0;
  s.obstacles = alpha.a2 > 0 && d1 < 0;

  const double m = alpha.a1 * alpha.a2;
  const double Delta = m - g12 * g21;
  if (Delta == 0) return s;
  const double u1 = alpha.a2 * d1 / Delta;
  const double u2 = alpha.a1 * d2 / Delta;
  s.mixed_exists = u1 > 0 && u2 > 0;
  if (!s.mixed_exists) return s;
  s.mixed_at = {.tar = std::sqrt(u1), .obs = std::sqrt(u2)};

  // (28). The root is imaginary when gamma12 and gamma21 differ enough in sign.
  const double centre = -m * (d1 + d2) / Delta;
  const double square = m * m * (d1 - d2) * (d1 - d2) + 4 * m * d1 * d2 * g12 * g21;
  const double root = std::sqrt(std::abs(square)) / std::abs(Delta);
  s.leading = square > 0 ? centre + root : centre;
  s.other = square > 0 ? centre - root : centre;
  s.imaginary = square > 0 ? 0 : root;

  // Product of the pair is 4 u1 u2 Delta, sum 2 centre. With both alphas positive the sum is negative by itself;
  // with one negative (a class that lives off the other) it has to be asked.
  s.mixed = Delta > 0 && centre < 0;
  return s;
}

}  // namespace wend::steering
