#pragma once
#include <wend/scene.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

// Scenes as texts, for tests.

namespace wend::test {

inline Result<scene::Scene> load(std::string_view text, const scene::LoadOptions& options = {}) {
  return scene::Scene::load(text, "test.lua", options);
}

// The message of a scene that must not load, or of the first step that fails; empty if all went well.
inline std::string message_of(std::string_view text, int steps = 0, const scene::LoadOptions& options = {}) {
  auto s = load(text, options);
  if (!s) return s.error().text();
  for (int i = 0; i < steps; ++i) {
    if (auto ok = s->step(); !ok) return ok.error().text();
  }
  return {};
}

// A scene that must load.
inline scene::Scene loaded(std::string_view text, const scene::LoadOptions& options = {}) {
  auto s = load(text, options);
  if (!s) {
    MESSAGE(s.error().text());
    REQUIRE(s.has_value());
  }
  return std::move(*s);
}

inline void run(scene::Scene& s, int steps) {
  for (int i = 0; i < steps; ++i) {
    auto ok = s.step();
    if (!ok) MESSAGE(ok.error().text());
    REQUIRE(ok.has_value());
  }
}

// What print() said.
inline std::vector<std::string> lines_of(std::string_view text, int steps = 0) {
  std::vector<std::string> lines;
  scene::LoadOptions options;
  options.log = [&](std::string_view line) { lines.emplace_back(line); };
  auto s = loaded(text, options);
  run(s, steps);
  return lines;
}

inline std::vector<std::uint64_t> hashes(scene::Scene& s, int steps) {
  std::vector<std::uint64_t> out{s.world().hash().all};
  for (int i = 0; i < steps; ++i) {
    run(s, 1);
    out.push_back(s.world().hash().all);
  }
  return out;
}

}  // namespace wend::test
