#include <doctest/doctest.h>
#include <sqlite3.h>
#include <wend/io/recording.hpp>
#include <wend/state.hpp>

#include <cmath>

#include "scratch.hpp"
#include "support/fp_traps.hpp"
#include "support/recordings.hpp"

using namespace wend;
using namespace wend::io;
using test::check_exact;
using test::content;
using test::mixed_frames;
using test::need;
using test::Scratch;
using test::write_frames;

namespace {

void run_sql(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
  char* problem = nullptr;
  const int result = sqlite3_exec(db, sql, nullptr, nullptr, &problem);
  CHECK_MESSAGE(result == SQLITE_OK, (problem != nullptr ? problem : ""));
  sqlite3_free(problem);
  sqlite3_close(db);
}

std::string partial(const Scratch& scratch, const std::string& name) {
  return scratch.path(name + ".partial-" + std::to_string(::getpid()));
}

// What .csv and .npy keep of an agent.
AgentState kept(const AgentState& full) {
  AgentState dot = test::recorded(full);
  dot.from = full.at;
  dot.top_speed = 1;
  dot.born = 0;
  dot.floor = 0;
  return dot;
}

}  // namespace

TEST_CASE("recording: a sqlite file gives back exactly the frames that were written") {
  const Scratch scratch("recording");
  const std::string path = scratch.path("a.sqlite");
  const auto frames = mixed_frames(40, 60);
  write_frames(path, frames);
  const std::string before = content(path);
  Recording r = need(Recording::open(path));
  CHECK(r.format().name == "sqlite");
  CHECK(r.complete());
  CHECK(r.exact());
  CHECK(r.velocities());
  CHECK(r.note().empty());
  CHECK(r.hash() == 0x0123456789abcdefu);
  CHECK(r.info().title == "A title");
  CHECK(r.info().scene_name == "mixed.lua");
  CHECK(r.info().scene_text == "scene {}");
  CHECK(r.info().parameters_json == "{\"n\":3}");
  CHECK(r.info().seed == 7);
  CHECK(r.info().dt == 0.1);
  CHECK(r.info().every == 0.1);
  CHECK(r.info().colour == "speed");
  CHECK(r.info().group_names == std::vector<std::string>{"red", "blue"});
  REQUIRE(r.info().view);
  CHECK(r.info().view->high == Vec2{3, 4.5});
  REQUIRE(r.frames() == frames.size());
  std::size_t events = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    CAPTURE(i);
    check_exact(need(r.frame(i)), frames[i]);
    events += frames[i].events.size();
  }
  CHECK(events > 10);
  check_exact(need(r.frame(3)), frames[3]);  // and in any order
  const auto past = r.frame(frames.size());
  REQUIRE_FALSE(past);
  CHECK(past.error().message.find("frame = 61, expected less than 61") == 0);
  CHECK(content(path) == before);
  CHECK(scratch.files() == std::vector<std::string>{"a.sqlite"});
}

TEST_CASE("recording: every status survives every format") {
  const Scratch scratch("recording_statuses");
  Frame frame;
  for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(last_status); ++i) {
    frame.agents.push_back({.id = {i, 1}, .at = {1.0 * i, 0}, .status = static_cast<Status>(i)});
    frame.events.push_back({.time = 0, .agent = {i, 1}, .kind = EventKind::status_begin, .status = static_cast<Status>(i)});
  }
  REQUIRE(frame.agents.back().status == Status::idle);
  Frame later = frame;
  later.time = 0.1, later.step = 1;
  for (const std::string name : {"a.csv", "a.npy", "a.sqlite"}) {
    CAPTURE(name);
    write_frames(scratch.path(name), {frame, later});
    Recording r = need(Recording::open(scratch.path(name)));
    const Frame read = need(r.frame(1));
    REQUIRE(read.agents.size() == frame.agents.size());
    for (std::size_t i = 0; i < read.agents.size(); ++i) CHECK(read.agents[i].status == frame.agents[i].status);
    if (name == "a.sqlite") CHECK(read.events == later.events);
  }
}

TEST_CASE("recording: csv and npy give back what they hold, and leave out frames without people") {
  const Scratch scratch("recording_rows");
  auto frames = mixed_frames(12, 20);
  frames[5].agents.clear();
  for (const std::string name : {"a.csv", "a.npy"}) {
    CAPTURE(name);
    write_frames(scratch.path(name), frames);
    Recording r = need(Recording::open(scratch.path(name)));
    CHECK(r.format().ending == name.substr(1));
    CHECK(r.complete());
    CHECK_FALSE(r.exact());
    CHECK(r.info().dt == frames[1].time - frames[0].time);
    REQUIRE(r.frames() == frames.size() - 1);
    for (std::size_t i = 0; i < r.frames(); ++i) {
      const Frame& written = frames[i < 5 ? i : i + 1];
      const Frame read = need(r.frame(i));
      CHECK(read.time == written.time);
      REQUIRE(read.agents.size() == written.agents.size());
      for (std::size_t k = 0; k < read.agents.size(); ++k) CHECK(read.agents[k] == kept(written.agents[k]));
    }
  }
}

TEST_CASE("recording: velocities come back from every format, bit for bit") {
  const Scratch scratch("recording_velocity");
  std::vector<Frame> frames;
  for (int i = 0; i < 3; ++i) {
    Frame frame{.time = 0.1 * i, .step = static_cast<std::uint64_t>(i)};
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Vec2 at{1.0 * k, 0.1 * i};
      frame.agents.push_back({.id = {k, 1}, .at = lift(at), .velocity = {-1.0 / 3 * k, 0.1 * i - 1e-17}, .heading = 0.3 * k, .speed = 0.5, .from = lift(at)});
    }
    frames.push_back(frame);
  }
  for (const char* name : {"a.sqlite", "a.csv", "a.npy"}) {
    CAPTURE(name);
    write_frames(scratch.path(name), frames);
    Recording r = need(Recording::open(scratch.path(name)));
    CHECK(r.velocities());
    CHECK(r.note().empty());
    REQUIRE(r.frames() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const Frame read = need(r.frame(i));
      REQUIRE(read.agents.size() == 3);
      for (std::size_t k = 0; k < 3; ++k) {
        CHECK(read.agents[k].velocity == frames[i].agents[k].velocity);
        CHECK(read.agents[k].speed == 0.5);
      }
    }
  }
}

TEST_CASE("recording: files of version 0.1 have no velocities: everybody goes along its heading") {
  for (const std::string name : {"run.sqlite", "run.csv", "run.npy"}) {
    CAPTURE(name);
    Recording r = need(Recording::open(WEND_SOURCE_DIR "/tests/data/files-0.1/" + name));
    CHECK(r.complete());
    CHECK_FALSE(r.velocities());
    CHECK(r.note() == "a file without velocities: everybody goes along its heading");
    int walking = 0;
    for (std::size_t i = 0; i < r.frames(); ++i) {
      for (const AgentState& dot : need(r.frame(i)).agents) {
        CHECK(dot.velocity.x == doctest::Approx(dot.speed * std::cos(dot.heading)));
        CHECK(dot.velocity.y == doctest::Approx(dot.speed * std::sin(dot.heading)));
        walking += norm(dot.velocity) > 0.5 ? 1 : 0;
      }
    }
    CHECK(walking > 5);
  }
}

TEST_CASE("recording: a csv of the first columns, and one with columns of tomorrow") {
  const Scratch scratch("recording_csv");
  std::ofstream(scratch.path("old")) << "frame,time,id,x,y,heading,speed,status\n0,0,3,1,2,0.5,1,moving\n\n";
  Recording old = need(Recording::open(scratch.path("old")));
  CHECK(old.complete());
  CHECK(old.note().find("radius 0.3 m assumed") != std::string::npos);
  CHECK(need(old.frame(0)).agents.at(0).id.index == 3);
  CHECK(norm(need(old.frame(0)).agents.at(0).velocity) == doctest::Approx(1));

  std::ofstream(scratch.path("new")) << "frame,time,id,x,y,heading,speed,status,radius,group,turn_rate,weight,present,vx,vy,mood\n"
                                        "0,0,3,1,2,0.5,1,stuck,0.25,4,0,1,1,0.5,-2,good\n\n";
  Recording later = need(Recording::open(scratch.path("new")));
  CHECK(need(later.frame(0)).agents.at(0).radius == 0.25);
  CHECK(need(later.frame(0)).agents.at(0).status == Status::stuck);
  CHECK(need(later.frame(0)).agents.at(0).velocity == Vec3{0.5, -2});

  std::ofstream(scratch.path("half")) << "frame,time,id,x,y,heading,speed,status,radius,group,turn_rate,weight,present,vx,mood\n"
                                         "0,0,3,1,2,0,1,stuck,0.25,4,0,1,1,7,good\n\n";
  Recording half = need(Recording::open(scratch.path("half")));
  CHECK_FALSE(half.velocities());
  CHECK(need(half.frame(0)).agents.at(0).velocity == Vec3{1, 0});
}

TEST_CASE("recording: what is wrong with a csv is said with its line") {
  const Scratch scratch("recording_bad");
  const test::NoTraps no_traps;
  const std::string head = "frame,time,id,x,y,heading,speed,status\n", good = "0,0,3,1,2,0.5,1,moving\n";
  const std::pair<std::string, const char*> cases[] = {
      {"0,0,3,nan,2,0.5,1,moving\n", "line 3: x = 'nan', expected a finite number"},
      {"0,0,-3,1,2,0.5,1,moving\n", "line 3: id = '-3', expected a whole number from 0"},
      {"0,0,4,1,2,0.5,1,flying\n", "line 3: status = 'flying', expected a status"},
      {"0,0,4,1\n", "line 3: y = '', expected a finite number"},
      {"1,0,4,1,2,0.5,1,moving\n", "line 3: frame 1 at 0 s is out of order"},
      {"0,1,4,1,2,0.5,1,moving\n", "line 3: frame 0 at 1 s is out of order"},
      {"\n" + good, "line 3 is empty"},
      {std::string(5000, '1') + "\n", "line 3 is too long"},
  };
  for (const auto& [row, message] : cases) {
    std::ofstream(scratch.path("a.csv")) << head << good << row << "\n";
    const auto r = Recording::open(scratch.path("a.csv"));
    REQUIRE_FALSE(r);
    CHECK(r.error().code == Errc::damaged);
    CHECK_MESSAGE(r.error().message == "cannot read '" + scratch.path("a.csv") + "': " + message +
                                           (r.error().message.ends_with(" such as moving") ? " such as moving" : ""),
                  r.error().message);
  }
  std::ofstream(scratch.path("twice.csv")) << head << good << good << "\n";
  Recording twice = need(Recording::open(scratch.path("twice.csv")));
  const auto frame = twice.frame(0);
  REQUIRE_FALSE(frame);
  CHECK(frame.error().message.find("an agent is twice in one frame") != std::string::npos);
}

TEST_CASE("recording: what is no trajectory is refused with the path") {
  const Scratch scratch("recording_none");
  std::ofstream(scratch.path("empty")) << "";
  std::ofstream(scratch.path("text")) << "Once upon a time";
  std::ofstream(scratch.path("fake.sqlite")) << "SQLite format 3" << std::string(200, '\0');
  std::ofstream(scratch.path("other.npy")) << "\x93NUMPY" << std::string(400, ' ');
  run_sql(scratch.path("other.sqlite"), "CREATE TABLE t (a)");
  for (const char* name : {"empty", "text", "fake.sqlite", "other.npy", "other.sqlite", "missing", "."}) {
    const auto r = Recording::open(scratch.path(name));
    REQUIRE_FALSE(r);
    CHECK_MESSAGE(r.error().message.find("'" + scratch.path(name) + "'") != std::string::npos, r.error().message);
  }
}

TEST_CASE("recording: a file of JuPedSim opens with what it holds") {
  const Scratch scratch("recording_foreign");
  const std::string path = scratch.path("jupedsim.sqlite");
  run_sql(path,
          "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL,"
          " ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
          "CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
          "CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
          "CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
          "INSERT INTO metadata VALUES ('version', '2'), ('fps', '4.0');"
          "INSERT INTO frame_data VALUES (0, 1), (1, 1), (2, 1);"
          "INSERT INTO trajectory_data VALUES (0, 5, 1, 2, 0, 1), (1, 5, 1.5, 2, 1, 0), (1, 2, 0, 0, -1, 0);");
  Recording r = need(Recording::open(path));
  CHECK(r.complete());
  CHECK_FALSE(r.exact());
  CHECK(r.note().find("radius 0.2 m assumed") != std::string::npos);
  CHECK(r.agents() == 2);
  REQUIRE(r.frames() == 3);
  const Frame frame = need(r.frame(1));
  CHECK(frame.time == 0.25);
  REQUIRE(frame.agents.size() == 2);
  CHECK(frame.agents[0].id.index == 2);
  CHECK(frame.agents[0].heading == std::atan2(0.0, -1.0));
  CHECK(frame.agents[1].at == Vec3{1.5, 2});
  CHECK(frame.agents[1].radius == 0.2);
  CHECK(need(r.frame(2)).agents.empty());
}

TEST_CASE("recording: a view in the place of a table is not run") {
  const Scratch scratch("recording_view");
  run_sql(scratch.path("a.sqlite"),
          "CREATE TABLE metadata (key TEXT, value TEXT); INSERT INTO metadata VALUES ('fps', '4');"
          "CREATE VIEW trajectory_data AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
          "SELECT i AS frame, i AS id, 0 AS pos_x, 0 AS pos_y, 0 AS ori_x, 1 AS ori_y FROM n;");
  CHECK_FALSE(Recording::open(scratch.path("a.sqlite")));
}

TEST_CASE("recording: what a killed run left opens to its last whole frame, and is not touched") {
  const auto frames = mixed_frames(300, 30);
  for (const std::string name : {"a.sqlite", "a.csv", "a.npy"}) {
    CAPTURE(name);
    const Scratch scratch("recording_killed");
    auto writer = need(open_trajectory(scratch.path(name), test::run_info(0.1)));
    const auto start = frames.begin();
    for (auto f = start; f != start + 10; ++f) need(writer->write(*f));
    ::usleep(1050000);
    for (auto f = start + 10; f != frames.end(); ++f) need(writer->write(*f));
    // The files as they are now are what a kill leaves; large runs have written half a transaction.
    const std::string left = scratch.path("left");
    std::filesystem::copy_file(partial(scratch, name), left);
    const bool journal = std::filesystem::exists(partial(scratch, name) + "-journal");
    CHECK(journal == (name == "a.sqlite"));
    if (journal) std::filesystem::copy_file(partial(scratch, name) + "-journal", left + "-journal");
    const std::string before = content(left), journal_before = journal ? content(left + "-journal") : "";
    {
      Recording r = need(Recording::open(left));
      CHECK_FALSE(r.complete());
      CHECK(r.frames() >= 10);
      CHECK(r.frames() < frames.size());
      for (std::size_t i = 0; i < r.frames(); ++i) {
        const Frame read = need(r.frame(i));
        if (name == "a.sqlite") {
          check_exact(read, frames[i]);
        } else {
          CHECK(read.agents.size() == frames[i].agents.size());
        }
      }
    }
    CHECK(content(left) == before);
    if (journal) CHECK(content(left + "-journal") == journal_before);
  }
}

TEST_CASE("recording: half a transaction on the disk is taken back in a copy") {
  const Scratch scratch("recording_hot");
  const auto frames = mixed_frames(300, 10);
  auto writer = need(open_trajectory(scratch.path("a.sqlite"), test::run_info(0.1)));
  need(writer->write(frames[0]));
  ::usleep(550000);
  need(writer->write(frames[1]));  // committed
  const std::string now = partial(scratch, "a.sqlite"), left = scratch.path("left");
  const auto committed = std::filesystem::file_size(now);
  // So much in one transaction that SQLite's cache spills into the file.
  Frame big = frames[1];
  for (int i = 0; i < 60 && std::filesystem::file_size(now) == committed; ++i) {
    big.time += 0.1, ++big.step;
    for (AgentState& dot : big.agents) dot.from = {9, 9};
    need(writer->write(big));
  }
  REQUIRE(std::filesystem::file_size(now) > committed);
  std::filesystem::copy_file(now, left);
  std::filesystem::copy_file(now + "-journal", left + "-journal");
  const std::string before = content(left), journal = content(left + "-journal");
  std::filesystem::permissions(left, std::filesystem::perms::owner_read);
  {
    const Scratch temporary("recording_hot_copy");
    ::setenv("TMPDIR", temporary.folder.c_str(), 1);
    Recording r = need(Recording::open(left));
    ::unsetenv("TMPDIR");
    CHECK(temporary.files().empty());  // also while it is open
    CHECK_FALSE(r.complete());
    REQUIRE(r.frames() >= 2);
    check_exact(need(r.frame(1)), frames[1]);
  }
  CHECK(content(left) == before);
  CHECK(content(left + "-journal") == journal);
}
