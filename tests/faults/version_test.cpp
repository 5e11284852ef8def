#include <doctest/doctest.h>
#include <wend/io/all.hpp>
#include <wend/io/checkpoint.hpp>
#include <wend/io/recording.hpp>
#include <wend/version.hpp>

#include <iomanip>
#include <sstream>

#include "golden/cli_support.hpp"
#include "support/scene.hpp"

using namespace wend;
using namespace wend::test;

// Files of every release are read by this version, or it says which version can.

namespace {

std::vector<std::string> releases() {
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::directory_iterator(WEND_SOURCE_DIR "/tests/data")) {
    if (entry.path().filename().string().starts_with("files-")) folders.push_back(entry.path().string());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

}  // namespace

TEST_CASE("versions: checkpoints of every release are read, or refused with the version that wrote them") {
  REQUIRE(!releases().empty());
  for (const std::string& folder : releases()) {
    CAPTURE(folder);
    const auto found = io::find_checkpoint(folder + "/half.wend");
    if (!found) {
      CHECK_MESSAGE(has(found.error().text(), "written by wend 0.1.0 before format 1; this is wend "), found.error().text());
      continue;
    }
    auto scene = scene::Scene::resume(found->bytes);
    REQUIRE_MESSAGE(scene.has_value(), scene.error().text());
    CHECK(scene->world().time() == 1);
    CHECK(scene->world().agents_added() == 2);
    scene::LoadOptions longer;
    longer.duration = 2;
    auto rest = scene::Scene::resume(found->bytes, longer);
    while (!rest->finished()) REQUIRE(rest->step());
    CHECK(rest->world().agents_added() == 3);
    // The same bits are promised within a version only.
    if (!folder.ends_with("-" + std::string(version_string).substr(0, 3))) continue;
    const json run = one_object(read_file(folder + "/run.json"));
    std::ostringstream hash;
    hash << std::hex << std::setw(16) << std::setfill('0') << rest->world().hash().all;
    CHECK(run["hash"] == hash.str());
  }
}

TEST_CASE("versions: trajectories of every release are read") {
  for (const std::string& folder : releases()) {
    const json run = one_object(read_file(folder + "/run.json"));
    for (const char* name : {"run.sqlite", "run.csv", "run.npy"}) {
      const std::string path = folder + "/" + name;
      CAPTURE(path);
      auto recording = io::Recording::open(path);
      REQUIRE_MESSAGE(recording.has_value(), recording.error().text());
      CHECK(recording->frames() == run["steps"].get<std::size_t>() + 1);
      CHECK(recording->agents() == run["agents"].get<std::size_t>());
      CHECK(recording->complete());
      const auto last = recording->frame(recording->frames() - 1);
      REQUIRE(last.has_value());
      REQUIRE(last->agents.size() == 3);
      CHECK(last->agents[0].at.x == doctest::Approx(run["per_agent"][0]["final"]["x"].get<double>()).epsilon(1e-6));
    }
  }
}

TEST_CASE("versions: a checkpoint of a later format is refused with the version that wrote it") {
  const Folder folder;
  const Bytes head = begin_sections();
  std::string bytes(reinterpret_cast<const char*>(head.data()), head.size());
  bytes[8] = 2;
  const std::string file = folder.file("later.wend", bytes);
  const auto found = io::find_checkpoint(file);
  REQUIRE(!found);
  const std::string written = "written by wend " + std::string(version_string) + " in format 2";
  CHECK_MESSAGE(has(found.error().text(), written), found.error().text());
  CHECK(has(found.error().text(), file));
#ifdef WEND_PROGRAM
  for (const char* command : {"resume", "info"}) {
    const Said said = call(folder, {command, file});
    CHECK(said.code == 2);
    CHECK_MESSAGE(has(said.err, written + "; this is wend"), said.err);
  }
#endif
}
