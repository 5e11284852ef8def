// Wend inside a game: frames of any length, steps of a fixed length, a player, a gate, a cart, a save. There is no
// window: the input is a function of time, and a few lines of text stand for the picture.
#include <wend/runner.hpp>
#include <wend/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

void need(const wend::Result<void>& result) {
  if (result) return;
  std::fprintf(stderr, "error: %s\n", result.error().text().c_str());
  std::exit(1);
}
template <class T>
T need(wend::Result<T> result) {
  if (!result) need(wend::Result<void>(result.error()));
  return std::move(*result);
}

// What the game keeps for each thing of the world. user_data of the thing is the place in the list of objects.
struct GameObject {
  std::string name;
  double drawn_x = 0, drawn_y = 0;
};

struct Game {
  wend::World world;
  std::vector<GameObject> objects{{.name = "a wall"}};  // user_data is 0 where we give none: walls
  wend::AgentId player{};
  wend::WallId gate{};
  wend::ObstacleId cart{};

  std::uint64_t remember(std::string name) {
    objects.push_back({.name = std::move(name)});
    return objects.size() - 1;
  }
  std::string name_of(wend::EntityRef thing) const {
    if (const auto agent = world.agent(thing.agent())) return objects[agent->user_data].name;
    if (const auto body = world.body(thing)) return objects[body->user_data].name;
    return "a thing that has left";
  }
};

// People wait west of a wall; the only way to the east is a gate that is shut. Behind it a cart drives to and fro.
Game make_game() {
  Game game{.world = need(wend::World::create({.dt = 0.05, .seed = 1}))};
  wend::World& world = game.world;
  const auto east = need(world.add_target({.at = {12, -3}, .to = {12, 3}, .shape = wend::TargetShape::segment}));
  const auto planner = need(world.add_planner({.kind = wend::PlannerKind::distance}));  // knows the way to the gate
  need(world.add_wall({0, -8}, {0, -1.5}));
  need(world.add_wall({0, 1.5}, {0, 8}));
  game.gate = need(world.add_door({0, -1.5}, {0, 1.5}, {.user_data = game.remember("the gate")}));
  game.cart = need(world.add_obstacle({.at = {6, -6}, .radius = 0.6, .motion = wend::BodyMotion::driven,
                                       .user_data = game.remember("the cart")}));
  game.player = need(world.add_agent({.at = {-1.5, 0}, .driven = true, .user_data = game.remember("the player")}));
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t object = game.remember("person " + std::to_string(i));
    need(world.add_agent({.at = {-6 + 0.7 * (i / 8), 0.7 * (i % 8) - 2.45}, .target = east, .planner = planner,
                          .on_arrival = wend::OnArrival::remove, .user_data = object}));
  }
  return game;
}

// One step of the world. All of it depends on the world alone, so a loaded game goes on as the saved one.
void tick(Game& game, wend::TaskRunner& runner) {
  wend::World& world = game.world;
  const double t = world.time(), dt = world.dt();

  // Changes come before steer(). The gate opens after 5 s. The cart is told where it is at the end of the step; fmod is
  // exact, where sin and cos of two machines may differ in the last bit.
  if (world.steps() == 100) need(world.set_door(game.gate, true));
  const double way = std::fmod(t + dt, 24.0);
  need(world.move_obstacle(game.cart, {6, way < 12 ? way - 6 : 18 - way}));

  world.steer(runner);  // every agent decides
  // Between the two halves the player moves as the input says: from 3 s on to the east at 1.5 m/s, as far as x = 3.
  const wend::AgentState me = *world.agent(game.player);
  const double speed = t < 3 || me.at.x >= 3 ? 0.0 : 1.5;
  need(world.drive(game.player, me.at + wend::Vec3{speed * dt, 0}, 0));
  world.commit(runner);  // everybody moves

  for (const wend::Event& event : world.step_events()) {
    if (event.agent != game.player || event.kind != wend::EventKind::contact_begin) continue;
    std::printf("%5.2f s  the player touches %s\n", event.time, game.name_of(event.other).c_str());
  }
}

// Draws the moment `alpha` of the way from the last step but one (0) to the last (1). columns() copies nothing and
// gives all agents at once; pose() is for one agent, and turns its heading the short way round.
wend::Pose draw(Game& game, double alpha) {
  const wend::AgentColumnsView all = game.world.columns();
  for (std::size_t row = 0; row < all.id.size(); ++row) {
    GameObject& object = game.objects[all.user_data[row]];
    object.drawn_x = all.old_x[row] + alpha * (all.x[row] - all.old_x[row]);
    object.drawn_y = all.old_y[row] + alpha * (all.y[row] - all.old_y[row]);
  }
  return game.world.pose(game.player, alpha).value_or(wend::Pose{});  // where the camera looks
}

// What the player looks at: the first thing to the east of it, at most 20 m away.
std::string seen_by_player(const Game& game) {
  const wend::AgentState me = *game.world.agent(game.player);
  const auto hit = game.world.ray(me.at, {1, 0}, 20, {.except = game.player});
  return hit ? game.name_of(hit->entity) : "nothing";
}

}  // namespace

int main() {
  Game game = make_game();
  wend::ThreadRunner threads(2);  // two threads; any number gives the same bits
  wend::Snapshot saved;
  double accumulator = 0, next_line = 0;

  for (int frame = 0; game.world.time() < 32; ++frame) {
    const double frame_time = frame % 100 == 99 ? 0.4 : 1.0 / 60;  // real time since the last frame; some are slow
    accumulator += std::min(frame_time, 0.25);  // a very slow frame slows the game down, and steps do not pile up
    for (; accumulator >= game.world.dt(); accumulator -= game.world.dt()) {
      tick(game, threads);
      if (game.world.steps() == 240) saved = game.world.snapshot();  // the player saves after 12 s
    }
    const wend::Pose camera = draw(game, accumulator / game.world.dt());
    if (game.world.time() < next_line) continue;
    next_line += 6;
    std::printf("%5.2f s  gate %s, %2zu people, player drawn at x = %5.2f, sees %s\n", game.world.time(),
                game.world.body(game.gate)->open ? "open" : "shut", game.world.agent_count() - 1, camera.at.x,
                seen_by_player(game).c_str());
  }

  // Load: a fresh world takes the snapshot, and the ids of the saved game are valid in it. One thread does the work.
  Game loaded{.world = need(wend::World::create()), .objects = game.objects, .player = game.player, .gate = game.gate,
              .cart = game.cart};
  need(loaded.world.restore(saved));
  std::printf("loaded at %.2f s with %zu people\n", loaded.world.time(), loaded.world.agent_count() - 1);
  wend::SerialRunner one;
  while (loaded.world.steps() < game.world.steps()) tick(loaded, one);
  const bool same = loaded.world.hash() == game.world.hash();
  std::printf("the loaded game on one thread %s the played one on two\n", same ? "equals" : "DIFFERS FROM");
  return same ? 0 : 1;
}
