#pragma once
#include <wend/base/export.hpp>
#include <wend/ids.hpp>
#include <wend/planner.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace wend {

namespace planning {
struct Field;
}

enum class FieldCell : std::uint8_t { free = 0, solid = 1, target = 2, unreachable = 3, door = 4 };  // door: shut

struct PlanDirection {
  Vec3 direction{};  // of length 1; zero when there is none
  double angle = 0;
  PlanStatus status = PlanStatus::unreachable;
};

// What the planner of an agent says.
struct AgentPlan {
  AgentId agent{};
  PlanStatus status = PlanStatus::direct;
  TargetId target{};
  Vec3 to{};  // the nearest point of it
};

// What a field is for.
struct FieldUse {
  PlannerId planner{};
  PlannerKind kind = PlannerKind::harmonic;
  double radius = 0;  // of the agents it was made for
  std::uint32_t floor = 0;
  std::vector<TargetId> targets;
  std::size_t users = 0;  // agents
};

// A field as agents see it, frozen: to be asked and drawn from any number of threads. Copies share it.
class WEND_API PlanningField {
 public:
  PlanningField(FieldUse, std::shared_ptr<const planning::Field>);

  const FieldUse& use() const { return use_; }
  bool same_as(const PlanningField& other) const { return field_ == other.field_; }  // true: nothing has changed
  std::uint32_t columns() const;
  std::uint32_t rows() const;
  double cell() const;  // m
  Vec3 origin() const;  // the lower left corner
  FieldCell what(std::uint32_t column, std::uint32_t row) const;
  double potential(std::uint32_t column, std::uint32_t row) const;  // lower is nearer; infinite where there is no way
  PlanDirection direction(Vec3) const;                               // the field's answer, whoever sees the target
  std::span<const Vec2> closed_passages() const;                     // too narrow: closed by the grid
  std::span<const Vec2> narrow_passages() const;                     // open, but less than three cells wide

 private:
  FieldUse use_;
  std::shared_ptr<const planning::Field> field_;
};

}  // namespace wend
