#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "support/fp_traps.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;
using test::NoTraps;

// Every number of every public call, with every odd value: an Error that names parameter, value and range, or it is
// taken.

namespace {

constexpr double huge = 1e308;
constexpr double denormal = 5e-324;

std::vector<double> odd_values(const ParamInfo& info) {
  return {std::numeric_limits<double>::quiet_NaN(),
          HUGE_VAL,
          -HUGE_VAL,
          huge,
          -huge,
          -0.0,
          denormal,
          -denormal,
          std::nextafter(info.low, -HUGE_VAL),
          std::nextafter(info.high, HUGE_VAL),
          info.low,
          info.high,
          0.5};
}

bool in_range(const ParamInfo& info, double v) {
  if (v == info.unset) return true;
  const bool whole = info.kind == ParamKind::number || v == std::floor(v);
  return std::isfinite(v) && v >= info.low && v <= info.high && !(info.low_open && v == info.low) && whole;
}

// A small world in which every call finds what it needs.
struct Stage {
  World world = need(World::create());
  TargetId goal = need(world.add_target({.at = {9, 9}}));
  AgentId ann = need(world.add_agent({.at = {-50, -50}, .goal_order = GoalOrder::all, .driven = true}));
  ObstacleId disc = need(world.add_obstacle({.at = {3, 3}, .motion = BodyMotion::scripted}));
  WallId wall = need(world.add_wall({5, 5}, {6, 6}, {.motion = BodyMotion::scripted}));
  ClassId klass = need(world.add_class("k"));
  int names = 0;
};

using Call = std::function<Result<void>(Stage&, double)>;

template <class T>
Result<void> plain(const Result<T>& result) {
  if (!result) return result.error();
  return {};
}

// `said`: how the message calls the parameter.
void sweep(const std::string& call_name, const ParamInfo& info, const std::string& said, const Call& call) {
  for (const double value : odd_values(info)) {
    CAPTURE(call_name);
    CAPTURE(said);
    CAPTURE(value);
    Stage stage;
    const StateHash before = stage.world.hash();
    const auto result = call(stage, value);
    CHECK(result.has_value() == in_range(info, value));
    if (result.has_value()) continue;
    const std::string& message = result.error().message;
    CHECK(message.find(concat(said, " = ", value)) != std::string::npos);
    CHECK(message.find(accepted(info)) != std::string::npos);
    CHECK_FALSE(result.error().place.empty());
    CHECK(result.error().code == Errc::invalid_value);
    CHECK(stage.world.hash() == before);
  }
}

template <class Owner, class Make>
void sweep_fields(const std::string& call_name, std::span<const Field<Owner>> fields, Make&& make) {
  REQUIRE_FALSE(fields.empty());
  for (const Field<Owner>& field : fields) {
    if (field.info.kind != ParamKind::number) continue;  // the type of the member refuses the rest
    sweep(call_name, field.info, field.info.name, [&](Stage& s, double v) {
      Owner owner{};
      field.set(owner, v);
      return make(s, owner);
    });
  }
}

// Every coordinate of a call that takes points.
void sweep_points(const std::string& call_name, std::vector<std::string> names,
                  const std::function<Result<void>(Stage&, std::span<const Vec3>)>& call) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    for (const bool y : {false, true}) {
      sweep(call_name, coordinate_info(), concat(names[k], y ? ".y" : ".x"), [&](Stage& s, double v) {
        std::vector<Vec3> points(names.size());
        for (std::size_t i = 0; i < points.size(); ++i)
          points[i] = {static_cast<double>(i), static_cast<double>(i % 2)};
        (y ? points[k].y : points[k].x) = v;
        return call(s, points);
      });
    }
    for (const double z : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, 1.0, denormal}) {
      Stage stage;
      std::vector<Vec3> points(names.size());
      for (std::size_t i = 0; i < points.size(); ++i) points[i] = {static_cast<double>(i), static_cast<double>(i % 2)};
      points[k].z = z;
      const auto result = call(stage, points);
      REQUIRE_FALSE(result);
      CHECK(result.error().message == concat(names[k], ".z = ", z, ", expected 0 in a 2D world"));
    }
  }
}

}  // namespace

TEST_CASE("parameters: fields of agents, targets, bodies, classes and settings") {
  const NoTraps quiet;
  sweep_fields("add_agent", agent_fields(),
               [](Stage& s, const AgentSpec& spec) { return plain(s.world.add_agent(spec)); });
  sweep_fields("add_target", target_fields(),
               [](Stage& s, const TargetSpec& spec) { return plain(s.world.add_target(spec)); });
  sweep_fields("add_obstacle", obstacle_fields(),
               [](Stage& s, const ObstacleSpec& spec) { return plain(s.world.add_obstacle(spec)); });
  sweep_fields("add_wall", wall_fields(), [](Stage& s, const WallSpec& spec) {
    return plain(s.world.add_wall({}, {1, 1}, spec));
  });
  for (const ModelPointer& model : built_in_models()) {
    for (const ParamInfo& info : model->info().category) {
      if (info.kind == ParamKind::flag) continue;  // a flag cannot change later
      sweep("add_class", info, info.name, [&](Stage& s, double v) { return plain(s.world.add_class("new", {{info.name, v}})); });
      sweep("set class", info, info.name, [&](Stage& s, double v) { return s.world.set_class(s.klass, {{info.name, v}}); });
    }
    for (const StateField& f : model->info().state) {
      if (f.access != StateAccess::attribute) continue;
      sweep("add_agent", f.info, f.info.name, [&](Stage& s, double v) { return plain(s.world.add_agent({.attributes = {{f.info.name, v}}})); });
      sweep("set agent", f.info, f.info.name, [&](Stage& s, double v) { return s.world.set(s.ann, f.info.name, v); });
    }
  }
  sweep_fields("create", world_fields(),
               [](Stage&, const WorldSettings& settings) { return plain(World::create(settings)); });
}

TEST_CASE("parameters: set by name") {
  const NoTraps quiet;
  for (const auto& field : agent_fields()) {
    const std::string_view name = field.info.name;
    if (name == "order" || name == "floor" || name == "find_room") continue;  // fixed when the agent is made
    sweep("set agent", field.info, field.info.name,
          [&](Stage& s, double v) { return s.world.set(s.ann, field.info.name, v); });
  }
  for (const auto& field : obstacle_fields()) {
    if (field.info.name != std::string_view("radius")) continue;
    sweep("set obstacle", field.info, field.info.name, [&](Stage& s, double v) {
      return plain(s.world.apply(SetObstacle{s.disc, field.info.name, v}));
    });
  }
  for (const auto& field : target_fields()) {
    if (field.info.name == std::string_view("shape") || field.info.name == std::string_view("floor")) continue;
    sweep("set target", field.info, field.info.name, [&](Stage& s, double v) {
      return plain(s.world.apply(SetTarget{s.goal, field.info.name, v}));
    });
  }
}

TEST_CASE("parameters: all of the attractor model") {
  const NoTraps quiet;
  REQUIRE(attractor_fields().size() == 85);
  for (const auto& field : attractor_fields()) {
    sweep("add_attractor", field.info, field.info.name, [&](Stage& s, double v) {
      std::vector<double> block = to_block(AttractorParams{});
      block[static_cast<std::size_t>(&field - attractor_fields().data())] = v;
      auto result = plain(s.world.add_model("attractor", block));
      // Rules between parameters are another test: here only the range counts.
      if (!result && accepts(field.info, v)) {
        CHECK((result.error().message.find("t2c") == 0 || result.error().message.find("c2") == 0));
        return Result<void>();
      }
      return result;
    });
  }
}

TEST_CASE("parameters: points") {
  const NoTraps quiet;
  sweep_points("add_agent", {"at"},
               [](Stage& s, std::span<const Vec3> p) { return plain(s.world.add_agent({.at = p[0], .goal_order = GoalOrder::all})); });
  sweep_points("add_target", {"at", "to"}, [](Stage& s, std::span<const Vec3> p) {
    return plain(s.world.add_target({.at = p[0], .to = p[1], .shape = TargetShape::segment}));
  });
  sweep_points("add_polygon_target", {"corner", "corner", "corner"},
               [](Stage& s, std::span<const Vec3> p) { return plain(s.world.add_polygon_target(p)); });
  sweep_points("add_obstacle", {"at", "to"}, [](Stage& s, std::span<const Vec3> p) {
    return plain(s.world.add_obstacle({.at = p[0], .to = p[1], .capsule = true}));
  });
  sweep_points("add_wall", {"a", "b"},
               [](Stage& s, std::span<const Vec3> p) { return plain(s.world.add_wall(p[0], p[1])); });
  sweep_points("teleport agent", {"at"},
               [](Stage& s, std::span<const Vec3> p) { return s.world.teleport(s.ann, p[0], 0); });
  sweep_points("teleport target", {"at"},
               [](Stage& s, std::span<const Vec3> p) { return s.world.teleport(s.goal, p[0]); });
  sweep_points("teleport obstacle", {"at"},
               [](Stage& s, std::span<const Vec3> p) { return s.world.teleport(s.disc, p[0]); });
  sweep_points("teleport wall", {"a", "b"},
               [](Stage& s, std::span<const Vec3> p) { return s.world.teleport(s.wall, p[0], p[1]); });
  sweep_points("move target", {"half", "end"}, [](Stage& s, std::span<const Vec3> p) {
    return plain(s.world.apply(MoveTarget{s.goal, p[0], p[1]}));
  });
  sweep_points("move obstacle", {"half", "half", "end", "end"}, [](Stage& s, std::span<const Vec3> p) {
    return plain(s.world.apply(MoveObstacle{s.disc, p[0], p[1], p[2], p[3]}));
  });
  sweep_points("move wall", {"half", "half", "end", "end"}, [](Stage& s, std::span<const Vec3> p) {
    return plain(s.world.apply(MoveWall{s.wall, p[0], p[1], p[2], p[3]}));
  });
  sweep_points("drive", {"at"}, [](Stage& s, std::span<const Vec3> p) {
    s.world.steer();
    return s.world.drive(s.ann, p[0], 0);
  });
}

TEST_CASE("parameters: angles") {
  const NoTraps quiet;
  const ParamInfo& heading = agent_fields()[0].info;
  REQUIRE(std::string(heading.name) == "heading");
  sweep("teleport agent", heading, "heading", [](Stage& s, double v) { return s.world.teleport(s.ann, {}, v); });
  sweep("set_direction", heading, "heading", [](Stage& s, double v) { return s.world.set_direction(s.ann, v); });
  sweep("drive", heading, "heading", [](Stage& s, double v) {
    s.world.steer();
    return s.world.drive(s.ann, {}, v);
  });
}

TEST_CASE("parameters: every accepted value can be stepped with") {
  const NoTraps quiet;
  const auto fine = [](World& world, const std::string& what) {
    CAPTURE(what);
    const TargetId goal = need(world.add_target({.at = {6, 0.5}}));
    need(world.add_target({.at = {-6, 0.5}}));
    need(world.add_agent({.at = {2, 0.1}, .heading = 3, .target = goal, .find_room = true}));
    need(world.add_agent({.at = {-1, 0.3}, .goal_order = GoalOrder::all, .find_room = true}));
    need(world.add_obstacle({.at = {3, -0.4}}));
    const ObstacleId mover = need(world.add_obstacle({.at = {0, 2}, .motion = BodyMotion::scripted}));
    need(world.add_wall({-3, 1}, {8, 1.5}, {.thickness = 0.05}));
    for (int k = 0; k < 12; ++k) {
      need(world.apply(MoveObstacle{mover, {0, 1.9 - 0.2 * k}, {}, {0, 1.8 - 0.2 * k}, {}}));
      world.step();
    }
    for (const AgentState& s : world.agents()) {
      CHECK(s.status != Status::non_finite);
      CHECK((std::isfinite(s.at.x) && std::isfinite(s.at.y) && std::isfinite(s.heading)));
    }
  };
  for (const auto& field : attractor_fields()) {
    for (const double value : odd_values(field.info)) {
      for (const AttractorParams& preset : {AttractorParams::people(), AttractorParams::robust(), AttractorParams::classic()}) {
        if (!accepts(field.info, value)) continue;
        World world = need(World::create());
        AttractorParams p = preset;
        field.set(p, value);
        if (std::string(field.info.name) == "d_t") p.targets = TargetChoice::compete;
        if (std::string(field.info.name).find("tau_") == 0) p.fatigue = true;
        const auto model = world.add_attractor(p);
        if (!model) continue;
        need(world.add_agent({.attributes = {{"lightness", 0.5}}, .model = *model, .goal_order = GoalOrder::all}));
        need(world.add_agent({.at = {0.7, 0}, .attributes = {{"agility", 0}, {"courage", 0.3}}, .model = *model, .goal_order = GoalOrder::all}));
        fine(world, concat(field.info.name, " = ", value));
      }
    }
  }
  for (const auto& field : agent_fields()) {
    for (const double value : odd_values(field.info)) {
      if (!accepts(field.info, value)) continue;
      World world = need(World::create());
      AgentSpec spec;
      field.set(spec, value);
      if (world.add_agent(spec)) fine(world, concat(field.info.name, " = ", value));
    }
  }
  for (const ParamInfo& info : built_in_models()[0]->info().category) {
    for (const double value : odd_values(info)) {
      for (const bool competes : {false, true}) {
        World world = need(World::create());
        Attributes values{{info.name, value}};
        if (info.name != std::string("competes")) values.push_back({"competes", competes ? 1.0 : 0.0});
        const auto klass = world.add_class("k", values);
        if (!klass) continue;
        need(world.add_obstacle({.at = {1.5, 0}, .klass = *klass}));
        need(world.add_agent({.klass = *klass, .goal_order = GoalOrder::all}));
        fine(world, concat(info.name, " = ", value));
      }
    }
  }
}
