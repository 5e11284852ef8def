#include <doctest/doctest.h>

#include <wend/analysis/metrics.hpp>
#include <wend/scene.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "golden/in_parallel.hpp"

using namespace wend;

namespace {

constexpr double touching = -1e-9;

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> paths;
  for (const char* folder : {"/scenes", "/scenes/paper"}) {
    for (const auto& entry : std::filesystem::directory_iterator(WEND_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() == ".lua") paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 ab = b - a;
  const double length2 = dot(ab, ab);
  const double s = length2 > 0 ? std::clamp(dot(p - a, ab) / length2, 0.0, 1.0) : 0.0;
  const Vec2 d = p - (a + s * ab);
  return std::sqrt(dot(d, d));
}

// The smallest clearances, by looking at every pair: no grid, no metrics.
struct Clearance {
  double agents = std::numeric_limits<double>::infinity();
  double fixed = std::numeric_limits<double>::infinity();
  double walls = std::numeric_limits<double>::infinity();  // moving ones as well

  void look(const World& world) {
    const AgentColumnsView a = world.columns();
    const std::vector<BodyState> bodies = world.bodies();
    for (std::size_t i = 0; i < a.id.size(); ++i) {
      const Vec2 p{a.x[i], a.y[i]};
      for (std::size_t j = 0; j < i; ++j) {
        const Vec2 d = p - Vec2{a.x[j], a.y[j]};
        agents = std::min(agents, std::sqrt(dot(d, d)) - a.radius[i] - a.radius[j]);
      }
      for (const BodyState& b : bodies) {
        if (b.open) continue;
        const Vec2 to = b.id.kind == BodyKind::disc ? b.at.xy() : b.to.xy();
        const double clearance = distance_to_segment(p, b.at.xy(), to) - a.radius[i] - b.radius;
        if (b.motion == BodyMotion::fixed) fixed = std::min(fixed, clearance);
        if (b.id.kind == BodyKind::wall) walls = std::min(walls, clearance);
      }
    }
  }
};

struct Outcome {
  std::string error;
  Clearance start, worst;
  Report report;
};

Outcome run(const std::string& path) {
  Outcome out;
  auto scene = scene::Scene::load_file(path);
  if (!scene) return out.error = scene.error().text(), out;
  Metrics metrics;
  metrics.start(scene->world());
  out.start.look(scene->world());
  out.worst = out.start;
  // Looking at every pair is slow: in large scenes at every tenth step.
  const std::size_t agents = scene->world().agent_count(), bodies = scene->world().bodies().size();
  const std::uint64_t every = agents * (agents + bodies) > 60'000 ? 10 : 1;
  while (!scene->finished()) {
    if (auto ok = scene->step(); !ok) return out.error = ok.error().text(), out;
    metrics.observe(scene->world());
    if (scene->world().steps() % every == 0) out.worst.look(scene->world());
    scene->world().clear_events();
  }
  out.report = metrics.report();
  return out;
}

}  // namespace

TEST_CASE("scenes: nobody walks through anybody or anything, and 95 % arrive") {
  const std::vector<std::string> paths = shipped_scenes();
  REQUIRE(paths.size() >= 47);
  std::vector<Outcome> outcomes(paths.size());
  golden::in_parallel(paths.size(), [&](std::size_t i) { outcomes[i] = run(paths[i]); });
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Outcome& o = outcomes[i];
    const std::string file = paths[i].substr(paths[i].find_last_of('/') + 1);
    CAPTURE(file);
    CHECK_MESSAGE(o.error.empty(), o.error);
    if (!o.error.empty()) continue;
    CHECK(o.report.agents > 0);
    CHECK(o.start.agents >= 0);
    CHECK(o.start.fixed >= 0);
    CHECK(o.worst.agents >= touching);
    CHECK(o.worst.fixed >= touching);
    CHECK(o.worst.walls >= 2 * touching);
    CHECK(o.report.wall_contacts == 0);
    CHECK(o.report.wall_violations == 0);
    CHECK(o.report.overlap_pairs == 0);
    CHECK(o.report.non_finite == 0);
    if (file == "u_trap.lua") {
      CHECK(o.report.arrived == 0);  // why planning exists
    } else {
      CHECK(o.report.with_goal > 0);
      CHECK(static_cast<double>(o.report.arrived) >= 0.95 * static_cast<double>(o.report.with_goal));  // bystanders have no goal
    }
  }
}

TEST_CASE("scenes: the demo has about 200 agents in two groups, walls and moving obstacles") {
  const auto scene = scene::Scene::load_file(WEND_SOURCE_DIR "/scenes/demo.lua");
  REQUIRE_MESSAGE(scene.has_value(), scene.error().text());
  const scene::SceneSpec& spec = scene->spec();
  CHECK(spec.agents.size() == 200);
  CHECK(std::count_if(spec.agents.begin(), spec.agents.end(), [](const auto& a) { return a.spec.group == 1; }) == 100);
  CHECK(std::count_if(spec.agents.begin(), spec.agents.end(), [](const auto& a) { return a.spec.group == 2; }) == 100);
  CHECK(spec.walls.size() == 4);
  CHECK(std::count_if(spec.obstacles.begin(), spec.obstacles.end(),
                      [](const auto& o) { return o.spec.motion == BodyMotion::scripted; }) == 2);
  CHECK(spec.view.given);
}

TEST_CASE("scenes: each file opens with one sentence that says what it shows") {
  for (const std::string& path : shipped_scenes()) {
    CAPTURE(path);
    std::ifstream file(path);
    std::string line;
    REQUIRE(std::getline(file, line));
    CHECK(line.starts_with("-- "));
    CHECK(line.ends_with("."));
    CHECK(line.size() <= 120);
  }
}

TEST_CASE("scenes: titles are there and differ") {
  std::vector<std::string> titles;
  for (const std::string& path : shipped_scenes()) {
    CAPTURE(path);
    const auto scene = scene::Scene::load_file(path);
    REQUIRE_MESSAGE(scene.has_value(), scene.error().text());
    CHECK(!scene->spec().title.empty());
    CHECK(scene->spec().warnings.empty());
    titles.push_back(scene->spec().title);
  }
  std::sort(titles.begin(), titles.end());
  CHECK(std::adjacent_find(titles.begin(), titles.end()) == titles.end());
}
