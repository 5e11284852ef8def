#include "storm/book.hpp"

#include <algorithm>
#include <type_traits>

namespace wend::storm {

namespace {

bool take(std::vector<std::uint64_t>& given, std::uint64_t id) {
  const bool fresh = id != 0 && std::find(given.begin(), given.end(), id) == given.end();
  given.push_back(id);
  return fresh;
}

void place(BodyNote& body, Vec3 a, Vec3 b) {
  body.a = body.end_a = a.xy();
  body.b = body.end_b = body.kind == BodyKind::disc ? body.a : b.xy();
  body.moves = false;
}

struct Scribe {
  Book& book;
  std::uint64_t answer;

  bool operator()(const AddClass&) { return ++book.classes, true; }
  bool operator()(const AddModel& c) {
    ModelNote model;
    if (c.type == "wild") model = {.safe = c.params[0] != 0, .whole = true};
    if (c.type == "human") model = {.safe = c.params[7] != 0, .whole = true};
    if (c.type == "potential_field") model = {.safe = c.params[5] != 0, .whole = true};
    book.models.push_back(model);
    return true;
  }
  bool operator()(const AddTarget& c) {
    const Vec2 at = c.polygon.empty() ? c.spec.at.xy() : c.polygon[0].xy();
    book.targets[answer] = {.at = at, .end = at};
    return take(book.ids[2], answer);
  }
  bool operator()(const AddAgent& c) {
    const ModelNote model = book.models[c.spec.model ? c.spec.model.index : 0];
    book.agents[answer] = {.driven = c.spec.driven, .safe = model.safe, .whole = model.whole, .floor = c.spec.floor};
    book.births[answer] = book.added++;
    return take(book.ids[0], answer);
  }
  bool operator()(const AddObstacle& c) {
    BodyNote body{.radius = c.spec.radius,
                  .kind = c.spec.capsule ? BodyKind::capsule : BodyKind::disc,
                  .motion = c.spec.motion,
                  .floor = c.spec.floor};
    place(body, c.spec.at, c.spec.to);
    book.bodies[answer] = body;
    return take(book.ids[1], answer);
  }
  bool operator()(const AddWall& c) {
    BodyNote body{.radius = c.spec.thickness, .kind = BodyKind::wall, .motion = c.spec.motion, .floor = c.spec.floor, .rig = c.spec.rig, .door = c.spec.door};
    place(body, c.a, c.b);
    book.bodies[answer] = body;
    return take(book.ids[1], answer);
  }
  bool operator()(const RemoveAgent& c) { return ++book.removed, book.agents.erase(c.id.bits()) == 1; }
  bool operator()(const RemoveTarget& c) { return book.targets.erase(c.id.bits()) == 1; }
  bool operator()(const RemoveObstacle& c) { return book.bodies.erase(c.id.bits()) == 1; }
  bool operator()(const RemoveWall& c) { return book.bodies.erase(c.id.bits()) == 1; }
  bool operator()(const TeleportTarget& c) {
    book.targets.at(c.id.bits()) = {.at = c.at.xy(), .end = c.at.xy()};
    return true;
  }
  bool operator()(const TeleportObstacle& c) {
    BodyNote& body = book.bodies.at(c.id.bits());
    const Vec2 b = body.b + (c.at.xy() - body.a);
    place(body, c.at, lift(b));
    return true;
  }
  bool operator()(const TeleportWall& c) { return place(book.bodies.at(c.id.bits()), c.a, c.b), true; }
  bool operator()(const MoveTarget& c) {
    TargetNote& target = book.targets.at(c.id.bits());
    target.end = c.end.xy(), target.moves = true;
    return true;
  }
  bool operator()(const MoveObstacle& c) { return move(c.id.bits(), c.end_at, c.end_to); }
  bool operator()(const MoveWall& c) { return move(c.id.bits(), c.end_a, c.end_b); }
  bool operator()(const SetObstacle& c) { return book.bodies.at(c.id.bits()).radius = c.value, true; }
  bool operator()(const SetAgentModel& c) {
    const ModelNote model = book.models[c.model ? c.model.index : 0];
    AgentNote& agent = book.agents.at(c.id.bits());
    agent.safe = model.safe, agent.whole = model.whole;
    return true;
  }
  bool operator()(const SetAgent& c) {
    if (c.field == "driven") book.agents.at(c.id.bits()).driven = c.value != 0;
    return true;
  }
  bool operator()(const SetDriven& c) { return book.agents.at(c.id.bits()).driven = c.driven, true; }
  template <class Other>
  bool operator()(const Other&) {
    return true;
  }

  bool move(std::uint64_t id, Vec3 a, Vec3 b) {
    BodyNote& body = book.bodies.at(id);
    body.end_a = a.xy();
    body.end_b = body.kind == BodyKind::disc ? body.end_a : b.xy();
    body.moves = true;
    return true;
  }
};

}  // namespace

bool note(Book& book, const Command& command, std::uint64_t answer) {
  return std::visit(Scribe{book, answer}, command);
}

}  // namespace wend::storm
