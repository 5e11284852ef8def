#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include "golden/cli_support.hpp"
#include "support/shim.hpp"

using namespace wend::test;

// An ffmpeg that is missing, dies or lies: exit code 1, its own words, and nothing left. The library's side is in
// tests/unit/io/film_test.cpp.

namespace {

struct Encoder {
  const char* name;
  std::string script;  // empty: there is none
  std::string cause;
};

const std::vector<Encoder> encoders{
    {"missing", "", "ffmpeg is not installed (Debian package ffmpeg)"},
    {"refuses at once", "echo 'Unknown encoder' >&2; exit 3", "ffmpeg failed with code 3: Unknown encoder"},
    {"is killed", "kill -9 $$", "ffmpeg was ended: Killed"},
    {"fills its disk", "head -c 1000 > \"$out\"; echo 'No space left on device' >&2; exit 1", "No space left on device"},
    {"closes its input and goes", "exec 0<&-; exit 0", "ffmpeg"},
    {"writes nothing", "cat > /dev/null", "ffmpeg wrote nothing"},
    {"fails at the end", "cat > \"$out\"; echo 'Conversion failed!' >&2; exit 1", "Conversion failed!"},
};

}  // namespace

TEST_CASE("encoder: an ffmpeg that is missing, dies, fills its disk or lies leaves nothing, and the cause is told") {
  for (const Encoder& encoder : encoders) {
    for (const char* ending : {".mp4", ".gif"}) {
      CAPTURE(encoder.name);
      CAPTURE(ending);
      const Stage stage;
      const std::string scene = stage.folder.file("quick.lua", quick);
      std::filesystem::create_directory(stage.folder / "bin");
      if (!encoder.script.empty()) {
        const std::string program = stage.folder.file(
            "bin/ffmpeg", "#!/bin/sh\nPATH=/usr/bin:/bin\nfor last; do :; done\nout=${last#file:}\n" + encoder.script + "\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
      }
      const std::string file = "x" + std::string(ending);
      std::ofstream(stage / file) << "an older film";
      const Said said = Running(stage.folder, {"render", scene, "-o", stage / file, "--size", "64x64", "--to", "1", "-q"}, "", true,
                                {"PATH=" + (stage.folder / "bin")})
                            .wait();
      CHECK(said.code == 1);
      CHECK_MESSAGE(has(said.err, stage / file), said.err);
      CHECK_MESSAGE(has(said.err, encoder.cause), said.err);
      CHECK(one_line(said.err));
      CHECK(stage.names() == std::vector{file});
      CHECK(stage.bytes(file) == "an older film");
    }
  }
}

#endif
