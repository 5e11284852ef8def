#pragma once
#include "planning/column.hpp"
#include "planning/ldlt.hpp"
#include "planning/map.hpp"

#include <memory>

namespace wend::planning {

// A cell that the factor does not know (planning spec, section 8): a cell of an open door, or, where the wall weight is
// below 1, the faces that a free cell shows to shut doors. The factor counts a face towards a door as open, whatever
// the door does; a shut one weighs less, and taking weight off the diagonal is what one more unknown does, coupled to
// that cell alone, with 1 / (1 - beta) a face on its own diagonal. So all terms are non-negative, for every beta.
struct DoorUnknown {
  std::uint32_t cell = 0xffffffffu;  // of an open door
  double diagonal = 0;
  std::vector<std::uint32_t> feet;     // the factor's pivots beside it, coupling 1
  std::vector<std::uint32_t> joined;   // other open door cells beside it
  std::vector<std::uint32_t> columns;  // they add up to A^-1 of its feet
};

class DoorColumns {
 public:
  static constexpr std::size_t most_unknowns = 256;

  DoorColumns() = default;
  // `id`: the factor's pivot of each free cell, 0xffffffff elsewhere.
  DoorColumns(const Map&, double wall_weight, std::span<const std::uint32_t> id);

  bool is_door(std::uint32_t cell) const { return !door_.empty() && door_[cell] != 0; }

  // With the doors as they are; doors that are not listed are shut.
  std::vector<DoorUnknown> unknowns(const Map&, std::span<const std::uint8_t> door_open) const;

  // A^-1 of the couplings (p.21): those that were kept, the others made now.
  using Columns = std::vector<std::shared_ptr<const Column>>;
  Columns columns(const Ldlt&, std::span<const DoorUnknown>) const;
  void keep(Columns made) { kept_ = std::move(made); }

 private:
  double beta_ = 1;
  std::vector<std::uint8_t> door_;  // 1: a cell of a door; empty: no doors
  std::vector<std::uint32_t> id_;
  std::vector<std::uint32_t> cells_;              // of doors, ascending
  std::vector<std::vector<std::uint32_t>> feet_;  // of each column
  std::vector<std::uint32_t> column_;  // beta = 1: of each door cell; else of each cell with a face to a door
  Columns kept_;
};

// The values of the unknowns (p.22), (p.23); `own` is what the targets give each, and `shut` the field without them.
std::vector<Extended> door_values(std::span<const DoorUnknown>, const DoorColumns::Columns&,
                                  std::span<const Extended> own, const Column& shut);

}  // namespace wend::planning
