#include "checkpoint_facts.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "file_kind.hpp"
#include "format_table.hpp"
#include "options.hpp"
#include "parameter_table.hpp"
#include "recording_facts.hpp"
#include "result_table.hpp"
#include "run_json.hpp"
#include "scene_files.hpp"
#include "summary.hpp"

#include <wend/io/recording.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend info run.sqlite                 whose run it is: scene, seed, agents, duration, hash\n"
    "  wend info run.sqlite --metrics       the table of the run, measured again\n"
    "  wend info scenes/demo.lua            what a scene holds and which params it has\n"
    "  wend info --parameters               every parameter with unit, range and default\n"
    "  wend info --parameters attractor     those of the model\n"
    "  wend info --formats                  the kinds of files wend writes, and what they hold";

struct InfoOptions {
  std::string file;
  bool parameters = false;
  bool formats = false;
  bool metrics = false;
  bool json = false;
};

Facts drawing_facts(const std::string& path, const FileGuess& drawing) {
  std::error_code ignored;
  Facts facts{{"format", drawing.name}, {"bytes", std::filesystem::file_size(path, ignored)}};
  if (drawing.name == "PNG picture") {
    std::array<unsigned char, 24> head{};
    std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(head.data()), head.size());
    const auto number = [&](std::size_t at) {
      return std::uint32_t{head[at]} << 24 | std::uint32_t{head[at + 1]} << 16 | std::uint32_t{head[at + 2]} << 8 | head[at + 3];
    };
    facts.emplace_back("width", number(16));
    facts.emplace_back("height", number(20));
  }
  return facts;
}

int refuse(const InfoOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_text({{"schema", 1}, {"file", o.file}, {"error", error.text()}}));
  return bad_usage;
}

std::string fact_text(const std::string& name, const Json& value) {
  std::string text = value.is_null()     ? "-"
                     : value.is_string() ? value.get<std::string>()
                                         : value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.is_object()) {
    text.clear();
    for (const auto& [key, v] : value.items())
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, v.is_string() ? v.get<std::string>() : v.dump());
    if (text.empty()) text = "none";
  }
  if (value.is_number_float()) text = fmt::format("{}", value.get<double>());
  if (value.is_array()) {
    text.clear();
    for (const Json& v : value) text += fmt::format("{}{}", text.empty() ? "" : ", ", v.is_string() ? v.get<std::string>() : v.dump());
    if (text.empty()) text = "none";
  }
  const bool seconds = name == "dt" || name == "time" || name == "duration" || name == "from" || name == "to";
  return printable(text) + (seconds && !value.is_null() ? " s" : name == "fps" ? " frames per simulated second" : "");
}

int show_parameters(const InfoOptions& o) {
  std::vector<ParameterOwner> owners = parameter_owners();
  if (!o.file.empty()) {
    std::vector<std::string> names;
    for (const ParameterOwner& owner : owners) names.push_back(owner.name);
    // "agent" has rows of its own and rows that models declare: "attractor agent".
    std::erase_if(owners, [&](const ParameterOwner& owner) { return owner.name != o.file && !owner.name.ends_with(" " + o.file) && !owner.name.starts_with(o.file + " "); });
    if (owners.empty()) {
      return refuse(o, {Errc::unknown_name,
                        fmt::format("no parameters of '{}', expected {}{}", o.file, fmt::join(names, ", "),
                                    did_you_mean(o.file, names)),
                        "info"});
    }
  }
  if (o.json) return exit_code(put(json_text({{"schema", 1}, {"parameters", parameters_json(owners)}})));
  std::string out;
  for (const ParameterOwner& owner : owners) out += (out.empty() ? "" : "\n") + parameters_text(owner);
  return exit_code(put_table(out));
}

int show(const InfoOptions& o, const Result<Facts>& facts) {
  if (!facts) return refuse(o, facts.error());
  if (o.json) {
    Json all{{"schema", 1}, {"file", o.file}};
    for (const auto& [name, value] : *facts) all[name] = value;
    return exit_code(put(json_text(all)));
  }
  std::string out = "\n" + Paint::of(STDOUT_FILENO).bold(printable(o.file)) + "\n\n";
  for (const auto& [name, value] : *facts)
    out += summary_row(name == "wend_version" ? "written by" : name,
                       (name == "wend_version" && value.is_string() ? "wend " : "") + fact_text(name, value));
  return exit_code(put_table(out));
}

// What `wend run` said of the run, measured again.
int show_metrics(const InfoOptions& o, io::Recording& recording) {
  const auto run = measured_run(recording);
  if (!run) return refuse(o, run.error());
  if (!o.json) {
    std::string out = result_table(run->outcome, Paint::of(STDOUT_FILENO));
    if (!run->differs.empty()) out += "\n  not the numbers of the run: " + run->differs + "\n";
    return exit_code(put_table(out));
  }
  Json all = run_json(run->outcome);
  all["file"] = o.file;
  all["differs"] = run->differs.empty() ? Json(nullptr) : Json(run->differs);
  all["version"] = recording.info().version.empty() ? Json(nullptr) : Json(recording.info().version);
  all["wall_time"] = nullptr;
  all["metrics"]["threads"] = nullptr;
  if (!recording.hash()) all["hash"] = nullptr;
  return exit_code(put(json_text(all)));
}

int show_scene(const InfoOptions& o, const std::string& path) {
  const auto scene = scene::Scene::load_file(path);
  if (!scene) return refuse(o, scene.error());
  if (!o.json) return exit_code(put_table(summary_text(*scene, Paint::of(STDOUT_FILENO))));
  Json all{{"schema", 1}, {"file", path}, {"format", "scene"}};
  all.update(summary_json(*scene));
  return exit_code(put(json_text(all)));
}

// Whatever its content says it is.
int show_file(const InfoOptions& o) {
  const FileGuess found = guess_file(o.file);
  const std::string ending = file_ending(o.file);
  if (found.kind == FileKind::trajectory) {
    auto recording = io::Recording::open(o.file);
    if (!recording) return refuse(o, recording.error());
    return o.metrics ? show_metrics(o, *recording) : show(o, recording_facts(*recording));
  }
  if (o.metrics) {
    const std::string message = fmt::format("--metrics needs a {}; `wend run` measures a scene", trajectory_words());
    return refuse(o, {Errc::invalid_value, message, "info"});
  }
  if (found.kind == FileKind::checkpoint) return show(o, checkpoint_facts(o.file));
  if (found.kind == FileKind::drawing) return show(o, drawing_facts(o.file, found));
  const bool typed = found.kind == FileKind::text || found.kind == FileKind::empty;
  if (typed && (ending == ".lua" || ending.empty())) return show_scene(o, o.file);
  if (found.kind == FileKind::unreadable) return refuse(o, {Errc::io, fmt::format("cannot read '{}': {}", o.file, found.name), ""});
  const std::string looks = found.kind == FileKind::noise ? "; it is not a text either" : found.kind == FileKind::empty ? "; it is empty" : "; it looks like a " + found.name;
  const std::string message = fmt::format("'{}' is not a scene (.lua) or {}{}", o.file, trajectory_words(), looks);
  return refuse(o, {Errc::unknown_name, message, ""});
}

int info(const InfoOptions& o) {
  if (o.formats) {
    if (!o.file.empty() || o.parameters) return refuse(o, {Errc::invalid_value, "--formats stands alone", "info"});
    Json all{{"schema", 1}};
    all.update(formats_json());
    return exit_code(o.json ? put(json_text(all)) : put_table(formats_text()));
  }
  if (o.parameters) return show_parameters(o);
  if (o.file.empty()) return refuse(o, {Errc::invalid_value, "which file? or --parameters, or --formats", "info"});
  std::error_code ignored;
  if (!std::filesystem::exists(o.file, ignored)) {
    const std::string ending = file_ending(o.file);
    if (ending != ".lua" && !ending.empty()) return refuse(o, {Errc::io, fmt::format("no file '{}'", o.file), ""});
    const auto shipped = find_scene(o.file);
    if (!shipped) return refuse(o, shipped.error());
    InfoOptions of_it = o;
    of_it.file = *shipped;
    return show_file(of_it);
  }
  if (std::filesystem::is_directory(o.file, ignored))
    return refuse(o, {Errc::io, fmt::format("'{}' is a folder", o.file), ""});
  if (const std::size_t mark = o.file.rfind(".partial-"); mark != o.file.npos) {
    say_warning(fmt::format("'{}' was being written, to become '{}': its writer was killed or is still at work. `wend resume` "
                            "of the run's checkpoint goes on with it",
                            o.file, o.file.substr(0, mark)));
  }
  return show_file(o);
}

}  // namespace

Action add_info(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("info", "explain a file of ours, or list all parameters");
  app.footer(examples);
  const auto o = std::make_shared<InfoOptions>();
  app.add_option("FILE", o->file,
                 "a scene, trajectory, checkpoint, picture or film of ours; with --parameters an owner: world, agent, "
                 "target, obstacle, wall, class, attractor, human, potential_field")
      ->type_name("");
  add_flag(app, "--parameters", o->parameters, "the parameter table: unit, range, default, meaning");
  add_flag(app, "--formats", o->formats, "the kinds of files wend writes: endings, what each holds");
  add_flag(app, "--metrics", o->metrics, "measure the run of a trajectory again: the table of `wend run`");
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  return [o] { return info(*o); };
}

}  // namespace wend::cli
