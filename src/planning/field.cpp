#include "planning/field.hpp"

#include "planning/sampler.hpp"

#include <utility>

namespace wend::planning {

Sample Field::sample(Vec2 p) const { return sample_at<Sample>(*this, p); }

Field make_field(PlannerKind kind, std::shared_ptr<const Map> map, std::vector<std::uint8_t> solid, const TargetCells& targets,
                 std::vector<double> potential) {
  Field field{kind, std::move(map), std::move(solid), {}, std::move(potential), {}, {}, {}};
  finish(field, targets);
  return field;
}

}  // namespace wend::planning
