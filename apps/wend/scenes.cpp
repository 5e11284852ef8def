#include "commands.hpp"
#include "console.hpp"
#include "options.hpp"
#include "scene_files.hpp"
#include "scene_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend scenes               the shipped scenes\n"
    "  wend scenes my/scenes     those of a folder\n"
    "  wend run barrier          runs the scene of that name";

struct ScenesOptions {
  std::string folder;
  bool json = false;
};

struct Entry {
  std::string file, name, title, description;
  std::uint64_t agents = 0;
  std::optional<Error> error;
};

// The first line of comment at the top of the file.
std::string description_of(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  for (int i = 0; i < 20 && std::getline(stream, line); ++i) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == line.npos) continue;
    if (line.compare(start, 2, "--") != 0) return {};
    const std::size_t text = line.find_first_not_of("- \t", start);
    if (text == line.npos) continue;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    return line.substr(text);
  }
  return {};
}

Entry entry_of(const std::string& file, const std::string& folder) {
  Entry entry;
  entry.file = file;
  entry.name = std::filesystem::path(file).lexically_relative(folder).replace_extension().string();
  entry.description = description_of(file);
  const auto scene = scene::Scene::load_file(file);
  if (scene) {
    entry.title = scene->spec().title;
    entry.agents = scene->spec().agents.size();
  } else {
    entry.error = scene.error();
  }
  return entry;
}

Json entry_json(const Entry& entry) {
  return {{"file", entry.file},     {"name", entry.name},
          {"title", entry.title},   {"description", entry.description},
          {"agents", entry.agents}, {"error", entry.error ? Json(entry.error->text()) : Json(nullptr)}};
}

int scenes(const ScenesOptions& o) {
  std::error_code ignored;
  if (!o.folder.empty() && !std::filesystem::is_directory(o.folder, ignored)) {
    say_error(fmt::format("scenes: '{}' is not a folder", o.folder));
    return bad_usage;
  }
  const Result<std::string> folder = o.folder.empty() ? scenes_folder() : Result<std::string>(o.folder);
  if (!folder) {
    say_error(folder.error());
    return bad_usage;
  }
  std::vector<Entry> entries;
  std::size_t widest = 0;
  for (const std::string& file : scene_files_in(*folder)) {
    entries.push_back(entry_of(file, *folder));
    widest = std::max(widest, entries.back().name.size());
  }
  if (o.json) {
    Json list = Json::array();
    for (const Entry& entry : entries) list.push_back(entry_json(entry));
    return exit_code(put(json_text({{"schema", 1}, {"folder", *folder}, {"scenes", std::move(list)}})));
  }
  const Paint paint = Paint::of(STDOUT_FILENO);
  std::string out = paint.faint(fmt::format("{} in {}", count_of(entries.size(), "scene"),
                                            printable(*folder + (folder->ends_with('/') ? "" : "/")))) +
                    "\n\n";
  for (const Entry& entry : entries) {
    const std::string name = fmt::format("{:<{}}", printable(entry.name), widest);
    const std::string more = fmt::format("{:>{}}", "", widest + 4);
    if (entry.error) {
      out += fmt::format("  {}  {}\n", name, paint.red("does not load: " + printable(entry.error->text())));
      continue;
    }
    out += fmt::format("  {}  {}{}\n", paint.bold(name), printable(entry.title),
                       paint.faint(fmt::format(" ({})", count_of(entry.agents, "agent"))));
    if (!entry.description.empty() && entry.description != entry.title)
      out += more + printable(entry.description) + "\n";
  }
  return exit_code(put_table(out));
}

}  // namespace

Action add_scenes(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("scenes", "list the shipped scenes");
  app.footer(examples);
  const auto o = std::make_shared<ScenesOptions>();
  app.add_option("DIR", o->folder, "a folder (default: WEND_SCENES, ./scenes, or beside the program)")->type_name("");
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  return [o] { return scenes(*o); };
}

}  // namespace wend::cli
