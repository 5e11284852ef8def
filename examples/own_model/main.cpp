// A steering model of our own: "shy" people walk to their goal and turn away from the nearest person. The model is
// tried with a hand-written neighbour, then named in a scene, then asked why it turns.
#include <wend/model/model.hpp>
#include <wend/scene.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

namespace {

class Shy final : public wend::SteeringModel {
 public:
  Shy()
      : SteeringModel({.name = "shy",
                       .doc = "walks to its goal and turns away from the nearest agent",
                       .parameters = {{"gain", "", 0, 10, 1, "how much an agent counts against the goal"},
                                      {"reach", "m", 0.1, 20, 3, "clearance at which an agent is felt"},
                                      {"tau", "s", 0.01, 10, 0.3, "time in which the heading follows the wish"}},
                       .state = {{{"shyness", "", 0, 1, 0.5, "0: feels nobody"}, wend::StateAccess::attribute},
                                 {{"unease", "", 0, 1, 0, "fear of the last step"}, wend::StateAccess::published}},
                       .presets = {{"calm", {1, 3, 0.3}}, {"jumpy", {3, 5, 0.1}}}}) {}

  double sense_range(const wend::Sensing& of) const override { return of.params[reach]; }

  // Only + - * / and sqrt: the same bits on every machine. sin, cos and atan2 of the standard library would differ.
  wend::Motion steer(const wend::View& view, std::span<double> next_state) const override {
    const Wish wish = wish_of(view);
    next_state[unease] = wish.fear;
    if (view.halted || !view.has_goal) return {.forward = view.forward, .safety = wend::Safety::yield};
    const double blend = std::min(1.0, view.dt / view.params[tau]);
    return {.forward = wend::direction_or(view.forward + blend * (wish.direction - view.forward), view.forward),
            .speed = view.top_speed * (1 - 0.5 * wish.fear),
            .safety = wend::Safety::yield};  // the world keeps the agent from touching others
  }

  // For people who ask, not for the step: here the standard library is fine.
  wend::Decision explain(const wend::View& view) const override {
    const Wish wish = wish_of(view);
    wend::Decision decision;
    decision.law = wend::Law::direction;
    decision.rate = std::atan2(wend::dot(wish.direction, view.left), wend::dot(wish.direction, view.forward));
    decision.wanted_speed = view.top_speed * (1 - 0.5 * wish.fear);
    decision.values = {{"fear", wish.fear, wish.of != nullptr ? wish.of->id : 0, wend::BodyKind::agent},
                       {"clearance", wish.of != nullptr ? wish.of->clearance : view.params[reach]}};
    return decision;
  }

 private:
  enum Param { gain, reach, tau };
  enum State { shyness, unease };
  struct Wish {
    wend::Vec2 direction{};  // of length 1
    double fear = 0;         // 0 .. 1
    const wend::Neighbour* of = nullptr;
  };
  static Wish wish_of(const wend::View& view) {
    Wish wish{.direction = wend::direction_or(view.goal_direction, view.forward)};
    // The bodies come in no particular order: the nearest one, of equals the lower id, is the same in any order.
    for (const wend::Neighbour& body : view.bodies) {
      if (body.kind != wend::BodyKind::agent) continue;
      const wend::Neighbour* best = wish.of;
      const bool nearer = best == nullptr || body.clearance < best->clearance ||
                          (body.clearance == best->clearance && body.id < best->id);
      if (nearer) wish.of = &body;
    }
    if (wish.of == nullptr || wish.of->distance == 0) return wish;
    wish.fear = view.state[shyness] * std::clamp(1 - wish.of->clearance / view.params[reach], 0.0, 1.0);
    const wend::Vec2 towards = wish.of->nearest / wish.of->distance;
    wish.direction = wend::direction_or(wish.direction - view.params[gain] * wish.fear * towards, wish.direction);
    return wish;
  }
};

constexpr const char* scene_text = R"(
scene { title = "One shy guest, one bold guest", duration = 20 }
local buffet = target { at = {10, 0}, radius = 1 }
agent { at = {0, 0.2}, target = buffet, model = shy { gain = 2 }, shyness = 0.7, on_arrival = "remove" }
agent { at = {0, -3}, target = buffet, model = shy { preset = "jumpy" }, shyness = 0, on_arrival = "remove" }
agent { at = {4, 0} }  -- one of our people: without a goal it stands and makes room
)";

int fail(const std::string& text) {
  std::fprintf(stderr, "error: %s\n", text.c_str());
  return 1;
}

}  // namespace

int main() {
  // 1. By hand: no world. One person 1 m ahead and a little to the left, the goal straight on.
  const auto model = std::make_shared<const Shy>();
  const std::array params{2.0, 3.0, 0.3};  // gain, reach, tau
  const std::array state{0.7, 0.0};        // shyness, unease
  std::array next = state;
  wend::Neighbour other;
  other.kind = wend::BodyKind::agent;
  other.a = other.b = other.nearest = {1, 0.1};
  other.radius = 0.25;
  other.distance = wend::norm(other.nearest);
  other.clearance = other.distance - other.radius - 0.25;
  wend::View view;
  view.dt = 0.1;
  view.radius = 0.25;
  view.has_goal = true;
  view.goal_direction = {1, 0};
  view.bodies = {&other, 1};
  view.params = params;
  view.state = state;
  const wend::Motion motion = model->steer(view, next);
  std::printf("by hand: it turns to the %s, unease %.2f\n", motion.forward.y < 0 ? "right" : "left", next[1]);

  // 2. In a scene, under its name.
  wend::scene::LoadOptions options;
  options.models = {model};
  auto scene = wend::scene::Scene::load(scene_text, "guests", options);
  if (!scene) return fail(scene.error().text());
  wend::World& world = scene->world();
  const wend::AgentId shy = scene->agents()[0], bold = scene->agents()[1];
  // 3. In C++, in the same world: a preset, and what differs from it.
  const auto calm = world.add_model("shy", "calm", {{"gain", 2}});
  if (!calm) return fail(calm.error().text());
  const auto third = world.add_agent({.at = {0, 5}, .attributes = {{"shyness", 1}}, .target = scene->targets()[0],
                                      .model = *calm, .on_arrival = wend::OnArrival::remove});
  if (!third) return fail(third.error().text());
  while (!scene->finished()) {
    if (auto done = scene->step(); !done) return fail(done.error().text());
    if (world.steps() != 20) continue;
    const wend::Decision why = world.explain(shy);  // 4. Why does it turn?
    std::printf("at %.1f s: the shy one fears agent %u (fear %.2f, clearance %.2f m) and wants to turn by %.2f rad\n",
                world.time(), wend::AgentId::from_bits(why.find("fear")->body).index, why.value("fear"),
                why.value("clearance"), why.rate);
    std::printf("unease: shy one %.2f, bold one %.2f, third one %.2f\n", *world.attribute(shy, "unease"),
                *world.attribute(bold, "unease"), *world.attribute(*third, "unease"));
  }
  for (const wend::Event& event : world.events()) {
    if (event.kind != wend::EventKind::arrived) continue;
    const char* which = event.agent == shy ? "shy" : event.agent == bold ? "bold" : "third";
    std::printf("%5.1f s: the %s one arrives\n", event.time, which);
  }

  // A mistake in a scene gets an answer.
  auto wrong = wend::scene::Scene::load("agent { model = shy { gian = 2 } }", "typo", options);
  std::printf("a typo: %s\n", wrong ? "accepted" : wrong.error().text().c_str());
  return wrong ? 1 : 0;
}
