#include "scene_ways.hpp"

#include "numbers.hpp"

#include <wend/analysis/ground.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace wend::cli {

namespace {

constexpr std::size_t most_errands = 256, walkers_asked = 8, most_told = 3;
constexpr double worth_telling = 2, share_worth_telling = 0.2;  // m and share by which a way is longer without a passage

std::string at_text(Vec2 p) { return fmt::format("({}, {})", fixed(p.x, 2), fixed(p.y, 2)); }

// People of one group with the same targets; positions in the scene, the widest first.
struct Errand {
  std::vector<std::uint32_t> targets;
  bool any = false;  // one target is enough
  std::vector<std::size_t> people;
};

class WayCheck {
 public:
  WayCheck(const scene::Scene& scene, std::vector<std::string>& doubts) : scene_(scene), spec_(scene.spec()), world_(scene.world()), doubts_(doubts) {
    doors_open_ = scene.has_callbacks() || std::any_of(spec_.walls.begin(), spec_.walls.end(), [](const scene::SceneWall& w) { return !w.opens.empty(); });
  }

  void check(const Errand& errand) {
    const std::size_t widest = errand.people.front();
    const WalkableGround* ground = ground_of(radius(widest), doors_open_);
    if (ground == nullptr) return;
    std::vector<std::vector<std::uint32_t>> cells;
    for (const std::uint32_t t : errand.targets) cells.push_back(ground->capture_cells(world_, target(t), radius(widest)));
    std::vector<std::size_t> without;  // a way
    std::uint32_t missed = errand.targets.front();
    for (const std::size_t i : errand.people) {
      std::size_t closed = 0;
      for (std::size_t k = 0; k < cells.size(); ++k) {
        if (ground->has_way(place(i), cells[k]).value_or(true)) continue;
        if (closed++ == 0 && without.empty()) missed = errand.targets[k];
      }
      if (errand.any ? closed == cells.size() : closed > 0) without.push_back(i);
    }
    if (!without.empty() && may_remove(scene_)) return;  // what is in the way may go
    if (!without.empty()) return tell_no_way(without, missed);
    std::vector<std::uint32_t> all;
    for (const auto& list : cells) all.insert(all.end(), list.begin(), list.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    look_at_passages(errand, *ground, all);
  }

 private:
  Vec2 place(std::size_t i) const { return world_.agent(scene_.agents()[i])->at.xy(); }
  double radius(std::size_t i) const { return world_.agent(scene_.agents()[i])->radius; }
  TargetId target(std::uint32_t t) const { return scene_.targets()[t]; }
  std::string person(std::size_t i) const { return fmt::format("agent {}{}", i, in_line(spec_.agents[i].line)); }
  std::string people(const std::vector<std::size_t>& list) const {
    return list.size() == 1 ? person(list.front()) : fmt::format("{} people, such as {},", list.size(), person(list.front()));
  }
  std::string goal(std::uint32_t t) const { return fmt::format("target {}{}", t + 1, in_line(spec_.targets[t].line)); }

  const WalkableGround* ground_of(double radius, bool doors_open) {
    const auto key = std::pair(radius, doors_open);
    if (grounds_.size() >= 16 && !grounds_.contains(key)) grounds_.clear();
    const auto [at, fresh] = grounds_.try_emplace(key);
    if (fresh) at->second = WalkableGround::of(world_, radius, 0, doors_open);
    return at->second ? &*at->second : nullptr;
  }

  // The way an agent would go if its radius were `slim`; empty: none.
  std::vector<Vec2> way_of(std::size_t i, std::uint32_t t, double slim, bool doors_open) {
    const WalkableGround* ground = ground_of(slim, doors_open);
    if (ground == nullptr) return {};
    const auto cells = ground->capture_cells(world_, target(t), radius(i));
    if (!ground->has_way(place(i), cells).value_or(false)) return {};
    return ground->way_from(ground->way_lengths(cells), place(i));
  }

  std::string gap_text(const Gap& gap) const {
    return fmt::format("the passage at {} between {} and {} is {} m wide", at_text(gap.middle), body_of_text(scene_, gap.one), body_of_text(scene_, gap.other), fixed(gap.width, 2));
  }

  void tell_no_way(const std::vector<std::size_t>& who, std::uint32_t t) {
    const std::size_t one = who.front();
    const std::string head = fmt::format("{} at {} cannot reach {}", people(who), at_text(place(one)), goal(t));
    if (const auto way = doors_open_ ? std::vector<Vec2>() : way_of(one, t, radius(one), true); !way.empty()) {
      const auto door = door_on(world_, 0, way);
      doubts_.push_back(fmt::format("{}: {} is shut and never opens; try opens = T or open = true in door{{}}", head, door ? body_of_text(scene_, door->bits()) : "a door"));
      return;
    }
    for (const double share : {0.5, 0.1}) {
      const auto way = way_of(one, t, share * radius(one), doors_open_);
      const WalkableGround* slim = ground_of(share * radius(one), doors_open_);
      if (way.empty() || slim == nullptr) continue;
      const auto gaps = slim->gaps_on(way, 0, 2 * radius(one));
      if (gaps.empty()) continue;
      doubts_.push_back(fmt::format("{}: {}, agent {} needs {} m; try a wider passage or a smaller radius", head, gap_text(gaps.front()), one, fixed(2 * radius(one), 2)));
      return;
    }
    doubts_.push_back(fmt::format("{}: walls and obstacles leave no way; try a gap of more than {} m, or another target", head, fixed(2 * radius(one), 2)));
  }

  void look_at_passages(const Errand& errand, const WalkableGround& ground, const std::vector<std::uint32_t>& cells) {
    const std::size_t widest = errand.people.front();
    const double wide = radius(widest);
    const auto reach = competing_wall_length(world_, scene_.agents()[widest]);
    const bool narrow_ones = ground.has_passages(wide, 2 * 0.98 * wide);
    const bool rows = reach && ground.has_passages(2 * wide, 2 * *reach);
    if (!narrow_ones && !rows) return;
    const std::vector<double> lengths = ground.way_lengths(cells);
    const WalkableGround* slim = narrow_ones ? ground_of(0.5 * wide, doors_open_) : nullptr;
    std::vector<std::uint32_t> slim_cells;
    for (const std::uint32_t t : errand.targets) {
      if (slim == nullptr) break;
      const auto more = slim->capture_cells(world_, target(t), wide);
      slim_cells.insert(slim_cells.end(), more.begin(), more.end());
    }
    std::sort(slim_cells.begin(), slim_cells.end());
    slim_cells.erase(std::unique(slim_cells.begin(), slim_cells.end()), slim_cells.end());
    const std::vector<double> slim_lengths = slim == nullptr ? std::vector<double>() : slim->way_lengths(slim_cells);
    const std::size_t stride = std::max<std::size_t>(1, errand.people.size() / walkers_asked);
    for (std::size_t k = 0; k < errand.people.size(); k += stride) {
      const std::size_t i = errand.people[k];
      if (slim != nullptr) tell_detour(i, ground, lengths, *slim, slim_lengths, 2 * 0.98 * wide);
      if (rows) tell_row(i, ground, lengths, *reach);
    }
  }

  bool is_new(Vec2 middle) {
    for (const Vec2 told : told_) {
      if (norm(told - middle) < 1) return false;
    }
    if (told_.size() >= most_told) return false;
    told_.push_back(middle);
    return true;
  }

  // A passage that would save much way if people were slimmer.
  void tell_detour(std::size_t i, const WalkableGround& ground, std::span<const double> lengths, const WalkableGround& slim, std::span<const double> slim_lengths, double needs) {
    const auto cell = ground.standing_cell(place(i)), slim_cell = slim.standing_cell(place(i));
    if (!cell || !slim_cell || !std::isfinite(lengths[*cell])) return;
    const double length = lengths[*cell], direct = slim_lengths[*slim_cell];
    if (!(length - direct > std::max(worth_telling, share_worth_telling * length))) return;
    for (const Gap& gap : slim.gaps_on(slim.way_from(slim_lengths, place(i)), 0, needs)) {
      if (!is_new(gap.middle)) continue;
      doubts_.push_back(fmt::format("{}: {} needs {} m and has to go round, {} m instead of {} m; try a wider passage, or a wall across it", gap_text(gap), person(i),
                                    fixed(2 * radius(i), 2), fixed(length, 1), fixed(direct, 1)));
      return;
    }
  }

  // Walls side by side, so near that they silence the target of who walks between them.
  void tell_row(std::size_t i, const WalkableGround& ground, std::span<const double> lengths, double reach) {
    for (const Gap& gap : ground.gaps_on(ground.way_from(lengths, place(i)), 2 * radius(i), 2 * reach)) {
      if (gap.facing < gap.width || !rows_told_.insert(spec_.agents[i].line).second) continue;  // once a group
      doubts_.push_back(fmt::format("{}: d0 = {} m of {} is more than half of it, so walls may silence the target; try the preset people, or d0 = {}", gap_text(gap), fixed(reach, 2),
                                    person(i), fixed(std::max(0.05, std::floor(gap.width * 25) / 100), 2)));
      return;
    }
  }

  const scene::Scene& scene_;
  const scene::SceneSpec& spec_;
  const World& world_;
  std::vector<std::string>& doubts_;
  bool doors_open_ = false;
  std::map<std::pair<double, bool>, std::optional<WalkableGround>> grounds_;
  std::vector<Vec2> told_;
  std::set<std::uint32_t> rows_told_;  // lines of groups
};

}  // namespace

std::string in_line(std::uint32_t line) { return line > 0 ? fmt::format(" (line {})", line) : std::string(); }

std::string body_of_text(const scene::Scene& scene, std::uint64_t id) {
  const scene::SceneSpec& spec = scene.spec();
  for (std::size_t i = 0; i < spec.obstacles.size(); ++i) {
    if (scene.obstacles()[i].bits() == id && spec.obstacles[i].line > 0) return fmt::format("the obstacle of line {}", spec.obstacles[i].line);
  }
  std::size_t segment = 0;
  for (const scene::SceneWall& wall : spec.walls) {
    const std::size_t count = wall.points.size() - (wall.closed ? 0 : 1);
    for (std::size_t k = 0; k < count; ++k, ++segment) {
      if (scene.walls()[segment].bits() == id && wall.line > 0) return fmt::format("the {} of line {}", wall.spec.door ? "door" : "wall", wall.line);
    }
  }
  return body_text(scene.world(), id);
}

bool may_remove(const scene::Scene& scene) { return scene.has_callbacks() && scene.text().find(":remove") != std::string_view::npos; }

bool follows_drawing(const scene::SceneSpec& spec, const scene::SceneAgent& agent) {
  return agent.planner >= 0 && spec.planners[static_cast<std::size_t>(agent.planner)].spec.kind == PlannerKind::drawn;
}

void find_way_doubts(const scene::Scene& scene, const std::set<std::size_t>& told, std::vector<std::string>& doubts) {
  const scene::SceneSpec& spec = scene.spec();
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, Errand> errands;
  for (std::size_t i = 0; i < spec.agents.size(); ++i) {
    const scene::SceneAgent& agent = spec.agents[i];
    const auto moves = [&](std::uint32_t t) { return spec.targets[t].scripted; };
    if (agent.direction || follows_drawing(spec, agent) || agent.targets.empty() || told.contains(i) || std::any_of(agent.targets.begin(), agent.targets.end(), moves)) continue;
    Errand& errand = errands[{agent.spec.group, agent.targets}];
    errand.targets = agent.targets;
    errand.any = agent.spec.goal_order == GoalOrder::any || !agent.stages.empty();
    errand.people.push_back(i);
  }
  WayCheck check(scene, doubts);
  std::size_t asked = 0;
  for (auto& [key, errand] : errands) {
    if (++asked > most_errands) break;
    std::stable_sort(errand.people.begin(), errand.people.end(), [&](std::size_t a, std::size_t b) { return spec.agents[a].spec.radius > spec.agents[b].spec.radius; });
    check.check(errand);
  }
}

}  // namespace wend::cli
