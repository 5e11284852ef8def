#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/mesh_sets.hpp"

using namespace wend;
using namespace wend::environment;
using namespace wend::test;

// The obstacle mesh against the oracle of the environment spec, section 15: all four sets of every agent.

namespace {

WallScene scene_of(std::uint64_t seed) {
  Rng rng = Rng::stream(seed, Purpose::test);
  return random_wall_scene(rng, static_cast<WallKind>(seed % static_cast<std::uint64_t>(WallKind::kinds)));
}

Sets fresh_sets(const WallScene& s) {
  ObstacleMesh mesh;
  MeshScratch scratch;
  mesh.set_walls(s.walls, 10);
  return mesh_sets(mesh, s, scratch);
}

template <typename Map>
WallScene mapped(WallScene s, Map map) {
  for (Segment& w : s.walls) w = {map(w.a), map(w.b)};
  for (Vec2& p : s.agents) p = map(p);
  return s;
}

SetCount compare_with_oracle(std::uint64_t first, std::uint64_t last) {
  ObstacleMesh mesh;  // one for all: what is left of the last must not matter
  MeshScratch scratch;
  SetCount count;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    CAPTURE(seed);
    const WallScene s = scene_of(seed);
    mesh.set_walls(s.walls, seed % 2 == 0 ? 10 : 0);
    const Sets got = mesh_sets(mesh, s, scratch), want = oracle_sets(s);
    for (std::size_t relation = 0; relation < 4; ++relation) {
      CAPTURE(relation);
      REQUIRE(got[relation] == want[relation]);
    }
    count.add(got);
  }
  return count;
}

}  // namespace

TEST_CASE("mesh: near, unseparated, reachable and visible as the oracle says") {
  const SetCount count = compare_with_oracle(1, 3600);
  CHECK(count.nested);
  // Each set is really another one.
  CHECK(count.members[3] > 10000);
  for (std::size_t relation = 0; relation < 3; ++relation)
    CHECK(count.members[relation] > count.members[relation + 1] + 800);
}

TEST_SUITE("long") {
  TEST_CASE("mesh: the oracle's sets in many scenes") { CHECK(compare_with_oracle(10000, 110000).nested); }
}

TEST_CASE("mesh: agents on walls and on wall ends as the oracle says") {
  SetCount count;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    WallScene s = scene_of(seed);
    for (std::size_t w = 0; w < s.walls.size() && w < 6; ++w) {
      const Vec2 middle = 0.5 * (s.walls[w].a + s.walls[w].b);
      s.agents.push_back(w % 3 == 0 ? middle : s.walls[w].a);
      s.radius.push_back(w % 2 == 0 ? norm(s.walls[w].b - s.walls[w].a) : 3);
    }
    if (!s.agents.empty()) {
      s.agents.push_back(s.agents[0]);
      s.radius.push_back(0);
    }
    const Sets got = fresh_sets(s);
    REQUIRE(got == oracle_sets(s));
    count.add(got);
  }
  CHECK(count.nested);
}

TEST_CASE("mesh: sets do not depend on place, direction, order or how walls are cut") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    WallScene s = scene_of(seed);
    const auto dyadic = [](Vec2 p) { return Vec2{std::round(p.x * 64) / 64, std::round(p.y * 64) / 64}; };
    s = mapped(s, dyadic);  // walls may touch or cross now: no oracle here
    for (double& r : s.radius) r = std::round(r * 64) / 64;
    ObstacleMesh mesh;
    mesh.set_walls(s.walls, 10);
    const Sets want = fresh_sets(s);
    REQUIRE(fresh_sets(mapped(s, [](Vec2 p) { return Vec2{-p.y, p.x}; })) == want);
    if (!mesh.planar().exact) continue;  // a crossing is rounded elsewhere
    REQUIRE(fresh_sets(mapped(s, [](Vec2 p) { return p + Vec2{1e6, -1e6}; })) == want);

    WallScene turned = s;
    std::reverse(turned.walls.begin(), turned.walls.end());
    for (Segment& w : turned.walls) std::swap(w.a, w.b);
    REQUIRE(fresh_sets(turned) == want);

    WallScene cut = s;
    for (const Segment& w : s.walls) {
      const Vec2 middle = 0.5 * (w.a + w.b);
      cut.walls.push_back({w.a, middle});
      cut.walls.push_back({middle, w.b});
    }
    cut.walls.erase(cut.walls.begin(), cut.walls.begin() + static_cast<std::ptrdiff_t>(s.walls.size()));
    const Sets halves = fresh_sets(cut);
    REQUIRE(halves[2] == want[2]);
    REQUIRE(halves[3] == want[3]);
  }
}

TEST_CASE("mesh: walls that cross keep the sets within each other") {
  SetCount count;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    WallScene s = random_wall_scene(rng, WallKind::isolated);
    for (int k = 0; k < 12; ++k)
      s.walls.push_back({{rng.uniform(-8, 8), rng.uniform(-8, 8)}, {rng.uniform(-8, 8), rng.uniform(-8, 8)}});
    ObstacleMesh mesh;
    mesh.set_walls(s.walls, 10);
    MeshScratch scratch;
    count.add(mesh_sets(mesh, s, scratch));
    // The oracle on the planar graph: the same ways, up to rounding that these scenes do not show.
    WallScene planar = s;
    planar.walls.clear();
    const auto& graph = mesh.planar();
    for (const auto& e : graph.edges) planar.walls.push_back({graph.sites[e[0]], graph.sites[e[1]]});
    const Sets got = mesh_sets(mesh, s, scratch), want = oracle_sets(planar);
    REQUIRE(got[2] == want[2]);
    REQUIRE(got[3] == want[3]);
  }
  CHECK(count.nested);
}

TEST_CASE("mesh: walls that move, open, appear and vanish leave the sets of a fresh mesh") {
  std::size_t steps = 0, kinetic = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    WallScene s = random_wall_scene(rng, static_cast<WallKind>(seed % 9));
    ObstacleMesh mesh;
    MeshScratch scratch;
    mesh.set_walls(s.walls, 10);
    for (int step = 0; step < 20; ++step) {
      CAPTURE(step);
      if (rng.below(4) == 0 && !s.walls.empty())
        s.walls.erase(s.walls.begin() + static_cast<std::ptrdiff_t>(rng.below(s.walls.size())));
      const auto somewhere = [&] { return Vec2{rng.uniform(-8, 8), rng.uniform(-8, 8)}; };
      if (rng.below(4) == 0) s.walls.push_back({somewhere(), somewhere()});
      const double far = rng.below(3) == 0 ? 3 : 0.1;
      for (std::size_t w = 0; w < s.walls.size(); w += 1 + rng.below(4)) {  // ends move; joints open and close
        const Vec2 by{rng.uniform(-far, far), rng.uniform(-far, far)}, from = s.walls[w].a;
        for (Segment& o : s.walls) {
          if (o.a == from) o.a = o.a + by;
          if (o.b == from && rng.below(8) != 0) o.b = o.b + by;
        }
      }
      const auto before = mesh.triangulation().total().rebuilds;
      mesh.set_walls(s.walls, 10);
      kinetic += mesh.triangulation().total().rebuilds == before;
      ++steps;
      REQUIRE(mesh_sets(mesh, s, scratch) == fresh_sets(s));
      REQUIRE(mesh.triangulation().validate() == "");
    }
  }
  CHECK(kinetic > steps / 10);
}

TEST_CASE("mesh: the triangulation of all sites says the same of who is unseparated and reachable") {
  using Index = KineticTriangulation2::Index;
  KineticTriangulation2 all;
  KineticTriangulation2::Scratch scratch;
  MeshScratch mesh_scratch;
  std::vector<Index> members;
  std::size_t whole = 0;
  for (std::uint64_t seed = 1; seed <= 900; ++seed) {
    CAPTURE(seed);
    const WallScene s = scene_of(seed);
    ObstacleMesh mesh;
    mesh.set_walls(s.walls, 10);
    const Sets want = mesh_sets(mesh, s, mesh_scratch);
    const auto& graph = mesh.planar();
    const auto n = static_cast<Index>(s.agents.size());
    std::vector<Vec2> sites = s.agents;
    sites.insert(sites.end(), graph.sites.begin(), graph.sites.end());
    std::vector<KineticTriangulation2::Wall> walls;
    for (const auto& e : graph.edges) walls.push_back({n + e[0], n + e[1]});
    all.build(sites, walls, 40);
    // A wall that another ends on is two to the triangulation: it separates less.
    const bool uncut = std::count(graph.split.begin(), graph.split.end(), 1) == 0;
    whole += uncut;
    for (Index p = 0; p < n; ++p) {
      for (const std::size_t relation : {1u, 2u}) {
        if (relation == 1 && !uncut) continue;
        if (relation == 1) all.unseparated(p, s.radius[p], members, scratch);
        else all.reachable(p, s.radius[p], members, scratch);
        std::vector<bool> got(n, false);
        for (const Index q : members)
          if (q < n && q != p) got[q] = true;
        CAPTURE(p);
        CAPTURE(relation);
        REQUIRE(got == want[relation][p]);
      }
    }
  }
  CHECK(whole > 500);
}
