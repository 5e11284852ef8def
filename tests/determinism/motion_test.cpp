#include <doctest/doctest.h>

#include <wend/scene.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/hash.hpp"
#include "golden/in_parallel.hpp"
#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;

// The motion of every shipped scene, step by step, against what was recorded: tests/data/motion_hashes.txt.
// WEND_RECORD=1 writes that file anew; a commit that does so says which scenes walk differently, and why.

namespace {

constexpr std::uint64_t most_steps = 300;
const std::string recorded_path = WEND_SOURCE_DIR "/tests/data/motion_hashes.txt";

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> names;
  const std::string root = WEND_SOURCE_DIR "/scenes";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".lua") names.push_back(std::filesystem::relative(entry.path(), root).generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// "name steps hash": all steps in one number.
std::string line_of(const std::string& name) {
  auto scene = scene::Scene::load_file(WEND_SOURCE_DIR "/scenes/" + name);
  if (!scene) return name + " " + scene.error().text();
  std::uint64_t sum = scene->world().motion_hash(), steps = 0;
  for (; steps < most_steps && !scene->finished(); ++steps) {
    if (auto ok = scene->step(); !ok) return name + " " + ok.error().text();
    scene->world().clear_events();
    sum = mix(sum, scene->world().motion_hash());
  }
  std::ostringstream line;
  line << name << ' ' << steps << ' ' << std::hex << sum;
  return line.str();
}

}  // namespace

TEST_CASE("motion hash: every shipped scene walks as recorded") {
  const std::vector<std::string> names = shipped_scenes();
  std::vector<std::string> now(names.size());
  golden::in_parallel(names.size(), [&](std::size_t i) { now[i] = line_of(names[i]); });
  if (std::getenv("WEND_RECORD") != nullptr) {
    std::ofstream out(recorded_path);
    for (const std::string& line : now) out << line << '\n';
  }
  std::vector<std::string> recorded;
  std::ifstream file(recorded_path);
  for (std::string line; std::getline(file, line);) recorded.push_back(line);
  REQUIRE(recorded.size() == now.size());
  for (std::size_t i = 0; i < now.size(); ++i) CHECK(now[i] == recorded[i]);
}

TEST_CASE("motion hash: it covers place, heading and speed of every agent, and nothing else") {
  auto m = test::mixed_world(40);
  for (int k = 0; k < 5; ++k) m.step();
  world::Data& d = world::Access::data(m.world);
  const std::uint64_t before = m.world.motion_hash();
  for (std::vector<double>* column : {&d.agents.x, &d.agents.y, &d.agents.heading, &d.agents.speed}) {
    for (double& value : *column) {
      const double kept = value;
      value += 1e-9 + 1e-9 * value;
      CHECK(m.world.motion_hash() != before);
      value = kept;
    }
  }
  for (std::vector<double>* column : {&d.agents.watch, &d.agents.old_x, &d.agents.state}) {
    for (double& value : *column) value += 1;
  }
  CHECK(m.world.motion_hash() == before);
}
