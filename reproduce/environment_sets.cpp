#include "measure.hpp"

#include "core/angles.hpp"
#include "environment/obstacle_mesh.hpp"
#include "geometry/segments.hpp"

#include <wend/base/rng.hpp>

#include <fmt/format.h>

#include <array>

// Environment spec, sections 1 and 2: who counts as near.

namespace wend::reproduce {

namespace {

using environment::KineticTriangulation2;
using Index = KineticTriangulation2::Index;
using Wall = KineticTriangulation2::Wall;

struct Sites {
  std::vector<Vec2> at{};  // agents first
  std::size_t agents = 0;
  std::vector<Wall> walls{};

  std::vector<geometry::Segment> segments() const {
    std::vector<geometry::Segment> out;
    for (const Wall& w : walls) out.push_back({at[w.a], at[w.b]});
    return out;
  }
};

// The sets of one agent, as flags by site.
struct Sets {
  std::vector<std::uint8_t> near{}, approachable{}, unseparated{}, reachable{}, by_mesh{}, visible{};
};

struct Scratch {
  KineticTriangulation2::Scratch tri;
  environment::MeshScratch mesh;
};

// A by paths of edges, K by its definition, R by sectors of the triangulation and by the mesh of the walls, V by the
// mesh.
Sets sets_of(const Sites& s, const KineticTriangulation2& tri, const environment::ObstacleMesh& mesh, Index p, double r,
             Scratch& scratch) {
  Sets out;
  const auto flags = [&](const std::vector<Index>& members) {
    std::vector<std::uint8_t> f(s.agents, 0);
    for (Index q : members)
      if (q < s.agents) f[q] = 1;
    return f;
  };
  std::vector<Index> members;
  tri.near(p, r, members, scratch.tri), out.near = flags(members);
  tri.unseparated(p, r, members, scratch.tri), out.approachable = flags(members);
  tri.reachable(p, r, members, scratch.tri), out.reachable = flags(members);
  out.unseparated = out.near;
  std::vector<Vec2> others;
  std::vector<Index> who;
  for (Index q = 0; q < s.agents; ++q) {
    if (out.near[q] == 0) continue;
    if (tri.separated(s.at[p], s.at[q], r)) out.unseparated[q] = 0;
    others.push_back(s.at[q]), who.push_back(q);
  }
  std::vector<std::uint8_t> keep(others.size(), 1);
  const auto by_mesh = [&](Relation relation) {
    if (!mesh.empty()) mesh.filter(s.at[p], r, relation, others, keep, scratch.mesh);
    std::vector<std::uint8_t> f(s.agents, 0);
    for (std::size_t i = 0; i < who.size(); ++i) f[who[i]] = keep[i];
    return f;
  };
  out.by_mesh = by_mesh(Relation::reachable);
  out.visible = by_mesh(Relation::visible);
  return out;
}

// ---- the counterexamples

struct Example {
  const char* title;
  Vec2 q;
  std::vector<std::vector<Vec2>> lines;
  bool approachable, reachable, visible;  // as the spec says
};

void run_examples(Claim& claim, const Context&) {
  const std::vector<Example> examples{
      {"hidden behind a wall's end", {0, 2}, {{{-1.2, 1}, {5, 1}}}, true, true, false},
      {"leak at a corner", {1.9, 1.7}, {{{-5, 1}, {1, 1}, {1, -5}}}, true, false, false},
      {"in a closed closet",
       {1.3, 1.2},
       {{{0.7, 0.6}, {1.9, 0.6}, {1.9, 1.8}, {0.7, 1.8}, {0.7, 0.6}}},
       true,
       false,
       false},
      {"behind one wall", {0, 2}, {{{-5, 1}, {5, 1}}}, false, false, false},
      {"the same wall in two parts", {0, 2}, {{{-5, 1}, {0, 1}, {5, 1}}}, true, false, false}};
  constexpr double r = 3;
  bool holds = true;
  std::string text;
  std::vector<io::Plot> plots;
  Scratch scratch;
  for (const Example& e : examples) {
    Sites s{{{0, 0}, e.q}, 2, {}};
    for (const auto& line : e.lines) {
      const auto first = static_cast<Index>(s.at.size());
      const bool closed = line.front() == line.back();
      s.at.insert(s.at.end(), line.begin(), line.end() - (closed ? 1 : 0));
      for (std::size_t i = 0; i + 1 < line.size(); ++i)
        s.walls.push_back({first + static_cast<Index>(i),
                           closed && i + 2 == line.size() ? first : first + static_cast<Index>(i) + 1});
    }
    KineticTriangulation2 tri;
    tri.build(s.at, s.walls, 2 * r);
    environment::ObstacleMesh mesh;
    mesh.set_walls(s.segments(), 2 * r);
    const Sets sets = sets_of(s, tri, mesh, 0, r, scratch);
    const bool a = sets.approachable[1] != 0, reach = sets.reachable[1] != 0, seen = sets.visible[1] != 0;
    holds = holds && sets.near[1] != 0 && a == e.approachable && reach == e.reachable && seen == e.visible &&
            sets.by_mesh[1] == sets.reachable[1] && sets.unseparated[1] == sets.approachable[1];
    const std::string answer =
        fmt::format("{}approachable, {}reachable, {}visible", a ? "" : "not ", reach ? "" : "not ", seen ? "" : "not ");
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", e.title, answer);
    io::Plot p = chart(e.title, answer, "y, m");
    p.equal = true;
    p.x0 = p.y0 = -3.4, p.x1 = p.y1 = 3.4;
    p.discs.push_back({{0, 0}, r, io::soft_ink, false, "the disk of p"});
    for (const auto& [i, j] : tri.edges()) {
      if (i < s.at.size() && j < s.at.size()) p.lines.push_back({{s.at[i], s.at[j]}, io::soft_ink, 1, true, "edges"});
    }
    for (const auto& w : s.segments()) p.lines.push_back({{w.a, w.b}, io::wall, 3.5, false, "wall"});
    for (std::size_t i = 2; i < s.at.size(); ++i)
      p.points.push_back({s.at[i], io::wall, io::PlotMark::square, 7, "", "", 0});
    p.points.push_back({{0, 0}, 0, io::PlotMark::dot, 11, "", "p", 0});
    p.points.push_back({e.q, a ? 1 : io::alarm, io::PlotMark::dot, 11, "", "q", 0});
    p.legend = plots.empty();
    plots.push_back(std::move(p));
  }
  claim.measured = text;
  judge(claim, holds);
  claim.figures.push_back({sheet(std::move(plots), 3, 1320, 900),
                           "Dashed: edges of the constrained Delaunay triangulation between the sites. A path of edges "
                           "inside the disk makes q approachable, whether or not p can see it or get there."});
}

// ---- random scenes

// Walls without crossings: some alone, some joined to others, some closed to rooms; people between them.
Sites random_scene(Rng& rng) {
  constexpr double size = 8;
  Sites s;
  const std::size_t agents = 8 + rng.below(10);
  for (std::size_t i = 0; i < agents; ++i) s.at.push_back({rng.uniform(0, size), rng.uniform(0, size)});
  s.agents = agents;
  const auto fits = [&](Vec2 a, Vec2 b, Index joint_a, Index joint_b) {
    for (const Wall& w : s.walls) {
      const bool shares = w.a == joint_a || w.b == joint_a || w.a == joint_b || w.b == joint_b;
      if (!shares && geometry::segments_meet(a, b, s.at[w.a], s.at[w.b])) return false;
      if (shares && geometry::blocks(s.at[w.a], s.at[w.b], a, b)) return false;
    }
    return true;
  };
  constexpr Index nobody = KineticTriangulation2::none;
  const std::size_t tries = 6 + rng.below(20);
  const auto kind = rng.below(3);  // alone, joined, rooms
  for (std::size_t t = 0; t < tries; ++t) {
    const bool joins = kind > 0 && !s.walls.empty() && rng.below(3) != 0;
    const Index from = joins ? s.walls[rng.below(s.walls.size())].b : nobody;
    const Vec2 a = joins ? s.at[from] : Vec2{rng.uniform(0, size), rng.uniform(0, size)};
    if (kind == 2 && !joins) {
      const double w = rng.uniform(1, 5), h = rng.uniform(1, 5);
      const std::array<Vec2, 4> c{{a, {a.x + w, a.y}, {a.x + w, a.y + h}, {a.x, a.y + h}}};
      bool free = true;
      for (std::size_t i = 0; i < 4; ++i) free = free && fits(c[i], c[(i + 1) % 4], nobody, nobody);
      if (!free) continue;
      const auto first = static_cast<Index>(s.at.size());
      s.at.insert(s.at.end(), c.begin(), c.end());
      for (Index i = 0; i < 4; ++i) s.walls.push_back({first + i, first + (i + 1) % 4});
      continue;
    }
    const double length = rng.uniform(0.5, 6), angle = rng.uniform(-pi, pi);
    const Vec2 b = a + length * Vec2{std::cos(angle), std::sin(angle)};
    if (!fits(a, b, from, nobody)) continue;
    const auto first = static_cast<Index>(s.at.size());
    if (!joins) s.at.push_back(a);
    s.at.push_back(b);
    s.walls.push_back({joins ? from : first, joins ? first : first + 1});
  }
  return s;
}

struct Tally {
  std::size_t disks = 0, members = 0, hidden = 0, cut_off = 0, wrong = 0, greedy = 0, greedy_wrong = 0;
};

// The greedy lemma at q: if it sees a site nearer to p, an edge leads to a site nearer to p.
void try_greedy(const Sites& s, const KineticTriangulation2& tri, Index p, Index q, std::vector<Index>& beside,
                Tally& tally) {
  const double d2 = norm2(s.at[q] - s.at[p]);
  const auto sees = [&](Index x) {
    return std::none_of(s.walls.begin(), s.walls.end(),
                        [&](const Wall& w) { return geometry::blocks(s.at[w.a], s.at[w.b], s.at[q], s.at[x]); });
  };
  bool any = false;
  for (Index x = 0; x < s.at.size() && !any; ++x) any = x != q && norm2(s.at[x] - s.at[p]) < d2 && sees(x);
  if (!any) return;
  ++tally.greedy;
  tri.neighbours(q, beside);
  if (std::none_of(beside.begin(), beside.end(), [&](Index x) { return norm2(s.at[x] - s.at[p]) < d2; }))
    ++tally.greedy_wrong;
}

void run_sets(Claim& claim, const Context& context) {
  const std::size_t scenes = part_of(claim, context, 40, 3000, "scenes");
  std::vector<Tally> tallies(scenes);
  if (!each(context, scenes, [&](std::size_t i) {
        Rng rng = Rng::stream(i, Purpose::test, 109);
        const Sites s = random_scene(rng);
        KineticTriangulation2 tri;
        tri.build(s.at, s.walls, 12);
        environment::ObstacleMesh mesh;
        mesh.set_walls(s.segments(), 12);
        Scratch scratch;
        std::vector<Index> beside;
        Tally& t = tallies[i];
        for (Index p = 0; p < s.agents; ++p) {
          const double r = rng.uniform(1, 5);
          const Sets sets = sets_of(s, tri, mesh, p, r, scratch);
          ++t.disks;
          for (std::size_t q = 0; q < s.agents; ++q) {
            t.members += sets.approachable[q];
            t.hidden += sets.approachable[q] != 0 && sets.visible[q] == 0 ? 1 : 0;
            t.cut_off += sets.approachable[q] != 0 && sets.reachable[q] == 0 ? 1 : 0;
            const bool nested = sets.visible[q] <= sets.reachable[q] && sets.reachable[q] <= sets.unseparated[q] &&
                                sets.unseparated[q] <= sets.near[q];
            t.wrong +=
                sets.approachable[q] != sets.unseparated[q] || sets.reachable[q] != sets.by_mesh[q] || !nested ? 1 : 0;
          }
          for (Index q = 0; q < s.at.size(); ++q)
            if (q != p) try_greedy(s, tri, p, q, beside, t);
        }
      }))
    return;
  Tally all;
  for (const Tally& t : tallies) {
    all.disks += t.disks, all.members += t.members, all.hidden += t.hidden, all.cut_off += t.cut_off,
        all.wrong += t.wrong;
    all.greedy += t.greedy, all.greedy_wrong += t.greedy_wrong;
  }
  const double members = static_cast<double>(all.members), hidden = 100 * static_cast<double>(all.hidden) / members,
               cut = 100 * static_cast<double>(all.cut_off) / members;
  claim.measured = fmt::format(
      "{} disks, {} memberships: {} contradict A = K, sectors = mesh for R, or V ⊆ R ⊆ K ⊆ N; {} greedy tests: {} "
      "fail; of A {:.0f} % is not visible and {:.0f} % not reachable",
      all.disks, all.members, all.wrong, all.greedy, all.greedy_wrong, hidden, cut);
  judge(claim, all.wrong == 0 && all.greedy_wrong == 0 && hidden > 15 && cut > 1);
}

}  // namespace

Runs environment_sets() { return {{"approachable", run_examples}, {"sets", run_sets}}; }

}  // namespace wend::reproduce
