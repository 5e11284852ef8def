#pragma once
#include <wend/analysis/portrait.hpp>
#include <wend/command.hpp>
#include <wend/model/model.hpp>
#include <wend/state.hpp>
#include <wend/world.hpp>

#include "environment/environment.hpp"
#include "planning/nearest.hpp"
#include "steering/half_planes.hpp"
#include "world/agent_columns.hpp"
#include "world/plans.hpp"
#include "world/room.hpp"
#include "world/slots.hpp"
#include "world/things.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wend::world {

// A pair that touched before, during or after a step; the shares at which that began and ended.
struct Meeting {
  Contact who;
  bool before = false, after = false;
  double begin = -1, end = -1;  // negative: not in this step
};

// A capture of a target that has not room for everybody.
struct Claim {
  std::uint32_t target = 0;  // row
  double time = 0;
  AgentId agent;
  friend auto operator<=>(const Claim&, const Claim&) = default;
};

// Where an agent belongs in the group that settles around its last target.
struct Place {
  TargetId of;  // none: it does not settle
  Vec2 offset;  // from the target
  bool ordered = false;       // in this step
  bool in_formation = false;  // Settlement::in_formation
};

// A group that settles around one point: agents whose last target is there.
struct Group {
  Vec2 at;
  std::uint32_t floor = 0;
  std::size_t members = 0;
  std::uint64_t squares = 0;  // sum of squared radii, in units of 2^-32 m^2
  double radius = 0;   // R_g of (D1), (D1a)
  bool orders = false;  // members without a place yet
  bool settles = false;
  std::vector<std::uint32_t> bodies;  // fixed ones near it
};

// What steer() wants; commit() makes it so.
struct Proposal {
  double x = 0, y = 0, heading = 0, turn_rate = 0, speed = 0;
  TargetId target;
  double goal_distance = 0;
  bool lost = false;
  bool blocked = false;  // the planner knows no way, or the model stands before something
  PlanAnswer plan;
  bool broken = false;  // not a number: stay where you are
  bool idle = false;    // has no goal
  bool settled = false;  // found its place around its last target
  std::uint8_t posture = 0;
  Vec2 way_out;
  double held_for = 0;  // (D13), if it is held up
  Place place;          // in the group it settles with
};

// Buffers of one worker: grown while warming up, then reused.
struct Scratch {
  environment::NearLists near;
  environment::SeenLists seen;
  environment::WallScratch walls;
  std::vector<Neighbour> sensed, hidden, others;
  std::vector<Track> tracks;  // of sensed, for models that look inside the step
  std::vector<Goal> goals;
  std::vector<planning::Question> questions;
  std::vector<planning::Answer> answers;
  std::vector<PlanAnswer> plans;
  std::vector<environment::Way> ways;
  std::vector<std::uint8_t> clear;
  environment::WayScratch way;
  std::vector<std::size_t> asking;
  std::vector<std::uint32_t> open;
  std::vector<double> memory;       // for a model's View::scratch
  steering::Programme programme;    // of agents that slide
};

// A body that moves and does not obey, as a neighbour in absolute coordinates.
struct Mover {
  Neighbour body;
  std::uint32_t floor = 0;
};

// Buffers of keep_apart().
struct Apart {
  std::vector<std::size_t> moving;    // walls that move in this step, by id
  std::vector<std::uint32_t> halted;  // those that wait since this round
  std::vector<double> shares;         // of its way each agent may go
  std::vector<std::uint64_t> by;      // the wall that cut it; 0: none
  std::vector<std::uint8_t> pushed;   // a wall takes this agent along
};

// Where an agent goes: the target it headed for in the last step, and its neighbours in a listed order; 0: none.
struct Route {
  std::uint64_t goal = 0, before = 0, after = 0;
};

// What a world is: saved, hashed and compared.
struct State {
  WorldSettings settings;
  std::uint64_t step = 0;
  std::uint64_t born = 0;  // agents ever added

  AgentColumns agents;
  Slots agent_slots;
  std::vector<Body> bodies;
  Slots body_slots;
  std::vector<Target> targets;
  Slots target_slots;
  std::vector<BodyClass> classes;
  std::vector<ModelEntry> models;
  std::vector<Planner> planners;
  std::vector<Contact> contacts;  // of the last picture, sorted
  std::vector<Event> events;
  std::vector<Event> noted;  // by commands since the last step: told with the next one
  std::size_t step_events_begin = 0;
  std::uint64_t events_dropped = 0;
  std::uint64_t events_hash = 0;

  Widths widths;                   // follow from the settings and the types
  std::size_t history_stride = 1;  // follows from dt

  double time() const { return static_cast<double>(step) * settings.dt; }
};

// What follows from the state and is kept from step to step, and what the host brought along.
struct Caches {
  std::vector<ModelPointer> types;
  std::vector<std::vector<double>> categories;  // per type: View::categories
  std::vector<Command> log;
  std::vector<TaskAssignment> tasks;  // of the last hand-out
  Plans plans;
  RoomGrid room;
  WallIndex walls;
  std::size_t watchers = 0;  // agents with a watched disk
  bool rows_changed = true;  // since the last step: engines that remember must forget
  environment::Environment environment;
  StepClock clock = nullptr;
  StepTimes times;  // of the last step
};

// Made anew in every step.
struct StepScratch {
  bool steered = false;
  std::vector<std::uint32_t> plan_of;  // per row: its field in `plans`, or no_plan
  std::vector<Proposal> proposals;
  std::vector<double> next_state;
  std::vector<double> reach, sense;
  std::vector<std::uint8_t> obeys;     // per row: shares the work of not touching
  std::vector<std::uint8_t> slides;    // per row: with Safety::slide
  std::vector<std::uint8_t> steps_aside;  // per row: ModelTraits::steps_aside
  std::vector<double> share;           // per row: ModelTraits::shares, 0 for agents that do not obey
  std::vector<Vec2> facing;            // per row: unit vector of the heading
  std::vector<Route> routes;           // per row
  std::vector<Group> groups;           // that settle; the first group_count of them
  std::size_t group_count = 0;
  std::vector<std::uint32_t> group_of; // per row: its group, or no_group
  std::vector<Place> berths;           // per row
  std::vector<std::uint32_t> group_of_target;  // per target row
  std::vector<Mover> movers;           // see list_movers()
  double widest_mover = 0;
  std::vector<std::uint8_t> collides;  // per row: does not obey, and touched something in this step
  double fastest = 0;  // no agent under the safety bound moves faster in this step
  std::vector<environment::Capsule> capsules;
  std::vector<planning::Place> places;
  std::vector<std::uint32_t> open_targets, open_bits;
  std::vector<Claim> claims;  // of this step; then those refused
  std::vector<Scratch> scratch;
  std::vector<Contact> new_contacts;
  environment::NearLists touchable;  // per row: bodies its motion may touch
  std::vector<double> travel;
  Apart apart;
  std::vector<Meeting> meetings;
  std::vector<environment::PairContact> touches;
  std::vector<environment::Crossing> crossings;
  std::vector<Event> pending;
  std::vector<std::uint32_t> noted_order;  // places in `noted`, sorted
  bool shuffle_neighbours = false;  // tests: the answer must not change
};

struct Data : State, Caches, StepScratch {};

inline const ModelEntry& model_of(const Data& d, std::size_t row) { return d.models[d.agents.model[row]]; }
inline const SteeringModel& type_of(const Data& d, std::size_t row) { return *d.types[model_of(d, row).type]; }
inline std::span<const double> params_of(const Data& d, std::size_t row) { return model_of(d, row).params; }
inline std::span<const double> state_of(const Data& d, std::size_t row) {
  return std::span(d.agents.state).subspan(row * d.widths.state, type_of(d, row).state_size());
}
inline std::span<double> state_of(Data& d, std::size_t row) {
  return std::span(d.agents.state).subspan(row * d.widths.state, type_of(d, row).state_size());
}

// Has the agent captured the target with this bit: position in its list, or slot of the target when it has no list?
inline bool has_captured(const AgentColumns& a, std::size_t row, std::uint32_t bit) {
  if (bit < 64) return ((a.captured[row] >> bit) & 1) != 0;
  const std::vector<std::uint64_t>& beyond = a.captured_beyond[row];
  const std::size_t word = bit / 64 - 1;
  return word < beyond.size() && ((beyond[word] >> (bit % 64)) & 1) != 0;
}
inline void set_captured(AgentColumns& a, std::size_t row, std::uint32_t bit, bool captured) {
  std::uint64_t* word = &a.captured[row];
  if (bit >= 64) {
    std::vector<std::uint64_t>& beyond = a.captured_beyond[row];
    if (beyond.size() < bit / 64) {
      if (!captured) return;
      beyond.resize(bit / 64);
    }
    word = &beyond[bit / 64 - 1];
  }
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  *word = captured ? *word | mask : *word & ~mask;
}

// Adds the time until it goes out of scope, or until next(), to a part of the step.
class Stopwatch {
 public:
  Stopwatch(const Caches& caches, double& part) : clock_(caches.clock), part_(&part), begin_(clock_ != nullptr ? clock_() : 0) { part = 0; }
  ~Stopwatch() { stop(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  void next(double& part) {
    stop();
    part_ = &part;
    part = 0;
    if (clock_ != nullptr) begin_ = clock_();
  }

 private:
  void stop() {
    if (clock_ != nullptr) *part_ += clock_() - begin_;
  }
  StepClock clock_;
  double* part_;
  double begin_;
};

// A body as a neighbour in absolute coordinates; `seen_from` decides which point of a capsule's axis has its velocity.
Neighbour agent_as_neighbour(const Data&, std::size_t row);
Neighbour body_as_neighbour(const Data&, std::size_t body, Vec2 seen_from);
// The same relative to a point.
Neighbour relative(const Neighbour& absolute, Vec2 from, double own_radius);
Physique physique_of(const Data&, std::size_t row);

// Open goals of an agent as target rows, in id order or as listed; `bits` gets the place of each in `captured`.
void open_goals(const Data&, std::size_t row, std::vector<std::uint32_t>& out, std::vector<std::uint32_t>* bits = nullptr);

// The target with which the agent's way ends, as far as that is known: a row, or Slots::nowhere.
std::uint32_t last_goal(const Data&, std::size_t row);
// Marks the target as captured or not, wherever it stands in the agent's list.
void mark_goal(Data&, std::size_t row, TargetId, bool captured);
// Neither a list of goals nor any target nor a direction.
bool has_no_goal(const Data&, std::size_t row);

// With GoalOrder::any: is there a stage left?
bool has_stage(const Data&, std::size_t row);

void set_settings(Data&, const WorldSettings&);
std::size_t add_agent_row(Data&);
void remove_agent_row(Data&, std::size_t row);
void remove_target_row(Data&, std::size_t row);
void emit(Data&, const Event&);
// The edges of statuses: moving and arrived have no end.
void end_status(Data&, std::size_t row, double time);
void begin_non_finite(Data&, std::size_t row);

Result<std::uint64_t> apply(Data&, const Command&);
void steer(Data&, TaskRunner&);
void commit(Data&, TaskRunner&);
StateHash hash(const Data&);
std::uint64_t hash_of(const Event&);
std::uint64_t motion_hash(const Data&);
Snapshot snapshot(const Data&);
Result<void> restore(Data&, std::span<const std::byte>);
Decision explain(const Data&, std::size_t row);
// Everything a look at the present needs: looking must not change the world.
Data looking_copy(const Data&);

}  // namespace wend::world
