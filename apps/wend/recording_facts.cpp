#include "recording_facts.hpp"

#include "numbers.hpp"

#include <algorithm>

namespace wend::cli {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// The names of groups by their numbers.
Json names_of(const std::vector<std::string>& names) {
  Json all = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty()) all[std::to_string(i)] = names[i];
  }
  return all;
}

Json params_of(const io::RunInfo& info) {
  if (info.parameters_json.empty()) return Json::object();
  Json params = Json::parse(info.parameters_json, nullptr, false);
  return params.is_discarded() ? Json(info.parameters_json) : params;
}

}  // namespace

Result<Facts> recording_facts(io::Recording& recording) {
  const io::RunInfo& info = recording.info();
  Json from, to;
  if (recording.frames() > 0) {
    const auto first = recording.frame(0), last = recording.frame(recording.frames() - 1);
    if (!first) return first.error();
    if (!last) return last.error();
    from = first->time, to = last->time;
  }
  Facts facts;
  if (recording.format().holds.run_info) {
    const bool ours = recording.exact() || !info.version.empty();
    facts = {{"format", recording.kind()},
             {"wend_version", text_or_null(info.version)},
             {"title", text_or_null(info.title)},
             {"scene", text_or_null(info.scene_name)},
             {"params", params_of(info)},
             {"seed", ours ? Json(info.seed) : Json(nullptr)},
             {"dt", ours ? Json(info.dt) : Json(nullptr)},
             {"fps", 1 / info.every},
             {"frames", recording.frames()},
             {"agents", recording.agents()},
             {"duration", to.is_null() ? Json(nullptr) : Json(to.get<double>() - from.get<double>())},
             {"hash", recording.hash() ? Json(hex(*recording.hash())) : Json(nullptr)}};
  } else {
    facts = {{"format", recording.kind()},
             {"frames", recording.frames()},
             {"agents", recording.agents()}};
  }
  facts.insert(facts.end(), {{"rows", recording.rows()}, {"from", from}, {"to", to}, {"complete", recording.complete()}});
  if (const Json names = names_of(info.group_names); !names.empty()) facts.emplace_back("groups", names);
  if (!recording.note().empty()) facts.emplace_back("note", recording.note());
  return facts;
}

Result<MeasuredRun> measured_run(io::Recording& recording) {
  auto measured = io::measure(recording);
  if (!measured) return measured.error();
  const io::RunInfo& info = recording.info();
  MeasuredRun run;
  Outcome& o = run.outcome;
  o.scene = info.scene_name.empty() ? recording.path() : info.scene_name;
  o.title = info.title;
  o.params = params_of(info);
  if (!o.params.is_object()) o.params = Json::object();
  o.seed = info.seed;
  o.dt = info.dt;
  o.steps = measured->steps;
  o.sim_time = measured->last;
  o.agent_steps = measured->agent_steps;
  o.hash = recording.hash().value_or(0);
  o.obstacles = measured->obstacles;
  o.report = measured->metrics.report();
  if (o.report.agents <= usual_agent_reports) o.agents = measured->metrics.agents();
  if (recording.format().holds.events && recording.exact()) {  // else nobody knows whom they met
    o.meetings.emplace();
    for (std::size_t kind = 0; kind < measured->events.size(); ++kind) o.meetings->count(static_cast<EventKind>(kind), measured->events[kind]);
  }
  run.differs = measured->differs;
  return run;
}

}  // namespace wend::cli
