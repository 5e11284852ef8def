#include "environment/environment.hpp"

#include "environment/event_choice.hpp"
#include "environment/grid_index.hpp"
#include "environment/kinetic_crossings.hpp"
#include "environment/kinetic_near.hpp"
#include "environment/step_sweep.hpp"

#include <algorithm>

namespace wend::environment {

namespace {

std::span<const std::uint8_t> part(const std::vector<std::uint8_t>& all, const std::vector<std::size_t>& ends, std::size_t k) {
  const std::size_t begin = k == 0 ? 0 : ends[k - 1];
  return std::span(all).subspan(begin, ends[k] - begin);
}

constexpr std::size_t usual_crowd = 256;  // near one agent

std::unique_ptr<NearIndex> near_engine(Backend backend) {
  if (backend == Backend::kinetic) return std::make_unique<KineticNear>();
  return std::make_unique<GridIndex>();
}

std::unique_ptr<CrossingEngine> crossing_engine(Backend backend) {
  if (backend == Backend::kinetic) return std::make_unique<KineticCrossings>();
  if (backend == Backend::grid) return std::make_unique<StepSweep>();
  return std::make_unique<AutoCrossings>();
}

}  // namespace

std::span<const std::uint8_t> SeenLists::agents_of(std::size_t k) const { return part(agents, of->agent_end, k); }
std::span<const std::uint8_t> SeenLists::bodies_of(std::size_t k) const { return part(bodies, of->body_end, k); }

void WallScratch::reserve(std::size_t count) {
  places.reserve(count);
  keep.reserve(count);
  which.reserve(count);
  for (auto* list : {&mesh.walls, &mesh.stack}) list->reserve(count);
  for (auto* list : {&mesh.x, &mesh.y, &mesh.clearance}) list->reserve(count);
  for (auto* list : {&mesh.reached, &mesh.unseparated}) list->reserve(count);
}

Environment::Environment(Backend backend) : index_(near_engine(backend)), engine_(crossing_engine(backend)) {}
Environment::Environment(Environment&&) noexcept = default;
Environment& Environment::operator=(Environment&&) noexcept = default;
Environment::~Environment() = default;

void Environment::use(std::unique_ptr<NearIndex> engine) { index_ = std::move(engine); }

void Environment::look(const Surroundings& s, std::span<const double> reach) {
  report_ = {};
  s_ = s;
  largest_radius_ = 0;
  for (double radius : s.radius) largest_radius_ = std::max(largest_radius_, radius);
  for (const Capsule& body : s.bodies) {
    if (!body.wall) largest_radius_ = std::max(largest_radius_, body.radius);
  }
  double margin = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) margin = std::max(margin, near_radius(i, reach[i]));
  update_meshes(margin);
  ways_.look(s.bodies);
  index_->build(s, reach);
  index_->add_to(report_);
}

// Each floor with walls has a mesh of its own; one that did not change is kept.
void Environment::update_meshes(double margin) {
  std::size_t used = 0;
  const auto has_walls = [](const Capsule& body) { return body.wall; };
  if (floors_.empty() && std::none_of(s_.bodies.begin(), s_.bodies.end(), has_walls)) return;
  std::vector<std::uint32_t>& numbers = floor_numbers_;
  numbers.clear();
  for (const Capsule& body : s_.bodies) {
    if (body.wall) numbers.push_back(body.floor);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (const std::uint32_t number : numbers) {
    if (used == floors_.size()) floors_.push_back(std::make_unique<Floor>());
    Floor& floor = *floors_[used++];
    walls_.clear();
    for (const Capsule& body : s_.bodies) {
      if (body.wall && body.floor == number) walls_.push_back({body.a, body.b});
    }
    if (floor.number == number && floor.walls == walls_) continue;
    floor.number = number;
    floor.walls = walls_;
    floor.mesh.set_walls(floor.walls, margin);
    ++report_.mesh_updates;
  }
  floors_.resize(used);
}

const ObstacleMesh* Environment::mesh(std::uint32_t number) const {
  for (const auto& floor : floors_) {
    if (floor->number == number) return &floor->mesh;
  }
  return nullptr;
}

void Environment::near(Range rows, std::span<const double> reach, NearLists& out) const { index_->near(rows, reach, out); }
void Environment::bodies_near(Range rows, std::span<const double> reach, NearLists& out) const { index_->bodies_near(rows, reach, out); }

double Environment::near_radius(std::size_t row, double reach) const { return reach + s_.radius[row] + largest_radius_; }  // (e.10)

void Environment::clear_ways(std::span<const Way> ways, std::span<std::uint8_t> clear, WayScratch& scratch) const { ways_.ask(ways, clear, scratch); }

void Environment::perceive(Range rows, std::span<const double> reach, Relation relation, const NearLists& near, SeenLists& out, WallScratch& scratch) const {
  out.of = &near;
  // What grows by chance must not allocate later.
  out.agents.reserve(near.agents.capacity());
  out.bodies.reserve(near.bodies.capacity());
  out.agents.assign(near.agents.size(), 1);
  out.bodies.assign(near.bodies.size(), 1);
  if (relation == Relation::near || floors_.empty()) return;
  if (scratch.places.capacity() < usual_crowd) scratch.reserve(usual_crowd);
  for (std::size_t row = rows.begin; row < rows.end; ++row) {
    const ObstacleMesh* walls = mesh(s_.floor[row]);
    if (walls == nullptr) continue;
    const std::size_t k = row - rows.begin;
    const auto agents = near.agents_of(k), bodies = near.bodies_of(k);
    const Vec2 p{s_.x[row], s_.y[row]};
    scratch.places.clear();
    scratch.which.clear();
    for (const std::uint32_t j : agents) scratch.places.push_back({s_.x[j], s_.y[j]});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Capsule& body = s_.bodies[bodies[i]];
      if (body.wall) continue;
      scratch.which.push_back(static_cast<std::uint32_t>(i));
      scratch.places.push_back(nearest_on_segment(p, body.a, body.b).point);
    }
    if (scratch.places.empty()) continue;
    scratch.keep.resize(scratch.places.size());
    if (relation == Relation::reachable) scratch.hint = walls->locate(p, scratch.hint);
    walls->filter(p, near_radius(row, reach[row]), relation, scratch.places, scratch.keep, scratch.mesh, scratch.hint);
    const std::size_t first_agent = k == 0 ? 0 : near.agent_end[k - 1], first_body = k == 0 ? 0 : near.body_end[k - 1];
    for (std::size_t i = 0; i < agents.size(); ++i) out.agents[first_agent + i] = scratch.keep[i];
    for (std::size_t i = 0; i < scratch.which.size(); ++i) out.bodies[first_body + scratch.which[i]] = scratch.keep[agents.size() + i];
  }
}

void Environment::contacts(const Motions& discs, double slack, std::vector<PairContact>& out) { contacts_.find(discs, slack, out); }

void Environment::crossings(const Motions& motions, std::vector<Crossing>& out) {
  engine_->step(motions, out);
  report_.crossings = out.size();
}

void Environment::forget() { engine_->forget(); }

}  // namespace wend::environment
