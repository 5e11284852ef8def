#include "storm/calls.hpp"

#include <wend/model/attractor.hpp>
#include <wend/model/human.hpp>
#include <wend/model/potential_field.hpp>

#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <type_traits>

namespace wend::storm {

namespace {

template <class IdType>
IdType id_of(std::uint64_t bits) {
  return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
}

// One of those alive; a forged id when there are none.
template <class IdType, class Map>
IdType any_of(Dice& dice, const Map& map) {
  if (map.empty()) return {7, 7777};
  return id_of<IdType>(std::next(map.begin(), static_cast<std::ptrdiff_t>(dice.below(map.size())))->first);
}

template <class IdType, class Keep>
IdType body_that(Dice& dice, const Book& book, Keep&& keep) {
  std::vector<std::uint64_t> fit;
  for (const auto& [id, body] : book.bodies) {
    if (keep(body)) fit.push_back(id);
  }
  return fit.empty() ? IdType{7, 7777} : id_of<IdType>(dice.of(fit));
}

bool is_wall(const BodyNote& b) { return b.kind == BodyKind::wall; }

ObstacleId any_obstacle(Dice& dice, const Book& book, bool movable) {
  return body_that<ObstacleId>(
      dice, book, [&](const BodyNote& b) { return !is_wall(b) && (!movable || b.motion != BodyMotion::fixed); });
}

WallId any_wall(Dice& dice, const Book& book, bool movable) {
  return body_that<WallId>(
      dice, book, [&](const BodyNote& b) { return is_wall(b) && (!movable || b.motion != BodyMotion::fixed); });
}

WallId any_door(Dice& dice, const Book& book) {
  return body_that<WallId>(dice, book, [](const BodyNote& b) { return b.door; });
}

std::vector<TargetId> some_targets(Dice& dice, const Book& book) {
  std::vector<TargetId> list;
  if (book.targets.empty()) return list;
  for (std::uint64_t n = dice.below(4); n > 0; --n) list.push_back(any_of<TargetId>(dice, book.targets));
  return list;
}

ClassId any_class(Dice& dice, const Book& book) {
  return dice.one_in(3) ? ClassId{static_cast<std::uint32_t>(dice.below(book.classes)), 1} : ClassId{};
}
ModelId any_model(Dice& dice, const Book& book) {
  return {static_cast<std::uint32_t>(dice.below(book.models.size())), 1};
}
BodyMotion any_motion(Dice& dice) { return static_cast<BodyMotion>(dice.below(3)); }
std::uint32_t any_floor(Dice& dice) { return dice.one_in(12) ? 1 : 0; }

double value_for(Dice& dice, const ParamInfo& info) {
  if (std::isfinite(info.unset) && dice.one_in(4)) return info.unset;
  switch (dice.below(8)) {
    case 0:
      return info.low_open ? info.high : info.low;
    case 1:
      return info.high;
    case 2:
      return dice.between(info.low, info.high);
    default:
      return std::clamp(dice.between(0, 3), info.low_open ? info.high : info.low, info.high);
  }
}

// On a wall there is no side to be on: such a place is refused.
Vec3 off_walls(Dice& dice, const Book& book, const Stage& stage, std::uint32_t floor) {
  const auto on_wall = [&](Vec3 p) {
    return std::any_of(book.bodies.begin(), book.bodies.end(), [&](const auto& entry) {
      const BodyNote& body = entry.second;
      return body.kind == BodyKind::wall && body.floor == floor && geometry::on_segment(p.xy(), body.a, body.b);
    });
  };
  Vec3 p = random_place(dice, stage);
  while (on_wall(p)) p.x += 0.125;
  return p;
}

Command teleport_agent(Dice& dice, const Book& book, const Stage& stage, AgentId id) {
  const auto note = book.agents.find(id.bits());
  const std::uint32_t floor = note == book.agents.end() ? 0 : note->second.floor;
  return TeleportAgent{id, off_walls(dice, book, stage, floor), dice.between(-4, 4)};
}

Command add_agent(Dice& dice, const Book& book, const Stage& stage) {
  AddAgent c;
  c.spec.floor = any_floor(dice);
  c.spec.at = off_walls(dice, book, stage, c.spec.floor);
  c.spec.heading = dice.between(-4, 4);
  c.spec.turn_rate = dice.one_in(8) ? dice.between(-5, 5) : 0;
  c.spec.radius = dice.one_in(20) ? 1.5 : dice.between(0.05, 0.4);
  c.spec.top_speed = dice.one_in(8) ? dice.between(0, 100) : dice.between(0.2, 3);
  c.spec.watch = dice.one_in(2) ? watch_nobody : dice.between(0, 4);
  c.spec.model = any_model(dice, book);
  c.spec.user_data = dice.below(1000);
  if (!c.spec.model) {  // the default model has attributes
    for (const char* name : {"agility", "lightness", "courage", "energy"}) {
      if (dice.one_in(2)) c.spec.attributes.push_back({name, dice.between(0, 1)});
    }
  }
  c.spec.klass = any_class(dice, book);
  c.spec.group = static_cast<std::uint32_t>(dice.below(4));
  c.spec.on_arrival = static_cast<OnArrival>(dice.below(3));
  c.spec.goal_order = static_cast<GoalOrder>(dice.below(2));
  c.spec.driven = dice.one_in(8);
  c.spec.find_room = dice.one_in(3);
  c.goals = some_targets(dice, book);
  return c;
}

Command add_target(Dice& dice, const Stage& stage) {
  AddTarget c;
  c.spec = {.at = random_place(dice, stage),
            .to = random_place(dice, stage),
            .radius = dice.between(0, 0.6),
            .shape = static_cast<TargetShape>(dice.below(4)),
            .floor = any_floor(dice)};
  if (c.spec.shape == TargetShape::polygon) {  // a fan around a point: simple
    constexpr Vec2 corners[] = {{1, 0}, {0.5, 0.75}, {-0.5, 0.75}, {-1, 0}, {-0.25, -1}};
    const double scale = dice.between(0.25, 2);
    for (std::size_t i = dice.below(3); i < 5; ++i)
      c.polygon.push_back({c.spec.at.x + scale * corners[i].x, c.spec.at.y + scale * corners[i].y});
  }
  return c;
}

template <class P>
void change_some(Dice& dice, P& p, std::span<const Field<P>> fields) {
  for (std::uint64_t n = 1 + dice.below(3); n > 0; --n) {
    const Field<P>& field = dice.of(fields);
    double v = value_for(dice, field.info);
    if (field.info.kind != ParamKind::number) v = static_cast<double>(dice.below(2));
    field.set(p, v);
  }
}

std::vector<double> any_human(Dice& dice, Expect& expect) {
  HumanParams p = dice.one_in(2) ? HumanParams::fitted() : HumanParams::bold();
  p.safety = dice.one_in(2);
  p.substep = 0.05;
  p.width = static_cast<HumanWidth>(dice.below(4));
  p.margin = dice.one_in(2) ? 0.5 : 0;
  if (dice.one_in(3)) {
    expect = Expect::either;
    change_some(dice, p, human_fields());
    p.substep = std::max(p.substep, 0.01);
  }
  return to_block(p);
}

std::vector<double> any_potential_field(Dice& dice, Expect& expect) {
  PotentialFieldParams p{.mode = static_cast<PotentialFieldMode>(dice.below(2)), .safety = dice.one_in(2), .substep = 0.02};
  if (dice.one_in(3)) {
    expect = Expect::either;
    change_some(dice, p, potential_field_fields());
    p.substep = std::max(p.substep, 0.01);
  }
  return to_block(p);
}

Command add_model(Dice& dice, Expect& expect) {
  if (dice.one_in(3)) {
    return AddModel{"wild", {static_cast<double>(dice.below(3))}};
  }
  if (dice.one_in(4)) return dice.one_in(2) ? AddModel{"human", any_human(dice, expect)} : AddModel{"potential_field", any_potential_field(dice, expect)};
  AttractorParams p = dice.one_in(2) ? AttractorParams::robust() : AttractorParams::classic();
  if (dice.one_in(2)) p.d1 = 0, p.t2c = 0.5;  // stops late
  if (dice.one_in(2)) p.sigma = 0;
  if (dice.one_in(3)) p.targets = TargetChoice::compete;
  if (dice.one_in(3)) {
    expect = Expect::either;  // the model may have rules between its parameters
    change_some(dice, p, attractor_fields());
  }
  return AddModel{"attractor", to_block(p)};
}

// The ends of a body a little or, rarely, a world away.
Vec3 moved(Dice& dice, const Stage& stage, Vec2 from) {
  if (dice.one_in(30)) return random_place(dice, {.size = 1e6});
  const double far = dice.one_in(5) ? 1 : 3 * stage.dt;
  return {from.x + dice.between(-far, far), from.y + dice.between(-far, far)};
}

// A class, model, target, obstacle or wall; mostly an agent.
Command good_addition(Dice& dice, const Book& book, const Stage& stage, Expect& expect) {
  switch (dice.below(12)) {
    case 0:
      return AddClass{"class" + std::to_string(book.classes),
                      {{"d0", dice.between(0, 2)},
                       {"delta", dice.between(0.1, 1.2)},
                       {"weight", dice.between(0, 3)},
                       {"competes", dice.one_in(3) ? 1.0 : 0.0}}};
    case 1:
      return add_model(dice, expect);
    case 2:
      return add_target(dice, stage);
    case 3:
      return AddObstacle{{.at = random_place(dice, stage),
                          .to = random_place(dice, stage),
                          .radius = dice.between(0, 0.7),
                          .capsule = dice.one_in(3),
                          .klass = any_class(dice, book),
                          .motion = any_motion(dice),
                          .floor = any_floor(dice)}};
    case 4: {
      AddWall wall{random_place(dice, stage),
                   random_place(dice, stage),
                   {.thickness = dice.one_in(2) ? dice.between(0, 0.2) : 0,
                    .klass = any_class(dice, book),
                    .motion = any_motion(dice),
                    .floor = any_floor(dice),
                    .blocked = static_cast<Blocked>(dice.below(3)),
                    .rig = static_cast<std::uint32_t>(dice.below(3))}};
      if (wall.spec.motion == BodyMotion::fixed) wall.spec.door = dice.one_in(2), wall.spec.open = wall.spec.door && dice.one_in(2);
      return wall;
    }
    default:
      return add_agent(dice, book, stage);
  }
}

Command good_call(Dice& dice, const Book& book, const Stage& stage, Expect& expect) {
  const auto agent = [&] { return any_of<AgentId>(dice, book.agents); };
  const auto target = [&] { return any_of<TargetId>(dice, book.targets); };
  const auto note_of = [&](auto id) {
    const auto at = book.bodies.find(id.bits());
    return at == book.bodies.end() ? BodyNote{} : at->second;
  };
  switch (dice.below(26)) {
    case 0:
      return RemoveAgent{agent()};
    case 1:
      return RemoveTarget{target()};
    case 2:
      return RemoveObstacle{any_obstacle(dice, book, false)};
    case 3:
      return RemoveWall{any_wall(dice, book, false)};
    case 4:
      return teleport_agent(dice, book, stage, agent());
    case 5:
      return TeleportTarget{target(), random_place(dice, stage)};
    case 6:
      return TeleportObstacle{any_obstacle(dice, book, false), random_place(dice, stage)};
    case 7:
      return TeleportWall{any_wall(dice, book, false), random_place(dice, stage), random_place(dice, stage)};
    case 8: {
      const TargetId id = target();
      const auto at = book.targets.find(id.bits());
      const Vec2 from = at == book.targets.end() ? Vec2{} : at->second.at;
      return MoveTarget{id, moved(dice, stage, from), moved(dice, stage, from)};
    }
    case 9:
    case 10: {
      const ObstacleId id = any_obstacle(dice, book, true);
      const BodyNote b = note_of(id);
      return MoveObstacle{id, moved(dice, stage, b.a), moved(dice, stage, b.b), moved(dice, stage, b.a),
                          moved(dice, stage, b.b)};
    }
    case 11: {
      const WallId id = any_wall(dice, book, true);
      const BodyNote b = note_of(id);
      return MoveWall{id, moved(dice, stage, b.a), moved(dice, stage, b.b), moved(dice, stage, b.a),
                      moved(dice, stage, b.b)};
    }
    case 12: {
      if (dice.one_in(3)) {
        const char* names[] = {"agility", "lightness", "courage", "energy"};
        expect = Expect::either;  // not every model has them
        return SetAgent{agent(), names[dice.below(4)], dice.between(0, 1)};
      }
      const ParamInfo& info = dice.of(agent_fields()).info;
      const std::string_view name = info.name;
      if (name == "order" || name == "floor" || name == "find_room") expect = Expect::either;  // fixed when the agent is made
      const double value = value_for(dice, info);
      return SetAgent{agent(), info.name, info.kind == ParamKind::number ? value : std::floor(value)};
    }
    case 13:
      return SetObstacle{any_obstacle(dice, book, false), "radius", dice.between(0, 1)};
    case 14:
      if (dice.one_in(4)) return SetTarget{target(), "weight", dice.between(0.1, 3)};
      if (dice.one_in(2)) return SetTarget{target(), "capacity", static_cast<double>(dice.below(4)) - 1};
      return SetTarget{target(), "radius", dice.between(0, 1)};
    case 15:  // "agent" never competes: others may
      return SetClass{{static_cast<std::uint32_t>(dice.below(2)), 1},
                      {{"d0", dice.between(0, 3)}, {"delta", dice.between(0.01, 1.5)}, {"weight", dice.between(0, 20)}}};
    case 16:
      return SetAgentModel{agent(), any_model(dice, book)};
    case 17:
      return SetGoals{agent(), some_targets(dice, book), static_cast<GoalOrder>(dice.below(2))};
    case 18:
      return SetDirection{agent(), dice.between(-10, 10), dice.one_in(2)};
    case 19:
      return SetDriven{agent(), dice.one_in(2)};
    case 20: {
      AssignTasks c{{}, some_targets(dice, book)};
      for (std::uint64_t n = book.agents.empty() ? 0 : dice.below(6); n > 0; --n) c.agents.push_back(agent());
      return c;
    }
    case 21:
      return SetDoor{any_door(dice, book), dice.one_in(2)};
    default:
      return good_addition(dice, book, stage, expect);
  }
}

// An id that names nothing: of another generation, of somebody gone, or out of thin air.
template <class Tag>
Id<Tag> forged(Dice& dice, Id<Tag> id, const Book& book) {
  if (dice.one_in(2)) return {id.index, id.generation + 1000};
  std::vector<std::uint64_t> gone;
  for (const auto& list : book.ids) {
    for (std::uint64_t bits : list) {
      if (!book.agents.contains(bits) && !book.bodies.contains(bits) && !book.targets.contains(bits))
        gone.push_back(bits);
    }
  }
  if (!gone.empty() && !std::is_same_v<Tag, ClassTag> && !std::is_same_v<Tag, ModelTag>)
    return id_of<Id<Tag>>(dice.of(gone));
  return {static_cast<std::uint32_t>(0xfffffff0u + dice.below(16)), 1};
}

// Makes a good command one that must be refused.
void spoil(Dice& dice, const Book& book, Command& command) {
  std::visit(
      [&](auto& c) {
        using T = std::remove_cvref_t<decltype(c)>;
        if constexpr (requires { c.id; }) {
          if (dice.one_in(2)) {
            c.id = forged(dice, c.id, book);
            return;
          }
        }
        if constexpr (std::is_same_v<T, AddModel>) {
          if (dice.one_in(2))
            c.type += "x";
          else
            c.params[dice.below(c.params.size())] = dice.bad();
        } else if constexpr (std::is_same_v<T, AddClass> || std::is_same_v<T, SetClass>) {
          c.values = {{"weight", dice.bad()}};
        } else if constexpr (requires { c.spec.at; }) {
          switch (dice.below(4)) {
            case 0:
              c.spec.at.x = dice.bad();
              break;
            case 1:
              c.spec.at.z = 1;
              break;
            case 2:
              c.spec.floor = 1001;
              break;
            default:
              c.spec.radius = dice.bad();
          }
        } else if constexpr (requires { c.at; }) {
          c.at.y = dice.bad();
        } else if constexpr (requires { c.a; }) {
          (dice.one_in(2) ? c.a : c.b).x = dice.bad();
        } else if constexpr (requires { c.half; }) {
          (dice.one_in(2) ? c.half : c.end).x = dice.bad();
        } else if constexpr (requires { c.half_at; }) {
          (dice.one_in(2) ? c.half_at : c.end_to).y = dice.bad();
        } else if constexpr (requires { c.half_a; }) {
          (dice.one_in(2) ? c.half_b : c.end_a).y = dice.bad();
        } else if constexpr (requires { c.field; }) {
          if (dice.one_in(2))
            c.field += "s";
          else
            c.value = dice.bad();
        } else if constexpr (requires { c.angle; }) {
          c.angle = dice.bad();
        } else if constexpr (std::is_same_v<T, AssignTasks>) {
          c.targets.push_back({99, 99});
        } else if constexpr (requires { c.goals; }) {
          c.goals.push_back({99, 99});
        } else if constexpr (std::is_same_v<T, AddPlanner>) {
          c.spec.cell = -1;
        } else if constexpr (std::is_same_v<T, SetUserData>) {
          c.of = AgentId{99, 99};
        } else if constexpr (requires { c.model; }) {
          c.model = {99999, 1};
        } else {
          c.id = forged(dice, c.id, book);
        }
      },
      command);
}

}  // namespace

Vec3 random_place(Dice& dice, const Stage& stage) {
  double x = dice.between(-stage.size, stage.size), y = dice.between(-stage.size, stage.size);
  if (dice.one_in(4)) x = std::round(2 * x) / 2, y = std::round(2 * y) / 2;  // on the same spot, in line, on a wall
  return {stage.shift.x + x, stage.shift.y + y};
}

Call random_addition(Dice& dice, const Book& book, const Stage& stage) {
  Call call;
  call.command = good_addition(dice, book, stage, call.expect);
  return call;
}

Call random_call(Dice& dice, const Book& book, const Stage& stage) {
  Call call;
  call.command = good_call(dice, book, stage, call.expect);
  // Those that found nobody to act on name a forged id.
  std::visit(
      [&](const auto& c) {
        if constexpr (requires { c.id; }) {
          if (c.id.generation == 7777) call.expect = Expect::refused;
        }
      },
      call.command);
  // Near the edge of the range of coordinates a long thing may not fit where its first point does.
  const bool shifts = std::holds_alternative<TeleportObstacle>(call.command) ||
                      std::holds_alternative<TeleportTarget>(call.command) ||
                      std::holds_alternative<MoveTarget>(call.command);
  if (shifts && stage.shift != Vec2{} && call.expect == Expect::accepted) call.expect = Expect::either;
  if (dice.one_in(8)) {
    spoil(dice, book, call.command);
    call.expect = Expect::refused;
  }
  return call;
}

}  // namespace wend::storm
