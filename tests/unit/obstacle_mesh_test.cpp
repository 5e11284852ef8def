#include "environment/obstacle_mesh.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/near.hpp"

using namespace wend;
using namespace wend::environment;
using geometry::Segment;
using wend::test::near;

namespace {

// The sets p is told about, as letters: N, K, R, V.
std::string sets(const std::vector<Segment>& walls, Vec2 p, double r, Vec2 q) {
  ObstacleMesh mesh;
  MeshScratch scratch;
  mesh.set_walls(walls, 5);
  std::string letters;
  for (const Relation relation : {Relation::near, Relation::unseparated, Relation::reachable, Relation::visible}) {
    const Vec2 others[] = {q};
    std::uint8_t keep[] = {7};
    mesh.filter(p, r, relation, others, keep, scratch);
    CHECK(keep[0] <= 1);
    if (keep[0]) letters += "NKRV"[static_cast<int>(relation)];
  }
  return letters;
}

const std::vector<Segment> line{{{-5, 1}, {5, 1}}};

}  // namespace

TEST_CASE("mesh: leak through joints") {
  const std::vector<Segment> corner{{{-10, 1}, {0.5, 1}}, {{0.5, 1}, {0.5, -10}}};
  CHECK(sets(corner, {0, 0}, 3, {1, 2}) == "NK");
  const std::vector<Segment> closet{{{1, 1}, {2, 1}}, {{2, 1}, {2, 2}}, {{2, 2}, {1, 2}}, {{1, 2}, {1, 1}}};
  CHECK(sets(closet, {0, 0}, 4, {1.5, 1.5}) == "NK");
  CHECK(sets(closet, {0, 0}, 4, {2.5, 2.25}) == "NKR");
}

TEST_CASE("mesh: wall splitting") {
  CHECK(sets(line, {0, 0}, 3, {0, 2}) == "N");
  CHECK(sets({{{-5, 1}, {0, 1}}, {{0, 1}, {5, 1}}}, {0, 0}, 3, {0, 2}) == "NK");
}

TEST_CASE("mesh: hidden but unseparated") {
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {0, 2}) == "NKR");
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {2, 2}) == "NKR");  // touches the tip
  CHECK(sets({{{-5, 1}, {1, 1}}}, {0, 0}, 3, {2.01, 2}) == "NKRV");
}

TEST_CASE("mesh: two discs round the tip of a wall do not see each other") {
  CHECK(sets({{{-5, 0}, {0, 0}}}, {-0.297, 0.300}, 2, {0.328, -0.362}) == "NKR");
  CHECK(sets({{{-5, 0}, {0, 0}}}, {0.328, -0.362}, 2, {-0.297, 0.300}) == "NKR");
}

TEST_CASE("mesh: a wall touches the line of sight at its end only") {
  CHECK(sets(line, {0, 0}, 3, {0, 1}) == "NKRV");
  CHECK(sets(line, {0, 1}, 3, {0, 0}) == "NKRV");
  CHECK(sets(line, {0, 1}, 3, {0, 2}) == "NKRV");
  CHECK(sets(line, {0, 1}, 3, {2, 1}) == "NKR");
  CHECK(sets(line, {5, 1}, 3, {5, 2}) == "NKRV");
  CHECK(sets(line, {5, 1}, 3, {7, 1}) == "NKRV");
  CHECK(sets(line, {5, 1}, 3, {4, 1}) == "NKR");
}

TEST_CASE("mesh: no radius, and one larger than the world") {
  CHECK(sets(line, {0, 0}, 0, {0, 0}) == "NKRV");
  CHECK(sets(line, {0, 1}, 0, {0, 1}) == "NKRV");
  CHECK(sets(line, {0, 0}, 1e9, {0, 2}) == "NKR");
  CHECK(sets(line, {0, 0}, 1e9, {1e7, -1e7}) == "NKRV");
  CHECK(sets(line, {-1e7, 0.5}, 1e8, {1e7, 1.5}) == "NKR");
  const std::vector<Segment> box{{{0, 0}, {9, 0}}, {{9, 0}, {9, 9}}, {{9, 9}, {0, 9}}, {{0, 9}, {0, 0}}};
  CHECK(sets(box, {1, 1}, 1e9, {1e6, 5}) == "NK");
  CHECK(sets(box, {-1e7, 1e7}, 1e9, {1e7, -1e7}) == "NKR");
  // From outside the frame: the rim of the disk passes through the box.
  CHECK(sets(box, {-1000, 4}, 1004, {2, 4}) == "NK");
  CHECK(sets(box, {-1000, 4}, 1000.005, {0.002, 4}) == "N");
  CHECK(sets(box, {-1000, 4}, 1004, {-2, 4}) == "NKRV");
}

TEST_CASE("mesh: no walls, walls of no length, equal walls") {
  CHECK(sets({}, {0, 0}, 3, {0, 2}) == "NKRV");
  CHECK(sets({{{0, 1}, {0, 1}}}, {0, 0}, 3, {0, 2}) == "NKRV");
  CHECK(sets({line[0], line[0], {{0, 1}, {0, 1}}, {{5, 1}, {-5, 1}}}, {0, 0}, 3, {0, 2}) == "N");
  ObstacleMesh mesh;
  CHECK(mesh.empty());
  CHECK(mesh.visible({0, 0}, {0, 2}));
  CHECK_FALSE(mesh.nearest_wall({0, 0}, 10));
  CHECK_FALSE(mesh.first_wall({0, 0}, {1, 0}, 0.5, 10));
  CHECK(mesh.locate({0, 0}) == 0);
  mesh.set_walls(line, 1);
  CHECK_FALSE(mesh.visible({0, 0}, {0, 2}));
  mesh.set_walls({}, 1);
  CHECK(mesh.visible({0, 0}, {0, 2}));
}

TEST_CASE("mesh: a wall that ends on the circle lets the way round its end") {
  CHECK(sets({{{-9, 1}, {4, 1}}}, {0, -2}, 5, {0, 2}) == "NKR");
  CHECK(sets({{{-9, 1}, {4, 1}}}, {0, -2}, 4.99, {0, 2}) == "N");
}

TEST_CASE("mesh: the nearest wall and the wall in front") {
  ObstacleMesh mesh;
  const std::vector<Segment> walls{{{-5, 2}, {5, 2}}, {{3, 1}, {3, -4}}, {{0, -1}, {0, -1}}, {{-8, -6}, {8, -6}}};
  mesh.set_walls(walls, 5);
  const auto nearest = mesh.nearest_wall({0, 0}, 10);
  REQUIRE(nearest);
  CHECK(nearest->wall == 0);
  CHECK(nearest->distance == 2);
  CHECK(nearest->point == Vec2{0, 2});
  CHECK(nearest->normal == Vec2{0, -1});
  CHECK_FALSE(mesh.nearest_wall({0, 0}, 1.99));
  CHECK(mesh.nearest_wall({0, 0}, 2));

  const auto front = mesh.first_wall({0, 0}, {2, 0}, 0, 10);
  REQUIRE(front);
  CHECK(front->wall == 1);
  CHECK(front->distance == 3);
  CHECK(front->point == Vec2{3, 0});
  CHECK(front->normal == Vec2{-1, 0});
  CHECK(mesh.first_wall({0, 0}, {0, -1}, 0, 10)->wall == 3);
  CHECK_FALSE(mesh.first_wall({0, 0}, {-1, 0}, 0, 1e9));
  CHECK_FALSE(mesh.first_wall({0, 0}, {0, 0}, 0, 10));
  CHECK(mesh.first_wall({0, 1.5}, {1, 0}, 0, 10) == std::nullopt);
  CHECK(mesh.first_wall({0, 1}, {1, 0}, 0, 10)->distance == 3);        // touches the end
  CHECK(mesh.first_wall({3, 5}, {0, -1}, 0, 10)->distance == 3);
  CHECK(mesh.first_wall({3, 1.5}, {0, -1}, 0, 10)->distance == 0.5);   // along the wall
  // Within a cone: the foot, the side of the cone, an end.
  CHECK(mesh.first_wall({0, 0}, {1, 0.2}, 0.5, 10)->point == Vec2{3, 0});
  const auto side = mesh.first_wall({0, 0}, {0.6, 0.8}, 0.1, 10);
  CHECK(side->wall == 0);
  CHECK(side->distance == near{2 / (0.8 * 0.99500416527802576610 + 0.6 * 0.09983341664682815230)});
  CHECK(mesh.first_wall({0, 1.5}, {1, -0.2}, 0.1, 10)->point == Vec2{3, 1});
  CHECK(mesh.first_wall({0, 0}, {-1, 0}, 4, 10)->point == Vec2{0, 2});  // all round
  CHECK(std::string(name(Relation::near)) + name(Relation::unseparated) + name(Relation::reachable) +
            name(Relation::visible) == "nearunseparatedreachablevisible");
}
