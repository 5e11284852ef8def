#pragma once
#include <wend/vec.hpp>

#include <cstdint>
#include <span>

namespace wend::planning {

// Where somebody wants to go: a point or disc (at == to), a segment, or a filled polygon.
struct Place {
  Vec2 at, to;
  std::span<const Vec2> corners;
  std::uint32_t floor = 0;
};

// The point of the place nearest to p.
Vec2 nearest_point(const Place&, Vec2 p);

// One agent's question: which of these places, in id order, is nearest? In a listed order the first one is taken.
struct Question {
  Vec2 at;
  std::uint32_t floor = 0;
  std::span<const std::uint32_t> open;  // indices of places
  bool listed = false;
};

struct Answer {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t place = none;
  Vec2 offset;  // to its nearest point
  double distance = 0;
};

// Answers every question; ties go to the one listed first.
void choose_places(std::span<const Question>, std::span<const Place>, std::span<Answer>);

}  // namespace wend::planning
