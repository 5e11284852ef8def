#include <doctest/doctest.h>

#include <wend/scene.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace wend;

namespace {

// A fenced block of a Markdown file: "```lua error" has the info "lua error".
struct Block {
  std::string info;
  std::string text;
  int line = 0;
};

std::vector<Block> blocks_of(const std::string& path) {
  std::vector<Block> blocks;
  std::ifstream file(path);
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), {}, number});
    } else if (inside) {
      blocks.back().text.append(line).append(1, '\n');
    }
  }
  return blocks;
}

std::string without_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

struct Counts {
  int loaded = 0, failed = 0;
};

Counts try_page(const std::string& page) {
  const std::vector<Block> blocks = blocks_of(WEND_SOURCE_DIR "/docs/guide/" + page);
  Counts counts;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    if (!block.info.starts_with("lua")) continue;
    INFO("docs/guide/" << page << ":" << block.line);
    auto scene = scene::Scene::load(block.text, "scene.lua");
    if (block.info == "lua error") {
      ++counts.failed;
      REQUIRE(i + 1 < blocks.size());
      REQUIRE(blocks[i + 1].info == "text");
      REQUIRE(!scene.has_value());
      CHECK(scene.error().text() == without_newline(blocks[i + 1].text));
      continue;
    }
    ++counts.loaded;
    CHECK(block.info == "lua");
    REQUIRE_MESSAGE(scene.has_value(), scene.error().text());
    while (!scene->finished()) {
      const auto ok = scene->step();
      REQUIRE_MESSAGE(ok.has_value(), ok.error().text());
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("guide: every example of the scene language loads and runs, every error reads as printed") {
  const Counts counts = try_page("scenes.md");
  CHECK(counts.loaded >= 9);
  CHECK(counts.failed >= 6);
}

TEST_CASE("guide: every example of the walls page loads and runs, every error reads as printed") {
  const Counts counts = try_page("walls.md");
  CHECK(counts.loaded >= 4);
  CHECK(counts.failed >= 1);
}

TEST_CASE("guide: every example of the planners page loads and runs, every error reads as printed") {
  const Counts counts = try_page("planners.md");
  CHECK(counts.loaded >= 5);
  CHECK(counts.failed >= 1);
}

TEST_CASE("guide: every example of the tasks page loads and runs, every error reads as printed") {
  const Counts counts = try_page("tasks.md");
  CHECK(counts.loaded >= 3);
  CHECK(counts.failed >= 1);
}

TEST_CASE("guide: every example of the models page loads and runs, every error reads as printed") {
  const Counts counts = try_page("models.md");
  CHECK(counts.loaded >= 5);
  CHECK(counts.failed >= 1);
}

// The defaults and limits that the guide states in words are those of the code.
TEST_CASE("guide: the limits it states are the ones that hold") {
  const scene::Limits limits;
  CHECK(limits.load_instructions == 10'000'000);
  CHECK(limits.callback_instructions == 100'000);
  CHECK(limits.step_instructions == 10'000'000);
  CHECK(limits.load_placement == 200'000'000);
  CHECK(limits.step_placement == 2'000'000);
  CHECK(limits.memory == std::size_t{64} << 20);
  CHECK(limits.file == std::size_t{16} << 20);
  CHECK(limits.text == std::size_t{1} << 20);
  CHECK(limits.log_lines == 1000);
  CHECK(limits.agents == 1048576);
  CHECK(limits.bodies == 262144);
  CHECK(limits.targets == 65536);
  const scene::SceneSpec spec;
  CHECK(spec.dt == 0.1);
  CHECK(spec.duration == 60);
  CHECK(spec.seed == 1);
}
