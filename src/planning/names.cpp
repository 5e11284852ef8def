#include <wend/planner.hpp>

#include <iterator>

namespace wend {

const char* name(PlannerKind kind) {
  constexpr const char* names[] = {"nearest", "harmonic", "hitting", "distance", "drawn", "auto", "chain"};
  const auto k = static_cast<std::size_t>(kind);
  return k < std::size(names) ? names[k] : "?";
}

const char* name(PlanStatus status) {
  constexpr const char* names[] = {"direct", "field", "at_goal", "unreachable", "outside"};
  const auto k = static_cast<std::size_t>(status);
  return k < std::size(names) ? names[k] : "?";
}

namespace {

using Self = PlannerSpec;
using namespace field;
constexpr Field<Self> planner_table[] = {WEND_FIELD_ROWS(WEND_PLANNER_FIELDS)};

}  // namespace

std::span<const Field<PlannerSpec>> planner_fields() { return planner_table; }

}  // namespace wend
