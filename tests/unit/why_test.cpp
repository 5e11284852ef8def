#include <wend/analysis/why.hpp>
#include <wend/model/attractor.hpp>

#include "support/worlds.hpp"
#include "world/access.hpp"
#include "world/data.hpp"
#include "world/ground.hpp"

using namespace wend;
using namespace wend::test;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// As if it had stood for long.
Verdict verdict_of(World& world, AgentId id, Status status = Status::stuck) {
  world::Access::data(world).agents.status[*world::Access::data(world).agent_slots.find(id)] = status;
  const StateHash before = world.hash();
  const Verdict verdict = why(world, id);
  CHECK(world.hash() == before);
  return verdict;
}

// A room of 8 x 8 m about the origin with a gap in its east wall.
void add_room(World& world, double gap) {
  need(world.add_wall({-4, -4}, {4, -4}));
  need(world.add_wall({-4, 4}, {4, 4}));
  need(world.add_wall({-4, -4}, {-4, 4}));
  need(world.add_wall({4, -4}, {4, -gap / 2}));
  need(world.add_wall({4, gap / 2}, {4, 4}));
}

}  // namespace

TEST_CASE("why: only those who want to go on and do not are explained") {
  for (const Status status : {Status::stuck, Status::orbit, Status::lost, Status::blocked}) CHECK(needs_a_verdict(status));
  for (const Status status : {Status::moving, Status::arrived, Status::waiting, Status::idle, Status::collision, Status::non_finite}) CHECK(!needs_a_verdict(status));
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  const AgentId id = need(world.add_agent({.at = {0, 0}, .target = goal}));
  for (const Status status : {Status::moving, Status::arrived, Status::waiting, Status::idle}) {
    const Verdict verdict = verdict_of(world, id, status);
    CHECK(verdict.cause == Cause::none);
    CHECK(!verdict.why.empty());
    CHECK(verdict.advice.empty());
  }
  CHECK(why(world, {7, 1}).cause == Cause::none);
}

TEST_CASE("why: a wall in the way of somebody without a planner") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  need(world.add_wall({2, -3}, {2, 3}));
  const AgentId id = need(world.add_agent({.at = {0.35, 0}, .target = goal}));
  const Verdict verdict = verdict_of(world, id);
  CHECK(verdict.cause == Cause::no_planner);
  CHECK_MESSAGE(has(verdict.why, "wall 0"), verdict.why);
  CHECK_MESSAGE(has(verdict.why, "1.41 m ahead"), verdict.why);
  CHECK(has(verdict.advice, "planner = auto{}"));
}

TEST_CASE("why: somebody who walks and comes no nearer is explained, too") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  need(world.add_wall({0, -3}, {3, -3}));
  need(world.add_wall({3, -3}, {3, 3}));
  need(world.add_wall({3, 3}, {0, 3}));
  const AgentId id = need(world.add_agent({.at = {1, 0}, .target = goal}));
  CHECK(!needs_a_verdict(world, id));
  for (int i = 0; i < 400; ++i) world.step();
  REQUIRE(norm(world.agent(id)->at.xy()) < 5);  // trapped, walking or not
  CHECK(needs_a_verdict(world, id));
  const Verdict verdict = why(world, id);
  CHECK(verdict.cause == Cause::no_planner);
  CHECK_MESSAGE(has(verdict.why, "wall 1"), verdict.why);
}

TEST_CASE("why: in a trap full of people the wall is the cause, not the neighbours") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {12, 0}}));
  need(world.add_wall({-6, 3}, {0, 3}));
  need(world.add_wall({0, 3}, {0, -3}));
  need(world.add_wall({0, -3}, {-6, -3}));
  std::vector<AgentId> ids;
  for (int k = 0; k < 12; ++k) ids.push_back(need(world.add_agent({.at = {-11.0 + 0.8 * (k / 4), 0.8 * (k % 4) - 1.2}, .target = goal})));
  for (int i = 0; i < 400; ++i) world.step();
  for (AgentId id : ids) CHECK(verdict_of(world, id).cause == Cause::no_planner);
}

TEST_CASE("why: a shut door, and the same door open") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  add_room(world, 1);
  const WallId door = need(world.add_door({4, -0.5}, {4, 0.5}));
  const AgentId id = need(world.add_agent({.at = {0, 0}, .target = goal}));
  const Verdict shut = verdict_of(world, id);
  CHECK(shut.cause == Cause::shut_door);
  CHECK(shut.why == "no way to target 0: door 5 at (4.00, 0.00) is shut");
  CHECK(has(shut.advice, "open the door"));
  need(world.set_door(door, true));
  CHECK(verdict_of(world, id).cause == Cause::unknown);  // nothing is in its way
}

TEST_CASE("why: a passage narrower than the body, with its width and its two sides") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  add_room(world, 0.4);
  const AgentId id = need(world.add_agent({.at = {0, 0}, .target = goal}));
  const Verdict verdict = verdict_of(world, id);
  CHECK(verdict.cause == Cause::narrow_passage);
  CHECK(verdict.why == "the passage at (4.00, 0.00) between wall 3 and wall 4 is 0.40 m wide, the body needs 0.50 m");
  CHECK(verdict.advice == "make the passage wider than 0.50 m, or the body slimmer: radius below 0.20 m");
  // A body that just fits is not refused.
  need(world.set(id, "radius", 0.2));
  CHECK(verdict_of(world, id).cause != Cause::narrow_passage);
}

TEST_CASE("why: walls without a gap, a target under an obstacle, and nobody to go to") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}})), covered = need(world.add_target({.at = {0, 9}, .radius = 0.1}));
  add_room(world, 0);
  need(world.add_obstacle({.at = {0, 9}, .radius = 2}));
  const AgentId inside = need(world.add_agent({.at = {0, 0}, .target = goal})), outside = need(world.add_agent({.at = {9, 9}, .target = covered}));
  const Verdict closed = verdict_of(world, inside);
  CHECK(closed.cause == Cause::no_way);
  CHECK(has(closed.why, "no way to target 0"));
  CHECK(has(closed.advice, "a gap of more than 0.50 m"));
  const Verdict under = verdict_of(world, outside);
  CHECK(under.cause == Cause::no_way);
  CHECK_MESSAGE(has(under.why, "cover"), under.why);
  need(world.remove(goal));
  const Verdict lost = verdict_of(world, inside, Status::lost);
  CHECK(lost.cause == Cause::no_goal);
  CHECK(has(lost.advice, "target = "));
}

TEST_CASE("why: between a wall and an agent that leave less room than the body needs") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}})), aside = need(world.add_target({.at = {0.6, 0.5}, .radius = 0.1}));
  need(world.add_wall({0, -0.3}, {5, -0.3}));
  const AgentId id = need(world.add_agent({.at = {0, 0}, .target = goal}));
  need(world.add_agent({.at = {0.45, 0.26}, .target = aside}));
  const Verdict verdict = verdict_of(world, id);
  CHECK(verdict.cause == Cause::narrow_passage);
  CHECK(verdict.why == "agent 1 and wall 0 leave 0.31 m, the body needs 0.50 m");
}

TEST_CASE("why: a target on which others stand, and one that is circled") {
  World world = need(World::create());
  const TargetId goal = need(world.add_target({.at = {9, 0}}));
  need(world.add_agent({.at = {8.7, 0}, .target = goal}));
  world.step();
  REQUIRE(world.agents()[0].status == Status::arrived);
  const AgentId late = need(world.add_agent({.at = {8.1, 0}, .target = goal}));
  const Verdict taken = verdict_of(world, late);
  CHECK(taken.cause == Cause::target_taken);
  CHECK(taken.why == "target 0 is taken: agent 0 has arrived and stands there, its radius is 0.30 m");
  CHECK(has(taken.advice, "on_arrival = \"remove\""));
  need(world.remove(world.agents()[0].id));
  const Verdict circling = verdict_of(world, late, Status::orbit);
  CHECK(circling.cause == Cause::circling);
  CHECK(has(circling.why, "0.90 m away"));
  CHECK(has(circling.advice, "radius = 0.9"));
}

TEST_CASE("why: a row in which walls silence the target, with the two lengths") {
  World world = need(World::create({.dt = 0.25}));
  const ModelId robust = need(world.add_attractor(AttractorParams::robust()));
  const TargetId goal = need(world.add_target({.at = {9, 0.2}, .radius = 0.5}));
  need(world.add_wall({-5, -0.5}, {8, -0.5}));
  need(world.add_wall({-5, 0.5}, {8, 0.5}));
  const AgentId id = need(world.add_agent({.at = {0, 0}, .heading = 1.5, .radius = 0.25, .top_speed = 1, .target = goal, .model = robust}));
  CHECK(world::competing_wall_length(world::Access::data(world), 0) == doctest::Approx(1));
  for (int i = 0; i < 40; ++i) world.step();
  const Verdict verdict = verdict_of(world, id);
  if (*world.attribute(id, "weight") < 0.05) {
    CHECK(verdict.cause == Cause::silenced);
    CHECK_MESSAGE(has(verdict.why, "the target's weight is 0:"), verdict.why);
    CHECK_MESSAGE(has(verdict.why, "d0 = 1.00 m is more than half of the 1.00 m between walls"), verdict.why);
  } else {
    FAIL("the weight of the target is " << *world.attribute(id, "weight"));
  }
}
