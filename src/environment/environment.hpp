#pragma once
#include <wend/specs.hpp>
#include <wend/step_report.hpp>

#include "environment/clear_way.hpp"
#include "environment/contact_sweep.hpp"
#include "environment/near.hpp"
#include "environment/obstacle_mesh.hpp"
#include "environment/watch.hpp"

#include <memory>

namespace wend::environment {

// Flags beside the entries of NearLists.
struct SeenLists {
  std::vector<std::uint8_t> agents, bodies;
  const NearLists* of = nullptr;
  std::span<const std::uint8_t> agents_of(std::size_t k) const;
  std::span<const std::uint8_t> bodies_of(std::size_t k) const;
};

// Buffers of one worker who asks about walls.
struct WallScratch {
  MeshScratch mesh;
  std::vector<Vec2> places;
  std::vector<std::uint8_t> keep;
  std::vector<std::uint32_t> which;
  void reserve(std::size_t count);
  std::uint32_t hint = 0;  // a tile of the mesh near the last one who asked
};

// Who is near, who counts, what is touched first, who came and went (environment spec, section 3). The world asks only here;
// the back end changes the cost, never an answer.
class Environment {
 public:
  explicit Environment(Backend = Backend::automatic);
  Environment(Environment&&) noexcept;
  Environment& operator=(Environment&&) noexcept;
  ~Environment();

  // The picture of this step: all questions are about it, from any number of threads, until the next look.
  void look(const Surroundings&, std::span<const double> reach);
  void near(Range rows, std::span<const double> reach, NearLists& out) const;
  void bodies_near(Range rows, std::span<const double> reach, NearLists& out) const;
  // Which of the near agents and obstacles stand in that relation to the row; walls always do.
  void perceive(Range rows, std::span<const double> reach, Relation, const NearLists& near, SeenLists& out, WallScratch&) const;
  const ObstacleMesh* mesh(std::uint32_t floor) const;  // none: no walls there
  double near_radius(std::size_t row, double reach) const;  // (e.10)
  // 1 where a walker of that radius meets no fixed body on its straight way (planning spec, section 1).
  void clear_ways(std::span<const Way>, std::span<std::uint8_t> clear, WayScratch&) const;

  // A step was made.
  void contacts(const Motions& discs, double slack, std::vector<PairContact>& out);
  void crossings(const Motions&, std::vector<Crossing>& out);
  void forget();  // rows changed, or somebody jumped

  const StepReport& report() const { return report_; }
  void use(std::unique_ptr<NearIndex> engine);  // tests: another engine for the near sets

 private:
  struct Floor {
    std::uint32_t number = 0;
    ObstacleMesh mesh;
    std::vector<geometry::Segment> walls;
  };
  void update_meshes(double margin);

  Surroundings s_;
  double largest_radius_ = 0;
  std::unique_ptr<NearIndex> index_;
  std::unique_ptr<CrossingEngine> engine_;
  ContactSweep contacts_;
  ClearWays ways_;
  std::vector<std::unique_ptr<Floor>> floors_;  // sorted; only those with walls
  std::vector<geometry::Segment> walls_;
  std::vector<std::uint32_t> floor_numbers_;
  StepReport report_;
};

}  // namespace wend::environment
