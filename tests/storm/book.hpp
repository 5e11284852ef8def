#pragma once
#include <wend/command.hpp>
#include <wend/state.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace wend::storm {

struct AgentNote {
  bool driven = false;
  bool safe = true;   // its model asks for the safety bound
  bool whole = true;  // its model takes the step in one piece
  std::uint32_t floor = 0;
};

struct BodyNote {
  Vec2 a{}, b{}, end_a{}, end_b{};
  double radius = 0;
  BodyKind kind = BodyKind::disc;
  BodyMotion motion = BodyMotion::fixed;
  std::uint32_t floor = 0;
  std::uint32_t rig = 0;
  bool moves = false;
  bool door = false, open = false;  // open: as the world says
};

struct TargetNote {
  Vec2 at{}, end{};
  bool moves = false;
};

struct ModelNote {
  bool safe = true, whole = true;
};

using ContactNote = std::tuple<std::uint64_t, std::uint64_t, BodyKind>;  // agent, other, kind of the other

// What must be in the world, kept by plain means beside it.
struct Book {
  std::map<std::uint64_t, AgentNote> agents;  // alive, by id bits; bodies and targets as well
  std::map<std::uint64_t, BodyNote> bodies;
  std::map<std::uint64_t, TargetNote> targets;
  std::vector<ModelNote> models;
  std::vector<std::uint64_t> ids[3];              // ever given: agents, bodies, targets
  std::map<std::uint64_t, std::uint64_t> births;  // which agent is the n-th
  std::uint64_t added = 0, removed = 0;
  std::uint32_t classes = 2;  // "agent", "obstacle"
  std::set<ContactNote> contacts;
};

// Writes down a command the world accepted; false: it gave an id that was given before.
bool note(Book&, const Command&, std::uint64_t answer);

}  // namespace wend::storm
