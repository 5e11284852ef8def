#include <wend/analysis/planning_field.hpp>

#include "core/det_math.hpp"
#include "planning/field.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend {

PlanningField::PlanningField(FieldUse use, std::shared_ptr<const planning::Field> field) : use_(std::move(use)), field_(std::move(field)) {}

std::uint32_t PlanningField::columns() const { return field_->map->nx; }
std::uint32_t PlanningField::rows() const { return field_->map->ny; }
double PlanningField::cell() const { return field_->map->h; }
Vec3 PlanningField::origin() const { return field_->map->origin; }

FieldCell PlanningField::what(std::uint32_t column, std::uint32_t row) const {
  const std::uint32_t c = field_->map->index(column, row);
  if (field_->target[c] != 0) return FieldCell::target;
  if (field_->solid[c] != 0) {
    for (const auto& door : field_->map->doors) {
      if (std::binary_search(door.begin(), door.end(), c)) return FieldCell::door;
    }
    return FieldCell::solid;
  }
  return std::isfinite(field_->potential[c]) ? FieldCell::free : FieldCell::unreachable;
}

double PlanningField::potential(std::uint32_t column, std::uint32_t row) const { return field_->potential[field_->map->index(column, row)]; }

PlanDirection PlanningField::direction(Vec3 p) const {
  const planning::Sample s = field_->sample(p.xy());
  if (s.direction == Vec2{}) return {{}, 0, s.status};
  return {lift(s.direction), det_atan2(s.direction.y, s.direction.x), s.status};
}

std::span<const Vec2> PlanningField::closed_passages() const { return field_->closed_passages; }
std::span<const Vec2> PlanningField::narrow_passages() const { return field_->narrow_passages; }

}  // namespace wend
