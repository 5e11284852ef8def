#include "measure.hpp"

#include "steering/competition_n.hpp"

#include <wend/base/rng.hpp>

#include <fmt/format.h>

#include <array>
#include <complex>

// Local spec, sections 5 and 13: the competition of target and obstacles, and of more classes.

namespace wend::reproduce {

namespace {

using steering::Alphas;
using steering::ClassRow;
using steering::System;

// ---- two classes

// Eigenvalues of the Jacobian of (15) at a point, straight from its derivatives.
std::array<std::complex<double>, 2> spectrum(Alphas<double> a, double g12, double g21, double w1, double w2) {
  const double j11 = a.a1 * (1 - 3 * w1 * w1) - g12 * w2 * w2, j12 = -2 * g12 * w1 * w2;
  const double j22 = a.a2 * (1 - 3 * w2 * w2) - g21 * w1 * w1, j21 = -2 * g21 * w1 * w2;
  const std::complex<double> root = std::sqrt(std::complex<double>((j11 - j22) * (j11 - j22) + 4 * j12 * j21));
  return {0.5 * (j11 + j22 + root), 0.5 * (j11 + j22 - root)};
}

void run_stability(Claim& claim, const Context& context) {
  const int cases = static_cast<int>(part_of(claim, context, 2000, 50000, "cases"));
  int wrong = 0, mixed = 0, printed_wrong = 0;
  for (int c = 0; c < cases; ++c) {
    Rng rng = Rng::stream(static_cast<std::uint64_t>(c), Purpose::test, 102);
    const Alphas<double> a{rng.uniform(-1, 1), rng.uniform(-1, 1)};
    const double g12 = rng.uniform(-1.2, 1.2), g21 = rng.uniform(-1.2, 1.2);
    const auto ours = steering::two_class_stability(a, g12, g21);
    const auto falls = [&](double w1, double w2) { return spectrum(a, g12, g21, w1, w2)[0].real() < 0; };
    const double D = a.a1 * a.a2 - g12 * g21, u1 = a.a2 * (a.a1 - g12) / D, u2 = a.a1 * (a.a2 - g21) / D;
    bool right = ours.none == falls(0, 0) && ours.target == falls(1, 0) && ours.obstacles == falls(0, 1) &&
                 ours.mixed_exists == (u1 > 0 && u2 > 0);
    if (right && ours.mixed_exists) {
      ++mixed;
      const auto l = spectrum(a, g12, g21, std::sqrt(u1), std::sqrt(u2));
      const double scale = 1e-6 * (1 + std::abs(l[0]) + std::abs(l[1]));
      right = ours.mixed == (l[0].real() < 0) && std::abs(ours.leading - l[0].real()) < scale &&
              std::abs(ours.other - l[1].real()) < scale;
      // As printed in [G99 (28)]: (d1 + d2)^2 under the root.
      const double m = a.a1 * a.a2, d1 = a.a1 - g12, d2 = a.a2 - g21;
      const std::complex<double> root =
          std::sqrt(std::complex<double>(m * m * (d1 + d2) * (d1 + d2) + 4 * m * d1 * d2 * g12 * g21));
      const std::complex<double> p = (-m * (d1 + d2) + root) / D, q = (-m * (d1 + d2) - root) / D;
      const double off = std::min(std::abs(p - l[0]) + std::abs(q - l[1]), std::abs(p - l[1]) + std::abs(q - l[0]));
      printed_wrong += off > 1e-9 * (std::abs(l[0]) + std::abs(l[1])) ? 1 : 0;
    }
    wrong += right ? 0 : 1;
  }
  claim.measured = fmt::format(
      "{} of {} systems of any signs differ from the eigenvalues of the linearised system; a mixed point exists in {}; "
      "with (d1 + d2)² under the root {} of them are wrong",
      wrong, cases, mixed, printed_wrong);
  judge(claim, wrong == 0 && printed_wrong == mixed);

  io::Plot regions =
      chart("Which state is stable, α = (1, 1)", "γ12 / α1: damage to the target", "γ21 / α2: damage to the obstacles");
  io::PlotCells cells;
  cells.x1 = cells.y1 = 2;
  cells.columns = cells.rows = 80;
  cells.names = {"both", "target alone", "obstacles alone", "one of them: bistable"};
  for (int j = 0; j < 80; ++j) {
    for (int i = 0; i < 80; ++i) {
      const auto s = steering::two_class_stability({1, 1}, (i + 0.5) / 40, (j + 0.5) / 40);
      cells.values.push_back(s.mixed ? 0 : s.target && s.obstacles ? 3 : s.target ? 1 : 2);
    }
  }
  regions.cells.push_back(std::move(cells));
  claim.figures.push_back(
      {sheet({regions}, 1, 760, 560),
       "The table of section 5.2: each class lives where the damage done to it is smaller than its own advantage."});
}

// The limit of (27) from equal small weights, in u = w^2: no square roots, no logarithms.
ClassRow settle_slowly(const System& s, double w0, double time) {
  std::array<double, steering::max_classes> u{}, k1{}, k2{}, k3{}, k4{}, at{};
  double rate = 0;
  for (unsigned i = 0; i < s.k; ++i) {
    u[i] = w0 * w0;
    double sum = s.alpha[i];
    for (unsigned j = 0; j < s.k; ++j) sum += i == j ? 0 : s.gamma[i][j];
    rate = std::max(rate, sum);
  }
  const double h = 0.5 / rate;
  const auto slope = [&](const auto& x, auto& out) {
    for (unsigned i = 0; i < s.k; ++i) {
      double g = s.alpha[i] * (1 - x[i]);
      for (unsigned j = 0; j < s.k; ++j) g -= i == j ? 0 : s.gamma[i][j] * x[j];
      out[i] = 2 * x[i] * g;
    }
  };
  const auto part = [&](const auto& k, double f) {
    for (unsigned i = 0; i < s.k; ++i) at[i] = u[i] + f * k[i];
  };
  for (int n = 0; n < static_cast<int>(time / h); ++n) {
    slope(u, k1), part(k1, h / 2);
    slope(at, k2), part(k2, h / 2);
    slope(at, k3), part(k3, h);
    slope(at, k4);
    for (unsigned i = 0; i < s.k; ++i) u[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  ClassRow w{};
  for (unsigned i = 0; i < s.k; ++i) w[i] = std::sqrt(std::max(0.0, u[i]));
  return w;
}

double apart(const ClassRow& a, const ClassRow& b, unsigned k) {
  double worst = 0;
  for (unsigned i = 0; i < k; ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

System random_system(Rng& rng, unsigned k) {
  System s;
  s.k = k;
  for (unsigned i = 0; i < k; ++i) {
    s.alpha[i] = rng.uniform(0.01, 1);
    for (unsigned j = 0; j < k; ++j) s.gamma[i][j] = i == j ? 0 : rng.uniform(0, 1.2);
  }
  return s;
}

void run_weights(Claim& claim, const Context& context) {
  const std::size_t cases = part_of(claim, context, 400, 10000, "cases");
  constexpr double band = 0.02;
  enum class Answer : char { skipped, same, other };
  std::vector<Answer> answer(cases, Answer::skipped);
  if (!each(context, cases, [&](std::size_t c) {
        Rng rng = Rng::stream(c, Purpose::test, 103);
        const System s = random_system(rng, 2);
        const double d1 = s.alpha[0] - s.gamma[0][1], d2 = s.alpha[1] - s.gamma[1][0];
        if ((d1 <= 0 && d2 <= 0) || std::abs(d1) < band || std::abs(d2) < band) return;
        const auto w = steering::weights(Alphas<double>{s.alpha[0], s.alpha[1]}, s.gamma[0][1], s.gamma[1][0]);
        answer[c] = apart({w.tar, w.obs}, settle_slowly(s, 0.01, 2000), 2) < 1e-4 ? Answer::same : Answer::other;
      }))
    return;
  const auto count = [&](Answer a) { return std::count(answer.begin(), answer.end(), a); };
  const ClassRow still = settle_slowly(System{2, {0.3, 0.5}, {{{0, 0.1}, {0.05, 0}}}}, 0, 2000);
  claim.measured =
      fmt::format("{} of {} cases differ; started at w = (0, 0) the system is at ({:.0f}, {:.0f}) for ever",
                  count(Answer::other), count(Answer::other) + count(Answer::same), still[0], still[1]);
  judge(claim, count(Answer::other) == 0 && count(Answer::same) > 0 && still[0] == 0 && still[1] == 0);
  io::Plot p = chart("α = (0.3, 0.4), γ21 = 0.05", "γ12: damage of the obstacles to the target", "weight");
  const auto closed = [](double g) { return steering::weights(Alphas<double>{0.3, 0.4}, g, 0.05); };
  p.lines.push_back(curve(0, 0.5, 500, io::target, "w target, closed form", [&](double g) { return closed(g).tar; }));
  p.lines.push_back(curve(0, 0.5, 500, io::alarm, "w obstacles, closed form", [&](double g) { return closed(g).obs; }));
  for (int i = 0; i <= 20; ++i) {
    const double g = 0.025 * i;
    const ClassRow w = settle_slowly(System{2, {0.3, 0.4}, {{{0, g}, {0.05, 0}}}}, 0.01, 2000);
    for (double y : {w[0], w[1]}) p.points.push_back({{g, y}, io::ink, io::PlotMark::ring, 6, "integrated", "", 0});
  }
  claim.figures.push_back({sheet({p}, 1, 760, 420),
                           "The closed form and the limit of the differential equation. Exactly at γ12 = α1 the "
                           "integration creeps: the point beside the corner has not arrived yet."});
}

// ---- more classes

struct Drawn {
  unsigned stable = 0;
  bool agrees = true, looked = false;  // with the integration, if there is one stable point
  bool by_alpha = false;               // several: the one with the largest alphas has won
};

// Of the stable points: the one whose classes have the largest alphas, compared from the largest down.
unsigned strongest(const System& s, const steering::FixedPoints& points) {
  const auto key = [&](unsigned mask) {
    ClassRow alphas{};
    for (unsigned i = 0; i < s.k; ++i) alphas[i] = (mask >> i & 1) != 0 ? s.alpha[i] : 0;
    std::sort(alphas.begin(), alphas.end(), std::greater<>());
    return alphas;
  };
  unsigned best = 0;
  for (unsigned i = 0; i < points.count; ++i) {
    if (points.points[i].stable && key(points.points[i].mask) > key(best)) best = points.points[i].mask;
  }
  return best;
}

unsigned nearest(const steering::FixedPoints& points, const ClassRow& w, unsigned k) {
  const steering::FixedPoint* best = nullptr;
  for (unsigned i = 0; i < points.count; ++i) {
    const steering::FixedPoint& p = points.points[i];
    if (p.stable && (best == nullptr || apart(p.w, w, k) < apart(best->w, w, k))) best = &p;
  }
  return best == nullptr ? 0 : best->mask;
}

void run_classes(Claim& claim, const Context& context) {
  const std::size_t cases = part_of(claim, context, 2000, 20000, "cases"),
                    integrated = part_of(claim, context, 60, 3000, "integrations");
  const std::array<double, 3> none_said{0, 0.7, 1.3}, agree_said{99.91, 99.5, 98.8}, alpha_said{96, 91, 87};
  bool holds = true;
  std::string text;
  io::Plot shares = chart("Stable states of random systems", "classes k", "share of systems, %");
  std::array<io::PlotLine, 3> lines;
  for (unsigned k = 2; k <= 4; ++k) {
    std::vector<Drawn> all(cases);
    if (!each(
            context, cases,
            [&](std::size_t c) {
              Rng rng = Rng::stream(c, Purpose::test, 104, k);
              const System s = random_system(rng, k);
              const auto points = steering::fixed_points(s);
              Drawn& d = all[c];
              const steering::FixedPoint* only = nullptr;
              for (unsigned i = 0; i < points.count; ++i) {
                if (points.points[i].stable) ++d.stable, only = &points.points[i];
              }
              if (d.stable == 1 && c < integrated)
                d.looked = true, d.agrees = apart(only->w, settle_slowly(s, 0.01, 2000), k) < 0.05;
              if (d.stable > 1 && c < integrated)
                d.looked = true, d.by_alpha = strongest(s, points) == nearest(points, settle_slowly(s, 0.01, 1000), k);
            },
            (k - 2) / 3.0, (k - 1) / 3.0))
      return;
    double none = 0, one = 0, several = 0, looked = 0, agree = 0, chosen = 0, by_alpha = 0;
    for (const Drawn& d : all) {
      (d.stable == 0 ? none : d.stable == 1 ? one : several) += 1;
      if (!d.looked) continue;
      (d.stable == 1 ? looked : chosen) += 1;
      agree += d.stable == 1 && d.agrees ? 1 : 0, by_alpha += d.by_alpha ? 1 : 0;
    }
    const double n = static_cast<double>(cases), i = k - 2;
    const auto at = static_cast<std::size_t>(i);
    const double none_pc = 100 * none / n, agree_pc = 100 * agree / looked, alpha_pc = 100 * by_alpha / chosen;
    text += fmt::format(
        "{}k = {}: none {:.2f} %, one {:.1f} %, several {:.1f} %; integration ends there in {:.2f} %; largest α wins "
        "{:.0f} %",
        k == 2 ? "" : " · ", k, none_pc, 100 * one / n, 100 * several / n, agree_pc, alpha_pc);
    holds = holds && same_share(none_pc, n, none_said[at], 20000) &&
            same_share(agree_pc, looked, agree_said[at], 20000) && same_share(alpha_pc, chosen, alpha_said[at], 1450);
    const std::array<double, 3> pc{none_pc, 100 * one / n, 100 * several / n};
    for (std::size_t l = 0; l < 3; ++l) lines[l].points.push_back({static_cast<double>(k), pc[l]});
  }
  claim.measured = text;
  judge(claim, holds);
  const std::array<const char*, 3> labels{"none", "exactly one", "several"};
  for (std::size_t l = 0; l < 3; ++l) {
    lines[l].colour = static_cast<int>(l), lines[l].label = labels[l];
    for (const Vec2 at : lines[l].points)
      shares.points.push_back({at, static_cast<int>(l), io::PlotMark::dot, 7, "", "", 0});
    shares.lines.push_back(lines[l]);
  }
  // Cyclic dominance, T13: each class beats the next.
  io::Plot cycle = chart("No stable state: each class beats the next", "time, 1/α", "weight");
  std::array<double, 3> w{0.5, 0.3, 0.1};
  const double g[3][3] = {{0, 1.6, 0.6}, {0.6, 0, 1.6}, {1.6, 0.6, 0}};
  for (int i = 0; i < 3; ++i) cycle.lines.push_back({{}, i, 1.6, false, fmt::format("class {}", i + 1)});
  for (int n = 0; n < 12000; ++n) {
    std::array<double, 3> rate{};
    for (std::size_t i = 0; i < 3; ++i) {
      rate[i] = 1 - w[i] * w[i];
      for (std::size_t j = 0; j < 3; ++j) rate[i] -= g[i][j] * w[j] * w[j];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      w[i] *= std::exp(0.01 * rate[i]);
      if (n % 20 == 0) cycle.lines[i].points.push_back({0.01 * n, w[i]});
    }
  }
  claim.figures.push_back({sheet({shares, cycle}, 2, 1160, 420),
                           "Left: how often random competitions have none, one or several stable states. Right: one "
                           "without any, which three classes make possible."});
}

}  // namespace

Runs attractor_weights() { return {{"stability", run_stability}, {"weights", run_weights}, {"classes", run_classes}}; }

}  // namespace wend::reproduce
