#include "environment/clear_way.hpp"

#include <wend/base/rng.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "environment/environment.hpp"

using namespace wend;
using namespace wend::environment;

namespace {

Vec2 place(Rng& rng, double size, double step) {
  const auto snap = [&](double v) { return step > 0 ? std::round(v / step) * step : v; };
  return {snap(rng.uniform(-size, size)), snap(rng.uniform(-size, size))};
}

std::vector<Capsule> random_bodies(Rng& rng, double size, double step) {
  std::vector<Capsule> bodies;
  const std::size_t n = rng.below(8) == 0 ? rng.below(2) : rng.below(60);
  const std::uint64_t floors = 1 + rng.below(2);
  for (std::size_t k = 0; k < n; ++k) {
    const Vec2 a = place(rng, size, step);
    const Vec2 b = rng.below(3) == 0 ? a : rng.below(6) == 0 ? 3.0 * place(rng, size, step) : a + 0.2 * place(rng, size, step);
    const double radius = rng.below(20) == 0 ? size : rng.below(3) == 0 ? 0 : 0.125 * static_cast<double>(rng.below(4));
    bodies.push_back({a, b, radius, static_cast<std::uint32_t>(rng.below(floors)), radius == 0, rng.below(5) != 0});
  }
  return bodies;
}

// By walking along it in small steps; -1 when too near to call.
int walked(const Way& w, const Capsule& body) {
  constexpr int steps = 400;
  const double sum = w.radius + body.radius, slip = norm(w.to - w.from) / steps + 1e-6;
  const auto distance = [&](double share) {
    const Vec2 p = w.from + share * (w.to - w.from);
    return norm(nearest_on_segment(p, body.a, body.b).point - p);
  };
  double least = distance(0);
  const double allowed = std::min(sum, least);
  for (int k = 1; k <= steps; ++k) least = std::min(least, distance(static_cast<double>(k) / steps));
  if (least < allowed - 1e-6) return 1;
  return least > allowed + slip ? 0 : -1;
}

bool clear(Way way, std::vector<Capsule> bodies) {
  for (Capsule& body : bodies) body.fixed = true;
  ClearWays ways;
  ways.look(bodies);
  std::uint8_t answer = 7;
  WayScratch scratch;
  ways.ask({&way, 1}, {&answer, 1}, scratch);
  REQUIRE(answer <= 1);
  return answer == 1;
}

}  // namespace

TEST_CASE("clear way: the cells answer what every body answers, one by one") {
  ClearWays ways;  // one for all scenes: what is left of the last must not matter
  WayScratch scratch;
  std::size_t clear_ones = 0, blocked = 0, sampled = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    const double size = std::exp(rng.uniform(-1, 5)), step = rng.below(2) == 0 ? 0 : size / 16;
    const std::vector<Capsule> bodies = random_bodies(rng, size, step);
    ways.look(bodies);
    std::vector<Way> asked;
    for (int k = 0; k < 40; ++k) {
      const Vec2 from = place(rng, 1.5 * size, step);
      const Vec2 to = rng.below(2) == 0 ? place(rng, 1.5 * size, step) : from + 0.1 * place(rng, size, step);
      asked.push_back({from, rng.below(20) == 0 ? from : to, 0.125 * static_cast<double>(rng.below(5)), static_cast<std::uint32_t>(rng.below(2))});
    }
    std::vector<std::uint8_t> answers(asked.size(), 7);
    ways.ask(asked, answers, scratch);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      bool free = true;
      for (const Capsule& body : bodies) {
        if (!body.fixed || body.floor != asked[k].floor) continue;
        const bool hit = in_the_way(asked[k], body);
        free = free && !hit;
        const int slow = k % 8 == 0 ? walked(asked[k], body) : -1;
        if (slow < 0) continue;
        ++sampled;
        CHECK(hit == (slow == 1));
      }
      CHECK(answers[k] == (free ? 1 : 0));
      ++(free ? clear_ones : blocked);
    }
  }
  CHECK(clear_ones > 2000);
  CHECK(blocked > 2000);
  CHECK(sampled > 5000);
}

TEST_CASE("clear way: touching is not in the way") {
  const Capsule wall{{-5, 0}, {5, 0}, 0.25, 0, true};
  const double r = 0.25;
  CHECK(clear({{-3, 0.5}, {3, 0.5}, r, 0}, {wall}));              // along it, touching
  CHECK_FALSE(clear({{-3, 0.5}, {3, 0.4375}, r, 0}, {wall}));     // and into it
  CHECK(clear({{-3, 0.5}, {-3, 4}, r, 0}, {wall}));               // away
  CHECK(clear({{0, 4}, {0, 0.5}, r, 0}, {wall}));                 // to a place that touches it
  CHECK_FALSE(clear({{0, 4}, {0, 0.25}, r, 0}, {wall}));          // in it
  CHECK(clear({{5.5, -3}, {5.5, 3}, r, 0}, {wall}));              // past its end, grazing
  CHECK_FALSE(clear({{5.4375, -3}, {5.4375, 3}, r, 0}, {wall}));  // not quite past it
  CHECK(clear({{0, 1}, {0, 1}, r, 0}, {wall}));                   // no way at all
  CHECK(clear({{0, -3}, {0, 3}, r, 1}, {wall}));                  // on another floor
  CHECK(clear({{0, -3}, {0, 3}, r, 0}, {}));
}

TEST_CASE("clear way: who stands in a body may leave it, not go deeper") {
  const Capsule wall{{-5, 0}, {5, 0}, 0.25, 0, true}, disc{{0, 0}, {0, 0}, 1, 0, false};
  const double r = 0.25;
  CHECK(clear({{-3, 0.375}, {-3, 4}, r, 0}, {wall}));
  CHECK(clear({{-3, 0.375}, {3, 0.375}, r, 0}, {wall}));
  CHECK(clear({{0, 0.375}, {0, 0.375}, r, 0}, {wall}));
  CHECK_FALSE(clear({{-3, 0.375}, {3, 0.25}, r, 0}, {wall}));
  CHECK_FALSE(clear({{-3, 0.375}, {-3, -4}, r, 0}, {wall}));
  CHECK(clear({{1, 0}, {4, 0}, r, 0}, {disc}));
  CHECK(clear({{1, 0}, {1, 4}, r, 0}, {disc}));
  CHECK_FALSE(clear({{1, 0}, {0.5, 4}, r, 0}, {disc}));
  CHECK(clear({{0, 0}, {0.5, 4}, r, 0}, {disc}));  // nowhere is deeper
  // A slanting wall: rounding along it is no approach.
  const Capsule slanting{{0, 0}, {7, 3}, 0.1, 0, true};
  const Vec2 along = direction_or({7, 3}, {1, 0}), off{-along.y, along.x};
  for (int k = 0; k <= 60; ++k) {
    const Vec2 from = 0.1 * along + (0.1 + r) * off;
    CHECK(clear({from, from + (0.1 * k) * along, r, 0}, {slanting}));
  }
}

TEST_CASE("clear way: a wall and a walker of no thickness") {
  const Capsule wall{{0, -1}, {0, 1}, 0, 0, true};
  CHECK_FALSE(clear({{-1, 0}, {1, 0}, 0, 0}, {wall}));
  CHECK(clear({{-1, 1}, {1, 1}, 0, 0}, {wall}));
  CHECK(clear({{-1, 0}, {0, 0}, 0, 0}, {wall}));
}

TEST_CASE("clear way: the environment answers about the last look") {
  Environment environment;
  const std::vector<double> x{0}, y{0}, radius{0.3}, reach{1};
  const std::vector<std::uint32_t> floor{0};
  std::vector<Capsule> bodies{{{0, -1}, {0, 1}, 0.1, 0, true, true}};
  const Way way{{-1, 0}, {1, 0}, 0.3, 0};
  std::uint8_t answer = 7;
  WayScratch scratch;
  const auto ask = [&] {
    environment.look({x, y, radius, floor, bodies}, reach);
    environment.clear_ways({&way, 1}, {&answer, 1}, scratch);
    return answer;
  };
  CHECK(ask() == 0);
  bodies[0].fixed = false;
  CHECK(ask() == 1);
  bodies[0].fixed = true;
  CHECK(ask() == 0);
  bodies.clear();
  CHECK(ask() == 1);
}

TEST_CASE("clear way: bodies over the whole place, and many of them") {
  std::vector<Capsule> bodies;
  for (int k = 0; k < 3000; ++k) bodies.push_back({{0.5 * k, 0}, {0.5 * k, 0}, 5000, 0, false, true});
  ClearWays ways;
  ways.look(bodies);
  const Way in{{100, 6000}, {100, 4000}, 0.3, 0}, past{{-3000, 5001}, {3000, 5001}, 0.3, 0};
  std::uint8_t answers[2] = {7, 7};
  WayScratch scratch;
  const Way both[2] = {in, past};
  ways.ask(both, answers, scratch);
  CHECK(answers[0] == 0);
  CHECK(answers[1] == 1);
}
