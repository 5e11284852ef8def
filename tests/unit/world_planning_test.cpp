#include <doctest/doctest.h>

#include <wend/analysis/planning_field.hpp>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/runner.hpp>

#include <cmath>
#include <map>

#include "planning/crowd.hpp"
#include "support/worlds.hpp"
#include "world/data.hpp"

using namespace wend;
using test::need;

// Planners in a world: who sees the target goes straight, others follow the field.

namespace {

// A U open to the left, the target behind its bottom, somebody inside.
struct Trap {
  World world;
  TargetId goal;
  AgentId ann;
};

Trap u_trap(PlannerKind kind, std::uint64_t seed = 1, double radius = 0.25) {
  World world = need(World::create({.dt = 0.1, .seed = seed}));
  need(world.add_wall({-3, 3}, {3, 3}));
  need(world.add_wall({3, 3}, {3, -3}));
  need(world.add_wall({3, -3}, {-3, -3}));
  const TargetId goal = need(world.add_target({.at = {8, 0}, .radius = 0.5}));
  AgentSpec spec{.at = {1, 0.3}, .heading = 2.5, .radius = radius, .target = goal};
  if (kind != PlannerKind::nearest) spec.planner = need(world.add_planner({.kind = kind}));
  const AgentId ann = need(world.add_agent(spec));
  return {std::move(world), goal, ann};
}

constexpr PlannerKind fields[] = {PlannerKind::harmonic, PlannerKind::hitting, PlannerKind::distance, PlannerKind::automatic};

double seconds_to_arrive(World& world, double limit) {
  while (!world.all_done() && world.time() < limit) world.step();
  return world.time();
}

PlanStatus plan_of(const World& world, AgentId id) { return world.agent(id)->plan; }

class Shelf final : public FieldStore {
 public:
  bool load(std::uint64_t key, std::vector<std::byte>& bytes) override {
    const auto at = kept.find(key);
    if (at == kept.end()) return false;
    bytes = at->second;
    ++loads;
    return true;
  }
  void save(std::uint64_t key, std::span<const std::byte> bytes) override { kept[key].assign(bytes.begin(), bytes.end()), ++saves; }
  std::map<std::uint64_t, std::vector<std::byte>> kept;
  int loads = 0, saves = 0;
};

}  // namespace

TEST_CASE("planner: out of the U with every kind of field, never without") {
  Trap lost = u_trap(PlannerKind::nearest);
  seconds_to_arrive(lost.world, 60);
  CHECK(lost.world.agent(lost.ann)->status != Status::arrived);
  for (const PlannerKind kind : fields) {
    CAPTURE(name(kind));
    Trap trap = u_trap(kind);
    CHECK(seconds_to_arrive(trap.world, 60) < 40);
    CHECK(trap.world.agent(trap.ann)->status == Status::arrived);
  }
}

TEST_CASE("planner: sight is lost at once, and believed after three steps and a quarter second") {
  for (const double dt : {0.05, 0.1, 0.25}) {
    CAPTURE(dt);
    World world = need(World::create({.dt = dt}));
    need(world.add_wall({0, -5}, {0, 1}));
    const TargetId goal = need(world.add_target({.at = {6, 0}}));
    const PlannerId planner = need(world.add_planner({.kind = PlannerKind::harmonic}));
    const AgentId ann = need(world.add_agent({.at = {-4, 3}, .target = goal, .planner = planner, .driven = true}));
    const auto put = [&](Vec3 at) {
      need(world.teleport(ann, at, 0));
      world.step();
      return plan_of(world, ann);
    };
    CHECK(put({-4, 6}) == PlanStatus::direct);  // over the wall's end, from the first moment
    CHECK(put({-4, 0}) == PlanStatus::field);
    int steps = 0;
    while (put({-4, 6}) != PlanStatus::direct && steps < 20) ++steps;
    CHECK(steps + 1 == std::max(3, static_cast<int>(std::ceil(0.25 / dt - 1e-9))));
    CHECK(put({-4, 0}) == PlanStatus::field);
  }
}

TEST_CASE("planner: with a field the models get a direction and no distance") {
  Trap trap = u_trap(PlannerKind::harmonic);
  trap.world.step();
  CHECK(plan_of(trap.world, trap.ann) == PlanStatus::field);
  const auto field = trap.world.planning_field(trap.ann);
  REQUIRE(field);
  CHECK(field->use().targets == std::vector<TargetId>{trap.goal});
  CHECK(field->use().users == 1);
  const PlanDirection out = field->direction({0, 0});
  CHECK(out.status == PlanStatus::field);
  CHECK(out.direction.x < -0.9);  // away from the target: to the opening
  // A straight walker stands at the bottom of the U; this one has left it.
  for (int i = 0; i < 60; ++i) trap.world.step();
  CHECK(trap.world.agent(trap.ann)->at.x < -2);
}

TEST_CASE("planner: no way, no step, and a reason") {
  World world = need(World::create({.dt = 0.1}));
  const Vec3 c[] = {{4, -2}, {8, -2}, {8, 2}, {4, 2}};
  std::vector<WallId> walls;
  for (int i = 0; i < 4; ++i) walls.push_back(need(world.add_wall(c[i], c[(i + 1) % 4])));
  const TargetId goal = need(world.add_target({.at = {6, 0}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::harmonic}));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .target = goal, .planner = planner}));
  for (int i = 0; i < 30; ++i) world.step();
  CHECK(plan_of(world, ann) == PlanStatus::unreachable);
  CHECK(world.agent(ann)->status == Status::blocked);
  CHECK(std::abs(world.agent(ann)->at.x) < 0.3);
  need(world.remove(walls[1]));  // the far side opens
  for (int i = 0; i < 300 && !world.all_done(); ++i) world.step();
  CHECK(world.agent(ann)->status == Status::arrived);
}

TEST_CASE("planner: a target in a wall is an error that says where") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_obstacle({.at = {6, 0}, .radius = 2}));
  const TargetId goal = need(world.add_target({.at = {6, 0}, .radius = 0.3}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance}));
  need(world.add_agent({.at = {0, 0}, .target = goal, .planner = planner}));
  const auto made = world.make_plans();
  REQUIRE_FALSE(made);
  CHECK(made.error().message.find("target 0") != std::string::npos);
  CHECK(made.error().message.find("6") != std::string::npos);
  CHECK_FALSE(world.plan_notes().empty());
  world.step();  // and nothing breaks
  CHECK(plan_of(world, {0, 1}) == PlanStatus::unreachable);
}

TEST_CASE("planner: refuses what it cannot be") {
  World world = need(World::create({}));
  const auto refused = [&](AddPlanner p, std::string_view why) {
    const auto made = world.add_planner(p);
    REQUIRE_FALSE(made);
    CHECK_MESSAGE(made.error().message.find(why) != std::string::npos, made.error().message);
  };
  refused({.spec = {.cell = -1}}, "cell = -1, expected 0 .. 1000 m");
  refused({.spec = {.wall_weight = 0}}, "wall_weight = 0");
  refused({.spec = {.kind = PlannerKind::harmonic, .avoid_crowds = 0.5}}, "avoid_crowds = 0.5, expected a distance planner");
  refused({.spec = {.kind = PlannerKind::drawn}}, "expected some");
  refused({.spec = {.kind = PlannerKind::chain}}, "expected parts in a chain only");
  refused({.spec = {.kind = PlannerKind::drawn}, .strokes = {{{{0, 0}, {1, 0}}, -1, 1}}}, "width of a stroke = -1");
  refused({.spec = {.kind = PlannerKind::chain}, .parts = {{{7, 1}, 1}}}, "planner 7 is not in this world");
  refused({.spec = {.solver = FieldSolver::classic, .wall_weight = 0.5}}, "wall_weight = 0.5, expected 1");
  DrawnGrid nan{{}, 1, 2, 1, {0, std::nan("")}, {0, 0}, {1, 1}};
  refused({.spec = {.kind = PlannerKind::drawn}, .drawn = nan}, "cell (1, 0)");
  CHECK_FALSE(world.set_planner({0, 1}, {0, 1}));
}

TEST_CASE("planner: one of several targets is enough, stage by stage") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -1}, {0, 1}));
  const TargetId a = need(world.add_target({.at = {-4, 3}})), b = need(world.add_target({.at = {5, 3}})), c = need(world.add_target({.at = {5, -3}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::harmonic}));
  const TargetId goals[] = {b, c, TargetId{}, a};
  const AgentId ann = need(world.add_agent({.at = {-3, -2}, .planner = planner, .goal_order = GoalOrder::any}, goals));
  std::vector<std::uint64_t> visited;
  for (int i = 0; i < 600 && !world.all_done(); ++i) {
    world.step();
    for (EventKind kind : {EventKind::captured, EventKind::arrived}) {
      for (const Event& e : test::of_kind(world, kind)) visited.push_back(e.other.bits);
    }
  }
  CHECK(world.agent(ann)->status == Status::arrived);
  REQUIRE(visited.size() == 2);
  CHECK((visited[0] == b.bits() || visited[0] == c.bits()));
  CHECK(visited[1] == a.bits());
}

TEST_CASE("planner: wide people get a field of their own, and no narrow gap") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -9}, {0, -0.5}));
  need(world.add_wall({0, 0.5}, {0, 4}));  // a gap of 1 m; round the end it is far
  const TargetId goal = need(world.add_target({.at = {6, -5}, .radius = 1.5}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::distance}));
  const AgentId thin = need(world.add_agent({.at = {-3, -2}, .radius = 0.2, .target = goal, .planner = planner, .on_arrival = OnArrival::stop}));
  const AgentId wide = need(world.add_agent({.at = {-3, 0}, .radius = 0.6, .target = goal, .planner = planner}));
  need(world.make_plans());
  const auto narrow = world.planning_field(thin), broad = world.planning_field(wide);
  REQUIRE((narrow && broad));
  CHECK(narrow->use().radius == 0.2);
  CHECK(broad->use().radius == 0.6);
  double highest = -10;
  bool through = false;
  while (!world.all_done() && world.time() < 60) {
    world.step();
    highest = std::max(highest, world.agent(wide)->at.y);
    through = through || (std::abs(world.agent(thin)->at.x) < 0.1 && std::abs(world.agent(thin)->at.y) < 0.5);
  }
  CHECK(world.all_done());
  CHECK(highest > 4);
  CHECK(through);
}

TEST_CASE("planner: a target that moves draws the field after it") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -4}, {0, 4}));
  const TargetId goal = need(world.add_target({.at = {4, 0}}));
  const PlannerId planner = need(world.add_planner({.kind = PlannerKind::harmonic}));
  const AgentId ann = need(world.add_agent({.at = {-4, 0.5}, .target = goal, .planner = planner}));
  world.step();
  const auto before = world.planning_field(ann);
  need(world.teleport(goal, {4, -20}));
  world.step();
  const auto after = world.planning_field(ann);
  REQUIRE((before && after));
  CHECK(before->direction({0.8, 0}).direction.x > 0.5);
  CHECK(after->direction({0.8, 0}).direction.y < 0);
  CHECK(seconds_to_arrive(world, 80) < 60);
}

TEST_CASE("planner: asking for plans changes nothing, and nothing is made twice") {
  Trap plain = u_trap(PlannerKind::harmonic, 3), asked = u_trap(PlannerKind::harmonic, 3), stored = u_trap(PlannerKind::harmonic, 3);
  const auto shelf = std::make_shared<Shelf>();
  stored.world.keep_fields_in(shelf);
  int told = 0;
  need(asked.world.make_plans([&](const PlanProgress&) { ++told; }));
  CHECK(told > 0);
  told = 0;
  need(asked.world.make_plans([&](const PlanProgress&) { ++told; }));
  CHECK(told == 0);
  CHECK(plain.world.hash() == asked.world.hash());
  for (int i = 0; i < 50; ++i) {
    plain.world.step(), asked.world.step(), stored.world.step();
    (void)asked.world.planning_fields();
    (void)asked.world.explain(asked.ann);
    REQUIRE(plain.world.hash() == asked.world.hash());
    REQUIRE(plain.world.hash() == stored.world.hash());
  }
  CHECK(shelf->saves == 1);
  Trap again = u_trap(PlannerKind::harmonic, 3);
  again.world.keep_fields_in(shelf);
  for (int i = 0; i < 50; ++i) again.world.step();
  CHECK(shelf->loads == 1);
  CHECK(again.world.hash() == plain.world.hash());
  // A file that does not fit is as good as none.
  for (auto& [key, bytes] : shelf->kept) bytes.resize(bytes.size() - 8);
  Trap damaged = u_trap(PlannerKind::harmonic, 3);
  damaged.world.keep_fields_in(shelf);
  for (int i = 0; i < 50; ++i) damaged.world.step();
  CHECK(damaged.world.hash() == plain.world.hash());
}

TEST_CASE("planner: a chain leans to what weighs more") {
  World world = need(World::create({.dt = 0.1}));
  need(world.add_wall({0, -4}, {0, 3}));
  const TargetId goal = need(world.add_target({.at = {5, -3}}));
  const PlannerId round = need(world.add_planner({.kind = PlannerKind::distance}));
  AddPlanner up{.spec = {.kind = PlannerKind::drawn, .over = PlannerKind::nearest}};
  up.strokes.push_back({{{-9, -2}, {-1, -2}}, 3, 1});
  const PlannerId drawn = need(world.add_planner(up));
  const PlannerId chain = need(world.add_planner(AddPlanner{.spec = {.kind = PlannerKind::chain}, .parts = {{round, 1}, {drawn, 1}}}));
  const AgentId ann = need(world.add_agent({.at = {-4, -2}, .target = goal, .planner = chain}));
  const AgentId bob = need(world.add_agent({.at = {-6, -2}, .target = goal, .planner = round}));
  need(world.make_plans());
  const auto mixed = world.planning_field(ann), plain = world.planning_field(bob);
  REQUIRE((mixed && plain));
  const Vec3 m = mixed->direction({-4, -2}).direction, p = plain->direction({-4, -2}).direction;
  const Vec2 mean = p.xy() + Vec2{1, 0};
  CHECK(dot(m.xy(), mean / norm(mean)) > 0.98);
}

TEST_CASE("planner: a drawn way is walked in full view of the target, and left where nothing is drawn") {
  World world = need(World::create({.dt = 0.1}));
  const TargetId goal = need(world.add_target({.at = {8, 0}}));
  AddPlanner way{.spec = {.kind = PlannerKind::drawn, .over = PlannerKind::nearest}};
  way.strokes.push_back({{{0, 0}, {0, 6}}, 2, 1});
  const PlannerId planner = need(world.add_planner(way));
  const ModelId model = need(world.add_attractor(AttractorParams::robust()));
  const AgentId ann = need(world.add_agent({.at = {0, 0}, .heading = 1.5, .radius = 0.3, .top_speed = 1, .target = goal, .model = model, .planner = planner}));
  const AgentId bob = need(world.add_agent({.at = {0, -4}, .radius = 0.3, .top_speed = 1, .target = goal, .model = model, .planner = planner}));
  double highest = 0, bobs = -9;
  while (!world.all_done() && world.time() < 40) {
    world.step();
    highest = std::max(highest, world.agent(ann)->at.y);
    bobs = std::max(bobs, world.agent(bob)->at.y);
  }
  CHECK(highest > 4);
  CHECK(bobs < 1);
  CHECK(world.agent(bob)->status == Status::arrived);
}

TEST_CASE("crowd: people are counted within a metre, old looks fade, cost grows to a jam") {
  planning::Crowd crowd;
  crowd.lay({0, 0}, {10, 10});
  const double x[] = {5, 5.2, 5.1, 30}, y[] = {5, 5, 5.3, 5};
  const std::uint32_t floors[] = {0, 0, 1, 0};
  crowd.look(x, y, floors);
  const double first = crowd.density({5.1, 5.1});
  CHECK(first == doctest::Approx(0.5 * 2 / 3.14159265358979));
  CHECK(crowd.density({8, 8}) == 0);
  crowd.look(x, y, floors);
  CHECK(crowd.density({5.1, 5.1}) == doctest::Approx(1.5 * first));
  for (int i = 0; i < 12; ++i) crowd.look({}, {}, {});
  CHECK(crowd.density({5.1, 5.1}) == 0);
  CHECK(planning::crowd_cost(0, 1) == 1);
  CHECK(planning::crowd_cost(3, 0) == 1);
  CHECK(planning::crowd_cost(2, 1) == doctest::Approx(2));
  CHECK(planning::crowd_cost(9, 1) == doctest::Approx(10));
  CHECK(planning::crowd_cost(9, 0.5) == doctest::Approx(5.5));
}
