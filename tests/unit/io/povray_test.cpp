#include <doctest/doctest.h>
#include <wend/io/povray.hpp>

#include <cstdlib>
#include <limits>

#include "scratch.hpp"
#include "support/fp_traps.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;

namespace {

Frame moment(double time) {
  Frame frame;
  frame.time = time;
  for (std::uint32_t i = 0; i < 3; ++i) {
    frame.agents.push_back({.id = {i, 1}, .at = {time, 0.9 * i}, .velocity = {0, i < 2 ? 1.0 : 0.0}, .heading = 0.5, .radius = 0.3, .top_speed = 1, .group = i % 2});
  }
  frame.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {-1, -1}, .to = {4, -1}, .radius = 0.1},
                  {.id = 2, .kind = BodyKind::disc, .at = {5, 3}, .radius = 0.4},
                  {.id = 3, .kind = BodyKind::disc, .at = {8, 3}, .radius = 1},
                  {.id = 4,
                   .kind = BodyKind::capsule,
                   .at = {time, 4},
                   .to = {time + 1, 4},
                   .radius = 0.3,
                   .motion = BodyMotion::scripted}};
  frame.targets = {{.id = 1, .shape = TargetShape::point, .at = {6, 2}, .radius = 0.3},
                   {.id = 2, .shape = TargetShape::segment, .at = {9, 0}, .to = {9, 3}, .radius = 0.3},
                   {.id = 3, .shape = TargetShape::polygon, .polygon = {{1, 1}, {2, 1}, {2, 2}}}};
  return frame;
}

PovOptions small() { return {.width = 96, .height = 64, .fps = 4}; }

Result<void> make(const Scratch& scratch, const std::string& name, int frames, const PovOptions& options = small()) {
  auto film = PovFilm::open(scratch.path(name), options);
  if (!film) return film.error();
  for (int i = 0; i < frames; ++i) {
    if (auto ok = film->add_step(moment(0.25 * i)); !ok) return ok;
  }
  return film->close();
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

void script(const std::string& path, const std::string& text) {
  std::ofstream(path) << "#!/bin/sh\n" << text;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

bool has(const char* program) {
  if (std::system((std::string(program) + " > /dev/null 2>&1").c_str()) == 0) return true;
  MESSAGE(program << " does not run here: this test did nothing");
  return false;
}

}  // namespace

TEST_CASE("povray: a film is three names, and appears at the end") {
  const Scratch scratch("pov");
  auto film = PovFilm::open(scratch.path("a.pov"), small());
  REQUIRE(film);
  for (const double time : {1.0, 1.3, 2.0}) CHECK(film->add_step(moment(time)));
  const std::string mine = ".partial-" + std::to_string(::getpid());
  CHECK(scratch.files() == std::vector<std::string>{"a.pov" + mine, "a_pov" + mine});
  CHECK(film->pictures() == 5);
  CHECK(film->close());
  CHECK_FALSE(film->close());
  CHECK(scratch.files() == std::vector<std::string>{"a.ini", "a.pov", "a_pov"});
  CHECK(names_in(scratch.path("a_pov")) == std::vector<std::string>{"000001.inc", "000002.inc", "000003.inc",
                                                                    "000004.inc", "000005.inc", "bodies1.inc",
                                                                    "scene.inc"});
  CHECK(content(scratch.path("a.pov")).find("#include \"a_pov/scene.inc\"") != std::string::npos);
  CHECK(content(scratch.path("a.ini")).find("Final_Frame=5\n") != std::string::npos);
  const std::string second = content(scratch.path("a_pov/000002.inc"));
  CHECK(second.find("// 1.250 s\n") == 0);
  CHECK(second.find("Person(1.2500, 0.9000, 28.65,") != std::string::npos);
  CHECK(second.find("Cart(<1.2500, 4.0000>, <2.2500, 4.0000>, 0.3000)") != std::string::npos);
  CHECK(second.find("Wall(") == std::string::npos);
  CHECK(content(scratch.path("a_pov/bodies1.inc")).find("Wall(<-1.0000, -1.0000>, <4.0000, -1.0000>, 0.1000") == 0);
}

TEST_CASE("povray: who goes sideways swings its legs, who stands does not") {
  const Scratch scratch("pov_legs");
  REQUIRE(make(scratch, "a.pov", 3));
  const std::string text = content(scratch.path("a_pov/000003.inc"));
  std::vector<double> swings;
  for (std::size_t at = text.find("Person("); at != text.npos; at = text.find("Person(", at)) {
    for (int comma = 0; comma < 5; ++comma) at = text.find(',', at) + 1;
    swings.push_back(std::abs(std::stod(text.substr(at))));
  }
  REQUIRE(swings.size() == 3);
  CHECK(std::max(swings[0], swings[1]) > 1);
  CHECK(swings[2] == 0);
}

TEST_CASE("povray: a newer film replaces an older one and nothing else") {
  const Scratch scratch("pov_again");
  REQUIRE(make(scratch, "a.pov", 5));
  REQUIRE(make(scratch, "a.pov", 2));
  CHECK(scratch.files() == std::vector<std::string>{"a.ini", "a.pov", "a_pov"});
  CHECK(names_in(scratch.path("a_pov")).size() == 4);
  std::ofstream(scratch.path("a_pov/thesis.txt")) << "mine";
  const auto refused = make(scratch, "a.pov", 2);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "cannot write '" + scratch.path("a_pov") + "': it exists and is not a film of ours");
  CHECK(content(scratch.path("a_pov/thesis.txt")) == "mine");
  CHECK(scratch.files() == std::vector<std::string>{"a.ini", "a.pov", "a_pov"});
}

TEST_CASE("povray: errors name the value and the path, and leave nothing") {
  const Scratch scratch("pov_errors");
  const auto message = [&](const std::string& name, const PovOptions& options) {
    const auto film = PovFilm::open(scratch.path(name), options);
    return film ? std::string("no error") : film.error().message;
  };
  CHECK(message("a.inc", {}).find("unknown ending .inc, expected .pov") != std::string::npos);
  CHECK(message("a\".pov", {}).find("plain name") != std::string::npos);
  CHECK(message("a.pov", {.width = 1}).find("width = 1") == 0);
  CHECK(message("a.pov", {.fps = 0}) == "fps = 0, expected 1 .. 240");
  CHECK(message("a.pov", {.height_deg = 90}) == "height_deg = 90, expected 5 .. 89");
  CHECK(message("none/a.pov", {}).find(scratch.path("none/a.pov")) != std::string::npos);
  CHECK_FALSE(make(scratch, "a.pov", 0));
  {
    const test::SmallDisk tiny(500);
    const auto full = make(scratch, "a.pov", 3);
    REQUIRE_FALSE(full);
    CHECK(full.error().message.find("File too large") != std::string::npos);
  }
  {
    auto film = PovFilm::open(scratch.path("a.pov"), small());
    REQUIRE(film);
    CHECK(film->add_step(moment(1)));
    CHECK_FALSE(film->add_step(moment(0)));
    CHECK_FALSE(film->close());
    auto left = PovFilm::open(scratch.path("b.pov"), small());
    REQUIRE(left);
    CHECK(left->add_step(moment(1)));
  }
  CHECK(scratch.files().empty());
}

TEST_CASE("povray: a full disk at the very end leaves the older film whole") {
  const Scratch scratch("pov_end");
  REQUIRE(make(scratch, "a.pov", 5));
  const std::string scene = content(scratch.path("a_pov/scene.inc")), ini = content(scratch.path("a.ini"));
  {
    const test::SmallDisk tiny(3000);  // room for every picture, not for scene.inc
    CHECK_FALSE(make(scratch, "a.pov", 2));
  }
  CHECK(scratch.files() == std::vector<std::string>{"a.ini", "a.pov", "a_pov"});
  CHECK(content(scratch.path("a_pov/scene.inc")) == scene);
  CHECK(content(scratch.path("a.ini")) == ini);
}

TEST_CASE("povray: agents with bad numbers are left out") {
  const test::NoTraps quiet;
  const Scratch scratch("pov_nan");
  auto film = PovFilm::open(scratch.path("a.pov"), small());
  REQUIRE(film);
  for (const double time : {0.0, 0.25}) {
    Frame frame = moment(time);
    frame.agents[1].at.x = std::numeric_limits<double>::quiet_NaN();
    frame.agents[2].heading = std::numeric_limits<double>::infinity();
    frame.bodies[0].radius = -1;
    CHECK(film->add_step(frame));
  }
  CHECK(film->close());
  const std::string text = content(scratch.path("a_pov/000002.inc")) + content(scratch.path("a_pov/bodies1.inc"));
  CHECK(text.find("nan") == std::string::npos);
  CHECK(text.find("inf") == std::string::npos);
  CHECK(text.find("Person(", text.find("Person(") + 1) == std::string::npos);
  CHECK(text.find("Wall(") == std::string::npos);
}

TEST_CASE("povray: pictures reach the encoder in order, whoever is first") {
  const Scratch scratch("pov_order");
  REQUIRE(make(scratch, "a.pov", 7));
  // The stand-in sleeps the longer the earlier the picture, and prints its number.
  script(scratch.path("slow.sh"),
         "for a; do case $a in +KFI*) n=${a#+KFI};; esac; done\nsleep 0.0$((9 - n))\necho $n\n");
  script(scratch.path("copy.sh"), "for last; do :; done; cat > \"${last#file:}\"\n");
  PovRender render{.output = scratch.path("a.mp4"), .pictures = 7, .pov = small()};
  render.program = scratch.path("slow.sh");
  render.film.program = scratch.path("copy.sh");
  render.jobs = 3;
  std::uint64_t heard = 0;
  const auto done = render_pov(scratch.path("a.pov"), render, [&](std::uint64_t n) { return heard = n, true; });
  CHECK_MESSAGE(done, (done ? "" : done.error().message));
  CHECK(content(scratch.path("a.mp4")) == "1\n2\n3\n4\n5\n6\n7\n");
  CHECK(heard >= 5);
}

TEST_CASE("povray: a renderer that is missing, fails or is stopped leaves the scene and no film") {
  const Scratch scratch("pov_render");
  REQUIRE(make(scratch, "a.pov", 3));
  script(scratch.path("copy.sh"), "for last; do :; done; cat > \"${last#file:}\"\n");
  script(scratch.path("bad.sh"), "echo 'Parse Error: no sky' >&2; exit 1\n");
  script(scratch.path("mute.sh"), "exit 0\n");
  script(scratch.path("good.sh"), "echo picture\n");
  script(scratch.path("full.sh"), "cat > /dev/null; echo 'no space' >&2; exit 1\n");
  const auto before = scratch.files();
  const auto message = [&](const std::string& povray, const std::string& ffmpeg, bool go_on = true) {
    PovRender render{.output = scratch.path("a.mp4"), .pictures = 3, .pov = small()};
    render.program = povray;
    render.film.program = ffmpeg;
    const auto done = render_pov(scratch.path("a.pov"), render, [&](std::uint64_t) { return go_on; });
    CHECK(scratch.files() == before);
    return done ? std::string("no error") : done.error().message;
  };
  const std::string start = "cannot write '" + scratch.path("a.mp4") + "': ";
  const std::string copy = scratch.path("copy.sh");
  CHECK(message("wend-no-povray", copy) ==
        start + "the program wend-no-povray is not installed (Debian package povray)");
  CHECK(message(scratch.path("bad.sh"), copy) ==
        start + scratch.path("bad.sh") + " failed with code 1: Parse Error: no sky");
  CHECK(message(scratch.path("mute.sh"), copy).find("made no picture 1") != std::string::npos);
  CHECK(message(scratch.path("good.sh"), "wend-no-ffmpeg").find("Debian package ffmpeg") != std::string::npos);
  CHECK(message(scratch.path("good.sh"), scratch.path("full.sh")).find("failed with code 1: no space") !=
        std::string::npos);
  CHECK(message(scratch.path("good.sh"), copy, false) == start + "it was stopped");
}

TEST_CASE("povray: the real program renders a film of everything we draw") {
  if (!has("povray --version") || !has("ffmpeg -version")) return;
  const Scratch scratch("pov_real");
  PovOptions options = small();
  options.orbit_deg = 20;
  REQUIRE(make(scratch, "a.pov", 2, options));
  PovRender render{.output = scratch.path("a.mp4"), .pictures = 2, .pov = options};
  const auto done = render_pov(scratch.path("a.pov"), render, [](std::uint64_t) { return true; });
  CHECK_MESSAGE(done, (done ? "" : done.error().message));
  CHECK(scratch.files() == std::vector<std::string>{"a.ini", "a.mp4", "a.pov", "a_pov"});
  CHECK(content(scratch.path("a.mp4")).size() > 1000);
}
