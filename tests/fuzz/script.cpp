#include "fuzz/fuzz.hpp"

using namespace wend;

// Callbacks run for 20 steps: an error leaves a whole world, and the same text does the same again.
int fuzz_script(const std::uint8_t* data, std::size_t size) {
  std::uint64_t first = 0;
  for (int run = 0; run < 2; ++run) {
    auto scene = scene::Scene::load(fuzz::as_text(data, size), "fuzz.lua", fuzz::small_options());
    if (!scene) return 0;
    for (int k = 0; k < 20; ++k) {
      const std::uint64_t steps = scene->world().steps();
      const auto ok = scene->step();
      const std::uint64_t done = scene->world().steps() - steps;
      fuzz::ensure(done == 1 || (done == 0 && !ok), "a step that is neither done nor refused");
      if (!ok) {
        fuzz::ensure(!ok.error().text().empty(), "an error without words");
        break;
      }
    }
    const std::uint64_t hash = scene->world().hash().all;
    if (run == 0) first = hash;
    fuzz::ensure(hash == first, "the second run of a scene differs");
  }
  return 0;
}
