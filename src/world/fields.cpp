#include <wend/specs.hpp>

namespace wend {

namespace {

using namespace field;

constexpr double farthest = 1e7;  // m: a double still resolves 2 nm there
constexpr ParamInfo coordinate{"at", "m", -farthest, farthest, 0, "position"};

template <class Self>
struct Table;

#define WEND_TABLE(Struct, LIST)                                  \
  template <>                                                     \
  struct Table<Struct> {                                          \
    using Self = Struct;                                          \
    static constexpr Field<Struct> rows[] = {WEND_FIELD_ROWS(LIST)}; \
  };

WEND_TABLE(WorldSettings, WEND_WORLD_FIELDS)
WEND_TABLE(AgentSpec, WEND_AGENT_FIELDS)
WEND_TABLE(TargetSpec, WEND_TARGET_FIELDS)
WEND_TABLE(ObstacleSpec, WEND_OBSTACLE_FIELDS)
WEND_TABLE(WallSpec, WEND_WALL_FIELDS)

}  // namespace

std::span<const Field<WorldSettings>> world_fields() { return Table<WorldSettings>::rows; }
std::span<const Field<AgentSpec>> agent_fields() { return Table<AgentSpec>::rows; }
std::span<const Field<TargetSpec>> target_fields() { return Table<TargetSpec>::rows; }
std::span<const Field<ObstacleSpec>> obstacle_fields() { return Table<ObstacleSpec>::rows; }
std::span<const Field<WallSpec>> wall_fields() { return Table<WallSpec>::rows; }
const ParamInfo& coordinate_info() { return coordinate; }

}  // namespace wend

#undef WEND_TABLE
