#include "scene/constructs.hpp"

#include <wend/specs.hpp>

#include <algorithm>

#include "core/text.hpp"
#include "scene/keys.hpp"
#include "scene/motions.hpp"
#include "scene/wall_crossings.hpp"

// target{}, obstacle{}, wall{}

namespace wend::scene {

namespace {

bool is_function(const Keys& keys, std::string_view key) { return lua_type(keys.L, keys.at(key)) == LUA_TFUNCTION; }

// A point given as {x, y} or as a function of time, which is asked where it is now.
Result<Vec3> read_place(Engine& e, const Keys& keys, std::string_view key) {
  if (!is_function(keys, key)) {
    const auto p = read_point(keys.L, keys.at(key), key);
    if (!p) return keys.wrong(p.error());
    return p;
  }
  const double now[] = {e.now()};
  const InMotion motion(e);
  const auto v = call_numbers(e, keys.at(key), now, 2, concat("the function `", key, "`"));
  if (!v) return keys.wrong(v.error());
  return Vec3{(*v)[0], (*v)[1], 0};
}

// A body that moves: its functions are kept once nothing of C++ is alive.
Answer moving(Engine& e, Tag tag, std::uint32_t slot, Mover mover, int first, int second) {
  mover.kind = tag;
  mover.slot = slot;
  mover.generation = e.table(tag).slots[slot].generation;
  e.movers.push_back(std::move(mover));
  Answer a = thing(e.handle(tag, slot));
  a.keep[0] = first;
  a.keep[1] = second;
  a.reference[0] = &e.movers.back().function[0];
  a.reference[1] = &e.movers.back().function[1];
  return a;
}

Answer make_target(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "target"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "target", target_keys());
  if (!keys) return fail(e, keys.error());
  if (target_count(e) >= e.limits().targets)
    return refuse_more(e, concat("more than ", e.limits().targets, " targets"));
  SceneTarget t;
  if (auto ok = read_fields(*keys, target_fields(), t.spec); !ok) return fail(e, ok.error());
  const TargetShape shape = t.spec.shape;
  const bool is_segment = keys->has("from") || keys->has("to");
  const bool is_polygon = keys->has("polygon");
  if (keys->has("at") + is_segment + is_polygon != 1) {
    return fail(e, keys->wrong("expected one of: at = {x, y}; from = {x, y} and to = {x, y}; polygon = {{x, y}, ...}"));
  }
  t.spec.shape = is_polygon ? TargetShape::polygon : is_segment ? TargetShape::segment : TargetShape::point;
  if (shape == TargetShape::disc && keys->has("at")) t.spec.shape = TargetShape::disc;
  if (keys->has("shape") && shape != t.spec.shape) {
    const std::string word = choice_word(row_named(target_fields(), "shape"), static_cast<double>(shape));
    return fail(e, keys->wrong(concat("shape = \"", word, "\" does not go with the other keys")));
  }
  if (is_polygon) {
    auto points = read_points(L, keys->at("polygon"), "polygon");
    if (!points) return fail(e, keys->wrong(points.error()));
    if (points->size() < 3)
      return fail(e, keys->wrong(concat("polygon has ", points->size(), " corners, expected 3 or more")));
    t.polygon = std::move(*points);
    t.spec.at = t.polygon.front();
  } else if (is_segment) {
    if (is_function(*keys, "from") || is_function(*keys, "to"))
      return fail(e, keys->wrong("only a point or a disc can move"));
    const auto from = read_point(L, keys->at("from"), "from"), to = read_point(L, keys->at("to"), "to");
    if (!from) return fail(e, keys->wrong(from.error()));
    if (!to) return fail(e, keys->wrong(to.error()));
    t.spec.at = *from;
    t.spec.to = *to;
  } else {
    const auto at = read_place(e, *keys, "at");
    if (!at) return fail(e, at.error());
    t.spec.at = *at;
    t.scripted = is_function(*keys, "at");
  }
  if (is_polygon) {  // the world knows what a polygon may be
    const auto corners = static_cast<std::int64_t>(std::min<std::size_t>(t.polygon.size(), 1024));
    if (!charge(e.meter(), corners * corners / 8)) return spent(e);  // every side is held against every other
    World* probe = probe_of(e);
    if (probe == nullptr) return refuse_more(e, "out of memory");
    const auto made = probe->add_polygon_target(t.polygon, t.spec);
    if (!made) return fail(e, keys->wrong(made.error()));
    if (auto ok = probe->remove(*made); !ok) return fail(e, keys->wrong(ok.error()));
  }
  const bool scripted = t.scripted;
  const std::uint32_t slot = add_target(e, std::move(t));
  if (!scripted) return thing(e.handle(Tag::target, slot));
  return moving(e, Tag::target, slot, {}, keys->at("at"), 0);
}

Answer make_obstacle(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "obstacle"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "obstacle", obstacle_keys());
  if (!keys) return fail(e, keys.error());
  if (e.bodies >= e.limits().bodies)
    return refuse_more(e, concat("more than ", e.limits().bodies, " obstacles and walls"));
  SceneObstacle o;
  if (auto ok = read_fields(*keys, obstacle_fields(), o.spec); !ok) return fail(e, ok.error());
  const auto klass = read_class(e, *keys);
  if (!klass) return fail(e, klass.error());
  o.klass = *klass;
  Mover mover;
  int first = 0, second = 0;
  if (keys->has("at")) {
    if (keys->has("from") || keys->has("to"))
      return fail(e, keys->wrong("at makes a disc, from and to a capsule: not both"));
    const auto at = read_place(e, *keys, "at");
    if (!at) return fail(e, at.error());
    o.spec.at = o.spec.to = *at;
    if (is_function(*keys, "at")) first = keys->at("at");
  } else if (is_function(*keys, "from") && !keys->has("to")) {
    const double now[] = {e.now()};
    const InMotion motion(e);
    const auto v = call_numbers(e, keys->at("from"), now, 4, "the function `from` without `to`");
    if (!v) return fail(e, keys->wrong(v.error()));
    o.spec.at = {(*v)[0], (*v)[1], 0};
    o.spec.to = {(*v)[2], (*v)[3], 0};
    o.spec.capsule = mover.both_ends = true;
    first = keys->at("from");
  } else if (keys->has("from") && keys->has("to")) {
    const auto from = read_place(e, *keys, "from");
    if (!from) return fail(e, from.error());
    const auto to = read_place(e, *keys, "to");
    if (!to) return fail(e, to.error());
    o.spec.at = *from;
    o.spec.to = *to;
    o.spec.capsule = true;
    if (is_function(*keys, "from")) first = keys->at("from");
    if (is_function(*keys, "to")) second = keys->at("to");
  } else {
    return fail(e, keys->wrong("expected at = {x, y} for a disc, or from = {x, y} and to = {x, y} for a capsule"));
  }
  const bool scripted = first != 0 || second != 0;
  if (scripted) o.spec.motion = BodyMotion::scripted;
  mover.from = o.spec.at;
  mover.to = o.spec.to;
  const std::uint32_t slot = add_obstacle(e, o);
  if (!scripted) return thing(e.handle(Tag::obstacle, slot));
  return moving(e, Tag::obstacle, slot, std::move(mover), first, second);
}

// A wall's functions of time, and where they put it now.
Result<void> read_wall_motion(Engine& e, const Keys& keys, SceneWall& w, Mover& mover) {
  mover.points = w.points;
  mover.closed = w.closed;
  mover.from = w.points.front();
  WallPose pose;
  if (keys.has("at")) {
    if (!is_function(keys, "at"))
      return keys.wrong("at moves the wall: expected a function of time that answers a shift x, y");
    const auto shift = read_place(e, keys, "at");
    if (!shift) return shift.error();
    pose.shift = *shift;
  }
  if (keys.has("pivot")) {
    const auto pivot = read_point(keys.L, keys.at("pivot"), "pivot");
    if (!pivot) return keys.wrong(pivot.error());
    mover.from = *pivot;
  }
  if (keys.has("turn")) {
    if (!is_function(keys, "turn"))
      return keys.wrong("turn turns the wall: expected a function of time that answers an angle in radians");
    const double now[] = {e.now()};
    const InMotion motion(e);
    const auto v = call_numbers(e, keys.at("turn"), now, 1, "the function `turn`");
    if (!v) return keys.wrong(v.error());
    pose.angle = (*v)[0];
  }
  for (std::size_t i = 0; i < w.points.size(); ++i) {
    const auto p = corner_of(mover, i, pose, concat("point [", i + 1, "]"));
    if (!p) return keys.wrong(p.error());
    w.points[i] = *p;
  }
  w.spec.motion = BodyMotion::scripted;
  return {};
}

}  // namespace

Result<void> read_wall(Engine& e, const Keys& keys, SceneWall& w) {
  if (auto ok = read_fields(keys, wall_fields(), w.spec); !ok) return ok;
  const auto klass = read_class(e, keys);
  if (!klass) return klass.error();
  w.klass = *klass;
  return {};
}

namespace {

Answer make_wall(Engine& e, lua_State* L) {
  if (auto ok = may_construct(e, "wall"); !ok) return fail(e, ok.error());
  const auto keys = read_keys(L, "wall", wall_keys(), true);
  if (!keys) return fail(e, keys.error());
  SceneWall w;
  if (auto ok = read_wall(e, *keys, w); !ok) return fail(e, ok.error());
  const auto closed = read_number(*keys, row::closed, 0);
  if (!closed) return fail(e, closed.error());
  w.closed = *closed != 0;
  auto points = read_points(L, 1, "point ");
  if (!points) return fail(e, keys->wrong(points.error()));
  if (points->size() < 2)
    return fail(e, keys->wrong(concat("found ", points->size(), " points, expected wall { {x, y}, {x, y}, ... }")));
  const std::size_t segments = points->size() - (w.closed ? 0 : 1);
  if (segments > e.limits().bodies - e.bodies)
    return refuse_more(e, concat("more than ", e.limits().bodies, " obstacles and walls"));
  Mover mover;
  w.points = std::move(*points);
  if (w.closed) {
    const std::string crossing = crossing_sides(w.points, e.meter());
    if (e.meter().spent) return spent(e);
    if (!crossing.empty()) return fail(e, keys->wrong(concat("a closed wall may not cross itself: ", crossing)));
  }
  const bool shifts = keys->has("at"), turns = keys->has("turn");
  if (!shifts && !turns) return thing(e.handle(Tag::wall, add_wall(e, std::move(w))));
  if (auto ok = read_wall_motion(e, *keys, w, mover); !ok) return fail(e, ok.error());
  const std::uint32_t slot = add_wall(e, std::move(w));
  return moving(e, Tag::wall, slot, std::move(mover), shifts ? keys->at("at") : 0, turns ? keys->at("turn") : 0);
}

template <class Entry>
std::uint32_t add(Engine& e, Tag tag, Entry entry, std::vector<Entry>& list) {
  const std::uint32_t slot = e.table(tag).take();
  entry.line = line_of_script(e.state());
  if (e.loading()) {
    list.push_back(std::move(entry));
  } else {
    Request r;
    r.wish = Wish::add;
    r.kind = tag;
    r.slot = slot;
    r.entry = std::move(entry);
    e.requests.push_back(std::move(r));
  }
  return slot;
}

}  // namespace

std::size_t target_count(const Engine& e) { return e.slots[static_cast<std::size_t>(Tag::target)].slots.size(); }

std::uint32_t add_target(Engine& e, SceneTarget t) { return add(e, Tag::target, std::move(t), e.spec.targets); }

std::uint32_t add_obstacle(Engine& e, SceneObstacle o) {
  ++e.bodies;
  return add(e, Tag::obstacle, std::move(o), e.spec.obstacles);
}

std::uint32_t add_wall(Engine& e, SceneWall w) {
  e.bodies += static_cast<std::uint32_t>(w.points.size() - (w.closed ? 0 : 1));
  return add(e, Tag::wall, std::move(w), e.spec.walls);
}

void open_bodies(lua_State* L) {
  set_functions(L, {{"target", serve<make_target>}, {"obstacle", serve<make_obstacle>}, {"wall", serve<make_wall>}});
}

}  // namespace wend::scene
