#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include "planning/clearance.hpp"
#include "planning/streamline.hpp"
#include "support/fields.hpp"

#include <queue>

using namespace wend;
using planning::StreamlineEnd;
using planning::TargetCells;

namespace {

planning::Map random_map(Rng& rng, std::uint32_t size, double share) {
  planning::Map map = test::blank_map(size, size);
  for (std::uint32_t j = 0; j < size; ++j) {
    for (std::uint32_t i = 0; i < size; ++i) map.solid[map.index(i, j)] = rng.uniform() < share ? 1 : 0;
  }
  return map;
}

TargetCells random_targets(const planning::Map& map, Rng& rng, std::size_t most) {
  TargetCells target;
  for (std::size_t n = 1 + rng.below(most); n > 0; --n) {
    const auto cell = static_cast<std::uint32_t>(rng.below(map.size()));
    if (map.solid[cell] == 0) target.cells.push_back(cell);
  }
  std::sort(target.cells.begin(), target.cells.end());
  target.cells.erase(std::unique(target.cells.begin(), target.cells.end()), target.cells.end());
  return target;
}

// Along the sides of cells only, each entered at its full cost.
std::vector<double> dijkstra(const planning::Map& map, const TargetCells& target, const std::vector<double>& cost) {
  std::vector<double> d(map.size(), infinity);
  std::priority_queue<std::pair<double, std::uint32_t>> queue;
  for (std::uint32_t cell : target.cells) {
    d[cell] = 0;
    queue.push({0, cell});
  }
  while (!queue.empty()) {
    const auto [minus, cell] = queue.top();
    queue.pop();
    if (-minus > d[cell]) continue;
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto to = static_cast<std::uint32_t>(cell + map.offset(n));
      if (map.solid[to] != 0 || !(d[cell] + map.h * cost[to] < d[to])) continue;
      d[to] = d[cell] + map.h * cost[to];
      queue.push({-d[to], to});
    }
  }
  return d;
}

struct Walks {
  int arrived = 0, touching = 0;
  double stretch = 0;  // mean length against the shortest way
};

Walks walk(const planning::Field& field, const std::vector<double>& shortest, int count) {
  Rng rng = Rng::stream(11, Purpose::test);
  Walks walks;
  for (int n = 0; n < count; ++n) {
    const Vec2 start = test::random_start(field, rng);
    const planning::Streamline line = planning::follow(field, start, 1'000'000);
    walks.arrived += line.end == StreamlineEnd::arrived;
    walks.touching += line.touches > 0;
    const double way = shortest[field.map->index(static_cast<std::uint32_t>(start.x), static_cast<std::uint32_t>(start.y))];
    walks.stretch += line.length / way / count;
  }
  return walks;
}

// Section 10's table, the rows that are promises.
void check_table(const test::MadeMap& made, int count, double harmonic_stretch, double distance_stretch) {
  const std::vector<double> shortest = planning::distance(made.map, made.map.solid, made.target, {});
  const auto cost = planning::clearance_cost(made.map, planning::clearance(made.map, made.map.solid), 0.25);
  const Walks weighted = walk(test::distance_field(made.map, made.target, cost), shortest, count);
  CHECK(weighted.arrived == count);
  CHECK(weighted.touching <= 0.005 * count);
  CHECK(weighted.stretch < distance_stretch);
  const Walks harmonic = walk(test::harmonic_field(made.map, made.target), shortest, count);
  CHECK(harmonic.arrived == count);
  CHECK(harmonic.touching == 0);
  CHECK(harmonic.stretch < harmonic_stretch);
}

void check_s1(std::uint32_t size, int points) {
  const test::MadeMap made = test::maze(size, 4, 1);
  const planning::Field field = test::harmonic_field(made.map, made.target);
  Rng rng = Rng::stream(4, Purpose::test);
  for (int n = 0; n < points; ++n) {
    const planning::Streamline line = planning::follow(field, test::random_start(field, rng), 1'000'000);
    CHECK(line.end == StreamlineEnd::arrived);
    CHECK(line.touches == 0);
  }
}

}  // namespace

TEST_CASE("distance: P1, every cell that has a way has a lower neighbour") {
  Rng rng = Rng::stream(1, Purpose::test);
  for (int n = 0; n < 1000; ++n) {
    const planning::Map map = random_map(rng, 64, 0.6 * n / 1000);
    const TargetCells target = random_targets(map, rng, 4);
    std::vector<double> cost(map.size(), 1.0);
    if (n % 2 == 1) {
      for (double& c : cost) c = rng.uniform(1, 5);
    }
    const std::vector<double> d = planning::distance(map, map.solid, target, cost);
    const std::vector<std::uint32_t> steps = test::steps(map, target);
    bool same_reach = true, descends = true;
    for (std::size_t cell = 0; cell < map.size(); ++cell) {
      same_reach = same_reach && (d[cell] == infinity) == (steps[cell] == 0xffffffffu);
      if (d[cell] == infinity || steps[cell] == 0) continue;
      bool lower = false;
      for (int k = 0; k < 4; ++k) lower = lower || d[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(cell) + map.offset(k))] < d[cell];
      descends = descends && lower;
    }
    CHECK(same_reach);
    CHECK(descends);
  }
}

TEST_CASE("distance: between the ways along the sides of cells and their lengths over sqrt 2, or sqrt 3 in space") {
  Rng rng = Rng::stream(2, Purpose::test);
  for (int n = 0; n < 60; ++n) {
    planning::Map map = random_map(rng, 40, 0.3);
    if (n % 3 == 0) {  // as a block of 12 x 12 x 12
      map = {{}, 0.5, 12, 12, 12, 3, {}, {}};
      map.solid.assign(map.size(), 1);
      for (std::uint32_t c = 0; c < 12 * 12 * 12; ++c) map.solid[map.index(c % 12, c / 12 % 12, c / 144)] = rng.uniform() < 0.3 ? 1 : 0;
    }
    const TargetCells target = random_targets(map, rng, 4);
    std::vector<double> cost(map.size());
    for (double& c : cost) c = rng.uniform(1, 5);
    const std::vector<double> d = planning::distance(map, map.solid, target, cost), sides = dijkstra(map, target, cost);
    bool between = true;
    for (std::size_t cell = 0; cell < map.size(); ++cell) {
      if (d[cell] == infinity) continue;
      between = between && d[cell] <= sides[cell] * (1 + 1e-12) && d[cell] >= sides[cell] / std::sqrt(map.dimension) * (1 - 1e-12);
    }
    CHECK(between);
  }
}

TEST_CASE("distance: M1, mirrored and turned maps have mirrored and turned fields") {
  const test::MadeMap made = test::city(48, 20, 5);
  const planning::Field field = test::distance_field(made.map, made.target);
  planning::Map turned = made.map;  // (i, j) -> (47 - j, i)
  for (std::uint32_t j = 0; j < 48; ++j) {
    for (std::uint32_t i = 0; i < 48; ++i) turned.solid[turned.index(47 - j, i)] = made.map.solid[made.map.index(i, j)];
  }
  const std::uint32_t at = made.target.cells[0] - made.map.index(0, 0), i0 = at % 50, j0 = at / 50;
  const planning::Field other = test::distance_field(turned, {{turned.index(47 - j0, i0)}, {}});
  Rng rng = Rng::stream(9, Purpose::test);
  int equal = 0;
  for (int n = 0; n < 2000; ++n) {
    const Vec2 p = test::random_start(field, rng);
    const auto i = static_cast<std::uint32_t>(p.x), j = static_cast<std::uint32_t>(p.y);
    CHECK(other.potential[turned.index(47 - j, i)] == doctest::Approx(field.potential[made.map.index(i, j)]).epsilon(1e-12));
    const Vec2 d = field.sample(p).direction, e = other.sample({48 - p.y, p.x}).direction;
    equal += norm(Vec2{-d.y, d.x} - e) < 1e-9;
  }
  CHECK(equal >= 1990);  // but for ties, which go to the lower index
}

TEST_CASE("sampler: S1, harmonic streamlines of a maze never enter a wall") { check_s1(101, 1000); }

TEST_CASE("sampler: section 10's table") {
  SUBCASE("maze, 4 wide") { check_table(test::maze(256, 4, 1), 400, 1.06, 1.06); }
  SUBCASE("maze, 16 wide") { check_table(test::maze(256, 16, 1), 400, 1.16, 1.13); }
  SUBCASE("rooms") { check_table(test::rooms(256, 8, 1), 400, 1.08, 1.05); }
  SUBCASE("city") { check_table(test::city(256, 60, 1), 400, 1.35, 1.05); }
}

TEST_SUITE("long") {
  TEST_CASE("sampler: S1, 10,000 points of a maze") { check_s1(256, 10'000); }
}
