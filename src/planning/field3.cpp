#include "planning/field3.hpp"

#include "planning/sampler.hpp"

#include <utility>

namespace wend::planning {

Sample3 Field3::sample(Vec3 p) const { return sample_at<Sample3>(*this, p); }

Field3 make_field3(PlannerKind kind, std::shared_ptr<const Map> map, std::vector<std::uint8_t> solid, const TargetCells& targets,
                   std::vector<double> potential) {
  Field3 field{kind, std::move(map), std::move(solid), {}, std::move(potential), {}};
  finish(field, targets);
  return field;
}

}  // namespace wend::planning
