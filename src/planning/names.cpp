#include <wend/planner.hpp>

#include <array>

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

using P = PlannerSpec;
constexpr std::array<Field<P>, 4> planner_table{{
    {{"cell", "m", 0, 1000, 0, "side of a cell; 0: from the narrowest passage"}, &P::cell},
    {{"wall_weight", "", 0.001, 1, 1, "how much walls hold people off in harmonic fields; 1 is the published form"}, &P::wall_weight},
    {{"avoid_crowds", "", 0, 1, 0, "how much longer a way they take around a jam; of distance fields"}, &P::avoid_crowds},
    {{"refresh", "s", 0.1, 1000, 2, "time between two looks at the crowd"}, &P::refresh},
}};

}  // namespace

std::span<const Field<PlannerSpec>> planner_fields() { return planner_table; }

}  // namespace wend
