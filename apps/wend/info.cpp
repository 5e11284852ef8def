#include "checkpoint_facts.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "options.hpp"
#include "parameter_table.hpp"
#include "scene_files.hpp"
#include "summary.hpp"

#include <wend/io/trajectory.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend info run.sqlite                 whose run it is: scene, seed, agents, duration, hash\n"
    "  wend info scenes/demo.lua            what a scene holds and which params it has\n"
    "  wend info --parameters               every parameter with unit, range and default\n"
    "  wend info --parameters attractor     those of the model";

struct InfoOptions {
  std::string file;
  bool parameters = false;
  bool json = false;
};

Result<Facts> sqlite_facts(const std::string& path) {
  const auto rows = io::read_trajectory_info(path);
  if (!rows) return rows.error();
  const std::map<std::string, std::string> info(rows->begin(), rows->end());
  const auto number = [&](const char* key) -> std::optional<double> {
    const auto at = info.find(key);
    if (at == info.end()) return {};
    const auto value = read_number(at->second, -1e300, 1e300, "");
    return value ? std::optional(*value) : std::nullopt;
  };
  const auto text = [&](const char* key) { return info.contains(key) ? Json(info.at(key)) : Json(nullptr); };
  const auto numeric = [&](const char* key) { return number(key) ? Json(*number(key)) : Json(nullptr); };
  const auto whole = [&](const char* key) {
    const auto value =
        info.contains(key) ? read_whole(info.at(key), 0, ~std::uint64_t{0}) : Result<std::uint64_t>(Error{});
    return value ? Json(*value) : Json(nullptr);
  };
  Json duration;
  if (number("fps") && *number("fps") > 0 && number("frames"))
    duration = std::max(0.0, *number("frames") - 1) / *number("fps");
  Json params = Json::parse(info.contains("parameters") ? info.at("parameters") : "{}", nullptr, false);
  if (params.is_discarded()) params = text("parameters");
  return Facts{
      {"format", "JuPedSim trajectory, schema version " + (info.contains("version") ? info.at("version") : "?")},
      {"wend_version", text("wend_version")},
      {"title", text("title")},
      {"scene", text("scene")},
      {"params", std::move(params)},
      {"seed", whole("seed")},
      {"dt", numeric("dt")},
      {"fps", numeric("fps")},
      {"frames", whole("frames")},
      {"agents", whole("agents")},
      {"duration", std::move(duration)},
      {"hash", text("hash")}};
}

Result<Facts> csv_facts(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  const Error not_ours{
      Errc::damaged,
      fmt::format("'{}' is not a trajectory of ours: its first line is not frame,time,id,x,y,heading,speed,status",
                  path),
      ""};
  if (!std::getline(stream, line) || line != "frame,time,id,x,y,heading,speed,status") return not_ours;
  std::set<std::string> agents;
  std::string frame;
  std::uint64_t frames = 0, rows = 0;
  double first = 0, last = 0;
  while (std::getline(stream, line)) {
    const std::size_t a = line.find(','), b = line.find(',', a + 1), c = line.find(',', b + 1);
    const auto time = a < b && b < c && c != line.npos ? read_number(line.substr(a + 1, b - a - 1), -1e300, 1e300, "")
                                                       : Result<double>(Error{});
    if (!time) return Error{Errc::damaged, fmt::format("line {} is not a row of a trajectory", rows + 2), path};
    if (rows++ == 0) first = *time;
    last = *time;
    if (line.compare(0, a, frame) != 0 || frames == 0) frame = line.substr(0, a), ++frames;
    agents.insert(line.substr(b + 1, c - b - 1));
  }
  return Facts{{"format", "trajectory as comma-separated values"},
               {"frames", frames},
               {"agents", agents.size()},
               {"rows", rows},
               {"from", first},
               {"to", last}};
}

// What an unknown file begins with.
std::string guess(const std::string& path) {
  std::array<char, 16> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  const std::string_view bytes(head.data(), head.size());
  const auto begins = [&](std::string_view magic, std::size_t at = 0) {
    return bytes.substr(at, magic.size()) == magic;
  };
  if (begins("SQLite format 3")) return "an SQLite file; a trajectory of ours ends in .sqlite";
  if (begins("\x89PNG")) return "a PNG picture";
  if (begins("%PDF")) return "a PDF document";
  if (begins("GIF8")) return "a GIF";
  if (begins("ftyp", 4)) return "an MP4 film";
  if (begins("<?xml") || begins("<svg")) return "XML or SVG";
  if (begins("\x7f"
             "ELF"))
    return "a program";
  return {};
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
    std::erase_if(owners, [&](const ParameterOwner& owner) { return owner.name != o.file; });
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
  return exit_code(put(out));
}

int info(const InfoOptions& o) {
  if (o.parameters) return show_parameters(o);
  if (o.file.empty()) return refuse(o, {Errc::invalid_value, "which file? or --parameters", "info"});
  const std::string ending = file_ending(o.file);
  std::error_code ignored;
  if (ending == ".lua" || ending.empty()) {
    const auto found = find_scene(o.file);
    const bool scene_like = found && file_ending(*found) == ".lua";
    if (ending == ".lua" || scene_like) {
      if (!found) return refuse(o, found.error());
      const auto scene = scene::Scene::load_file(*found);
      if (!scene) return refuse(o, scene.error());
      if (!o.json) return exit_code(put(summary_text(*scene, Paint::of(STDOUT_FILENO))));
      Json all{{"schema", 1}, {"file", *found}, {"format", "scene"}};
      all.update(summary_json(*scene));
      return exit_code(put(json_text(all)));
    }
  }
  if (!std::filesystem::exists(o.file, ignored)) return refuse(o, {Errc::io, fmt::format("no file '{}'", o.file), ""});
  if (std::filesystem::is_directory(o.file, ignored))
    return refuse(o, {Errc::io, fmt::format("'{}' is a folder", o.file), ""});
  const bool checkpoint = is_checkpoint(o.file);
  if (!checkpoint && ending != ".sqlite" && ending != ".csv") {
    const std::string found = guess(o.file);
    return refuse(o, {Errc::unknown_name,
                      fmt::format("'{}' is not a scene (.lua) or trajectory (.sqlite, .csv){}", o.file,
                                  found.empty() ? "" : "; it looks like " + found),
                      ""});
  }
  const auto facts = checkpoint          ? checkpoint_facts(o.file)
                     : ending == ".sqlite" ? sqlite_facts(o.file)
                                           : csv_facts(o.file);
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
  return exit_code(put(out));
}

}  // namespace

Action add_info(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("info", "explain a file of ours, or list all parameters");
  app.footer(examples);
  const auto o = std::make_shared<InfoOptions>();
  app.add_option("FILE", o->file,
                 "a scene (.lua) or trajectory (.sqlite, .csv); with --parameters an owner: world, agent, "
                 "target, obstacle, wall, class, attractor")
      ->type_name("");
  add_flag(app, "--parameters", o->parameters, "the parameter table: unit, range, default, meaning");
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  return [o] { return info(*o); };
}

}  // namespace wend::cli
