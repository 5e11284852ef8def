#include <wend/difference.hpp>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "core/walk.hpp"
#include "world/columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace wend {

const char* name(Subject s) {
  constexpr const char* names[] = {"world", "agent", "body", "target", "planner", "model", "class", "contact", "event"};
  return names[static_cast<std::size_t>(s)];
}

namespace world {

namespace {

// In the order of columns.hpp.
constexpr std::string_view body_names[] = {"id", "a", "b", "old_a", "old_b", "velocity_a", "velocity_b", "half_a", "half_b", "end_a", "end_b",
                                           "radius", "class", "floor", "kind", "motion", "moves"};
constexpr std::string_view wall_names[] = {"blocked", "rig", "waited"};
constexpr std::string_view door_names[] = {"door", "open", "wants_shut"};
constexpr std::string_view target_names[] = {"id", "at", "to", "old_at", "velocity", "half", "end", "radius", "shape", "floor", "moves", "corners"};
constexpr std::string_view task_names[] = {"capacity", "taken"};
constexpr std::string_view planner_names[] = {"kind", "over", "solver", "strict", "low", "high", "cell", "wall_weight", "avoid_crowds", "refresh",
                                              "drawn_origin", "drawn_cell", "drawn_columns", "drawn_rows", "drawn_x", "drawn_y", "drawn_strength",
                                              "grid_low", "grid_high", "laid_for", "radii", "looked"};
constexpr std::string_view crowd_names[] = {"crowd_floor", "crowd_low", "crowd_columns", "crowd_rows", "crowd_people"};
constexpr std::string_view event_names[] = {"time", "step", "x", "y", "z", "agent", "other", "kind", "other_kind", "status"};

bool same(double a, double b) { return hash_bits(a) == hash_bits(b); }
bool same(Vec2 a, Vec2 b) { return same(a.x, b.x) && same(a.y, b.y); }
bool same(Vec3 a, Vec3 b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const T& x, const T& y) { return same(x, y); });
}

std::string text(double v) { return concat(v); }
std::string text(const std::string& v) { return v; }
std::string text(Vec2 v) { return concat("(", v.x, ", ", v.y, ")"); }
std::string text(Vec3 v) { return concat("(", v.x, ", ", v.y, ", ", v.z, ")"); }
std::string text(Status v) { return name(v); }
std::string text(PlanStatus v) { return name(v); }
std::string text(PlannerKind v) { return name(v); }
std::string text(EventKind v) { return name(v); }
std::string text(Relation v) { return name(v); }
template <class Tag>
std::string text(Id<Tag> v) {
  if (!v) return "none";
  return v.generation == 1 ? concat(v.index) : concat(v.index, "#", v.generation);
}
template <class T>
  requires std::is_integral_v<T>
std::string text(T v) {
  return concat(static_cast<std::uint64_t>(v));
}
template <class T>
  requires std::is_enum_v<T>
std::string text(T v) {
  return concat(static_cast<unsigned>(v));
}
template <class T>
std::string text(const std::vector<T>& list) {
  constexpr std::size_t most = 8;
  std::string all = "{";
  for (std::size_t i = 0; i < std::min(most, list.size()); ++i) all += (i > 0 ? ", " : "") + text(list[i]);
  return all + (list.size() > most ? concat(", ... ", list.size(), " in all}") : "}");
}

template <class T>
std::optional<double> apart(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, double>) return std::abs(a - b);
  if constexpr (std::is_integral_v<T>) return static_cast<double>(std::max(a, b) - std::min(a, b));
  return std::nullopt;
}

struct Finder {
  const Data& a;
  const Data& b;
  std::size_t most = 1;
  Differences found{};

  void add(Difference d) {
    ++found.total;
    if (found.list.size() < most) found.list.push_back(std::move(d));
  }

  template <class T>
  void value(Subject of, std::uint64_t id, std::string_view quantity, const T& in_a, const T& in_b) {
    if (!same(in_a, in_b)) add({of, id, std::string(quantity), text(in_a), text(in_b), apart(in_a, in_b)});
  }

  void only(Subject of, std::uint64_t id, bool in_a) { add({of, id, "", in_a ? "there" : "", in_a ? "" : "there", {}}); }

  // One field after the other of two structs of the same type: the walk meets them in the same order in both.
  template <class T, class Walk, std::size_t n>
  void fields(Subject of, std::uint64_t id, const T& in_a, const T& in_b, const std::string_view (&names)[n], Walk walk) {
    std::array<const void*, 64> others{};
    std::size_t count = 0;
    walk(in_b, [&](const auto& right) { others[count++] = &right; });
    std::size_t at = 0;
    walk(in_a, [&](const auto& left) {
      const auto& right = *static_cast<const std::remove_cvref_t<decltype(left)>*>(others[at]);
      if (!same(left, right)) value(of, id, at < n ? std::string(names[at]) : concat("field ", at), left, right);
      ++at;
    });
  }

  // Calls both(i, j) for ids in both lists, in the order of ids; those in one only are told.
  template <class IdOf, class Both>
  void by_id(Subject of, std::size_t in_a, std::size_t in_b, IdOf id_of, Both both) {
    const auto sorted = [&](const Data& d, std::size_t n) {
      std::vector<std::pair<std::uint64_t, std::size_t>> all(n);
      for (std::size_t i = 0; i < n; ++i) all[i] = {id_of(d, i), i};
      std::sort(all.begin(), all.end());
      return all;
    };
    const auto left = sorted(a, in_a), right = sorted(b, in_b);
    auto i = left.begin();
    auto j = right.begin();
    while (i != left.end() || j != right.end()) {
      if (j == right.end() || (i != left.end() && i->first < j->first)) {
        only(of, i++->first, true);
      } else if (i == left.end() || j->first < i->first) {
        only(of, j++->first, false);
      } else {
        both(i->first, i->second, j->second);
        ++i, ++j;
      }
    }
  }

  // The same for lists without ids.
  template <class T, class Both>
  void by_place(Subject of, const std::vector<T>& in_a, const std::vector<T>& in_b, Both both) {
    for (std::size_t i = 0; i < std::max(in_a.size(), in_b.size()); ++i) {
      if (i < in_a.size() && i < in_b.size()) both(i, in_a[i], in_b[i]);
      else only(of, i, i < in_a.size());
    }
  }

  void clock() {
    const auto of_world = [&](std::string_view quantity, const auto& left, const auto& right) { value(Subject::world, 0, quantity, left, right); };
    of_world("step", a.step, b.step);
    of_world("dt", a.settings.dt, b.settings.dt);
    of_world("seed", a.settings.seed, b.settings.seed);
    of_world("perception", a.settings.perception, b.settings.perception);
    of_world("agents ever added", a.born, b.born);
  }

  // Which ids were used and which come next: told when everything else is equal, because it follows from who came and went.
  void slots() {
    const auto of_world = [&](std::string_view quantity, const Slots& left, const Slots& right) {
      if (left.generation != right.generation || left.free != right.free) add({Subject::world, 0, std::string(quantity), "", "", {}});
    };
    of_world("ids of agents to come", a.agent_slots, b.agent_slots);
    of_world("ids of bodies to come", a.body_slots, b.body_slots);
    of_world("ids of targets to come", a.target_slots, b.target_slots);
  }

  void classes_and_models() {
    by_place(Subject::klass, a.classes, b.classes, [&](std::size_t i, const BodyClass& left, const BodyClass& right) {
      value(Subject::klass, i, "name", left.name, right.name);
      value(Subject::klass, i, "d0", left.spec.d0, right.spec.d0);
      value(Subject::klass, i, "delta", left.spec.delta, right.spec.delta);
      value(Subject::klass, i, "weight", left.spec.weight, right.spec.weight);
      value(Subject::klass, i, "competes", left.spec.competes, right.spec.competes);
    });
    by_place(Subject::model, a.models, b.models, [&](std::size_t i, const ModelEntry& left, const ModelEntry& right) {
      const SteeringModel &one = *a.types[left.type], &two = *b.types[right.type];
      value(Subject::model, i, "type", std::string(one.name()), std::string(two.name()));
      if (one.name() != two.name()) return;
      const auto infos = one.parameters();
      for (std::size_t k = 0; k < std::min(left.params.size(), right.params.size()); ++k) {
        value(Subject::model, i, k < infos.size() ? std::string(infos[k].name) : concat("parameter ", k), left.params[k], right.params[k]);
      }
    });
  }

  void bodies() {
    by_id(Subject::target, a.targets.size(), b.targets.size(), [](const Data& d, std::size_t i) { return d.targets[i].id.bits(); },
          [&](std::uint64_t id, std::size_t i, std::size_t j) {
            const Target &left = a.targets[i], &right = b.targets[j];
            fields(Subject::target, id, left, right, target_names, [](const Target& t, auto&& visit) { for_target_fields(t, visit); });
            value(Subject::target, id, "weight", left.weight, right.weight);
            if (left.capacity != capacity_unlimited || right.capacity != capacity_unlimited) {
              fields(Subject::target, id, left, right, task_names, [](const Target& t, auto&& visit) { for_task_fields(t, visit); });
            }
          });
    by_id(Subject::body, a.bodies.size(), b.bodies.size(), [](const Data& d, std::size_t i) { return d.bodies[i].id; },
          [&](std::uint64_t id, std::size_t i, std::size_t j) {
            const Body &left = a.bodies[i], &right = b.bodies[j];
            fields(Subject::body, id, left, right, body_names, [](const Body& body, auto&& visit) { for_body_fields(body, visit); });
            fields(Subject::body, id, left, right, wall_names, [](const Body& body, auto&& visit) { for_wall_fields(body, visit); });
            fields(Subject::body, id, left, right, door_names, [](const Body& body, auto&& visit) { for_door_fields(body, visit); });
          });
  }

  void agents() {
    const bool plans = !a.planners.empty() || !b.planners.empty();
    const auto id_of = [](const Data& d, std::size_t i) { return d.agents.id[i].bits(); };
    struct Other {
      const void* column;
      std::size_t width;
    };
    std::vector<Other> others;
    for_columns(b.agents, b.history_length, b.state_stride, [&](Part, std::string_view, const auto& column, std::size_t width) { others.push_back({&column, width}); });
    by_id(Subject::agent, a.agents.size(), b.agents.size(), id_of, [&](std::uint64_t id, std::size_t i, std::size_t j) {
      std::size_t number = 0;
      for_columns(a.agents, a.history_length, a.state_stride, [&](Part part, std::string_view column_name, const auto& left, std::size_t width) {
        const Other other = others[number++];
        if (part == Part::plans && !plans) return;
        const auto& right = *static_cast<const std::remove_cvref_t<decltype(left)>*>(other.column);
        for (std::size_t k = 0; k < std::min(width, other.width); ++k) {
          const auto &one = left[i * width + k], &two = right[j * other.width + k];
          if (!same(one, two)) value(Subject::agent, id, width == 1 ? std::string(column_name) : concat(column_name, "[", k, "]"), one, two);
        }
      });
    });
  }

  void planners() {
    by_place(Subject::planner, a.planners, b.planners, [&](std::size_t k, const Planner& left, const Planner& right) {
      fields(Subject::planner, k, left, right, planner_names, [](const Planner& p, auto&& visit) { for_planner_fields(p, visit); });
      by_place(Subject::planner, left.crowds, right.crowds, [&](std::size_t, const planning::Crowd& one, const planning::Crowd& two) {
        fields(Subject::planner, k, one, two, crowd_names, [](const planning::Crowd& c, auto&& visit) { for_crowd_fields(c, visit); });
      });
      const auto lists = [](const AddPlanner& made) {
        Saver all;
        all.each(made.strokes, [](const Stroke& s, Saver& walk) { walk(s.points), walk(s.width), walk(s.strength); });
        all.each(made.roam, [](const RoamArea& r, Saver& walk) { walk(r.low), walk(r.high); });
        all.each(made.parts, [](const PlannerPart& p, Saver& walk) { walk(p.planner), walk(p.weight); });
        return all.out.bytes();
      };
      if (lists(left.made) != lists(right.made)) add({Subject::planner, k, "strokes, areas or parts", "", "", {}});
    });
  }

  void told() {
    by_place(Subject::contact, a.contacts, b.contacts, [&](std::size_t k, const Contact& left, const Contact& right) {
      value(Subject::contact, k, "agent", left.agent, right.agent);
      value(Subject::contact, k, "other", left.other, right.other);
      value(Subject::contact, k, "kind", left.kind, right.kind);
    });
    const auto compare = [&](const std::vector<Event>& left, const std::vector<Event>& right) {
      by_place(Subject::event, left, right, [&](std::size_t k, const Event& one, const Event& two) {
        fields(Subject::event, k, one, two, event_names, [](const Event& e, auto&& visit) { for_event_fields(e, visit); });
      });
    };
    // Those of earlier steps may have been cleared in one of the two: their hash knows.
    const auto of_step = [](const Data& d) { return std::vector<Event>(d.events.begin() + static_cast<std::ptrdiff_t>(d.step_events_begin), d.events.end()); };
    if (a.events_hash != b.events_hash) compare(of_step(a), of_step(b));
    compare(a.noted, b.noted);
  }
};

}  // namespace

}  // namespace world

Differences differences(const World& a, const World& b, std::size_t most) {
  const StateHash left = a.hash(), right = b.hash();
  if (left.all == right.all) return {};
  world::Finder find{a.data(), b.data(), most};
  find.clock();
  find.classes_and_models();
  find.bodies();
  find.agents();
  find.planners();
  find.told();
  if (find.found.none()) find.slots();
  if (find.found.none()) find.value(Subject::world, 0, "events of earlier steps", left.events, right.events);
  if (find.found.none()) find.value(Subject::world, 0, "hash", left.all, right.all);
  return find.found;
}

}  // namespace wend
