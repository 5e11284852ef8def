#include <doctest/doctest.h>

#include <wend/base/rng.hpp>
#include <wend/scene.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/worlds.hpp"

using namespace wend;
using scene::LoadOptions;
using scene::Scene;
using test::need;

namespace {

Scene load(const std::string& text, const LoadOptions& o = {}) { return need(Scene::load(text, "scene.lua", o)); }

// A scene that does everything a checkpoint has to carry.
std::string busy_text() {
  std::ostringstream all;
  all << std::ifstream(WEND_SOURCE_DIR "/tests/golden/scenes/busy.lua").rdbuf();
  return all.str();
}
const std::string busy = busy_text();

}  // namespace

TEST_CASE("checkpoint: a busy scene goes on with the same bits from every step") {
  constexpr int steps = 100;
  Scene whole = load(busy);
  std::vector<Bytes> saved;
  std::vector<StateHash> hashes;
  for (int k = 0; k <= steps; ++k) {
    saved.push_back(need(whole.checkpoint()));
    hashes.push_back(whole.world().hash());
    REQUIRE(whole.step());
  }
  CHECK(whole.world().agents_added() > 20);
  CHECK(saved.back() != saved.front());
  for (std::size_t k = 0; k < saved.size(); k += 3) {
    CAPTURE(k);
    Scene again = need(Scene::resume(saved[k]));
    REQUIRE(need(again.checkpoint()) == saved[k]);
    for (std::size_t n = k; n < hashes.size(); ++n) {
      REQUIRE(again.world().hash() == hashes[n]);
      REQUIRE(again.step());
    }
    REQUIRE(again.world().hash() == whole.world().hash());
  }
}

TEST_CASE("checkpoint: saving changes nothing") {
  Scene a = load(busy), b = load(busy);
  for (int k = 0; k < 60; ++k) {
    REQUIRE(a.step());
    need(b.checkpoint());
    REQUIRE(b.step());
    REQUIRE(a.world().hash() == b.world().hash());
  }
  CHECK(need(a.checkpoint()) == need(b.checkpoint()));
}

TEST_CASE("checkpoint: options, params and name come back, the duration may be another") {
  const std::string text = "scene { duration = 3 } local n = param(\"n\", 2, 1, 9) group { count = n, area = box(0, 0, 9, 9) } target { at = {20, 20} } print(\"hello\")";
  LoadOptions o;
  o.seed = 77;
  o.sets = {{"n", "5"}};
  std::vector<std::string> said;
  o.log = [&](std::string_view line) { said.emplace_back(line); };
  Scene first = load(text, o);
  REQUIRE(first.step());
  const Bytes file = need(first.checkpoint());
  LoadOptions later;
  later.duration = 9;
  later.log = o.log;
  Scene again = need(Scene::resume(file, later));
  CHECK(again.world().seed() == 77);
  CHECK(again.world().agents_added() == 5);
  CHECK(again.duration() == 9);
  CHECK(again.name() == "scene.lua");
  CHECK(again.text() == text);
  CHECK(said.size() == 1);  // not said again
  CHECK(need(Scene::resume(file)).duration() == 3);
}

TEST_CASE("checkpoint: what cannot be saved is refused with its path, and the scene goes on") {
  const auto problem = [](const std::string& script) {
    Scene s = load("target { at = {9, 0} } agent { at = {0, 0} } on.step(function(t) " + script + " end)");
    REQUIRE(s.step());
    const auto file = s.checkpoint();
    REQUIRE(!file);
    REQUIRE(s.step());
    return file.error().text();
  };
  CHECK(problem("state.f = function() end") == "scene.lua: state.f is a function, expected numbers, texts, booleans, handles and tables");
  CHECK(problem("state.deep = { { x = print } }") == "scene.lua: state.deep[1].x is a function, expected numbers, texts, booleans, handles and tables");
  CHECK(problem("state.m = setmetatable({}, {})") == "scene.lua: state.m has a metatable, which cannot be saved");
  CHECK(problem("state.l = {} state.l[1] = 1 state.l[3] = 3").find("state.l is a list with a hole") != std::string::npos);
  CHECK(problem("state = 5") == "scene.lua: state is a number, expected the table it was");
  CHECK(problem("state[{}] = 1").find("has a key that is a table") != std::string::npos);
  CHECK(problem("local t = state for i = 1, 120 do t.x = {} t = t.x end").find("nested deeper than 100 tables") != std::string::npos);
  CHECK(problem("obstacle { at = function(u) return u, 30 + t end, radius = 1 }").find("a motion that a callback made cannot be saved") != std::string::npos);
}

TEST_CASE("checkpoint: state comes back as it was, tables the script holds included") {
  const std::string text = R"(
    scene { dt = 0.25 }
    target { at = {9, 0} } agent { at = {0, 0} }
    state.list = {} local list = state.list        -- a second way to the same table
    state.gone = { 1, 2, 3 }
    on.step(function(t)
      list[#list + 1] = t
      state.gone = nil
      state.inf, state.tiny, state.minus = math.huge, 5e-324, -0.0
      state.whole, state.text, state.no = 7, "a\0b", false
      state.same = list
      state.self = state
      assert(#list == math.floor(t / 0.25 + 0.5) + 1, "the list was lost")
      assert(state.same == state.list and state.self == state)
    end)
    on.arrive(function(a) end)
  )";
  Scene s = load(text);
  for (int k = 0; k < 4; ++k) REQUIRE(s.step());
  Scene again = need(Scene::resume(need(s.checkpoint())));
  for (int k = 0; k < 4; ++k) {
    const auto stepped = again.step();
    CHECK_MESSAGE(stepped, (stepped ? "" : stepped.error().text()));
    REQUIRE(s.step());
  }
  CHECK(need(again.checkpoint()) == need(s.checkpoint()));
}

TEST_CASE("checkpoint: variables outside state are told, before and after they change") {
  Scene s = load(R"(
    target { at = {9, 0} } agent { at = {0, 0} }
    local count, seen, fine = 0, {}, { 1 }
    local alias = state
    local function helper() total = (total or 0) + 1 end
    function by_name() count = count + 1 end
    local goal = target { at = {5, 5} }
    on.step(function(t)
      local mine = {} mine.x = 1
      seen[#seen + 1] = t
      alias.x = t state.y = t goal.at = {t, 5}
      helper() by_name()
      return fine[1]
    end)
  )");
  const std::vector<std::string> code = s.written_outside_state();
  REQUIRE(code.size() == 3);
  CHECK(code[0] == "the global variable `total`");
  CHECK(code[1] == "the variable `count` in the function at scene.lua:6");
  CHECK(code[2] == "the variable `seen` in the function at scene.lua:8");
  CHECK(s.changed_outside_state().empty());
  REQUIRE(s.step());
  const std::vector<std::string> now = s.changed_outside_state();
  REQUIRE(now.size() == 3);
  CHECK(now[0] == "the global variable `total`");
  CHECK(now[1].find("the variable `count` used at scene.lua:") == 0);
  CHECK(now[2].find("the variable `seen` used at scene.lua:8") == 0);
}

TEST_CASE("checkpoint: the shipped kind of scene writes nothing outside state") {
  Scene s = load(busy);
  CHECK(s.written_outside_state().empty());
  for (int k = 0; k < 80; ++k) REQUIRE(s.step());
  CHECK(s.changed_outside_state().empty());
}

TEST_CASE("checkpoint: damaged bytes are refused, a world's snapshot is told apart") {
  Scene s = load("scene { seed = 3 } target { at = {9, 0} } agent { at = {0, 0} } on.step(function(t) state.t = t end)");
  REQUIRE(s.step());
  const Bytes whole = need(s.checkpoint());
  CHECK(Scene::resume(s.world().snapshot()).error().message.find("without a scene") != std::string::npos);
  for (std::size_t size = 0; size < whole.size(); ++size) REQUIRE(!Scene::resume(std::span(whole).first(size)));
  Bytes bytes = whole;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    bytes[bit / 8] ^= std::byte{static_cast<unsigned char>(1u << (bit % 8))};
    REQUIRE(!Scene::resume(bytes));
    bytes[bit / 8] ^= std::byte{static_cast<unsigned char>(1u << (bit % 8))};
  }
  CHECK(Scene::resume(bytes));
}

TEST_CASE("checkpoint: wrong content under right checksums never crashes") {
  Scene s = load(busy);
  for (int k = 0; k < 60; ++k) REQUIRE(s.step());
  const Bytes whole = need(s.checkpoint());
  const Sections parts = need(read_sections(whole));
  std::size_t taken = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    Bytes file = begin_sections();
    for (const Section& section : parts.list) {
      if (section.name == "about") continue;
      Bytes bytes(section.bytes.begin(), section.bytes.end());
      const bool ours = section.name == "scene/engine" || section.name == "scene/state";
      for (std::uint64_t n = ours ? 1 + rng.below(3) : 0; n > 0 && !bytes.empty(); --n) {
        const std::size_t at = rng.below(bytes.size());
        if (rng.below(8) == 0) bytes.resize(at);
        else if (rng.below(3) == 0) bytes[at] = static_cast<std::byte>(rng.below(256));
        else bytes[at] ^= std::byte{static_cast<unsigned char>(1u << rng.below(8))};
      }
      append_section(file, section.name, bytes);
    }
    auto again = Scene::resume(file);
    again ? ++taken : ++refused;
    if (!again) continue;
    for (int k = 0; k < 4; ++k) {
      if (!again->step()) break;
    }
    (void)again->checkpoint();
  }
  MESSAGE("taken ", taken, ", refused ", refused);
  CHECK(refused > 200);
  CHECK(taken > 50);
}
