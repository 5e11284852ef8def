#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/attributes.hpp"
#include "support/scene.hpp"
#include "support/worlds.hpp"

using namespace wend;
using test::lines_of;
using test::loaded;
using test::message_of;
using test::need;

// assign{}, capacity and energy, from a script.

namespace {

constexpr const char* couriers = R"(
scene { dt = 0.25, duration = 60, seed = 3 }
local a, b = target { at = {-10, 0}, capacity = 1 }, target { at = {10, 0}, capacity = 2 }
local some = group { count = 4, area = box(-3, -3, 3, 3), spacing = 1, energy = uniform(0.2, 0.9) }
local late = agent { at = {0, 8}, energy = 0.4 }
assign { agents = {some, late}, targets = {a, b} }
on.step(function(t)
  if t == 5 then
    local extra = agent { at = {0, -9}, energy = 0.6 }
    local c = target { at = {0, 20}, capacity = 7 }
    assign { agents = {late, extra}, targets = c }
  end
end)
)";

}  // namespace

TEST_CASE("assign: tasks while loading are part of the scene as data") {
  auto scene = loaded(couriers);
  const scene::SceneSpec& spec = scene.spec();
  REQUIRE(spec.tasks.size() == 1);
  CHECK(spec.tasks[0].agents == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(spec.tasks[0].targets == std::vector<std::uint32_t>{0, 1});
  CHECK(spec.targets[1].spec.capacity == 2);
  CHECK(test::given(spec.agents[4].spec, "energy") == 0.4);
  const auto again = need(scene::from_json(scene::to_json(spec)));
  CHECK(scene::to_json(again) == scene::to_json(spec));
  World built = need(scene::build(again));
  CHECK(built.hash() == scene.world().hash());
  built.step();
  int going = 0, waiting = 0;
  for (const AgentState& s : built.agents()) (s.target ? going : waiting) += 1;
  CHECK(going == 3);
  CHECK(waiting == 2);
  auto broken = spec;
  broken.tasks[0].targets[0] = 9;
  CHECK(scene::build(broken).error().text() == "tasks[0]: there is no target 9");
  broken = spec;
  broken.tasks[0].agents[0] = 9;
  CHECK(scene::build(broken).error().text() == "tasks[0]: there is no agent 9");
}

TEST_CASE("assign: in a callback it takes place before the next step, for newcomers as well") {
  auto scene = loaded(couriers);
  test::run(scene, 22);
  const World& world = scene.world();
  const auto agents = world.agents();
  REQUIRE(agents.size() == 6);
  CHECK(agents[4].target == world.targets()[2].id);
  CHECK(agents[5].target == world.targets()[2].id);
  CHECK(world.attribute(agents[5].id, "energy") == 0.6);
  CHECK(world.targets()[2].capacity == 7);
}

TEST_CASE("assign: a scene goes on with the same bits from every step, what waits included") {
  auto scene = loaded(couriers);
  std::vector<Bytes> saved;
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 40; ++i) {
    saved.push_back(need(scene.checkpoint()));
    hashes.push_back(scene.world().hash().all);
    test::run(scene, 1);
  }
  // What a callback after the step asked for waits in the checkpoint.
  auto waiting = loaded(R"(
local goal, rest = target { at = {2, 0} }, target { at = {9, 9}, capacity = 1 }
local one, two = agent { at = {0, 0}, target = goal }, agent { at = {0, 9}, target = goal }
on.arrive(function(agent)
  if agent.id ~= one.id then return end
  assign { agents = {one, two}, targets = {rest, target { at = {-9, 9}, capacity = 1 }} }
end))");
  while (waiting.world().agents()[0].status != Status::arrived) test::run(waiting, 1);
  auto resumed = need(scene::Scene::resume(need(waiting.checkpoint())));
  test::run(waiting, 3);
  test::run(resumed, 3);
  CHECK(resumed.world().hash() == waiting.world().hash());
  CHECK(resumed.world().targets()[2].capacity == 1);
  CHECK(resumed.world().agents()[0].target != resumed.world().agents()[1].target);
  for (std::size_t k = 0; k < saved.size(); k += 6) {
    CAPTURE(k);
    auto again = need(scene::Scene::resume(saved[k]));
    for (std::size_t n = k; n < hashes.size(); ++n) {
      REQUIRE(again.world().hash().all == hashes[n]);
      test::run(again, 1);
    }
  }
}

TEST_CASE("energy and capacity: read and written from a script") {
  const std::vector<std::string> said = lines_of(R"(
scene { dt = 0.25 }
local t = target { at = {1, 0}, capacity = 2 }
local free = target { at = {9, 9} }
local ann = agent { at = {0, 0}, target = t, speed = 1, energy = 0.5 }
print(ann.energy, t.capacity, t.taken, free.capacity)
t.capacity = 3
ann.energy = 0.25
print(ann.energy, t.capacity)
t.capacity = nil
print(t.capacity)
on.step(function(now)
  if now == 0.25 then t.capacity = 4; ann.energy = 0.75; ann.speed = 1.5 * ann.speed; ann.courage = 0.9 end
  if now == 3 then print(ann.energy, ann.speed, t.capacity, t.taken) end
end)
)",
                                                14);
  REQUIRE(said.size() == 4);
  CHECK(said[0] == "0.5\t2\t0\tnil");
  CHECK(said[1] == "0.25\t3");
  CHECK(said[2] == "nil");
  CHECK(said[3] == "0.75\t1.5\t4\t1");
}

TEST_CASE("assign: what is refused, and where") {
  const std::string head = "local t = target { at = {5, 0} }\nlocal a = agent { at = {0, 0} }\n";
  CHECK(message_of(head + "assign { agents = a }") == "test.lua:3: assign{}: targets = nil, expected a target");
  CHECK(message_of(head + "assign { agents = 3, targets = t }") == "test.lua:3: assign{}: agents = 3, expected an agent or a group");
  CHECK(message_of(head + "assign { agents = {a, t}, targets = t }").find("agents[2] = target") != std::string::npos);
  CHECK(message_of(head + "assign { agents = a, targets = {} }") == "test.lua:3: assign{}: targets has 0 values, expected 1 or more");
  CHECK(message_of(head + "assign { agent = a, targets = t }").find("did you mean 'agents'?") != std::string::npos);
  CHECK(message_of(head + "t.taken = 3") == "test.lua:3: target.taken can be read, not set");
  CHECK(message_of(head + "t.capacity = 1.5").find("capacity = 1.5, expected 0 .. 1e+06, a whole number") != std::string::npos);
  CHECK(message_of(head + "a.energy = 2") == "test.lua:3: agent.energy = 2, expected 0 .. 1");
  CHECK(message_of("target { at = {0, 0}, capacity = -1 }").find("capacity = -1") != std::string::npos);
  CHECK(message_of(head + "on.step(function() a:remove(); assign { agents = {a}, targets = t } end)", 1).empty());
  CHECK(message_of(head + "on.step(function(now) if now == 0 then a:remove() else assign { agents = {a}, targets = t } end end)", 2).find("has left the scene") != std::string::npos);
}
