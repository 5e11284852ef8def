#include <doctest/doctest.h>
#include <wend/io/frame.hpp>

#include <algorithm>
#include <limits>
#include <numbers>

using namespace wend;
using namespace wend::io;
using std::numbers::pi;

namespace {

AgentState dot(std::uint32_t index, Vec2 at, double heading = 0) {
  return {.id = {index, 1}, .at = lift(at), .heading = heading};
}

Frame frame(double time, std::vector<AgentState> agents) {
  return {.time = time, .agents = std::move(agents), .bodies = {}, .targets = {}};
}

}  // namespace

TEST_CASE("io: interpolation goes half way, and the short way round") {
  Frame a = frame(1, {dot(0, {0, 0}, 3.0), dot(1, {4, 4}, 0.2)}),
        b = frame(2, {dot(0, {1, 0.5}, -3.0), dot(1, {4, 4}, 0.6)});
  a.agents[0].speed = 1, b.agents[0].speed = 2, b.agents[0].target_weight = 0;
  a.agents[0].velocity = {0, 1}, b.agents[0].velocity = {0.5, 2};
  const Frame half = interpolate(a, b, 0.5);
  CHECK(half.time == 1.5);
  REQUIRE(half.agents.size() == 2);
  CHECK(half.agents[0].at == Vec3{0.5, 0.25});
  CHECK(std::abs(half.agents[0].heading) == doctest::Approx(pi));
  CHECK(half.agents[0].speed == 1.5);
  CHECK(half.agents[0].velocity == Vec3{0.25, 1.5});
  CHECK(half.agents[0].target_weight == 0.5);
  CHECK(half.agents[1].heading == doctest::Approx(0.4));
  CHECK(interpolate(a, b, 0.25).agents[0].heading == doctest::Approx(3.0 + (pi - 3.0) / 2));
  CHECK(interpolate(a, b, 0).agents[0].at == Vec3{0, 0});
  CHECK(interpolate(a, b, 1).agents[0].heading == -3.0);
}

TEST_CASE("io: who comes appears at the later frame, who goes stays until then") {
  const Frame a = frame(0, {dot(0, {0, 0}), dot(2, {2, 0})}), b = frame(1, {dot(1, {1, 0}), dot(2, {2, 1})});
  const Frame before = interpolate(a, b, 0.99);
  REQUIRE(before.agents.size() == 2);
  CHECK(before.agents[0].id.index == 0);
  CHECK(before.agents[1].at.y == doctest::Approx(0.99));
  const Frame after = interpolate(a, b, 1);
  REQUIRE(after.agents.size() == 2);
  CHECK(after.agents[0].id.index == 1);
  // The same index, another tenant: nobody glides from one to the other.
  Frame next = b;
  next.agents[1].id.generation = 2;
  CHECK(interpolate(a, next, 0.5).agents[1].at == Vec3{2, 0});
}

TEST_CASE("io: an agent that was put elsewhere jumps") {
  const Frame a = frame(0, {dot(0, {0, 0})}), b = frame(0.25, {dot(0, {9, 0})});
  CHECK(interpolate(a, b, 0.9).agents[0].at == Vec3{0, 0});
  CHECK(interpolate(a, b, 1).agents[0].at == Vec3{9, 0});
}

TEST_CASE("io: scripted bodies and targets glide, fixed bodies do not") {
  Frame a, b;
  b.time = 1;
  a.bodies = {{.id = 1, .at = {0, 0}, .motion = BodyMotion::scripted}, {.id = 2, .at = {0, 0}}};
  b.bodies = {{.id = 1, .at = {2, 0}, .motion = BodyMotion::scripted}, {.id = 2, .at = {2, 0}}};
  a.targets = {{.id = 7, .shape = TargetShape::polygon, .polygon = {{0, 0}, {1, 0}, {0, 1}}}};
  b.targets = {{.id = 7, .shape = TargetShape::polygon, .polygon = {{2, 0}, {3, 0}, {2, 1}}}};
  const Frame half = interpolate(a, b, 0.5);
  CHECK(half.bodies[0].at == Vec2{1, 0});
  CHECK(half.bodies[1].at == Vec2{0, 0});
  CHECK(half.targets[0].polygon[1] == Vec2{2, 0});
}

TEST_CASE("io: agents have small numbers in files, and no two the same") {
  CHECK(file_id({0, 1}) == 0);
  CHECK(file_id({41, 1}) == 41);
  CHECK(file_id({41, 2}) == (std::int64_t{1} << 32) + 41);
  CHECK(file_id({4294967295u, 4294967295u}) > 0);
}

TEST_CASE("io: a trail reaches back as long as asked, and breaks at a jump") {
  TrailRecorder recorder(1.0);
  for (int i = 0; i <= 20; ++i) {
    std::vector<AgentState> agents;
    if (i <= 10) agents.push_back(dot(0, {0.25 * i, 0}));
    agents.push_back(dot(3, {0.25 * i + (i >= 18 ? 50 : 0), 1}));
    if (i >= 15) agents.push_back(dot(1, {0, 0.1 * i}));
    std::sort(agents.begin(), agents.end(), [](const AgentState& a, const AgentState& b) { return a.id < b.id; });
    recorder.add(frame(0.25 * i, agents));
    if (i == 12) {
      REQUIRE(recorder.trails().size() == 2);  // the one who left fades
      CHECK(recorder.trails()[0].points.size() == 4);
    }
  }
  const auto trails = recorder.trails();
  REQUIRE(trails.size() == 2);
  CHECK(trails[0].id.index == 1);
  CHECK(trails[1].id.index == 3);
  CHECK(trails[1].points.front().time == doctest::Approx(3.75));  // one older than the window, so that it reaches back
  CHECK(trails[1].points.back().time == 5.0);
  int breaks = 0;
  for (const TrailPoint& p : trails[1].points) breaks += p.jump;
  CHECK(breaks == 1);
}

TEST_CASE("io: a long trail is thinned, not cut") {
  TrailRecorder recorder(std::numeric_limits<double>::infinity());
  for (int i = 0; i < 10000; ++i) recorder.add(frame(0.1 * i, {dot(0, {0.05 * i, 0})}));
  const auto& points = recorder.trails()[0].points;
  CHECK(points.size() <= TrailRecorder::max_points);
  CHECK(points.front().time == 0);
  CHECK(points.back().time == doctest::Approx(999.9));
}

TEST_CASE("io: trails and jumps go by how fast somebody goes, sideways too") {
  std::vector<Frame> frames;
  for (int i = 0; i < 4; ++i) {
    Frame f = frame(0.2 * i, {dot(0, {0, 1.0 * i}, 0)});  // five times its top speed
    if (i < 2) f.agents[0].velocity = {0, 5};
    frames.push_back(f);
  }
  CHECK(interpolate(frames[0], frames[1], 0.5).agents[0].at == Vec3{0, 0.5});
  CHECK(interpolate(frames[2], frames[3], 0.5).agents[0].at == Vec3{0, 2});
  TrailRecorder recorder(10);
  for (const Frame& f : frames) recorder.add(f);
  const auto& points = recorder.trails()[0].points;
  REQUIRE(points.size() == 4);
  CHECK(points[1].speed == 5);
  CHECK_FALSE(points[1].jump);
  CHECK_FALSE(points[2].jump);  // it was fast before
  CHECK(points[3].jump);
}
