#include "scene/doors.hpp"

#include <algorithm>
#include <cmath>

#include "core/text.hpp"
#include "scene/constructs.hpp"
#include "scene/keys.hpp"

// door{}, and the times at which doors open and close

namespace wend::scene {

namespace {

// A number of seconds, or a list of them.
Result<std::vector<double>> read_times(const Keys& keys, const ParamInfo& info) {
  std::vector<double> times;
  if (!keys.has(info.name)) return times;
  lua_State* L = keys.L;
  const int at = keys.at(info.name);
  if (lua_type(L, at) == LUA_TNUMBER) {
    const auto time = read_number(keys, info, 0);
    if (!time) return time.error();
    times.push_back(*time);
    return times;
  }
  if (lua_type(L, at) != LUA_TTABLE)
    return keys.wrong(concat(info.name, " = ", describe(L, at), ", expected seconds, or a list of them: {10, 30}"));
  const std::size_t size = lua_rawlen(L, at);
  if (size > max_door_times)
    return keys.wrong(concat(info.name, " has ", size, " times, expected at most ", max_door_times));
  if (!charge(meter_of(L), static_cast<std::int64_t>(size))) return Error{Errc::limit, "the budget is used up", {}};
  for (std::size_t k = 1; k <= size; ++k) {
    const std::string name = concat(info.name, "[", k, "]");
    ParamInfo one = info;
    one.name = name.c_str();
    lua_rawgeti(L, at, static_cast<lua_Integer>(k));
    const auto time = read_number(L, -1, one);
    lua_pop(L, 1);
    if (!time) return keys.wrong(time.error());
    times.push_back(*time);
  }
  return times;
}

Answer make_door(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "door"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "door", door_keys(), true);
  if (!keys) return fail(e, keys.error());
  SceneWall w;
  w.spec.door = true;
  if (auto ok = read_wall(e, *keys, w); !ok) return fail(e, ok.error());
  auto opens = read_times(*keys, row::opens);
  if (!opens) return fail(e, opens.error());
  auto closes = read_times(*keys, row::closes);
  if (!closes) return fail(e, closes.error());
  if (auto ok = check_door_times(w.spec.open, *opens, *closes); !ok) return fail(e, keys->wrong(ok.error()));
  auto points = read_points(L, 1, "point ");
  if (!points) return fail(e, keys->wrong(points.error()));
  if (points->size() != 2)
    return fail(e, keys->wrong(concat("found ", points->size(), " points, expected door { {x, y}, {x, y} }")));
  if (e.bodies >= e.limits().bodies)
    return refuse_more(e, concat("more than ", e.limits().bodies, " obstacles and walls"));
  w.points = std::move(*points);
  w.opens = std::move(*opens);
  w.closes = std::move(*closes);
  DoorTimes times{.opens = w.opens, .closes = w.closes};
  const std::uint32_t slot = add_wall(e, std::move(w));
  if (!times.opens.empty() || !times.closes.empty()) {
    times.slot = slot;
    times.generation = e.table(Tag::wall).slots[slot].generation;
    e.door_times.push_back(std::move(times));
  }
  return thing(e.handle(Tag::wall, slot));
}

}  // namespace

Result<void> check_door_times(bool open, const std::vector<double>& opens, const std::vector<double>& closes) {
  std::size_t next_open = 0, next_close = 0;
  double last = -1;
  while (next_open < opens.size() || next_close < closes.size()) {
    const auto &due = open ? closes : opens, &other = open ? opens : closes;
    std::size_t& k = open ? next_close : next_open;
    const std::size_t other_k = open ? next_open : next_close;
    const char *key = open ? "closes" : "opens", *other_key = open ? "opens" : "closes";
    if (k == due.size() || (other_k < other.size() && other[other_k] <= due[k])) {
      return Error{Errc::invalid_value,
                   concat(other_key, " = ", other[other_k], ": the door is ", open ? "open" : "shut",
                          " then, expected opens and closes to take turns"),
                   {}};
    }
    if (!(due[k] > last)) return Error{Errc::invalid_value, concat(key, " = ", due[k], " comes after ", last, ", expected times that rise"), {}};
    last = due[k++];
    open = !open;
  }
  return {};
}

Result<void> work_doors(Engine& e) {
  World& world = e.world();
  std::erase_if(e.door_times, [&](const DoorTimes& t) {
    const Slot& slot = e.table(Tag::wall).slots[t.slot];
    return !slot.used || slot.generation != t.generation;
  });
  const double now = static_cast<double>(world.steps());
  const auto step_of = [&](double time) { return std::max(0.0, std::ceil(time / world.dt() - 1e-9)); };
  const auto first = [&](const std::vector<double>& times) {
    return std::partition_point(times.begin(), times.end(), [&](double time) { return step_of(time) < now; });
  };
  for (const DoorTimes& t : e.door_times) {
    auto opening = first(t.opens), closing = first(t.closes);
    const auto due = [&](auto at, const std::vector<double>& times) { return at != times.end() && step_of(*at) == now; };
    while (due(opening, t.opens) || due(closing, t.closes)) {
      const bool open = due(opening, t.opens) && !(due(closing, t.closes) && *closing < *opening);
      ++(open ? opening : closing);
      for (const WallId id : e.wall_ids[t.slot]) {
        if (auto ok = world.set_door(id, open); !ok && ok.error().code != Errc::stale_id) return ok;
      }
    }
  }
  return {};
}

void open_doors(lua_State* L) { set_functions(L, {{"door", serve<make_door>}}); }

}  // namespace wend::scene
