#pragma once
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/trajectory.hpp>
#include <wend/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend::io {

// An open trajectory file, as a format reads it. A program that reads files uses Recording, which finds the format.
// The constructor of a reader fills in what the file says; the file itself is never changed.
class WEND_API TrajectoryReader {
 public:
  virtual ~TrajectoryReader();
  virtual std::size_t frames() const = 0;
  // Asked with i < frames(). Recording sorts the lists by id and refuses an id that is there twice.
  virtual Result<Frame> frame(std::size_t i) = 0;

  RunInfo info{};                       // as far as the file knows
  std::optional<std::uint64_t> hash{};  // of the run's last state
  bool complete = false;                // false: left by a run that did not finish
  bool exact = false;                   // frames are equal to those written, bit for bit
  bool velocities = false;              // false: everybody goes along its heading
  std::string kind{};                   // what to call this file if the format's doc does not fit; else empty
  std::string note{};                   // what had to be assumed; empty if nothing
  std::uint64_t agents = 0, rows = 0;   // ever seen; an agent in a frame is one row
};

// What the files of a format hold when we write them, beside place and heading of every agent.
struct TrajectoryContents {
  bool run_info = false;    // RunInfo and the final hash
  bool velocities = false;  // of agents
  bool bodies = false;      // obstacles, walls and targets
  bool events = false;      // arrivals, contacts, ...
  bool exact = false;       // each frame comes back bit for bit
};

// A kind of trajectory file. A new one is a reader, a writer and a value of this struct; nothing else needs to know it.
struct TrajectoryFormat {
  std::string name{};     // "csv"; small letters, digits and _
  std::string ending{};   // ".csv"; the same after a dot
  std::string doc{};      // one line, what `wend info` calls such a file: "trajectory as comma-separated values"
  std::string used_by{};  // who reads it: "spreadsheets, scripts"; may be empty
  TrajectoryContents holds{};
  // Whether a file with these first bytes is one. It gets at least 256 of them, or all of a shorter file.
  bool (*recognises)(std::string_view first_bytes) = nullptr;
  Result<std::unique_ptr<TrajectoryWriter>> (*open_writer)(const std::string& path, const RunInfo&) = nullptr;
  Result<std::unique_ptr<TrajectoryReader>> (*open_reader)(const std::string& path) = nullptr;
};

constexpr std::size_t trajectory_head = 256;         // bytes that recognises() gets
constexpr std::size_t most_trajectory_formats = 64;  // ours and those of the program

// All formats, ours first, then in the order of registration. The pointers and the span stay valid until the program
// ends; a span does not grow. Any thread may ask at any time.
WEND_API std::span<const TrajectoryFormat* const> trajectory_formats();

// Adds a format of the program's own; open_trajectory() and Recording know it from then on. An Error: a field is
// missing or malformed, the name or ending is taken (also by pictures, scenes and checkpoints), or there are too many.
WEND_API Result<void> register_trajectory_format(const TrajectoryFormat&);

// By the ending of a path, capital letters or not; or by content: the first format that recognises it. Null: none.
WEND_API const TrajectoryFormat* find_trajectory_format(std::string_view path);
WEND_API const TrajectoryFormat* recognise_trajectory(std::string_view first_bytes);

// The endings of all formats, for messages.
WEND_API std::vector<std::string> trajectory_endings();

}  // namespace wend::io
