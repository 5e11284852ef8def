#pragma once
#include "world/data.hpp"

namespace wend::world {

inline constexpr std::uint32_t nowhere_floor = 0xffffffff;  // nobody is there: what is open has no place

// As the environment sees it: an open door is not there.
inline environment::Capsule capsule_of(const Body& b) {
  if (b.open != 0) return {b.a, b.b, 0, nowhere_floor, false, false};
  return {b.a, b.b, b.radius, b.floor, b.kind == BodyKind::wall, b.motion == BodyMotion::fixed};
}

// A door that is told to shut does so at once, or waits while somebody is in its way.
void set_door(const Data&, Body& door, bool open);
// Between steps: doors that wait shut once nobody is in their way; each tells of its waiting once.
void shut_waiting_doors(Data&);

}  // namespace wend::world
