#include "scene/build.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "scene/keys.hpp"

namespace wend::scene {

namespace {

// Errors of the world name the value; the list and position say where it came from.
Error in_list(const Error& e, std::string_view list, std::size_t i, std::uint32_t line = 0) {
  const std::string in_text = line > 0 ? concat("line ", line, ": ") : std::string();
  return {e.code, e.message, concat(in_text, list, "[", i, "]", e.place.empty() ? "" : ": ", e.place)};
}

template <class Entry>
std::uint32_t line_of(const Entry& entry) {
  if constexpr (requires { entry.line; }) return entry.line;
  return 0;
}

Error no_such(std::string_view what, std::int64_t index) {
  return {Errc::invalid_value, concat("there is no ", what, " ", index), {}};
}

template <class Id>
Result<Id> pick(std::span<const Id> ids, std::int32_t index, std::string_view what) {
  if (index < 0) return Id{};
  if (static_cast<std::size_t>(index) >= ids.size()) return no_such(what, index);
  return ids[static_cast<std::size_t>(index)];
}

template <class T>
Result<T> command(World& world, const Command& c) {
  const auto made = world.apply(c);
  if (!made) return made.error();
  return T::from_bits(*made);
}

Result<ClassId> add_class(Built& b, const SceneClass& c) {
  if (const auto known = b.world.find_class(c.name)) {
    if (auto ok = b.world.set_class(*known, c.values); !ok) return ok.error();
    return *known;
  }
  return b.world.add_class(c.name, c.values);
}

}  // namespace

Result<ModelId> add_to(Built& b, const SceneModel& m) {
  return b.world.add_model(m.type, m.preset, m.set);
}

AddPlanner to_command(const ScenePlanner& p, std::span<const PlannerId> ids) {
  AddPlanner c{.spec = p.spec, .strokes = p.strokes, .drawn = p.drawn, .roam = p.roam, .parts = {}};
  for (const auto& [part, weight] : p.parts) {
    const bool there = part >= 0 && static_cast<std::size_t>(part) < ids.size();
    c.parts.push_back({there ? ids[static_cast<std::size_t>(part)] : PlannerId{}, weight});
  }
  return c;
}

Result<TargetId> add_to(Built& b, const SceneTarget& t) {
  return command<TargetId>(b.world, AddTarget{t.spec, t.polygon});
}

Result<ObstacleId> add_to(Built& b, const SceneObstacle& o) {
  ObstacleSpec spec = o.spec;
  const auto klass = pick<ClassId>(b.classes, o.klass, "class");
  if (!klass) return klass.error();
  spec.klass = *klass;
  return command<ObstacleId>(b.world, AddObstacle{spec});
}

Result<std::vector<WallId>> add_to(Built& b, const SceneWall& w, std::uint32_t rig) {
  if (w.points.size() < 2)
    return Error{Errc::invalid_value, concat("a wall has ", w.points.size(), " points, expected 2 or more"), {}};
  WallSpec spec = w.spec;
  spec.rig = rig;
  const auto klass = pick<ClassId>(b.classes, w.klass, "class");
  if (!klass) return klass.error();
  spec.klass = *klass;
  std::vector<WallId> ids;
  const std::size_t segments = w.points.size() - (w.closed ? 0 : 1);
  for (std::size_t i = 0; i < segments; ++i) {
    const auto id = command<WallId>(b.world, AddWall{w.points[i], w.points[(i + 1) % w.points.size()], spec});
    if (!id) return id.error();
    ids.push_back(*id);
  }
  return ids;
}

Result<AgentId> add_to(Built& b, const SceneAgent& a, std::span<const TargetId> goals) {
  AgentSpec spec = a.spec;
  const auto klass = pick<ClassId>(b.classes, a.klass, "class");
  const auto model = pick<ModelId>(b.models, a.model, "model");
  if (!klass) return klass.error();
  if (!model) return model.error();
  const auto planner = pick<PlannerId>(b.planners, a.planner, "planner");
  if (!planner) return planner.error();
  spec.klass = *klass;
  spec.model = *model;
  spec.planner = *planner;
  const auto id = command<AgentId>(b.world, AddAgent{spec, {goals.begin(), goals.end()}});
  if (!id || !a.direction) return id;
  if (auto ok = b.world.apply(SetDirection{*id, *a.direction, true}); !ok) return ok.error();
  return id;
}

Result<Built> build_all(const SceneSpec& s, const Limits& limits, std::span<const ModelPointer> models) {
  WorldSettings settings;
  settings.dt = s.dt;
  settings.seed = s.seed;
  const auto environment = choice_value(row_named(world_fields(), "environment"), s.environment, "");
  if (!environment) return environment.error();
  settings.environment = static_cast<Backend>(static_cast<int>(*environment));
  const auto perception = choice_value(row_named(world_fields(), "perception"), s.perception, "");
  if (!perception) return perception.error();
  settings.perception = static_cast<Relation>(static_cast<int>(*perception));
  settings.max_agents = limits.agents;
  settings.max_bodies = limits.bodies;
  settings.max_targets = limits.targets;
  auto world = World::create(settings);
  if (!world) return world.error();
  for (const ModelPointer& model : models) {
    if (auto ok = world->register_model(model); !ok) return ok.error();
  }
  Built b{std::move(*world), {}, {}, {}, {}, {}, {}, {}};
  const auto fill = [](auto& ids, const auto& list, std::string_view name, auto&& add) -> Result<void> {
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto id = add(list[i]);
      if (!id) return in_list(id.error(), name, i, line_of(list[i]));
      ids.push_back(std::move(*id));
    }
    return {};
  };
  const auto plain = [&](const auto& entry) { return add_to(b, entry); };
  if (auto ok = fill(b.classes, s.classes, "classes", [&](const SceneClass& c) { return add_class(b, c); }); !ok)
    return ok.error();
  if (auto ok = fill(b.models, s.models, "models", plain); !ok) return ok.error();
  const auto add_planner = [&](const ScenePlanner& p) { return b.world.add_planner(to_command(p, b.planners)); };
  if (auto ok = fill(b.planners, s.planners, "planners", add_planner); !ok) return ok.error();
  if (auto ok = fill(b.targets, s.targets, "targets", plain); !ok) return ok.error();
  if (auto ok = fill(b.obstacles, s.obstacles, "obstacles", plain); !ok) return ok.error();
  if (auto ok = fill(b.walls, s.walls, "walls", [&](const SceneWall& w) { return add_to(b, w, rig_of(b.walls.size())); }); !ok) return ok.error();
  // An agent that looks for room keeps away from everybody whose place is given, also from those who come after it.
  std::vector<RoomTaken> taken;
  const bool anybody_looks = std::any_of(s.agents.begin(), s.agents.end(), [](const SceneAgent& a) { return a.spec.find_room; });
  for (const SceneAgent& a : s.agents) {
    if (anybody_looks && !a.spec.find_room) taken.push_back({a.spec.at, a.spec.at, a.spec.radius});
  }
  auto ok = fill(b.agents, s.agents, "agents", [&](const SceneAgent& a) -> Result<AgentId> {
    for (const std::uint32_t t : a.targets) {
      if (t >= b.targets.size()) return no_such("target", t);
    }
    const auto goals = goal_list(a.targets, a.stages, [&](std::uint32_t t) { return b.targets[t]; });
    if (!a.spec.find_room) return add_to(b, a, goals);
    const auto at = b.world.find_room(a.spec, taken);
    if (!at) return at.error();
    SceneAgent moved = a;
    moved.spec.at = *at;
    return add_to(b, moved, goals);
  });
  if (!ok) return ok.error();
  for (std::size_t i = 0; i < s.tasks.size(); ++i) {
    AssignTasks hand_out;
    for (const std::uint32_t a : s.tasks[i].agents) {
      if (a >= b.agents.size()) return in_list(no_such("agent", a), "tasks", i);
      hand_out.agents.push_back(b.agents[a]);
    }
    for (const std::uint32_t t : s.tasks[i].targets) {
      if (t >= b.targets.size()) return in_list(no_such("target", t), "tasks", i);
      hand_out.targets.push_back(b.targets[t]);
    }
    if (auto done = b.world.apply(hand_out); !done) return in_list(done.error(), "tasks", i);
  }
  return b;
}

Result<World> build(const SceneSpec& spec, std::span<const ModelPointer> models) {
  try {
    auto built = build_all(spec, {}, models);
    if (!built) return built.error();
    return std::move(built->world);
  } catch (...) {
    return Error{Errc::limit, "out of memory", {}};
  }
}

}  // namespace wend::scene
