#include "io/sqlite_tables.hpp"

#include <algorithm>
#include <bit>

#include "io/text.hpp"

namespace wend::io {

namespace {

// Columns without a type keep every bit of a number; REAL saves the space of whole numbers but loses the sign of zero.
constexpr const char* schema = R"(
  CREATE TABLE wend_frame (frame INTEGER PRIMARY KEY, step INTEGER NOT NULL, time NOT NULL);
  CREATE TABLE wend_motion (frame INTEGER NOT NULL, id INTEGER NOT NULL, heading NOT NULL, speed REAL, turn_rate REAL,
    target_weight REAL, status INTEGER NOT NULL, vx REAL, vy REAL, PRIMARY KEY (frame, id)) WITHOUT ROWID;
  CREATE TABLE wend_agent (id INTEGER NOT NULL, frame INTEGER NOT NULL, born INTEGER NOT NULL, radius NOT NULL, top_speed NOT NULL,
    agent_group INTEGER NOT NULL, floor INTEGER NOT NULL, PRIMARY KEY (id, frame)) WITHOUT ROWID;
  CREATE TABLE wend_jump (frame INTEGER NOT NULL, id INTEGER NOT NULL, x NOT NULL, y NOT NULL, from_x NOT NULL, from_y NOT NULL,
    PRIMARY KEY (frame, id)) WITHOUT ROWID;
  CREATE TABLE wend_body (id INTEGER NOT NULL, frame INTEGER NOT NULL, kind INTEGER, motion INTEGER, floor INTEGER,
    at_x, at_y, to_x, to_y, radius, PRIMARY KEY (id, frame)) WITHOUT ROWID;
  CREATE TABLE wend_target (id INTEGER NOT NULL, frame INTEGER NOT NULL, shape INTEGER, at_x, at_y, to_x, to_y, radius,
    polygon TEXT, PRIMARY KEY (id, frame)) WITHOUT ROWID;
  CREATE TABLE wend_event (frame INTEGER NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, agent INTEGER NOT NULL,
    other INTEGER NOT NULL, other_kind INTEGER NOT NULL, status INTEGER NOT NULL, step INTEGER NOT NULL, time NOT NULL, x, y,
    PRIMARY KEY (frame, number)) WITHOUT ROWID;
  CREATE TABLE wend_group (agent_group INTEGER PRIMARY KEY, name TEXT NOT NULL);
)";

Database& with_schema(Database& db) {
  db.run(schema);
  return db;
}

std::int64_t whole(std::uint64_t v) { return std::bit_cast<std::int64_t>(v); }

template <class Enum>
  requires std::is_enum_v<Enum>
std::int64_t whole(Enum v) {
  return static_cast<std::int64_t>(v);
}

// What trajectory_data.pos_x keeps of a number.
bool survives(double v) { return v != 0 || !std::signbit(v); }
bool survives(Vec2 v) { return survives(v.x) && survives(v.y); }
bool same_bits(Vec2 a, Vec2 b) {
  return std::bit_cast<std::uint64_t>(a.x) == std::bit_cast<std::uint64_t>(b.x) &&
         std::bit_cast<std::uint64_t>(a.y) == std::bit_cast<std::uint64_t>(b.y);
}

bool same_person(const AgentState& a, const AgentState& b) {
  return a.born == b.born && a.radius == b.radius && a.top_speed == b.top_speed && a.group == b.group && a.floor == b.floor;
}

// Both lists in id order: tells what is new or changed, and what has gone.
template <class Thing, class Changed, class Gone>
void compare(const std::vector<Thing>& before, const std::vector<Thing>& now, Changed&& changed, Gone&& gone) {
  auto old = before.begin();
  for (const Thing& thing : now) {
    for (; old != before.end() && old->id < thing.id; ++old) gone(*old);
    if (old == before.end() || old->id != thing.id) {
      changed(thing);
    } else if (!(*old++ == thing)) {
      changed(thing);
    }
  }
  for (; old != before.end(); ++old) gone(*old);
}

}  // namespace

std::string corners_text(const std::vector<Vec2>& corners) {
  std::string text;
  for (const Vec2& corner : corners) {
    if (!text.empty()) text += ", ";
    append(text, corner.x);
    text += ' ';
    append(text, corner.y);
  }
  return text;
}

OwnTables::OwnTables(Database& db)
    : db_(with_schema(db)),
      frame_(db, "INSERT INTO wend_frame VALUES (?, ?, ?)"),
      motion_(db, "INSERT INTO wend_motion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      agent_(db, "INSERT INTO wend_agent VALUES (?, ?, ?, ?, ?, ?, ?)"),
      jump_(db, "INSERT INTO wend_jump VALUES (?, ?, ?, ?, ?, ?)"),
      body_(db, "INSERT INTO wend_body VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      target_(db, "INSERT INTO wend_target VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      event_(db, "INSERT INTO wend_event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

void OwnTables::write_groups(const std::vector<std::string>& names) {
  Statement insert(db_, "INSERT INTO wend_group VALUES (?, ?)");
  for (std::size_t i = 0; i < names.size(); ++i) insert.run(static_cast<std::int64_t>(i), std::string_view(names[i]));
}

void OwnTables::write(std::int64_t number, const Frame& frame) {
  Frame before = std::exchange(last_, frame);
  frame_.run(number, whole(frame.step), frame.time);
  auto old = before.agents.begin();
  for (const AgentState& dot : frame.agents) {
    if (!has_place(dot)) continue;
    const std::int64_t id = file_id(dot.id);
    while (old != before.agents.end() && old->id < dot.id) ++old;
    const bool known = old != before.agents.end() && old->id == dot.id && has_place(*old);
    motion_.run(number, id, dot.heading, dot.speed, dot.turn_rate, dot.target_weight, whole(dot.status), dot.velocity.x, dot.velocity.y);
    if (!known || !same_person(*old, dot)) {
      agent_.run(id, number, whole(dot.born), dot.radius, dot.top_speed, std::int64_t{dot.group}, std::int64_t{dot.floor});
    }
    if (!known || !same_bits(old->at.xy(), dot.from.xy()) || !survives(dot.at.xy()) || !survives(dot.from.xy())) {
      jump_.run(number, id, dot.at.x, dot.at.y, dot.from.x, dot.from.y);
    }
  }
  write_bodies(number, before);
  write_targets(number, before);
  std::int64_t count = 0;
  for (const Event& e : frame.events) {
    event_.run(number, count++, whole(e.kind), e.agent ? file_id(e.agent) : -1, whole(e.other.bits), whole(e.other.kind), whole(e.status), whole(e.step),
               e.time, e.at.x, e.at.y);
  }
}

void OwnTables::write_bodies(std::int64_t number, const Frame& before) {
  compare(
      before.bodies, last_.bodies,
      [&](const BodyShape& b) {
        body_.run(whole(b.id), number, whole(b.kind), whole(b.motion), std::int64_t{b.floor}, b.at.x, b.at.y, b.to.x, b.to.y, b.radius);
      },
      [&](const BodyShape& b) {
        body_.run(whole(b.id), number, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
      });
}

void OwnTables::write_targets(std::int64_t number, const Frame& before) {
  compare(
      before.targets, last_.targets,
      [&](const TargetMark& t) {
        target_.run(whole(t.id), number, whole(t.shape), t.at.x, t.at.y, t.to.x, t.to.y, t.radius, std::string_view(corners_text(t.polygon)));
      },
      [&](const TargetMark& t) {
        target_.run(whole(t.id), number, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
      });
}

}  // namespace wend::io
