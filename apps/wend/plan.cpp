#include "commands.hpp"
#include "console.hpp"
#include "drawing.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "options.hpp"
#include "plan_facts.hpp"
#include "plans.hpp"
#include "progress.hpp"
#include "simulate.hpp"

#include <wend/io/all.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend plan maze -o maze.png                       where their planner sends people, and from where there is no way\n"
    "  wend plan maze                                   only the table: kinds, cells, unreachable parts, closed passages\n"
    "  wend plan door -o open.svg --at 12               after twelve seconds: a door has opened\n"
    "  wend plan theatre -o big.png --field 2           the second field of the table\n"
    "  wend plan city -o mine.png --agent 7             the one that agent 7 asks\n"
    "  wend plan rooms -o rooms.pdf --kind distance     a scene without planner: what a field would look like";

struct PlanOptions {
  SceneOptions scene;
  std::vector<std::string> outputs;
  Size size{1280, 720};
  std::optional<double> at, cell;
  std::optional<std::size_t> field;
  std::optional<std::int64_t> agent;
  std::string kind, title;
  bool no_potential = false, no_contours = false, no_streamlines = false, no_sight = false, no_passages = false, no_agents = false;
  bool dark = false, no_legend = false, json = false, quiet = false;
};

Error wrong(const std::string& message) { return {Errc::invalid_value, message, "plan"}; }

int refuse(const PlanOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return error.code == Errc::io ? failed : bad_usage;
}

Result<void> check_request(const PlanOptions& o) {
  for (std::size_t i = 0; i < o.outputs.size(); ++i) {
    const std::string& path = o.outputs[i];
    if (!is_picture(path)) {
      const std::string message = fmt::format("-o '{}': expected {}", path, picture_endings());
      return Error{Errc::unknown_name, message, "plan"};
    }
    if (auto ok = check_folder(path); !ok) return ok;
    if (std::find(o.outputs.begin(), o.outputs.begin() + static_cast<std::ptrdiff_t>(i), path) != o.outputs.begin() + static_cast<std::ptrdiff_t>(i))
      return wrong(fmt::format("'{}' is to be written twice", path));
  }
  if (o.cell && o.kind.empty()) return wrong("--cell is for --kind: a scene's own planner has its cells");
  if (o.field && o.agent) return wrong("--field and --agent exclude each other");
  return {};
}

class Planning {
 public:
  Planning(const PlanOptions& o, scene::Scene& scene, Progress& progress) : o_(o), scene_(scene), progress_(progress) {}

  // One planner for all, instead of what the scene says.
  Result<void> use_kind() {
    if (o_.kind.empty()) return {};
    PlannerSpec spec;
    spec.kind = find_planner_kind(o_.kind)->kind;  // --kind accepts these names only
    spec.cell = o_.cell.value_or(0);
    auto planner = scene_.world().add_planner(spec);
    if (!planner) return planner.error();
    for (const AgentState& agent : scene_.world().agents()) {
      if (auto ok = scene_.world().set_planner(agent.id, *planner); !ok) return ok;
    }
    return {};
  }

  Result<void> make() {
    const auto start = std::chrono::steady_clock::now();
    const auto made = make_fields(scene_, [&](const PlanProgress& p) {
      if (!progress_.due()) return;
      progress_.show({.share = p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : 0, .where = p.stage});
    });
    solve_time_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return made;
  }

  Result<void> run_to(double end) {
    const auto runner = make_runner(useful_threads(o_.scene.threads, scene_.world().agent_count()));
    return cli::run_to(scene_, end, *runner, progress_, "plan");
  }

  // The number of the field to draw, from 0.
  Result<std::size_t> choose(const std::vector<PlanningField>& fields) const {
    if (fields.empty()) {
      if (scene_.world().agent_count() == 0) return wrong(fmt::format("nobody is there at t = {:.6g} s, so that no field is asked", scene_.world().time()));
      return wrong("nobody in this scene asks a field: give agents a planner, such as planner = harmonic {}, or draw one with --kind harmonic");
    }
    if (o_.field && *o_.field > fields.size())
      return wrong(fmt::format("--field: {}, expected 1 .. {}; `wend plan {}` lists them", *o_.field, fields.size(), o_.scene.scene));
    if (o_.field) return *o_.field - 1;
    if (!o_.agent) return std::size_t{0};
    const AgentId agent = io::agent_of_file_id(*o_.agent);
    if (!scene_.world().agent(agent)) return wrong(fmt::format("--agent: there is no agent {} at t = {:.6g} s", *o_.agent, scene_.world().time()));
    const auto its = scene_.world().planning_field(agent);
    if (!its) return wrong(fmt::format("--agent: agent {} asks no field", *o_.agent));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const FieldUse &a = fields[i].use(), &b = its->use();
      if (a.planner == b.planner && a.radius == b.radius && a.floor == b.floor && a.targets == b.targets) return i;
    }
    return wrong(fmt::format("--agent: agent {} asks no field that is in use", *o_.agent));
  }

  PlanFacts facts(const std::vector<PlanningField>& fields, std::size_t drawn) const {
    const World& world = scene_.world();
    PlanFacts p;
    p.scene = scene_.name();
    p.title = scene_.spec().title;
    p.seed = world.seed();
    p.time = world.time();
    p.solve_time = solve_time_;
    p.cached = o_.scene.fields != nullptr;
    if (p.cached) p.from_cache = o_.scene.fields->loaded(), p.to_cache = o_.scene.fields->saved();
    for (const PlanningField& field : fields) p.fields.emplace_back(field);
    p.fields[drawn].drawn = true;
    p.agents = world.agent_count();
    for (const AgentPlan& plan : world.plans()) {
      if (plan.status == PlanStatus::direct) ++p.direct;
      if (plan.status == PlanStatus::field || plan.status == PlanStatus::outside) ++p.asking;
      if (plan.status == PlanStatus::unreachable) p.lost.push_back(io::file_id(plan.agent));
    }
    p.warnings = world.plan_notes();
    if (!p.lost.empty()) {
      const Vec3 first = world.agent(io::agent_of_file_id(p.lost.front()))->at;
      p.warnings.push_back(fmt::format("{} no way to {} target; the first is agent {} at ({:.6g}, {:.6g})",
                                       p.lost.size() == 1 ? "one agent has" : count_of(p.lost.size(), "agent") + " have",
                                       p.lost.size() == 1 ? "its" : "their", p.lost.front(), first.x, first.y));
    }
    return p;
  }

 private:
  const PlanOptions& o_;
  scene::Scene& scene_;
  Progress& progress_;
  double solve_time_ = 0;
};

io::Style style_of(const PlanOptions& o, const scene::SceneSpec& spec) {
  io::Style style;
  style.width = o.size.width;
  style.height = o.size.height;
  if (spec.view.given) style.view = io::Box{{spec.view.x0, spec.view.y0}, {spec.view.x1, spec.view.y1}};
  style.title = o.title.empty() ? spec.title : o.title;
  style.group_names = spec.group_names;
  style.dark = o.dark;
  style.legend = !o.no_legend;
  return style;
}

int plan(const PlanOptions& o) {
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  Progress progress(!o.quiet);
  auto scene = load_scene(o.scene, {}, [&](std::string_view line) {
    if (!o.quiet) progress.say(line);
  });
  const auto stop = [&](const Error& error) {
    progress.clear();
    say_cache_problem(o.scene);
    return refuse(o, error);
  };
  if (!scene) return std::max<int>(stop(scene.error()), bad_usage);
  Planning planning(o, *scene, progress);
  if (auto ok = planning.use_kind(); !ok) return stop(ok.error());
  if (auto ok = planning.make(); !ok) return stop(ok.error());
  if (o.at) {
    if (auto ok = planning.run_to(*o.at); !ok) return stop(ok.error());
    if (auto ok = planning.make(); !ok) return stop(ok.error());
  }
  const std::vector<PlanningField> fields = scene->world().planning_fields();
  const auto drawn = planning.choose(fields);
  if (!drawn) return stop(drawn.error());
  PlanFacts facts = planning.facts(fields, *drawn);

  const io::FieldLook look{.potential = !o.no_potential, .contours = !o.no_contours, .streamlines = !o.no_streamlines,
                           .sight = !o.no_sight, .passages = !o.no_passages, .agents = !o.no_agents};
  for (const std::string& path : o.outputs) {
    const auto done = io::draw_field(path, fields[*drawn], io::capture(scene->world()), io::field_notes(scene->world(), fields[*drawn]), look,
                                     style_of(o, scene->spec()));
    if (!done) return stop(done.error());
    facts.files.push_back(file_of(path));
  }
  progress.clear();
  for (const std::string& warning : facts.warnings) say_warning(warning);
  say_cache_problem(o.scene);
  if (!o.quiet) {
    const std::string table = plan_table(facts, Paint::of(o.json ? STDERR_FILENO : STDOUT_FILENO));
    if (!put_table(table, o.json)) return failed;
  }
  return exit_code(!o.json || put(json_text(plan_json(facts))));
}

template <class Number>
void add_count(CLI::App& app, const std::string& name, const char* type, std::uint64_t low, std::uint64_t high, std::optional<Number>& to, const std::string& help) {
  add_text(app, name, type, help, [&to, low, high](const std::string& text) -> Result<void> {
    auto value = read_whole(text, low, high);
    if (!value) return value.error();
    to = static_cast<Number>(*value);
    return {};
  });
}

}  // namespace

// The kinds that make a field of their own.
std::vector<std::string> field_names() {
  std::vector<std::string> names;
  for (const PlannerInfo& kind : planner_kinds()) {
    if (kind.form == PlannerForm::field) names.emplace_back(kind.name);
  }
  return names;
}

Action add_plan(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("plan", "draw a scene's planning field: potential, ways, unreachable parts");
  app.footer(examples);
  const auto o = std::make_shared<PlanOptions>();
  add_scene(app, o->scene);
  app.add_option("-o,--output", o->outputs,
                 fmt::format("a picture: {}; may be repeated (default: only the table)", picture_endings()))
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_number(app, "--at", o->at, 0, 1e9, "s", "S", "run the scene so far first, simulated seconds (default 0)");
  add_count(app, "--field", "N", 1, 1u << 20, o->field, "which field, by its number in the table (default 1, the one that most agents ask)");
  add_count(app, "--agent", "ID", 0, INT64_MAX, o->agent, "the field that this agent asks");
  add_choice(app, "--kind", o->kind, field_names(), "a field of this kind for everybody, instead of the scene's planners");
  add_number(app, "--cell", o->cell, 1e-3, 1e3, "m", "M", "side of a cell, for --kind (default: from the agents and the narrowest passage)");
  add_text(app, "--size", "WxH", "pixels (default 1280x720)", [o](const std::string& text) -> Result<void> {
    auto size = read_size(text);
    if (!size) return size.error();
    o->size = *size;
    return {};
  });
  app.add_option("--title", o->title, "another title")->type_name("TEXT");
  add_flag(app, "--dark", o->dark, "on a dark ground");
  add_flag(app, "--no-potential", o->no_potential, "without the colours that say how far it is");
  add_flag(app, "--no-contours", o->no_contours, "without the lines between the colours");
  add_flag(app, "--no-streamlines", o->no_streamlines, "without the ways of those who follow the field");
  add_flag(app, "--no-sight", o->no_sight, "without the lines to targets that are in sight");
  add_flag(app, "--no-passages", o->no_passages, "without the marks of closed and narrow passages");
  add_flag(app, "--no-agents", o->no_agents, "without people");
  add_flag(app, "--no-legend", o->no_legend, "without the legend");
  add_run_options(app, o->scene);
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table, no print() of the scene");
  return [o] { return plan(*o); };
}

}  // namespace wend::cli
