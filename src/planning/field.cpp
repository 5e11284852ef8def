#include "planning/field.hpp"

namespace wend::planning {

Sample Field::sample(Vec2) const { return {}; }

}  // namespace wend::planning
