#ifdef WEND_PROGRAM
#include <doctest/doctest.h>
#include <wend/io/all.hpp>
#include <wend/io/checkpoint.hpp>

#include <sys/mount.h>
#include <sys/resource.h>

#include <csignal>

#include "golden/cli_support.hpp"
#include "support/scene.hpp"
#include "support/shim.hpp"

using namespace wend;
using namespace wend::test;

// The real thing: a full file system, a limit of the file size, a folder that may only be read, a device that is full.

namespace {

const std::string crowd = R"(
scene { title = "Crowd", dt = 0.25, duration = 30, seed = 4 }
local goal = target { at = {60, 0}, radius = 2 }
group { count = 40, area = box(-30, -20, -5, 20), target = goal, model = attractor {} }
)";

const std::vector<std::string> written{"x.csv", "x.sqlite", "x.npy", "x.wend"};
const std::vector<std::string> drawn{"x.png", "x.svg", "x.pdf", "x.glb"};

std::vector<std::string> command(const std::string& scene, const std::string& path, const std::string& name) {
  if (std::find(drawn.begin(), drawn.end(), name) != drawn.end()) return {"render", scene, "-o", path, "-q", "--size", "1280x720"};
  return {"run", scene, "-o", path, "-q"};
}

// Ends the limit even when a check fails.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : action_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &now) == 0);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, action_);
  }

 private:
  rlimit before_{};
  void (*action_)(int);
};

class TinyDevice {
 public:
  explicit TinyDevice(const std::string& at) : at_(at) {
    mounted_ = ::mount("tmpfs", at.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "size=16k") == 0;
  }
  ~TinyDevice() {
    if (mounted_) ::umount(at_.c_str());
  }
  bool mounted() const { return mounted_; }

 private:
  std::string at_;
  bool mounted_ = false;
};

}  // namespace

TEST_CASE("full device: the error names the file and the cause, and nothing is left") {
  const Stage stage;
  const std::string scene = stage.folder.file("crowd.lua", crowd);
  const TinyDevice device(stage.out());
  if (!device.mounted()) {
    MESSAGE("not allowed to mount: skipped");
    return;
  }
  for (const auto& names : {written, drawn}) {
    for (const std::string& name : names) {
      CAPTURE(name);
      const Said said = call(stage.folder, command(scene, stage / name, name));
      CHECK(said.code == 1);
      CHECK_MESSAGE(has(said.err, stage / name), said.err);
      CHECK_MESSAGE((has(said.err, "No space left on device") || has(said.err, "disk is full")), said.err);
      CHECK(stage.names().empty());
    }
  }
}

TEST_CASE("full device: a limit of the file size is an error like another") {
  for (const auto& names : {written, drawn}) {
    for (const std::string& name : names) {
      CAPTURE(name);
      const Stage stage;
      const std::string scene = stage.folder.file("crowd.lua", crowd);
      Said said;
      {
        const FileSizeLimit limit(4096);
        said = call(stage.folder, command(scene, stage / name, name));
      }
      CHECK(said.code == 1);
      CHECK_MESSAGE(has(said.err, stage / name), said.err);
      CHECK_MESSAGE(has(said.err, "File too large"), said.err);
      CHECK(stage.names().empty());
    }
  }
}

TEST_CASE("full device: a link to /dev/full and a folder to read only are refused") {
  const Stage stage;
  const std::string scene = stage.folder.file("crowd.lua", crowd);
  std::filesystem::create_symlink("/dev/full", stage / "x.csv");
  const Said device = call(stage.folder, command(scene, stage / "x.csv", "x.csv"));
  CHECK(device.code == 1);
  CHECK_MESSAGE(has(device.err, "it exists and is not a plain file"), device.err);
  CHECK(stage.names() == std::vector<std::string>{"x.csv"});
  CHECK(call(stage.folder, {"run", scene, "--json", "-q"}, "/dev/full").code == 1);
  if (::geteuid() == 0) return;  // root may write anywhere
  std::filesystem::permissions(stage.out(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const Said folder = call(stage.folder, command(scene, stage / "x.sqlite", "x.sqlite"));
  CHECK(folder.code == 1);
  CHECK_MESSAGE(has(folder.err, "Permission denied"), folder.err);
  std::filesystem::permissions(stage.out(), std::filesystem::perms::owner_all);
}

TEST_CASE("full device: after an error of any writer the scene goes on with the same hashes") {
  for (const std::string& name : written) {
    CAPTURE(name);
    const Stage stage;
    auto one = loaded(crowd), other = loaded(crowd);
    const bool checkpoint = name == "x.wend";
    const io::RunInfo info{.seed = 4, .dt = 0.25, .every = 0.25};
    std::unique_ptr<io::TrajectoryWriter> writer;
    if (!checkpoint) {
      auto opened = io::open_trajectory(stage / name, info);
      REQUIRE(opened.has_value());
      writer = std::move(*opened);
    }
    bool failed = false;
    for (int i = 0; i < 40; ++i) {
      {
        const FileSizeLimit limit(8192);
        Result<void> done;
        if (checkpoint) {
          const auto bytes = one.checkpoint();
          REQUIRE(bytes.has_value());
          done = io::save_checkpoint(stage / name, *bytes);
        } else {
          done = writer->write(io::capture(one.world()));
          if (done) done = writer->flush();
        }
        if (!done) {
          failed = true;
          CHECK_MESSAGE(has(done.error().text(), stage / name), done.error().text());
        }
      }
      REQUIRE(one.step());
      REQUIRE(other.step());
      REQUIRE(one.world().hash() == other.world().hash());
    }
    CHECK(failed);
    writer.reset();
    CHECK(stage.names().empty());
  }
}

#endif
