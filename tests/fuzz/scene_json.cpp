#include "fuzz/fuzz.hpp"

using namespace wend;

// JSON is refused, or it is a description that is written the same for ever and can be built or refused.
int fuzz_scene_json(const std::uint8_t* data, std::size_t size) {
  const auto spec = scene::from_json(fuzz::as_text(data, size));
  if (!spec) {
    fuzz::ensure(!spec.error().message.empty(), "an error without words");
    return 0;
  }
  const std::string json = scene::to_json(*spec);
  const auto again = scene::from_json(json);
  fuzz::ensure(again.has_value(), again ? "" : "our own JSON was refused: " + again.error().text());
  fuzz::ensure(scene::to_json(*again) == json, "JSON changed on its way");
  if (auto world = scene::build(*spec)) {
    for (int k = 0; k < 3; ++k) world->step();
  }
  return 0;
}
