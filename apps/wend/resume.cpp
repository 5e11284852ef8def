#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "plans.hpp"
#include "run_scene.hpp"

#include <wend/io/checkpoint.hpp>

#include <fmt/format.h>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend run demo --checkpoint demo.wend -o demo.sqlite   saves every 10 simulated seconds; then the lights go out\n"
    "  wend resume demo.wend                                 goes on: demo.sqlite as if nothing had happened\n"
    "  wend resume demo.wend --duration 300                  goes on for longer than the scene says\n"
    "  wend resume demo.wend -o rest.csv                     only what comes now, into another file";

int resume(const std::shared_ptr<RunOptions>& o) {
  const std::string file = o->scene.scene;
  const bool own_files = !o->files.trajectories.empty() || !o->files.hashes.empty();
  if (!o->checkpoint.path.empty() || own_files) {
    if (auto ok = check_request(*o); !ok) return refuse(*o, ok.error());
  }
  catch_interrupts();
  Progress progress(!o->quiet);
  const auto found = io::find_checkpoint(file);
  if (!found) return refuse(*o, found.error(), bad_usage);
  for (const Error& newer : found->passed_over) say_warning(newer.text());
  if (!found->passed_over.empty()) say_warning(fmt::format("going on from the older '{}'", found->path));

  scene::LoadOptions options;
  options.duration = o->scene.duration;
  options.environment = o->scene.environment;
  options.log = [&](std::string_view line) {
    if (!o->quiet) progress.say(line);
  };
  auto scene = scene::Scene::resume(found->bytes, options);
  const auto in_file = [&](const Error& e) { return Error{e.code, e.text(), found->path}; };
  if (!scene) return refuse(*o, in_file(scene.error()), bad_usage);
  if (o->scene.fields) scene->world().keep_fields_in(until_abandoned(o->scene.fields));
  const auto sections = read_sections(found->bytes);
  auto before = read_so_far(*sections);
  if (!before) return refuse(*o, in_file(before.error()), bad_usage);

  if (o->checkpoint.path.empty()) {  // as it was before, into the same file
    o->checkpoint.path = file;
    if (!o->checkpoint.every) o->checkpoint.every = before->checkpoint_every;
  }
  const double every = o->files.every.value_or(before->files.every.value_or(scene->world().dt()));
  if (!own_files) {
    o->files = before->files;
    o->files.every = every;
    if (auto ok = check_request(*o); !ok) return refuse(*o, ok.error());
  }
  if (auto ok = make_plans(*scene, progress, !o->quiet); !ok) return refuse(*o, ok.error());
  auto files = own_files ? OutputFiles::open(o->files, *scene) : OutputFiles::go_on(o->files, *scene, before->writer);
  if (!files) return refuse(*o, files.error());
  const int code = run_scene(*o, *scene, std::move(*files), progress, std::move(*before));
  say_cache_problem(o->scene);
  return code;
}

}  // namespace

Action add_resume(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("resume", "go on with a run from its checkpoint, bit for bit");
  app.footer(examples);
  const auto o = std::make_shared<RunOptions>();
  app.add_option("CHECKPOINT", o->scene.scene,
                 "a .wend file; if it is damaged, the older FILE.1 or FILE.2 is taken. Files the run was writing are continued")
      ->required()
      ->type_name("");
  add_number(app, "--duration", o->scene.duration, 1e-4, 1e9, "s", "S",
             "end, simulated seconds from the start of the run (default: the scene's)");
  add_threads(app, o->scene);
  add_environment(app, o->scene);
  add_field_cache(app, o->scene);
  add_output_options(app, o);
  return [o] { return resume(o); };
}

}  // namespace wend::cli
