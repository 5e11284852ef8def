#include "storm/storm.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "core/segment.hpp"
#include "support/fp_traps.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

using namespace wend;
using namespace wend::storm;

// A checker that cannot fail is worth nothing: harm is done behind the world's back, and the right checker must say so.

namespace {

using Harm = std::function<bool(World&)>;  // true: done

// Is this checker among those that fail in one of the first seeds? The harm is done once, at the first chance from step
// 3 on.
bool notices(const std::string& checker, Moment moment, const Harm& harm) {
  const test::NoTraps quiet;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Dice dice(seed);
    bool done = false;
    const Outcome o = run_calls(dice, [&](Moment now, World& world) {
      if (!done && now == moment && world.steps() >= 3) done = harm(world);
    });
    if (done) {
      CAPTURE(text(o));
      CHECK_FALSE(o.failures.empty());
      return std::ranges::any_of(o.failures, [&](const Failure& f) { return f.checker == checker; });
    }
    CHECK_MESSAGE(o.failures.empty(), "seed ", seed, ", ", text(o));
  }
  return false;
}

world::AgentColumns& agents(World& w) { return world::Access::data(w).agents; }

// The first agent of whom this is true; none: -1.
template <class Test>
std::ptrdiff_t row_where(World& w, Test&& test) {
  for (std::size_t i = 0; i < agents(w).size(); ++i) {
    if (test(i)) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

template <class Act>
Harm to_somebody(Act&& act) {
  return [act](World& w) {
    auto& a = agents(w);
    const auto row = row_where(
        w, [&](std::size_t i) { return a.driven[i] == 0 && a.status[i] == Status::moving && a.model[i] == 0; });
    if (row < 0) return false;
    act(a, static_cast<std::size_t>(row));
    return true;
  };
}

}  // namespace

TEST_CASE("storm canary: a wrong id") {
  CHECK(notices("ids", Moment::stepped, to_somebody([](auto& a, std::size_t i) { ++a.id[i].generation; })));
}

TEST_CASE("storm canary: an agent lost, an agent too many") {
  CHECK(notices("counts", Moment::stepped, [](World& w) {
    if (w.agent_count() == 0) return false;
    world::remove_agent_row(world::Access::data(w), 0);
    return true;
  }));
  CHECK(notices("counts", Moment::stepped, [](World& w) { return w.add_agent({.goal_order = GoalOrder::all}).has_value(); }));
}

TEST_CASE("storm canary: a number that is none") {
  CHECK(notices("finite", Moment::stepped,
                to_somebody([](auto& a, std::size_t i) { a.vx[i] = std::numeric_limits<double>::quiet_NaN(); })));
  CHECK(notices("finite", Moment::stepped, to_somebody([](auto& a, std::size_t i) { a.heading[i] = 7; })));
}

TEST_CASE("storm canary: too fast, and off its path") {
  CHECK(notices("speed", Moment::stepped,
                to_somebody([](auto& a, std::size_t i) { a.speed[i] = 2 * a.top_speed[i] + 100; })));
  CHECK(notices("path", Moment::stepped, to_somebody([](auto& a, std::size_t i) { a.x[i] += 1e-6; })));
  CHECK(notices("path", Moment::stepped, to_somebody([](auto& a, std::size_t i) { a.vy[i] += 0.1; })));
}

TEST_CASE("storm canary: through a wall, into a body, into each other") {
  const auto safe = [](const world::Data& d, std::size_t i) {
    return d.agents.driven[i] == 0 && d.agents.model[i] == 0;
  };
  CHECK(notices("walls", Moment::stepped, [&](World& w) {
    world::Data& d = world::Access::data(w);
    for (const world::Body& b : d.bodies) {
      if (b.motion != BodyMotion::fixed || b.kind != BodyKind::wall || b.open != 0 || norm(b.b - b.a) < 1) continue;
      const auto row = row_where(w, [&](std::size_t i) { return safe(d, i) && d.agents.floor[i] == b.floor; });
      if (row < 0) continue;
      const auto i = static_cast<std::size_t>(row);
      const Vec2 middle = 0.5 * (b.a + b.b), from{d.agents.old_x[i], d.agents.old_y[i]}, to = middle + (middle - from);
      d.agents.x[i] = to.x, d.agents.y[i] = to.y;
      return true;
    }
    return false;
  }));
  CHECK(notices("overlap", Moment::stepped, [&](World& w) {
    world::Data& d = world::Access::data(w);
    for (const world::Body& b : d.bodies) {
      const auto row = row_where(w, [&](std::size_t i) {
        return safe(d, i) && d.agents.floor[i] == b.floor && norm(b.a - Vec2{d.agents.old_x[i], d.agents.old_y[i]}) > 1;
      });
      if (row < 0 || b.motion != BodyMotion::fixed || b.open != 0) continue;
      d.agents.x[static_cast<std::size_t>(row)] = b.a.x, d.agents.y[static_cast<std::size_t>(row)] = b.a.y;
      return true;
    }
    return false;
  }));
  CHECK(notices("overlap", Moment::stepped, [&](World& w) {
    world::Data& d = world::Access::data(w);
    auto& a = d.agents;
    for (std::size_t j = 0; j < a.size(); ++j) {
      if (!safe(d, j)) continue;
      const auto row = row_where(w, [&](std::size_t i) {
        return safe(d, i) && a.floor[i] == a.floor[j] &&
               norm(Vec2{a.old_x[j] - a.old_x[i], a.old_y[j] - a.old_y[i]}) > a.radius[i] + a.radius[j];
      });
      if (row < 0) continue;
      a.x[static_cast<std::size_t>(row)] = a.x[j], a.y[static_cast<std::size_t>(row)] = a.y[j];
      return true;
    }
    return false;
  }));
}

TEST_CASE("storm canary: a door that shuts on somebody") {
  CHECK(notices("doors", Moment::stepped, [](World& w) {
    world::Data& d = world::Access::data(w);
    for (world::Body& b : d.bodies) {
      if (b.open == 0) continue;
      const auto row = row_where(w, [&](std::size_t i) { return d.agents.floor[i] == b.floor; });
      if (row < 0) continue;
      const auto i = static_cast<std::size_t>(row);
      b.a = b.b = {d.agents.old_x[i], d.agents.old_y[i]};
      b.open = b.wants_shut = 0;
      return true;
    }
    return false;
  }));
}

TEST_CASE("storm canary: a wall that crept, a target that jumped") {
  CHECK(notices("bodies", Moment::stepped, [](World& w) {
    if (world::Access::data(w).bodies.empty()) return false;
    world::Access::data(w).bodies[0].b.x += 1e-9;
    return true;
  }));
  CHECK(notices("bodies", Moment::stepped, [](World& w) {
    if (world::Access::data(w).targets.empty()) return false;
    world::Access::data(w).targets[0].at.y += 1;
    return true;
  }));
}

TEST_CASE("storm canary: events out of order and out of time, a status nobody told of, a contact nobody saw") {
  const auto event = [](auto&& change) {
    return [change](World& w) {
      if (w.step_events().empty()) return false;
      change(world::Access::data(w).events.back());
      return true;
    };
  };
  CHECK(notices("events", Moment::stepped, event([](Event& e) { e.time += 1; })));
  CHECK(notices("events", Moment::stepped, event([](Event& e) { e.step += 1; })));
  CHECK(notices("events", Moment::stepped, [](World& w) {
    if (w.step_events().size() < 2 || w.step_events().front().kind == w.step_events().back().kind) return false;
    std::swap(world::Access::data(w).events[world::Access::data(w).step_events_begin], world::Access::data(w).events.back());
    return true;
  }));
  CHECK(notices("statuses", Moment::stepped, to_somebody([](auto& a, std::size_t i) { a.status[i] = Status::stuck; })));
  CHECK(notices("contacts", Moment::stepped, [](World& w) {
    // One that lasts: both are still there and still touch, by more than rounding.
    const auto deep = [&](const Event& e) {
      const AgentState a = *w.agent(e.agent);
      const auto body = std::ranges::find(world::Access::data(w).bodies, e.other.bits, &world::Body::id);
      return norm(nearest_on_segment(a.at.xy(), body->a, body->b).point - a.at.xy()) < a.radius + body->radius - 1e-6;
    };
    auto& events = world::Access::data(w).events;
    for (std::size_t i = events.size(); i-- > world::Access::data(w).step_events_begin;) {
      const Event& e = events[i];
      const world::Contact contact{e.agent, e.other};
      if (e.kind != EventKind::contact_begin || e.other.kind == BodyKind::agent || !w.agent(e.agent)) continue;
      if (!std::ranges::count(world::Access::data(w).contacts, contact) || !deep(e)) continue;
      events.erase(events.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }));
}

TEST_CASE("storm canary: one bit of the twin, of a saved world, of a world that refused") {
  CHECK(notices("threads", Moment::twin_stepped,
                to_somebody([](auto& a, std::size_t i) { a.turn_rate[i] = std::nextafter(a.turn_rate[i], 9.0); })));
  CHECK(notices("snapshot", Moment::saved, [](World& w) { return ++world::Access::data(w).born, true; }));
  CHECK(notices("refusal", Moment::refused, [](World& w) { return ++world::Access::data(w).settings.seed, true; }));
}

TEST_CASE("storm canary: metrics that count what was not there") {
  CHECK(notices("metrics", Moment::stepped, [](World& w) {
    if (w.agent_count() < 2 || w.agents_added() != w.agent_count()) return false;
    world::Access::data(w).born = 1;
    return true;
  }));
}
