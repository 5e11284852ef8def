#include "storm/checkers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/det_math.hpp"
#include "core/segment.hpp"
#include "core/text.hpp"
#include "world/access.hpp"
#include "world/data.hpp"

namespace wend::storm {

namespace {

constexpr double tolerance = 1e-9;
constexpr double let_go = 0.05;  // agents deeper in each other than this share may pass, local spec (46)

AgentNote note_of(const std::map<std::uint64_t, AgentNote>& notes, std::uint64_t id) {
  const auto at = notes.find(id);
  return at == notes.end() ? AgentNote{} : at->second;
}

double axis_distance(Vec2 p, const BodyNote& body) { return norm(nearest_on_segment(p, body.a, body.b).point - p); }

template <class List, class Map>
bool same_ids(const List& list, const Map& map, auto&& bits) {
  if (list.size() != map.size()) return false;
  auto at = map.begin();
  for (const auto& thing : list) {
    if (bits(thing) != (at++)->first) return false;
  }
  return true;
}

void check_ids(const World& world, const Book& book, Failures& out) {
  const auto fail = [&](std::string what) { out.push_back({"ids", std::move(what)}); };
  const auto agents = world.agents();
  if (!same_ids(agents, book.agents, [](const AgentState& s) { return s.id.bits(); }))
    fail("agents are not those of the book");
  if (!same_ids(world.bodies(), book.bodies, [](const BodyState& s) { return s.id.bits; }))
    fail("bodies are not those of the book");
  if (!same_ids(world.targets(), book.targets, [](const TargetState& s) { return s.id.bits(); }))
    fail("targets are not those of the book");
  const AgentColumnsView columns = world.columns();
  std::set<std::uint64_t> seen;
  for (std::size_t i = 0; i < columns.id.size(); ++i) {
    const auto state = world.agent(columns.id[i]);
    if (!state || state->id != columns.id[i])
      fail(concat("row ", i, " has an id that finds nobody"));
    else if (state->at.x != columns.x[i] && std::isfinite(columns.x[i]))
      fail(concat("row ", i, " has an id that finds somebody else"));
    if (!seen.insert(columns.id[i].bits()).second) fail(concat("row ", i, " has an id twice"));
  }
  for (std::uint64_t bits : book.ids[0]) {
    const AgentId id{static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint32_t>(bits)};
    if (world.agent(id).has_value() != book.agents.contains(bits))
      fail(concat("agent ", id.index, ".", id.generation, " is a ghost or was lost"));
  }
}

void check_counts(const World& world, const Book& book, Failures& out) {
  if (world.agent_count() != book.added - book.removed || world.agents_added() != book.added) {
    out.push_back({"counts", concat("added ", book.added, ", removed ", book.removed, ", there are ",
                                    world.agent_count(), ", the world counts ", world.agents_added())});
  }
}

void check_bodies(const World& world, const Book& book, Failures& out) {
  for (const BodyState& s : world.bodies()) {
    const auto at = book.bodies.find(s.id.bits);
    if (at == book.bodies.end()) continue;  // "ids" says so
    const BodyNote& body = at->second;
    if (s.at.xy() != body.a || s.to.xy() != body.b || s.radius != body.radius || s.id.kind != body.kind) {
      out.push_back({"bodies", concat("body ", s.id.bits >> 32, " is at (", s.at.x, ", ", s.at.y, "), expected (", body.a.x,
                                      ", ", body.a.y, ")")});
    }
  }
  for (const TargetState& s : world.targets()) {
    const auto at = book.targets.find(s.id.bits());
    if (at != book.targets.end() && s.at.xy() != at->second.at)
      out.push_back({"bodies", concat("target ", s.id.index, " is not where it was sent")});
  }
}

bool has_edges(Status s) { return s != Status::moving && s != Status::arrived; }

void check_statuses(const World& world, const Picture& before, Failures& out) {
  std::map<std::tuple<std::uint64_t, EventKind, Status>, int> told;
  for (const Event& e : world.step_events()) ++told[{e.agent.bits(), e.kind, e.status}];
  const auto times = [&](std::uint64_t id, EventKind kind, Status s) {
    const auto at = told.find({id, kind, s});
    return at == told.end() ? 0 : at->second;
  };
  for (const auto& entry : before.agents) {
    const std::uint64_t id = entry.first;
    const AgentState& old = entry.second;
    const auto now = world.agent(old.id);
    const Status next = now ? now->status : Status::arrived;
    const bool changed = old.status != next;
    const auto expect = [&](EventKind kind, Status s, int wanted) {
      if (times(id, kind, s) != wanted)
        out.push_back({"statuses", concat("agent ", old.id.index, " went from ", name(old.status), " to ", name(next),
                                          " with ", times(id, kind, s), " events ", name(kind))});
    };
    if (has_edges(old.status)) expect(EventKind::status_end, old.status, changed ? 1 : 0);
    if (has_edges(next)) expect(EventKind::status_begin, next, changed ? 1 : 0);
    expect(EventKind::arrived, Status::moving, changed && next == Status::arrived ? 1 : 0);
    expect(EventKind::left, Status::moving, now ? 0 : 1);
    if (now && (now->arrival >= 0) != (next == Status::arrived) && next != Status::non_finite)
      out.push_back({"statuses", concat("agent ", old.id.index, " is ", name(next), " with arrival = ", now->arrival)});
    if (before.poked.contains(id) && next != Status::non_finite)
      out.push_back({"statuses", concat("agent ", old.id.index, " has a number that is none, and is ", name(next))});
  }
}

// Who touches whom after the step. One who left with it is told of in the next one.
void check_contacts(const World& world, const Book& book, Failures& out) {
  std::map<std::uint64_t, AgentState> agents;
  std::set<std::uint64_t> gone;
  for (const AgentState& s : world.agents()) agents[s.id.bits()] = s;
  for (const Event& e : world.step_events()) {
    if (e.kind == EventKind::left) gone.insert(e.agent.bits());
  }
  std::map<ContactNote, double> clearances;
  std::set<ContactNote> doubtful;  // rounding decides
  const auto see = [&](const ContactNote& contact, double clearance, std::initializer_list<Vec2> places) {
    double size = 1;
    for (Vec2 p : places) size = std::max({size, std::abs(p.x), std::abs(p.y)});
    if (std::abs(clearance + tolerance) < 64 * size * std::numeric_limits<double>::epsilon()) doubtful.insert(contact);
    clearances[contact] = clearance;
  };
  for (const auto& [id, agent] : agents) {
    const Vec2 at = agent.at.xy();
    for (auto other = agents.upper_bound(id); other != agents.end(); ++other) {
      if (other->second.floor != agent.floor) continue;
      const Vec2 there = other->second.at.xy();
      see({id, other->first, BodyKind::agent}, norm(there - at) - agent.radius - other->second.radius, {at, there});
    }
    for (const auto& [body_id, body] : book.bodies) {
      if (body.open || body.floor != agent.floor) continue;
      see({id, body_id, body.kind}, axis_distance(at, body) - agent.radius - body.radius, {at, body.a, body.b});
    }
  }
  const auto fail = [&](const ContactNote& contact, const char* how) {
    const auto& [agent, other, kind] = contact;
    out.push_back({"contacts",
                   concat("agent ", agent >> 32, " and ", other >> 32, " of kind ", static_cast<int>(kind), " ", how)});
  };
  for (const auto& [contact, clearance] : clearances) {
    if (!doubtful.contains(contact) && (clearance < -tolerance) != book.contacts.contains(contact)) {
      fail(contact, clearance < -tolerance ? "touch, and no event says so" : "do not touch, and an event says so");
    }
  }
  for (const ContactNote& contact : book.contacts) {
    const auto& [agent, other, kind] = contact;
    if (gone.contains(agent) || (kind == BodyKind::agent && gone.contains(other))) continue;
    if (!clearances.contains(contact)) fail(contact, "are not both there to touch");
  }
}

// A door that shut with this step shut on nobody.
void check_doors(const World& world, const Picture& before, Failures& out) {
  for (const BodyState& s : world.bodies()) {
    const auto at = before.bodies.find(s.id.bits);
    if (at == before.bodies.end() || !at->second.open || s.open) continue;
    for (const auto& entry : before.agents) {
      const AgentState& agent = entry.second;
      const Vec2 p = agent.at.xy();
      const double clearance = norm(nearest_on_segment(p, s.at.xy(), s.to.xy()).point - p) - agent.radius - s.radius;
      if (agent.floor == at->second.floor && clearance < -tolerance)
        out.push_back({"doors", concat("door ", s.id.bits >> 32, " shut on agent ", agent.id.index, " by ", -clearance, " m")});
    }
  }
}

}  // namespace

void check_numbers(const World& world, Failures& out) {
  for (const AgentState& s : world.agents()) {
    const double all = s.heading + s.turn_rate + s.speed + s.radius + s.top_speed + s.arrival + world.attribute(s.id, "weight").value_or(1);
    if (!is_finite(s.at) || !is_finite(s.velocity) || !std::isfinite(all))
      out.push_back({"finite", concat("agent ", s.id.index, " at (", s.at.x, ", ", s.at.y, ")")});
    if (!(std::abs(s.heading) <= 3.15))
      out.push_back({"finite", concat("agent ", s.id.index, " has heading ", s.heading)});
  }
  for (const BodyState& b : world.bodies()) {
    if (!is_finite(b.at) || !is_finite(b.to) || !is_finite(b.velocity))
      out.push_back({"finite", concat("body ", b.id.bits >> 32)});
  }
}

// An agent that slides may go elsewhere than it looks.
bool slides(const World& world, ModelId id) {
  const world::ModelEntry& model = world::Access::data(world).models[id.index];
  return model.traits.slides;
}

void check_motion(const World& world, const std::map<std::uint64_t, AgentNote>& notes, const Picture& before,
                  Failures& out) {
  const double dt = world.dt();
  struct Mover {
    AgentState now;
    Vec2 from;
    double move = 0, slack = 0;
    bool safe = false;
  };
  std::vector<Mover> movers;
  std::set<std::uint64_t> swept;  // a wall had its way with them
  for (const Event& e : world.step_events()) {
    if (e.kind == EventKind::swept) swept.insert(e.agent.bits());
  }
  for (const auto& entry : before.agents) {
    const std::uint64_t id = entry.first;
    const AgentState& old = entry.second;
    const auto now = world.agent(old.id);
    if (!now) continue;
    const AgentNote note = note_of(notes, id);
    const Vec2 from = old.at.xy(), to = now->at.xy();
    const double move = norm(to - from), size = std::max(std::abs(to.x), std::abs(to.y));
    const double slack = tolerance + 16 * size * std::numeric_limits<double>::epsilon() + 4e-9 * move;
    movers.push_back({*now, from, move, slack, note.safe && !note.driven && !swept.contains(id)});
    if (note.driven || swept.contains(id)) continue;
    const auto fail = [&](const char* checker, std::string what) {
      out.push_back({checker, concat("agent ", old.id.index, " ", what)});
    };
    const std::string_view model = world.model_name(now->model);
    const bool bends = model == "human" || model == "potential_field";  // they integrate their path: the speed is that at its end
    // The centre of a body that is led by its front point may go farther than that point: its speed is then that of its chord.
    const double chord = model == "potential_field" ? move / dt : 0;
    const double top = std::max({now->top_speed, chord, bends ? std::max(std::abs(old.speed), norm(old.velocity.xy())) : std::abs(old.speed)});
    const double rounding = slides(world, now->model) ? slack / dt : 0;  // its speed is that of its path
    if (!(std::abs(now->speed) <= top * (1 + 1e-12) + rounding))
      fail("speed", concat("has speed ", now->speed, ", top speed ", now->top_speed, ", had ", old.speed, ", went ", norm(old.velocity.xy()), ", model ", model));
    const Vec2 h{det_cos(now->heading), det_sin(now->heading)};
    if (slides(world, now->model)) {
      const double fastest = std::max(now->top_speed, norm(old.velocity.xy()));
      if (!(move <= fastest * dt + slack)) fail("path", concat("moved ", move, " m, top speed ", now->top_speed));
      if (!(std::abs(dot(to - from, h) - now->speed * dt) <= slack)) fail("path", "has another speed than its path along the heading");
    } else if (note.whole && !bends && !(norm(from + dt * now->speed * h - to) <= slack))
      fail("path", concat("is at (", to.x, ", ", to.y, "), which is not speed times dt along its heading"));
    if (!slides(world, now->model) && !bends && !(move <= std::abs(now->speed) * dt + slack)) fail("path", concat("moved ", move, " m at speed ", now->speed));
    if (!(norm((to - from) / dt - now->velocity.xy()) <= slack / dt))
      fail("path", "has another velocity than its path");
  }
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const Mover& m = movers[i];
    if (!m.safe) continue;
    const Vec2 to = m.now.at.xy();
    for (const auto& [id, body] : before.bodies) {
      if (body.motion != BodyMotion::fixed || body.open || body.floor != m.now.floor) continue;
      const double distance = axis_distance(m.from, body);
      if (distance < 1e-8) continue;  // on its axis: no side to stay on
      const double reach = m.now.radius + body.radius;
      const double allowed = std::min(distance - reach, 0.0) - m.slack;
      if (!(axis_distance(to, body) - reach >= allowed))
        out.push_back({"overlap", concat("agent ", m.now.id.index, " came ", distance - reach, " -> ",
                                         axis_distance(to, body) - reach, " m to fixed body ", id >> 32)});
      if (segments_cross(m.from, to, body.a, body.b))
        out.push_back({"walls", concat("agent ", m.now.id.index, " crossed the axis of body ", id >> 32)});
    }
    for (std::size_t j = i + 1; j < movers.size(); ++j) {
      const Mover& other = movers[j];
      if (!other.safe || other.now.floor != m.now.floor) continue;
      const double rho = m.now.radius + other.now.radius;
      const double was = norm(m.from - other.from) - rho, is = norm(to - other.now.at.xy()) - rho;
      if (was < -let_go * rho) continue;
      if (!(is >= std::min(was, 0.0) - m.slack - other.slack))
        out.push_back({"overlap", concat("agents ", m.now.id.index, " and ", other.now.id.index, " came ", was, " -> ",
                                         is, " m to each other")});
    }
  }
}

void check_events(const World& world, const Picture& before, Failures& out) {
  const auto fail = [&](std::size_t i, const char* what) {
    out.push_back({"events", concat("event ", i, " of the step ", what)});
  };
  const auto events = world.step_events();
  const double begin = static_cast<double>(before.step) * world.dt(),
               end = static_cast<double>(before.step + 1) * world.dt();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& e = events[i];
    if (e.step != before.step) fail(i, "is of another step");
    if (!(e.time >= begin && e.time <= end * (1 + 1e-15))) fail(i, "is not within the step");
    if (!is_finite(e.at)) fail(i, "is nowhere");
    if (static_cast<unsigned>(e.kind) < 1 || static_cast<unsigned>(e.kind) > event_kinds().size()) fail(i, "is of no kind");
    if (const auto agent = world.agent(e.agent); agent && agent->at != e.at) fail(i, "is not where its agent is");
    if (i == 0) continue;
    const Event& p = events[i - 1];
    const auto key = [](const Event& x) { return std::tuple(x.time, x.kind, x.agent, x.other, x.status); };
    if (key(e) < key(p)) fail(i, "belongs before the one before it");
  }
  if (world.steps() != before.step + 1) out.push_back({"events", concat("the clock says step ", world.steps())});
}

void see_doors(const World& world, Book& book) {
  for (const BodyState& s : world.bodies()) {
    if (const auto at = book.bodies.find(s.id.bits); at != book.bodies.end()) at->second.open = s.open;
  }
}

void take_step(const World& world, Book& book) {
  see_doors(world, book);
  std::set<std::uint64_t> waits;
  std::set<std::uint32_t> rigs;
  for (const Event& e : world.step_events()) {
    if (e.kind != EventKind::wall_waits) continue;
    waits.insert(e.other.bits);
    // A door that cannot shut waits for itself alone.
    if (const auto wall = book.bodies.find(e.other.bits); wall != book.bodies.end() && wall->second.rig != 0 && wall->second.moves) rigs.insert(wall->second.rig);
  }
  for (auto& [id, body] : book.bodies) {
    const bool waited = waits.contains(id) || (body.kind == BodyKind::wall && rigs.contains(body.rig));
    if (body.moves && !waited) body.a = body.end_a, body.b = body.end_b;
    body.moves = false;
  }
  for (auto& [id, target] : book.targets) {
    if (target.moves) target.at = target.end;
    target.moves = false;
  }
  for (const Event& e : world.step_events()) {
    if (e.kind == EventKind::left && book.agents.erase(e.agent.bits()) == 1) ++book.removed;
    if (e.kind == EventKind::contact_begin) book.contacts.insert({e.agent.bits(), e.other.bits, e.other.kind});
    if (e.kind == EventKind::contact_end) book.contacts.erase({e.agent.bits(), e.other.bits, e.other.kind});
  }
}

void check_step(const World& world, const Book& book, const Picture& before, Failures& out) {
  check_ids(world, book, out);
  check_counts(world, book, out);
  check_numbers(world, out);
  check_motion(world, book.agents, before, out);
  check_bodies(world, book, out);
  check_doors(world, before, out);
  check_events(world, before, out);
  check_statuses(world, before, out);
  check_contacts(world, book, out);
}

}  // namespace wend::storm
