// The C++ examples of the README and the guide, as a stranger would type them. Prints the hash of the final state.
#include <wend/model/model.hpp>
#include <wend/version.hpp>
#include <wend/world.hpp>

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>

namespace {

int report(const wend::Error& error) {
  std::fprintf(stderr, "error: %s\n", error.text().c_str());
  return 1;
}

void print(wend::Vec3 at) { std::fprintf(stderr, "ann stands at %.3f %.3f\n", at.x, at.y); }

// A host brings its own runner: the last chunk first must not change the answer.
class BackwardsRunner final : public wend::TaskRunner {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override {
    for (std::size_t i = (count + chunk - 1) / chunk; i-- > 0;) {
      const std::size_t end = (i + 1) * chunk;
      work(context, {.begin = i * chunk, .end = end < count ? end : count}, 0);
    }
  }
};

// And its own model: straight on, at half speed.
class Stroll final : public wend::SteeringModel {
 public:
  Stroll() : SteeringModel({.name = "stroll", .doc = "straight on, at half speed"}) {}
  double sense_range(const wend::Sensing&) const override { return 0; }
  wend::Motion steer(const wend::View& view, std::span<double>) const override {
    return {.heading = view.heading, .speed = view.top_speed / 2};
  }
};

}  // namespace

int main() {
  auto world = wend::World::create({.dt = 0.05, .seed = 7});
  if (!world) return report(world.error());
  auto goal = world->add_target({.at = {20, 0}});
  auto ann = world->add_agent({.at = {0, 0}, .target = *goal});
  if (!ann) return report(ann.error());
  if (auto wall = world->add_wall({5, -2}, {5, 2}); !wall) return report(wall.error());

  if (auto known = world->register_model(std::make_shared<Stroll>()); !known) return report(known.error());
  auto stroll = world->add_model("stroll", {});
  if (!stroll) return report(stroll.error());

  // A crowd around ann, so that every part of a step has work.
  for (int i = 0; i < 40; ++i) {
    auto other = world->add_agent({.at = {-1.5 - 0.8 * (i / 8), 0.8 * (i % 8) - 2.8}, .heading = 0.1 * (i % 5), .goal_order = wend::GoalOrder::all});
    if (!other) return report(other.error());
  }
  if (auto bob = world->add_agent({.at = {0, 6}, .model = *stroll, .goal_order = wend::GoalOrder::all}); !bob) return report(bob.error());
  // Bad numbers are answers, also for a caller whose compiler believes that NaN does not exist.
  if (wend::World::create({.dt = 0})) return 2;
  if (world->add_agent({.at = {std::numeric_limits<double>::infinity(), 0}, .goal_order = wend::GoalOrder::all})) return 2;

  BackwardsRunner backwards;
  while (world->time() < 15) world->step();
  for (int i = 0; i < 300; ++i) world->step(backwards);

  int arrivals = 0;
  for (const wend::Event& e : world->events()) arrivals += e.kind == wend::EventKind::arrived ? 1 : 0;
  if (auto agent = world->agent(*ann)) print(agent->at);
  std::fprintf(stderr, "wend %s: %d arrivals\n", wend::version_string.data(), arrivals);
  std::printf("%016" PRIx64 "\n", world->hash().all);
}
