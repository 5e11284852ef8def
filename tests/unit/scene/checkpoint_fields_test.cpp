#include <doctest/doctest.h>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>
#include <wend/scene.hpp>
#include <wend/specs.hpp>

#include <algorithm>
#include <string>

#include "core/text.hpp"
#include "support/scene.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::need;

// What a callback asked for and the world has not made yet is part of a checkpoint, with every value of every list of fields. The values
// are drawn from the lists themselves: a field that a checkpoint forgets fails here without a new test.

namespace {

std::string value(Rng& rng, const ParamInfo& info) {
  if (info.kind == ParamKind::flag) return rng.below(2) == 0 ? "false" : "true";
  if (info.kind == ParamKind::choice) return concat("'", choice_word(info, static_cast<double>(rng.below(static_cast<std::uint64_t>(info.high) + 1))), "'");
  if (info.kind == ParamKind::integer) return concat(1 + rng.below(5));
  return concat(rng.uniform(std::max(info.low, 0.05), std::min(info.high, 0.9)));
}

template <class Owner>
std::string values(Rng& rng, std::span<const Field<Owner>> fields, std::initializer_list<std::string_view> except) {
  std::string words;
  for (const Field<Owner>& f : fields) {
    if (!f.info.in_scenes || std::find(except.begin(), except.end(), f.info.name) != except.end()) continue;
    words += concat(", ", f.info.name, " = ", value(rng, f.info));
  }
  return words;
}

std::string attributes(Rng& rng) {
  std::string words;
  for (const StateField& f : built_in_models()[0]->info().state) {
    if (f.access == StateAccess::attribute) words += concat(", ", f.info.name, " = ", value(rng, f.info));
  }
  return words;
}

// The first agent arrives at once; then everything else comes.
std::string scene_of(std::uint64_t seed) {
  Rng rng = Rng::stream(seed, Purpose::test, 909);
  return concat("scene { duration = 4, dt = 0.1 }\n"
                "local near = target { at = {0.2, 0}, radius = 1 }\n"
                "local goal = target { at = {9, 0} }\n"
                "agent { at = {0, 0}, target = near }\n"
                "agent { at = {5, 3}, target = goal }\n"
                "on.arrive(function(who, t)\n"
                "  if t > 0.5 then return end\n"
                "  local late = target { at = {8, -4}", values(rng, target_fields(), {"shape"}), " }\n",
                "  obstacle { at = {2, 5}", values(rng, obstacle_fields(), {}), " }\n",
                "  wall { {-3, -3}, {-3, 3}", values(rng, wall_fields(), {}), " }\n",
                "  door { {-5, -3}, {-5, 3}, thickness = ", rng.uniform(0, 0.2), ", opens = 1 }\n",
                "  agent { at = {4, -4}, targets = {late, goal}", values(rng, agent_fields(), {"order", "radius"}), ", order = 'listed', radius = 0.3",
                attributes(rng), " }\n", "end)\n");
}

}  // namespace

TEST_CASE("checkpoint: what waits keeps every described field") {
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const std::string text = scene_of(seed);
    CAPTURE(text);
    auto straight = need(scene::Scene::load(text, "fields.lua"));
    std::vector<Bytes> saved;
    std::vector<StateHash> hashes;
    while (!straight.finished() && saved.size() < 40) {
      need(straight.step());
      saved.push_back(need(straight.checkpoint()));
      hashes.push_back(straight.world().hash());
    }
    REQUIRE(saved.size() > 15);
    CHECK(straight.world().agents_added() == 3);
    for (std::size_t from = 0; from < 6; ++from) {  // the requests wait after one of the first steps
      CAPTURE(from);
      auto resumed = need(scene::Scene::resume(saved[from]));
      for (std::size_t k = from + 1; k < hashes.size(); ++k) {
        need(resumed.step());
        REQUIRE(resumed.world().hash() == hashes[k]);
      }
    }
  }
}
