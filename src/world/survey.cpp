#include "world/access.hpp"
#include "world/survey_data.hpp"

#include <wend/world.hpp>

#include "environment/watch.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace wend {

namespace {

constexpr double usual_margin = 10;  // m

bool is_radius(double r) { return r >= 0; }

bool near(Vec2 p, Vec2 q, double radius) { return environment::inside(q.x - p.x, q.y - p.y, radius); }

template <class Thing>
void sort_by_id(std::vector<Thing>& things) {
  std::stable_sort(things.begin(), things.end(), [](const Thing& a, const Thing& b) { return a.id < b.id; });
  const auto same = [](const Thing& a, const Thing& b) { return a.id == b.id; };
  things.erase(std::unique(things.begin(), things.end(), same), things.end());
}

}  // namespace

Survey::Survey(std::span<const AgentState> agents, std::span<const SurveyWall> walls) {
  auto data = std::make_shared<Data>();
  for (const AgentState& agent : agents) {
    if (Data::has_place(agent.at)) data->agents.push_back(agent);
  }
  sort_by_id(data->agents);
  for (std::uint32_t row = 0; row < data->agents.size(); ++row) data->by_x.push_back(row);
  std::sort(data->by_x.begin(), data->by_x.end(), [&](std::uint32_t p, std::uint32_t q) {
    const AgentState &a = data->agents[p], &b = data->agents[q];
    return std::tie(a.floor, a.at.x, p) < std::tie(b.floor, b.at.x, q);
  });

  std::vector<SurveyWall> whole;
  for (const SurveyWall& wall : walls) {
    if (Data::has_place(wall.a) && Data::has_place(wall.b)) whole.push_back(wall);
  }
  sort_by_id(whole);
  std::stable_sort(whole.begin(), whole.end(), [](const SurveyWall& a, const SurveyWall& b) { return a.floor < b.floor; });
  std::vector<geometry::Segment> segments;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (i == 0 || whole[i].floor != whole[i - 1].floor) data->floors.push_back({.number = whole[i].floor, .ids = {}, .mesh = {}});
    data->floors.back().ids.push_back(whole[i].id);
    segments.push_back({whole[i].a.xy(), whole[i].b.xy()});
    if (i + 1 < whole.size() && whole[i + 1].floor == whole[i].floor) continue;
    data->floors.back().mesh.set_walls(segments, usual_margin);
    segments.clear();
  }
  data_ = std::move(data);
}

Survey Survey::of(const World& world) {
  const world::Data& d = world::Access::data(world);
  std::vector<SurveyWall> walls;
  for (const world::Body& b : d.bodies) {
    if (b.kind != BodyKind::wall || b.open != 0) continue;
    const WallId id = WallId::from_bits(b.id);
    walls.push_back({id, lift(b.a), lift(b.b), b.floor});
  }
  return {world.agents(), walls};
}

bool Survey::Data::has_place(Vec3 p) { return is_finite(p.xy()) && std::abs(p.x) <= max_place && std::abs(p.y) <= max_place; }

const AgentState* Survey::Data::find(AgentId id) const {
  const auto at = std::lower_bound(agents.begin(), agents.end(), id, [](const AgentState& a, AgentId b) { return a.id < b; });
  return at != agents.end() && at->id == id ? &*at : nullptr;
}

const Survey::Data::Floor* Survey::Data::floor(std::uint32_t number) const {
  const auto at = std::lower_bound(floors.begin(), floors.end(), number, [](const Floor& f, std::uint32_t n) { return f.number < n; });
  return at != floors.end() && at->number == number ? &*at : nullptr;
}

std::vector<std::uint32_t> Survey::Data::near(const AgentState& self, double radius) const {
  const double reach = radius * (1 + 1e-12);  // rounding must not leave out who is inside
  const auto before = [&](std::uint32_t row, double x) { return std::tie(agents[row].floor, agents[row].at.x) < std::tie(self.floor, x); };
  std::vector<std::uint32_t> rows;
  for (auto at = std::lower_bound(by_x.begin(), by_x.end(), self.at.x - reach - 1e-300, before); at != by_x.end(); ++at) {
    const AgentState& other = agents[*at];
    if (other.floor != self.floor || other.at.x - self.at.x > reach) break;
    if (other.id != self.id && wend::near(self.at.xy(), other.at.xy(), radius)) rows.push_back(*at);
  }
  return rows;
}

void Survey::Data::keep(const AgentState& self, double radius, Relation relation, std::vector<std::uint32_t>& rows) const {
  const Floor* on = floor(self.floor);
  if (relation == Relation::near || on == nullptr) return;
  std::vector<Vec2> places;
  for (const std::uint32_t row : rows) places.push_back(agents[row].at.xy());
  std::vector<std::uint8_t> kept(rows.size());
  environment::MeshScratch scratch;
  on->mesh.filter(self.at.xy(), radius, relation, places, kept, scratch);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kept[i]) rows[count++] = rows[i];
  }
  rows.resize(count);
}

std::vector<AgentId> Survey::neighbours(AgentId id, double radius, Relation relation) const {
  const AgentState* self = data_->find(id);
  if (self == nullptr || !is_radius(radius)) return {};
  std::vector<std::uint32_t> rows = data_->near(*self, radius);
  data_->keep(*self, radius, relation, rows);
  std::sort(rows.begin(), rows.end());
  std::vector<AgentId> ids;
  for (const std::uint32_t row : rows) ids.push_back(data_->agents[row].id);
  return ids;
}

bool Survey::related(AgentId id, AgentId other, double radius, Relation relation) const {
  const AgentState *self = data_->find(id), *them = data_->find(other);
  if (self == nullptr || them == nullptr || self == them || !is_radius(radius)) return false;
  if (self->floor != them->floor || !near(self->at.xy(), them->at.xy(), radius)) return false;
  std::vector<std::uint32_t> rows{static_cast<std::uint32_t>(them - data_->agents.data())};
  data_->keep(*self, radius, relation, rows);
  return !rows.empty();
}

std::optional<AgentId> Survey::nearest_agent(AgentId id, double max, Relation relation) const {
  std::optional<AgentId> nearest;
  double best = 0;
  for (const AgentId other : neighbours(id, max, relation)) {
    const double distance2 = norm2(data_->find(other)->at.xy() - data_->find(id)->at.xy());
    if (!nearest || distance2 < best) nearest = other, best = distance2;
  }
  return nearest;
}

bool Survey::visible(Vec3 p, Vec3 q, std::uint32_t floor) const {
  if (!Data::has_place(p) || !Data::has_place(q)) return false;
  const Data::Floor* on = data_->floor(floor);
  return on == nullptr || on->mesh.visible(p.xy(), q.xy());
}

}  // namespace wend
