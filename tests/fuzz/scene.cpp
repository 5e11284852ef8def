#include "fuzz/fuzz.hpp"

using namespace wend;

// A scene is refused with its name and a reason, or it is a description that survives JSON and makes a world.
int fuzz_scene(const std::uint8_t* data, std::size_t size) {
  const auto options = fuzz::small_options();
  auto loaded = scene::Scene::load(fuzz::as_text(data, size), "fuzz.lua", options);
  if (!loaded) {
    fuzz::ensure(!loaded.error().message.empty(), "an error without words");
    fuzz::ensure(loaded.error().text().starts_with("fuzz.lua"), "the error names no scene: " + loaded.error().text());
    return 0;
  }
  fuzz::ensure(loaded->spec().agents.size() <= options.limits.agents, "more agents than the limit");
  const std::string json = scene::to_json(loaded->spec());
  const auto again = scene::from_json(json);
  fuzz::ensure(again.has_value(), again ? "" : "our own JSON was refused: " + again.error().text());
  fuzz::ensure(scene::to_json(*again) == json, "JSON changed on its way");
  const auto world = scene::build(*again);
  fuzz::ensure(world.has_value(), world ? "" : "a scene that loaded cannot be built: " + world.error().text());
  return 0;
}
