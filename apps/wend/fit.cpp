#include "commands.hpp"
#include "drawing.hpp"
#include "fit/fit_data.hpp"
#include "fit/fit_report.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "simulate.hpp"

#include <wend/io/atomic_file.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend fit walkers.csv                              the human model: goal set, then obstacle set\n"
    "  wend fit walkers.csv --zero-turn --smooth 1       walkers go straight on for a second until the onset\n"
    "  wend fit walkers.csv --validate                   leave out one condition after the other and predict it\n"
    "  wend fit walkers.csv --save fitted.lua -o fit.png a scene with the fitted model; measured and fitted paths\n"
    "  wend fit walkers.csv --stage obstacle --hold b=3.25\n"
    "  wend fit walkers.sqlite --residual position --stage joint --json\n"
    "  wend fit run.sqlite --scene scene.lua -m attractor\n"
    "                                                    a, d0 and agility of agents whose run was recorded";

struct FitCommand {
  std::string data, scene, model = "human", residual = "goal-angle", stage, preset, save;
  std::vector<std::string> outputs;
  study::FitOptions fit;
  std::vector<std::pair<std::string, double>> held;
  std::optional<double> smooth, dt;
  SceneOptions threads;  // only that of it
  bool json = false, quiet = false;
};

Error wrong(const std::string& message) { return {Errc::invalid_value, message, "fit"}; }

int refuse(const FitCommand& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_text({{"schema", 1}, {"data", o.data}, {"error", error.text()}}));
  return error.code == Errc::io ? failed : bad_usage;
}

Result<std::pair<std::string, double>> read_pair(const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto value = equals == text.npos || equals == 0 ? Result<double>(wrong("")) : read_number(std::string_view(text).substr(equals + 1), -1e9, 1e9, "");
  if (!value) return wrong(fmt::format("'{}', expected NAME=VALUE, such as b=3.25", text));
  return std::pair{text.substr(0, equals), *value};
}

Result<study::FitBounds> read_bounds(const std::string& text) {
  const std::size_t equals = text.find('='), dots = text.find("..");
  if (equals != text.npos && equals > 0 && dots != text.npos && dots > equals) {
    const auto low = read_number(std::string_view(text).substr(equals + 1, dots - equals - 1), -1e9, 1e9, "");
    const auto high = read_number(std::string_view(text).substr(dots + 2), -1e9, 1e9, "");
    if (low && high) return study::FitBounds{text.substr(0, equals), *low, *high};
  }
  return wrong(fmt::format("'{}', expected NAME=LOW..HIGH, such as c1=0.05..5", text));
}

Result<void> check_request(const FitCommand& o) {
  std::vector<std::string> all = o.outputs;
  if (!o.save.empty()) all.push_back(o.save);
  for (const std::string& path : o.outputs) {
    if (!is_picture(path)) {
      const std::string message = fmt::format("-o '{}': expected {}", path, picture_endings());
      return Error{Errc::unknown_name, message, "fit"};
    }
  }
  if (!o.save.empty() && file_ending(o.save) != ".lua") return Error{Errc::unknown_name, fmt::format("--save '{}': expected a .lua file", o.save), "fit"};
  for (const std::string& path : all) {
    if (auto ok = check_folder(path); !ok) return ok;
    if (std::count(all.begin(), all.end(), path) > 1) return wrong(fmt::format("'{}' is to be written twice", path));
  }
  if (o.model == "attractor" && !o.stage.empty()) return wrong("--stage is for -m human: the attractor is fitted in one go");
  if (o.model == "human" && (!o.preset.empty() || o.dt)) return wrong("--preset and --dt are for -m attractor");
  if (!o.fit.free.empty() && !o.stage.empty()) return wrong("--free and --stage exclude each other");
  return {};
}

// What is held and not among the parameters that may be fitted belongs to the model.
template <class Params>
Result<bool> set_field(std::span<const Field<Params>> fields, Params& params, const std::string& name, double value) {
  for (const auto& field : fields) {
    if (name != field.info.name) continue;
    if (auto ok = check(field.info, value, "--hold"); !ok) return ok.error();
    field.set(params, value);
    return true;
  }
  return false;
}

// Parameters other than those that may be fitted, and other than usual, as a scene writes them.
template <class Params>
std::vector<std::pair<std::string, std::string>> differing(std::span<const Field<Params>> fields, const Params& params, const Params& usual,
                                                           const std::vector<std::string_view>& fitted) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& field : fields) {
    const double value = field.get(params);
    if (value == field.get(usual) || std::find(fitted.begin(), fitted.end(), field.info.name) != fitted.end()) continue;
    std::string text = fmt::format("{}", value);
    if (field.info.kind == ParamKind::flag) text = value != 0 ? "true" : "false";
    if (field.info.kind == ParamKind::choice) text = fmt::format("\"{}\"", choice_word(field.info, value));
    out.emplace_back(field.info.name, text);
  }
  return out;
}

class Fitting {
 public:
  explicit Fitting(const FitCommand& o) : o_(o), options_(o.fit) {}

  Result<void> read() {
    if (o_.scene.empty()) {
      auto data = read_trials(o_.data);
      if (!data) return data.error();
      data_ = std::move(*data);
    } else {
      SceneOptions options;
      options.scene = o_.scene;
      auto scene = load_scene(options);
      if (!scene) return scene.error();
      auto data = read_run(o_.data, *scene);
      if (!data) return data.error();
      data_ = std::move(*data);
    }
    if (data_.attractor) options_.attractor = *data_.attractor;
    if (!o_.preset.empty()) options_.attractor = preset_named(o_.preset);
    if (o_.preset == "people") {
      for (const auto& t : data_.trials) {
        if (!(t.radius > 0)) return wrong(fmt::format("--preset people: trial '{}' has no radius, and people's distances are multiples of it", t.name));
      }
      const auto& first = data_.trials.front();
      options_.attractor = with_start(options_.attractor, first.radius, first.speed.value_or(AgentSpec{}.top_speed), saved_attractor_dt);
    }
    options_.dt = o_.dt ? o_.dt : data_.dt;
    options_.smoothing = o_.smooth.value_or(options_.smoothing);
    return hold();
  }

  Result<study::FitResult> fit(Progress& progress) {
    options_.progress = [&](const study::FitProgress& p) {
      if (progress.due()) progress.show({.share = p.share, .where = p.rms > 0 ? fmt::format("{}, rms {}", p.doing, rounded(p.rms, 3)) : p.doing});
      return !interrupted();
    };
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const auto runner = make_runner(std::min(o_.threads.threads > 0 ? o_.threads.threads : cores, data_.trials.size()));
    if (o_.model == "attractor") return study::fit_attractor(data_.trials, options_, *runner);
    return study::fit_human(data_.trials, options_, human_, *runner);
  }

  FitData& data() { return data_; }
  std::string preset() const { return !o_.preset.empty() ? o_.preset : data_.preset.empty() ? "robust" : data_.preset; }
  // What a scene of the shown trial must say besides the preset and what was fitted.
  std::vector<std::pair<std::string, std::string>> others(const FitFacts& facts) const {
    if (o_.model == "human") return differing(human_fields(), human_, HumanParams{}, fitted());
    const ShownTrial shown = shown_trial(facts);
    const auto in_scene = [&](AttractorParams p) {
      for (const auto& [name, value] : facts.result.values) {
        if (name == "a") p.a = value;
        if (name == "d0") p.d0 = value;
      }
      return resolved(p, shown.radius, shown.speed, saved_attractor_dt);
    };
    return differing(attractor_fields(), in_scene(options_.attractor), in_scene(preset_named(preset())), fitted());
  }

 private:
  std::vector<std::string_view> fitted() const {
    if (o_.model == "human") return {"b", "kg", "c1", "c2", "ko", "c3", "c4"};
    return {"a", "d0", "agility", "courage", "lightness"};
  }

  Result<void> hold() {
    const std::vector<std::string_view> may_be_fitted = fitted();
    for (const auto& [name, value] : o_.held) {
      if (std::find(may_be_fitted.begin(), may_be_fitted.end(), name) == may_be_fitted.end()) {
        auto known = o_.model == "human" ? set_field(human_fields(), human_, name, value) : set_field(attractor_fields(), options_.attractor, name, value);
        if (!known) return known.error();
        if (*known) continue;
      }
      options_.held.emplace_back(name, value);  // an unknown name is told there
    }
    const bool given = std::any_of(options_.held.begin(), options_.held.end(), [](const auto& h) { return h.first == "lightness"; }) ||
                       std::find(options_.free.begin(), options_.free.end(), "lightness") != options_.free.end();
    if (o_.model == "attractor" && data_.lightness && !given) options_.held.emplace_back("lightness", *data_.lightness);
    return {};
  }

  const FitCommand& o_;
  study::FitOptions options_;
  HumanParams human_;
  FitData data_;
};

int fit(const FitCommand& o) {
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  Progress progress(!o.quiet);
  Fitting fitting(o);
  if (auto ok = fitting.read(); !ok) return refuse(o, ok.error());
  auto result = fitting.fit(progress);
  progress.clear();
  if (!result) return refuse(o, result.error());

  FitFacts facts{.data = o.data, .command = fmt::format("wend fit {} -m {}", o.data, o.model), .result = std::move(*result), .trials = fitting.data().trials,
                 .preset = fitting.preset(), .notes = fitting.data().notes};
  facts.others = fitting.others(facts);
  facts.wall_time = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const std::string& path : o.outputs) {
    if (auto ok = io::draw_plots(path, fit_figure(facts)); !ok) return refuse(o, ok.error());
    facts.files.push_back(file_of(path));
  }
  if (!o.save.empty()) {
    if (auto ok = io::write_file(o.save, fit_scene(facts)); !ok) return refuse(o, ok.error());
    facts.files.push_back(file_of(o.save));
  }
  for (const std::string& text : facts.notes) say_warning(text);
  for (const auto& stage : facts.result.stages) {
    for (const std::string& text : stage.warnings) say_warning(fmt::format("{}: {}", stage.name, text));
  }
  if (!o.quiet) {
    const std::string table = fit_table(facts, Paint::of(o.json ? STDERR_FILENO : STDOUT_FILENO));
    if (!put_table(table, o.json)) return failed;
  }
  return exit_code(!o.json || put(json_text(fit_json(facts))));
}

}  // namespace

Action add_fit(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("fit", "find a model's parameters from recorded walks, with intervals and warnings");
  app.footer(examples);
  const auto o = std::make_shared<FitCommand>();
  app.add_option("DATA", o->data, "trials: a .csv, a table `trials` in an .sqlite, or with --scene what `wend run` wrote (docs/guide/fitting.md)")->required()->type_name("");
  add_choice(app, "-m,--model", o->model, {"human", "attractor"}, "human (default) or attractor");
  add_choice(app, "--residual", o->residual, {"goal-angle", "position", "heading"}, "what is compared: goal-angle (default), position or heading");
  add_choice(app, "--stage", o->stage, {"goal", "obstacle", "staged", "joint"}, "human: goal, obstacle, staged (default: one after the other) or joint");
  add_text(app, "--free", "NAMES", "fit these, with commas between, to all trials at once", [o](const std::string& text) -> Result<void> {
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      if (comma == at) return wrong(fmt::format("'{}', expected names with commas between, such as b,kg", text));
      o->fit.free.push_back(text.substr(at, comma - at));
      at = comma + 1;
    }
    return {};
  });
  const auto add_pairs = [&](const char* name, std::vector<std::pair<std::string, double>>& to, const char* help) {
    add_text(app, name, "NAME=VALUE", help, [&to](const std::string& text) -> Result<void> {
      auto pair = read_pair(text);
      if (!pair) return pair.error();
      for (const auto& other : to) {
        if (other.first == pair->first) return wrong(fmt::format("'{}' is given twice", pair->first));
      }
      to.push_back(*pair);
      return {};
    });
  };
  add_pairs("--hold", o->held, "a parameter that is not fitted; also any other of the model; may be repeated");
  add_pairs("--start", o->fit.starts, "where the search begins (default: the model's own values); may be repeated");
  add_text(app, "--starts", "N", "searches, the others from random places around the start (default 4)", [o](const std::string& text) -> Result<void> {
    auto n = read_whole(text, 1, 1000);
    if (!n) return n.error();
    o->fit.searches = *n;
    return {};
  });
  add_text(app, "--bounds", "NAME=LO..HI", "where a parameter may be; may be repeated", [o](const std::string& text) -> Result<void> {
    auto bounds = read_bounds(text);
    if (!bounds) return bounds.error();
    o->fit.bounds.push_back(*bounds);
    return {};
  });
  add_flag(app, "--zero-turn", o->fit.zero_turn, "walkers go straight on until the onset: their turn rate there is 0");
  add_number(app, "--smooth", o->smooth, 0, 10, "s", "S", "seconds around a moment that give its heading, turn rate and speed (default 0.5; 0: the nearest samples)");
  add_flag(app, "--constant-speed", o->fit.constant_speed, "each walker at its mean speed, not at the recorded ones");
  add_flag(app, "--validate", o->fit.validate, "leave out one condition after the other and predict it");
  add_text(app, "--scene", "SCENE", "DATA is a trajectory of `wend run` of this scene: each agent is a trial", [o](const std::string& text) -> Result<void> {
    o->scene = text;
    return {};
  });
  add_choice(app, "--preset", o->preset, {"robust", "classic", "people"}, "attractor: what is not fitted, robust (default), classic or people");
  add_number(app, "--dt", o->dt, 0.001, 1, "s", "S", "attractor: the step of its world (default: that of the run, or the time between samples)");
  add_threads(app, o->threads);
  app.add_option("-o,--output", o->outputs,
                 fmt::format("a picture of measured and fitted paths and of the residuals: {}; may be repeated",
                             picture_endings()))
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--save", o->save, "a .lua scene with the fitted model")->type_name("FILE");
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table");
  return [o] {
    FitCommand command = *o;
    for (const auto r : {study::FitResidual::goal_angle, study::FitResidual::position, study::FitResidual::heading}) {
      if (command.residual == study::name_of(r)) command.fit.residual = r;
    }
    for (const auto s : {study::FitStage::staged, study::FitStage::goal, study::FitStage::obstacle, study::FitStage::joint}) {
      if (command.stage == study::name_of(s)) command.fit.stage = s;
    }
    return fit(command);
  };
}

}  // namespace wend::cli
