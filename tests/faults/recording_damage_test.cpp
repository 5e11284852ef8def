#include <doctest/doctest.h>
#include <wend/io/recording.hpp>

#include <cmath>

#include "support/fp_traps.hpp"
#include "support/recordings.hpp"
#include "unit/io/scratch.hpp"

using namespace wend;
using test::content;
using test::need;
using test::Scratch;

namespace {

// Few people, few frames: files of some kilobytes.
std::vector<io::Frame> few_frames() { return test::mixed_frames(4, 4); }

// Opens a file and reads all of it. The number of whole frames, or -1 if anything was refused.
int read_all(const std::string& path) {
  auto r = io::Recording::open(path);
  if (!r) {
    CHECK(!r.error().message.empty());
    return -1;
  }
  for (std::size_t i = 0; i < r->frames(); ++i) {
    const auto frame = r->frame(i);
    if (!frame) return -1;
    for (const AgentState& dot : frame->agents) CHECK(std::isfinite(dot.at.x + dot.at.y + dot.heading + dot.radius));
  }
  return static_cast<int>(r->frames());
}

struct Damaged {
  const Scratch scratch;
  const std::string path, good;

  explicit Damaged(const std::string& name, const std::vector<io::Frame>& frames)
      : scratch("damage"), path(scratch.path(name)), good((test::write_frames(path, frames), content(path))) {}

  int with(const std::string& bytes) const {
    // In place: some file systems flush a file that is emptied and written anew.
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::filesystem::resize_file(path, bytes.size());
    return read_all(path);
  }
};

void cut_off(const std::string& name, std::size_t stride) {
  const test::NoTraps no_traps;
  const auto frames = few_frames();
  const Damaged file(name, frames);
  REQUIRE(file.with(file.good) == static_cast<int>(frames.size()));
  for (std::size_t size = 0; size < file.good.size(); size += stride) {
    CAPTURE(size);
    const int whole = file.with(file.good.substr(0, size));
    // Of a .csv the last line break may go: all rows are there, and `present` counts them.
    const bool only_break = size + 1 == file.good.size() && file.good.back() == '\n';
    CHECK(whole < static_cast<int>(frames.size()) + (only_break ? 1 : 0));
    if (whole < 0) continue;
    io::Recording r = need(io::Recording::open(file.path));  // what opens says that it is not whole
    CHECK_FALSE(r.complete());
    for (std::size_t i = 0; i < r.frames(); ++i) CHECK(need(r.frame(i)).agents.size() == frames[i].agents.size());
  }
}

void flip(const std::string& name, std::size_t stride) {
  const test::NoTraps no_traps;
  const Damaged file(name, few_frames());
  for (std::size_t bit = 0; bit < file.good.size() * 8; bit += stride) {
    CAPTURE(bit);
    std::string bytes = file.good;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    (void)file.with(bytes);
  }
}

}  // namespace

TEST_CASE("damage: a csv cut at every byte is refused or says what is missing") { cut_off("a.csv", 1); }
TEST_CASE("damage: an npy cut at every byte is refused or says what is missing") { cut_off("a.npy", 1); }
TEST_CASE("damage: a sqlite cut at many bytes is refused") { cut_off("a.sqlite", 61); }
TEST_CASE("damage: any bit of a csv may be wrong") { flip("a.csv", 1); }
TEST_CASE("damage: any bit of an npy may be wrong") { flip("a.npy", 1); }
TEST_CASE("damage: many bits of a sqlite may be wrong") { flip("a.sqlite", 257); }

TEST_SUITE("long") {
  TEST_CASE("damage: a sqlite cut at every byte is refused") { cut_off("a.sqlite", 1); }
  TEST_CASE("damage: any bit of a sqlite may be wrong") { flip("a.sqlite", 1); }
}
