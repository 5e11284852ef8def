#include <doctest/doctest.h>
#include <wend/analysis/survey.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "support/fp_traps.hpp"
#include "support/set_oracle.hpp"
#include "support/wall_scenes.hpp"

#include <limits>
#include <set>
#include <thread>

using namespace wend;
using test::SetOracle;
using test::WallKind;
using test::WallScene;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

AgentState agent_at(AgentId id, Vec3 at, std::uint32_t floor = 0) {
  AgentState state;
  state.id = id, state.at = at, state.radius = 0.3, state.floor = floor;
  return state;
}

struct Surveyed {
  WallScene scene;
  std::vector<AgentState> agents;
  std::vector<SurveyWall> walls;
  Survey survey{{}, {}};

  explicit Surveyed(std::uint32_t seed) {
    Rng rng = Rng::stream(seed, Purpose::test);
    scene = test::random_wall_scene(rng, static_cast<WallKind>(seed % static_cast<unsigned>(WallKind::kinds)));
    for (std::uint32_t i = 0; i < scene.agents.size(); ++i) agents.push_back(agent_at({i, 1}, lift(scene.agents[i])));
    for (std::uint32_t i = 0; i < scene.walls.size(); ++i) walls.push_back({{i, 7}, lift(scene.walls[i].a), lift(scene.walls[i].b), 0});
    survey = Survey(agents, walls);
  }
};

// Crossings of the polygon's border to the right of p: odd inside.
bool in_polygon(const std::vector<Vec3>& corners, Vec2 p) {
  bool in = false;
  for (std::size_t i = 0, k = corners.size() - 1; i < corners.size(); k = i++) {
    const Vec2 a = corners[i].xy(), b = corners[k].xy();
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
  }
  return in;
}

double distance_to_border(const std::vector<Vec3>& corners, Vec2 p) {
  double least = endless;
  for (std::size_t i = 0, k = corners.size() - 1; i < corners.size(); k = i++)
    least = std::min(least, norm(nearest_on_segment(p, corners[i].xy(), corners[k].xy()).point - p));
  return least;
}

}  // namespace

TEST_CASE("survey: neighbours, related and nearest_agent are those of the oracle") {
  std::size_t seen = 0, hidden = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    const Surveyed s(seed);
    const SetOracle oracle(s.scene.walls);
    for (std::uint32_t i = 0; i < s.agents.size(); ++i) {
      const Vec2 p = s.scene.agents[i];
      const double r = s.scene.radius[i];
      const std::vector<bool> reachable = oracle.reachable(p, r, s.scene.agents);
      for (const Relation relation : {Relation::near, Relation::unseparated, Relation::reachable, Relation::visible}) {
        std::vector<AgentId> expected;
        std::optional<AgentId> nearest;
        double best = endless;
        for (std::uint32_t k = 0; k < s.agents.size(); ++k) {
          const Vec2 q = s.scene.agents[k];
          const bool in = relation == Relation::near          ? oracle.near(p, r, q)
                          : relation == Relation::unseparated ? oracle.unseparated(p, r, q)
                          : relation == Relation::reachable   ? reachable[k]
                                                              : oracle.visible(p, r, q);
          if (i == k) continue;
          (in ? seen : hidden) += relation == Relation::visible;
          if (s.survey.related(s.agents[i].id, s.agents[k].id, r, relation) != in) FAIL("seed " << seed << ", " << i << " and " << k);
          if (!in) continue;
          expected.push_back(s.agents[k].id);
          if (norm2(q - p) < best) best = norm2(q - p), nearest = s.agents[k].id;
        }
        if (s.survey.neighbours(s.agents[i].id, r, relation) != expected) FAIL("seed " << seed << ", agent " << i);
        if (s.survey.nearest_agent(s.agents[i].id, r, relation) != nearest) FAIL("seed " << seed << ", nearest of " << i);
      }
    }
  }
  CHECK(seen > 1000);
  CHECK(hidden > 1000);
}

TEST_CASE("survey: walls and lines of sight are those of a look at every wall") {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const Surveyed s(seed);
    const SetOracle oracle(s.scene.walls);
    Rng rng = Rng::stream(1000 + seed, Purpose::test);
    for (std::uint32_t i = 0; i < s.agents.size(); ++i) {
      const Vec2 p = s.scene.agents[i];
      for (const Vec2 q : s.scene.agents) CHECK(s.survey.visible(lift(p), lift(q)) == oracle.visible(p, q));
      double least = endless;
      for (const auto& w : s.scene.walls) least = std::min(least, norm(nearest_on_segment(p, w.a, w.b).point - p));
      const auto hit = s.survey.nearest_wall(s.agents[i].id, endless);
      REQUIRE(hit.has_value());
      CHECK(hit->distance == least);
      CHECK(norm(hit->point.xy() - p) == least);
      CHECK(norm(hit->normal.xy()) == doctest::Approx(1));
      CHECK_FALSE(s.survey.nearest_wall(s.agents[i].id, 0.999 * least).has_value());
      CHECK(s.survey.nearest_wall(lift(p), endless)->wall == hit->wall);

      // First along a ray: before it there is sight, at it is a wall.
      const double angle = rng.uniform(-3, 3);
      const Vec2 d{det_cos(angle), det_sin(angle)};
      const auto first = s.survey.first_wall(s.agents[i].id, angle, 0, 30);
      if (first) CHECK(oracle.visible(p, p + (1 - 1e-9) * first->distance * d));
      if (!first || first->distance < 29) CHECK(oracle.visible(p, p + 30 * d) == !first.has_value());
      const auto all_round = s.survey.first_wall(s.agents[i].id, angle, pi, endless);
      CHECK(all_round->distance == doctest::Approx(least));
    }
  }
}

TEST_CASE("survey: the visible region holds what is visible") {
  std::size_t in = 0, out = 0;
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    const Surveyed s(seed);
    const SetOracle oracle(s.scene.walls);
    Rng rng = Rng::stream(2000 + seed, Purpose::test);
    for (std::uint32_t i = 0; i < std::min<std::size_t>(s.agents.size(), 4); ++i) {
      const Vec2 p = s.scene.agents[i];
      const double r = 1 + s.scene.radius[i];
      const std::vector<Vec3> corners = s.survey.visible_region(s.agents[i].id, r);
      REQUIRE(corners.size() >= 3);
      for (int k = 0; k < 40; ++k) {
        const Vec2 q = p + Vec2{rng.uniform(-1.2 * r, 1.2 * r), rng.uniform(-1.2 * r, 1.2 * r)};
        if (distance_to_border(corners, q) < 1e-3 * r) continue;
        const bool expected = oracle.visible(p, r, q);
        (expected ? in : out) += 1;
        if (in_polygon(corners, q) != expected) FAIL("seed " << seed << ", agent " << i << ", point " << q.x << " " << q.y);
      }
    }
  }
  CHECK(in > 2000);
  CHECK(out > 2000);
}

TEST_CASE("survey: triangulations hold the walls, cross none, and join nearest neighbours") {
  for (std::uint32_t seed = 1; seed <= 120; ++seed) {
    const Surveyed s(seed);
    for (const bool all : {false, true}) {
      const std::vector<SurveyEdge> edges = all ? s.survey.delaunay_edges() : s.survey.mesh_edges();
      double walls = 0, given = 0;
      std::set<std::pair<double, double>> ends;
      for (const SurveyEdge& edge : edges) {
        ends.insert({edge.a.x, edge.a.y});
        ends.insert({edge.b.x, edge.b.y});
        if (edge.wall) walls += norm(edge.b.xy() - edge.a.xy());
        if (edge.wall) continue;
        for (const auto& w : s.scene.walls) CHECK_FALSE(geometry::blocks(w.a, w.b, edge.a.xy(), edge.b.xy()));
      }
      if (seed % static_cast<unsigned>(WallKind::kinds) == static_cast<unsigned>(WallKind::tees)) continue;  // walls lie on walls
      for (const auto& w : s.scene.walls) given += norm(w.b - w.a);
      CHECK(walls == doctest::Approx(given));
      for (const Vec2 p : s.scene.agents) CHECK(ends.contains({p.x, p.y}) == all);
    }
    const Survey open(s.agents, {});
    CHECK(open.mesh_edges().empty());
    std::set<std::pair<std::pair<double, double>, std::pair<double, double>>> joined;
    for (const SurveyEdge& e : open.delaunay_edges()) joined.insert({{e.a.x, e.a.y}, {e.b.x, e.b.y}}), joined.insert({{e.b.x, e.b.y}, {e.a.x, e.a.y}});
    for (const Vec2 p : s.scene.agents) {
      double best = endless;
      for (const Vec2 q : s.scene.agents) best = p == q ? best : std::min(best, norm2(q - p));
      const bool found = std::any_of(s.scene.agents.begin(), s.scene.agents.end(), [&](Vec2 q) {
        return norm2(q - p) == best && joined.contains({{p.x, p.y}, {q.x, q.y}});
      });
      if (best < endless) CHECK(found);
    }
  }
}

TEST_CASE("survey: of a world, it says what its plain data say") {
  World world = *World::create({.dt = 0.1});
  std::vector<AgentState> agents;
  Rng rng = Rng::stream(5, Purpose::test);
  for (int i = 0; i < 40; ++i) {
    const Vec3 at{rng.uniform(-8, 8), rng.uniform(-8, 8), 0};
    agents.push_back(agent_at(*world.add_agent({.at = at, .radius = 0.01, .goal_order = GoalOrder::all}), at));
  }
  const auto wall = *world.add_wall({0, -5}, {0, 5});
  std::vector<SurveyWall> walls{{wall, {0, -5}, {0, 5}, 0}};
  const Survey one = Survey::of(world), other(agents, walls);
  for (const AgentState& a : agents) {
    CHECK(one.neighbours(a.id, 4) == other.neighbours(a.id, 4));
    CHECK(one.nearest_wall(a.id, 100)->wall == wall);
  }
  REQUIRE(world.remove(agents[3].id));
  CHECK(one.neighbours(agents[3].id, 100, Relation::near).size() == 39);  // it is frozen
  CHECK(Survey::of(world).neighbours(agents[3].id, 100, Relation::near).empty());
}

TEST_CASE("survey: floors do not see each other, and who is unknown gets nothing") {
  const test::NoTraps quiet;
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const AgentState agents[] = {agent_at({0, 1}, {0, 0}),   agent_at({1, 1}, {1, 0}, 1), agent_at({2, 1}, {2, 0}),
                               agent_at({3, 1}, {nan, 0}), agent_at({4, 1}, {2e7, 0}),  agent_at({2, 1}, {0, 0})};
  const SurveyWall walls[] = {{{0, 1}, {1, -1}, {1, 1}, 1}, {{1, 1}, {1, nan}, {1, 1}, 0}};
  const Survey survey(agents, walls);
  CHECK(survey.neighbours({0, 1}, 5) == std::vector<AgentId>{{2, 1}});  // the wall is on another floor, its twin has no place
  CHECK(survey.neighbours({0, 1}, 2) == std::vector<AgentId>{{2, 1}});  // the disk is closed
  CHECK(survey.neighbours({1, 1}, 5).empty());
  CHECK(survey.visible({0, 0}, {2, 0}));
  CHECK_FALSE(survey.visible({0, 0}, {2, 0}, 1));
  CHECK_FALSE(survey.visible({0, 0}, {nan, 0}));
  CHECK_FALSE(survey.nearest_wall(AgentId{0, 1}, 5).has_value());
  CHECK(survey.nearest_wall(AgentId{1, 1}, 5)->distance == 0);
  CHECK(survey.nearest_wall(Vec3{0, 0}, 5, 1)->distance == 1);
  CHECK_FALSE(survey.nearest_wall(Vec3{nan, 0}, 5, 1).has_value());
  CHECK_FALSE(survey.nearest_wall(Vec3{0, 0}, nan, 1).has_value());
  for (const AgentId nobody : {AgentId{}, AgentId{0, 2}, AgentId{3, 1}, AgentId{4, 1}, AgentId{9, 1}}) {
    CHECK(survey.neighbours(nobody, 5).empty());
    CHECK_FALSE(survey.related(nobody, {2, 1}, 5));
    CHECK_FALSE(survey.related({2, 1}, nobody, 5));
    CHECK_FALSE(survey.nearest_agent(nobody, 5).has_value());
    CHECK_FALSE(survey.nearest_wall(nobody, 5).has_value());
    CHECK_FALSE(survey.first_wall(nobody, 0, 0.1, 5).has_value());
    CHECK(survey.visible_region(nobody, 5).empty());
  }
  for (const double bad : {-1.0, nan}) {
    CHECK(survey.neighbours({0, 1}, bad).empty());
    CHECK_FALSE(survey.related({0, 1}, {2, 1}, bad));
    CHECK(survey.visible_region(AgentId{0, 1}, bad).empty());
  }
  CHECK_FALSE(survey.related({0, 1}, {0, 1}, 5));
  CHECK_FALSE(survey.first_wall({1, 1}, nan, 0, 5).has_value());
  CHECK(survey.mesh_edges(0).empty());
  CHECK(survey.mesh_edges(1).size() == 1);
  CHECK(survey.delaunay_edges(0).size() == 1);
  CHECK(survey.delaunay_edges(9).empty());
  const Survey empty({}, {});
  CHECK(empty.delaunay_edges().empty());
  CHECK(empty.visible_region(Vec3{1, 2}, 3).size() > 20);
}

TEST_CASE("survey: many threads get the answers of one") {
  const Surveyed s(7);
  const auto ask = [&] {
    std::vector<AgentId> all;
    for (const AgentState& a : s.agents) {
      for (const Relation relation : {Relation::unseparated, Relation::reachable, Relation::visible}) {
        for (const AgentId id : s.survey.neighbours(a.id, 6, relation)) all.push_back(id);
      }
    }
    return all;
  };
  const std::vector<AgentId> expected = ask();
  std::vector<std::vector<AgentId>> got(4);
  std::vector<std::thread> threads;
  for (auto& answer : got) threads.emplace_back([&] { answer = ask(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& answer : got) CHECK(answer == expected);
}
