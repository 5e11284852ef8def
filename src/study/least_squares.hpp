#pragma once
#include <wend/runner.hpp>

#include <Eigen/Dense>
#include <cstdint>
#include <functional>
#include <vector>

#include "study/predictor.hpp"

namespace wend::study {

// Measured minus predicted over some trials, as a function of the logarithms of the free parameters.
struct Problem {
  const Predictor* predictor = nullptr;
  const std::vector<Fittable>* fittables = nullptr;
  std::vector<const WalkData*> walks{};
  std::vector<std::size_t> free{};
  std::vector<double> values{};  // of all fittables; the free ones are overwritten
  std::vector<double> low{}, high{};  // logarithms, of the free ones
  FitResidual residual = FitResidual::goal_angle;
  TaskRunner* runner = nullptr;
};

// The residuals of one trial, and their derivatives row by row if the prediction has any.
void residuals_of(const WalkData&, const Prediction&, FitResidual, std::size_t parameters, std::vector<double>& residuals, std::vector<double>& slopes);

// What was measured of the quantity that is fitted, in the order of the residuals.
std::vector<double> measured_of(const WalkData&, FitResidual);

struct Evaluation {
  double sse = 0;  // infinite: something was not finite
  std::size_t residuals = 0;
  Eigen::MatrixXd JtJ;
  Eigen::VectorXd Jtr;
};

std::vector<double> values_at(const Problem&, const Eigen::VectorXd& theta);
Evaluation evaluate(const Problem&, const Eigen::VectorXd& theta, bool slopes);

struct Minimum {
  Eigen::VectorXd theta;
  Evaluation at;
  std::size_t iterations = 0;
  std::uint64_t evaluations = 0;
  bool converged = false, stopped = false;
};

// Levenberg-Marquardt within the bounds. `watch(sse)` is called after each step; false stops.
Minimum minimise(const Problem&, Eigen::VectorXd theta, const std::function<bool(const Minimum&)>& watch);

}  // namespace wend::study
