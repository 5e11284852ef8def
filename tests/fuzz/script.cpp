#include "fuzz/fuzz.hpp"

#include <vector>

using namespace wend;

namespace {

// Hashes step by step, until the scene fails or so many steps are done.
std::vector<std::uint64_t> run(std::string_view text, std::size_t steps) {
  std::vector<std::uint64_t> hashes;
  auto scene = scene::Scene::load(text, "fuzz.lua", fuzz::small_options());
  while (scene && hashes.size() < steps) {
    const std::uint64_t before = scene->world().steps();
    const auto ok = scene->step();
    const std::uint64_t done = scene->world().steps() - before;
    fuzz::ensure(done == 1 || (done == 0 && !ok), "a step that is neither done nor refused");
    fuzz::ensure(ok || !ok.error().message.empty(), "an error without words");
    hashes.push_back(scene->world().hash().all);
    if (!ok) break;
  }
  return hashes;
}

}  // namespace

// Callbacks run for 20 steps: an error leaves a whole world, and the same text does the same again.
int fuzz_script(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::as_text(data, size);
  const auto first = run(text, 20), again = run(text, 5);
  fuzz::ensure(again.size() <= first.size(), "the second run of a scene ends later");
  for (std::size_t k = 0; k < again.size(); ++k)
    fuzz::ensure(first[k] == again[k], "the second run of a scene differs");
  return 0;
}
