#include <wend/analysis/why.hpp>

#include "core/det_math.hpp"
#include "core/fp_env.hpp"
#include "core/segment.hpp"
#include "core/text.hpp"
#include "world/access.hpp"
#include "world/ground.hpp"
#include "world/look.hpp"

#include <algorithm>
#include <cmath>

namespace wend {

namespace world {

namespace {

constexpr double silent = 0.05;     // a target that weighs less than this is not heard
constexpr double beside_gap = 0.5;  // m of clearance: bodies on both sides that are nearer make a gap

// "0.31": centimetres, in no locale.
std::string cm(double length) {
  const auto cents = static_cast<std::int64_t>(std::floor(std::min(std::abs(length), 1e12) * 100 + 0.5));
  const std::string rest = concat(cents % 100);
  return concat(length < 0 && cents > 0 ? "-" : "", cents / 100, ".", rest.size() < 2 ? "0" : "", rest);
}

std::string place_text(Vec2 p) { return concat("(", cm(p.x), ", ", cm(p.y), ")"); }

// As files number agents.
std::string agent_text(std::uint64_t id) { return concat("agent ", (id >> 32) + ((id & 0xffffffffu) - 1) * (std::uint64_t{1} << 32)); }

// One agent that stands, and all that is known of it.
struct Case {
  Case(const Data& world, std::size_t of) : d(world), row(of), look(world, of), decision(look.decision()) {
    at = {d.agents.x[row], d.agents.y[row]};
    radius = d.agents.radius[row];
    if (d.agents.directed[row] == 0 && look.scratch.answers[0].place != planning::Answer::none) target = &d.targets[look.scratch.answers[0].place];
    if (look.view.has_goal) wish = direction();
    planned = d.agents.planner[row] != 0;
  }
  Vec2 direction() const {
    const auto [s, c] = det_sincos(look.view.goal_angle);
    return {c, s};
  }
  std::string goal() const { return target != nullptr ? concat("target ", target->id.index) : std::string("where it wants to go"); }
  std::string body(const Neighbour& n) const { return n.kind == BodyKind::agent ? agent_text(n.id) : body_text(d, n.id); }
  std::string needs() const { return concat(cm(2 * radius), " m"); }

  const Data& d;
  std::size_t row;
  Look look;
  Decision decision;
  Vec2 at, wish{};
  double radius = 0;
  const Target* target = nullptr;
  bool planned = false;
};

Verdict narrow(const Case& c, const Gap& gap, std::string_view who) {
  return {Cause::narrow_passage,
          concat("the passage at ", place_text(gap.middle), " between ", body_text(c.d, gap.one), " and ", body_text(c.d, gap.other), " is ", cm(gap.width), " m wide, ", who, " needs ", c.needs()),
          concat("make the passage wider than ", c.needs(), ", or the body slimmer: radius below ", cm(std::floor(50 * gap.width) / 100), " m")};
}

// Walls, obstacles and shut doors that leave no way at all.
std::optional<Verdict> without_way(const Case& c) {
  const Data& d = c.d;
  const std::uint32_t floor = d.agents.floor[c.row];
  const auto ground = make_ground(d, c.radius, floor, DoorsTaken::as_now);
  if (!ground) return std::nullopt;
  const auto cells = capture_cells(*ground, *c.target, c.radius);
  if (has_way(*ground, c.at, cells).value_or(true)) return std::nullopt;
  const auto way_in = [&](const Ground& other) {
    const auto there = capture_cells(other, *c.target, c.radius);
    if (!has_way(other, c.at, there).value_or(false)) return std::vector<Vec2>();
    return way_from(other, way_lengths(other, there), c.at);
  };
  if (const auto open = make_ground(d, c.radius, floor, DoorsTaken::open)) {
    const auto way = way_in(*open);
    if (const Body* door = door_on(d, floor, way)) {
      return Verdict{Cause::shut_door, concat("no way to ", c.goal(), ": ", body_text(d, door->id), " at ", place_text(0.5 * (door->a + door->b)), " is shut"),
                     "open the door (opens = ... in door{}, or door.open = true), or give another target"};
    }
  }
  for (const double share : {0.5, 0.1}) {
    const auto slim = make_ground(d, share * c.radius, floor, DoorsTaken::as_now);
    if (!slim) continue;
    const auto gaps = gaps_on(*slim, way_in(*slim), 0, 2 * c.radius);
    if (!gaps.empty()) return narrow(c, gaps.front(), "the body");
  }
  if (cells.empty()) {
    return Verdict{Cause::no_way, concat("no way to ", c.goal(), ": walls or obstacles cover it, a body of ", c.needs(), " cannot stand there"), "move the target, or give it a larger radius"};
  }
  return Verdict{Cause::no_way, concat("no way to ", c.goal(), ": walls and obstacles close off every way"), concat("leave a gap of more than ", c.needs(), " in the walls, or move the target")};
}

double room_for(double count, double radius) { return std::ceil(10 * radius * std::sqrt(count / 0.6) - 1e-6) / 10; }

// Others have arrived and stand in the last piece of the way.
std::optional<Verdict> taken_target(const Case& c, double distance) {
  const AgentColumns& a = c.d.agents;
  const double near = c.target->radius + 6 * c.radius;
  if (distance > c.radius + near) return std::nullopt;
  const planning::Place place{c.target->at, c.target->to, c.target->corners, c.target->floor};
  std::size_t first = a.size();
  double count = 0, waiting = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec2 p{a.x[i], a.y[i]};
    if (a.floor[i] != c.target->floor || norm(planning::nearest_point(place, p) - p) > a.radius[i] + near) continue;
    (a.status[i] == Status::arrived ? count : waiting) += 1;
    if (a.status[i] == Status::arrived && (first == a.size() || a.id[i] < a.id[first])) first = i;
  }
  if (first == a.size()) return std::nullopt;
  return Verdict{Cause::target_taken,
                 concat(c.goal(), " is taken: ", agent_text(a.id[first].bits()), count > 1 ? concat(" and ", count - 1, " more") : std::string(), count > 1 ? " have" : " has",
                        " arrived and stand", count > 1 ? "" : "s", " there, its radius is ", cm(c.target->radius), " m"),
                 concat("a larger target: radius = ", std::max(room_for(count + waiting, c.radius), c.target->radius + c.radius), ", or on_arrival = \"remove\"")};
}

// The two bodies between which it would have to go, if they are too near to each other; or only such that stay.
std::optional<Verdict> between_bodies(const Case& c, bool only_fixed) {
  const Neighbour* side[2] = {nullptr, nullptr};
  for (const auto* list : {&c.look.scratch.sensed, &c.look.scratch.hidden}) {
    for (const Neighbour& n : *list) {
      const double along = dot(n.nearest, c.wish), across = cross(c.wish, n.nearest);
      if (n.clearance > beside_gap || along < -0.5 * c.radius || across == 0) continue;
      const Neighbour*& best = side[across > 0 ? 0 : 1];
      if (best == nullptr || n.clearance < best->clearance) best = &n;
    }
  }
  if (side[0] == nullptr || side[1] == nullptr) return std::nullopt;
  const double gap = segment_distance(side[0]->a, side[0]->b, side[1]->a, side[1]->b) - side[0]->radius - side[1]->radius;
  if (!(gap > 0 && gap < 2 * c.radius)) return std::nullopt;
  const bool people = side[0]->kind == BodyKind::agent || side[1]->kind == BodyKind::agent;
  if (people && only_fixed) return std::nullopt;
  return Verdict{Cause::narrow_passage, concat(c.body(*side[0]), " and ", c.body(*side[1]), " leave ", cm(gap), " m, the body needs ", c.needs()),
                 people ? std::string("more room there, fewer people, or on_arrival = \"remove\" for those who have arrived")
                        : concat("make the passage wider than ", c.needs(), c.planned ? "" : ", or planner = auto{} for a way round")};
}

struct Hit {
  const Body* body = nullptr;
  double ahead = 0;  // m of the way to the target until the body touches it
};

// The first body that stands still on the straight way to the target.
Hit first_on_way(const Case& c, Vec2 to) {
  Hit hit;
  const double length = norm(to - c.at);
  for (const Body& b : c.d.bodies) {
    if (b.floor != c.d.agents.floor[c.row] || b.open != 0 || b.motion != BodyMotion::fixed) continue;
    if (segment_distance(c.at, to, b.a, b.b) >= b.radius + 0.98 * c.radius) continue;
    // In 400 steps: the number is for people to read.
    double ahead = length;
    for (int k = 0; k <= 400; ++k) {
      const Vec2 p = c.at + (k / 400.0) * (to - c.at);
      if (norm(nearest_on_segment(p, b.a, b.b).point - p) <= b.radius + c.radius) {
        ahead = length * k / 400.0;
        break;
      }
    }
    if (hit.body == nullptr || ahead < hit.ahead) hit = {&b, ahead};
  }
  return hit;
}

// Free width between the nearest body that stands still and one on the other side; 0: open on one side.
double free_width(const Case& c) {
  const Neighbour *one = nullptr, *other = nullptr;
  const auto near = [](const Neighbour& n) { return n.distance - n.radius; };
  for (const Neighbour& n : c.look.scratch.sensed) {
    if (n.kind != BodyKind::agent && (one == nullptr || near(n) < near(*one))) one = &n;
  }
  if (one == nullptr) return 0;
  for (const Neighbour& n : c.look.scratch.sensed) {
    if (n.kind != BodyKind::agent && dot(n.nearest, one->nearest) < -0.5 * n.distance * one->distance && (other == nullptr || near(n) < near(*other))) other = &n;
  }
  return other == nullptr ? 0 : near(*one) + near(*other);
}

Verdict silenced(const Case& c) {
  const Share* loudest = nullptr;
  for (const Share& s : c.decision.shares) {
    if (loudest == nullptr || s.window * s.nearness > loudest->window * loudest->nearness) loudest = &s;
  }
  std::string by = "obstacles silence it";
  if (loudest != nullptr) {
    const std::size_t more = c.decision.shares.size() - 1;
    by = concat(loudest->kind == BodyKind::agent ? agent_text(loudest->id) : body_text(c.d, loudest->id), ", ", cm(loudest->clearance), " m away, ",
                more > 0 ? concat("and ", more, " more silence it") : "silences it");
  }
  const double width = free_width(c), d0 = competing_wall_length(c.d, c.row).value_or(0);
  std::string reach;
  if (width > 0 && d0 > width / 2) reach = concat(": d0 = ", cm(d0), " m is more than half of the ", cm(width), " m between walls");
  return {Cause::silenced, concat("the target's weight is ", c.decision.target_weight < 0.005 ? std::string("0") : cm(c.decision.target_weight), ": ", by, reach),
          reach.empty() ? std::string("the preset people (the default), a smaller d0, or beta_a = 1 in crowds")
                        : concat("the preset people (the default), or d0 = ", cm(std::max(0.05, std::floor(width * 25) / 100)))};
}

Verdict of_stuck(const Case& c) {
  const Status status = c.d.agents.status[c.row];
  if (!c.look.view.has_goal) {
    const bool full = std::any_of(c.d.targets.begin(), c.d.targets.end(), [](const Target& t) { return t.is_full(); });
    return {Cause::no_goal, full ? "it has nowhere to go: no target is left that has room" : "it has nowhere to go: it has no target, or its targets are gone",
            full ? "a larger capacity, or one more target" : "target = ... or direction = ... in agent{} or group{}"};
  }
  Vec2 to = c.at + c.wish;
  if (c.target != nullptr) {
    if (auto verdict = without_way(c)) return *verdict;
    const planning::Place place{c.target->at, c.target->to, c.target->corners, c.target->floor};
    to = planning::nearest_point(place, c.at);
    const double distance = norm(to - c.at);
    if (auto verdict = taken_target(c, distance)) return *verdict;
    if (status == Status::orbit) {
      return {Cause::circling, concat("it circles ", c.goal(), " ", cm(distance), " m away: the target's radius is ", cm(c.target->radius), " m, and it cannot turn more tightly"),
              concat("a larger target: radius = ", std::ceil(10 * distance - 1e-6) / 10, ", or more agility")};
    }
  }
  if (auto verdict = between_bodies(c, true)) return *verdict;
  const bool deaf = !c.decision.equilibria.empty() && c.decision.target_weight < silent;
  if (c.target != nullptr && !c.planned) {
    if (const Hit hit = first_on_way(c, to); hit.body != nullptr) {
      const std::string name = body_text(c.d, hit.body->id);
      const std::string where = hit.ahead > 0.005 ? concat(cm(hit.ahead), " m ahead") : std::string("right ahead");
      return {Cause::no_planner,
              deaf ? concat("the target's weight is 0: ", name, " in the way, ", where, ", silences it") : concat(name, ", ", where, ", stands between it and ", c.goal(), ", and it goes straight on"),
              "a planner that knows the way round: planner = auto{}"};
    }
  }
  if (auto verdict = between_bodies(c, false)) return *verdict;
  if (deaf) return silenced(c);
  if (c.decision.limited) {
    const std::string name = c.decision.limiter_kind == BodyKind::agent ? agent_text(c.decision.limiter) : body_text(c.d, c.decision.limiter);
    return {Cause::held_up, concat(name, " is in its way, ", cm(std::max(0.0, std::min(c.decision.free_distance, 1e6))), " m ahead"),
            c.planned ? "more room there, or planner = distance { avoid_crowds = 1 }" : "a planner that knows a way round: planner = auto{}"};
  }
  return {Cause::unknown, "what draws it and what pushes it cancel at its heading", "look at its fixed points with wend explain"};
}

constexpr double gets_nowhere = 15;  // s

// Seconds since a moving agent was nearest to the target it sees. With a planner's field it may go away for good reasons: 0.
double without_progress(const Data& d, std::size_t row) {
  const AgentColumns& a = d.agents;
  if (a.status[row] != Status::moving || !a.target[row] || a.plan[row] != PlanStatus::direct || a.driven[row] != 0) return 0;
  return static_cast<double>(d.step - std::min(d.step, a.best_step[row])) * d.settings.dt;
}

Verdict of_well(const Case& c) {
  switch (c.d.agents.status[c.row]) {
    case Status::arrived:
      return {Cause::none, "it has arrived and stands", ""};
    case Status::idle:
      return {Cause::none, "it has no goal: it stands and makes room", ""};
    case Status::waiting:
      return {Cause::none, c.decision.limited && c.decision.limiter_kind == BodyKind::agent ? concat("it waits behind ", agent_text(c.decision.limiter)) : std::string("it waits: others who move or wait hold it up"), ""};
    case Status::non_finite:
      return {Cause::none, "its numbers were not finite: it stopped at its last good place", ""};
    default:
      break;
  }
  const double pace = norm(Vec2{c.d.agents.vx[c.row], c.d.agents.vy[c.row]});
  return {Cause::none, concat("nothing is wrong: it goes to ", c.goal(), " at ", cm(pace), " m/s"), ""};
}

}  // namespace

}  // namespace world

const char* name(Cause cause) {
  constexpr const char* names[] = {"none", "no_goal", "no_way", "shut_door", "narrow_passage", "no_planner", "silenced", "target_taken", "circling", "held_up", "unknown"};
  return static_cast<std::size_t>(cause) < std::size(names) ? names[static_cast<std::size_t>(cause)] : "unknown";
}

bool needs_a_verdict(Status status) { return status == Status::stuck || status == Status::orbit || status == Status::lost || status == Status::blocked; }

bool needs_a_verdict(const World& world, AgentId id) {
  const world::Data& d = world::Access::data(world);
  const auto row = d.agent_slots.find(id);
  return row && (needs_a_verdict(d.agents.status[*row]) || world::without_progress(d, *row) >= world::gets_nowhere);
}

Verdict why(const World& world, AgentId id) {
  const world::Data& d = world::Access::data(world);
  const auto row = d.agent_slots.find(id);
  if (!row) return {Cause::none, "it is not there", ""};
  const FpEnv env;
  const world::Case c(d, *row);
  return needs_a_verdict(world, id) ? world::of_stuck(c) : world::of_well(c);
}

}  // namespace wend
