#if defined WEND_PROGRAM && defined WEND_SHIM
#include <doctest/doctest.h>
#include <wend/io/checkpoint.hpp>
#include <wend/base/rng.hpp>

#include <map>
#include <span>

#include "support/shim.hpp"

using namespace wend;
using namespace wend::test;

// What a power cut may leave of a run's checkpoints, as SQLite's tests do it: the calls of the program are recorded, and
// after any of them a disk is made up. Bytes that were not flushed are there, gone or garbled; names that were not flushed
// are those of some moment since the folder was flushed.

namespace {

using Inode = std::size_t;
using Names = std::map<std::string, Inode>;

struct Disk {
  std::vector<std::string> flushed, now;  // of each inode
  Names names_now;
  std::vector<Names> names_since_flush;   // the first are those on the disk for certain
};

void apply(Disk& disk, std::map<std::string, Inode>& open, const FileCall& call, const std::string& folder) {
  const auto changed = [&] { disk.names_since_flush.push_back(disk.names_now); };
  if (call.operation == "open") {
    if (!disk.names_now.contains(call.path)) {
      disk.now.emplace_back();
      disk.flushed.emplace_back();
      disk.names_now[call.path] = disk.now.size() - 1;
      changed();
    }
    open[call.path] = disk.names_now[call.path];
  } else if (call.operation == "write") {
    std::string& bytes = disk.now[open.at(call.path)];
    const auto offset = static_cast<std::size_t>(call.offset);
    bytes.resize(std::max(bytes.size(), offset + call.bytes.size()));
    bytes.replace(offset, call.bytes.size(), call.bytes);
  } else if (call.operation == "ftruncate") {
    disk.now[open.at(call.path)].resize(static_cast<std::size_t>(call.offset));
  } else if (call.operation == "fsync" && call.path == folder) {
    disk.names_since_flush = {disk.names_now};
  } else if (call.operation == "fsync") {
    const Inode inode = open.at(call.path);
    disk.flushed[inode] = disk.now[inode];
  } else if (call.operation == "rename" && disk.names_now.contains(call.path)) {
    const Inode inode = disk.names_now[call.path];
    if (disk.names_now.contains(call.other) && disk.names_now[call.other] == inode) return;
    disk.names_now.erase(call.path);
    disk.names_now[call.other] = inode;
    changed();
  } else if (call.operation == "link" && disk.names_now.contains(call.path) && !disk.names_now.contains(call.other)) {
    disk.names_now[call.other] = disk.names_now[call.path];
    changed();
  } else if (call.operation == "unlink" && disk.names_now.erase(call.path) > 0) {
    changed();
  }
}

// Blocks of what was written since the flush reach the disk or not, or hold anything.
std::string after_the_cut(const std::string& flushed, const std::string& now, Rng& rng) {
  if (flushed == now) return now;
  constexpr std::size_t block = 512;
  const std::uint64_t how = rng.below(4);
  if (how == 0) return flushed;
  if (how == 1) return now;
  std::string bytes = now.substr(0, how == 2 ? rng.below(now.size() + 1) : now.size());
  for (std::size_t at = 0; at < bytes.size(); at += block) {
    const std::size_t size = std::min(block, bytes.size() - at);
    const std::uint64_t fate = rng.below(3);
    if (fate == 0) bytes.replace(at, size, size, '\0');
    if (fate == 1) bytes[at + rng.below(size)] = static_cast<char>(rng.below(256));
  }
  return bytes;
}

struct Recorded {
  std::string folder;
  std::vector<FileCall> calls;
};

Recorded record(const Stage& stage) {
  const std::string scene = stage.folder.file("walkers.lua",
                                              "scene { dt = 0.25, duration = 2.5 } target { at = {12, 0} }\n"
                                              "group { count = 2, area = box(-30, -20, -5, 20), target = nearest, model = attractor {} }\n");
  const Shimmed run =
      stage.run({"run", scene, "--checkpoint", stage / "c.wend", "--checkpoint-every", "0.5", "-q"}, {.call = 0, .kind = "", .keep = true});
  REQUIRE_MESSAGE(run.said.code == 0, run.said.err);
  return {stage.out(), run.calls};
}

// Bytes of all checkpoints in the order they were written.
std::vector<std::string> saves(const Recorded& all) {
  std::vector<std::string> list;
  std::string bytes;
  for (const FileCall& call : all.calls) {
    if (call.operation == "ftruncate") bytes.clear();
    if (call.operation == "write") bytes += call.bytes;
    if (call.operation == "rename" && call.other.ends_with("/c.wend")) list.push_back(bytes);
  }
  return list;
}

// Gives the number of checkpoints that were safe.
std::size_t cut_the_power(const Recorded& all, const std::vector<std::string>& saved, std::size_t calls, Rng& rng) {
  Disk disk;
  disk.names_since_flush = {{}};
  std::map<std::string, Inode> open;
  std::size_t certain = 0, renamed = 0;  // saves whose folder was flushed; saves under their name
  for (std::size_t i = 0; i < calls; ++i) {
    const FileCall& call = all.calls[i];
    apply(disk, open, call, all.folder);
    if (call.operation == "rename" && call.other.ends_with("/c.wend")) ++renamed;
    if (call.operation == "fsync" && call.path == all.folder) certain = renamed;
  }
  const Folder folder;
  const Names& names = disk.names_since_flush[rng.below(disk.names_since_flush.size())];
  std::map<Inode, std::string> contents;  // two names of one file show the same
  for (const auto& [path, inode] : names) {
    if (!contents.contains(inode)) contents[inode] = after_the_cut(disk.flushed[inode], disk.now[inode], rng);
    folder.file(std::filesystem::path(path).filename().string(), contents[inode]);
  }
  CAPTURE(calls);
  CAPTURE(certain);
  const auto found = io::find_checkpoint(folder / "c.wend");
  if (certain == 0 && !found) return 0;
  REQUIRE(found.has_value());
  const std::string bytes(reinterpret_cast<const char*>(found->bytes.data()), found->bytes.size());
  const auto which = std::find(saved.begin(), saved.end(), bytes);
  REQUIRE(which != saved.end());  // one that was written, bit by bit
  CHECK(static_cast<std::size_t>(which - saved.begin()) + 1 >= certain);
  return certain;
}

void cut_often(std::uint64_t seeds) {
  const Stage stage;
  const Recorded all = record(stage);
  const std::vector<std::string> saved = saves(all);
  REQUIRE(saved.size() == 5);
  REQUIRE(saved.back() == stage.bytes("c.wend"));
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    for (std::size_t calls = 1 + rng.below(4); calls <= all.calls.size(); calls += 1 + rng.below(4))
      cut_the_power(all, saved, calls, rng);
    CHECK(cut_the_power(all, saved, all.calls.size(), rng) == saved.size());
  }
}

}  // namespace

TEST_CASE("crash layer: after a power cut the newest checkpoint that was safe is found, or a newer one") { cut_often(20); }

TEST_SUITE("long") {
  TEST_CASE("crash layer: power cuts of 1000 seeds") { cut_often(1000); }
}

#endif
