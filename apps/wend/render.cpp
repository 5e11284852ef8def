#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "scene_files.hpp"
#include "simulate.hpp"

#include <wend/io.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend render scenes/demo.lua -o demo.mp4                      a film of the whole run\n"
    "  wend render demo -o demo.gif --size 640x360 --fps 15         a small one for a web page\n"
    "  wend render demo -o demo.png --at 20 --trails 10             second 20, with ten seconds of trails\n"
    "  wend render demo -o demo.svg --colour speed --no-legend      the end, for a paper\n"
    "  wend render demo -o demo.mp4 --from 10 --to 30 --speed 4     twenty seconds, four times as fast";

struct RenderOptions {
  SceneOptions scene;
  std::vector<std::string> outputs;
  Size size{1280, 720};
  std::optional<double> fps, speed, from, to, at, trails;
  std::string colour, title;
  bool dark = false, no_legend = false, no_grid = false, quiet = false, json = false;
};

bool is_film(const std::string& path) { return file_ending(path) == ".mp4" || file_ending(path) == ".gif"; }

// Every complaint that needs no scene.
Result<void> check_request(const RenderOptions& o) {
  const std::string scene_ending = file_ending(o.scene.scene);
  if (scene_ending == ".sqlite" || scene_ending == ".csv") {
    return Error{Errc::unsupported,
                 fmt::format("'{}': drawing a trajectory file is not in this version; give its scene", o.scene.scene),
                 "render"};
  }
  bool films = false, pictures = false;
  for (const std::string& path : o.outputs) {
    const std::string ending = file_ending(path);
    if (ending == ".webm" || ending == ".pov") {
      return Error{
          Errc::unsupported,
          fmt::format("-o '{}': {} is not in this version, expected .png, .svg, .pdf, .gif or .mp4", path, ending),
          "render"};
    }
    if (!is_film(path) && ending != ".png" && ending != ".svg" && ending != ".pdf") {
      const std::string found = ending.empty() ? "no ending" : "unknown ending " + ending;
      return Error{Errc::unknown_name, fmt::format("-o '{}': {}, expected .png, .svg, .pdf, .gif or .mp4", path, found),
                   "render"};
    }
    (is_film(path) ? films : pictures) = true;
    if (ending == ".gif" && o.fps && *o.fps > 50)
      return Error{Errc::invalid_value, fmt::format("--fps: {}, expected 1 .. 50 for a .gif", *o.fps), "render"};
    if (auto ok = check_folder(path); !ok) return ok;
  }
  if (o.at && !pictures)
    return Error{Errc::invalid_value, "--at is for pictures; a film has --from and --to", "render"};
  if ((o.from || o.to || o.fps || o.speed) && !films) {
    return Error{Errc::invalid_value, "--from, --to, --fps and --speed are for films; a picture has --at", "render"};
  }
  if (o.from && o.to && !(*o.from < *o.to))
    return Error{Errc::invalid_value, fmt::format("--from {} is not before --to {}", *o.from, *o.to), "render"};
  std::vector<std::string> names = o.outputs;
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end()) {
    return Error{Errc::invalid_value, fmt::format("'{}' is to be written twice", *twice), "render"};
  }
  return {};
}

io::Style style_of(const RenderOptions& o, const scene::Scene& scene) {
  const scene::SceneSpec& spec = scene.spec();
  io::Style style;
  style.width = o.size.width;
  style.height = o.size.height;
  if (spec.view.given) style.view = io::Box{{spec.view.x0, spec.view.y0}, {spec.view.x1, spec.view.y1}};
  const std::string colour = o.colour.empty() ? spec.view.colour : o.colour;
  style.colour = colour == "speed"    ? io::ColourBy::speed
                 : colour == "weight" ? io::ColourBy::weight
                                      : io::ColourBy::group;
  style.title = o.title.empty() ? spec.title : o.title;
  for (const AgentState& agent : scene.world().agents()) style.top_speed = std::max(style.top_speed, agent.top_speed);
  style.dark = o.dark;
  style.trails = !o.trails || *o.trails > 0;
  style.legend = !o.no_legend;
  style.grid = !o.no_grid;
  return style;
}

struct Drawing {
  std::vector<std::pair<std::string, io::Film>> films;
  std::vector<std::string> pictures;
  io::TrailRecorder trails;
  std::optional<io::Frame> moment;  // what the pictures show
};

// The window of a film: the first frame at --from or after it.
bool in_film(const RenderOptions& o, double t) {
  return t >= o.from.value_or(0) - 1e-9 && t <= o.to.value_or(INFINITY) + 1e-9;
}

Result<void> take(const RenderOptions& o, Drawing& drawing, const World& world) {
  const double t = world.time();
  const bool wanted = in_film(o, t) && !drawing.films.empty();
  const bool painted = !drawing.pictures.empty() && !(o.at && t > *o.at + 1e-9);
  if (!wanted && !painted) return {};
  io::Frame frame = io::capture(world);
  if (wanted) {
    for (auto& [path, film] : drawing.films) {
      if (auto ok = film.add_step(frame); !ok) return ok;
    }
  }
  if (painted) {
    drawing.trails.add(frame);
    drawing.moment = std::move(frame);
  }
  return {};
}

// When there is nothing more to see.
double last_moment(const RenderOptions& o, const Drawing& drawing, double duration) {
  const double film = drawing.films.empty() ? 0 : std::min(duration, o.to.value_or(duration));
  const double picture = drawing.pictures.empty() ? 0 : std::min(duration, o.at.value_or(duration));
  return std::max(film, picture);
}

Result<std::vector<WrittenFile>> finish(Drawing& drawing, const io::Style& style) {
  std::vector<WrittenFile> files;
  const auto add = [&](const std::string& path) {
    std::error_code ignored;
    files.push_back({path, std::filesystem::file_size(path, ignored)});
  };
  for (const std::string& path : drawing.pictures) {
    if (auto ok = io::draw_picture(path, *drawing.moment, drawing.trails.trails(), style); !ok) return ok.error();
    add(path);
  }
  for (auto& [path, film] : drawing.films) {
    if (auto ok = film.close(); !ok) return ok.error();
    add(path);
  }
  return files;
}

int refuse(const RenderOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return error.code == Errc::io ? failed : bad_usage;
}

int tell(const RenderOptions& o, const scene::Scene& scene, const Drawing& drawing,
         const std::vector<WrittenFile>& files, bool stopped) {
  const World& world = scene.world();
  std::uint64_t pictures = drawing.pictures.size();
  for (const auto& [path, film] : drawing.films) pictures += film.pictures();
  if (o.json) {
    Json names = Json::array();
    for (const WrittenFile& file : files) names.push_back(file.path);
    return exit_code(put(json_text({{"schema", 1},
                                    {"scene", scene.name()},
                                    {"files", names},
                                    {"pictures", pictures},
                                    {"sim_time", world.time()},
                                    {"hash", hex(world.hash().all)},
                                    {"interrupted", stopped}})));
  }
  if (o.quiet) return done;
  std::string text;
  for (const WrittenFile& file : files)
    text += fmt::format("wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
  text += fmt::format("{}, {} simulated\n", count_of(pictures, "picture"), fmt::format("{:.6g} s", world.time()));
  if (stopped) text += fmt::format("interrupted at t = {:.9g} s\n", world.time());
  return exit_code(put(text));
}

int render(const RenderOptions& o) {
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  Progress progress(!o.quiet);
  auto scene = load_scene(o.scene, {}, [&](std::string_view line) {
    if (!o.quiet) progress.say(line);
  });
  if (!scene) {
    refuse(o, scene.error());
    return bad_usage;
  }
  if (o.from && *o.from >= scene->duration()) {
    return refuse(
        o, {Errc::invalid_value,
            fmt::format("--from = {} s, expected less than the duration {} s", *o.from, scene->duration()), "render"});
  }

  const io::Style style = style_of(o, *scene);
  Drawing drawing{
      .films = {}, .pictures = {}, .trails = io::TrailRecorder(o.trails.value_or(scene->duration())), .moment = {}};
  for (const std::string& path : o.outputs) {
    if (!is_film(path)) {
      drawing.pictures.push_back(path);
      continue;
    }
    io::FilmOptions film{.style = style};
    if (o.fps || file_ending(path) == ".gif") film.fps = o.fps.value_or(20);
    film.speed = o.speed.value_or(film.speed);
    film.trail_seconds = o.trails.value_or(film.trail_seconds);
    auto opened = io::Film::open(path, film);
    if (!opened) return refuse(o, opened.error());
    drawing.films.emplace_back(path, std::move(*opened));
  }

  const World& world = scene->world();
  const auto runner = make_runner(useful_threads(o.scene.threads, world.agent_count()));
  const double end = last_moment(o, drawing, scene->duration());
  std::uint64_t agent_steps = 0;
  bool stopped = false;
  Result<void> drawn = take(o, drawing, world), stepped;
  while (drawn && !scene->finished() && world.time() < end - 1e-9) {
    if (interrupted()) {
      stopped = true;
      break;
    }
    agent_steps += world.agent_count();
    stepped = scene->step(*runner);
    if (!stepped) break;
    drawn = take(o, drawing, world);
    if (progress.due()) {
      progress.show({world.time() / end, static_cast<double>(agent_steps), world.time(),
                     fmt::format("t = {} of {:.6g} s", fixed(world.time(), 1), end)});
    }
  }
  progress.clear();
  if (!drawn) return refuse(o, drawn.error());
  const auto files = finish(drawing, style);
  if (!files) return refuse(o, files.error());
  if (!stepped) {  // the files hold what was drawn until then
    refuse(o, stepped.error());
    return bad_usage;
  }
  return std::max(tell(o, *scene, drawing, *files, stopped),
                  stopped ? static_cast<int>(failed) : static_cast<int>(done));
}

}  // namespace

Action add_render(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("render", "run a scene and draw it: a picture or a film");
  app.footer(examples);
  const auto o = std::make_shared<RenderOptions>();
  add_scene(app, o->scene);
  app.add_option("-o,--output", o->outputs,
                 "what to draw: .png, .svg, .pdf (a moment) or .gif, .mp4 (a film); may be repeated")
      ->required()
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_text(app, "--size", "WxH", "pixels (default 1280x720)", [o](const std::string& text) -> Result<void> {
    auto size = read_size(text);
    if (!size) return size.error();
    o->size = *size;
    return {};
  });
  add_number(app, "--at", o->at, 0, 1e9, "s", "S", "moment of a picture, simulated seconds (default: the end)");
  add_number(app, "--from", o->from, 0, 1e9, "s", "S", "begin of a film, simulated seconds");
  add_number(app, "--to", o->to, 0, 1e9, "s", "S", "end of a film, simulated seconds");
  add_number(app, "--fps", o->fps, 1, 240, "", "N", "pictures per second of a film (default 30; .gif 20)");
  add_number(app, "--speed", o->speed, 1e-3, 1e4, "", "X", "simulated seconds per second of a film (default 1)");
  add_number(app, "--trails", o->trails, 0, 1e6, "s", "S",
             "length of the trails, simulated seconds; 0: none (default: 3 in films, all of it in pictures)");
  add_choice(app, "--colour", o->colour, {"group", "speed", "weight"},
             "colour agents by group, speed or weight of the target (default: the scene's choice)");
  app.add_option("--title", o->title, "another title")->type_name("TEXT");
  add_flag(app, "--dark", o->dark, "on a dark ground");
  add_flag(app, "--no-legend", o->no_legend, "without the legend");
  add_flag(app, "--no-grid", o->no_grid, "without the grid");
  add_run_options(app, o->scene);
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "say nothing but errors");
  return [o] { return render(*o); };
}

}  // namespace wend::cli
