#pragma once
#include <wend/base/export.hpp>
#include <wend/base/fields.hpp>
#include <wend/base/params.hpp>
#include <wend/ids.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend {

// How a planner finds the way (planning spec, section 3). K(number, name, word, doc): numbers are fixed for ever, `word` is the
// name in scenes, JSON and messages. A line here and a PlannerType in src/planning make a new kind.
// clang-format off
#define WEND_PLANNER_KINDS(K) \
  K(0, nearest, "nearest", "straight to the target") \
  K(1, harmonic, "harmonic", "never touches walls, keeps to the middle") \
  K(2, hitting, "hitting", "uses the whole width") \
  K(3, distance, "distance", "the shortest way") \
  K(4, drawn, "drawn", "as drawn by vectors or strokes") \
  K(5, automatic, "auto", "harmonic, or distance where the grid is large") \
  K(6, chain, "chain", "a weighted mean of other planners")
// clang-format on

#define WEND_PLANNER_ENUMERATOR(number, name, word, doc) name = number,
enum class PlannerKind : std::uint8_t { WEND_PLANNER_KINDS(WEND_PLANNER_ENUMERATOR) };
#undef WEND_PLANNER_ENUMERATOR
WEND_API const char* name(PlannerKind);  // "?" for a number that is no kind

// What a planner is made of.
enum class PlannerForm : std::uint8_t {
  straight = 0,  // no field at all
  field = 1,     // a field of its own
  drawing = 2,   // vectors and strokes over another field
  blend = 3,     // parts with weights
  choice = 4,    // one of the others, chosen by the size of the grid
};

struct PlannerInfo {
  PlannerKind kind = PlannerKind::nearest;
  const char* name = "";
  const char* doc = "";
  PlannerForm form = PlannerForm::straight;
  std::span<const std::string_view> takes{};  // names of planner_fields() that this kind uses
  WEND_API bool takes_field(std::string_view field) const;
};
WEND_API std::span<const PlannerInfo> planner_kinds();              // in the order of their numbers
WEND_API const PlannerInfo* find_planner_kind(std::string_view name);  // null: no kind has that name

// What stands behind a direction (planning spec, section 1).
enum class PlanStatus : std::uint8_t {
  direct = 0,       // the target is in sight
  field = 1,        // the field says so
  at_goal = 2,      // in a cell of the target
  unreachable = 3,  // there is no way
  outside = 4,      // in a wall or off the grid: back to it
};
WEND_API const char* name(PlanStatus);

enum class FieldSolver : std::uint8_t {
  direct = 0,   // sparse LDL^T in extended range: never loses its way
  classic = 1,  // Gauss-Seidel, as published: loses its way (planning spec, section 5)
};

// clang-format off
#define WEND_PLANNER_FIELDS(STORED, GIVEN, OTHER) \
  OTHER(PlannerKind, kind, PlannerKind::harmonic, "how the way is found") \
  OTHER(PlannerKind, over, PlannerKind::harmonic, "a drawn field lies over this one; nearest: over nothing") \
  GIVEN(FieldSolver, solver, FieldSolver::direct, choice("direct|classic"), "of harmonic fields: direct never loses the way, classic is the published form") \
  GIVEN(double, cell, 0, number("m", 0, 1000), "side of a cell; 0: from the narrowest passage") \
  GIVEN(double, wall_weight, 1, number("", 0.001, 1), "how much walls hold people off in harmonic fields; 1 is the published form") \
  GIVEN(double, avoid_crowds, 0, number("", 0, 1), "how much longer a way they take around a jam; of distance fields") \
  GIVEN(double, refresh, 2, number("s", 0.1, 1000), "time between two looks at the crowd") \
  GIVEN(bool, strict, false, flag(), "a drawn field with traps is an error") \
  OTHER(Vec3, low, {}, "lower left corner of the area in which it knows the way") \
  OTHER(Vec3, high, {}, "upper right corner; equal to low: around everything")
// clang-format on

struct PlannerSpec {
  WEND_SPEC_MEMBERS(PlannerSpec, WEND_PLANNER_FIELDS)
};
WEND_API std::span<const Field<PlannerSpec>> planner_fields();

// A line that people follow from its first point to its last; `width` in m, across.
#define WEND_STROKE(M) M(std::vector<Vec3>, points, {}) M(double, width, 1) M(double, strength, 1)
struct Stroke {
  WEND_MEMBERS(Stroke, WEND_STROKE)
};

// One vector per cell, row by row from `origin`, the lower left corner. A zero vector leaves the underlying field unchanged.
#define WEND_DRAWN_GRID(M)                                                                                         \
  M(Vec3, origin, {}) M(double, cell, 0) M(std::uint32_t, columns, 0) M(std::uint32_t, rows, 0)                    \
  M(std::vector<double>, x, {}) M(std::vector<double>, y, {}) M(std::vector<double>, strength, {})
struct DrawnGrid {
  WEND_MEMBERS(DrawnGrid, WEND_DRAWN_GRID)
};

// A way that ends in this area is no trap.
#define WEND_ROAM_AREA(M) M(Vec3, low, {}) M(Vec3, high, {})
struct RoamArea {
  WEND_MEMBERS(RoamArea, WEND_ROAM_AREA)
};

#define WEND_PLANNER_PART(M) M(PlannerId, planner, {}) M(double, weight, 1)
struct PlannerPart {
  WEND_MEMBERS(PlannerPart, WEND_PLANNER_PART)
};

// A drawn planner needs strokes or a grid, a chain its parts; others none of them.
#define WEND_ADD_PLANNER(M)                                                             \
  M(PlannerSpec, spec, {}) M(std::vector<Stroke>, strokes, {}) M(DrawnGrid, drawn, {})   \
  M(std::vector<RoamArea>, roam, {}) M(std::vector<PlannerPart>, parts, {})
struct AddPlanner {
  WEND_MEMBERS(AddPlanner, WEND_ADD_PLANNER)
};

constexpr std::size_t most_task_pairs = std::size_t{1} << 20;  // agents times targets of one hand-out of tasks

// Told while fields are made; `done` of `total` work of this stage, total 0: not known.
struct PlanProgress {
  const char* stage = "";
  std::uint64_t done = 0, total = 0;
};
using PlanProgressCall = std::function<void(const PlanProgress&)>;

// Keeps factors and fields between runs. The key is a hash of everything the bytes depend on.
class WEND_API FieldStore {
 public:
  virtual ~FieldStore();
  virtual bool load(std::uint64_t key, std::vector<std::byte>& bytes) = 0;
  virtual void save(std::uint64_t key, std::span<const std::byte> bytes) = 0;
};

}  // namespace wend
