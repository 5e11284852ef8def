#include <wend/base/rng.hpp>
#include "support/scene.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace wend;
using namespace wend::test;

namespace {

struct Script {
  std::string name, text, expect;
};

// The first line of each says how it ends: "-- expect: script", "limit" or "ok".
std::vector<Script> corpus() {
  std::vector<Script> scripts;
  for (const auto& file : std::filesystem::directory_iterator(WEND_SOURCE_DIR "/tests/faults/hostile")) {
    if (file.path().extension() != ".lua") continue;
    std::ifstream in(file.path(), std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    const std::string all = text.str(), mark = "-- expect: ";
    REQUIRE(all.starts_with(mark));
    scripts.push_back({file.path().filename().string(), all, all.substr(mark.size(), all.find('\n') - mark.size())});
  }
  std::sort(scripts.begin(), scripts.end(), [](const Script& a, const Script& b) { return a.name < b.name; });
  return scripts;
}

constexpr const char* good =
    "group { count = 15, area = box(0, 0, 9, 9), goal = function(x, y) return 9 - x, 9 - y end, speed = normal(1.3, "
    "0.2) }\n"
    "obstacle { at = function(t) return 5 + math.sin(t), 5 end, radius = 0.3 }\n"
    "on.step(function(t) for k, v in pairs({ a = 1, b = math.random() }) do state[k] = v end end)";

std::uint64_t good_hash() {
  auto s = loaded(good);
  run(s, 10);
  return s.world().hash().all;
}

// Loads and runs to the end; empty when nothing went wrong. `world_whole` is false if an error left half a step.
std::string ending(const std::string& text, std::string& message, bool& world_whole, std::size_t& lines) {
  scene::LoadOptions options;
  options.duration = 20.0;
  options.log = [&](std::string_view) { ++lines; };
  auto s = scene::Scene::load(text, "hostile.lua", options);
  if (!s) {
    message = s.error().text();
    return s.error().code == Errc::limit ? "limit" : s.error().code == Errc::script ? "script" : "other";
  }
  while (!s->finished()) {
    const std::uint64_t steps = s->world().steps(), hash = s->world().hash().all;
    if (auto ok = s->step(); !ok) {
      message = ok.error().text();
      world_whole = s->world().steps() == steps + 1 || (s->world().steps() == steps && s->world().hash().all == hash);
      return ok.error().code == Errc::limit ? "limit" : ok.error().code == Errc::script ? "script" : "other";
    }
  }
  return "ok";
}

}  // namespace

TEST_CASE(
    "hostile scripts: each ends with a clear error in two seconds, and the next scene has the hash of a fresh one") {
  const std::uint64_t fresh = good_hash();
  const std::vector<Script> scripts = corpus();
  CHECK(scripts.size() >= 60);
  for (const Script& script : scripts) {
    CAPTURE(script.name);
    std::string message;
    bool world_whole = true;
    std::size_t lines = 0;
    const std::clock_t start = std::clock();  // of this process: others may use the machine as well
    const std::string end = ending(script.text, message, world_whole, lines);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    CAPTURE(message);
    CHECK(end == script.expect);
    CHECK(seconds <= 2.0);
    CHECK(world_whole);
    CHECK(lines <= 1001);
    CHECK(message.size() < 3000);
    if (end != "ok") CHECK(message.find("hostile.lua") == 0);
    CHECK(good_hash() == fresh);
  }
}

TEST_CASE("hostile scripts: bytecode is refused") {
  std::string message;
  bool world_whole = true;
  std::size_t lines = 0;
  CHECK(ending("\x1bLuaT\x00\x19\x93\r\n\x1a\n", message, world_whole, lines) == "script");
  CHECK(message.find("hostile.lua") == 0);
}

TEST_CASE("hostile scripts: texts of random bytes and of cut scenes never do harm") {
  const std::uint64_t fresh = good_hash();
  Rng rng = Rng::stream(1, Purpose::test);
  std::vector<Script> scripts = corpus();
  std::erase_if(scripts, [](const Script& s) { return s.text.size() > 2000; });
  for (int i = 0; i < 300; ++i) {
    const std::string& source = i % 2 == 0 ? std::string(good) : scripts[rng.below(scripts.size())].text;
    std::string text = source.substr(0, rng.below(source.size() + 1));
    for (std::uint64_t k = rng.below(4); k > 0 && !text.empty(); --k)
      text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    scene::LoadOptions options;
    options.duration = 1.0;
    options.limits.load_instructions = 200'000;
    options.limits.load_placement = 1'000'000;
    auto s = scene::Scene::load(text, "cut.lua", options);
    while (s && !s->finished()) {
      if (!s->step()) break;
    }
  }
  CHECK(good_hash() == fresh);
}
