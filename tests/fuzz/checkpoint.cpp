#include <span>

#include "fuzz/fuzz.hpp"
#include "fuzz/sealed.hpp"
#include "support/fp_traps.hpp"

using namespace wend;

namespace {

// A scene with callbacks, handles, motions and a memory, a few steps on; always in today's format.
Bytes sample() {
  constexpr const char* text =
      "scene { seed = 4, duration = 30 }\n"
      "local goal = target { at = {4, 0} }\n"
      "obstacle { at = function(t) return 2 + math.sin(t), 1 end, radius = 0.3 }\n"
      "wall { {-1, -2}, {6, -2} }\n"
      "group { count = 3, area = box(-2, -1, 0, 1), target = goal, speed = normal(1.2, 0.2) }\n"
      "state.list = { 1, 'two', { three = true } }\n"
      "on.step(function(t) state.t = t; if t == 0.5 then agent { at = {0, 3}, target = goal } end end)\n"
      "on.arrive(function(who) state.last = who.id end)\n";
  auto scene = scene::Scene::load(text, "sample.lua", fuzz::small_options());
  fuzz::ensure(scene.has_value(), "the sample does not load");
  for (int k = 0; k < 4; ++k) (void)scene->step();
  auto bytes = scene->checkpoint();
  fuzz::ensure(bytes.has_value(), "the sample cannot be saved");
  return std::move(*bytes);
}

// Refused with a reason, or a scene that can go on and be saved.
void resume(std::span<const std::byte> bytes) {
  auto scene = scene::Scene::resume(bytes, fuzz::small_options());
  if (!scene) return fuzz::ensure(!scene.error().message.empty(), "an error without words");
  for (int k = 0; k < 3; ++k) {
    if (!scene->step()) break;
  }
  (void)scene->checkpoint();
}

}  // namespace

int fuzz_checkpoint(const std::uint8_t* data, std::size_t size) {
  const test::NoTraps quiet;
  static const Bytes plain = sample();
  resume(std::as_bytes(std::span(data, size)));
  resume(fuzz::sealed(plain, data, size));
  return 0;
}
