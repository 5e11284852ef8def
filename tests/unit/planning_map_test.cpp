#include <doctest/doctest.h>

#include "support/maps.hpp"

using namespace wend;

namespace {

struct Facts {
  std::size_t free = 0, reached = 0;
  std::uint32_t farthest = 0;
};

Facts facts(const test::MadeMap& made) {
  Facts found;
  const std::vector<std::uint32_t> steps = test::steps(made.map, made.target);
  for (std::size_t cell = 0; cell < steps.size(); ++cell) {
    found.free += made.map.solid[cell] == 0;
    if (steps[cell] == 0xffffffffu) continue;
    ++found.reached;
    found.farthest = std::max(found.farthest, steps[cell]);
  }
  return found;
}

}  // namespace

TEST_CASE("maps: the reference maps are those of the spec") {
  const auto check = [](const test::MadeMap& made, std::size_t free, std::uint32_t farthest) {
    const Facts found = facts(made);
    CHECK(found.free == free);
    CHECK(found.reached == free);
    CHECK(found.farthest == farthest);
  };
  check(test::maze(256, 4, 3), 52016, 4529);
  check(test::maze(256, 16, 3), 61184, 1590);
  check(test::rooms(256, 8, 3), 61457, 506);
  check(test::city(256, 60, 3), 49753, 436);
  check(test::open_room(256), 65536, 256);
}

TEST_CASE("maps: little grids are read row by row") {
  planning::TargetCells target;
  const planning::Map map = test::from_text("#T..#/###D#/#...#", target);
  CHECK(map.nx == 5);
  CHECK(map.ny == 3);
  CHECK(target.cells == std::vector<std::uint32_t>{map.index(1, 0)});
  REQUIRE(map.doors.size() == 1);
  CHECK(map.doors[0] == std::vector<std::uint32_t>{map.index(3, 1)});
  CHECK(map.solid[map.index(3, 1)] == 1);
  CHECK(map.solid[map.index(3, 2)] == 0);
  CHECK(map.solid[map.index(4, 2)] == 1);
}
