#include "commands.hpp"
#include "console.hpp"
#include "load_scene.hpp"
#include "options.hpp"
#include "scene_checks.hpp"
#include "scene_text.hpp"
#include "summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend check my.lua                  does it load, what is in it, what looks odd?\n"
    "  wend check my.lua --set agents=80  the same with another param\n"
    "  wend check my.lua --json           for an editor";

struct CheckOptions {
  SceneOptions scene;
  bool json = false;
};

int check(const CheckOptions& o) {
  auto scene = load_scene(o.scene);
  if (!scene) {
    say_error(scene.error());
    if (o.json) {
      put(json_text({{"schema", 1}, {"scene", o.scene.scene}, {"ok", false}, {"error", scene.error().text()}}));
    }
    return bad_usage;
  }
  const std::vector<std::string> doubts = doubts_about(*scene);
  if (o.json) {
    Json all{{"schema", 1}, {"scene", scene->name()}, {"ok", true}, {"error", nullptr}};
    all.update(summary_json(*scene));
    all["warnings"] = doubts;
    return exit_code(put(json_text(all)));
  }
  const Paint paint = Paint::of(STDOUT_FILENO);
  std::string out = summary_text(*scene, paint) + "\n";
  for (const std::string& doubt : doubts) out += paint.yellow("  warning: " + printable(doubt)) + "\n";
  out += doubts.empty() ? "  " + paint.green("ok") + "\n"
                        : fmt::format("  ok, with {}\n", count_of(doubts.size(), "warning"));
  return exit_code(put_table(out));
}

}  // namespace

Action add_check(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("check", "load a scene and say what is in it and what looks odd");
  app.footer(examples);
  const auto o = std::make_shared<CheckOptions>();
  add_scene(app, o->scene);
  add_flag(app, "--json", o->json, "one JSON object on standard output (docs/json.md)");
  return [o] { return check(*o); };
}

}  // namespace wend::cli
