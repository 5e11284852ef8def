#include "commands.hpp"
#include "drawing.hpp"
#include "explain/explain.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend explain pair --at 4                            why it turns as it does, after four seconds\n"
    "  wend explain pair --at 4 -o pair.svg                the same as a picture: turn rate over heading, fixed points, weights\n"
    "  wend explain doorway --agent 7 --at 12 --json       for a program to read, see docs/json.md\n"
    "  wend explain pair --at 4 --sweep d0=0.5..4 -o b.png bifurcations: fixed points over a parameter of its model\n"
    "  wend explain pair --sweep time=0..10                ... along its way\n"
    "  wend explain one_disc --map -o basins.png           start positions coloured by the route taken from there\n"
    "  wend explain h3a --map off=1..15,dg=5..9 -o 3a.png  the same over two params of the scene";

int refuse(const ExplainOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return error.code == Errc::io ? failed : bad_usage;
}

Result<void> check_request(const ExplainOptions& o) {
  for (std::size_t i = 0; i < o.outputs.size(); ++i) {
    const std::string& path = o.outputs[i];
    if (!is_picture(path)) {
      const std::string message = fmt::format("-o '{}': expected {}", path, picture_endings());
      return Error{Errc::unknown_name, message, "explain"};
    }
    if (auto ok = check_folder(path); !ok) return ok;
    const auto here = o.outputs.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(o.outputs.begin(), here, path) != here) return explain_error(fmt::format("'{}' is to be written twice", path));
  }
  if (o.map && o.sweep) return explain_error("--map and --sweep exclude each other");
  if (o.map && o.at) return explain_error("--at is not for --map: every run starts anew");
  if (o.cells && !o.map) return explain_error("--cells is for --map");
  if (o.sweep && o.sweep->name == "time" && o.at) return explain_error("--at is not for --sweep time: the range says when");
  return {};
}

int explain(const ExplainOptions& o) {
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  Progress progress(!o.quiet);
  const int people = o.json ? STDERR_FILENO : STDOUT_FILENO;
  const Paint paint = Paint::of(people);
  auto said = o.map ? explain_map(o, progress, paint) : o.sweep ? explain_sweep(o, progress, paint) : explain_moment(o, progress, paint);
  progress.clear();
  if (!said) return refuse(o, said.error());
  said->json["files"] = Json::array();
  for (const std::string& path : o.outputs) {
    io::PlotSheet sheet = said->sheet;
    if (o.size) sheet.width = o.size->width, sheet.height = o.size->height;
    sheet.dark = o.dark;
    if (auto ok = io::draw_plots(path, sheet); !ok) return refuse(o, ok.error());
    const WrittenFile file = file_of(path);
    said->table += fmt::format("wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
    said->json["files"].push_back(path);
  }
  say_cache_problem(o.scene);
  if (!o.quiet) {
    if (!put_table(said->table, o.json)) return failed;
  }
  return exit_code(!o.json || put(json_text(said->json)));
}

template <class Value>
void add_read(CLI::App& app, const std::string& name, const char* type, const std::string& help, std::optional<Value>& to, Result<Value> (*read)(std::string_view)) {
  add_text(app, name, type, help, [&to, read](const std::string& text) -> Result<void> {
    auto value = read(text);
    if (!value) return value.error();
    to = std::move(*value);
    return {};
  });
}

Result<Size> read_cells(std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto columns = read_whole(text.substr(0, cross), 1, 1000);
  const auto rows = cross == text.npos ? Result<std::uint64_t>(std::uint64_t{0}) : read_whole(text.substr(cross + 1), 1, 1000);
  if (!columns || !rows) return Error{Errc::invalid_value, fmt::format("'{}', expected N or NxM with 1 .. 1000 each, such as 48x27", text), ""};
  return Size{static_cast<int>(*columns), static_cast<int>(*rows)};
}

}  // namespace

Action add_explain(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("explain", "say why an agent turns as it does: fixed points, shares, weights, routes");
  app.footer(examples);
  const auto o = std::make_shared<ExplainOptions>();
  add_scene(app, o->scene);
  add_text(app, "--agent", "ID", "which agent, by its number in files (default: the only one)", [o](const std::string& text) -> Result<void> {
    auto value = read_whole(text, 0, INT64_MAX);
    if (!value) return value.error();
    o->agent = static_cast<std::int64_t>(*value);
    return {};
  });
  add_number(app, "--at", o->at, 0, 1e9, "s", "S", "when: run the scene so far first, simulated seconds (default 0)");
  app.add_option("-o,--output", o->outputs,
                 fmt::format("a picture: {}; may be repeated (default: only the table)", picture_endings()))
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_read(app, "--sweep", "NAME=A..B[:N]",
           "fixed points over N values (default 81) of a scene's param, a parameter of its model, or time", o->sweep, read_range);
  app.add_option_function<std::vector<std::string>>(
         "--map",
         [o](const std::vector<std::string>& texts) {
           o->map = true;
           if (!texts.empty() && texts.back() != "{}") o->map_text = texts.back();
         },
         "routes over start positions: in a box x0,y0,x1,y1 (default: the scene's view), or over two params: A=1..9,B=0..1")
      ->type_name("[BOX]")
      ->expected(0, 1);
  add_read(app, "--cells", "N[xM]", "columns and rows of the map (default 40, rows as the box wants)", o->cells, read_cells);
  add_read(app, "--size", "WxH", "pixels", o->size, read_size);
  app.add_option("--title", o->title, "another title")->type_name("TEXT");
  add_flag(app, "--dark", o->dark, "on a dark ground");
  add_run_options(app, o->scene);
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table, no print() of the scene");
  return [o] { return explain(*o); };
}

}  // namespace wend::cli
