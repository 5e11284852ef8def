#include "load_scene.hpp"

#include "console.hpp"
#include "file_kind.hpp"
#include "plans.hpp"

namespace wend::cli {

Result<scene::Scene> load_scene(const SceneOptions& o, std::optional<std::uint64_t> seed,
                                std::function<void(std::string_view)> log) {
  const auto file = find_scene(o.scene);
  if (!file) return file.error();
  if (auto ok = expect_scene_file(*file); !ok) return ok.error();
  scene::LoadOptions options;
  options.seed = seed ? seed : o.seed;
  options.duration = o.duration;
  options.environment = o.environment;
  options.perception = o.perception;
  options.sets = o.sets;
  options.log = std::move(log);
  auto scene = scene::Scene::load_file(*file, options);
  if (scene && o.fields) scene->world().keep_fields_in(until_abandoned(o.fields));
  return scene;
}

void say_cache_problem(const SceneOptions& o) {
  if (o.fields && !o.fields->warning().empty()) say_warning(o.fields->warning());
}

}  // namespace wend::cli
