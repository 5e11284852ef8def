#include "steering/competition_n.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/det_math.hpp"
#include "core/ensure.hpp"

namespace wend::steering {
namespace {

using Matrix = std::array<ClassRow, max_classes>;

constexpr double tiny = 1e-12;  // smallest pivot, and smallest u of an active class
constexpr double first_weight = 0.01;
constexpr unsigned max_steps = 4000;

bool is_active(unsigned mask, unsigned i) { return ((mask >> i) & 1u) != 0; }

// M of section 13
double interaction(const System& s, unsigned i, unsigned j) { return i == j ? s.alpha[i] : s.gamma[i][j]; }

// Gaussian elimination with row exchanges; the solution replaces b. False: singular.
bool solve_linear(Matrix& a, ClassRow& b, unsigned n) {
  for (unsigned c = 0; c < n; ++c) {
    unsigned best = c;
    for (unsigned r = c + 1; r < n; ++r) {
      if (std::abs(a[r][c]) > std::abs(a[best][c])) best = r;
    }
    if (!(std::abs(a[best][c]) > tiny)) return false;  // NaN is singular too
    std::swap(a[c], a[best]);
    std::swap(b[c], b[best]);
    for (unsigned r = c + 1; r < n; ++r) {
      const double factor = a[r][c] / a[c][c];
      for (unsigned j = c + 1; j < n; ++j) a[r][j] -= factor * a[c][j];
      b[r] -= factor * b[c];
    }
  }
  for (unsigned r = n; r-- > 0;) {
    for (unsigned j = r + 1; j < n; ++j) b[r] -= a[r][j] * b[j];
    b[r] /= a[r][r];
  }
  return true;
}

// Similarity by the rotation of the plane (p, p + 1) that carries (x, y) onto (r, 0), inside the block [lo, hi].
void rotate(Matrix& a, unsigned p, double x, double y, unsigned lo, unsigned hi) {
  const double r = std::sqrt(x * x + y * y);
  if (r == 0) return;
  const double c = x / r;
  const double s = y / r;
  for (unsigned j = lo; j <= hi; ++j) {
    const double upper = a[p][j];
    const double lower = a[p + 1][j];
    a[p][j] = c * upper + s * lower;
    a[p + 1][j] = c * lower - s * upper;
  }
  for (unsigned i = lo; i <= hi; ++i) {
    const double left = a[i][p];
    const double right = a[i][p + 1];
    a[i][p] = c * left + s * right;
    a[i][p + 1] = c * right - s * left;
  }
}

// Clears everything below the first subdiagonal of the block.
void to_hessenberg(Matrix& a, unsigned lo, unsigned hi) {
  for (unsigned j = lo; j + 2 <= hi; ++j) {
    for (unsigned i = hi; i >= j + 2; --i) {
      if (a[i][j] != 0) rotate(a, i - 1, a[i - 1][j], a[i][j], lo, hi);
      a[i][j] = 0;
    }
  }
}

// One double-shift QR step: bend the basis along the first column of H^2 - sum H + product, then chase the bulge out.
void qr_step(Matrix& a, unsigned lo, unsigned hi, double sum, double product) {
  const double x = a[lo][lo] * (a[lo][lo] - sum) + a[lo][lo + 1] * a[lo + 1][lo] + product;
  const double y = a[lo + 1][lo] * (a[lo][lo] + a[lo + 1][lo + 1] - sum);
  const double z = a[lo + 1][lo] * a[lo + 2][lo + 1];
  rotate(a, lo + 1, y, z, lo, hi);
  rotate(a, lo, x, std::sqrt(y * y + z * z), lo, hi);
  to_hessenberg(a, lo, hi);
}

double leading_of_pair(double a, double b, double c, double d) {
  const double half = 0.5 * (a - d);
  const double square = half * half + b * c;
  const double centre = 0.5 * (a + d);
  return square > 0 ? centre + std::sqrt(square) : centre;
}

// Largest real part of an eigenvalue; the matrix is used up. Not by the characteristic polynomial, whose roots are
// worthless when classes are alike (multiple eigenvalues), and alike classes are the usual case.
double leading_eigenvalue(Matrix& a, unsigned n) {
  if (n == 0) return -std::numeric_limits<double>::infinity();
  to_hessenberg(a, 0, n - 1);
  double scale = 0;
  for (unsigned i = 0; i < n; ++i) {
    for (unsigned j = 0; j < n; ++j) scale = std::max(scale, std::abs(a[i][j]));
  }
  const double negligible = scale * std::numeric_limits<double>::epsilon();

  double leading = -std::numeric_limits<double>::infinity();
  unsigned rows = n;  // still to do: rows 0 .. rows - 1
  for (unsigned tries = 0; rows > 0;) {
    const unsigned hi = rows - 1;
    unsigned lo = hi;
    while (lo > 0 && std::abs(a[lo][lo - 1]) > negligible) --lo;
    if (lo == hi) {
      leading = std::max(leading, a[hi][hi]);
      rows -= 1;
      tries = 0;
    } else if (lo + 1 == hi) {
      leading = std::max(leading, leading_of_pair(a[lo][lo], a[lo][hi], a[hi][lo], a[hi][hi]));
      rows -= 2;
      tries = 0;
    } else if (++tries > 200) {
      return std::numeric_limits<double>::infinity();  // never seen; "unstable" is the safe answer
    } else if (tries % 10 == 0) {
      const double kick = std::abs(a[hi][hi - 1]) + std::abs(a[hi - 1][hi - 2]);  // leaves a cycle of shifts
      qr_step(a, lo, hi, 1.5 * kick, kick * kick);
    } else {
      qr_step(a, lo, hi, a[hi - 1][hi - 1] + a[hi][hi],
              a[hi - 1][hi - 1] * a[hi][hi] - a[hi - 1][hi] * a[hi][hi - 1]);
    }
  }
  return leading;
}

// The fixed point with exactly the classes of the mask active; false: there is none.
bool find_fixed_point(const System& s, unsigned mask, FixedPoint& point) {
  std::array<unsigned, max_classes> classes{};
  unsigned n = 0;
  for (unsigned i = 0; i < s.k; ++i) {
    if (is_active(mask, i)) classes[n++] = i;
  }
  Matrix M{};
  ClassRow u{};
  for (unsigned r = 0; r < n; ++r) {
    u[r] = s.alpha[classes[r]];
    for (unsigned c = 0; c < n; ++c) M[r][c] = interaction(s, classes[r], classes[c]);
  }
  Matrix B = M;
  if (!solve_linear(M, u, n)) return false;
  for (unsigned r = 0; r < n; ++r) {
    if (!(u[r] > tiny)) return false;
  }

  point = {.mask = mask};
  for (unsigned r = 0; r < n; ++r) point.w[classes[r]] = std::sqrt(u[r]);
  for (unsigned r = 0; r < n; ++r) {
    for (unsigned c = 0; c < n; ++c) B[r][c] *= -2 * point.w[classes[r]] * point.w[classes[c]];
  }
  point.leading = leading_eigenvalue(B, n);
  for (unsigned i = 0; i < s.k; ++i) {
    if (is_active(mask, i)) continue;
    double invasion = s.alpha[i];
    for (unsigned c = 0; c < n; ++c) invasion -= s.gamma[i][classes[c]] * u[c];
    point.leading = std::max(point.leading, invasion);
  }
  point.stable = point.leading < 0;
  return true;
}

double squared_distance(const ClassRow& a, const ClassRow& b) {
  double sum = 0;
  for (unsigned i = 0; i < max_classes; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

// s = ln w is kept in a range whose exponentials are normal numbers; with alpha, gamma >= 0 it never gets near the top.
double bounded(double log_w) { return std::clamp(log_w, -300.0, 5.0); }

ClassRow log_rates(const System& s, const ClassRow& log_w) {
  ClassRow u{};
  for (unsigned j = 0; j < s.k; ++j) u[j] = det_exp(2 * bounded(log_w[j]));
  ClassRow rate{};
  for (unsigned i = 0; i < s.k; ++i) {
    rate[i] = s.alpha[i];
    for (unsigned j = 0; j < s.k; ++j) rate[i] -= interaction(s, i, j) * u[j];
  }
  return rate;
}

ClassRow moved(const ClassRow& from, double by, const ClassRow& rate) {
  ClassRow to{};
  for (unsigned i = 0; i < max_classes; ++i) to[i] = from[i] + by * rate[i];
  return to;
}

ClassRow runge_kutta_step(const System& s, const ClassRow& log_w, double h) {
  const ClassRow k1 = log_rates(s, log_w);
  const ClassRow k2 = log_rates(s, moved(log_w, h / 2, k1));
  const ClassRow k3 = log_rates(s, moved(log_w, h / 2, k2));
  const ClassRow k4 = log_rates(s, moved(log_w, h, k3));
  ClassRow next{};
  for (unsigned i = 0; i < s.k; ++i) next[i] = bounded(log_w[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  return next;
}

double largest_rate(const System& s) {
  double largest = 0;
  for (unsigned i = 0; i < s.k; ++i) {
    double sum = 0;
    for (unsigned j = 0; j < s.k; ++j) sum += std::abs(interaction(s, i, j));
    if (!std::isfinite(sum)) return 0;
    largest = std::max(largest, sum);
  }
  return largest;
}

// Where (27) leads in at most max_steps. Small rates are no reason to stop, the path lingers at saddles; a stable
// point so near that the quadratic terms cannot throw us out is one.
ClassRow integrate(const System& s, const ClassRow* previous, const FixedPoints& stable) {
  ClassRow w{};
  ClassRow log_w{};
  for (unsigned i = 0; i < s.k; ++i) {
    const double before = previous != nullptr ? (*previous)[i] : 0;
    w[i] = before > first_weight ? std::min(before, 1.0) : first_weight;  // or a class that was off could never return
    log_w[i] = det_log(w[i]);
  }
  const double rate = largest_rate(s);
  if (!(rate > 0)) return w;
  const double h = 0.25 / rate;
  for (unsigned step = 1; step <= max_steps; ++step) {
    log_w = runge_kutta_step(s, log_w, h);
    if (step % 50 != 0) continue;
    for (unsigned i = 0; i < s.k; ++i) w[i] = det_exp(log_w[i]);
    for (unsigned p = 0; p < stable.count; ++p) {
      const double safe = -1e-4 * stable.points[p].leading / rate;
      if (squared_distance(w, stable.points[p].w) < safe * safe) return w;
    }
  }
  return w;
}

// 5.2 holds, so the integration is not allowed.
bool has_closed_form(const System& s) {
  return s.k == 2 && s.alpha[0] >= 0 && s.alpha[1] >= 0 && s.gamma[0][1] > 0 && s.gamma[1][0] > 0;
}

}  // namespace

System obstacle_classes(double P_tar, std::span<const ClassView> classes, const Competition& p) {
  System s;
  s.k = 1 + static_cast<unsigned>(std::min<std::size_t>(classes.size(), max_classes - 1));
  double crowding = 0;
  for (unsigned c = 1; c < s.k; ++c) {
    const ClassView& seen = classes[c - 1];
    crowding += seen.S;
    s.alpha[c] = det_tanh(seen.S);
    s.gamma[c].fill(p.gamma21);
    s.gamma[0][c] = gamma12(P_tar, seen.P, p.c2);
  }
  s.alpha[0] = p.alpha1_max * (1 - det_tanh(crowding));
  return s;
}

FixedPoints fixed_points(const System& s) {
  WEND_ASSERT(s.k <= max_classes);
  FixedPoints found;
  for (unsigned mask = 0; mask < (1u << s.k); ++mask) {
    if (find_fixed_point(s, mask, found.points[found.count])) ++found.count;
  }
  return found;
}

Settled settle(const System& s, const ClassRow* previous) {
  WEND_ASSERT(s.k <= max_classes);
  FixedPoints stable;
  for (unsigned mask = 0; mask < (1u << s.k); ++mask) {
    FixedPoint& next = stable.points[stable.count];
    if (find_fixed_point(s, mask, next) && next.stable) ++stable.count;
  }
  if (has_closed_form(s)) {
    const auto before = previous != nullptr ? Weights<double>{(*previous)[0], (*previous)[1]} : Weights<double>{};
    const auto w = weights(Alphas<double>{s.alpha[0], s.alpha[1]}, s.gamma[0][1], s.gamma[1][0], before);
    return {.w = {w.tar, w.obs}, .stable_points = stable.count};
  }
  if (stable.count == 1) return {.w = stable.points[0].w, .stable_points = 1};

  const ClassRow end = integrate(s, previous, stable);
  if (stable.count == 0) return {.w = end, .stable_points = 0};
  unsigned nearest = 0;
  for (unsigned p = 1; p < stable.count; ++p) {
    if (squared_distance(stable.points[p].w, end) < squared_distance(stable.points[nearest].w, end)) nearest = p;
  }
  return {.w = stable.points[nearest].w, .stable_points = stable.count};
}

}  // namespace wend::steering
