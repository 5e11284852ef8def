#include "planning/planner_type.hpp"

#include "core/det_math.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "planning/classic.hpp"
#include "planning/clearance.hpp"
#include "planning/distance.hpp"
#include "planning/hitting.hpp"

#include <algorithm>
#include <array>

namespace wend {

namespace {

using namespace planning;

struct Registered {
  PlannerKind kind;
  const char* name;
  const char* doc;
  const PlannerType& (*type)();
};
#define WEND_REGISTER_PLANNER(number, name, word, doc) {PlannerKind::name, word, doc, name##_planner},
constexpr Registered registered[] = {WEND_PLANNER_KINDS(WEND_REGISTER_PLANNER)};
#undef WEND_REGISTER_PLANNER

using Self = PlannerSpec;
using namespace field;
constexpr wend::Field<Self> planner_table[] = {WEND_FIELD_ROWS(WEND_PLANNER_FIELDS)};

}  // namespace

std::span<const wend::Field<PlannerSpec>> planner_fields() { return planner_table; }

std::span<const PlannerInfo> planner_kinds() {
  static const std::vector<PlannerInfo> kinds = [] {
    std::vector<PlannerInfo> list;
    for (const Registered& r : registered) list.push_back({r.kind, r.name, r.doc, r.type().form, r.type().takes});
    return list;
  }();
  return kinds;
}

bool PlannerInfo::takes_field(std::string_view field) const { return std::find(takes.begin(), takes.end(), field) != takes.end(); }

const PlannerInfo* find_planner_kind(std::string_view name) {
  for (const PlannerInfo& info : planner_kinds()) {
    if (name == info.name) return &info;
  }
  return nullptr;
}

const char* name(PlannerKind kind) {
  for (const Registered& r : registered) {
    if (r.kind == kind) return r.name;
  }
  return "?";
}

const char* name(PlanStatus status) {
  constexpr const char* names[] = {"direct", "field", "at_goal", "unreachable", "outside"};
  const auto k = static_cast<std::size_t>(status);
  return k < std::size(names) ? names[k] : "?";
}

namespace planning {

const PlannerType* find_planner_type(PlannerKind kind) {
  for (const Registered& r : registered) {
    if (r.kind == kind) return &r.type();
  }
  return nullptr;
}

const PlannerType& planner_type(PlannerKind kind) {
  const PlannerType* type = find_planner_type(kind);
  return type != nullptr ? *type : nearest_planner();
}

std::size_t free_cells(const Map& map) {
  return static_cast<std::size_t>(std::count(map.solid.begin(), map.solid.end(), std::uint8_t{0}));
}

namespace {

constexpr std::size_t harmonic_cells = 1'000'000;  // planning spec, section 6: beyond, auto takes distance
constexpr std::size_t factor_cells = 4'000'000;    // a factor of more would not fit into memory

// Published form: u = 1 - v. Where u is 1 in double precision the way is lost.
std::vector<double> solve_classic(const FieldWork& work) {
  const Relaxed relaxed = gauss_seidel(*work.grid->map, work.solid, *work.targets, 1, 1e-15, 100'000);
  std::vector<double> phi(relaxed.u.size());
  for (std::size_t c = 0; c < phi.size(); ++c) {
    const double v = 1 - relaxed.u[c];
    phi[c] = v > 0 && work.solid[c] == 0 ? -det_log(v) : infinity;
  }
  return phi;
}

Result<void> check_harmonic(const AddPlanner& p, std::string_view place) {
  if (p.spec.solver != FieldSolver::classic || p.spec.wall_weight == 1) return {};
  return Error{Errc::invalid_value, concat("wall_weight = ", p.spec.wall_weight, ", expected 1 with the classic solver"), std::string(place)};
}

Result<void> prepare_harmonic(FieldWork& work, const PlanProgressCall& progress) {
  if (work.spec->solver != FieldSolver::direct || work.grid->factor) return {};
  auto factor = HarmonicFactor::make(work.grid->map, work.spec->wall_weight, progress);
  if (!factor) return factor.error();
  factor->prepare_doors(std::vector<std::uint8_t>(work.grid->map->doors.size(), 1));
  work.grid->factor = std::make_shared<const HarmonicFactor>(std::move(*factor));
  return {};
}

// With doors the answer for all of them shut is kept: opening one then costs little (planning spec, section 8).
Result<std::vector<double>> solve_harmonic(FieldWork& work) {
  if (work.spec->solver == FieldSolver::classic) return solve_classic(work);
  const HarmonicFactor& factor = *work.grid->factor;
  if (work.open.empty()) return factor.solve(*work.targets, work.open);
  if (!*work.shut) *work.shut = std::make_shared<const Column>(factor.solve_shut(*work.targets));
  return factor.with_doors(**work.shut, *work.targets, work.open);
}

Result<std::vector<double>> solve_hitting(FieldWork& work) { return hitting(*work.grid->map, work.solid, *work.targets, {}); }

// The running cost: walls, and people in the way.
Result<void> prepare_distance(FieldWork& work, const PlanProgressCall&) {
  Grid& grid = *work.grid;
  std::uint64_t doors = 1;
  for (std::uint8_t o : work.open) doors = mix(doors, o);
  if (grid.clearance.empty() || grid.clearance_of != doors) {
    grid.clearance = clearance(*grid.map, work.solid);
    grid.clearance_of = doors;
  }
  work.cost = clearance_cost(*grid.map, grid.clearance, grid.radius);
  for (const Crowd& crowd : work.crowds) {
    if (crowd.floor != work.floor) continue;
    for (std::uint32_t c = 0; c < work.cost.size(); ++c) {
      if (work.solid[c] == 0) work.cost[c] *= crowd_cost(crowd.density(grid.map->centre(c).xy()), work.spec->avoid_crowds);
    }
  }
  return {};
}

Result<std::vector<double>> solve_distance(FieldWork& work) {
  return distance(*work.grid->map, work.solid, *work.targets, work.cost);
}

PlannerKind choose_by_size(const PlannerSpec&, const Map& map) {
  return free_cells(map) <= harmonic_cells ? PlannerKind::harmonic : PlannerKind::distance;
}

Result<void> check_drawing(const AddPlanner& p, std::string_view place) {
  const PlannerType* under = find_planner_type(p.spec.over);
  if (under != nullptr && (under->form == PlannerForm::field || under->form == PlannerForm::straight)) return {};
  std::string known;
  for (const PlannerInfo& info : planner_kinds()) {
    if (info.form == PlannerForm::field || info.form == PlannerForm::straight) known += concat(known.empty() ? "" : ", ", info.name);
  }
  return Error{Errc::invalid_value, concat("over = ", name(p.spec.over), ", expected one of ", known), std::string(place)};
}

constexpr std::string_view of_harmonic[] = {"cell", "wall_weight", "solver"};
constexpr std::string_view of_distance[] = {"cell", "avoid_crowds", "refresh"};
constexpr std::string_view of_drawing[] = {"cell", "wall_weight", "strict"};
constexpr std::string_view of_choice[] = {"cell", "wall_weight"};
constexpr std::string_view of_others[] = {"cell"};

}  // namespace

const PlannerType& nearest_planner() {
  static const PlannerType type{.form = PlannerForm::straight};
  return type;
}

const PlannerType& harmonic_planner() {
  static const PlannerType type{.takes = of_harmonic, .stored = true, .smooth = true, .most_cells = factor_cells,
                                .check = check_harmonic, .prepare = prepare_harmonic, .solve = solve_harmonic};
  return type;
}

const PlannerType& hitting_planner() {
  static const PlannerType type{.takes = of_others, .stored = true, .most_cells = factor_cells, .solve = solve_hitting};
  return type;
}

const PlannerType& distance_planner() {
  static const PlannerType type{.takes = of_distance, .prepare = prepare_distance, .solve = solve_distance};
  return type;
}

const PlannerType& drawn_planner() {
  static const PlannerType type{.form = PlannerForm::drawing, .takes = of_drawing,
                                .made_by = [](const PlannerSpec& spec, const Map&) { return spec.over; }, .check = check_drawing};
  return type;
}

const PlannerType& automatic_planner() {
  static const PlannerType type{.form = PlannerForm::choice, .takes = of_choice, .made_by = choose_by_size};
  return type;
}

const PlannerType& chain_planner() {
  static const PlannerType type{.form = PlannerForm::blend};
  return type;
}

}  // namespace planning

}  // namespace wend
