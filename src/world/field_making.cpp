#include "world/field_making.hpp"

#include "core/fp_env.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "core/walk.hpp"
#include "planning/catchment.hpp"
#include "planning/drawn.hpp"
#include "planning/map_doors.hpp"
#include "world/field_aims.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

constexpr std::size_t most_bytes = std::size_t{3} << 30;  // of all fields in use together
constexpr std::uint64_t store_format = 2;

// One field on its way.
struct Job {
  PlanField* plan = nullptr;
  PlanMap* map = nullptr;
  PlannerKind kind = PlannerKind::harmonic;  // of the potential
  planning::FieldWork work;
  std::vector<double> potential;
  std::uint64_t store_key = 0;
  bool solved = false, stored = false;

  const planning::PlannerType& type() const { return planning::planner_type(kind); }
  const planning::Map& cells() const { return *map->grid.map; }
};

std::shared_ptr<PlanMap> make_plan_map(const Data& d, const PlanKey& key) {
  const Planner& planner = d.planners[key.planner];
  const bool drawn = form_of(planner) == PlannerForm::drawing;
  auto plan = std::make_shared<PlanMap>();
  plan->planner = key.planner, plan->klass = key.klass, plan->floor = key.floor;
  plan->low = planner.low, plan->high = planner.high, plan->grid.radius = planner.radii[key.klass];
  std::vector<planning::FixedBody> bodies;
  std::vector<const Body*> sorted;
  for (const Body& b : d.bodies) {
    if (b.motion == BodyMotion::fixed && b.floor == key.floor) sorted.push_back(&b);
  }
  std::sort(sorted.begin(), sorted.end(), [](const Body* p, const Body* q) { return p->id < q->id; });
  for (const Body* b : sorted) {
    std::uint32_t door = planning::no_door;
    if (is_door(*b)) {
      door = static_cast<std::uint32_t>(plan->doors.size());
      plan->doors.push_back(b->id);
    }
    bodies.push_back({b->a, b->b, b->radius, door});
  }
  if (bodies.empty() && !drawn) return plan;
  const double cell = planner.made.drawn.columns != 0 ? planner.made.drawn.cell : planner.made.spec.cell;
  planning::MapRequest request;
  request.low = plan->low, request.high = plan->high, request.r_plan = plan->grid.radius, request.cell = cell;
  auto map = planning::make_map(bodies, request, plan->report);
  if (!map) plan->problem = map.error().message;
  else plan->grid.map = std::make_shared<const planning::Map>(std::move(*map));
  return plan;
}

PlanMap& map_for(Data& d, const PlanKey& key, const PlanProgressCall& progress) {
  for (const auto& m : d.plans.maps) {
    if (m->planner == key.planner && m->klass == key.klass && m->floor == key.floor) return *m;
  }
  if (progress) progress({"grid", 0, 0});
  d.plans.maps.push_back(make_plan_map(d, key));
  return *d.plans.maps.back();
}

std::uint64_t store_key(const Job& job, const PlannerSpec& spec) {
  const planning::Map& map = job.cells();
  std::uint64_t h = mix(store_format, static_cast<std::uint64_t>(job.kind));
  for (const Field<PlannerSpec>& field : planner_fields()) h = mix(h, hash_bits(field.get(spec)));
  h = mix(h, hash_bits(map.h));
  h = mix(h, (std::uint64_t{map.nx} << 32) | map.ny);
  for (std::uint8_t s : map.solid) h = mix(h, s);
  for (std::size_t k = 0; k < map.doors.size(); ++k) {
    h = mix(h, job.work.open[k]);
    for (std::uint32_t c : map.doors[k]) h = mix(h, c);
  }
  for (std::uint32_t c : job.plan->cells.cells) h = mix(h, c);
  for (double w : job.plan->cells.weights) h = mix(h, hash_bits(w));
  return h;
}

bool load_stored(const Data& d, Job& job) {
  std::vector<std::byte> bytes;
  if (!d.plans.store->load(job.store_key, bytes)) return false;
  Loader reader{ByteReader(bytes)};
  reader(job.potential);
  bool good = reader.in.good() && reader.in.left() == 0 && job.potential.size() == job.cells().size();
  for (std::size_t c = 0; good && c < job.potential.size(); ++c) {
    good = job.work.solid[c] != 0 ? job.potential[c] == planning::infinity : !std::isnan(job.potential[c]);
  }
  if (!good) job.potential.clear();
  return good;
}

// The serial part: grid, factor, what the disk has.
void prepare_job(Data& d, Job& job, const PlanProgressCall& progress) {
  const Planner& planner = d.planners[job.map->planner];
  const PlannerSpec& spec = planner.made.spec;
  const auto made_by = planning::planner_type(spec.kind).made_by;
  job.kind = made_by != nullptr ? made_by(spec, job.cells()) : spec.kind;
  planning::FieldWork& work = job.work;
  work.spec = &spec, work.grid = &job.map->grid, work.targets = &job.plan->cells, work.shut = &job.plan->shut;
  work.crowds = planner.crowds, work.floor = job.map->floor;
  work.solid = planning::solid_now(job.cells(), work.open);
  const planning::PlannerType& type = job.type();
  if (type.stored && d.plans.store) {
    job.store_key = store_key(job, spec);
    job.solved = job.stored = load_stored(d, job);
    if (job.solved) return;
  }
  const std::size_t free = type.most_cells != 0 ? planning::free_cells(job.cells()) : 0;
  if (free > type.most_cells) {
    const double fits = job.cells().h * std::sqrt(static_cast<double>(free) / static_cast<double>(type.most_cells));
    job.plan->problem = concat(name(job.kind), ": ", free, " free cells, expected at most ", type.most_cells, "; cell = ", fits,
                               " would fit, and distance takes more");
    return;
  }
  if (type.prepare == nullptr) return;
  if (auto ok = type.prepare(work, progress); !ok) job.plan->problem = ok.error().message;
}

void solve(Job& job) {
  if (job.type().solve != nullptr) {
    auto potential = job.type().solve(job.work);
    if (potential) job.potential = std::move(*potential);
    else job.plan->problem = potential.error().message;
  }
  job.solved = job.plan->problem.empty();
}

// From a potential to something agents can ask.
void finish(const Data& d, Job& job) {
  PlanField& plan = *job.plan;
  if (!plan.problem.empty()) return;
  const AddPlanner& made = d.planners[job.map->planner].made;
  const std::shared_ptr<const planning::Map>& map = job.map->grid.map;
  const bool level = job.type().form == PlannerForm::straight;  // a drawing over nothing
  planning::Field field;
  if (!level) field = planning::make_field(job.kind, map, job.work.solid, plan.cells, std::move(job.potential));
  if (planning::planner_type(made.spec.kind).form == PlannerForm::drawing) {
    auto drawn = planning::draw(level ? nullptr : &field, map, job.work.solid, plan.cells, made.drawn, made.strokes, made.roam,
                                made.spec.strict, plan.warning);
    if (!drawn) {
      plan.problem = drawn.error().message;
      return;
    }
    field = std::move(*drawn);
  }
  field.closed_passages = job.map->report.closed;
  field.narrow_passages = job.map->report.narrow;
  plan.field = std::make_shared<const planning::Field>(std::move(field));
  plan.leads_to.clear();
  // Over nothing the potential is level and leads nowhere: the nearest target counts.
  if (!plan.owner.empty() && !level) {
    plan.leads_to = planning::catchment(*plan.field->map, plan.field->potential, plan.cells.cells, plan.owner);
  }
}

// A weighted mean of directions at each cell of the first part's grid.
void make_chain(const Data& d, PlanField& plan) {
  const auto& parts = plan.parts;
  plan.field = nullptr;
  plan.problem.clear();
  plan.made_of.clear();
  for (const auto& part : parts) {
    plan.made_of.push_back(part->field);
    if (!part->problem.empty()) plan.problem = part->problem;
  }
  if (!plan.problem.empty() || !parts[0]->field) return;
  const auto& weights = d.planners[plan.key.planner].made.parts;
  planning::Field field = *parts[0]->field;
  field.kind = PlannerKind::drawn;  // directions are asked of `unit`
  field.unit.assign(field.map->size(), {});
  for (std::uint32_t c = 0; c < field.unit.size(); ++c) {
    if (!std::isfinite(field.potential[c])) continue;
    Vec2 sum{};
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (!parts[k]->field) continue;
      const planning::Sample sample = parts[k]->field->sample(field.map->centre(c).xy());
      if (sample.status == PlanStatus::field) sum = sum + weights[k].weight * sample.direction;  // off its area a part has no say
    }
    const double length = norm(sum);
    field.unit[c] = length > 1e-12 ? sum / length : parts[0]->field->sample(field.map->centre(c).xy()).direction;
  }
  plan.cells = parts[0]->cells;
  plan.leads_to = parts[0]->leads_to;
  plan.field = std::make_shared<const planning::Field>(std::move(field));
}

bool is_chain(const Data& d, const PlanField& plan) { return form_of(d.planners[plan.key.planner]) == PlannerForm::blend; }

void find_parts(const Data& d, PlanField& plan) {
  if (!plan.parts.empty()) return;
  for (const PlanKey& key : part_keys(d, plan.key)) plan.parts.push_back(d.plans.fields[place_of(d.plans, key)]);
}

// Is there room for this field? What nobody uses does not count: the answer depends on who wants what, never on what is cached.
bool has_room(const planning::Map& map, std::size_t& bytes, PlanField& plan) {
  bytes += map.size() * bytes_a_cell;
  const bool room = bytes <= most_bytes;
  if (!room) {
    plan.field = nullptr;
    plan.problem = concat("fields need more than ", most_bytes >> 30, " GiB, expected fewer targets or larger cells");
  } else if (plan.no_room) {
    plan.problem.clear();
  }
  plan.no_room = !room;
  return room;
}

// Everything in use that is missing or no longer fits.
std::vector<Job> find_jobs(Data& d, const PlanProgressCall& progress) {
  std::vector<Job> jobs;
  std::size_t bytes = 0;
  for (const auto& plan : d.plans.fields) {
    if (!plan->used) continue;
    PlanMap& map = map_for(d, is_chain(d, *plan) ? plan->parts[0]->key : plan->key, progress);
    if (is_chain(d, *plan)) {
      bytes += map.grid.map ? map.grid.map->size() * bytes_a_cell : 0;
      continue;
    }
    plan->problem = map.problem.empty() ? plan->problem : map.problem;
    if (!map.grid.map || !has_room(*map.grid.map, bytes, *plan)) continue;
    if (!out_of_date(d, *plan, map) || !plan->problem.empty()) continue;
    Job job;
    job.plan = plan.get(), job.map = &map, job.work.open = doors_open(d, map);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

void save(const Data& d, const Job& job) {
  if (!d.plans.store || job.store_key == 0 || job.stored || !job.plan->field) return;
  Saver bytes;
  bytes(job.plan->field->potential);
  d.plans.store->save(job.store_key, bytes.out.bytes());
}

}  // namespace

Result<void> make_fields(Data& d, TaskRunner& runner, const PlanProgressCall& progress) {
  for (const auto& plan : d.plans.fields) plan->used = false;
  for (std::uint32_t number : d.plan_of) {
    if (number != no_plan) d.plans.fields[number]->used = true;
  }
  for (const auto& plan : d.plans.fields) {
    if (!plan->used || !is_chain(d, *plan)) continue;
    find_parts(d, *plan);
    for (const auto& part : plan->parts) part->used = true;
  }

  std::vector<Job> jobs = find_jobs(d, progress);
  for (Job& job : jobs) prepare_job(d, job, progress);
  std::uint64_t done = 0;
  runner.for_chunks(jobs.size(), 1, [&](Range range, std::size_t) {
    const FpEnv env;
    for (std::size_t k = range.begin; k < range.end; ++k) {
      if (progress && runner.workers() == 1) progress({"field", done++, jobs.size()});
      if (!jobs[k].solved && jobs[k].plan->problem.empty()) solve(jobs[k]);
      finish(d, jobs[k]);
    }
  });
  for (const Job& job : jobs) save(d, job);

  for (const auto& plan : d.plans.fields) {
    if (!plan->used || !is_chain(d, *plan)) continue;
    // Parts may have changed while nobody used the chain.
    const bool fits = std::equal(plan->parts.begin(), plan->parts.end(), plan->made_of.begin(), plan->made_of.end(), [](const auto& part, const auto& field) { return part->field == field; });
    if (!plan->field || !fits) make_chain(d, *plan);
  }
  for (const auto& plan : d.plans.fields) {
    if (plan->used && !plan->problem.empty()) return Error{Errc::invalid_value, plan->problem, concat("planner ", plan->key.planner)};
  }
  return {};
}

}  // namespace wend::world
