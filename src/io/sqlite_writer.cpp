#include "io/sqlite_writer.hpp"

#include <wend/io/atomic_file.hpp>

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <optional>

#include "io/sqlite_db.hpp"
#include "io/sqlite_tables.hpp"
#include "io/stepwise.hpp"
#include "io/text.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

// The tables and indices of JuPedSim's trajectory files, schema version 2.
constexpr const char* schema = R"(
  CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,
    pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
  CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
  CREATE UNIQUE INDEX geometry_hash ON geometry (hash);
  CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
  CREATE INDEX frame_id_idx ON trajectory_data (frame, id);
)";

constexpr auto commit_interval = std::chrono::milliseconds(500);
constexpr std::size_t max_geometries = 1000;  // later changes of the fixed bodies are not written

// A name for a text in 63 bits (FNV-1a).
std::int64_t name_of(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return static_cast<std::int64_t>(h >> 1);
}

std::string hex_text(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) out[i] = "0123456789abcdef"[value & 15];
  return out;
}

bool same_shape(const BodyShape& a, const BodyShape& b) {
  return a.kind == b.kind && a.at == b.at && a.to == b.to && a.radius == b.radius;
}

std::vector<BodyShape> fixed_bodies(const Frame& frame) {
  std::vector<BodyShape> fixed;
  for (const BodyShape& body : frame.bodies) {
    if (body.motion == BodyMotion::fixed) fixed.push_back(body);
  }
  return fixed;
}

class SqliteWriter final : public TrajectoryWriter, private Stepwise {
 public:
  SqliteWriter(PendingFile pending, const RunInfo& info)
      : Stepwise(pending.path()), pending_(std::move(pending)), info_(info) {}
  ~SqliteWriter() override { SqliteWriter::abandon(); }

  Result<void> begin() {
    return step([&] {
      db_.emplace(pending_.name(), SQLITE_OPEN_READWRITE);
      // A reader of a file under way would make our next commit fail: it is ours alone until it is finished.
      db_->run("PRAGMA locking_mode = EXCLUSIVE");
      db_->run("BEGIN");
      db_->run(schema);
      own_.emplace(*db_);
      insert_.emplace(*db_, "INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)");
      insert_frame_.emplace(*db_, "INSERT INTO frame_data VALUES (?, ?)");
      write_metadata();
      commit();
    });
  }

  Result<void> write(const Frame& frame) override {
    return step([&] {
      follow_geometry(frame);
      for (const AgentState& dot : frame.agents) {
        if (!has_place(dot)) continue;
        insert_->run(frame_, file_id(dot.id), dot.at.x, dot.at.y, std::cos(dot.heading), std::sin(dot.heading));
      }
      insert_frame_->run(frame_, geometries_.back().name);
      own_->write(frame_, frame);
      ++frame_;
      if (std::chrono::steady_clock::now() - committed_ >= commit_interval) commit();
    });
  }

  Result<void> flush() override {
    return step([&] { commit(); });
  }

  Result<void> finish(std::uint64_t final_hash) override {
    return last_step("it is already finished", [&] {
      if (geometries_.empty()) follow_geometry({});
      widen_geometries();
      put("hash", hex_text(final_hash));
      db_->run("COMMIT");
      close();
      drop_journal();
      return pending_.publish();
    });
  }

  void abandon() override { give_up(); }

 private:
  // The fixed bodies of some frames, and the polygon they leave.
  struct Geometry {
    std::vector<BodyShape> bodies;
    std::vector<Vec2> agents;  // of the first of those frames
    std::int64_t name = 0;     // the hash in the file
  };

  void remove_file() override {
    close();
    if (pending_.descriptor() >= 0) drop_journal();
    pending_.discard();
  }

  // Keeps a transaction open at all times; what was before it is safe on the disk.
  void commit() {
    db_->run("COMMIT");
    db_->run("BEGIN");
    committed_ = std::chrono::steady_clock::now();
  }

  void close() {
    insert_.reset();
    insert_frame_.reset();
    own_.reset();
    db_.reset();
  }

  void drop_journal() { ::unlink((pending_.name() + "-journal").c_str()); }

  void put(const char* key, std::string_view value) {
    Statement(*db_, "INSERT OR REPLACE INTO metadata VALUES (?, ?)").run(std::string_view(key), value);
  }

  void write_metadata() {
    put("version", "2");
    put("fps", number_text(1 / info_.every));
    put("wend_version", info_.version);
    put("title", info_.title);
    put("scene", info_.scene_name);
    put("scene_text", info_.scene_text);
    put("seed", number_text(info_.seed));
    put("dt", number_text(info_.dt));
    put("parameters", info_.parameters_json);
    put("every", number_text(info_.every));
    if (info_.view) {
      std::string box;
      for (const double v : {info_.view->low.x, info_.view->low.y, info_.view->high.x, info_.view->high.y})
        append(box, v), box += ' ';
      put("view", box);
    }
    if (!info_.colour.empty()) put("colour", info_.colour);
    own_->write_groups(info_.group_names);
  }

  std::string wkt_of(const Geometry& geometry, std::size_t* left_out) {
    const Walkable area = walkable_area(geometry.bodies, geometry.agents, extent_);
    *left_out += area.left_out;
    return to_wkt(area);
  }

  void follow_geometry(const Frame& frame) {
    extent_ = united(extent_, extent_of(frame));
    std::vector<BodyShape> fixed = fixed_bodies(frame);
    const bool same = !geometries_.empty() && std::equal(fixed.begin(), fixed.end(), geometries_.back().bodies.begin(),
                                                         geometries_.back().bodies.end(), same_shape);
    if (same || geometries_.size() >= max_geometries) return;

    Geometry geometry{.bodies = std::move(fixed), .agents = {}, .name = 0};
    for (const AgentState& dot : frame.agents) geometry.agents.push_back(dot.at.xy());
    std::size_t left_out = 0;
    const std::string wkt = wkt_of(geometry, &left_out);
    geometry.name = name_of(wkt);
    Statement(*db_, "INSERT OR IGNORE INTO geometry VALUES (?, ?)").run(geometry.name, std::string_view(wkt));
    geometries_.push_back(std::move(geometry));
  }

  // Now that all positions are known: the boxes hold everybody, and all geometries have the same one.
  void widen_geometries() {
    db_->run("DELETE FROM geometry");
    std::size_t left_out = 0;
    Statement rename(*db_, "UPDATE frame_data SET geometry_hash = ? WHERE geometry_hash = ?");
    Statement insert(*db_, "INSERT OR IGNORE INTO geometry VALUES (?, ?)");
    for (const Geometry& geometry : geometries_) {
      const std::string wkt = wkt_of(geometry, &left_out);
      const std::int64_t name = name_of(wkt);
      insert.run(name, std::string_view(wkt));
      if (name != geometry.name) rename.run(name, geometry.name);
    }
    const Ring corners = walkable_area({}, {}, extent_).outer;
    put("xmin", number_text(corners[0].x));
    put("ymin", number_text(corners[0].y));
    put("xmax", number_text(corners[2].x));
    put("ymax", number_text(corners[2].y));
    if (left_out > 0) put("bodies_without_hole", number_text(left_out));
  }

  PendingFile pending_;
  RunInfo info_;
  std::optional<Database> db_;
  std::optional<Statement> insert_, insert_frame_;
  std::optional<OwnTables> own_;
  std::vector<Geometry> geometries_;
  Box extent_ = extent_of({});
  std::int64_t frame_ = 0;
  std::chrono::steady_clock::time_point committed_;
};

}  // namespace

Result<std::unique_ptr<TrajectoryWriter>> open_sqlite(const std::string& path, const RunInfo& info) {
  auto pending = PendingFile::create(path);
  if (!pending) return pending.error();
  auto writer = std::make_unique<SqliteWriter>(std::move(*pending), info);
  if (auto done = writer->begin(); !done) return done.error();
  return std::unique_ptr<TrajectoryWriter>(std::move(writer));
}

}  // namespace wend::io
