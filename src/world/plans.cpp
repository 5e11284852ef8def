#include "world/plans.hpp"

#include "core/fp_env.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "world/field_making.hpp"
#include "world/plan_step.hpp"
#include "world/planner_check.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

constexpr std::size_t chunk = 256;

std::uint64_t hash_point(std::uint64_t h, Vec2 p) { return mix(mix(h, hash_bits(p.x)), hash_bits(p.y)); }

// Everything fixed.
std::uint64_t hash_structure(const Data& d) {
  std::uint64_t h = 0;
  for (const Body& b : d.bodies) {
    if (b.motion != BodyMotion::fixed) continue;
    h = hash_point(hash_point(mix(h, b.id), b.a), b.b);
    h = mix(mix(h, hash_bits(b.radius)), (std::uint64_t{b.floor} << 1) | (is_door(b) ? 1 : 0));
  }
  return h;
}

std::uint64_t hash_doors(const Data& d, std::uint64_t h) {
  for (const Body& b : d.bodies) {
    if (is_door(b)) h = mix(h, is_open(b) ? 1 : 0);
  }
  return h;
}

// Radius classes (planning spec, section 2): who is at most a tenth wider than a class belongs to it.
constexpr double class_slack = 1.1;

std::uint32_t class_of(const Planner& planner, double radius) {
  for (std::uint32_t k = 0; k < planner.radii.size(); ++k) {
    if (radius <= planner.radii[k] * class_slack) return k;
  }
  return static_cast<std::uint32_t>(planner.radii.size());
}

// The classes for these radii, ascending. The last one is wide enough for all who are left.
std::vector<double> classes_for(std::vector<double> radii) {
  std::sort(radii.begin(), radii.end());
  std::vector<double> classes;
  for (double r : radii) {
    if (!classes.empty() && r <= classes.back() * class_slack) continue;
    if (classes.size() == max_radius_classes) {
      classes.back() = radii.back();
      break;
    }
    classes.push_back(r);
  }
  return classes;
}

struct Box {
  Vec2 low{planning::infinity, planning::infinity}, high{-planning::infinity, -planning::infinity};
  void add(Vec2 p, double r) {
    low = {std::min(low.x, p.x - r), std::min(low.y, p.y - r)};
    high = {std::max(high.x, p.x + r), std::max(high.y, p.y + r)};
  }
  bool empty() const { return !(low.x <= high.x); }
};

Box box_of_targets(const Data& d) {
  Box box;
  for (const Target& t : d.targets) {
    box.add(t.at, t.radius), box.add(t.to, t.radius);
    for (Vec2 corner : t.corners) box.add(corner, t.radius);
  }
  return box;
}

// Room to walk around everything.
constexpr double margin = 3;

// What has outgrown its place gets a quarter more on that side: a target that walks away must not ask for a new grid every few steps.
void grow(Box& all, const Planner& planner) {
  const Vec2 more = (planner.high - planner.low) / 4;
  all.low = {all.low.x < planner.low.x ? all.low.x - more.x : planner.low.x, all.low.y < planner.low.y ? all.low.y - more.y : planner.low.y};
  all.high = {all.high.x > planner.high.x ? all.high.x + more.x : planner.high.x, all.high.y > planner.high.y ? all.high.y + more.y : planner.high.y};
}

// Where the planner's grids are: around all that stands, all targets and all who ask. Grows only.
bool lay_out(const Data& d, Planner& planner, const Box& askers) {
  const PlannerSpec& spec = planner.made.spec;
  const DrawnGrid& drawn = planner.made.drawn;
  Vec2 low = spec.low.xy(), high = spec.high.xy();
  if (drawn.columns != 0) {
    low = drawn.origin.xy();
    high = low + Vec2{drawn.columns * drawn.cell, drawn.rows * drawn.cell};
  } else if (low == high) {
    const Box targets = box_of_targets(d);
    const bool laid = planner.low != planner.high;
    const bool inside = laid && (targets.empty() || (targets.low.x >= planner.low.x && targets.low.y >= planner.low.y && targets.high.x <= planner.high.x && targets.high.y <= planner.high.y));
    if (inside && planner.laid_for == d.plans.structure) return false;
    planner.laid_for = d.plans.structure;
    Box all = askers;
    if (!targets.empty()) all.add(targets.low, margin), all.add(targets.high, margin);
    for (const Body& b : d.bodies) {
      if (b.motion == BodyMotion::fixed) all.add(b.a, b.radius + margin), all.add(b.b, b.radius + margin);
    }
    if (laid) grow(all, planner);
    low = all.low, high = all.high;
  }
  if (low == planner.low && high == planner.high) return false;
  planner.low = low, planner.high = high;
  planner.crowds.clear();
  return true;
}

// Were the grids made for this layout? make_plans() makes them before the first step does.
bool grids_fit(const Plans& plans, std::uint32_t number, const Planner& planner) {
  return std::all_of(plans.maps.begin(), plans.maps.end(), [&](const auto& m) {
    return m->planner != number || (m->low == planner.low && m->high == planner.high && m->klass < planner.radii.size() && m->grid.radius == planner.radii[m->klass]);
  });
}

bool has_part(const Planner& chain, std::uint32_t number) {
  return std::any_of(chain.made.parts.begin(), chain.made.parts.end(), [&](const PlannerPart& part) { return part.planner.index == number; });
}

void forget_planner(Data& d, std::uint32_t number) {
  std::erase_if(d.plans.maps, [&](const auto& m) { return m->planner == number; });
  std::erase_if(d.plans.fields, [&](const auto& f) { return f->key.planner == number || has_part(d.planners[f->key.planner], number); });
}

void count_asker(const Data& d, std::size_t row, std::uint32_t number, Askers& askers) {
  const Planner& planner = d.planners[number];
  Box box;
  if (askers.any) box.low = askers.low, box.high = askers.high;
  box.add({d.agents.x[row], d.agents.y[row]}, margin);
  askers.low = box.low, askers.high = box.high;
  askers.any = true;
  askers.wide = askers.wide || class_of(planner, d.agents.radius[row]) == planner.radii.size();
}

std::vector<double> classes_of_askers(const Data& d, std::uint32_t number) {
  std::vector<double> radii = d.planners[number].radii;
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    const std::uint32_t own = d.agents.planner[i];
    if (own != 0 && (own - 1 == number || has_part(d.planners[own - 1], number))) radii.push_back(d.agents.radius[i]);
  }
  return classes_for(std::move(radii));
}

// Grids must hold everybody's targets, and classes everybody's radius.
void update_layouts(Data& d) {
  std::vector<Askers>& askers = d.plans.askers;
  askers.assign(d.planners.size(), {});
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (d.agents.planner[i] == 0) continue;
    const std::uint32_t number = d.agents.planner[i] - 1;
    count_asker(d, i, number, askers[number]);
    for (const PlannerPart& part : d.planners[number].made.parts) count_asker(d, i, part.planner.index, askers[part.planner.index]);
  }
  for (std::uint32_t k = 0; k < d.planners.size(); ++k) {
    Planner& planner = d.planners[k];
    if (!askers[k].any || form_of(planner) == PlannerForm::straight) continue;
    bool changed = lay_out(d, planner, {askers[k].low, askers[k].high});
    if (askers[k].wide) {
      planner.radii = classes_of_askers(d, k);
      changed = true;
    }
    // A chain has no grids, but its classes say which ones of its parts it asks.
    if (changed && (form_of(planner) == PlannerForm::blend || !grids_fit(d.plans, k, planner))) forget_planner(d, k);
  }
}

void look_at_crowds(Data& d) {
  for (Planner& planner : d.planners) {
    const PlannerSpec& spec = planner.made.spec;
    if (spec.avoid_crowds == 0 || planner.low == planner.high) continue;
    const bool due = planner.crowds.empty() || static_cast<double>(d.step - planner.looked) * d.settings.dt >= spec.refresh;
    if (!due) continue;
    planner.looked = d.step;
    std::vector<std::uint32_t> floors = d.agents.floor;
    std::sort(floors.begin(), floors.end());
    floors.erase(std::unique(floors.begin(), floors.end()), floors.end());
    for (std::uint32_t floor : floors) {
      auto at = std::find_if(planner.crowds.begin(), planner.crowds.end(), [&](const auto& c) { return c.floor == floor; });
      if (at == planner.crowds.end()) {
        planner.crowds.push_back({});
        at = planner.crowds.end() - 1;
        at->floor = floor;
        at->lay(planner.low, planner.high);
      }
    }
    planner.counted = 1;
    for (planning::Crowd& crowd : planner.crowds) {
      crowd.look(d.agents.x, d.agents.y, d.agents.floor);
      planner.counted = mix(planner.counted, crowd.floor);
      for (std::uint32_t n : crowd.people) planner.counted = mix(planner.counted, n);
    }
  }
}

bool goes_straight(const Data& d, std::size_t row) {
  return d.agents.planner[row] == 0 || d.agents.directed[row] != 0 || form_of(d.planners[d.agents.planner[row] - 1]) == PlannerForm::straight;
}

// The targets one field must serve: all to choose from, or the one it heads for.
std::span<const std::uint32_t> wanted(const Data& d, std::size_t row, const planning::Question& question, const planning::Answer& answer) {
  if (d.agents.goal_order[row] == GoalOrder::any && question.open.size() > 1) return question.open;
  return {&answer.place, 1};
}

bool key_fits(const Data& d, const PlanKey& key, std::size_t row, std::span<const std::uint32_t> targets) {
  const Planner& planner = d.planners[d.agents.planner[row] - 1];
  if (key.planner + 1 != d.agents.planner[row] || key.floor != d.agents.floor[row] || key.klass != class_of(planner, d.agents.radius[row])) return false;
  std::size_t k = 0;
  for (std::uint32_t t : targets) {
    if (d.targets[t].floor != key.floor) continue;
    if (k == key.targets.size() || key.targets[k++] != d.targets[t].id) return false;
  }
  return k == key.targets.size();
}

PlanKey key_of(const Data& d, std::size_t row, std::span<const std::uint32_t> targets) {
  PlanKey key{d.agents.planner[row] - 1, 0, d.agents.floor[row], {}};
  key.klass = class_of(d.planners[key.planner], d.agents.radius[row]);
  for (std::uint32_t t : targets) {
    if (d.targets[t].floor == key.floor) key.targets.push_back(d.targets[t].id);  // others are out of reach
  }
  return key;
}

void ensure(Plans& plans, const PlanKey& key) {
  const std::size_t at = place_of(plans, key);
  if (at < plans.fields.size() && plans.fields[at]->key == key) return;
  auto field = std::make_shared<PlanField>();
  field->key = key;
  plans.fields.insert(plans.fields.begin() + static_cast<std::ptrdiff_t>(at), std::move(field));
}

// Who uses which field? Those that are not there yet are put there, unmade.
void assign_fields(Data& d, TaskRunner& runner) {
  const AgentColumns& a = d.agents;
  d.plan_of.resize(a.size(), no_plan);
  std::vector<std::uint8_t>& unsure = d.plans.unsure;
  unsure.assign(a.size(), 0);
  runner.for_chunks(a.size(), chunk, [&](Range rows, std::size_t worker) {
    const FpEnv env;
    Scratch& scratch = d.scratch[worker];
    bool anybody = false;
    for (std::size_t i = rows.begin; i < rows.end && !anybody; ++i) anybody = !goes_straight(d, i);
    if (!anybody) {
      for (std::size_t i = rows.begin; i < rows.end; ++i) d.plan_of[i] = no_plan;
      return;
    }
    choose_targets(d, rows, scratch);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
      const std::size_t k = i - rows.begin;
      if (goes_straight(d, i) || scratch.answers[k].place == planning::Answer::none) {
        d.plan_of[i] = no_plan;
        continue;
      }
      const auto targets = wanted(d, i, scratch.questions[k], scratch.answers[k]);
      const bool fits = d.plan_of[i] < d.plans.fields.size() && key_fits(d, d.plans.fields[d.plan_of[i]]->key, i, targets);
      unsure[i] = fits ? 0 : 1;
    }
  });
  std::vector<std::pair<std::size_t, PlanKey>> keys;
  Scratch& scratch = d.scratch[0];
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (unsure[i] == 0) continue;
    choose_targets(d, {i, i + 1}, scratch);
    keys.emplace_back(i, key_of(d, i, wanted(d, i, scratch.questions[0], scratch.answers[0])));
  }
  if (keys.empty()) return;
  // Places shift when fields are put between: those who were sure are told theirs again.
  const std::vector<std::shared_ptr<PlanField>> before = d.plans.fields;
  for (const auto& [i, key] : keys) {
    ensure(d.plans, key);
    for (const PlanKey& part : part_keys(d, key)) ensure(d.plans, part);
  }
  for (const auto& [i, key] : keys) d.plan_of[i] = static_cast<std::uint32_t>(place_of(d.plans, key));
  if (before.size() == d.plans.fields.size()) return;
  std::vector<std::uint32_t> moved;
  for (const auto& field : before) moved.push_back(static_cast<std::uint32_t>(place_of(d.plans, field->key)));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (unsure[i] == 0 && d.plan_of[i] != no_plan) d.plan_of[i] = moved[d.plan_of[i]];
  }
}

// Fields nobody used in the last step make room when there are many, or large ones.
void forget_unused(Plans& plans) {
  constexpr std::size_t many = 64, large = std::size_t{1} << 30;
  std::size_t bytes = 0;
  for (const auto& f : plans.fields) bytes += !f->used && f->field ? f->field->potential.size() * bytes_a_cell : 0;
  if (plans.fields.size() <= many && bytes <= large) return;
  std::erase_if(plans.fields, [](const auto& f) { return !f->used; });
}

}  // namespace

Plans copy_of(const Plans& plans) {
  Plans copy = plans;
  for (auto& map : copy.maps) map = std::make_shared<PlanMap>(*map);
  for (auto& field : copy.fields) {
    field = std::make_shared<PlanField>(*field);
    field->parts.clear();
  }
  return copy;
}

std::size_t place_of(const Plans& plans, const PlanKey& key) {
  const auto at = std::lower_bound(plans.fields.begin(), plans.fields.end(), key, [](const auto& f, const PlanKey& k) { return f->key < k; });
  return static_cast<std::size_t>(at - plans.fields.begin());
}

std::vector<PlanKey> part_keys(const Data& d, const PlanKey& key) {
  std::vector<PlanKey> keys;
  const Planner& chain = d.planners[key.planner];
  for (const PlannerPart& part : chain.made.parts) {
    const Planner& planner = d.planners[part.planner.index];
    const auto widest = static_cast<std::uint32_t>(planner.radii.size() - 1);  // a damaged file may have a chain wider than its parts
    keys.push_back({part.planner.index, std::min(class_of(planner, chain.radii[key.klass]), widest), key.floor, key.targets});
  }
  return keys;
}

Data planned_copy(const Data& d) {
  Data copy = looking_copy(d);
  copy.plan_of = d.plan_of;
  copy.scratch.resize(1);
  SerialRunner here;
  (void)find_plans(copy, here, {});
  return copy;
}

Result<void> find_plans(Data& d, TaskRunner& runner, const PlanProgressCall& progress) {
  if (d.planners.empty()) return {};
  const std::uint64_t structure = hash_structure(d);
  if (structure != d.plans.structure) {
    d.plans.maps.clear();
    d.plans.fields.clear();
    d.plans.structure = structure;
  }
  d.plans.geometry = hash_doors(d, structure);
  update_layouts(d);
  look_at_crowds(d);
  forget_unused(d.plans);
  assign_fields(d, runner);
  return make_fields(d, runner, progress);
}

}  // namespace wend::world
