#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/fp_traps.hpp"
#include "support/program.hpp"

// What the tests of the program share: three scenes, and ways to look at its words.

namespace wend::test {

using nlohmann::json;

// Ten people round a disc to their target.
inline const std::string quick = R"(
scene { title = "Quick", dt = 0.25, duration = 60, seed = 4 }
local n = param("agents", 10, 1, 2000)
local goal = target { at = {12, 0}, radius = 2 }
obstacle { at = {4, 0.2}, radius = 0.6 }
group { count = n, area = box(-30, -20, -5, 20), target = goal, model = attractor {}, on_arrival = "remove" }
)";

// Nobody ever arrives.
inline const std::string endless = R"(
scene { title = "Endless", dt = 0.25, duration = 1000000, seed = 1 }
local goal = target { at = {900000, 0} }
group { count = 40, area = box(-9, -9, 9, 9), target = goal, model = attractor {} }
)";

// One agent in a box, its target outside.
inline const std::string locked_in = R"(
scene { title = "Locked in", duration = 30 }
local goal = target { at = {20, 0} }
wall { {-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}, closed = true }
agent { at = {0, 0}, target = goal, model = attractor {} }
)";

// The whole of standard output is one JSON object.
inline json one_object(const std::string& text) {
  const NoTraps no_traps;
  const json object = json::parse(text, nullptr, false);
  REQUIRE_MESSAGE(object.is_object(), text);
  return object;
}

inline std::set<std::string> keys(const json& object) {
  std::set<std::string> names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }
inline bool one_line(const std::string& text) { return std::count(text.begin(), text.end(), '\n') == 1; }

// Calls and words of the one line they must be answered with, code 2 and nothing on standard output.
using Refusals = std::vector<std::pair<std::vector<std::string>, std::string>>;

inline void check_refused(const Folder& folder, const Refusals& calls) {
  for (const auto& each : calls) {
    const std::string& words = each.second;
    CAPTURE(words);
    const Said said = call(folder, each.first);
    CAPTURE(said.err);
    CHECK(said.code == 2);
    CHECK(said.out.empty());
    CHECK(said.err.starts_with("wend: "));
    CHECK(one_line(said.err));
    CHECK(has(said.err, words));
  }
}

}  // namespace wend::test
