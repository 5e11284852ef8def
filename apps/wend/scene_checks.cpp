#include "scene_checks.hpp"

#include "nearest.hpp"
#include "numbers.hpp"
#include "scene_ways.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace wend::cli {

namespace {

constexpr std::size_t most_named = 3;
constexpr double overlap_below = -1e-9;  // as docs/metrics.md: contact

// "2 overlaps ...: agent 3 by 0.120 m on the wall of line 7, ..."
struct Finding {
  std::uint64_t count = 0;
  std::vector<std::string> named;
  void add(std::string text) {
    if (++count <= most_named) named.push_back(std::move(text));
  }
  std::string list() const { return fmt::format("{}{}", fmt::join(named, ", "), count > most_named ? ", ..." : ""); }
};

void find_overlaps(const scene::Scene& scene, std::vector<std::string>& doubts) {
  const World& world = scene.world();
  std::vector<AgentState> agents = world.agents();
  double widest = 0;
  for (const AgentState& a : agents) widest = std::max(widest, a.radius);
  std::stable_sort(agents.begin(), agents.end(),
                   [](const AgentState& a, const AgentState& b) { return a.at.x < b.at.x; });
  Finding inside;
  const std::vector<BodyState> bodies = world.bodies();
  for (const BodyState& body : bodies) {
    if (body.open) continue;
    const Vec2 a = body.at.xy(), b = body.id.kind == BodyKind::disc ? a : body.to.xy();
    const double left = std::min(a.x, b.x) - body.radius - widest, right = std::max(a.x, b.x) + body.radius + widest;
    const auto first =
        std::lower_bound(agents.begin(), agents.end(), left, [](const AgentState& s, double x) { return s.at.x < x; });
    for (auto agent = first; agent != agents.end() && agent->at.x <= right; ++agent) {
      const double clearance = norm(nearest_on(a, b, agent->at.xy()) - agent->at.xy()) - agent->radius - body.radius;
      if (clearance >= overlap_below) continue;
      const std::size_t i = agent->id.index;  // nobody has left yet
      const std::string line = i < scene.spec().agents.size() ? in_line(scene.spec().agents[i].line) : std::string();
      inside.add(fmt::format("agent {}{} by {} m on {}", i, line, fixed(-clearance, 3), body_of_text(scene, body.id.bits)));
    }
  }
  if (inside.count > 0) {
    doubts.push_back(fmt::format("{} between agents and obstacles or walls at the start: {}; try find_room = true, or another place",
                                 count_of(inside.count, "overlap"), inside.list()));
  }
}

// Even-odd rule; what lies on the line may count either way.
bool is_inside(const std::vector<Vec3>& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Vec2 a = ring[i].xy(), b = ring[j].xy();
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

Vec2 middle_of(const scene::SceneTarget& target) {
  if (target.polygon.empty()) return target.spec.at.xy();
  Vec2 sum{};
  for (const Vec3& corner : target.polygon) sum = sum + corner.xy();
  return sum / static_cast<double>(target.polygon.size());
}

// A closed wall that stands still separates for ever.
std::set<std::size_t> find_separated(const scene::SceneSpec& spec, std::vector<std::string>& doubts) {
  std::set<std::size_t> told;
  for (std::size_t w = 0; w < spec.walls.size(); ++w) {
    const scene::SceneWall& wall = spec.walls[w];
    if (!wall.closed || wall.spec.motion != BodyMotion::fixed || wall.points.size() < 3) continue;
    std::vector<bool> target_inside;
    bool moving = false;
    for (const scene::SceneTarget& target : spec.targets) {
      target_inside.push_back(is_inside(wall.points, middle_of(target)));
      moving = moving || target.scripted;
    }
    if (moving || spec.targets.empty()) continue;
    Finding behind;
    for (std::size_t i = 0; i < spec.agents.size(); ++i) {
      const scene::SceneAgent& agent = spec.agents[i];
      if (agent.direction || follows_drawing(spec, agent)) continue;
      const bool inside = is_inside(wall.points, agent.spec.at.xy());
      bool reachable = false;
      if (agent.targets.empty())
        reachable = std::find(target_inside.begin(), target_inside.end(), inside) != target_inside.end();
      for (const std::uint32_t target : agent.targets) reachable = reachable || target_inside[target] == inside;
      if (reachable) continue;
      behind.add(fmt::format("agent {}{}", i, in_line(agent.line)));
      told.insert(i);
    }
    if (behind.count > 0) {
      doubts.push_back(fmt::format("the closed wall {} stands between {} and every target it has: {}", w + 1,
                                   count_of(behind.count, "agent"), behind.list()));
    }
  }
  return told;
}

// A person without a goal stands idle. Scripts may give goals later.
void find_idle(const scene::Scene& scene, std::vector<std::string>& doubts) {
  const scene::SceneSpec& spec = scene.spec();
  if (spec.targets.empty() || scene.has_callbacks()) return;
  std::set<std::size_t> busy;
  for (const scene::SceneTasks& tasks : spec.tasks) busy.insert(tasks.agents.begin(), tasks.agents.end());
  std::map<std::uint32_t, std::vector<std::size_t>> idle;  // by line
  for (std::size_t i = 0; i < spec.agents.size(); ++i) {
    const scene::SceneAgent& agent = spec.agents[i];
    if (agent.targets.empty() && agent.spec.goal_order != GoalOrder::all && !agent.direction && !busy.contains(i)) idle[agent.line].push_back(i);
  }
  for (const auto& [line, people] : idle) {
    doubts.push_back(fmt::format("{} no goal and will stand idle: agent {}{}{}; try target = ... or direction = ...", people.size() == 1 ? "1 person has" : fmt::format("{} people have", people.size()),
                                 people.front(), people.size() > 1 ? " and others" : "", in_line(line)));
  }
}

void find_covered_targets(const scene::SceneSpec& spec, std::vector<std::string>& doubts) {
  for (std::size_t t = 0; t < spec.targets.size(); ++t) {
    const scene::SceneTarget& target = spec.targets[t];
    if (target.scripted || target.spec.shape == TargetShape::segment || !target.polygon.empty()) continue;
    for (std::size_t o = 0; o < spec.obstacles.size(); ++o) {
      const ObstacleSpec& obstacle = spec.obstacles[o].spec;
      if (obstacle.motion != BodyMotion::fixed) continue;
      const Vec2 at = target.spec.at.xy();
      const Vec2 axis = nearest_on(obstacle.at.xy(), obstacle.capsule ? obstacle.to.xy() : obstacle.at.xy(), at);
      // Nobody comes closer than touching the obstacle.
      if (norm(at - axis) + target.spec.radius < obstacle.radius) {
        doubts.push_back(fmt::format("target {} lies inside obstacle {}: nobody can reach it", t + 1, o + 1));
      }
    }
  }
}

}  // namespace

std::vector<std::string> doubts_about(scene::Scene& scene) {
  const scene::SceneSpec& spec = scene.spec();
  std::vector<std::string> doubts = spec.warnings;
  if (spec.dt > 0.25) doubts.push_back(fmt::format("dt = {} s: above 0.25 s behaviour suffers", spec.dt));
  if (spec.agents.empty()) doubts.push_back(scene.has_callbacks() ? "there are no agents at the start" : no_agents);
  if (spec.targets.empty() && !spec.agents.empty() &&
      std::any_of(spec.agents.begin(), spec.agents.end(), [](const scene::SceneAgent& a) { return !a.direction; })) {
    doubts.push_back("there are no targets: agents without a direction are lost");
  }
  find_overlaps(scene, doubts);
  const std::set<std::size_t> told = find_separated(spec, doubts);
  find_covered_targets(spec, doubts);
  find_idle(scene, doubts);
  find_way_doubts(scene, told, doubts);
  if (auto ok = scene.world().make_plans(); !ok) doubts.push_back(ok.error().text());
  for (std::string& told : scene.world().plan_notes()) {
    if (std::find(doubts.begin(), doubts.end(), told) == doubts.end()) doubts.push_back(std::move(told));
  }
  for (const std::string& variable : scene.written_outside_state()) {
    doubts.push_back(fmt::format("a callback writes to {}, which a checkpoint does not keep; keep it in `state`", variable));
  }
  return doubts;
}

}  // namespace wend::cli
