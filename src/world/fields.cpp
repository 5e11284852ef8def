#include <wend/specs.hpp>

#include <array>

namespace wend {

namespace {

constexpr double farthest = 1e7;  // m: a double still resolves 2 nm there

constexpr ParamInfo coordinate{"at", "m", -farthest, farthest, 0, "position"};

constexpr std::array<Field<WorldSettings>, 1> world_table{{
    {{"dt", "s", 1e-4, 0.5, 0.1, "time step; above 0.25 s behaviour suffers"}, &WorldSettings::dt},
}};

using A = AgentSpec;
constexpr std::array<Field<A>, 9> agent_table{{
    {{"heading", "rad", -1e6, 1e6, 0, "direction it faces, counter-clockwise from +x"}, &A::heading},
    {{"turn_rate", "rad/s", -1000, 1000, 0, "initial turn rate, positive is left"}, &A::turn_rate},
    {{"radius", "m", 0.001, 5, 0.25, "radius of its body"}, &A::radius},
    {{"speed", "m/s", 0, 100, 1.34, "top speed"}, &A::speed},
    {{"agility", "", 0, 1, 1, "how soon it turns; 1 is at once"}, &A::agility},
    {{"lightness", "", 0, 1, 1, "how soon it changes speed; 1 is at once"}, &A::lightness},
    {{"courage", "", 0, 1, courage_unset, "how close it dares to go; unset: d0 and d1 as given", ParamKind::number, "", false, courage_unset}, &A::courage},
    {{"watch", "m", 0, 1e5, watch_nobody, "radius of the disk whose comings and goings it hears of; unset: none", ParamKind::number, "", false, watch_nobody}, &A::watch},
    {{"energy", "", 0, 1, 1, "how fresh it is; a tired one is slower and turns more slowly"}, &A::energy},
}};

constexpr std::array<Field<TargetSpec>, 3> target_table{{
    {{"radius", "m", 0, 1000, 0.3, "capture radius, added to the agent's own"}, &TargetSpec::radius},
    {{"weight", "", 1e-6, 1e6, 1, "of several targets to choose from, how much this one draws"}, &TargetSpec::weight},
    {{"capacity", "", 0, 1e6, capacity_unlimited, "how many may capture it, then nobody goes there any more; unset: any number", ParamKind::integer, "", false, capacity_unlimited}, &TargetSpec::capacity},
}};

constexpr std::array<Field<ObstacleSpec>, 1> obstacle_table{{
    {{"radius", "m", 0, 1000, 0.5, "radius of a disc, thickness radius of a capsule"}, &ObstacleSpec::radius},
}};

constexpr std::array<Field<WallSpec>, 1> wall_table{{
    {{"thickness", "m", 0, 100, 0, "thickness radius: half of how thick the wall is"}, &WallSpec::thickness},
}};

using C = ClassSpec;
constexpr std::array<Field<C>, 3> class_table{{
    {{"d0", "m", 0, 100, -1, "influence length of bodies of this class; unset: the agent's own", ParamKind::number, "", false, -1}, &C::d0},
    {{"delta", "rad", 0.01, 1.5, -1, "window margin of bodies of this class; unset: the agent's own", ParamKind::number, "", false, -1}, &C::delta},
    {{"weight", "", 0, 20, 1, "scales how hard bodies of this class push"}, &C::weight},
}};

}  // namespace

std::span<const Field<WorldSettings>> world_fields() { return world_table; }
std::span<const Field<AgentSpec>> agent_fields() { return agent_table; }
std::span<const Field<TargetSpec>> target_fields() { return target_table; }
std::span<const Field<ObstacleSpec>> obstacle_fields() { return obstacle_table; }
std::span<const Field<WallSpec>> wall_fields() { return wall_table; }
std::span<const Field<ClassSpec>> class_fields() { return class_table; }
const ParamInfo& coordinate_info() { return coordinate; }

}  // namespace wend
