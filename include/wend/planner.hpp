#pragma once
#include <wend/export.hpp>
#include <wend/ids.hpp>
#include <wend/params.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace wend {

// Who says which way to go (planning spec, section 3). Numbers of enums are fixed for ever.
enum class PlannerKind : std::uint8_t {
  nearest = 0,    // straight to the target
  harmonic = 1,   // never touches walls, keeps to the middle
  hitting = 2,    // uses the whole width
  distance = 3,   // the shortest way
  drawn = 4,      // as somebody drew it
  automatic = 5,  // harmonic, or distance where the grid is large
  chain = 6,      // a weighted mean of others
};
WEND_API const char* name(PlannerKind);

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

struct PlannerSpec {
  PlannerKind kind = PlannerKind::harmonic;
  PlannerKind over = PlannerKind::harmonic;  // a drawn field lies over this one; nearest: over nothing
  FieldSolver solver = FieldSolver::direct;  // of harmonic
  double cell = 0;                           // side of a cell, m; 0: planning spec (p.3)
  double wall_weight = 1;                    // of harmonic, (p.8)
  double avoid_crowds = 0;                   // of distance: 0 .. 1
  double refresh = 2;                        // s between two looks at the crowd
  bool strict = false;                       // a drawn field with traps is an error
  Vec3 low{}, high{};                        // where it knows the way; equal: around everything
};
WEND_API std::span<const Field<PlannerSpec>> planner_fields();

// A line that people follow from its first point to its last.
struct Stroke {
  std::vector<Vec3> points;
  double width = 1;  // m, across
  double strength = 1;
};

// Drawn vectors, one a cell, row by row from `origin`, the lower left corner. Zero: no opinion.
struct DrawnGrid {
  Vec3 origin{};
  double cell = 0;
  std::uint32_t columns = 0, rows = 0;
  std::vector<double> x, y, strength;
};

struct RoamArea { Vec3 low{}, high{}; };  // ending there is no trap

struct PlannerPart {
  PlannerId planner{};
  double weight = 1;
};

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
