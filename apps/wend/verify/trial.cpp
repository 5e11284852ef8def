#include "verify/trial.hpp"

#include "interrupt.hpp"
#include "scene_files.hpp"
#include "verify/measures.hpp"
#include "verify/safety.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace wend::cli::verify {

namespace {

// What is known of one person, by the order of the scene.
struct Person {
  AgentId id{};
  Vec2 at{}, goal{};
  bool right = true;  // starts heading right
  bool latched = false;
  double arrival = 0, path = 0, straight = 0, turn_rate = 0, top_speed = 1;
};

// A track as bench/track.lua has it: the part between the bends, to the right below and to the left above.
constexpr double half_straight = 12;

class Observer {
 public:
  Observer(const Trial& trial, const scene::Scene& scene) : trial_(trial) {
    const World& world = scene.world();
    const scene::SceneSpec& spec = scene.spec();
    for (std::size_t i = 0; i < scene.agents().size(); ++i) {
      const auto state = world.agent(scene.agents()[i]);
      if (!state) continue;
      Person p{.id = state->id, .at = state->at.xy(), .right = std::cos(state->heading) > 0,
               .turn_rate = state->turn_rate};
      p.top_speed = state->top_speed;
      const auto& targets = spec.agents[i].targets;
      if (!targets.empty()) p.goal = spec.targets[targets.back()].spec.at.xy();
      p.straight = straight_way(p);
      if (p.id.index >= by_index_.size()) by_index_.resize(p.id.index + 1, none);
      by_index_[p.id.index] = people_.size();
      people_.push_back(p);
    }
    seen_.resize(people_.size());
  }

  void look(const World& world) {
    const AgentColumnsView a = world.columns();
    std::fill(seen_.begin(), seen_.end(), 0);
    for (std::size_t r = 0; r < a.id.size(); ++r) {
      if (a.id[r].index >= by_index_.size() || by_index_[a.id[r].index] == none) continue;
      const std::size_t i = by_index_[a.id[r].index];
      seen_[i] = 1;
      stuck_ += !people_[i].latched && a.status[r] == Status::stuck ? 1 : 0;
      step_of(people_[i], {a.x[r], a.y[r]}, a.turn_rate[r], world);
      if (trial_.latch == Latch::own && a.status[r] == Status::arrived && !people_[i].latched) {
        latch(people_[i], world.time());
      }
    }
    if (trial_.latch != Latch::own) return;
    for (std::size_t i = 0; i < people_.size(); ++i) {
      if (seen_[i] == 0 && !people_[i].latched) latch(people_[i], world.time());
    }
  }

  bool all_latched() const { return latched_ == people_.size(); }

  void tell(TrialResult& out) const {
    out.agents = people_.size();
    for (const Person& p : people_) {
      out.free_time += p.straight / std::max(1e-9, p.top_speed) / static_cast<double>(people_.size());
      if (!p.latched) continue;
      out.arrivals.push_back(p.arrival);
      out.mean_time += p.arrival / static_cast<double>(latched_);
      out.efficiency += efficiency(p.straight, p.path) / static_cast<double>(latched_);
    }
    std::sort(out.arrivals.begin(), out.arrivals.end());
    out.jitter = steps_ > 0 ? turning_ / static_cast<double>(steps_) : 0;
    out.stuck = steps_ > 0 ? static_cast<double>(stuck_) / static_cast<double>(steps_) : 0;
    if (on_straights_ > 0) {
      out.speed = along_ / static_cast<double>(on_straights_);
      out.backwards = static_cast<double>(backwards_) / static_cast<double>(on_straights_);
      out.density = static_cast<double>(on_straights_) / static_cast<double>(samples_);  // people; by its area: the row
    }
  }

  void sample(double time) { samples_ += trial_.settle >= 0 && time > trial_.settle + 1e-9 ? 1 : 0; }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  double straight_way(const Person& p) const {
    if (trial_.latch == Latch::goal) return norm(p.goal - p.at) - trial_.tolerance;
    if (trial_.latch != Latch::line) return 0;
    if (trial_.door > 0) {
      const Vec2 through{0, std::clamp(p.at.y, -trial_.door, trial_.door)};
      return norm(through - p.at) + trial_.right_line;
    }
    return p.right ? trial_.right_line - p.at.x : p.at.x - trial_.left_line;
  }

  bool arrived(const Person& p) const {
    if (trial_.latch == Latch::goal) return norm(p.goal - p.at) < trial_.tolerance;
    if (trial_.latch == Latch::line) {
      return trial_.door > 0 || p.right ? p.at.x > trial_.right_line : p.at.x < trial_.left_line;
    }
    return false;
  }

  void latch(Person& p, double time) {
    p.latched = true;
    p.arrival = time;
    ++latched_;
  }

  void step_of(Person& p, Vec2 at, double turn_rate, const World& world) {
    if (trial_.settle >= 0 && world.time() > trial_.settle + 1e-9 && std::abs(at.x) <= half_straight) {
      const double along = (at.y < 0 ? 1 : -1) * (at.x - p.at.x) / world.dt();
      along_ += along;
      backwards_ += along < -0.02 * p.top_speed ? 1 : 0;
      ++on_straights_;
    }
    if (!p.latched) {
      p.path += norm(at - p.at);
      turning_ += std::abs(turn_rate - p.turn_rate);
      ++steps_;
    }
    p.at = at;
    p.turn_rate = turn_rate;
    if (!p.latched && arrived(p)) latch(p, world.time());
  }

  const Trial& trial_;
  std::vector<Person> people_;
  std::vector<std::size_t> by_index_;
  std::vector<char> seen_;
  std::size_t latched_ = 0;
  double turning_ = 0, along_ = 0;
  std::uint64_t steps_ = 0, on_straights_ = 0, backwards_ = 0, samples_ = 0, stuck_ = 0;
};

// Does the scene have a param `preset` that may be this word?
bool knows_preset(const scene::SceneSpec& spec, const std::string& word) {
  for (const scene::SceneParam& p : spec.params) {
    if (p.name == "preset") return std::find(p.choices.begin(), p.choices.end(), word) != p.choices.end();
  }
  return false;
}

}  // namespace

TrialResult run_trial(const Trial& trial, const TrialWatch& watch) {
  TrialResult out;
  const auto begin = std::chrono::steady_clock::now();
  const auto file = find_scene(trial.scene);
  if (!file) return out.error = file.error().text(), out;
  scene::LoadOptions options;
  options.seed = trial.seed;
  options.sets = trial.sets;
  options.people = trial.people;
  auto scene = scene::Scene::load_file(*file, options);
  if (scene && !trial.preset.empty() && knows_preset(scene->spec(), trial.preset)) {
    options.sets.emplace_back("preset", trial.preset);
    scene = scene::Scene::load_file(*file, options);
  }
  if (!scene) return out.error = scene.error().text(), out;
  World& world = scene->world();
  out.limit = trial.limit > 0 ? trial.limit : scene->duration();
  Observer observer(trial, *scene);
  const auto standing = watch_standing(trial.standing, *scene);
  Safety safety;
  safety.start(world);
  const auto over = [&] { return standing ? standing->done() : trial.until_arrived && observer.all_latched(); };
  while (world.time() < out.limit - 1e-9 && !over()) {
    if (auto ok = scene->step(); !ok) return out.error = ok.error().text(), out;
    observer.look(world);
    observer.sample(world.time());
    if (standing) standing->look(world);
    safety.look(world);
    world.clear_events();
    if (interrupted() || (watch && world.steps() % 50 == 0 && !watch(world.time() / out.limit)))
      return out.error = "interrupted", out;
  }
  observer.tell(out);
  if (standing) out.standing = standing->result(world);
  out.agent_clearance = safety.agent_clearance;
  out.static_clearance = safety.static_clearance;
  out.overlaps = safety.overlaps;
  out.crossings = safety.crossings;
  out.touched = safety.touched();
  out.contacts = safety.contacts;
  out.cpu = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

}  // namespace wend::cli::verify
