#pragma once
#include <wend/planner.hpp>
#include <wend/result.hpp>

#include "core/bytes.hpp"
#include "planning/extended.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace wend::planning {

// A symmetric matrix: -1 between joined unknowns, and a diagonal.
struct Joined {
  std::vector<std::uint32_t> start;  // of each unknown's part of `to`, and the end
  std::vector<std::uint32_t> to;     // both ways
  std::vector<double> diagonal;

  std::size_t size() const { return diagonal.size(); }
};

// P A P^T = L D L^T of such a matrix, an M-matrix: L has ones on its diagonal and nothing positive beside it, so both
// substitutions add non-negative numbers only and each unknown is accurate to its own size. Entries of L that are too
// small for the sums (corridors that run in a ring) make it keep exponents of its own.
class Ldlt {
 public:
  enum class Accuracy { absolute, each_unknown };

  static Ldlt factor(const Joined&, Accuracy, const PlanProgressCall&);

  std::size_t size() const { return pivot_.size(); }
  std::size_t entries() const { return row_.size(); }

  // x = A^-1 x.
  void solve(std::span<double> x) const;

  // The unknown of each pivot: unknowns that lie together have pivots that do.
  std::span<const std::uint32_t> pivots() const { return unknown_; }

  // A^-1 of a few non-negative entries (pivot, value), which may be of any size; the answer is by pivots as well.
  std::vector<Extended> solve(std::span<const std::pair<std::uint32_t, Extended>>) const;

  void write(ByteWriter&) const;
  static Result<Ldlt> read(ByteReader&);

 private:
  void order(const Joined&);
  template <class Entries>
  bool fill(const Joined&, Entries, const PlanProgressCall&);

  std::vector<std::uint32_t> unknown_;  // of each pivot
  std::vector<std::uint32_t> place_;    // the pivot of each unknown
  std::vector<std::uint32_t> parent_;   // elimination tree
  std::vector<std::size_t> start_;      // of each column of L
  std::vector<std::uint32_t> row_;      // ascending
  std::vector<double> value_;           // of -L
  std::vector<std::int32_t> exponent_;  // of value_; empty: all 0
  std::vector<double> pivot_;           // D
};

}  // namespace wend::planning
