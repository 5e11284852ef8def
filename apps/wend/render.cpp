#include "commands.hpp"
#include "console.hpp"
#include "drawing.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "options.hpp"
#include "plot_options.hpp"
#include "progress.hpp"
#include "scene_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend render scenes/demo.lua -o demo.mp4                      a film of the whole run\n"
    "  wend render demo -o demo.gif --size 640x360 --fps 15         a small one for a web page\n"
    "  wend render demo -o demo.png --at 20 --trails 10             second 20, with ten seconds of trails\n"
    "  wend render demo -o demo.svg --colour speed --no-legend      the end, for a paper\n"
    "  wend render demo -o demo.mp4 --from 10 --to 30 --speed 4     twenty seconds, four times as fast\n"
    "  wend render demo -o demo.glb                                 an animated scene for Blender, engines, browsers\n"
    "  wend render demo -o demo.pov --render --from 10 --to 20      in three dimensions, ray-traced to demo.mp4\n"
    "  wend render demo -o demo.mp4 --camera action                 the camera stays with those who walk\n"
    "  wend render demo -o demo.png --camera follow:12:20 --at 15   20 m about agent 12\n"
    "  wend render demo -o sight.png --at 15 --overlay visible      what three of them see\n"
    "  wend render maze -o maze.mp4 --overlay field                 where their planner sends them\n"
    "  wend render demo -o density.pdf --show density               mean persons per square metre\n"
    "  wend render lanes -o lanes.svg --show space-time --axis x    positions over time\n"
    "  wend render doorway -o flow.png --show series --line 0,1,0,-1    speed, arrivals, and who crosses the door\n"
    "  wend render demo -o seeds.png --seeds 1..9 --at 20           nine runs side by side\n"
    "  wend render doorway -o doors.png --sweep door=1,1.6,2.4 --show density";

// Every complaint that needs no scene.
Result<void> check_request(const RenderOptions& o) {
  bool films = false, pictures = false;
  for (const std::string& path : o.outputs) {
    const std::string ending = file_ending(path);
    if (!is_film(path) && !is_picture(path)) {
      const std::string found = ending.empty() ? "no ending" : "unknown ending " + ending;
      const std::string known = io::either_of(io::drawing_endings());
      return Error{Errc::unknown_name, fmt::format("-o '{}': {}, expected {}", path, found, known), "render"};
    }
    (is_film(path) ? films : pictures) = true;
    if (ending == ".gif" && o.fps && *o.fps > 50)
      return Error{Errc::invalid_value, fmt::format("--fps: {}, expected 1 .. 50 for a .gif", *o.fps), "render"};
    if (auto ok = check_folder(path); !ok) return ok;
  }
  if (auto ok = check_plots(o); !ok) return ok;
  if (o.at && !pictures)
    return Error{Errc::invalid_value, "--at is for pictures; a film has --from and --to", "render"};
  if ((o.fps || o.speed || o.supersample) && !films)
    return Error{Errc::invalid_value, "--fps, --speed and --supersample are for films", "render"};
  if ((o.from || o.to) && !films && o.show == "crowd") {
    return Error{Errc::invalid_value,
                 "--from and --to are for films and for density, speed, space-time and series; a picture has --at",
                 "render"};
  }
  if (o.from && o.to && !(*o.from < *o.to))
    return Error{Errc::invalid_value, fmt::format("--from {} is not before --to {}", *o.from, *o.to), "render"};
  const bool pov = std::any_of(o.outputs.begin(), o.outputs.end(),
                               [](const std::string& path) { return file_ending(path) == ".pov"; });
  if ((o.render || o.orbit || o.camera_height) && !pov)
    return Error{Errc::invalid_value, "--render, --orbit and --camera-height are for a .pov", "render"};
  std::vector<std::string> names = o.outputs;
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end()) {
    return Error{Errc::invalid_value, fmt::format("'{}' is to be written twice", *twice), "render"};
  }
  return {};
}

int refuse(const RenderOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_error(o.scene.scene, error));
  return error.code == Errc::io ? failed : bad_usage;
}

using Drawings = std::vector<std::unique_ptr<Drawing>>;

int tell(const RenderOptions& o, const FrameSource& source, const Drawings& drawings,
         const std::vector<WrittenFile>& files, bool stopped) {
  std::uint64_t pictures = 0;
  for (const auto& drawing : drawings) pictures += drawing->pictures();
  if (o.json) {
    Json names = Json::array();
    for (const WrittenFile& file : files) names.push_back(file.path);
    return exit_code(put(json_text({{"schema", 1},
                                    {"scene", source.info().name},
                                    {"files", names},
                                    {"pictures", pictures},
                                    {"sim_time", source.time()},
                                    {"hash", source.hash() ? Json(hex(*source.hash())) : Json(nullptr)},
                                    {"interrupted", stopped}})));
  }
  if (o.quiet) return done;
  std::string text;
  for (const WrittenFile& file : files)
    text += fmt::format("wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
  text += fmt::format("{}, {} simulated\n", count_of(pictures, "picture"), fmt::format("{:.6g} s", source.time()));
  if (stopped) text += fmt::format("interrupted at t = {:.9g} s\n", source.time());
  return exit_code(put_table(text));
}

Error beyond_end(double at, double end) {
  return {Errc::invalid_value, fmt::format("--at = {} s, but the run is over at t = {:.6g} s", at, end), "render"};
}

Result<Drawings> open_drawings(const RenderOptions& o, const SourceInfo& source) {
  if (o.at && *o.at > source.duration + source.step) return beyond_end(*o.at, source.duration);
  if (o.from && *o.from >= source.duration) {
    return Error{Errc::invalid_value,
                 fmt::format("--from = {} s, expected less than the duration {} s", *o.from, source.duration),
                 "render"};
  }
  Drawings drawings;
  for (const std::string& path : o.outputs) {
    auto drawing = open_drawing(path, o, source);
    if (!drawing) return drawing.error();
    drawings.push_back(std::move(*drawing));
  }
  return drawings;
}

// The agent of --camera follow:ID or --overlay-agent: a picture needs it at its moment, a film at some time.
class LookedFor {
 public:
  explicit LookedFor(const RenderOptions& o) : film_(std::none_of(o.outputs.begin(), o.outputs.end(), is_picture)) {
    if (o.camera && o.camera->camera.kind == io::CameraKind::follow) agent_ = o.camera->camera.agent, option_ = "--camera";
    if (o.overlays.agent) agent_ = o.overlays.agent, option_ = "--overlay-agent";
  }

  void look_at(const io::Frame& frame) {
    if (!agent_) return;
    ++looks_;
    time_ = frame.time;
    there_ = false;
    for (const AgentState& dot : frame.agents) {
      there_ = there_ || io::file_id(dot.id) == *agent_;
      highest_ = std::max<std::int64_t>(highest_, dot.id.index);
    }
    came_ = came_ || there_;
  }
  // Nobody comes who is not there at the start: no need to draw before saying so.
  Result<void> at_start(const FrameSource& source) const { return came_ || source.may_gain_agents() ? Result<void>() : verdict(); }
  Result<void> verdict() const {
    if (!agent_ || there_ || (film_ && came_)) return {};
    if (came_) return wrong(fmt::format("agent {} has left, it is not there at t = {:.6g} s", *agent_, time_));
    return wrong(fmt::format("there is no agent {} {} t = {:.6g} s, expected {}", *agent_, film_ && looks_ > 1 ? "up to" : "at", time_,
                             highest_ < 0 ? "a scene with agents" : fmt::format("0 .. {}", highest_)));
  }

 private:
  Error wrong(const std::string& what) const { return {Errc::invalid_value, fmt::format("{}: {}", option_, what), "render"}; }

  bool film_;
  std::optional<std::int64_t> agent_;
  const char* option_ = "";
  bool there_ = false, came_ = false;
  double time_ = 0;
  std::size_t looks_ = 0;
  std::int64_t highest_ = -1;  // number of an agent seen so far
};

// One frame for all drawings that want it.
Result<void> draw_frame(FrameSource& source, Drawings& drawings, LookedFor& agent) {
  std::optional<io::Frame> frame;
  for (const auto& drawing : drawings) {
    if (!drawing->wants(source.time())) continue;
    if (!frame) {
      auto now = source.frame();
      if (!now) return now.error();
      frame = std::move(*now);
      agent.look_at(*frame);
      if (auto ok = agent.at_start(source); !ok) return ok;
    }
    if (auto ok = drawing->take(*frame); !ok) return ok;
  }
  return {};
}

Result<std::vector<WrittenFile>> finish(Drawings& drawings) {
  std::vector<WrittenFile> files;
  for (const auto& drawing : drawings) {
    auto more = drawing->finish();
    if (!more) return more.error();
    files.insert(files.end(), more->begin(), more->end());
  }
  return files;
}

// What is left of the runs so far.
struct Played {
  std::unique_ptr<FrameSource> source;  // the last one
  Drawings drawings;
  std::optional<Error> broken;  // its script failed; the drawings hold what was drawn until then
  bool stopped = false;
};

Result<void> play(const RenderOptions& o, const Run& run, double before, double share, Progress& progress, Played& p) {
  auto source = open_source(run.scene, run.seed, [&](std::string_view line) {
    if (!o.quiet) progress.say(run.label.empty() ? std::string(line) : fmt::format("{}: {}", run.label, line));
  }, progress);
  if (!source) return source.error();
  p.source = std::move(*source);
  if (o.overlays.field) {
    if (auto ok = p.source->show_field(o.overlays.agent); !ok) return ok;
  }
  FrameSource& frames = *p.source;
  if (p.drawings.empty()) {
    auto opened = open_drawings(o, frames.info());
    if (!opened) return opened.error();
    p.drawings = std::move(*opened);
  }
  double end = 0;
  for (const auto& drawing : p.drawings) {
    drawing->begin_run(run.label);
    end = std::max(end, drawing->last_moment(frames.info().duration));
  }
  const std::string name = run.label.empty() ? "" : run.label + ", ";
  LookedFor agent(o);
  Result<bool> more = frames.advance();
  while (more && *more) {
    if (auto drawn = draw_frame(frames, p.drawings, agent); !drawn) return drawn;
    if (frames.time() >= end - 1e-9) break;
    p.stopped = interrupted();
    if (p.stopped) break;
    if (progress.due()) {
      progress.show({before + share * frames.time() / end, static_cast<double>(frames.agent_steps()), frames.time(),
                     fmt::format("{}t = {} of {:.6g} s", name, fixed(frames.time(), 1), end)});
    }
    more = frames.advance();
  }
  if (!more) p.broken = more.error();
  for (const auto& drawing : p.drawings) drawing->know_groups(frames.info().group_names);
  if (p.broken || p.stopped) return {};
  // Of panels, one whose run is over early shows its end.
  if (o.at && run.label.empty() && frames.time() < *o.at - 1e-9) return beyond_end(*o.at, frames.time());
  return agent.verdict();
}

int render(const RenderOptions& o) {
  if (auto ok = check_request(o); !ok) return refuse(o, ok.error());
  catch_interrupts();
  Progress progress(!o.quiet);
  const std::vector<Run> runs = runs_of(o);
  const double share = 1 / static_cast<double>(runs.size());
  Played played;
  for (std::size_t i = 0; i < runs.size() && !played.stopped && !played.broken; ++i) {
    if (auto ok = play(o, runs[i], static_cast<double>(i) * share, share, progress, played); !ok) {
      progress.clear();
      const int code = refuse(o, ok.error());
      return played.drawings.empty() && !played.source && !interrupted() ? static_cast<int>(bad_usage) : code;
    }
  }
  progress.clear();
  say_cache_problem(o.scene);
  const auto files = finish(played.drawings);
  if (!files) return refuse(o, files.error());
  if (played.broken) {
    refuse(o, *played.broken);
    return bad_usage;
  }
  return std::max(tell(o, *played.source, played.drawings, *files, played.stopped),
                  played.stopped ? static_cast<int>(failed) : static_cast<int>(done));
}

}  // namespace

Action add_render(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("render", "run a scene and draw it: a picture or a film");
  app.footer(examples);
  const auto o = std::make_shared<RenderOptions>();
  add_scene(app, o->scene);
  using Kind = io::DrawingKind;
  app.add_option("-o,--output", o->outputs,
                 fmt::format("what to draw: {} (a moment) or {} (a film); may be repeated",
                             fmt::join(io::drawing_endings({Kind::picture}), ", "),
                             fmt::join(io::drawing_endings({Kind::film, Kind::gltf, Kind::povray}), ", ")))
      ->required()
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_text(app, "--size", "WxH", "pixels (default 1280x720)", [o](const std::string& text) -> Result<void> {
    auto size = read_size(text);
    if (!size) return size.error();
    o->size = *size;
    return {};
  });
  add_number(app, "--at", o->at, 0, 1e9, "s", "S", "moment of a picture, simulated seconds (default: the end; heat maps: the mean)");
  add_number(app, "--from", o->from, 0, 1e9, "s", "S", "begin of a film or of what is averaged, simulated seconds");
  add_number(app, "--to", o->to, 0, 1e9, "s", "S", "end of a film or of what is averaged, simulated seconds");
  add_number(app, "--fps", o->fps, 1, 240, "", "N", "pictures per second of a film (default 30; .gif 20)");
  add_number(app, "--speed", o->speed, 1e-3, 1e4, "", "X", "simulated seconds per second of a film (default 1)");
  add_text(app, "--supersample", "N", "draw a film N times as large and scale it down, 1 .. 4 (default 2)",
           [o](const std::string& text) -> Result<void> {
             auto value = read_whole(text, 1, 4);
             if (!value) return value.error();
             o->supersample = static_cast<int>(*value);
             return {};
           });
  add_number(app, "--trails", o->trails, 0, 1e6, "s", "S",
             "length of the trails, simulated seconds; 0: none (default: 3 in films; in pictures as long as the crowd leaves room for)");
  add_flag(app, "--render", o->render, "let POV-Ray and ffmpeg make an .mp4 of a .pov, beside it");
  add_number(app, "--orbit", o->orbit, -360, 360, "", "DEG", "turn of a .pov film's camera per second (default 0)");
  add_number(app, "--camera-height", o->camera_height, 5, 89, "", "DEG",
             "of a .pov film's camera above the horizon (default 32)");
  add_choice(app, "--colour", o->colour, {"group", "speed", "weight"},
             "colour agents by group, speed or weight of the target (default: the scene's choice)");
  app.add_option("--title", o->title, "another title")->type_name("TEXT");
  add_flag(app, "--dark", o->dark, "on a dark ground");
  add_flag(app, "--no-legend", o->no_legend, "without the legend");
  add_flag(app, "--no-grid", o->no_grid, "without the grid");
  add_plot_options(app, *o);
  add_run_options(app, o->scene);
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "say nothing but errors");
  return [o] { return render(*o); };
}

}  // namespace wend::cli
