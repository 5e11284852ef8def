#pragma once
#include <wend/io/trajectory_format.hpp>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "io/error.hpp"

namespace wend::io {

// Thrown inside, an Error outside.
struct Damage : std::exception {
  std::string text;
  explicit Damage(std::string t) : text(std::move(t)) {}
  const char* what() const noexcept override { return text.c_str(); }
};

// Nothing is thrown through the public functions: what f() threw while it read the file becomes an Error.
template <class F>
auto read_guarded(const std::string& path, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const Damage& problem) {
    return Error{Errc::damaged, "cannot read '" + path + "': " + problem.text, ""};
  } catch (const std::bad_alloc&) {
    return io_error("read", path, "out of memory");
  } catch (const std::exception& problem) {
    return io_error("read", path, problem.what());
  }
}

// What the readers of our own formats share: they throw what is wrong, also in their constructors.
class FileReader : public TrajectoryReader {
 public:
  explicit FileReader(std::string path) : path_(std::move(path)) {}
  Result<Frame> frame(std::size_t i) final {
    return read_guarded(path_, [&]() -> Result<Frame> { return read_frame(i); });
  }

 private:
  virtual Frame read_frame(std::size_t i) = 0;
  std::string path_;
};

// Opens the file of a FileReader.
template <class Reader>
Result<std::unique_ptr<TrajectoryReader>> open_reader(const std::string& path) {
  return read_guarded(path, [&]() -> Result<std::unique_ptr<TrajectoryReader>> {
    return std::unique_ptr<TrajectoryReader>(std::make_unique<Reader>(path));
  });
}

// The first bytes of a plain file, at most so many; an Error if it cannot be read or is none.
Result<std::string> read_head(const std::string& path, std::size_t size);

// What files of before say of a velocity.
// An agent as a reader begins it: radius and top speed are these where the file does not say them.
inline AgentState assumed_agent() {
  AgentState agent;
  agent.radius = 0.3, agent.top_speed = 1;
  return agent;
}

inline Vec2 along_heading(const AgentState& dot) { return dot.speed * Vec2{std::cos(dot.heading), std::sin(dot.heading)}; }
inline constexpr const char* no_velocities = "a file without velocities: everybody goes along its heading";

Status status_of(std::int64_t number);

}  // namespace wend::io
