#pragma once
#include <wend/analysis/planning_field.hpp>
#include <wend/base/export.hpp>
#include <wend/ids.hpp>
#include <wend/model/model.hpp>
#include <wend/specs.hpp>
#include <wend/state.hpp>
#include <wend/vec.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace wend {
class World;
}

namespace wend::io {

// A moment of a run as plain data: all that files, pictures, films and measurements need.

struct Box {
  Vec2 low{};
  Vec2 high{};
};

struct BodyShape {
  std::uint64_t id = 0;
  BodyKind kind = BodyKind::disc;
  Vec2 at{};
  Vec2 to{};  // the other end of a capsule or wall
  double radius = 0;
  BodyMotion motion = BodyMotion::fixed;
  std::uint32_t floor = 0;
  bool door = false;
  friend bool operator==(const BodyShape&, const BodyShape&) = default;
};

struct TargetMark {
  std::uint64_t id = 0;
  TargetShape shape = TargetShape::point;
  Vec2 at{};
  Vec2 to{};  // the other end of a segment
  double radius = 0;
  std::vector<Vec2> polygon{};
  friend bool operator==(const TargetMark&, const TargetMark&) = default;
};

// Every list is in id order. An open door is not among the bodies.
struct Frame {
  double time = 0;
  std::vector<AgentState> agents{};
  std::vector<BodyShape> bodies{};
  std::vector<TargetMark> targets{};
  std::uint64_t step = 0;
  std::vector<Event> events{};  // of the step that led here
  std::optional<PlanningField> field{};  // to be drawn below the crowd; capture() leaves it out
  std::vector<BodyShape> open_doors{};  // for drawing; recordings do not keep them
};

WEND_API Frame capture(const World&);

// Between two frames, alpha in [0, 1]: who is only in `a` stays until alpha is 1, who is only in `b` appears then.
// An agent that went farther than it can walk was put there: it jumps instead of gliding.
WEND_API Frame interpolate(const Frame& a, const Frame& b, double alpha);

// The number of an agent in files: its index, and apart from that only for a later tenant of the same index.
constexpr std::int64_t file_id(AgentId id) {
  const std::uint32_t reuse = id.generation == 0 ? 0 : id.generation - 1;
  return static_cast<std::int64_t>((std::uint64_t{reuse & 0x7fffffffu} << 32) | id.index);
}

constexpr AgentId agent_of_file_id(std::int64_t id) {
  const auto bits = static_cast<std::uint64_t>(id);
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32) + 1};
}

struct TrailPoint {
  double time = 0;
  Vec2 at{};
  double speed = 0;  // |velocity|
  double target_weight = 1;
  bool jump = false;  // it was put here: no line from the point before
};

// Where an agent was, oldest first.
struct Trail {
  AgentId id{};
  std::uint32_t group = 0;
  std::vector<TrailPoint> points{};
};

// One older point stays, so that a trail reaches back all the time.
WEND_API void forget_before(std::vector<Trail>&, double time);

// Remembers the last seconds of everybody's way, also of those who have left.
class WEND_API TrailRecorder {
 public:
  static constexpr std::size_t max_points = 4096;  // per agent; beyond, every second point is forgotten

  explicit TrailRecorder(double seconds) : seconds_(seconds) {}
  void add(const Frame&);
  void forget_before(double time) { io::forget_before(trails_, time); }
  std::span<const Trail> trails() const { return trails_; }  // in id order

 private:
  double seconds_;
  std::vector<Trail> trails_;
};

}  // namespace wend::io
