#include "fuzz/fuzz.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// Every input that ever mattered, once more. A crash names its file: it is the last one said.

namespace {

void replay(const std::string& target, int (*run)(const std::uint8_t*, std::size_t)) {
  const std::filesystem::path folder = std::filesystem::path(WEND_SOURCE_DIR) / "tests/fuzz/corpus" / target;
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  CHECK_FALSE(files.empty());
  for (const auto& file : files) {
    CAPTURE(file.filename().string());
    std::ifstream in(file, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    CHECK(run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) == 0);
  }
  CHECK(run(nullptr, 0) == 0);
  MESSAGE(files.size(), " files");
}

}  // namespace

TEST_CASE("fuzz: corpus of public calls") { replay("api", fuzz_api); }
TEST_CASE("fuzz: corpus of checkpoints") { replay("checkpoint", fuzz_checkpoint); }
TEST_CASE("fuzz: corpus of csv recordings") { replay("csv", fuzz_csv); }
TEST_CASE("fuzz: corpus of npy recordings") { replay("npy", fuzz_npy); }
TEST_CASE("fuzz: corpus of sqlite recordings") { replay("sqlite", fuzz_sqlite); }
TEST_CASE("fuzz: corpus of scenes") { replay("scene", fuzz_scene); }
TEST_CASE("fuzz: corpus of scene JSON") { replay("scene_json", fuzz_scene_json); }
TEST_CASE("fuzz: corpus of scripts that run") { replay("script", fuzz_script); }
TEST_CASE("fuzz: corpus of snapshots") { replay("snapshot", fuzz_snapshot); }
