#include "explain/explain.hpp"
#include "explain/picture.hpp"
#include "load_scene.hpp"
#include "plans.hpp"
#include "simulate.hpp"

#include <wend/analysis/why.hpp>
#include <wend/io/frame.hpp>
#include <wend/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace wend::cli {

namespace {

double degrees(double radians) { return radians * 180 / std::numbers::pi; }
std::string signed_number(double x, int digits = 4) { return (x < 0 ? "" : "+") + rounded(x, digits); }
std::string row(std::string_view name, std::string_view text) { return fmt::format("  {:<14}{}\n", name, text); }

const char* unit_of(Law law) {
  switch (law) {
    case Law::angular_acceleration: return "rad/s2";
    case Law::direction: return "rad";
    case Law::turn_rate: break;
  }
  return "rad/s";
}

const char* law_name(Law law) {
  switch (law) {
    case Law::angular_acceleration: return "angular_acceleration";
    case Law::direction: return "direction";
    case Law::turn_rate: break;
  }
  return "turn_rate";
}

const char* kind_name(BodyKind kind) {
  constexpr const char* names[] = {"agent", "disc", "capsule", "wall", "target"};
  const auto k = static_cast<std::size_t>(kind);
  return k < std::size(names) ? names[k] : "none";
}

std::int64_t number_of(BodyKind kind, std::uint64_t id) {
  const AgentId parts = AgentId::from_bits(id);
  return kind == BodyKind::agent ? io::file_id(parts) : static_cast<std::int64_t>(parts.index);
}

struct BodyRef {
  BodyKind kind;
  std::uint64_t id;
};

// Why an agent goes no faster, and the body that is the reason, if one is.
struct Limit {
  std::string why{};
  std::optional<BodyRef> body{};
};

// What an agent that slides says of its decision: local spec section 19.
struct CrowdNumbers {
  double delay, impatience, step_back, following, conflict, strangers, aside, gain, left, right, time_gap, facing_cap;
  BodyRef left_body, right_body, ahead;
  SlidingDecision sliding;
};

std::optional<CrowdNumbers> crowd_of(const Decision& d) {
  if (!d.sliding || !d.has("delay")) return std::nullopt;
  const auto body = [&](const char* name) {
    const NamedValue* value = d.find(name);
    return value != nullptr ? BodyRef{value->body_kind, value->body} : BodyRef{BodyKind::disc, 0};
  };
  return CrowdNumbers{d.value("delay"), d.value("impatience"), d.value("step_back"), d.value("following"), d.value("conflict"), d.value("strangers"),
                      d.value("aside"), d.value("gain"),       d.value("left"),      d.value("right"),     d.value("time_gap"), d.value("facing_cap"),
                      body("left"),     body("right"),         body("time_gap"),     *d.sliding};
}

Limit in_the_way(const Decision& d) {
  const BodyRef body{d.limiter_kind, d.limiter};
  return {fmt::format("{} is in the way, {} m ahead", body_name(body.kind, body.id), fixed(d.free_distance, 3)), body};
}

// Local spec section 19.4: the lowest of what the agent ahead (C21), bodies on the way (C12) and facing away (C13) allow.
Limit limit_of_sliding(const Decision& d, const CrowdNumbers& c) {
  const auto allows_no_more = [&](double speed) { return speed <= d.wanted_speed + 1e-12; };
  if (c.ahead.id != 0 && allows_no_more(c.time_gap)) {
    return {fmt::format("the time gap to {} allows no more", body_name(c.ahead.kind, c.ahead.id)), c.ahead};
  }
  if (d.limited) {
    if (c.left_body.id != c.right_body.id && allows_no_more(std::max(c.left, c.right))) {
      return {fmt::format("{} on the left and {} on the right leave no way between", body_name(c.left_body.kind, c.left_body.id),
                          body_name(c.right_body.kind, c.right_body.id)),
              BodyRef{d.limiter_kind, d.limiter}};
    }
    return in_the_way(d);
  }
  if (d.value("slope_tar") > 0 && allows_no_more(c.facing_cap)) return {"it faces away from where it wants to go", {}};
  return {};
}

Limit limit_of(const AgentState& agent, const Decision& d) {
  if (agent.status == Status::arrived || !(d.wanted_speed < agent.top_speed)) return {};
  if (const auto crowd = crowd_of(d)) return limit_of_sliding(d, *crowd);
  return d.limited ? in_the_way(d) : Limit{};
}

std::string what_limits(const AgentState& agent, const Decision& d) {
  const std::string wants = fmt::format("{} of {} m/s wanted", fixed(d.wanted_speed, 3), fixed(agent.top_speed, 3));
  if (agent.status == Status::arrived) return "it has arrived and stands";
  if (const Limit limit = limit_of(agent, d); !limit.why.empty()) return fmt::format("{}: {}", wants, limit.why);
  if (d.wanted_speed < agent.top_speed) return wants + ": not for a body, but for its arrival, its strength or its own heading";
  return wants + ": nothing limits it";
}

std::string pace(double v) { return std::isfinite(v) ? fmt::format("{} m/s", fixed(v, 3)) : "free"; }
std::string pair(Vec2 v) { return fmt::format("({}, {}) m/s", fixed(v.x, 3), fixed(v.y, 3)); }

// What only agents that slide have: local spec section 19.
std::string crowd_table(const Decision& d) {
  const auto crowd = crowd_of(d);
  if (!crowd) return {};
  const CrowdNumbers& c = *crowd;
  const auto with_body = [](double v, BodyRef b) { return pace(v) + (std::isfinite(v) && b.id != 0 ? fmt::format(" ({})", body_name(b.kind, b.id)) : ""); };
  std::string mates;
  std::size_t more = 0;
  for (const Share& s : d.shares) {
    if (s.same_way < 0.5) continue;
    if (++more <= 6) mates += fmt::format("{}{} {}%", mates.empty() ? "" : ", ", body_name(s.kind, s.id), fixed(100 * s.same_way, 0));
  }
  if (more > 6) mates += fmt::format(" and {} more", more - 6);
  std::string out = row("same way", mates.empty() ? "no agent in sight walks its way" : mates);
  out += row("impatience", fmt::format("{} (delay {}), step back {} m, {} slower agents", fixed(c.impatience, 3), fixed(c.delay, 3), fixed(c.step_back, 3),
                                       c.following >= 1 ? "follows" : c.following <= 0 ? "overtakes" : fmt::format("{}% follows", fixed(100 * c.following, 0))));
  out += row("conflict", fmt::format("{} ({} from strangers), attractor gain {} rad/s, {} deg aside", fixed(c.conflict, 3), fixed(c.strangers, 3), fixed(c.gain, 3),
                                     fixed(degrees(c.aside), 1)));
  out += row("allowed", fmt::format("left {}, right {}", with_body(c.left, c.left_body), with_body(c.right, c.right_body)));
  out += row("time gap", with_body(c.time_gap, c.ahead) + fmt::format(", facing its target {}", pace(c.facing_cap)));
  out += row("velocity", fmt::format("wished {}, walked {}, {} of {} half planes soft{}", pair(c.sliding.wished), pair(c.sliding.walked), c.sliding.soft_half_planes,
                                     c.sliding.half_planes + c.sliding.soft_half_planes,
                                     c.sliding.given_way > 0 ? fmt::format(", which gave way by {} m/s", fixed(c.sliding.given_way, 3)) : ""));
  return out;
}

std::string points_table(const Portrait& p, const Paint& paint) {
  if (p.headings.empty()) return row("fixed points", "none: this model does not say what it would do at other headings");
  if (p.fixed_points.empty()) return row("fixed points", "none");
  std::string out;
  for (const FixedPoint& f : p.fixed_points) {
    const std::string line = fmt::format("{:>9}\u00b0   {:<10}slope {:>9} 1/s", fixed(degrees(f.heading), 3), f.stable ? "stable" : "unstable",
                                         std::isfinite(f.slope) ? signed_number(f.slope) : "a jump");
    out += row(out.empty() ? "fixed points" : "", f.stable ? paint.bold(line) : line);
  }
  std::string plain;
  for (const FixedPoint& f : p.plain_points) {
    if (f.stable) plain += fmt::format("{}{}\u00b0", plain.empty() ? "" : ", ", fixed(degrees(f.heading), 3));
  }
  if (p.plain != p.rate) out += row("", paint.faint(fmt::format("the plain sum, every weight 1, would be stable at {}", plain.empty() ? "no heading" : plain)));
  return out;
}

std::string shares_table(const Decision& d) {
  std::string out = fmt::format("  {:<14}{:>12}{:>9}{:>12}{:>12}{:>13}\n", "share", fmt::format("asks {}", unit_of(d.law)), "weight", "counts", "bearing", "clearance");
  if (d.target_rate != 0 || d.value("slope_tar") != 0) out += fmt::format("  {:<14}{:>12}{:>9}{:>12}\n", "the target", signed_number(d.target_rate), fixed(d.target_weight, 3), signed_number(d.target_weight * d.target_rate));
  std::vector<Share> shares = d.shares;
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return std::abs(a.weight * a.f) > std::abs(b.weight * b.f); });
  constexpr std::size_t most = 12;
  for (std::size_t i = 0; i < std::min(shares.size(), most); ++i) {
    const Share& s = shares[i];
    out += fmt::format("  {:<14}{:>12}{:>9}{:>12}{:>11}\u00b0{:>11} m\n", body_name(s.kind, s.id), signed_number(s.f), fixed(s.weight, 3), signed_number(s.weight * s.f),
                       fixed(degrees(s.angle), 2), fixed(s.clearance, 3));
  }
  if (shares.size() > most) out += fmt::format("  and {} more, all in --json\n", shares.size() - most);
  return out + fmt::format("  {:<14}{:>12}{:>9}{:>12}\n", "together", signed_number(d.plain), "", signed_number(d.rate));
}

std::string weights_table(const Decision& d, const Paint& paint) {
  if (d.equilibria.empty()) return {};
  std::string out = row("weights", fmt::format("target {}, obstacles {}", fixed(d.target_weight, 4), fixed(d.value("w_obs", 1), 4)));
  out += row("made by", fmt::format("P_tar {}, P_obs {}, gamma12 {}, alpha1 {}, alpha2 {}", fixed(d.value("P_tar"), 4), fixed(d.value("P_obs"), 4), fixed(d.value("gamma12"), 4), fixed(d.value("alpha1"), 4), fixed(d.value("alpha2"), 4)));
  bool first = true;
  for (const Equilibrium& e : d.equilibria) {
    std::string w;
    for (const double x : e.w) w += fmt::format("{}{}", w.empty() ? "" : ", ", fixed(x, 4));
    std::string eigen = fmt::format("eigenvalue {}", signed_number(e.leading));
    if (e.imaginary != 0) eigen += fmt::format(" \u00b1 {} i", rounded(e.imaginary, 4));
    const std::string line = fmt::format("({})  {:<9} {}", w, e.stable ? "stable" : "unstable", eigen);
    out += row(first ? "equilibria" : "", e.stable ? paint.bold(line) : line);
    first = false;
  }
  return out;
}

std::string moment_table(const ExplainOptions& o, const scene::Scene& scene, const AgentState& agent, const Portrait& p, const Paint& paint) {
  const World& world = scene.world();
  const Decision& d = p.now;
  std::string out = "\n";
  if (const std::string title = explain_title(o, scene); !title.empty()) out += paint.bold(printable(title)) + "\n";
  out += paint.faint(fmt::format("{}, seed {}, agent {}, model {}, t = {:.6g} s", printable(scene.name()), world.seed(), io::file_id(agent.id), p.model, world.time())) + "\n\n";
  const Verdict verdict = why(world, agent.id);
  out += row("verdict", paint.bold(verdict.why));
  if (!verdict.advice.empty()) out += row("try", verdict.advice);
  out += row("place", fmt::format("({}, {}) m, heading {}\u00b0, {} m/s, {}", fixed(agent.at.x, 3), fixed(agent.at.y, 3), fixed(degrees(agent.heading), 2), fixed(norm(agent.velocity.xy()), 3), name(agent.status)));
  if (const auto target = world.target(agent.target)) out += row("target", fmt::format("{} at ({}, {}) m", agent.target.index, fixed(target->at.x, 3), fixed(target->at.y, 3)));
  out += row("speed", what_limits(agent, d));
  out += crowd_table(d) + "\n";
  out += shares_table(d) + "\n";
  out += points_table(p, paint);
  if (const std::string weights = weights_table(d, paint); !weights.empty()) out += "\n" + weights;
  return out;
}

Json points_json(const std::vector<FixedPoint>& points) {
  Json all = Json::array();
  for (const FixedPoint& f : points) all.push_back({{"heading", f.heading}, {"slope", number_or_null(f.slope)}, {"stable", f.stable}});
  return all;
}

Json crowd_json(const CrowdNumbers& c) {
  const auto body = [](BodyRef b) { return b.id != 0 ? Json{{"kind", kind_name(b.kind)}, {"id", number_of(b.kind, b.id)}} : Json(nullptr); };
  const SlidingDecision& s = c.sliding;
  return {{"delay", c.delay}, {"impatience", c.impatience}, {"step_back", c.step_back}, {"following", c.following}, {"conflict", c.conflict}, {"strangers", c.strangers}, {"aside", c.aside}, {"gain", c.gain},
          {"left", {{"speed", number_or_null(c.left)}, {"body", body(c.left_body)}}},
          {"right", {{"speed", number_or_null(c.right)}, {"body", body(c.right_body)}}},
          {"time_gap", {{"speed", number_or_null(c.time_gap)}, {"body", body(c.ahead)}}},
          {"facing_cap", c.facing_cap}, {"wished", {s.wished.x, s.wished.y}}, {"walked", {s.walked.x, s.walked.y}},
          {"half_planes", s.half_planes}, {"soft_half_planes", s.soft_half_planes}, {"given_way", s.given_way}};
}

Json moment_json(const ExplainOptions& o, const scene::Scene& scene, const AgentState& agent, const Portrait& p) {
  const Decision& d = p.now;
  Json shares = Json::array(), equilibria = Json::array(), curves = Json::array();
  for (const Share& s : d.shares) {
    shares.push_back({{"kind", kind_name(s.kind)}, {"id", number_of(s.kind, s.id)}, {"f", s.f}, {"weight", s.weight}, {"slope", s.slope}, {"angle", s.angle},
                      {"half_angle", s.half_angle}, {"clearance", s.clearance}, {"window", s.window}, {"nearness", s.nearness}});
    if (d.sliding) shares.back().update({{"same_way", s.same_way}, {"oncoming", s.oncoming}, {"slower", s.slower}, {"gain", s.gain}});
  }
  for (const Equilibrium& e : d.equilibria) equilibria.push_back({{"w", e.w}, {"stable", e.stable}, {"leading", number_or_null(e.leading)}, {"imaginary", e.imaginary}});
  for (std::size_t i = 0; i < p.curves.size(); ++i) {
    const PortraitCurve& c = p.curves[i];
    curves.push_back({{"kind", i == 0 ? "target" : kind_name(c.kind)}, {"id", i == 0 ? Json(nullptr) : Json(number_of(c.kind, c.id))}, {"f", c.f}, {"weight", c.weight}});
  }
  const auto limiter = limit_of(agent, d).body;
  Json json = explain_head(o, scene, agent);
  const Verdict verdict = why(scene.world(), agent.id);
  json["verdict"] = {{"cause", name(verdict.cause)}, {"why", verdict.why}, {"advice", verdict.advice}};
  json["model"] = p.model;
  json["law"] = law_name(d.law);
  json["rate"] = d.rate;
  json["plain"] = d.plain;
  json["target"] = {{"f", d.target_rate}, {"slope", d.value("slope_tar")}, {"weight", d.target_weight}};
  json["obstacles"] = {{"f", d.value("f_obs")}, {"slope", d.value("slope_obs")}, {"weight", d.value("w_obs", 1)}, {"window_sum", d.value("window_sum")}, {"crowding", d.value("crowding")}};
  json["competition"] = {{"P_tar", d.value("P_tar")}, {"P_obs", d.value("P_obs")}, {"gamma12", d.value("gamma12")}, {"alpha1", d.value("alpha1")}, {"alpha2", d.value("alpha2")}};
  json["speed"] = {{"wanted", d.wanted_speed}, {"top", agent.top_speed}, {"free_distance", number_or_null(d.free_distance)},
                   {"limiter", limiter ? Json{{"kind", kind_name(limiter->kind)}, {"id", number_of(limiter->kind, limiter->id)}} : Json(nullptr)}};
  const auto crowd = crowd_of(d);
  json["crowd"] = crowd ? crowd_json(*crowd) : Json(nullptr);
  json["values"] = Json::object();
  for (const NamedValue& v : d.values) json["values"][v.name] = number_or_null(v.value);
  json["shares"] = std::move(shares);
  json["equilibria"] = std::move(equilibria);
  json["fixed_points"] = points_json(p.fixed_points);
  json["plain_points"] = points_json(p.plain_points);
  json["portrait"] = {{"headings", p.headings}, {"rate", p.rate}, {"plain", p.plain}, {"w_tar", p.w_tar}, {"w_obs", p.w_obs}, {"curves", std::move(curves)}};
  return json;
}

}  // namespace

Error explain_error(std::string message) { return {Errc::invalid_value, std::move(message), "explain"}; }

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

std::string body_name(BodyKind kind, std::uint64_t id) { return fmt::format("{} {}", kind_name(kind), number_of(kind, id)); }

std::string explain_title(const ExplainOptions& o, const scene::Scene& scene) { return o.title.empty() ? scene.spec().title : o.title; }

Json explain_head(const ExplainOptions&, const scene::Scene& scene, const AgentState& agent) {
  const World& world = scene.world();
  return {{"schema", 1},
          {"version", version_string},
          {"scene", scene.name()},
          {"title", scene.spec().title},
          {"params", params_json(scene.spec())},
          {"seed", world.seed()},
          {"dt", world.dt()},
          {"time", world.time()},
          {"agent", {{"id", io::file_id(agent.id)}, {"status", name(agent.status)}, {"at", {agent.at.x, agent.at.y}}, {"heading", agent.heading}, {"speed", agent.speed}, {"radius", agent.radius}}}};
}

Result<AgentId> agent_meant(const ExplainOptions& o, const scene::Scene& scene) {
  const World& world = scene.world();
  const double now = world.time();
  if (!o.agent) {
    const auto all = world.agents();
    if (all.size() == 1) return all[0].id;
    if (all.empty()) return explain_error(fmt::format("nobody is there at t = {:.6g} s", now));
    return explain_error(fmt::format("{} are there at t = {:.6g} s: which one? --agent {} .. {}", count_of(all.size(), "agent"), now, io::file_id(all.front().id), io::file_id(all.back().id)));
  }
  const AgentId id = io::agent_of_file_id(*o.agent);
  if (world.agent(id)) return id;
  if (id.index < world.agents_added()) return explain_error(fmt::format("--agent: agent {} has left, it is not there at t = {:.6g} s", *o.agent, now));
  return explain_error(fmt::format("--agent: there is no agent {} at t = {:.6g} s, expected {}", *o.agent, now,
                                   world.agents_added() == 0 ? "a scene with agents" : fmt::format("0 .. {}", world.agents_added() - 1)));
}

Result<scene::Scene> scene_at(const ExplainOptions& o, const SceneOptions& options, double time, Progress& progress, bool tell) {
  auto scene = load_scene(options, {}, [&](std::string_view line) {
    if (tell && !o.quiet) progress.say(line);
  });
  if (!scene) return scene;
  if (auto ok = make_plans(*scene, progress, tell && !o.quiet); !ok) return ok.error();
  const auto runner = make_runner(tell ? useful_threads(options.threads, scene->world().agent_count()) : 1);
  if (auto ok = run_to(*scene, time, *runner, progress, "explain"); !ok) return ok.error();
  return scene;
}

Result<Explanation> explain_moment(const ExplainOptions& o, Progress& progress, const Paint& paint) {
  auto scene = scene_at(o, o.scene, o.at.value_or(0), progress, true);
  if (!scene) return scene.error();
  const auto id = agent_meant(o, *scene);
  if (!id) return id.error();
  const World& world = scene->world();
  const AgentState agent = *world.agent(*id);
  const Portrait p = world.portrait(*id);
  Explanation said{moment_table(o, *scene, agent, p, paint), moment_json(o, *scene, agent, p), {}};
  const std::string title = explain_title(o, *scene);
  said.sheet = portrait_sheet(p, world, agent, fmt::format("{}{}agent {} at t = {:.6g} s", title, title.empty() ? "" : ": ", io::file_id(agent.id), world.time()));
  return said;
}

}  // namespace wend::cli
