#include "environment/maintained_sets.hpp"

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
  KineticTriangulation2::Deadlines deadlines = KineticTriangulation2::Deadlines::never;
  KineticTriangulation2 tri{};
  std::vector<Vec2> at{};
  std::vector<KineticTriangulation2::Wall> walls{};

  void place(const Crowd& crowd) {
    if (at.empty()) {
      positions(crowd, at);
      if (crowd.spec().room > 0) add_walls(crowd);
      tri.use_deadlines(deadlines);
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

struct InOrder {
  Followed followed{};
  std::vector<KineticTriangulation2::TopologyEvent> events{};
  void operator()(const Crowd& crowd) {
    followed.place(crowd);
    followed.tri.step_in_order(followed.at, events);
  }
};

// Everybody's members and ring, on top of the triangulation that has made its step.
struct Maintained {
  std::unique_ptr<Followed> followed = std::make_unique<Followed>();
  std::unique_ptr<environment::MaintainedSets> sets{};
  void prepare(const Crowd& crowd) {
    followed->place(crowd);
    if (!sets) {
      sets = std::make_unique<environment::MaintainedSets>(followed->tri);
      for (std::uint32_t i = 0; i < crowd.size(); ++i) sets->subscribe(i, crowd.spec().radius);
      sets->update();
    }
    followed->tri.step(followed->at);
  }
  void operator()(const Crowd&) { sets->update(); }
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
  Followed followed{};
  KineticTriangulation2::Scratch scratch{};
  std::vector<std::uint32_t> near{};
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
  constexpr auto always = KineticTriangulation2::Deadlines::always;
  table.add("by flips, deadlines, dt 0.1", "12-16", stepped({.dt = 0.1}, ms, Followed{.deadlines = always}));
  table.add("by flips, deadlines, dt 1/240", "1.1-1.7", stepped({.dt = 1.0 / 240}, ms, Followed{.deadlines = always}));
  table.add("by flips, deadlines, sparse, dt 1/120", "0.6",
            stepped({.density = 0.02, .radius = 5, .dt = 1.0 / 120}, ms, Followed{.deadlines = always}));
  table.add("by flips, n 1000, dt 0.1", "", stepped({.agents = 1000}, ms, Followed{}));
  table.add("by flips, n 100000, dt 0.1", "1.8-2 x n 1000", stepped({.agents = 100000}, ms, Followed{}));
  table.add("flips in order of time, dt 0.1", "11-15", stepped({.dt = 0.1}, ms, InOrder{}));
  table.add("flips in order of time, dt 0.05", "7-8", stepped({.dt = 0.05}, ms, InOrder{}));
  table.add("maintained sets on top, dt 0.1", "8-13", stepped({.dt = 0.1}, ms, Maintained{}));
  table.add("maintained sets on top, dt 0.05", "7-10", stepped({.dt = 0.05}, ms, Maintained{}));
  table.add("maintained sets on top, dt 1/240", "3.3", stepped({.dt = 1.0 / 240}, ms, Maintained{}));
  table.add("standing lattice", "2.9", lattice(0, ms));
  table.add("rotating lattice", "4-7", lattice(0.001, ms));
  table.add("from scratch, ours", "16", stepped({}, ms, FromScratch{}));
  const std::string section = table.section + ": ";
  const auto against = [&](const std::string& what) {
    table.targets.push_back({"flips against " + what + ", dt 0.1", section + "by flips, dt 0.1", section + what, 4});
    table.targets.push_back({"flips against " + what + ", dt 0.25", section + "by flips, dt 0.25", section + what, 2});
  };
  against("from scratch, ours");
#if WEND_HAS_CGAL
  table.add("from scratch, CGAL with spatial sort", "16", stepped({}, ms, FromScratchCgal{}));
  against("from scratch, CGAL with spatial sort");
#else
  table.notes.push_back("CGAL (libcgal-dev) was not found: from-scratch Delaunay is our own only.");
#endif
  table.add("near sets by floods, each query", "38-43", stepped({}, ms, Flooded{}));
}

}  // namespace wend::bench
