#include <doctest/doctest.h>
#include <wend/io/recording.hpp>
#include <wend/scene.hpp>

#include "golden/cli_support.hpp"
#include "support/recordings.hpp"
#include "support/same_report.hpp"
#include "unit/io/scratch.hpp"

using namespace wend;
using test::check_same;
using test::need;
using test::Scratch;

namespace {

// People leave at a door, are taken away by the script and put elsewhere; a cart crosses; new ones come.
constexpr const char* churn = R"(
scene { title = "Churn", dt = 0.1, duration = 12, seed = 3 }
local goal = target { at = {6, 0}, radius = 0.5 }
obstacle { at = {2, 0.3}, radius = 0.5 }
obstacle { at = function(t) return 3 * math.cos(t), 2 end, radius = 0.4 }
wall { {4, -6}, {4, -0.8} }
group { count = 25, area = box(-6, -4, -2, 4), target = goal, model = attractor {}, on_arrival = "remove" }
group { count = 5, area = box(-1, -4, 1, -2), target = goal, model = attractor {} }
local n = 0
on.arrive(function(agent) n = n + 1 end)
on.step(function(t) if t > 3 and t < 3.15 then goal.at = {6, 2} end end)
)";

// Runs a scene, measures it and writes it; then measures the file.
void compare(scene::Scene scene, int steps, int stride = 1) {
  const Scratch scratch("measure");
  const std::string path = scratch.path("run.sqlite");
  io::RunInfo info = test::run_info(scene.world().dt());
  info.every = stride * info.dt;
  auto writer = need(io::open_trajectory(path, info));
  Metrics metrics;
  metrics.start(scene.world());
  need(writer->write(io::capture(scene.world())));
  for (int i = 1; i <= steps && !scene.finished(); ++i) {
    need(scene.step());
    metrics.observe(scene.world());
    if (i % stride == 0) need(writer->write(io::capture(scene.world())));
  }
  need(writer->finish(1));

  io::Recording recording = need(io::Recording::open(path));
  const io::Measured measured = need(io::measure(recording));
  if (stride > 1) {
    CHECK(measured.differs == "the file does not hold every step (--every)");
    return;
  }
  CHECK(measured.differs == "");
  check_same(measured.metrics, metrics);
  CHECK(measured.metrics.save() == metrics.save());
  CHECK(measured.steps == scene.world().steps());
  CHECK(measured.last == scene.world().time());
}

scene::Scene shipped(const std::string& name) {
  return need(scene::Scene::load_file(WEND_SOURCE_DIR "/scenes/" + name + ".lua"));
}

}  // namespace

TEST_CASE("recording: metrics from a file equal those of the run, barrier") { compare(shipped("barrier"), 240); }
TEST_CASE("recording: metrics from a file equal those of the run, doorway") { compare(shipped("doorway"), 200); }
TEST_CASE("recording: metrics from a file equal those of the run, demo") { compare(shipped("demo"), 80); }
TEST_CASE("recording: metrics from a file equal those of the run, people come and go") {
  compare(need(scene::Scene::load(churn, "churn.lua")), 120);
}
TEST_CASE("recording: metrics of a file with some of the steps say so") { compare(shipped("barrier"), 40, 4); }

TEST_CASE("recording: metrics from a file equal those of a world that its host changes") {
  const Scratch scratch("measure_mixed");
  auto m = test::mixed_world(40);
  auto writer = need(io::open_trajectory(scratch.path("a.sqlite"), test::run_info(m.world.dt())));
  Metrics metrics;
  metrics.start(m.world);
  need(writer->write(io::capture(m.world)));
  for (int i = 0; i < 80; ++i) {
    m.step();
    metrics.observe(m.world);
    need(writer->write(io::capture(m.world)));
  }
  need(writer->finish(1));
  io::Recording recording = need(io::Recording::open(scratch.path("a.sqlite")));
  const io::Measured measured = need(io::measure(recording));
  CHECK(metrics.report().arrived > 0);
  check_same(measured.metrics, metrics);
}

#ifdef WEND_PROGRAM
TEST_CASE("recording: info --metrics says of a file what run said of the run") {
  using namespace wend::test;
  const Folder folder;
  const std::string scene = folder.file("churn.lua", churn), file = folder / "run.sqlite";
  json run = one_object(call(folder, {"run", scene, "--json", "-q", "-o", file}).out);
  json again = one_object(call(folder, {"info", file, "--metrics", "--json"}).out);
  CHECK(again["differs"] == nullptr);
  CHECK(again["file"] == file);
  CHECK(run["stuck_why"].is_array());
  CHECK(again["stuck_why"].is_null());  // a file does not say why
  for (json* one : {&run, &again}) {
    for (const char* name : {"wall_time", "files", "file", "differs", "stuck_why"}) one->erase(name);
    for (const char* name : {"real_time_factor", "agent_steps_per_second", "threads"}) (*one)["metrics"].erase(name);
  }
  CHECK(run == again);
  const Said table = call(folder, {"info", file, "--metrics"});
  CHECK(table.code == 0);
  CHECK(has(table.out, "path efficiency"));
  CHECK(has(table.out, run["hash"].get<std::string>()));

  REQUIRE(call(folder, {"run", scene, "-q", "-o", folder / "b.npy", "--every", "0.5"}).code == 0);
  CHECK(has(call(folder, {"info", folder / "b.npy", "--metrics"}).out, "not the numbers of the run: the file does not hold all"));
  CHECK(call(folder, {"info", scene, "--metrics"}).code == 2);
}

TEST_CASE("recording: info knows files by their content, and render draws them") {
  using namespace wend::test;
  const Folder folder;
  const std::string scene = folder.file("churn.lua", churn);
  const auto facts = [&](const std::string& file) { return one_object(call(folder, {"info", file, "--json"}).out); };
  for (const std::string ending : {"sqlite", "csv", "npy"}) {
    CAPTURE(ending);
    const std::string file = folder / ("run." + ending), odd = folder / ("run." + ending + ".partial-123");
    REQUIRE(call(folder, {"run", scene, "-q", "-o", file}).code == 0);
    std::filesystem::copy_file(file, odd);
    json a = facts(file), b = facts(odd);
    CHECK(a["complete"] == true);
    CHECK(a["rows"].get<int>() > 1000);
    a.erase("file"), b.erase("file");
    CHECK(a == b);
    const std::string picture = folder / (ending + ".png");
    const Said drawn = call(folder, {"render", file, "-o", picture, "--quiet"});
    CHECK_MESSAGE(drawn.code == 0, drawn.err);
    CHECK(facts(picture)["format"] == "PNG picture");
    CHECK(facts(picture)["width"].get<int>() > 0);
    CHECK(has(call(folder, {"render", file, "-o", picture, "--seed", "3"}).err, "is a run that was"));
    std::filesystem::resize_file(odd, std::filesystem::file_size(odd) - 100);
    const Said cut = call(folder, {"info", odd});
    CHECK(has(cut.out + cut.err, ending == "sqlite" ? "it is cut off" : "complete    false"));
  }
}
#endif
