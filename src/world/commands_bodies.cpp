#include "world/commands.hpp"

#include "core/segment.hpp"
#include "geometry/segments.hpp"
#include "world/doors.hpp"
#include "world/settle.hpp"

#include <type_traits>

// Commands about targets, obstacles, walls and doors.

namespace wend::world {

Answer run(Data& d, const AddTarget& c) {
  const char* place = "add_target";
  WEND_TRY(check_fields(target_fields(), c.spec, place));
  WEND_TRY(check_point(d, c.spec.at, "at", place));
  WEND_TRY(check_point(d, c.spec.to, "to", place));
  const bool polygon = c.spec.shape == TargetShape::polygon;
  if (polygon && (c.polygon.size() < 3 || c.polygon.size() > 1024)) {
    return bad(Errc::invalid_value, concat("polygon corners = ", c.polygon.size(), ", expected 3 .. 1024"), place);
  }
  if (d.targets.size() >= d.settings.max_targets) return bad(Errc::limit, concat("targets = ", d.targets.size() + 1, ", expected at most ", d.settings.max_targets), place);
  Target t;
  t.at = c.spec.at.xy();
  t.to = c.spec.shape == TargetShape::segment ? c.spec.to.xy() : t.at;
  if (polygon) {
    for (Vec3 corner : c.polygon) {
      WEND_TRY(check_point(d, corner, "corner", place));
      t.corners.push_back(corner.xy());
    }
    for (std::size_t i = 0; i < t.corners.size(); ++i) {
      for (std::size_t j = i + 1; j < t.corners.size(); ++j) {
        const Vec2 a = t.corners[i], b = t.corners[(i + 1) % t.corners.size()], p = t.corners[j], q = t.corners[(j + 1) % t.corners.size()];
        if (segments_cross(a, b, p, q)) {
          const double s = cross(p - a, q - p) / cross(b - a, q - p);
          const Vec2 at = a + s * (b - a);
          return bad(Errc::invalid_value, concat("polygon crosses itself at (", at.x, ", ", at.y, "), expected a simple polygon"), place);
        }
      }
    }
    t.at = t.to = t.corners[0];
  }
  t.old_at = t.at;
  t.user_data = c.spec.user_data;
  const TargetSpec& spec = c.spec;
  Target& kept = t;
  WEND_TARGET_FIELDS(WEND_KEEP, WEND_NO_FIELD, WEND_NO_FIELD)
  t.id = d.target_slots.take<TargetId>(d.targets.size());
  d.targets.push_back(std::move(t));
  return d.targets.back().id.bits();
}

namespace {

Answer add_body(Data& d, Body body, const char* place) {
  if (d.bodies.size() >= d.settings.max_bodies) return bad(Errc::limit, concat("obstacles and walls = ", d.bodies.size() + 1, ", expected at most ", d.settings.max_bodies), place);
  body.id = d.body_slots.take<ObstacleId>(d.bodies.size()).bits();
  body.old_a = body.a;
  body.old_b = body.b;
  d.bodies.push_back(body);
  d.walls.valid = false;
  return body.id;
}

}  // namespace

Answer run(Data& d, const AddObstacle& c) {
  const char* place = "add_obstacle";
  const ObstacleSpec& spec = c.spec;
  WEND_TRY(check_point(d, spec.at, "at", place));
  WEND_TRY(check_point(d, spec.to, "to", place));
  WEND_TRY(check_fields(obstacle_fields(), spec, place));
  const auto klass = class_index(d, spec.klass, 1, place);
  if (!klass) return klass.error();
  Body kept;
  WEND_OBSTACLE_FIELDS(WEND_KEEP, WEND_NO_FIELD, WEND_NO_FIELD)
  kept.a = spec.at.xy();
  kept.b = spec.capsule ? spec.to.xy() : kept.a;
  kept.klass = *klass;
  kept.kind = spec.capsule ? BodyKind::capsule : BodyKind::disc;
  kept.user_data = spec.user_data;
  return add_body(d, kept, place);
}

Answer run(Data& d, const AddWall& c) {
  const char* place = "add_wall";
  const WallSpec& spec = c.spec;
  WEND_TRY(check_point(d, c.a, "a", place));
  WEND_TRY(check_point(d, c.b, "b", place));
  WEND_TRY(check_fields(wall_fields(), spec, place));
  const auto klass = class_index(d, spec.klass, 1, place);
  if (!klass) return klass.error();
  if (spec.open && !spec.door) return bad(Errc::invalid_value, "open = true, expected door = true with it", place);
  if (spec.door && spec.motion != BodyMotion::fixed) return bad(Errc::invalid_value, "a door has motion = fixed, found scripted or driven", place);
  Body kept;
  WEND_WALL_FIELDS(WEND_KEEP, WEND_NO_FIELD, WEND_NO_FIELD)
  kept.radius = spec.thickness;
  kept.a = c.a.xy();
  kept.b = c.b.xy();
  kept.klass = *klass;
  kept.kind = BodyKind::wall;
  kept.user_data = spec.user_data;
  kept.open = kept.door;
  if (spec.door) set_door(d, kept, spec.open);
  return add_body(d, kept, place);
}

Answer run(Data& d, const RemoveTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "remove");
  // An agent that heads for any target counts captures by slot: the next tenant starts uncaptured.
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (d.agents.goal_order[i] == GoalOrder::all) set_captured(d.agents, i, c.id.index, false);
  }
  remove_target_row(d, *row);
  return std::uint64_t{0};
}

namespace {

template <class IdType>
Answer remove_body(Data& d, IdType id) {
  const auto row = body_row(d, id, "remove");
  if (!row) return row.error();
  d.body_slots.release(id.index);
  if (*row + 1 != d.bodies.size()) {
    d.bodies[*row] = d.bodies.back();
    d.body_slots.row[ObstacleId::from_bits(d.bodies[*row].id).index] = static_cast<std::uint32_t>(*row);
  }
  d.bodies.pop_back();
  d.walls.valid = false;
  return std::uint64_t{0};
}

}  // namespace

Answer run(Data& d, const RemoveObstacle& c) { return remove_body(d, c.id); }
Answer run(Data& d, const RemoveWall& c) { return remove_body(d, c.id); }

namespace {

// A target moves as a whole: no part of it may leave the range of coordinates.
Result<void> check_place(const Data& d, const Target& t, Vec3 at, const char* name, const char* place) {
  WEND_TRY(check_point(d, at, name, place));
  const Vec2 shift = at.xy() - t.at;
  WEND_TRY(check_point(d, lift(t.to + shift), "to", place));
  for (Vec2 corner : t.corners) WEND_TRY(check_point(d, lift(corner + shift), "corner", place));
  return {};
}

}  // namespace

Answer run(Data& d, const TeleportTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "teleport target");
  Target& t = d.targets[*row];
  WEND_TRY(check_place(d, t, c.at, "at", "teleport target"));
  const Vec2 shift = c.at.xy() - t.at;
  t.to = t.to + shift;
  for (Vec2& corner : t.corners) corner = corner + shift;
  t.at = t.old_at = c.at.xy();
  t.velocity = {};
  t.moves = 0;
  for (std::size_t i = 0; i < d.agents.size(); ++i) {
    if (d.agents.sight_of[i] == c.id) d.agents.sight_among[i] = 0;  // look again
    if (d.agents.ordered[i] != c.id) continue;
    set_off(d, i);  // an order to go there
    d.agents.ordered[i] = {};
  }
  return std::uint64_t{0};
}

Answer run(Data& d, const TeleportObstacle& c) {
  const auto row = body_row(d, c.id, "teleport obstacle");
  if (!row) return row.error();
  WEND_TRY(check_point(d, c.at, "at", "teleport obstacle"));
  Body& body = d.bodies[*row];
  // A disc stays one: the sum would round.
  const Vec2 b = body.kind == BodyKind::disc ? c.at.xy() : body.b + (c.at.xy() - body.a);
  WEND_TRY(check_point(d, lift(b), "to", "teleport obstacle"));
  body.b = body.old_b = b;
  body.a = body.old_a = c.at.xy();
  body.velocity_a = body.velocity_b = {};
  body.moves = 0;
  d.walls.valid = false;
  return std::uint64_t{0};
}

Answer run(Data& d, const TeleportWall& c) {
  const auto row = body_row(d, c.id, "teleport wall");
  if (!row) return row.error();
  WEND_TRY(check_point(d, c.a, "a", "teleport wall"));
  WEND_TRY(check_point(d, c.b, "b", "teleport wall"));
  Body& body = d.bodies[*row];
  body.a = body.old_a = c.a.xy();
  body.b = body.old_b = c.b.xy();
  body.velocity_a = body.velocity_b = {};
  body.moves = 0;
  d.walls.valid = false;
  return std::uint64_t{0};
}

Answer run(Data& d, const MoveTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "move target");
  Target& t = d.targets[*row];
  WEND_TRY(check_point(d, c.half, "half", "move target"));
  WEND_TRY(check_place(d, t, c.end, "end", "move target"));
  t.half = c.half.xy();
  t.end = c.end.xy();
  t.moves = 1;
  return std::uint64_t{0};
}

namespace {

Answer move_body(Data& d, std::size_t row, Vec3 half_a, Vec3 half_b, Vec3 end_a, Vec3 end_b, const char* place) {
  WEND_TRY(check_point(d, half_a, "half", place));
  WEND_TRY(check_point(d, half_b, "half", place));
  WEND_TRY(check_point(d, end_a, "end", place));
  WEND_TRY(check_point(d, end_b, "end", place));
  Body& body = d.bodies[row];
  if (body.motion == BodyMotion::fixed) return bad(Errc::invalid_value, "motion = fixed, expected a scripted or driven body", place);
  body.half_a = half_a.xy();
  body.half_b = body.kind == BodyKind::disc ? body.half_a : half_b.xy();
  body.end_a = end_a.xy();
  body.end_b = body.kind == BodyKind::disc ? body.end_a : end_b.xy();
  body.moves = 1;
  return std::uint64_t{0};
}

}  // namespace

Answer run(Data& d, const MoveObstacle& c) {
  const auto row = body_row(d, c.id, "move obstacle");
  if (!row) return row.error();
  return move_body(d, *row, c.half_at, c.half_to, c.end_at, c.end_to, "move obstacle");
}

Answer run(Data& d, const MoveWall& c) {
  const auto row = body_row(d, c.id, "move wall");
  if (!row) return row.error();
  return move_body(d, *row, c.half_a, c.half_b, c.end_a, c.end_b, "move wall");
}

// Changes one stored value of a body or a target, by its name in the table of its spec.
#define WEND_SET_STORED(part, heat, type, name, fallback, info, doc) \
  if (member == #name) kept.name = static_cast<Stored<type>>(from_number<type>(value));

namespace {

// The names of members in the order of the table: a row's own name may differ from its member's.
#define WEND_NAME_STORED(part, heat, type, name, fallback, info, doc) #name,
#define WEND_NAME_GIVEN(type, name, fallback, info, doc) "",  // only given

template <class Owner>
Result<std::string_view> find_member(std::span<const Field<Owner>> fields, std::span<const std::string_view> members, std::string_view name, double value,
                                     const char* place) {
  const Field<Owner>* field = find_field(fields, name);
  if (field == nullptr) return unknown_field(name, names_of(fields), place);
  WEND_TRY(check(field->info, value, place));
  const std::string_view member = members[static_cast<std::size_t>(field - fields.data())];
  if (member.empty()) return bad(Errc::invalid_value, concat("field \"", name, "\" is given when the thing is made and cannot change"), place);
  return member;
}

constexpr std::string_view target_members[] = {WEND_TARGET_FIELDS(WEND_NAME_STORED, WEND_NAME_GIVEN, WEND_NO_FIELD)};
constexpr std::string_view obstacle_members[] = {WEND_OBSTACLE_FIELDS(WEND_NAME_STORED, WEND_NAME_GIVEN, WEND_NO_FIELD)};
constexpr std::string_view wall_members[] = {WEND_WALL_FIELDS(WEND_NAME_STORED, WEND_NAME_GIVEN, WEND_NO_FIELD)};

// Values on which the kind of thing rests.
Result<void> check_fixed(std::string_view member, std::initializer_list<std::string_view> fixed, const char* place) {
  for (const std::string_view name : fixed) {
    if (member == name) return bad(Errc::invalid_value, concat("field \"", name, "\" is given when the thing is made and cannot change"), place);
  }
  return {};
}

}  // namespace

Answer run(Data& d, const SetObstacle& c) {
  const auto row = body_row(d, c.id, "set obstacle");
  if (!row) return row.error();
  const auto found = find_member(obstacle_fields(), obstacle_members, c.field, c.value, "set obstacle");
  if (!found) return found.error();
  const std::string_view member = *found;
  WEND_TRY(check_fixed(member, {"motion", "floor"}, "set obstacle"));
  const double value = c.value;
  Body& kept = d.bodies[*row];
  WEND_OBSTACLE_FIELDS(WEND_SET_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
  return std::uint64_t{0};
}

Answer run(Data& d, const SetWall& c) {
  const auto row = body_row(d, c.id, "set wall");
  if (!row) return row.error();
  if (c.field == "thickness") {
    WEND_TRY(check(find_field(wall_fields(), c.field)->info, c.value, "set wall"));
    d.bodies[*row].radius = c.value;
    return std::uint64_t{0};
  }
  const auto found = find_member(wall_fields(), wall_members, c.field, c.value, "set wall");
  if (!found) return found.error();
  const std::string_view member = *found;
  WEND_TRY(check_fixed(member, {"door", "motion", "floor", "rig"}, "set wall"));
  const double value = c.value;
  Body& kept = d.bodies[*row];
  WEND_WALL_FIELDS(WEND_SET_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
  d.walls.valid = false;
  return std::uint64_t{0};
}

Answer run(Data& d, const SetTarget& c) {
  const auto row = d.target_slots.find(c.id);
  if (!row) return stale("target", c.id, "set target");
  const auto found = find_member(target_fields(), target_members, c.field, c.value, "set target");
  if (!found) return found.error();
  const std::string_view member = *found;
  WEND_TRY(check_fixed(member, {"shape", "floor"}, "set target"));
  const double value = c.value;
  Target& kept = d.targets[*row];
  WEND_TARGET_FIELDS(WEND_SET_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
  return std::uint64_t{0};
}

Answer run(Data& d, const SetDoor& c) {
  const auto row = body_row(d, c.id, "set_door");
  if (!row) return row.error();
  if (d.bodies[*row].door == 0) return bad(Errc::invalid_value, concat("wall ", c.id.index, " is not a door, expected one made with door = true"), "set_door");
  set_door(d, d.bodies[*row], c.open);
  return std::uint64_t{0};
}

}  // namespace wend::world

#undef WEND_SET_STORED
#undef WEND_NAME_STORED
#undef WEND_NAME_GIVEN
