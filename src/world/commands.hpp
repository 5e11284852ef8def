#pragma once
#include <wend/command.hpp>

#include "core/text.hpp"
#include "world/data.hpp"

namespace wend::world {

// What the commands share: the answers, and the checks of what a caller names.

using Answer = Result<std::uint64_t>;  // bits() of the id that was made, or 0

inline Error bad(Errc code, std::string message, std::string place) { return Error{code, std::move(message), std::move(place)}; }

template <class IdType>
Error stale(const char* what, IdType id, const char* place) {
  return bad(Errc::stale_id, concat(what, " ", id.index, " (generation ", id.generation, ") is not in this world"), place);
}

#define WEND_TRY(expression) \
  if (auto tried = (expression); !tried) return tried.error()

Result<void> check_point(const Data&, Vec3, const char* name, const char* place);
Result<std::uint32_t> class_index(const Data&, ClassId, std::uint32_t fallback, const char* place);

// Obstacles and walls share one table of slots; the kind keeps their ids apart.
template <class IdType>
Result<std::size_t> body_row(const Data& d, IdType id, const char* place) {
  constexpr bool wall = std::is_same_v<IdType, WallId>;
  const auto row = d.body_slots.find(id);
  if (!row || (d.bodies[*row].kind == BodyKind::wall) != wall) return stale(wall ? "wall" : "obstacle", id, place);
  return *row;
}

Error unknown_field(std::string_view name, std::span<const std::string_view> known, const char* place);

// The row of the table with this name, or null.
template <class Owner>
const Field<Owner>* find_field(std::span<const Field<Owner>> fields, std::string_view name) {
  for (const Field<Owner>& field : fields) {
    if (field.info.name == name) return &field;
  }
  return nullptr;
}

template <class Owner>
std::vector<std::string_view> names_of(std::span<const Field<Owner>> fields) {
  std::vector<std::string_view> names;
  for (const Field<Owner>& field : fields) names.emplace_back(field.info.name);
  return names;
}

// commands_bodies.cpp: obstacles, walls, doors and targets.
Answer run(Data&, const AddTarget&);
Answer run(Data&, const AddObstacle&);
Answer run(Data&, const AddWall&);
Answer run(Data&, const RemoveTarget&);
Answer run(Data&, const RemoveObstacle&);
Answer run(Data&, const RemoveWall&);
Answer run(Data&, const TeleportTarget&);
Answer run(Data&, const TeleportObstacle&);
Answer run(Data&, const TeleportWall&);
Answer run(Data&, const MoveTarget&);
Answer run(Data&, const MoveObstacle&);
Answer run(Data&, const MoveWall&);
Answer run(Data&, const SetObstacle&);
Answer run(Data&, const SetTarget&);
Answer run(Data&, const SetWall&);
Answer run(Data&, const SetDoor&);

}  // namespace wend::world
