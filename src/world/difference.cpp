#include <wend/analysis/difference.hpp>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "core/described.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace wend {

const char* name(Subject s) {
  constexpr const char* names[] = {"world", "agent", "body", "target", "planner", "model", "class", "contact", "event"};
  return names[static_cast<std::size_t>(s)];
}

namespace world {

namespace {

bool same(double a, double b) { return hash_bits(a) == hash_bits(b); }
bool same(Vec2 a, Vec2 b) { return same(a.x, b.x) && same(a.y, b.y); }
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b);
bool same(Vec3 a, Vec3 b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (Described<T>) {
    bool all = true;
    T::for_members([&](const char*, auto member) { all = all && same(a.*member, b.*member); });
    return all;
  } else {
    return a == b;
  }
}
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const T& x, const T& y) { return same(x, y); });
}

const char* name_of(EntityKind kind) {
  constexpr const char* names[] = {"agent", "disc", "capsule", "wall", "target"};
  const auto k = static_cast<std::size_t>(kind);
  return k < std::size(names) ? names[k] : "nothing";
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
std::string text(EntityRef v) { return v ? concat(name_of(v.kind), " ", AgentId::from_bits(v.bits).index) : std::string("none"); }
template <class T>
std::string text(const std::vector<T>& list);
// A struct of its own: its fields in braces.
template <Described T>
std::string text(const T& v) {
  std::string all = "{";
  T::for_members([&](const char* field, auto member) { all += concat(all.size() > 1 ? ", " : "", field, " = ", text(v.*member)); });
  return all + "}";
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

  // One field after the other of two structs of the same kind; structs and lists inside are compared in turn.
  template <Described T>
  void fields(Subject of, std::uint64_t id, const T& in_a, const T& in_b, const std::string& prefix = {}) {
    T::for_members([&](const char* field, auto member) {
      const auto &left = in_a.*member, &right = in_b.*member;
      if (std::string_view(field) == "user_data" || same(left, right)) return;
      using Member = std::remove_cvref_t<decltype(left)>;
      if constexpr (Described<Member> && !std::is_same_v<Member, EntityRef>) {
        fields(of, id, left, right, concat(prefix, field, "."));
      } else {
        value(of, id, prefix + field, left, right);
      }
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
    by_place(Subject::klass, a.classes, b.classes, [&](std::size_t i, const BodyClass& left, const BodyClass& right) { fields(Subject::klass, i, left, right); });
    by_place(Subject::model, a.models, b.models, [&](std::size_t i, const ModelEntry& left, const ModelEntry& right) {
      const SteeringModel &one = *a.types[left.type], &two = *b.types[right.type];
      value(Subject::model, i, "type", std::string(one.name()), std::string(two.name()));
      if (one.name() != two.name()) return;
      const std::vector<ParamInfo>& infos = one.info().parameters;
      for (std::size_t k = 0; k < std::min(left.params.size(), right.params.size()); ++k) {
        value(Subject::model, i, k < infos.size() ? std::string(infos[k].name) : concat("parameter ", k), left.params[k], right.params[k]);
      }
    });
  }

  void bodies() {
    by_id(Subject::target, a.targets.size(), b.targets.size(), [](const Data& d, std::size_t i) { return d.targets[i].id.bits(); },
          [&](std::uint64_t id, std::size_t i, std::size_t j) { fields(Subject::target, id, a.targets[i], b.targets[j]); });
    by_id(Subject::body, a.bodies.size(), b.bodies.size(), [](const Data& d, std::size_t i) { return d.bodies[i].id; },
          [&](std::uint64_t id, std::size_t i, std::size_t j) { fields(Subject::body, id, a.bodies[i], b.bodies[j]); });
  }

  void agents() {
    const auto id_of = [](const Data& d, std::size_t i) { return d.agents.id[i].bits(); };
    struct Other {
      const void* column;
      std::size_t width;
    };
    std::vector<Other> others;
    for_columns(b.agents, b.widths, [&](Part, std::string_view, const auto& column, std::size_t width) { others.push_back({&column, width}); });
    by_id(Subject::agent, a.agents.size(), b.agents.size(), id_of, [&](std::uint64_t id, std::size_t i, std::size_t j) {
      std::size_t number = 0;
      for_columns(a.agents, a.widths, [&](Part part, std::string_view column_name, const auto& left, std::size_t width) {
        const Other other = others[number++];
        if (part == Part::none) return;
        const auto& right = *static_cast<const std::remove_cvref_t<decltype(left)>*>(other.column);
        for (std::size_t k = 0; k < std::min(width, other.width); ++k) {
          const auto &one = left[i * width + k], &two = right[j * other.width + k];
          if (!same(one, two)) value(Subject::agent, id, width == 1 ? std::string(column_name) : name_in_row(part, i, column_name, k), one, two);
        }
      });
    });
  }

  // "state.w_obs", "history_x[3]".
  std::string name_in_row(Part part, std::size_t row, std::string_view column, std::size_t k) const {
    const std::vector<StateField>& state = type_of(a, row).info().state;
    if (part == Part::model_state && k < state.size()) return concat(column, ".", state[k].info.name);
    return concat(column, "[", k, "]");
  }

  void planners() {
    by_place(Subject::planner, a.planners, b.planners, [&](std::size_t k, const Planner& left, const Planner& right) { fields(Subject::planner, k, left, right); });
  }

  void told() {
    by_place(Subject::contact, a.contacts, b.contacts, [&](std::size_t k, const Contact& left, const Contact& right) { fields(Subject::contact, k, left, right); });
    const auto compare = [&](const std::vector<Event>& left, const std::vector<Event>& right) {
      by_place(Subject::event, left, right, [&](std::size_t k, const Event& one, const Event& two) { fields(Subject::event, k, one, two); });
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
  world::Finder find{world::Access::data(a), world::Access::data(b), most};
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
