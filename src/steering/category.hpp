#pragma once
#include <wend/base/params.hpp>

#include <cstdint>
#include <span>

namespace wend::steering {

// Every model of ours heeds it.
inline constexpr ParamInfo category_weight{"weight", "", 0, 20, 1, "scales how hard bodies of this class push"};

// What the attractor knows of one category of bodies, in the order of its ModelInfo::category. Negative d0 or delta: the agent's own.
struct CategoryTraits {
  double d0 = -1;
  double delta = -1;
  double weight = 1;
  double competes = 0;
};

// View::categories as traits. Bodies of a category that is not there have the defaults.
class Categories {
 public:
  explicit Categories(std::span<const double> numbers) : numbers_(numbers) {}
  std::size_t size() const { return numbers_.size() / 4; }
  CategoryTraits operator[](std::size_t i) const {
    if (i >= size()) return {};
    const double* n = numbers_.data() + 4 * i;
    return {n[0], n[1], n[2], n[3]};
  }

 private:
  std::span<const double> numbers_;
};

}  // namespace wend::steering
