#include "study/objects.hpp"
#include "study/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/angles.hpp"
#include "core/det_math.hpp"

namespace wend::study {

namespace {

constexpr std::size_t most_iterations = 100;
constexpr double largest_step = 1.0;      // of a logarithm
constexpr double smallest_step = 1e-7;    // smaller ones end the search
constexpr double exact_fit = 1e-11;       // rms of a perfect fit, rad or m

double bearing(double x, double y, Vec2 to) { return det_atan2(to.y - y, to.x - x); }

struct Part {
  double sse = 0;
  std::size_t count = 0;
  std::vector<double> JtJ, Jtr;
};

Part part_of(const Problem& problem, const WalkData& walk, std::span<const double> values, bool slopes) {
  const std::size_t n = problem.free.size();
  Prediction prediction;
  problem.predictor->predict(walk, values, problem.free, slopes, prediction);
  std::vector<double> r, J;
  residuals_of(walk, prediction, problem.residual, slopes ? n : 0, r, J);
  Part part{.count = r.size(), .JtJ = std::vector<double>(n * n), .Jtr = std::vector<double>(n)};
  for (std::size_t i = 0; i < r.size(); ++i) {
    part.sse += r[i] * r[i];
    for (std::size_t a = 0; slopes && a < n; ++a) {
      part.Jtr[a] += J[i * n + a] * r[i];
      for (std::size_t b = 0; b <= a; ++b) part.JtJ[a * n + b] += J[i * n + a] * J[i * n + b];
    }
  }
  return part;
}

}  // namespace

void residuals_of(const WalkData& walk, const Prediction& p, FitResidual kind, std::size_t n, std::vector<double>& r, std::vector<double>& J) {
  r.clear();
  J.clear();
  for (std::size_t i = 0; i < walk.times.size(); ++i) {
    if (kind == FitResidual::position) {
      r.push_back(walk.places[i].x - p.x[i]);
      r.push_back(walk.places[i].y - p.y[i]);
      for (std::size_t j = 0; j < n; ++j) J.push_back(-p.dx[i * n + j]);
      for (std::size_t j = 0; j < n; ++j) J.push_back(-p.dy[i * n + j]);
      continue;
    }
    if (kind == FitResidual::heading) {
      r.push_back(wrap(walk.headings[i] - p.heading[i]));
      for (std::size_t j = 0; j < n; ++j) J.push_back(-p.dheading[i * n + j]);
      continue;
    }
    const Vec2 goal = moving(walk.source->goal, walk.times[i]).at;
    const double u = goal.x - p.x[i], v = goal.y - p.y[i], d2 = u * u + v * v;
    r.push_back(wrap((walk.headings[i] - walk.goal_bearings[i]) - (p.heading[i] - bearing(p.x[i], p.y[i], goal))));
    for (std::size_t j = 0; j < n; ++j) {
      const double bearing_slope = d2 > 0 ? (v * p.dx[i * n + j] - u * p.dy[i * n + j]) / d2 : 0.0;
      J.push_back(bearing_slope - p.dheading[i * n + j]);
    }
  }
}

std::vector<double> measured_of(const WalkData& walk, FitResidual kind) {
  std::vector<double> out;
  for (std::size_t i = 0; i < walk.times.size(); ++i) {
    if (kind == FitResidual::position) {
      out.push_back(walk.places[i].x);
      out.push_back(walk.places[i].y);
    } else {
      out.push_back(kind == FitResidual::heading ? walk.headings[i] : wrap(walk.headings[i] - walk.goal_bearings[i]));
    }
  }
  return out;
}

std::vector<double> values_at(const Problem& problem, const Eigen::VectorXd& theta) {
  std::vector<double> values = problem.values;
  for (std::size_t j = 0; j < problem.free.size(); ++j) {
    const Fittable& f = (*problem.fittables)[problem.free[j]];
    values[problem.free[j]] = std::clamp(det_exp(theta(static_cast<Eigen::Index>(j))), f.low, f.high);  // the way back from the logarithm is not exact
  }
  return values;
}

Evaluation evaluate(const Problem& problem, const Eigen::VectorXd& theta, bool slopes) {
  const std::vector<double> values = values_at(problem, theta);
  std::vector<Part> parts(problem.walks.size());
  problem.runner->for_chunks(parts.size(), 1, [&](Range rows, std::size_t) {
    for (std::size_t i = rows.begin; i < rows.end; ++i) parts[i] = part_of(problem, *problem.walks[i], values, slopes);
  });
  const auto n = static_cast<Eigen::Index>(problem.free.size());
  Evaluation sum{.JtJ = Eigen::MatrixXd::Zero(n, n), .Jtr = Eigen::VectorXd::Zero(n)};
  for (const Part& part : parts) {  // in the order of the trials, whoever computed them
    sum.sse += part.sse;
    sum.residuals += part.count;
    for (Eigen::Index a = 0; slopes && a < n; ++a) {
      sum.Jtr(a) += part.Jtr[static_cast<std::size_t>(a)];
      for (Eigen::Index b = 0; b <= a; ++b) sum.JtJ(a, b) += part.JtJ[static_cast<std::size_t>(a * n + b)];
    }
  }
  for (Eigen::Index a = 0; a < n; ++a) {
    for (Eigen::Index b = 0; b < a; ++b) sum.JtJ(b, a) = sum.JtJ(a, b);
  }
  if (!std::isfinite(sum.sse)) sum.sse = std::numeric_limits<double>::infinity();
  return sum;
}

Minimum minimise(const Problem& problem, Eigen::VectorXd theta, const std::function<bool(const Minimum&)>& watch) {
  const Eigen::Index n = theta.size();
  const auto low = [&](Eigen::Index i) { return problem.low[static_cast<std::size_t>(i)]; };
  const auto high = [&](Eigen::Index i) { return problem.high[static_cast<std::size_t>(i)]; };
  for (Eigen::Index i = 0; i < n; ++i) theta(i) = std::clamp(theta(i), low(i), high(i));

  Minimum m{.theta = theta, .at = evaluate(problem, theta, true), .evaluations = 1};
  double damping = 1e-3;
  while (m.iterations < most_iterations && std::isfinite(m.at.sse)) {
    if (m.at.sse <= exact_fit * exact_fit * static_cast<double>(m.at.residuals)) {
      m.converged = true;
      break;
    }
    // Who leans on a bound and would go on through it stays there.
    std::vector<Eigen::Index> moving;
    for (Eigen::Index i = 0; i < n; ++i) {
      const bool pinned = (m.theta(i) <= low(i) && m.at.Jtr(i) > 0) || (m.theta(i) >= high(i) && m.at.Jtr(i) < 0);
      if (!pinned && m.at.JtJ(i, i) > 0) moving.push_back(i);
    }
    const auto k = static_cast<Eigen::Index>(moving.size());
    if (k == 0) {
      m.converged = true;
      break;
    }
    Eigen::MatrixXd A(k, k);
    Eigen::VectorXd g(k);
    for (Eigen::Index a = 0; a < k; ++a) {
      g(a) = m.at.Jtr(moving[static_cast<std::size_t>(a)]);
      for (Eigen::Index b = 0; b < k; ++b) A(a, b) = m.at.JtJ(moving[static_cast<std::size_t>(a)], moving[static_cast<std::size_t>(b)]);
    }

    bool better = false;
    double moved = 0, gain = 0;
    while (!better && damping < 1e10) {
      Eigen::MatrixXd damped = A;
      damped.diagonal() *= 1 + damping;
      Eigen::VectorXd step = damped.ldlt().solve(-g);
      const double longest = step.cwiseAbs().maxCoeff();
      if (!std::isfinite(longest)) {
        damping *= 10;
        continue;
      }
      if (longest > largest_step) step *= largest_step / longest;
      Eigen::VectorXd next = m.theta;
      moved = 0;
      for (Eigen::Index a = 0; a < k; ++a) {
        const Eigen::Index i = moving[static_cast<std::size_t>(a)];
        next(i) = std::clamp(next(i) + step(a), low(i), high(i));
        moved = std::max(moved, std::abs(next(i) - m.theta(i)));
      }
      const double sse = evaluate(problem, next, false).sse;
      ++m.evaluations;
      better = sse < m.at.sse;
      if (better) {
        gain = (m.at.sse - sse) / m.at.sse;
        m.theta = next;
        damping = std::max(damping / 5, 1e-12);
      } else {
        damping *= 5;
        if (moved < smallest_step) break;
      }
    }
    ++m.iterations;
    if (!better) {
      m.converged = true;  // no step however short improves it
      break;
    }
    m.at = evaluate(problem, m.theta, true);
    ++m.evaluations;
    if (!watch(m)) {
      m.stopped = true;
      break;
    }
    if (moved < smallest_step || gain < 1e-12) {
      m.converged = true;
      break;
    }
  }
  return m;
}

}  // namespace wend::study
