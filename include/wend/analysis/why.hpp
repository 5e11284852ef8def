#pragma once
#include <wend/base/export.hpp>
#include <wend/ids.hpp>
#include <wend/state.hpp>

#include <cstdint>
#include <string>

namespace wend {

class World;

// What keeps an agent from its target. Numbers are fixed for ever.
enum class Cause : std::uint8_t {
  none = 0,            // nothing is wrong: it walks, waits, stands by or has arrived
  no_goal = 1,         // it has nowhere to go
  no_way = 2,          // walls and obstacles leave no way to the target
  shut_door = 3,       // there is a way, through a door that is shut
  narrow_passage = 4,  // the way is narrower than the body
  no_planner = 5,      // something stands between it and the target, and nothing plans the way round
  silenced = 6,        // obstacles compete the target's weight down to 0
  target_taken = 7,    // others stand where it wants to stand
  circling = 8,        // it turns about a target that is too small for it
  held_up = 9,         // a body is in its way
  unknown = 10,        // what draws and what pushes cancel
};
WEND_API const char* name(Cause);

// Why an agent does not get on, in words.
struct Verdict {
  Cause cause = Cause::none;
  std::string why;     // one line
  std::string advice;  // what to try, one line; empty: nothing is wrong
};

// Statuses of an agent that wants to go on and does not: stuck, orbit, lost and blocked.
WEND_API bool needs_a_verdict(Status);
// The same, or it moves and has come no nearer to its target for 15 s, without a planner that leads it round.
WEND_API bool needs_a_verdict(const World&, AgentId);

// The reason, from World::explain() and from what stands where. Looking does not change the world. It may take a moment in
// large worlds: it asks for every way there is.
WEND_API Verdict why(const World&, AgentId);

}  // namespace wend
