#include <doctest/doctest.h>
#include <wend/io/film.hpp>

#include <cstdlib>
#include <limits>

#include "scratch.hpp"
#include "support/fp_traps.hpp"

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

// A stand-in for ffmpeg.
FilmOptions with_program(const Scratch& scratch, const std::string& script) {
  std::ofstream(scratch.path("bad.sh")) << "#!/bin/sh\n" << script;
  std::filesystem::permissions(scratch.path("bad.sh"), std::filesystem::perms::owner_all);
  FilmOptions options = small();
  options.program = scratch.path("bad.sh");
  return options;
}

std::string cause(const Scratch& scratch, const std::string& what) {
  return "cannot write '" + scratch.path("a.mp4") + "': " + scratch.path("bad.sh") + what;
}

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

TEST_CASE("io: a webm film holds all pictures and the same frames give the same bytes in every format") {
  if (!has_ffmpeg()) return;
  const Scratch scratch("film_bytes");
  for (const std::string kind : {".mp4", ".webm", ".gif"}) {
    for (const std::string name : {"a", "b"}) {
      auto film = Film::open(scratch.path(name + kind), small());
      REQUIRE(film);
      for (int i = 0; i <= 4; ++i) CHECK(film->add_step(moment(0.25 * i)));
      CHECK(film->close());
    }
    CHECK_MESSAGE(content(scratch.path("a" + kind)) == content(scratch.path("b" + kind)), kind);
  }
  CHECK(probe(scratch, "a.webm") == "vp9,160,92,yuv420p,21");
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
  FilmOptions options = with_program(scratch, "echo 'no such codec' >&2\nexit 3\n");
  const std::string expected = cause(scratch, " failed with code 3: no such codec");
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

TEST_CASE("io: an encoder that fails in its own way is named with its cause and leaves nothing") {
  struct Case {
    const char *script, *cause;
  };
  const std::string output = "for last; do :; done; out=${last#file:}\n";  // the last argument
  const Case cases[] = {
      {"head -c 100000 > \"$out\"; echo 'broken pipeline' >&2; exit 9\n", " failed with code 9: broken pipeline"},
      {"head -c 100000 > \"$out\"; kill -SEGV $$\n", " was ended: Segmentation fault"},
      {"cat > \"$out\"; echo 'trailer lost' >&2; exit 1\n", " failed with code 1: trailer lost"},
      {"head -c 1000 > \"$out\"; exit 0\n", " ended before it had everything, without a complaint"},
      {"exec 0<&-; sleep 60\n", " closed its input before the end"},
      {"sleep 60\n", " took nothing for 0.2 s and was ended"},
      {"cat > /dev/null; exit 0\n", " wrote nothing"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.script);
    const Scratch scratch("film_stand_in");
    FilmOptions options = with_program(scratch, output + c.script);
    options.patience = 0.2;
    auto film = Film::open(scratch.path("a.mp4"), options);
    REQUIRE(film);
    Result<void> done;
    for (int i = 0; done && i < 12; ++i) done = film->add_step(moment(0.25 * i));
    if (done) done = film->close();
    REQUIRE_FALSE(done);
    CHECK_MESSAGE(done.error().message == cause(scratch, c.cause), done.error().message);
    CHECK(done.error().code == Errc::io);
    const auto later = film->add_step(moment(90));
    REQUIRE_FALSE(later);
    CHECK(later.error().message == done.error().message);
    CHECK(scratch.files() == std::vector<std::string>{"bad.sh"});
  }
}

TEST_CASE("io: a film that fails leaves an older one alone") {
  const Scratch scratch("film_older");
  const FilmOptions options = with_program(scratch, "cat > /dev/null; exit 4\n");
  std::ofstream(scratch.path("a.mp4")) << "the older film";
  auto film = Film::open(scratch.path("a.mp4"), options);
  REQUIRE(film);
  CHECK(film->add_step(moment(0)));
  CHECK_FALSE(film->close());
  CHECK(content(scratch.path("a.mp4")) == "the older film");
}

TEST_CASE("io: frames go to the encoder in the film's size, whatever the supersampling") {
  const Scratch scratch("film_shrink");
  std::string first;
  for (const int supersample : {1, 2, 3, 4}) {
    FilmOptions options = with_program(scratch, "for last; do :; done; cat > \"${last#file:}\"\n");
    options.supersample = supersample;
    auto film = Film::open(scratch.path("a.mp4"), options);
    REQUIRE(film);
    CHECK(film->add_step(moment(0)));
    CHECK(film->close());
    const std::string bytes = content(scratch.path("a.mp4"));
    REQUIRE(bytes.size() == 4 * 160 * 92);
    if (supersample == 1) first = bytes;
    double difference = 0;
    int far = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (i % 4 == 3) continue;
      const int d = std::abs(static_cast<unsigned char>(bytes[i]) - static_cast<unsigned char>(first[i]));
      difference += d;
      far += d > 90;
    }
    CHECK(difference / (3 * 160 * 92) < 4);  // the same picture, with other edges
    CHECK(far < 400);
    CHECK((difference > 0) == (supersample > 1));
  }
}

TEST_CASE("io: a bad number in a frame leaves that agent out, not the film") {
  const test::NoTraps quiet;
  const Scratch scratch("film_nan");
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto bytes_of = [&](bool bad) {
    auto film =
        Film::open(scratch.path("a.mp4"), with_program(scratch, "for last; do :; done; cat > \"${last#file:}\"\n"));
    REQUIRE(film);
    for (const double time : {0.0, 0.5}) {
      Frame frame = moment(time);
      if (bad) {
        const AgentState dot = frame.agents.back();
        for (std::uint32_t i = 0; i < 6; ++i) frame.agents.push_back(dot), frame.agents.back().id.index = 10 + i;
        frame.agents[5].at.x = nan;
        frame.agents[6].at.y = -inf;
        frame.agents[7].heading = nan;
        frame.agents[8].radius = inf;
        frame.agents[9].speed = nan;
        frame.agents[10].velocity.y = nan;
        frame.bodies = {{.id = 1, .kind = BodyKind::disc, .at = {nan, 0}, .radius = 1}};
        frame.targets.push_back({.id = 9, .shape = TargetShape::polygon, .polygon = {{0, 0}, {inf, 0}, {0, 1}}});
      }
      CHECK(film->add_step(frame));
    }
    CHECK(film->close());
    return content(scratch.path("a.mp4"));
  };
  const std::string clean = bytes_of(false);
  CHECK(clean.size() == 11 * 4 * 160 * 92);
  CHECK(bytes_of(true) == clean);
  auto film = Film::open(scratch.path("b.mp4"), with_program(scratch, "cat > /dev/null\n"));
  REQUIRE(film);
  CHECK_FALSE(film->add_step(moment(nan)));
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
  CHECK(message("a.avi", {}).find("unknown ending .avi, expected .mp4, .webm or .gif") != std::string::npos);
  CHECK(message("a.webm", {.supersample = 5}) == "supersample = 5, expected 1 .. 4");
  CHECK(message("a.webm", {.style = {.width = 16384}, .supersample = 2}) == "supersample = 2, expected 1 .. 1");
  CHECK(message("a.webm", {.patience = 0}).find("patience = 0") == 0);
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
