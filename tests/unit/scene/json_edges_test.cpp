#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

TEST_CASE("scene json: each kind of wrong value is refused with its place") {
  const auto s = loaded(R"(
    scene { view = box(-1, -1, 1, 1) }
    param("n", 3, 1, 9) param("way", "left", {"left", "right"})
    class { name = "foe", d0 = 1.5, competes = true }
    local g = target { at = {1, 1} }
    target { polygon = { {20, 20}, {22, 20}, {21, 22} } }
    obstacle { from = {3, 3}, to = {4, 5}, radius = 0.1 }
    wall { {-9, -6}, {9, -6}, class = "foe" }
    agent { at = {0, 0}, target = g, model = attractor { c2 = 2.5 } })");
  const std::string good = scene::to_json(s.spec());
  REQUIRE(scene::from_json(good).has_value());
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    REQUIRE_MESSAGE(at != std::string::npos, from << " in " << good);
    text.replace(at, from.size(), to);
    const auto spec = scene::from_json(text);
    return spec ? std::string() : spec.error().text();
  };
  CHECK(changed("\"duration\":60.0", "\"duration\":\"long\"") == "duration is no number");
  CHECK(changed("\"seed\":1", "\"seed\":-1") == "seed is no whole number");
  CHECK(changed("\"seed\":1", "\"seed\":1.5") == "seed is no whole number");
  CHECK(changed("\"view\":[-1.0", "\"view\":[\"x\"") == "view[0]: not a number");
  CHECK(changed("\"view\":[-1.0,", "\"view\":[") == "view has not four numbers");
  CHECK(changed("\"kind\":\"number\"", "\"kind\":\"colour\"") == "params[0]: kind = \"colour\" is unknown");
  CHECK(changed("\"choices\":[\"left\"", "\"choices\":[7") == "params[1].choices[0]: not a text");
  CHECK(changed("\"competes\":1.0", "\"competes\":true") == "classes[0]: values.competes is no number");
  CHECK(changed("\"find_room\":false", "\"find_room\":0") == "agents[0]: find_room is not true or false");
  CHECK(changed("\"set\":{\"c2\":2.5}", "\"set\":[]") == "models[0]: set is no object");
  CHECK(changed("\"set\":{\"c2\":2.5}", "\"set\":{\"c2\":\"a\"}") == "models[0]: set.c2 is no number");
  CHECK(changed("\"polygon\":[[20.0,20.0]", "\"polygon\":[[20.0,2e9]").find("targets[1].polygon[0]: ") == 0);
  CHECK(changed("\"polygon\":[[20.0,20.0]", "\"polygon\":[5") == "targets[1].polygon[0]: not a point [x, y]");
  CHECK(changed("\"motion\":\"fixed\"", "\"motion\":\"odd\"") == "obstacles[0]: motion = \"odd\", expected \"fixed\" or \"scripted\" or \"driven\"");
  CHECK(changed("\"class\":0", "\"class\":0.5") == "walls[0]: class = 0.5, expected a position in a list, or -1");
  CHECK(changed("\"targets\":[0]", "\"targets\":[-1]") == "agents[0].targets[0]: not a position in a list");
  CHECK(changed("\"targets\":[0]", "\"targets\":0") == "agents[0]: targets is no list");
  CHECK(changed("\"warnings\":[]", "\"warnings\":[5]") == "warnings[0]: not a text");
}
