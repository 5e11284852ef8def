#include "scene/motions.hpp"

#include <algorithm>

#include "core/det_math.hpp"
#include "core/text.hpp"
#include "scene/seen.hpp"
#include "scene/values.hpp"

namespace wend::scene {

namespace {

// The function's first line, for a message.
std::string defined_at(lua_State* L, int function) {
  lua_Debug ar;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_getinfo(L, ">S", &ar);
  return concat(ar.short_src, ":", ar.linedefined);
}

struct Sampler {
  Engine& e;
  StepBudget& budget;

  // `results` numbers of a function at time t.
  Result<std::array<double, 4>> ask(const Mover& m, int function, double t, int results) {
    lua_State* L = e.state();
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
    lua_pushnumber(L, t);
    Thing self;
    self.tag = m.kind;
    self.slot = m.slot;
    self.generation = m.generation;
    const std::string who = concat("the motion of ", kind_name(m.kind), " ", e.number_of(self));
    if (auto ok = run_callback(e, budget, 1, results, who); !ok) return ok.error();
    auto v = take_numbers(L, results, who, concat(" at t = ", t));
    lua_settop(L, 0);
    if (!v) return Error{v.error().code, v.error().message, defined_at(L, function)};
    return v;
  }

  Result<WallPose> pose(const Mover& m, double t) {
    WallPose pose;
    if (m.function[0] != LUA_NOREF) {
      const auto v = ask(m, m.function[0], t, 2);
      if (!v) return v.error();
      pose.shift = {(*v)[0], (*v)[1], 0};
    }
    if (m.function[1] != LUA_NOREF) {
      const auto v = ask(m, m.function[1], t, 1);
      if (!v) return v.error();
      pose.angle = (*v)[0];
    }
    return pose;
  }

  // Both ends of an obstacle; a disc has one.
  Result<std::array<Vec3, 2>> ends(const Mover& m, double t) {
    std::array<Vec3, 2> out{m.from, m.to};
    if (m.both_ends) {
      const auto v = ask(m, m.function[0], t, 4);
      if (!v) return v.error();
      return std::array<Vec3, 2>{Vec3{(*v)[0], (*v)[1], 0}, Vec3{(*v)[2], (*v)[3], 0}};
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (m.function[k] == LUA_NOREF) continue;
      const auto v = ask(m, m.function[k], t, 2);
      if (!v) return v.error();
      out[k] = {(*v)[0], (*v)[1], 0};
    }
    return out;
  }
};

// A wall that had to wait goes on from where it is: its clock stood still.
Result<void> move_wall(Sampler& sampler, const Mover& m, double middle, double last, std::vector<Command>& out) {
  Engine& e = sampler.e;
  const auto& ids = e.wall_ids[m.slot];
  const auto body = ids.empty() ? std::nullopt : e.world().body(ids.front());
  if (!body) return {};
  const auto half = sampler.pose(m, middle - body->waited);
  if (!half) return half.error();
  const auto end = sampler.pose(m, last - body->waited);
  if (!end) return end.error();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Result<Vec3> corner[] = {corner_of(m, i, *half, "wall"), corner_of(m, i + 1, *half, "wall"),
                                   corner_of(m, i, *end, "wall"), corner_of(m, i + 1, *end, "wall")};
    for (const auto& c : corner) {
      if (!c) return Error{c.error().code, c.error().message, e.name};
    }
    out.push_back(MoveWall{ids[i], *corner[0], *corner[1], *corner[2], *corner[3]});
  }
  return {};
}

}  // namespace

Result<Vec3> corner_of(const Mover& m, std::size_t point, const WallPose& pose, std::string_view key) {
  const Vec3& p = m.points[point % m.points.size()];
  if (pose.angle == 0) return check_point(p.x + pose.shift.x, p.y + pose.shift.y, key);
  const SinCos<double> turn = det_sincos(pose.angle);
  const double x = p.x - m.from.x, y = p.y - m.from.y;
  return check_point(m.from.x + (turn.cos * x - turn.sin * y) + pose.shift.x,
                     m.from.y + (turn.sin * x + turn.cos * y) + pose.shift.y, key);
}

Result<void> run_callback(Engine& e, StepBudget& budget, int arguments, int results, std::string_view who) {
  if (budget.left <= 0)
    return Error{Errc::limit, "the callbacks of this step used up their budget of instructions", e.name};
  const std::int64_t allowed = std::min(e.limits().callback_instructions, budget.left);
  e.sandbox.allow(allowed);
  const auto ok = e.run(arguments, results, who);
  budget.left -= allowed - e.sandbox.left() + Sandbox::slice;  // the last slice is not counted by the hook
  return ok;
}

Result<std::vector<Command>> sample_motions(Engine& e, StepBudget& budget) {
  std::vector<Command> out;
  const InMotion motion(e);
  Sampler sampler{e, budget};
  const double steps = static_cast<double>(e.world().steps()), dt = e.world().dt();
  const double middle = (steps + 0.5) * dt, last = (steps + 1) * dt;
  for (std::size_t k = 0; k < e.movers.size(); ++k) {
    const Mover& m = e.movers[k];
    Thing self;
    self.tag = m.kind;
    self.slot = m.slot;
    self.generation = m.generation;
    if (m.function[0] == LUA_NOREF && m.function[1] == LUA_NOREF) continue;
    if (!is_present(e, self)) continue;
    if (m.kind == Tag::wall) {
      if (auto ok = move_wall(sampler, m, middle, last, out); !ok) return ok.error();
      continue;
    }
    const auto half = sampler.ends(m, middle);
    if (!half) return half.error();
    const auto end = sampler.ends(m, last);
    if (!end) return end.error();
    const std::uint64_t id = e.table(m.kind).slots[m.slot].id;
    if (m.kind == Tag::target) {
      out.push_back(MoveTarget{TargetId::from_bits(id), (*half)[0], (*end)[0]});
    } else {
      const auto body = e.world().body(ObstacleId::from_bits(id));
      const bool disc = body && body->id.kind == BodyKind::disc;
      out.push_back(MoveObstacle{ObstacleId::from_bits(id), (*half)[0], disc ? (*half)[0] : (*half)[1], (*end)[0],
                                 disc ? (*end)[0] : (*end)[1]});
    }
  }
  return out;
}

}  // namespace wend::scene
