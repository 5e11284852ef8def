#pragma once
#include <span>
#include <string>
#include <vector>

#include "study/walk_data.hpp"

namespace wend::study {

// A walk as a model predicts it: one entry for each of WalkData::times, and its derivatives by the fitted parameters.
struct Prediction {
  std::vector<double> x{}, y{}, heading{};
  std::vector<double> dx{}, dy{}, dheading{};  // `parameters` for each sample; by the logarithm of each

  void clear() {
    for (auto* list : {&x, &y, &heading, &dx, &dy, &dheading}) list->clear();
  }
};

// What may be fitted.
struct Fittable {
  std::string name{}, unit{};
  double value = 0;     // where a search begins, and what is held
  double low = 0, high = 0;
  double most = 0;      // no bound above it is accepted
};

// A model as the fit sees it. Any thread may call it.
class Predictor {
 public:
  virtual ~Predictor() = default;
  // `values`: one for each fittable; `free` are the positions of those wanted in the slopes.
  virtual void predict(const WalkData&, std::span<const double> values, std::span<const std::size_t> free, bool slopes, Prediction&) const = 0;
};

}  // namespace wend::study
