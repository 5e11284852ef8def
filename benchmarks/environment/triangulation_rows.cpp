#include "environment/kinetic_triangulation.hpp"

#include <cmath>

#include "cgal_delaunay.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

using environment::KineticTriangulation2;

void positions(const Crowd& crowd, std::vector<Vec2>& out) {
  out.resize(crowd.size());
  for (std::size_t i = 0; i < crowd.size(); ++i) out[i] = {crowd.x1[i], crowd.y1[i]};
}

// Follows the crowd by flips; the walls' ends are sites behind the agents'.
struct Followed {
  KineticTriangulation2 tri;
  std::vector<Vec2> at;
  std::vector<KineticTriangulation2::Wall> walls;
  std::size_t wall_sites = 0;

  void place(const Crowd& crowd) {
    if (at.empty()) {
      positions(crowd, at);
      if (crowd.spec().room > 0) add_walls(crowd);
      tri.build(at, walls, crowd.spec().radius);
    }
    for (std::size_t i = 0; i < crowd.size(); ++i) at[i] = {crowd.x1[i], crowd.y1[i]};
  }
  void add_walls(const Crowd& crowd) {
    std::vector<std::pair<Vec2, std::uint32_t>> ends;  // one site for each place
    const auto site = [&](Vec2 p) {
      for (const auto& [q, index] : ends) {
        if (p == q) return index;
      }
      ends.push_back({p, static_cast<std::uint32_t>(at.size())});
      at.push_back(p);
      return ends.back().second;
    };
    for (const auto& [a, b] : crowd.walls()) walls.push_back({site(a), site(b)});
  }
  void operator()(const Crowd& crowd) {
    place(crowd);
    tri.step(at);
  }
};

struct FromScratch {
  KineticTriangulation2 tri;
  std::vector<Vec2> at;
  void operator()(const Crowd& crowd) {
    positions(crowd, at);
    tri.build(at, {}, crowd.spec().radius);
  }
};

#if WEND_HAS_CGAL
struct FromScratchCgal {
  std::vector<Vec2> at;
  void operator()(const Crowd& crowd) {
    positions(crowd, at);
    cgal_delaunay(at);
  }
};
#endif

// Everybody's near set by a flood over the triangulation.
struct Flooded {
  Followed followed;
  KineticTriangulation2::Scratch scratch;
  std::vector<std::uint32_t> near;
  void prepare(const Crowd& crowd) { followed(crowd); }
  void operator()(const Crowd& crowd) {
    for (std::uint32_t i = 0; i < crowd.size(); ++i) followed.tri.near(i, crowd.spec().radius, near, scratch);
  }
};

// A square lattice that stands, or turns about its middle: every square a tie.
std::function<double()> lattice(double turn, double sample_ms) {
  struct State {
    KineticTriangulation2 tri;
    std::vector<Vec2> start, at;
    double angle = 0;
  };
  auto state = std::make_shared<State>();
  for (int i = 0; i < 10000; ++i) state->start.push_back({1.414 * (i % 100 - 49.5), 1.414 * (i / 100 - 49.5)});
  state->at = state->start;
  state->tri.build(state->at, {}, 4);
  return [state, turn, sample_ms] {
    std::vector<double> times;
    double total = 0;
    while (times.size() < 3 || (total < sample_ms * 1e6 && times.size() < 100)) {
      state->angle += turn;
      const double c = std::cos(state->angle), s = std::sin(state->angle);
      for (std::size_t i = 0; i < state->at.size(); ++i) {
        const Vec2 p = state->start[i];
        state->at[i] = {c * p.x - s * p.y, s * p.x + c * p.y};
      }
      times.push_back(time_ns([&] { state->tri.step(state->at); }));
      total += times.back();
    }
    return median(times) / static_cast<double>(state->at.size());
  };
}

}  // namespace

void add_triangulation_rows(Table& table, const Options& options) {
  const double ms = options.sample_ms;
  table.section = "triangulation of all agents";
  table.add("by flips, dt 1/240", "1.35", stepped({.dt = 1.0 / 240}, ms, Followed{}));
  table.add("by flips, dt 0.05", "2.2", stepped({.dt = 0.05}, ms, Followed{}));
  table.add("by flips, dt 0.1", "2.6", stepped({.dt = 0.1}, ms, Followed{}));
  table.add("by flips, dt 0.25", "6.4", stepped({.dt = 0.25}, ms, Followed{}));
  table.add("by flips, rooms of 8 m, dt 0.05", "4.7-5", stepped({.dt = 0.05, .room = 8}, ms, Followed{}));
  table.add("by flips, rooms of 8 m, dt 0.1", "6-7", stepped({.dt = 0.1, .room = 8}, ms, Followed{}));
  table.add("by flips, rooms of 8 m, dt 0.25", "11-14", stepped({.dt = 0.25, .room = 8}, ms, Followed{}));
  table.add("standing lattice", "2.9", lattice(0, ms));
  table.add("rotating lattice", "4-7", lattice(0.001, ms));
  table.add("from scratch, ours", "16", stepped({}, ms, FromScratch{}));
#if WEND_HAS_CGAL
  table.add("from scratch, CGAL with spatial sort", "16", stepped({}, ms, FromScratchCgal{}));
  const std::string scratch = "triangulation of all agents: from scratch, CGAL with spatial sort";
#else
  table.notes.push_back("CGAL (libcgal-dev) was not found: from-scratch Delaunay is our own only.");
  const std::string scratch = "triangulation of all agents: from scratch, ours";
#endif
  table.add("near sets by floods, each query", "38-43", stepped({}, ms, Flooded{}));
  table.targets.push_back({"flips against from-scratch Delaunay, dt 0.1", "triangulation of all agents: by flips, dt 0.1", scratch, 4});
  table.targets.push_back({"flips against from-scratch Delaunay, dt 0.25", "triangulation of all agents: by flips, dt 0.25", scratch, 2});
}

}  // namespace wend::bench
