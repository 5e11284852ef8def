#pragma once
#include <wend/planner.hpp>
#include <wend/result.hpp>

#include "planning/door_columns.hpp"
#include "planning/ldlt.hpp"
#include "planning/map.hpp"

#include <memory>

namespace wend::planning {

// The harmonic field's matrix (planning spec, section 6), factored with every door shut: it serves every target and
// every state of the doors. Answers are phi = -ln v of each cell, infinite on solid cells and where no target can be
// reached. Everything const may be called from several threads at once; equal questions get equal bits.
class HarmonicFactor {
 public:
  // The cells of a grid in space fill the factor faster than those of the plane.
  static constexpr std::size_t most_cells_in_space = 400'000;

  static Result<HarmonicFactor> make(std::shared_ptr<const Map>, double wall_weight, const PlanProgressCall& = {});

  // Keeps what opening these doors, or some of them, needs, up to 512 MB; without it each solve makes it anew.
  void prepare_doors(std::span<const std::uint8_t> door_open);

  std::vector<double> solve(const TargetCells&, std::span<const std::uint8_t> door_open) const;

  // The same in two steps: with the first kept, opening or shutting a door costs a hundredth of a factor.
  Column solve_shut(const TargetCells&) const;
  std::vector<double> with_doors(const Column& shut, const TargetCells&, std::span<const std::uint8_t> door_open) const;

  // More open door cells than section 8 allows: solve() then factors anew each time; make a factor of opened() instead.
  bool needs_refactor(std::span<const std::uint8_t> door_open) const;
  Map opened(std::span<const std::uint8_t> door_open) const;

  const Map& map() const { return *map_; }
  double wall_weight() const { return beta_; }
  std::size_t entries() const { return factor_.entries(); }  // of the factor, 12 bytes each

  // To be kept between runs; read back only for the same map and weight.
  std::vector<std::byte> bytes() const;
  static Result<HarmonicFactor> from_bytes(std::shared_ptr<const Map>, double wall_weight, std::span<const std::byte>);

 private:
  static Result<HarmonicFactor> of(std::shared_ptr<const Map>, double wall_weight);
  Joined matrix() const;
  void take(Ldlt);

  std::shared_ptr<const Map> map_;
  double beta_ = 1;
  std::vector<std::uint32_t> cell_;  // of each unknown: ascending at first, then by pivots
  std::vector<std::uint32_t> id_;    // unknown of each cell
  Ldlt factor_;
  DoorColumns doors_;
};

}  // namespace wend::planning
