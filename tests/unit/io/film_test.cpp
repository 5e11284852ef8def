#include <doctest/doctest.h>
#include <wend/io/film.hpp>

#include <cstdlib>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;
using test::SmallDisk;

namespace {

bool has_ffmpeg() {
  if (std::system("ffmpeg -version > /dev/null 2>&1 && ffprobe -version > /dev/null 2>&1") == 0) return true;
  MESSAGE("ffmpeg is not installed: this test did nothing");
  return false;
}

Frame moment(double time) {
  Frame frame;
  frame.time = time;
  for (std::uint32_t i = 0; i < 5; ++i) frame.agents.push_back({.id = {i, 1}, .at = {time, 0.9 * i}, .group = i % 2});
  frame.targets = {{.id = 1, .shape = TargetShape::point, .at = {6, 2}, .to = {}, .radius = 0.3, .polygon = {}}};
  return frame;
}

// What ffprobe says about the pictures of a film: "codec,width,height,pixels,count".
std::string probe(const Scratch& scratch, const std::string& name) {
  const std::string command =
      "ffprobe -v error -count_frames -select_streams v -show_entries "
      "stream=codec_name,width,height,pix_fmt,nb_read_frames -of csv=p=0 '" +
      scratch.path(name) + "' > '" + scratch.path("probe.txt") + "' 2>&1";
  CHECK(std::system(command.c_str()) == 0);
  std::string text = content(scratch.path("probe.txt"));
  std::filesystem::remove(scratch.path("probe.txt"));
  while (!text.empty() && (text.back() == '\n' || text.back() == ',')) text.pop_back();
  return text;
}

FilmOptions small() { return {.style = {.width = 159, .height = 91}, .fps = 20}; }

}  // namespace

TEST_CASE("io: a film has a constant rate, whatever the steps") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("film");
  auto film = Film::open(scratch.path("a.mp4"), small());
  REQUIRE(film);
  for (const double time : {3.0, 3.25, 3.3, 3.31, 4.0, 5.0}) CHECK(film->add_step(moment(time)));
  CHECK(film->pictures() == 41);  // both ends of two seconds
  CHECK(scratch.files() == std::vector<std::string>{"a.mp4.partial-" + std::to_string(::getpid())});
  CHECK(film->close());
  CHECK(scratch.files() == std::vector<std::string>{"a.mp4"});
  CHECK(probe(scratch, "a.mp4") == "h264,160,92,yuv420p,41");
  CHECK_FALSE(film->add_step(moment(6)));
  CHECK_FALSE(film->close());
}

TEST_CASE("io: a film at four times the speed is a quarter as long") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("film_speed");
  FilmOptions options = small();
  options.speed = 4;
  auto film = Film::open(scratch.path("a.mp4"), options);
  REQUIRE(film);
  for (int i = 0; i <= 16; ++i) CHECK(film->add_step(moment(0.25 * i)));
  CHECK(film->pictures() == 21);
  CHECK(film->close());
}

TEST_CASE("io: a gif holds all pictures of the film and none of its colours alone") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("gif");
  for (const ColourBy by : {ColourBy::group, ColourBy::speed}) {
    FilmOptions options = small();
    options.style.colour = by;
    auto film = Film::open(scratch.path("a.gif"), options);
    REQUIRE(film);
    for (int i = 0; i <= 4; ++i) CHECK(film->add_step(moment(0.25 * i)));
    CHECK(film->close());
    CHECK(probe(scratch, "a.gif") == "gif,159,91,bgra,21");
  }
}

TEST_CASE("io: a missing encoder names the package") {
  const Scratch scratch("film_missing");
  FilmOptions options;
  options.program = "wend-no-such-program";
  const auto film = Film::open(scratch.path("a.mp4"), options);
  REQUIRE_FALSE(film);
  CHECK(film.error().code == Errc::io);
  CHECK(film.error().message.find("'" + scratch.path("a.mp4") + "'") != std::string::npos);
  CHECK(film.error().message.find("Debian package ffmpeg") != std::string::npos);
  CHECK(scratch.files().empty());
}

TEST_CASE("io: an encoder that ends early is an error, not a signal") {
  const Scratch scratch("film_early");
  std::ofstream(scratch.path("bad.sh")) << "#!/bin/sh\necho 'no such codec' >&2\nexit 3\n";
  std::filesystem::permissions(scratch.path("bad.sh"), std::filesystem::perms::owner_all);
  FilmOptions options = small();
  options.program = scratch.path("bad.sh");
  const std::string expected =
      "cannot write '" + scratch.path("a.mp4") + "': " + options.program + " failed with code 3: no such codec";
  for (const bool long_gone : {false, true}) {  // it leaves bytes unread, or nobody is there to take the first one
    auto film = Film::open(scratch.path("a.mp4"), options);
    REQUIRE(film);
    if (long_gone) ::usleep(300000);
    Result<void> done;
    for (int i = 0; done && i < 2000; ++i) done = film->add_step(moment(0.25 * i));
    REQUIRE_FALSE(done);
    CHECK_MESSAGE(done.error().message == expected, done.error().message);
    const auto again = film->close();
    REQUIRE_FALSE(again);
    CHECK(again.error().message == expected);
  }
  CHECK(scratch.files() == std::vector<std::string>{"bad.sh"});
}

TEST_CASE("io: a full disk ends a film with the encoder's words and nothing half written") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("film_full");
  Result<void> done;
  {
    const SmallDisk tiny(2000);
    auto film = Film::open(scratch.path("a.mp4"), small());
    REQUIRE(film);
    for (int i = 0; done && i < 200; ++i) done = film->add_step(moment(0.25 * i));
    if (done) done = film->close();
  }
  REQUIRE_FALSE(done);
  CHECK_MESSAGE(done.error().message.find("File too large") != std::string::npos, done.error().message);
  CHECK(scratch.files().empty());
}

TEST_CASE("io: an abandoned film leaves nothing and no child") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("film_abandon");
  {
    auto film = Film::open(scratch.path("a.mp4"), small());
    REQUIRE(film);
    CHECK(film->add_step(moment(0)));
    auto forgotten = Film::open(scratch.path("b.gif"), small());
    REQUIRE(forgotten);
    CHECK(forgotten->add_step(moment(0)));
    film->abandon();
    CHECK_FALSE(film->add_step(moment(1)));
  }
  CHECK(scratch.files().empty());
}

TEST_CASE("io: a film refuses bad options and times") {
  const Scratch scratch("film_options");
  const auto message = [&](const std::string& name, FilmOptions options) {
    const auto film = Film::open(scratch.path(name), options);
    return film ? std::string("no error") : film.error().message;
  };
  CHECK(message("a.webm", {}).find(".webm is not in this version, expected .mp4 or .gif") != std::string::npos);
  CHECK(message("a.avi", {}).find("unknown ending .avi, expected .mp4 or .gif") != std::string::npos);
  CHECK(message("a.mp4", {.fps = 0}) == "fps = 0, expected 1 .. 240");
  CHECK(message("a.gif", {.fps = 60}) == "fps = 60, expected 1 .. 50");
  CHECK(message("a.mp4", {.speed = -1}).find("speed = -1") == 0);
  CHECK(message("a.mp4", {.crf = 52}) == "crf = 52, expected 0 .. 51");
  CHECK(message("a.mp4", {.style = {.width = 1}}).find("width = 1") == 0);
  CHECK(scratch.files().empty());
  if (!has_ffmpeg()) return;
  auto film = Film::open(scratch.path("a.mp4"), small());
  REQUIRE(film);
  CHECK(film->add_step(moment(2)));
  const auto back = film->add_step(moment(1));
  REQUIRE_FALSE(back);
  CHECK(back.error().message.find("1 s after one of 2 s") != std::string::npos);
}
