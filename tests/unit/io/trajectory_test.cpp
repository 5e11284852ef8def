#include <doctest/doctest.h>
#include <sqlite3.h>
#include <wend/io/endings.hpp>
#include <wend/io/trajectory_format.hpp>

#include <cmath>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;
using test::SmallDisk;
using Names = std::vector<std::string>;

namespace {

Frame frame(double time, std::vector<AgentState> agents) {
  return {.time = time, .agents = std::move(agents), .bodies = {}, .targets = {}};
}

AgentState dot(std::uint32_t index, Vec2 at) { return {.id = {index, 1}, .at = lift(at)}; }

RunInfo info() {
  return {.title = "A title",
          .scene_name = "barrier.lua",
          .scene_text = "scene { title = \"it's\" }",
          .parameters_json = "{\"n\":3}",
          .version = "0.1.0",
          .seed = 18446744073709551615u,
          .dt = 0.25,
          .every = 0.5};
}

// All rows of a query as text: columns by '|', rows by ';'.
std::string rows(const std::string& path, const std::string& query) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open_v2(path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  std::string text;
  char* problem = nullptr;
  const auto take = [](void* out, int n, char** values, char**) {
    std::string& to = *static_cast<std::string*>(out);
    if (!to.empty()) to += ';';
    for (int i = 0; i < n; ++i) to += std::string(i > 0 ? "|" : "") + (values[i] != nullptr ? values[i] : "NULL");
    return 0;
  };
  const int result = sqlite3_exec(db, query.c_str(), take, &text, &problem);
  CHECK_MESSAGE(result == SQLITE_OK, (problem != nullptr ? problem : ""));
  sqlite3_free(problem);
  sqlite3_close(db);
  return text;
}

}  // namespace

TEST_CASE("io: a csv trajectory, byte by byte") {
  const Scratch scratch("csv");
  auto writer = open_trajectory(scratch.path("a.CSV"), info());
  REQUIRE(writer);
  AgentState a = dot(0, {0.1, -2}), b = dot(12, {1e21, 1.0 / 3});
  a.heading = 0.5, a.speed = -0.25, a.turn_rate = 1e-5, a.velocity = {0.75, -1e-7};
  b.status = Status::arrived, b.radius = 0.25, b.group = 7, b.target_weight = 0.5;
  CHECK((*writer)->write(frame(0, {a, b})));
  CHECK((*writer)->write(frame(0.5, {})));
  CHECK((*writer)->write(frame(1, {b})));
  CHECK((*writer)->finish(1));
  CHECK(scratch.files() == Names{"a.CSV"});
  CHECK(content(scratch.path("a.CSV")) ==
        "frame,time,id,x,y,heading,speed,status,radius,group,turn_rate,weight,present,vx,vy\n"
        "0,0,0,0.1,-2,0.5,-0.25,moving,0.25,0,1e-05,1,2,0.75,-1e-07\n"
        "0,0,12,1e+21,0.3333333333333333,0,0,arrived,0.25,7,0,0.5,2,0,0\n"
        "2,1,12,1e+21,0.3333333333333333,0,0,arrived,0.25,7,0,0.5,1,0,0\n"
        "\n");
  CHECK_FALSE((*writer)->write(frame(2, {})));
  CHECK_FALSE((*writer)->finish(1));
}

TEST_CASE("io: an unknown trajectory ending names the known ones") {
  const Scratch scratch("ending");
  for (const char* name : {"a.txt", "a", "a.csv/b", ".hidden.d/a"}) {
    const auto writer = open_trajectory(scratch.path(name), info());
    REQUIRE_FALSE(writer);
    CHECK(writer.error().code == Errc::unknown_name);
    const std::string& message = writer.error().message;
    CHECK_MESSAGE(message.find(either_of(trajectory_endings()) + " for a trajectory") != std::string::npos, message);
  }
  RunInfo bad = info();
  bad.every = 0;
  const auto writer = open_trajectory(scratch.path("a.csv"), bad);
  REQUIRE_FALSE(writer);
  CHECK(writer.error().message.find("every = 0") == 0);
  CHECK(scratch.files().empty());
}

TEST_CASE("io: a sqlite trajectory has the tables, rows and metadata of JuPedSim's schema 2") {
  const Scratch scratch("sqlite");
  const std::string path = scratch.path("a.sqlite");
  auto writer = open_trajectory(path, info());
  REQUIRE(writer);
  AgentState a = dot(0, {1, 2}), b = dot(7, {3, 4});
  a.heading = std::atan2(1.0, 0.0);
  a.velocity = {0.75, -2}, a.speed = -2;
  Frame first = frame(0, {a, b});
  first.bodies = {{.id = 1, .kind = BodyKind::disc, .at = {6, 6}, .to = {6, 6}, .radius = 0.5}};
  CHECK((*writer)->write(first));
  Frame second = first;
  second.time = 0.5;
  second.agents = {b};
  second.agents[0].at = {30, -4};
  CHECK((*writer)->write(second));
  CHECK(scratch.files() == Names{"a.sqlite.partial-" + std::to_string(::getpid()),
                                 "a.sqlite.partial-" + std::to_string(::getpid()) + "-journal"});
  CHECK((*writer)->finish(0xabc));
  CHECK(scratch.files() == Names{"a.sqlite"});

  CHECK(
      rows(
          path,
          "SELECT frame, id, pos_x, pos_y, round(ori_x, 9), round(ori_y, 9) FROM trajectory_data ORDER BY frame, id") ==
      "0|0|1.0|2.0|0.0|1.0;0|7|3.0|4.0|1.0|0.0;1|7|30.0|-4.0|1.0|0.0");
  CHECK(rows(path, "SELECT key, value FROM metadata ORDER BY key") ==
        "dt|0.25;every|0.5;fps|2;hash|0000000000000abc;parameters|{\"n\":3};scene|barrier.lua;scene_text|scene { title = "
        "\"it's\" };"
        "seed|18446744073709551615;title|A title;version|2;wend_version|0.1.0;xmax|31.3;xmin|-0.3;ymax|7.5;ymin|-5.3");
  CHECK(rows(path, "SELECT frame, id, speed, vx, vy FROM wend_motion ORDER BY frame, id") ==
        "0|0|-2.0|0.75|-2.0;0|7|0.0|0.0|0.0;1|7|0.0|0.0|0.0");
  CHECK(rows(path, "SELECT count(*) FROM geometry") == "1");
  CHECK(rows(path,
             "SELECT f.frame, g.wkt LIKE 'POLYGON ((-0.3 -5.3, 31.3 -5.3, 31.3 7.5, -0.3 7.5, -0.3 -5.3), (%))' "
             "FROM frame_data f JOIN geometry g ON g.hash = f.geometry_hash ORDER BY 1") == "0|1;1|1");
  CHECK(rows(path, "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_%' ORDER BY 1") ==
        "frame_id_idx;geometry_hash");
  CHECK(rows(path, "PRAGMA integrity_check") == "ok");
}

TEST_CASE("io: fixed bodies that change give the later frames another geometry") {
  const Scratch scratch("sqlite_geometry");
  const std::string path = scratch.path("a.sqlite");
  auto writer = open_trajectory(path, info());
  REQUIRE(writer);
  Frame f = frame(0, {dot(0, {0, 0})});
  f.bodies = {{.id = 1, .at = {3, 0}, .to = {3, 0}, .radius = 1},
              {.id = 2, .at = {5, 5}, .to = {5, 5}, .radius = 1, .motion = BodyMotion::scripted}};
  for (const double x : {3.0, 3.0, 6.0, 6.0, 3.0}) {
    f.bodies[0].at = f.bodies[0].to = {x, 0};
    f.bodies[1].at.x += 1;  // a moving body is no hole
    CHECK((*writer)->write(f));
    f.time += 0.5;
  }
  CHECK((*writer)->finish(0));
  CHECK(rows(path, "SELECT count(*) FROM geometry") == "2");
  CHECK(rows(path,
             "SELECT count(DISTINCT geometry_hash), geometry_hash = (SELECT geometry_hash FROM frame_data WHERE frame "
             "= 4) "
             "FROM frame_data WHERE frame < 2") == "1|1");
  CHECK(rows(path, "SELECT count(*) FROM frame_data f JOIN geometry g ON g.hash = f.geometry_hash") == "5");
}

TEST_CASE("io: an agent that is nowhere is left out of the sqlite file") {
  const Scratch scratch("sqlite_nan");
  auto writer = open_trajectory(scratch.path("a.sqlite"), info());
  REQUIRE(writer);
  CHECK((*writer)->write(frame(0, {dot(0, {std::nan(""), 0}), dot(1, {0, 0})})));
  CHECK((*writer)->finish(0));
  CHECK(rows(scratch.path("a.sqlite"), "SELECT id FROM trajectory_data") == "1");
}

TEST_CASE("io: what was committed is there when a run is killed") {
  const Scratch scratch("sqlite_killed");
  auto writer = open_trajectory(scratch.path("a.sqlite"), info());
  REQUIRE(writer);
  CHECK((*writer)->write(frame(0, {dot(0, {0, 0})})));
  ::usleep(600000);
  CHECK((*writer)->write(frame(0.5, {dot(0, {0, 0})})));
  // As a kill would leave it now.
  const std::string left = scratch.path("left.sqlite"), now = scratch.path("a.sqlite.partial-" + std::to_string(::getpid()));
  std::filesystem::copy_file(now, left);
  std::filesystem::copy_file(now + "-journal", left + "-journal");
  CHECK(rows(left, "SELECT count(*) FROM frame_data") == "2");
}

TEST_CASE("io: an abandoned or forgotten trajectory leaves nothing, and keeps the old file") {
  for (const std::string name : {"a.sqlite", "a.csv", "a.npy"}) {
    const Scratch scratch("abandon");
    std::ofstream(scratch.path(name)) << "old";
    for (const bool forget : {false, true}) {
      auto writer = open_trajectory(scratch.path(name), info());
      REQUIRE(writer);
      CHECK((*writer)->write(frame(0, {dot(0, {0, 0})})));
      if (!forget) (*writer)->abandon();
      if (!forget) CHECK_FALSE((*writer)->write(frame(1, {})));
      if (!forget) CHECK_FALSE((*writer)->finish(0));
    }
    CHECK(scratch.files() == Names{name});
    CHECK(content(scratch.path(name)) == "old");
  }
}

TEST_CASE("io: a full disk ends a trajectory with the path and the cause, and nothing half written") {
  for (const std::string name : {"a.sqlite", "a.csv", "a.npy"}) {
    const Scratch scratch("trajectory_full");
    const std::string path = scratch.path(name);
    Result<void> outcome, again;
    {
      const SmallDisk small(200000);
      auto writer = open_trajectory(path, info());
      REQUIRE(writer);
      for (int i = 0; i < 2000 && outcome; ++i) {
        std::vector<AgentState> agents;
        for (std::uint32_t k = 0; k < 100; ++k) agents.push_back(dot(k, {0.1 * i, 0.3 * k}));
        outcome = (*writer)->write(frame(0.5 * i, agents));
      }
      if (outcome) outcome = (*writer)->finish(0);
      again = (*writer)->finish(0);
    }
    REQUIRE_FALSE(outcome);
    CHECK_MESSAGE(outcome.error().message.find("'" + path + "'") != std::string::npos, outcome.error().message);
    if (name != "a.sqlite") CHECK(outcome.error().message.find("File too large") != std::string::npos);
    if (name == "a.sqlite") CHECK(outcome.error().message.find("disk") != std::string::npos);
    CHECK_FALSE(again);
    CHECK(again.error().message == outcome.error().message);
    CHECK(scratch.files().empty());
  }
}
