#include <wend/io/atomic_file.hpp>

#include <doctest/doctest.h>

#include "scratch.hpp"

using namespace wend;
using namespace wend::io;
using test::content;
using test::Scratch;
using test::SmallDisk;
using Names = std::vector<std::string>;

TEST_CASE("io: an atomic file appears complete, and only at commit") {
  const Scratch scratch("atomic_commit");
  const std::string path = scratch.path("a.csv");
  auto file = AtomicFile::create(path);
  REQUIRE(file);
  CHECK(file->write("one "));
  const std::string large(200000, 'x');
  CHECK(file->write(large));
  CHECK(file->write(" two"));
  CHECK(scratch.files() == Names{"a.csv.partial-" + std::to_string(::getpid())});
  CHECK(file->commit());
  CHECK(scratch.files() == Names{"a.csv"});
  CHECK(content(path) == "one " + large + " two");
  CHECK_FALSE(file->flush());
  CHECK_FALSE(file->commit());
}

TEST_CASE("io: an atomic file that is dropped leaves the old content and nothing else") {
  const Scratch scratch("atomic_drop");
  std::ofstream(scratch.path("a.csv")) << "old";
  {
    auto file = AtomicFile::create(scratch.path("a.csv"));
    REQUIRE(file);
    CHECK(file->write("new"));
  }
  CHECK(scratch.files() == Names{"a.csv"});
  CHECK(content(scratch.path("a.csv")) == "old");
}

TEST_CASE("io: a leftover of a killed process does not stand in the way") {
  const Scratch scratch("atomic_leftover");
  std::ofstream(scratch.path("a.csv.partial-" + std::to_string(::getpid()))) << "a much longer text than the new one";
  auto file = AtomicFile::create(scratch.path("a.csv"));
  REQUIRE(file);
  CHECK(file->write("new"));
  CHECK(file->commit());
  CHECK(content(scratch.path("a.csv")) == "new");
  CHECK(scratch.files() == Names{"a.csv"});
}

TEST_CASE("io: two writers of one file are told apart") {
  const Scratch scratch("atomic_two");
  auto first = AtomicFile::create(scratch.path("a.csv"));
  REQUIRE(first);
  const auto second = AtomicFile::create(scratch.path("a.csv"));
  REQUIRE_FALSE(second);
  CHECK(second.error().message.find("already being written") != std::string::npos);
  CHECK(first->write("first"));
  CHECK(first->commit());
  CHECK(content(scratch.path("a.csv")) == "first");
}

TEST_CASE("io: an atomic file that cannot be made says which and why") {
  const Scratch scratch("atomic_cannot");
  std::ofstream(scratch.path("plain")) << "x";
  std::filesystem::create_directory(scratch.path("folder"));
  const struct {
    std::string path, cause;
  } cases[] = {
      {scratch.path("plain") + "/a.csv", "Not a directory"},
      {scratch.path("missing") + "/a.csv", "No such file or directory"},
      {scratch.path("folder"), "Is a directory"},
      {scratch.path(std::string(300, 'n')), "File name too long"},
      {"/dev/null", "not a plain file"},
      {"", "not a file name"},
  };
  for (const auto& c : cases) {
    const auto file = AtomicFile::create(c.path);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == Errc::io);
    CHECK(file.error().message.find("'" + c.path + "'") != std::string::npos);
    CHECK_MESSAGE(file.error().message.find(c.cause) != std::string::npos, file.error().message);
  }
  CHECK(scratch.files() == Names{"folder", "plain"});
}

TEST_CASE("io: a full disk is reported and leaves nothing behind") {
  const Scratch scratch("atomic_full");
  std::ofstream(scratch.path("a.csv")) << "old";
  Result<void> outcome;
  {
    const SmallDisk small(1000);
    auto file = AtomicFile::create(scratch.path("a.csv"));
    REQUIRE(file);
    outcome = file->write(std::string(100000, 'x'));
    CHECK_FALSE(file->commit());
  }
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().message == "cannot write '" + scratch.path("a.csv") + "': File too large");
  CHECK(scratch.files() == Names{"a.csv"});
  CHECK(content(scratch.path("a.csv")) == "old");
}

TEST_CASE("io: a link keeps pointing to the file that is written") {
  const Scratch scratch("atomic_link");
  std::ofstream(scratch.path("real.csv")) << "old";
  std::filesystem::create_symlink("real.csv", scratch.path("link.csv"));
  auto file = AtomicFile::create(scratch.path("link.csv"));
  REQUIRE(file);
  CHECK(file->write("new"));
  CHECK(file->commit());
  CHECK(std::filesystem::is_symlink(scratch.path("link.csv")));
  CHECK(content(scratch.path("real.csv")) == "new");
}

TEST_CASE("io: write_file() writes a whole file, or says why not and leaves the old one") {
  const Scratch scratch("whole");
  REQUIRE(write_file(scratch.path("a.txt"), "first"));
  REQUIRE(write_file(scratch.path("a.txt"), std::string(200000, 'x')));
  CHECK(content(scratch.path("a.txt")) == std::string(200000, 'x'));
  CHECK(scratch.files().size() == 1);
  const auto refused = write_file(scratch.path("nowhere/a.txt"), "text");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::io);
  CHECK(refused.error().message.find("nowhere/a.txt") != std::string::npos);
}
