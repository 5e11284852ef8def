#include "scene/requests.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/build.hpp"
#include "scene/constructs.hpp"

namespace wend::scene {

namespace {

std::vector<TargetId> target_ids(Engine& e, const std::vector<std::uint32_t>& slots, const std::vector<std::uint32_t>& stages = {}) {
  return goal_list(slots, stages, [&](std::uint32_t slot) {
    const auto& slots = e.table(Tag::target).slots;
    if (slot >= slots.size()) return TargetId{};  // a planner of the text, in a damaged checkpoint
    const auto id = TargetId::from_bits(slots[slot].id);
    return e.world().target(id) ? id : TargetId{};
  });
}

Result<void> add(Engine& e, const Request& r) {
  if (const auto* entry = std::get_if<SceneAgent>(&r.entry)) {
    const auto id = add_to(*e.built, *entry, target_ids(e, entry->targets, entry->stages));
    if (!id) return id.error();
    e.bind(Tag::agent, r.slot, id->bits());
  } else if (const auto* target = std::get_if<SceneTarget>(&r.entry)) {
    const auto id = add_to(*e.built, *target);
    if (!id) return id.error();
    e.bind(Tag::target, r.slot, id->bits());
  } else if (const auto* obstacle = std::get_if<SceneObstacle>(&r.entry)) {
    const auto id = add_to(*e.built, *obstacle);
    if (!id) return id.error();
    e.bind(Tag::obstacle, r.slot, id->bits());
  } else if (const auto* wall = std::get_if<SceneWall>(&r.entry)) {
    const auto ids = add_to(*e.built, *wall, rig_of(r.slot));
    if (!ids) return ids.error();
    for (const WallId id : *ids) e.bind(Tag::wall, r.slot, id.bits());
  }
  return {};
}

// Somebody may have left between the request and now: that is no error.
Result<void> unless_gone(const Result<std::uint64_t>& done) {
  if (done || done.error().code == Errc::stale_id) return {};
  return done.error();
}

Result<void> remove(Engine& e, const Request& r, std::uint64_t id) {
  World& w = e.world();
  Result<void> ok;
  switch (r.kind) {
    case Tag::agent:
      ok = unless_gone(w.apply(RemoveAgent{AgentId::from_bits(id)}));
      break;
    case Tag::target:
      ok = unless_gone(w.apply(RemoveTarget{TargetId::from_bits(id)}));
      break;
    case Tag::obstacle:
      ok = unless_gone(w.apply(RemoveObstacle{ObstacleId::from_bits(id)}));
      break;
    default:
      for (const WallId wall : e.wall_ids[r.slot]) {
        if (ok) ok = unless_gone(w.apply(RemoveWall{wall}));
      }
  }
  if (ok) forget(e, r.kind, r.slot);
  return ok;
}

// Whoever has left in the meantime takes no part.
Result<void> assign(Engine& e, const Request& r) {
  AssignTasks hand_out{{}, target_ids(e, r.targets)};
  for (const std::uint32_t slot : r.agents) {
    const auto id = AgentId::from_bits(e.table(Tag::agent).slots[slot].id);
    if (e.world().agent(id)) hand_out.agents.push_back(id);
  }
  if (auto done = e.world().apply(hand_out); !done) return done.error();
  return {};
}

// The scene, and the line that made what the request adds.
std::string place_of(const Engine& e, const Request& r) {
  const std::uint32_t line = std::visit([](const auto& entry) -> std::uint32_t {
    if constexpr (requires { entry.line; }) return entry.line;
    return 0;
  }, r.entry);
  return line > 0 ? concat(e.name, ":", line) : e.name;
}

Result<void> apply_one(Engine& e, const Request& r) {
  World& w = e.world();
  if (r.wish == Wish::assign) return assign(e, r);
  if (r.wish == Wish::add) return add(e, r);
  if (r.wish == Wish::add_model) {
    const auto id = add_to(*e.built, e.spec.models[static_cast<std::size_t>(r.model)]);
    if (!id) return id.error();
    e.built->models.push_back(*id);
    return {};
  }
  const std::uint64_t id = e.table(r.kind).slots[r.slot].id;
  const AgentId agent = AgentId::from_bits(id);
  switch (r.wish) {
    case Wish::remove:
      return remove(e, r, id);
    case Wish::teleport:
      if (r.kind == Tag::target) return unless_gone(w.apply(TeleportTarget{TargetId::from_bits(id), r.at}));
      if (r.kind == Tag::obstacle) return unless_gone(w.apply(TeleportObstacle{ObstacleId::from_bits(id), r.at}));
      if (const auto now = w.agent(agent)) return unless_gone(w.apply(TeleportAgent{agent, r.at, now->heading}));
      return {};
    case Wish::set:
      if (r.kind == Tag::wall) {
        for (const WallId wall : e.wall_ids[r.slot]) {
          if (auto ok = unless_gone(w.apply(SetDoor{wall, r.value != 0})); !ok) return ok;
        }
        return {};
      }
      if (r.kind == Tag::target) return unless_gone(w.apply(SetTarget{TargetId::from_bits(id), r.field, r.value}));
      if (r.kind == Tag::obstacle) return unless_gone(w.apply(SetObstacle{ObstacleId::from_bits(id), r.field, r.value}));
      return unless_gone(w.apply(SetAgent{agent, r.field, r.value}));
    case Wish::goals:
      if (auto ok = unless_gone(w.apply(SetDirection{agent, 0, false})); !ok) return ok;
      return unless_gone(w.apply(SetGoals{agent, target_ids(e, r.targets), r.value != 0 ? GoalOrder::all : GoalOrder::nearest}));
    case Wish::goal_point:
      return unless_gone(w.apply(SetGoalPoint{agent, r.at}));
    case Wish::direction:
      return unless_gone(w.apply(SetDirection{agent, r.value, true}));
    case Wish::no_direction:
      return unless_gone(w.apply(SetDirection{agent, 0, false}));
    case Wish::model:
      return unless_gone(w.apply(SetAgentModel{agent, e.built->models[static_cast<std::size_t>(r.model)]}));
    case Wish::planner: {
      const PlannerRecipe& recipe = e.planners[static_cast<std::size_t>(r.model)];
      const PlannerId planner = recipe.planner < 0 ? PlannerId{} : e.built->planners[static_cast<std::size_t>(recipe.planner)];
      if (auto ok = unless_gone(w.apply(SetPlanner{agent, planner})); !ok || recipe.stages.empty()) return ok;
      SceneAgent goals;
      set_stages(goals, recipe.stages);
      if (auto ok = unless_gone(w.apply(SetDirection{agent, 0, false})); !ok) return ok;
      return unless_gone(w.apply(SetGoals{agent, target_ids(e, goals.targets, goals.stages), GoalOrder::any}));
    }
    default:
      return {};
  }
}

}  // namespace

void sweep_movers(Engine& e) {
  std::erase_if(e.movers, [&](const Mover& m) {
    const Slot& slot = e.table(m.kind).slots[m.slot];
    if (slot.used && slot.generation == m.generation) return false;
    for (const int f : m.function)
      luaL_unref(e.state(), LUA_REGISTRYINDEX, f);  // writes existing entries: cannot raise
    return true;
  });
}

void forget(Engine& e, Tag tag, std::uint32_t slot) {
  if (tag == Tag::agent) {
    const Slot& s = e.table(tag).slots[slot];
    e.departed.push_back({s.id, slot, s.generation});
  }
  if (tag == Tag::obstacle && e.bodies > 0) --e.bodies;
  if (tag == Tag::wall && slot < e.wall_ids.size()) {
    e.bodies -= std::min(e.bodies, static_cast<std::uint32_t>(e.wall_ids[slot].size()));
    e.wall_ids[slot].clear();
  }
  e.table(tag).release(slot);
}

Result<void> apply_requests(Engine& e) {
  const std::vector<Request> requests = std::move(e.requests);
  e.requests.clear();
  e.survey.reset();
  e.waiting_agents = 0;
  bool removed = false;
  for (const Request& r : requests) {
    removed = removed || r.wish == Wish::remove;
    if (auto ok = apply_one(e, r); !ok) return Error{ok.error().code, ok.error().message, place_of(e, r)};
  }
  if (removed) sweep_movers(e);
  return {};
}

}  // namespace wend::scene
