#include <doctest/doctest.h>
#include <wend/io/checkpoint.hpp>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>

#include "golden/cli_support.hpp"
#include "support/scene.hpp"
#include "support/shim.hpp"

using namespace wend;
using namespace wend::test;

// Checkpoint files that were cut or changed. This file replaces the operator new of its test program, to know the largest
// piece of memory that was asked for.

namespace {

std::atomic<std::size_t> largest = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  std::size_t so_far = largest;
  while (size > so_far && !largest.compare_exchange_weak(so_far, size)) continue;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return std::malloc(size > 0 ? size : 1); }
[[gnu::noinline]] void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace {

const char* lonely = "scene { duration = 5 } target { at = {9, 0} } agent { at = {0, 0}, target = nearest }";

// FILE of step 8 and FILE.1 of step 4, and their bytes.
struct Generations {
  Stage stage;
  std::string path = stage / "c.wend";
  Bytes newer, older;

  Generations() {
    auto scene = loaded(lonely);
    for (Bytes* bytes : {&older, &newer}) {
      run(scene, 4);
      *bytes = *scene.checkpoint();
      REQUIRE(io::save_checkpoint(path, *bytes));
    }
    REQUIRE(io::find_checkpoint(path)->bytes == newer);
  }

  // The damaged FILE is passed over with its reason, for the price of reading it.
  bool gives_way() const {
    largest = 0;
    const auto found = io::find_checkpoint(path);
    const std::size_t asked = largest;
    return found && found->path == path + ".1" && found->bytes == older && found->passed_over.size() == 1 &&
           found->passed_over[0].place == path && asked <= std::max(newer.size(), older.size());
  }
};

}  // namespace

TEST_CASE("damage: a checkpoint cut at every byte gives way to the older one") {
  const Generations files;
  for (std::size_t size = files.newer.size(); size-- > 0;) {
    CAPTURE(size);
    std::filesystem::resize_file(files.path, size);
    REQUIRE(files.gives_way());
  }
}

TEST_CASE("damage: a checkpoint with any bit flipped gives way to the older one") {
  const Generations files;
  REQUIRE(files.newer.size() <= 8192);
  std::fstream file(files.path, std::ios::in | std::ios::out | std::ios::binary);
  const auto put = [&](std::size_t at, std::byte value) {
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(value));
    file.flush();
  };
  for (std::size_t at = 0; at < files.newer.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      put(at, files.newer[at] ^ static_cast<std::byte>(1 << bit));
      CAPTURE(at);
      CAPTURE(bit);
      REQUIRE(files.gives_way());
    }
    put(at, files.newer[at]);
  }
  CHECK(io::find_checkpoint(files.path)->bytes == files.newer);
}

TEST_CASE("damage: when no generation is whole, the newest one's reason is the answer") {
  const Generations files;
  for (const std::string& path : {files.path, files.path + ".1"}) std::filesystem::resize_file(path, 40);
  const auto found = io::find_checkpoint(files.path);
  REQUIRE(!found);
  CHECK(has(found.error().text(), files.path));
  CHECK(has(found.error().text(), "damaged or cut off"));
}

TEST_CASE("damage: a checkpoint behind a link has its older ones there too") {
  const Generations files;
  std::filesystem::create_directory(files.stage.folder / "elsewhere");
  const std::string link = files.stage.folder / "elsewhere/link.wend";
  std::filesystem::create_symlink(files.path, link);
  std::filesystem::resize_file(files.path, 100);
  const auto found = io::find_checkpoint(link);
  REQUIRE(found.has_value());
  CHECK(found->bytes == files.older);
  REQUIRE(io::save_checkpoint(link, files.newer));
  CHECK(std::filesystem::is_symlink(link));
  CHECK(io::find_checkpoint(link)->bytes == files.newer);
}

TEST_CASE("damage: a save that follows one which stopped half way keeps both older ones") {
  const Generations files;  // FILE and FILE.1
  REQUIRE(io::save_checkpoint(files.path, files.newer));
  std::filesystem::remove(files.path + ".1");
  std::filesystem::create_hard_link(files.path, files.path + ".1");  // as after a kill between link and rename
  for (int i = 0; i < 4; ++i) {
    auto scene = loaded(lonely);
    run(scene, 10 + i);
    REQUIRE(io::save_checkpoint(files.path, *scene.checkpoint()));
    REQUIRE(io::find_checkpoint(files.path)->path == files.path);
    if (i == 0) CHECK(*io::read_bytes(files.path + ".2") == files.older);
  }
  CHECK(*io::read_bytes(files.path + ".1") != *io::read_bytes(files.path + ".2"));
}

#ifdef WEND_PROGRAM
TEST_CASE("damage: resume goes on from the older checkpoint, says so, and ends alike") {
  const Folder folder;
  const std::string scene = folder.file("quick.lua", quick), file = folder / "c.wend";
  const std::vector<std::string> arguments{"run", scene, "--checkpoint", file, "--checkpoint-every", "5", "--duration", "16", "--json", "-q"};
  const json whole = one_object(call(folder, arguments).out);
  for (const std::size_t at : {0u, 9u, 13u, 20u, 300u}) {
    CAPTURE(at);
    REQUIRE(call(folder, arguments).code == 0);
    std::string bytes = read_file(file);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    folder.file("c.wend", bytes);
    const Said said = call(folder, {"resume", file, "--json", "-q"});
    CHECK(said.code == 0);
    CHECK_MESSAGE(has(said.err, "going on from the older '" + file + ".1'"), said.err);
    CHECK(one_object(said.out)["hash"] == whole["hash"]);
    CHECK(one_object(said.out)["per_agent"] == whole["per_agent"]);
  }
}
#endif
