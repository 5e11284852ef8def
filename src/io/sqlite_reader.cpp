#include <bit>
#include <charconv>
#include <cmath>
#include <map>

#include "io/readers.hpp"
#include "io/sqlite_copy.hpp"
#include "io/sqlite_db.hpp"
#include "io/sqlite_open.hpp"
#include "io/sqlite_writer.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr double foreign_radius = 0.2;  // m

double number_of(const std::map<std::string, std::string>& from, const char* key, double otherwise) {
  const auto at = from.find(key);
  if (at == from.end()) return otherwise;
  double value = NAN;
  std::from_chars(at->second.data(), at->second.data() + at->second.size(), value);
  return std::isfinite(value) ? value : otherwise;
}

std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> all;
  const char *at = text.data(), *end = text.data() + text.size();
  while (at != end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    double v = NAN;
    const auto read = std::from_chars(at, end, v);
    if (read.ec != std::errc{} || !std::isfinite(v)) throw Damage("'" + std::string(text.substr(0, 40)) + "' is not a list of numbers");
    all.push_back(v);
    at = read.ptr;
  }
  return all;
}

template <class Enum>
Enum checked_enum(std::int64_t value, Enum last, const char* what) {
  if (value < 0 || value > static_cast<std::int64_t>(last)) throw Damage(std::string(what) + " = " + number_text(value) + " is not one we know");
  return static_cast<Enum>(value);
}

double finite(Statement& row, int column, const char* what) {
  const double v = row.number(column);
  if (!std::isfinite(v)) throw Damage(std::string(what) + " is not a finite number");
  return v;
}

std::uint32_t small(std::int64_t v, const char* what) {
  if (v < 0 || v > 0xffffffff) throw Damage(std::string(what) + " = " + number_text(v) + ", expected 0 .. 4294967295");
  return static_cast<std::uint32_t>(v);
}

AgentId agent_id(std::int64_t v) {
  if (v < 0) throw Damage("id = " + number_text(v) + ", expected a number from 0");
  return agent_of_file_id(v);
}

class SqliteReader final : public FileReader {
 public:
  explicit SqliteReader(const std::string& path) : FileReader(path) {
    connect(path);
    check_size(copy_ ? copy_->path() : path);  // once a transaction that was cut in half is rolled back
    copy_.reset();  // the open file lives on without a name, and a kill leaves nothing behind
    read_metadata();
    list_frames();
    prepare();
  }

  std::size_t frames() const override { return numbers_.size(); }

  Frame read_frame(std::size_t i) override {
    Frame result;
    const std::int64_t number = numbers_[i];
    if (exact) {
      frame_->ask(number);
      if (!frame_->next_row()) throw Damage("frame " + number_text(number) + " has no time");
      result.step = std::bit_cast<std::uint64_t>(frame_->whole(0));
      result.time = finite(*frame_, 1, "a time");
    } else {
      result.time = static_cast<double>(number) / fps_;
    }
    agents_->ask(number);
    while (agents_->next_row()) result.agents.push_back(exact ? own_dot(*agents_) : foreign_dot(*agents_));
    if (!exact) return result;
    for (const std::int64_t id : bodies_) {
      body_->ask(id, number);
      if (body_->next_row() && !body_->is_null(0)) result.bodies.push_back(body(*body_, id));
    }
    for (const std::int64_t id : targets_) {
      target_->ask(id, number);
      if (target_->next_row() && !target_->is_null(0)) result.targets.push_back(target(*target_, id));
    }
    events_->ask(number);
    while (events_->next_row()) result.events.push_back(event(*events_));
    return result;
  }

 private:
  void connect(const std::string& path) {
    for (const bool retry : {false, true}) {
      try {
        db_ = open_guarded(copy_ ? copy_->path() : path, copy_ ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
        Statement(*db_, "SELECT count(*) FROM sqlite_master").next_row();
        return;
      } catch (const SqliteError&) {
        const int code = db_ ? sqlite3_extended_errcode(db_->handle()) : SQLITE_OK;
        if (code == SQLITE_BUSY) throw SqliteError("it is being written by a running program");
        if (retry || code != SQLITE_READONLY_ROLLBACK) throw;
        db_.reset();
        copy_ = std::make_unique<ScratchCopy>(path);  // a transaction was cut in half
      }
    }
  }

  bool has_table(const char* name) {
    Statement query(*db_, "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?");
    query.ask(std::string_view(name));
    return query.next_row() && query.whole(0) == 1;
  }

  void read_metadata() {
    if (!has_table("trajectory_data") || !has_table("metadata")) {
      throw Damage("it is an SQLite file, but not a trajectory: it has no tables trajectory_data and metadata");
    }
    std::map<std::string, std::string> all;
    Statement query(*db_, "SELECT key, value FROM metadata");
    while (query.next_row()) all[query.text(0)] = query.text(1);
    exact = has_table("wend_frame");
    complete = !exact || all.contains("hash");
    fps_ = number_of(all, "fps", 0);
    if (!(fps_ > 0)) throw Damage("fps in its metadata is not a number above 0");
    info.title = all["title"];
    info.scene_name = all["scene"];
    info.scene_text = all["scene_text"];
    info.parameters_json = all["parameters"];
    info.version = all["wend_version"];
    std::from_chars(all["seed"].data(), all["seed"].data() + all["seed"].size(), info.seed);
    info.every = number_of(all, "every", 1 / fps_);
    info.dt = number_of(all, "dt", 1 / fps_);
    info.colour = all["colour"];
    if (const auto box = numbers_in(all["view"]); box.size() == 4) info.view = Box{{box[0], box[1]}, {box[2], box[3]}};
    std::uint64_t value = 0;
    const std::string& text = all["hash"];
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.size() == 16 && end.ptr == text.data() + text.size()) hash = value;
    velocities = exact && list("SELECT count(*) FROM pragma_table_info('wend_motion') WHERE name IN ('vx', 'vy')").at(0) == 2;
    if (exact && !velocities) note = no_velocities;
    if (!exact) kind = "JuPedSim trajectory";
    if (!exact) note = "a file of another program: radius 0.2 m assumed, no bodies and targets";
    if (exact) {
      Statement groups(*db_, "SELECT name FROM wend_group ORDER BY agent_group");
      while (groups.next_row()) info.group_names.push_back(groups.text(0));
    }
  }

  std::vector<std::int64_t> list(const char* sql) {
    std::vector<std::int64_t> all;
    Statement query(*db_, sql);
    while (query.next_row()) all.push_back(query.whole(0));
    return all;
  }

  void list_frames() {
    const char* all = has_table("frame_data") ? "SELECT DISTINCT frame FROM frame_data ORDER BY frame"
                                              : "SELECT DISTINCT frame FROM trajectory_data ORDER BY frame";
    numbers_ = list(exact ? "SELECT frame FROM wend_frame ORDER BY frame" : all);
    const auto count = list(exact ? "SELECT count(DISTINCT id) FROM wend_agent" : "SELECT count(DISTINCT id) FROM trajectory_data");
    agents = static_cast<std::uint64_t>(count.at(0));
    rows = static_cast<std::uint64_t>(list("SELECT count(*) FROM trajectory_data").at(0));
  }

  void prepare() {
    if (!exact) {
      agents_ = std::make_unique<Statement>(
          *db_, "SELECT id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data WHERE frame = ? ORDER BY id");
      return;
    }
    bodies_ = list("SELECT DISTINCT id FROM wend_body");
    targets_ = list("SELECT DISTINCT id FROM wend_target");
    frame_ = std::make_unique<Statement>(*db_, "SELECT step, time FROM wend_frame WHERE frame = ?");
    // What stays is written when it changes: the last row up to this frame counts.
    const std::string agents_in_frame =
        "SELECT t.id, t.pos_x, t.pos_y, m.heading, m.speed, m.turn_rate, m.target_weight, m.status, a.born, a.radius, "
        "a.top_speed, a.agent_group, a.floor, j.x, j.y, j.from_x, j.from_y, "
        "p.pos_x, p.pos_y" + std::string(velocities ? ", m.vx, m.vy" : "") +
        " FROM trajectory_data t "
        "LEFT JOIN wend_motion m ON m.frame = t.frame AND m.id = t.id "
        "LEFT JOIN wend_agent a ON a.id = t.id AND a.frame = "
        "(SELECT max(frame) FROM wend_agent WHERE id = t.id AND frame <= t.frame) "
        "LEFT JOIN wend_jump j ON j.frame = t.frame AND j.id = t.id "
        "LEFT JOIN trajectory_data p ON p.frame = t.frame - 1 AND p.id = t.id "
        "WHERE t.frame = ? ORDER BY t.id";
    agents_ = std::make_unique<Statement>(*db_, agents_in_frame.c_str());
    body_ = std::make_unique<Statement>(*db_, "SELECT kind, motion, floor, at_x, at_y, to_x, to_y, radius FROM wend_body "
                                              "WHERE id = ? AND frame <= ? ORDER BY frame DESC LIMIT 1");
    target_ = std::make_unique<Statement>(*db_, "SELECT shape, at_x, at_y, to_x, to_y, radius, polygon FROM wend_target "
                                                "WHERE id = ? AND frame <= ? ORDER BY frame DESC LIMIT 1");
    events_ = std::make_unique<Statement>(
        *db_, "SELECT kind, agent, other, other_kind, status, step, time, x, y FROM wend_event WHERE frame = ? ORDER BY number");
  }

  AgentState own_dot(Statement& row) const {
    AgentState dot = assumed_agent();
    dot.id = agent_id(row.whole(0));
    const bool jumped = !row.is_null(13), followed = !row.is_null(17);
    if (row.is_null(3) || row.is_null(8) || !(jumped || followed)) throw Damage("an agent has no heading, no radius or no past");
    dot.at = {finite(row, jumped ? 13 : 1, "a position"), finite(row, jumped ? 14 : 2, "a position")};
    dot.from = {finite(row, jumped ? 15 : 17, "a position"), finite(row, jumped ? 16 : 18, "a position")};
    dot.heading = finite(row, 3, "a heading");
    dot.speed = row.number(4);
    dot.velocity = lift(velocities ? Vec2{finite(row, 19, "a velocity"), finite(row, 20, "a velocity")} : along_heading(dot));
    dot.turn_rate = row.number(5);
    dot.target_weight = row.number(6);
    dot.status = status_of(row.whole(7));
    dot.born = std::bit_cast<std::uint64_t>(row.whole(8));
    dot.radius = finite(row, 9, "a radius");
    dot.top_speed = finite(row, 10, "a top speed");
    dot.group = small(row.whole(11), "group");
    dot.floor = small(row.whole(12), "floor");
    return dot;
  }

  static AgentState foreign_dot(Statement& row) {
    AgentState dot = assumed_agent();
    dot.id = agent_id(row.whole(0));
    dot.at = dot.from = {finite(row, 1, "a position"), finite(row, 2, "a position")};
    dot.heading = std::atan2(finite(row, 4, "an orientation"), finite(row, 3, "an orientation"));
    dot.radius = foreign_radius;
    return dot;
  }

  static BodyShape body(Statement& row, std::int64_t id) {
    return {.id = std::bit_cast<std::uint64_t>(id),
            .kind = checked_enum(row.whole(0), BodyKind::wall, "the kind of a body"),
            .at = {finite(row, 3, "a body"), finite(row, 4, "a body")},
            .to = {finite(row, 5, "a body"), finite(row, 6, "a body")},
            .radius = finite(row, 7, "a body"),
            .motion = checked_enum(row.whole(1), BodyMotion::driven, "the motion of a body"),
            .floor = small(row.whole(2), "floor")};
  }

  static TargetMark target(Statement& row, std::int64_t id) {
    TargetMark mark{.id = std::bit_cast<std::uint64_t>(id),
                    .shape = checked_enum(row.whole(0), TargetShape::polygon, "the shape of a target"),
                    .at = {finite(row, 1, "a target"), finite(row, 2, "a target")},
                    .to = {finite(row, 3, "a target"), finite(row, 4, "a target")},
                    .radius = finite(row, 5, "a target"),
                    .polygon = {}};
    const std::vector<double> corners = numbers_in(row.text(6));
    if (corners.size() % 2 != 0) throw Damage("a corner of a target has one number");
    for (std::size_t i = 0; i < corners.size(); i += 2) mark.polygon.push_back({corners[i], corners[i + 1]});
    return mark;
  }

  static Event event(Statement& row) {
    Event e;
    e.kind = checked_enum(row.whole(0), event_kinds().back().kind, "the kind of an event");
    if (row.whole(1) != -1) e.agent = agent_id(row.whole(1));  // a wall that waits for a wall
    const bool none = row.whole(3) == static_cast<std::int64_t>(EntityKind::none);
    e.other = {none ? EntityKind::none : checked_enum(row.whole(3), EntityKind::target, "the kind of the other thing"), std::bit_cast<std::uint64_t>(row.whole(2))};
    e.status = status_of(row.whole(4));
    e.step = std::bit_cast<std::uint64_t>(row.whole(5));
    e.time = finite(row, 6, "a time");
    e.at = {finite(row, 7, "a place"), finite(row, 8, "a place"), 0};
    return e;
  }

  std::unique_ptr<ScratchCopy> copy_;
  std::unique_ptr<Database> db_;
  std::unique_ptr<Statement> frame_, agents_, body_, target_, events_;
  std::vector<std::int64_t> numbers_, bodies_, targets_;
  double fps_ = 0;
};

}  // namespace

TrajectoryFormat sqlite_format() {
  return {.name = "sqlite",
          .ending = ".sqlite",
          .doc = "JuPedSim trajectory, schema version 2",
          .used_by = "JuPedSim, PedPy",
          .holds = {.run_info = true, .velocities = true, .bodies = true, .events = true, .exact = true},
          .recognises = [](std::string_view first_bytes) { return first_bytes.starts_with("SQLite format 3"); },
          .open_writer = open_sqlite,
          .open_reader = open_reader<SqliteReader>};
}

}  // namespace wend::io
