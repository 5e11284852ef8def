#pragma once
#include <wend/io/recording.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace wend::io {

// What a format must know.
struct Recording::Reader {
  RecordingFormat format = RecordingFormat::csv;
  RunInfo info{};
  std::optional<std::uint64_t> hash{};
  bool complete = false;
  bool exact = false;
  bool velocities = false;
  std::string note{};
  std::uint64_t agents = 0, rows = 0;

  virtual ~Reader() = default;
  virtual std::size_t frames() const = 0;
  virtual Frame frame(std::size_t i) = 0;  // throws what is wrong
};

// Thrown inside, an Error outside.
struct Damage : std::exception {
  std::string text;
  explicit Damage(std::string t) : text(std::move(t)) {}
  const char* what() const noexcept override { return text.c_str(); }
};

// One function per format; Recording::open() chooses by the first bytes.
std::unique_ptr<Recording::Reader> read_sqlite(const std::string& path);
std::unique_ptr<Recording::Reader> read_csv(const std::string& path);
std::unique_ptr<Recording::Reader> read_npy(const std::string& path);

// What files of before say of a velocity.
inline Vec2 along_heading(const AgentDot& dot) { return dot.speed * Vec2{std::cos(dot.heading), std::sin(dot.heading)}; }
inline constexpr const char* no_velocities = "a file without velocities: everybody goes along its heading";

// Lists in id order, nobody twice.
void put_in_order(Frame&);

Status status_of(std::int64_t number);

}  // namespace wend::io
