#include "study/fit_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/det_math.hpp"
#include "core/text.hpp"

namespace wend::study {

namespace {

// Two-sided 95 % of Student's t.
double student(double freedom) {
  constexpr double z = 1.959963984540054, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

std::string rounded(double value, int digits = 3) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return {text, end.ptr};
}

// The sum of squares about the mean; of positions, each coordinate about its own.
double spread(const std::vector<double>& values, FitResidual kind) {
  const std::size_t step = kind == FitResidual::position ? 2 : 1;
  double sum = 0;
  for (std::size_t c = 0; c < step; ++c) {
    double mean = 0;
    for (std::size_t i = c; i < values.size(); i += step) mean += values[i];
    mean /= static_cast<double>(values.size() / step);
    for (std::size_t i = c; i < values.size(); i += step) sum += (values[i] - mean) * (values[i] - mean);
  }
  return sum;
}

double r2_of(double sse, double sst) { return sst > 0 ? 1 - sse / sst : (sse > 0 ? -infinity : 1.0); }  // (h.34)

std::vector<TrialSample> with_start(const WalkData& walk) {
  return {{walk.begin, walk.start.at.x, walk.start.at.y, walk.start.heading, walk.start.turn_rate, speed_at(walk, walk.begin)}};
}

FitTrialResult trial_of(const Problem& problem, const WalkData& walk, std::span<const double> values) {
  FitTrialResult out{.name = walk.source->name, .condition = walk.source->condition, .samples = walk.times.size(), .start = walk.start, .speed = walk.mean_speed};
  Prediction p;
  problem.predictor->predict(walk, values, problem.free, false, p);
  std::vector<double> r, slopes;
  residuals_of(walk, p, problem.residual, 0, r, slopes);
  double sse = 0;
  for (const double e : r) sse += e * e;
  out.rms = std::sqrt(sse / static_cast<double>(r.size()));
  out.r2 = r2_of(sse, spread(measured_of(walk, problem.residual), problem.residual));
  if (problem.residual == FitResidual::position) {
    for (std::size_t i = 0; i + 1 < r.size(); i += 2) out.residuals.push_back(norm(Vec2{r[i], r[i + 1]}));
  } else {
    out.residuals = r;
  }
  out.measured = out.fitted = with_start(walk);
  for (std::size_t i = 0; i < walk.times.size(); ++i) {
    const double v = speed_at(walk, walk.times[i]);
    out.measured.push_back({walk.times[i], walk.places[i].x, walk.places[i].y, walk.headings[i], 0, v});
    out.fitted.push_back({walk.times[i], p.x[i], p.y[i], p.heading[i], 0, v});
  }
  out.measured_sides = passing_sides(walk, out.measured);
  out.fitted_sides = passing_sides(walk, out.fitted);
  return out;
}

std::size_t differing(const FitTrialResult& t) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < t.measured_sides.size(); ++i) count += t.measured_sides[i] != t.fitted_sides[i];
  return count;
}

void fill_parameters(const Problem& problem, const Minimum& best, const Eigen::VectorXd& start, FitStageResult& out) {
  const Eigen::Index n = best.theta.size();
  const double freedom = std::max(1.0, static_cast<double>(best.at.residuals) - static_cast<double>(n));
  const double variance = best.at.sse / freedom;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(best.at.JtJ);
  const double largest = eigen.eigenvalues()(n - 1), smallest = eigen.eigenvalues()(0);
  out.condition_number = smallest > largest * 1e-15 ? std::sqrt(largest / smallest) : infinity;
  // Directions the data say nothing about get an error that is very large, not infinite.
  Eigen::VectorXd inverse(n);
  for (Eigen::Index i = 0; i < n; ++i) inverse(i) = 1 / std::max(eigen.eigenvalues()(i), std::max(largest * 1e-15, 1e-300));
  const Eigen::MatrixXd covariance = eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Fittable& fittable = (*problem.fittables)[problem.free[k]];
    const double estimate = std::clamp(det_exp(best.theta(i)), fittable.low, fittable.high), error = std::sqrt(variance * covariance(i, i));  // of the logarithm
    const double half = std::min(student(freedom) * error, 300.0);
    FitParameter p{.name = fittable.name, .unit = fittable.unit, .estimate = estimate, .start = det_exp(start(i)), .standard_error = estimate * std::min(error, 1e100),
                   .low = estimate * det_exp(-half), .high = estimate * det_exp(half), .bound_low = fittable.low, .bound_high = fittable.high};
    p.at_bound = best.theta(i) <= problem.low[k] || best.theta(i) >= problem.high[k];
    out.parameters.push_back(p);
    for (Eigen::Index j = 0; j < n; ++j) {
      out.correlations.push_back(i == j ? 1.0 : std::clamp(covariance(i, j) / std::sqrt(covariance(i, i)) / std::sqrt(covariance(j, j)), -1.0, 1.0));
    }
  }
}

void fill_warnings(const Minimum& best, FitStageResult& out) {
  const auto warn = [&](auto&&... parts) { out.warnings.push_back(concat(parts...)); };
  const std::size_t n = out.parameters.size();
  std::size_t a = 0, b = 0;
  double strongest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(out.correlations[i * n + j]) > strongest) strongest = std::abs(out.correlations[i * n + j]), a = j, b = i;
    }
  }
  if (out.condition_number > 100) {
    const std::string pair = a != b ? concat("; most of all ", out.parameters[a].name, " and ", out.parameters[b].name, ", correlation ",
                                            rounded(out.correlations[b * n + a], 3)) : std::string();
    warn("the condition number is ", std::isfinite(out.condition_number) ? rounded(out.condition_number) : "infinite",
         ", above 100: these trials can hardly tell the parameters apart", pair, ". Trials at other distances and angles would help");
  }
  for (const FitParameter& p : out.parameters) {
    if (p.high > 2 * p.low) {
      warn("the 95 % interval of ", p.name, ", ", rounded(p.low), " .. ", rounded(p.high), ", spans a factor of ", rounded(p.high / p.low),
           ", more than 2: these trials do not determine it");
    }
    if (p.at_bound) warn(p.name, " = ", rounded(p.estimate, 6), " lies on its bound (", rounded(p.bound_low), " .. ", rounded(p.bound_high), ")");
  }
  if (out.side_mismatches > 0) {
    warn(out.side_mismatches, " of ", out.sides, " obstacles are passed on the other side than measured: there the fit is not smooth, and r2 does not tell");
  }
  if (!best.converged) warn("the search did not settle: its numbers are those of its last step");
}

}  // namespace

Quality quality_of(const Problem& problem, const std::vector<const WalkData*>& walks, std::span<const double> values) {
  Quality q;
  std::vector<double> measured;
  std::size_t count = 0;
  for (const WalkData* walk : walks) {
    const FitTrialResult t = trial_of(problem, *walk, values);
    const std::vector<double> m = measured_of(*walk, problem.residual);
    measured.insert(measured.end(), m.begin(), m.end());
    q.sse += t.rms * t.rms * static_cast<double>(m.size());
    count += m.size();
    q.sides += t.measured_sides.size();
    q.side_mismatches += differing(t);
  }
  q.sst = spread(measured, problem.residual);
  q.rms = std::sqrt(q.sse / static_cast<double>(count));
  q.r2 = r2_of(q.sse, q.sst);
  return q;
}

FitStageResult describe(const Problem& problem, const Minimum& best, const Eigen::VectorXd& start) {
  FitStageResult out;
  const std::vector<double> values = values_at(problem, best.theta);
  fill_parameters(problem, best, start, out);
  out.residuals = best.at.residuals;
  const Quality all = quality_of(problem, problem.walks, values);
  out.rms = all.rms;
  out.r2 = all.r2;
  out.sides = all.sides;
  out.side_mismatches = all.side_mismatches;
  std::map<std::string, std::vector<const WalkData*>> conditions;
  for (const WalkData* walk : problem.walks) {
    out.trials.push_back(trial_of(problem, *walk, values));
    conditions[walk->source->condition].push_back(walk);
  }
  for (const auto& [name, walks] : conditions) {
    const Quality q = quality_of(problem, walks, values);
    out.conditions.push_back({name, walks.size(), q.rms, q.r2});
    out.mean_condition_r2 += q.r2 / static_cast<double>(conditions.size());
  }
  fill_warnings(best, out);
  return out;
}

}  // namespace wend::study
