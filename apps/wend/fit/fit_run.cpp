#include "fit/fit_data.hpp"

#include <wend/io/endings.hpp>
#include <wend/io/recording.hpp>

#include <fmt/format.h>

#include <map>

namespace wend::cli {

namespace {

Error unfit(const std::string& message) { return {Errc::unsupported, message, "fit"}; }

// Where everybody and everything was.
struct Tracks {
  std::map<AgentId, study::RecordedTrial> agents;
  std::map<AgentId, bool> done;
  std::map<std::uint64_t, study::TrialObject> bodies;
};

Result<Tracks> tracks_of(io::Recording& recording) {
  Tracks tracks;
  for (std::size_t i = 0; i < recording.frames(); ++i) {
    const auto frame = recording.frame(i);
    if (!frame) return frame.error();
    for (const AgentState& dot : frame->agents) {
      if (tracks.done[dot.id]) continue;
      tracks.done[dot.id] = dot.status == Status::arrived;
      study::RecordedTrial& trial = tracks.agents[dot.id];
      trial.times.push_back(frame->time);
      trial.places.push_back(dot.at.xy());
      trial.headings.push_back(dot.heading);
      trial.speeds.push_back(std::max(dot.speed, 0.0));
      trial.radius = dot.radius;
    }
    for (const io::BodyShape& body : frame->bodies) {
      study::TrialObject& thing = tracks.bodies[body.id];
      thing.radius = body.radius;
      thing.times.push_back(frame->time);
      thing.places.push_back(body.at);
    }
  }
  return tracks;
}

Result<study::TrialObject> goal_of(const scene::SceneSpec& spec, const scene::SceneAgent& agent, std::size_t number) {
  std::vector<std::uint32_t> targets = agent.targets;
  if (targets.empty() && spec.targets.size() == 1) targets = {0};
  if (targets.size() != 1 || agent.direction) return unfit(fmt::format("agent {} has {} targets, expected one: a trial has one goal", number, targets.size()));
  const scene::SceneTarget& target = spec.targets[targets[0]];
  if (target.spec.shape != TargetShape::point && target.spec.shape != TargetShape::disc) return unfit(fmt::format("the target of agent {} is no point, expected one", number));
  if (target.scripted) return unfit(fmt::format("the target of agent {} moves, which a trajectory does not tell: give the trials as a table", number));
  return study::TrialObject{.at = target.spec.at.xy(), .radius = target.spec.radius};
}

AttractorParams params_of(const scene::SceneModel& model, const AgentSpec& agent, double dt) {
  AttractorParams params = preset_named(model.preset);
  for (const auto& [name, value] : model.set) {
    for (const auto& field : attractor_fields()) {
      if (name == field.info.name) field.set(params, value);
    }
  }
  return with_start(params, agent.radius, agent.top_speed, dt);
}

}  // namespace

AttractorParams preset_named(std::string_view name) {
  return name == "classic" ? AttractorParams::classic() : name == "robust" ? AttractorParams::robust() : AttractorParams::people();
}

AttractorParams with_start(AttractorParams params, double radius, double speed, double dt) {
  const AttractorParams here = resolved(params, radius, speed, dt);
  params.a = here.a;
  params.d0 = here.d0;
  return params;
}

Result<FitData> read_run(const std::string& path, const scene::Scene& scene) {
  auto recording = io::Recording::open(path);
  if (!recording) return recording.error();
  const scene::SceneSpec& spec = scene.spec();
  if (!spec.walls.empty()) return unfit(fmt::format("{} has walls, and a trial knows goals and discs only", scene.name()));
  auto tracks = tracks_of(*recording);
  if (!tracks) return tracks.error();

  std::vector<study::TrialObject> obstacles;
  for (std::size_t i = 0; i < spec.obstacles.size(); ++i) {
    const ObstacleSpec& o = spec.obstacles[i].spec;
    if (o.capsule) return unfit(fmt::format("{} has a capsule, and a trial knows goals and discs only", scene.name()));
    if (o.motion == BodyMotion::fixed) {
      obstacles.push_back({.at = o.at.xy(), .radius = o.radius});
      continue;
    }
    const auto seen = tracks->bodies.find(scene.obstacles()[i].bits());
    if (seen == tracks->bodies.end()) {
      std::vector<std::string> endings;
      for (const io::TrajectoryFormat* format : io::trajectory_formats()) {
        if (format->holds.bodies) endings.push_back(format->ending);
      }
      return unfit(fmt::format("an obstacle of {} moves, which only a {} of `wend run` tells", scene.name(),
                               io::either_of(endings)));
    }
    obstacles.push_back(seen->second);
  }

  FitData data;
  data.dt = spec.dt;
  for (std::size_t i = 0; i < spec.agents.size(); ++i) {
    const scene::SceneAgent& agent = spec.agents[i];
    const AgentId id = scene.agents()[i];
    const auto walked = tracks->agents.find(id);
    if (walked == tracks->agents.end() || walked->second.times.size() < 5) {
      data.notes.push_back(fmt::format("agent {} has fewer than 5 frames and is left out", i));
      continue;
    }
    auto goal = goal_of(spec, agent, i);
    if (!goal) return goal.error();
    study::RecordedTrial trial = walked->second;
    trial.name = fmt::format("agent {}", i);
    trial.condition = agent.spec.group < spec.group_names.size() ? spec.group_names[agent.spec.group] : "";
    trial.speed = agent.spec.top_speed;
    trial.start = study::WalkStart{trial.places.front(), trial.headings.front(), agent.spec.turn_rate};
    trial.goal = *goal;
    trial.obstacles = obstacles;
    for (const auto& [other, track] : tracks->agents) {
      if (other == id) continue;
      trial.obstacles.push_back({.radius = track.radius, .from = track.times.front(), .times = track.times, .places = track.places});
    }
    data.trials.push_back(std::move(trial));
    if (!data.lightness) {
      const auto given = std::find_if(agent.spec.attributes.begin(), agent.spec.attributes.end(), [](const Attribute& a) { return a.name == "lightness"; });
      data.lightness = given == agent.spec.attributes.end() ? 1 : given->value;
    }
    if (!data.attractor) {
      const scene::SceneModel model = agent.model < 0 ? scene::SceneModel{} : spec.models[static_cast<std::size_t>(agent.model)];
      data.attractor = params_of(model, agent.spec, spec.dt);
      data.preset = model.preset;
    } else if (agent.model != spec.agents[0].model) {
      data.notes.push_back(fmt::format("agent {} has another model than agent 0, whose other parameters are held for all", i));
    }
  }
  if (data.trials.empty()) return unfit(fmt::format("'{}' holds no agent of {}", path, scene.name()));
  return data;
}

}  // namespace wend::cli
