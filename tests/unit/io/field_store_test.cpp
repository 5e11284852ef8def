#include <doctest/doctest.h>
#include <wend/io/field_store.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "unit/io/scratch.hpp"

using namespace wend;
using namespace wend::io;
using wend::test::content;
using wend::test::Scratch;

namespace {

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 37 + 11);
  return bytes;
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

constexpr std::uint64_t key = 0x0123456789abcdefu;

}  // namespace

TEST_CASE("field store: what is kept comes back, in a folder that was not there") {
  const Scratch scratch("store");
  DiskFieldStore store(scratch.path("a/b"));
  CHECK(store.path(key) == scratch.path("a/b/0123456789abcdef.field"));
  std::vector<std::byte> bytes;
  CHECK(!store.load(key, bytes));
  for (const std::size_t size : {0, 1, 7, 8, 9, 200000}) {
    CAPTURE(size);
    store.save(key, some_bytes(size));
    bytes = some_bytes(3);
    CHECK(store.load(key, bytes));
    CHECK(bytes == some_bytes(size));
  }
  CHECK(!store.load(key + 1, bytes));
  CHECK(store.loaded() == 6);
  CHECK(store.saved() == 6);
  CHECK(store.warning().empty());
}

TEST_CASE("field store: a file with one bit changed, cut or with more behind it is as good as absent") {
  const Scratch scratch("store-damage");
  DiskFieldStore store(scratch.path(""));
  const std::vector<std::byte> kept = some_bytes(29);
  store.save(key, kept);
  const std::string whole = content(store.path(key));
  REQUIRE(whole.size() > kept.size());
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    CAPTURE(i);
    for (const int bit : {0, 7}) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      write(store.path(key), damaged);
      CHECK(!store.load(key, bytes));
    }
    write(store.path(key), whole.substr(0, i));
    CHECK(!store.load(key, bytes));
  }
  write(store.path(key), whole + '\0');
  CHECK(!store.load(key, bytes));
  write(store.path(key + 1), whole);  // under another name
  CHECK(!store.load(key + 1, bytes));
  CHECK(bytes.empty());
  store.save(key, kept);  // solved anew, kept anew
  CHECK(store.load(key, bytes));
  CHECK(bytes == kept);
}

TEST_CASE("field store: a folder, a pipe or somebody else's file under the name is as good as absent") {
  const Scratch scratch("store-foreign");
  DiskFieldStore store(scratch.path(""));
  std::vector<std::byte> bytes;
  std::filesystem::create_directory(store.path(1));
  REQUIRE(::mkfifo(store.path(2).c_str(), 0600) == 0);
  write(store.path(3), "a letter to my aunt, long enough to hold a header and more than that, and then some words\n");
  for (const std::uint64_t each : {1, 2, 3}) CHECK(!store.load(each, bytes));
  store.save(1, some_bytes(5));
  CHECK(store.saved() == 0);
  CHECK(store.warning().find("0000000000000001.field") != std::string::npos);
}

TEST_CASE("field store: a folder that cannot be written and a full disk give one warning and no file") {
  const Scratch scratch("store-full");
  write(scratch.path("file"), "x");
  DiskFieldStore below(scratch.path("file/cache"));
  below.save(key, some_bytes(5));
  CHECK(below.warning().find("cannot create the folder") != std::string::npos);
  CHECK(below.warning().find("solved anew") != std::string::npos);

  DiskFieldStore full(scratch.path("full"));
  {
    const test::SmallDisk small(1000);
    full.save(key, some_bytes(100000));
    full.save(key + 1, some_bytes(100000));
  }
  CHECK(full.warning().find("0123456789abcdef.field") != std::string::npos);
  CHECK(full.saved() == 0);
  CHECK(std::filesystem::is_empty(scratch.path("full")));

  if (::geteuid() != 0) {  // root may write anywhere
    std::filesystem::create_directory(scratch.path("read-only"));
    std::filesystem::permissions(scratch.path("read-only"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    DiskFieldStore locked(scratch.path("read-only"));
    locked.save(key, some_bytes(5));
    CHECK(locked.warning().find("Permission denied") != std::string::npos);
    std::filesystem::permissions(scratch.path("read-only"), std::filesystem::perms::owner_all);
  }
}

TEST_CASE("field store: threads and a killed writer's leftovers do not get in each other's way") {
  const Scratch scratch("store-threads");
  write(scratch.path("0123456789abcdef.field.partial-999999999"), "half");
  DiskFieldStore store(scratch.path(""));
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        std::vector<std::byte> bytes;
        for (int i = 0; i < 5; ++i) {
          store.save(key, some_bytes(999));
          if (store.load(key, bytes)) continue;
        }
      });
    }
  }
  CHECK(store.saved() == 20);
  CHECK(store.loaded() == 20);
  CHECK(store.warning().empty());
  CHECK(scratch.files() == std::vector<std::string>{"0123456789abcdef.field"});
}
