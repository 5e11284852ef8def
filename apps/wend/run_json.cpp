#include "run_json.hpp"

#include "numbers.hpp"
#include "statistics.hpp"

#include <wend/version.hpp>

#include <cmath>

namespace wend::cli {

namespace {

Json known(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(nullptr); }

Json agent_json(const AgentReport& a, std::size_t obstacles) {
  Json sides = Json::array(), clearances = Json::array();
  for (const char side : a.sides) sides.push_back(side == '-' ? Json(nullptr) : Json(std::string(1, side)));
  for (const double clearance : a.obstacle_clearances) clearances.push_back(known(clearance));
  const bool followed = obstacles == 0 || !a.sides.empty();
  return {{"id", a.id.index},
          {"status", name(a.status)},
          {"birth", a.birth},
          {"arrival", known(a.arrival)},
          {"waited", a.waited},
          {"length", a.length},
          {"clearance", known(a.clearance)},
          {"side", followed ? sides : Json(nullptr)},
          {"obstacle_clearance", followed ? clearances : Json(nullptr)},
          {"max_turn_rate", a.max_turn_rate},
          {"rms_turn_rate", a.rms_turn_rate},
          {"final", {{"x", a.final_at.x}, {"y", a.final_at.y}, {"heading", a.final_heading}}}};
}

Json metrics_json(const Outcome& o) {
  const Report& r = o.report;
  const auto met = [&](std::uint64_t Meetings::* count) { return o.meetings ? Json((*o.meetings).*count) : Json(nullptr); };
  return {{"with_goal", r.with_goal},
          {"finished", r.finished},
          {"waiting", r.waiting},
          {"idle", r.idle},
          {"orbiting", r.orbiting},
          {"lost", r.lost},
          {"non_finite", r.non_finite},
          {"overlap_pairs", r.overlap_pairs},
          {"deep_pairs", r.deep_pairs},
          {"wall_violations", r.wall_violations},
          {"enters", met(&Meetings::enters)},
          {"exits", met(&Meetings::exits)},
          {"penetrations", met(&Meetings::penetrations)},
          {"wall_waits", met(&Meetings::wall_waits)},
          {"swept", met(&Meetings::swept)},
          {"mean_time", known(r.mean_time)},
          {"t95", known(r.t95)},
          {"waiting_time", r.waiting_time},
          {"share_stuck", r.share_stuck},
          {"share_waiting", r.share_waiting},
          {"flow", known(r.flow)},
          {"longest_gap", known(r.longest_gap)},
          {"jitter", r.jitter},
          {"real_time_factor", o.wall_time > 0 ? known(o.sim_time / o.wall_time) : Json(nullptr)},
          {"agent_steps", o.agent_steps},
          {"agent_steps_per_second",
           o.step_time > 0 ? known(static_cast<double>(o.agent_steps) / o.step_time) : Json(nullptr)},
          {"threads", o.threads}};
}

}  // namespace

Json run_json(const Outcome& o) {
  const Report& r = o.report;
  Json files = Json::array();
  for (const WrittenFile& file : o.files) files.push_back(file.path);
  const std::optional<Error>& error = o.script_error ? o.script_error : o.file_error;

  Json all{{"schema", 1},
           {"version", version_string},
           {"scene", o.scene},
           {"title", o.title},
           {"params", o.params},
           {"seed", o.seed},
           {"dt", o.dt},
           {"steps", o.steps},
           {"sim_time", o.sim_time},
           {"wall_time", o.wall_time},
           {"agents", r.agents},
           {"arrived", r.arrived},
           {"stuck", r.stuck},
           {"contacts", r.contacts},
           {"wall_contacts", r.wall_contacts},
           {"min_clearance", known(r.min_clearance)},
           {"path_efficiency", known(r.path_efficiency)},
           {"hash", hex(o.hash)},
           {"interrupted", o.interrupted},
           {"error", error ? Json(error->text()) : Json(nullptr)},
           {"files", std::move(files)},
           {"metrics", metrics_json(o)},
           {"stuck_why", o.stuck_why ? stuck_json(*o.stuck_why) : Json(nullptr)},
           {"per_agent", nullptr}};
  if (o.agents) {
    Json& agents = all["per_agent"] = Json::array();
    for (const AgentReport& agent : *o.agents) agents.push_back(agent_json(agent, o.obstacles));
  }
  return all;
}

Json seeds_json(std::span<const Outcome> outcomes, std::uint64_t asked) {
  Json runs = Json::array(), summary{{"runs", outcomes.size()}, {"asked", asked}};
  for (const Outcome& o : outcomes) {
    Json run = run_json(o);
    if (!o.agents) run.erase("per_agent");
    runs.push_back(std::move(run));
  }
  for (const Quantity& quantity : quantities()) {
    const Spread spread = spread_of(outcomes, quantity);
    summary[quantity.name] = {{"mean", known(spread.mean)}, {"min", known(spread.min)}, {"max", known(spread.max)}};
  }
  const bool any = !outcomes.empty();
  return {{"schema", 1},
          {"version", version_string},
          {"scene", any ? Json(outcomes.front().scene) : Json(nullptr)},
          {"runs", std::move(runs)},
          {"summary", std::move(summary)}};
}

}  // namespace wend::cli
