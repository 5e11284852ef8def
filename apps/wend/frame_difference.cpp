#include "frame_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace wend::cli {

namespace {

struct Finder {
  const FrameComparison& how;
  Subject of = Subject::agent;
  std::uint64_t id = 0;
  Differences found{};

  void add(Difference d) {
    ++found.total;
    if (found.list.size() < how.most) found.list.push_back(std::move(d));
  }

  void number(std::string_view quantity, double a, double b) { apart(quantity, a, b, std::abs(a - b)); }
  void angle(std::string_view quantity, double a, double b) {
    apart(quantity, a, b, std::abs(std::remainder(a - b, 2 * std::numbers::pi)));
  }
  void apart(std::string_view quantity, double a, double b, double by) {
    const bool same = a == b || (std::isnan(a) && std::isnan(b)) || (how.tolerance > 0 && by <= how.tolerance);
    if (!same) add({of, id, std::string(quantity), fmt::format("{}", a), fmt::format("{}", b), by});
  }
  void place(std::string_view quantity, Vec2 a, Vec2 b) {
    number(fmt::format("{}x", quantity), a.x, b.x);
    number(fmt::format("{}y", quantity), a.y, b.y);
  }
  void whole(std::string_view quantity, std::uint64_t a, std::uint64_t b) {
    if (a != b) add({of, id, std::string(quantity), fmt::format("{}", a), fmt::format("{}", b), static_cast<double>(std::max(a, b) - std::min(a, b))});
  }
  void word(std::string_view quantity, const char* a, const char* b) {
    if (std::string_view(a) != b) add({of, id, std::string(quantity), a, b, {}});
  }
  template <class Kind>
  void kind(std::string_view quantity, Kind a, Kind b) {
    if (a != b) add({of, id, std::string(quantity), fmt::format("{}", static_cast<unsigned>(a)), fmt::format("{}", static_cast<unsigned>(b)), {}});
  }

  // Lists are in id order; both(x, y) for those that are in both.
  template <class T, class IdOf, class Both>
  void each(Subject subject, const std::vector<T>& a, const std::vector<T>& b, IdOf id_of, Both both) {
    of = subject;
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
      const bool only_a = j == b.end() || (i != a.end() && id_of(*i) < id_of(*j));
      const bool only_b = !only_a && (i == a.end() || id_of(*j) < id_of(*i));
      id = id_of(only_b ? *j : *i);
      if (only_a || only_b) add({of, id, "", only_a ? "there" : "", only_b ? "there" : "", {}});
      else both(*i, *j);
      if (!only_b) ++i;
      if (!only_a) ++j;
    }
  }

  void agents(const io::Frame& a, const io::Frame& b) {
    each(Subject::agent, a.agents, b.agents, [](const AgentState& dot) { return dot.id.bits(); }, [&](const AgentState& x, const AgentState& y) {
      place("", x.at.xy(), y.at.xy());
      angle("heading", x.heading, y.heading);
      number("turn_rate", x.turn_rate, y.turn_rate);
      number("speed", x.speed, y.speed);
      if (how.velocities) place("v", x.velocity.xy(), y.velocity.xy());
      number("radius", x.radius, y.radius);
      number("weight", x.target_weight, y.target_weight);
      whole("group", x.group, y.group);
      word("status", name(x.status), name(y.status));
      if (!how.whole) return;
      number("top_speed", x.top_speed, y.top_speed);
      place("old_", x.from.xy(), y.from.xy());
      whole("born", x.born, y.born);
      whole("floor", x.floor, y.floor);
    });
  }

  void bodies(const io::Frame& a, const io::Frame& b) {
    each(Subject::body, a.bodies, b.bodies, [](const io::BodyShape& s) { return s.id; }, [&](const io::BodyShape& x, const io::BodyShape& y) {
      place("", x.at, y.at);
      place("to_", x.to, y.to);
      number("radius", x.radius, y.radius);
      kind("kind", x.kind, y.kind);
      kind("motion", x.motion, y.motion);
      whole("floor", x.floor, y.floor);
    });
    each(Subject::target, a.targets, b.targets, [](const io::TargetMark& t) { return t.id; }, [&](const io::TargetMark& x, const io::TargetMark& y) {
      place("", x.at, y.at);
      place("to_", x.to, y.to);
      number("radius", x.radius, y.radius);
      kind("shape", x.shape, y.shape);
      whole("corners", x.polygon.size(), y.polygon.size());
      for (std::size_t k = 0; k < std::min(x.polygon.size(), y.polygon.size()); ++k) place(fmt::format("corner {} ", k), x.polygon[k], y.polygon[k]);
    });
  }

  void events(const io::Frame& a, const io::Frame& b) {
    of = Subject::event;
    for (id = 0; id < std::max(a.events.size(), b.events.size()); ++id) {
      if (id >= a.events.size() || id >= b.events.size()) {
        const bool only_a = id < a.events.size();
        add({of, id, "", only_a ? "there" : "", only_a ? "" : "there", {}});
        continue;
      }
      const Event &x = a.events[id], &y = b.events[id];
      word("kind", name(x.kind), name(y.kind));
      number("time", x.time, y.time);
      whole("agent", x.agent.bits(), y.agent.bits());
      whole("other", x.other.bits, y.other.bits);
      kind("other_kind", x.other.kind, y.other.kind);
      word("status", name(x.status), name(y.status));
      number("x", x.at.x, y.at.x);
      number("y", x.at.y, y.at.y);
    }
  }
};

}  // namespace

Differences differences(const io::Frame& a, const io::Frame& b, const FrameComparison& how) {
  Finder find{.how = how};
  if (how.whole) find.bodies(a, b);
  find.agents(a, b);
  if (how.whole && how.events) find.events(a, b);
  return find.found;
}

}  // namespace wend::cli
