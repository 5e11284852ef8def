#pragma once
#include "environment/kinetic_triangulation.hpp"
#include "environment/watch.hpp"

namespace wend::environment {

// Crossings found from the triangulation of all rows, which follows them from step to step. Nobody else is asked.
class KineticCrossings final : public CrossingEngine {
 public:
  void forget() override { known_ = false; }
  void step(const Motions&, std::vector<Crossing>& out) override;

  const KineticTriangulation2& triangulation() const { return tri_; }
  const TriangulationReport& report() const { return tri_.report(); }  // of the last step

 private:
  void stand_at(std::span<const double> x, std::span<const double> y);

  KineticTriangulation2 tri_;
  KineticTriangulation2::Scratch scratch_;
  std::vector<Vec2> at_;
  std::vector<std::uint32_t> near_;
  bool known_ = false;
};

}  // namespace wend::environment
