#pragma once
#include <wend/command.hpp>
#include <wend/model.hpp>
#include <wend/state.hpp>
#include <wend/world.hpp>

#include "environment/environment.hpp"
#include "planning/nearest.hpp"
#include "steering/half_planes.hpp"
#include "world/plans.hpp"
#include "world/room.hpp"
#include "world/slots.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wend::world {

// One row per agent, dense. Rows may change places between steps; only `slots` knows where an id is.
struct AgentColumns {
  std::vector<AgentId> id;
  std::vector<std::uint64_t> born;  // creation number: the key of its random streams
  std::vector<double> x, y, z;      // z is empty in 2D
  std::vector<double> heading, turn_rate, speed, vx, vy;
  std::vector<double> old_x, old_y, old_heading;  // before the last step
  std::vector<double> radius, top_speed, agility, lightness, courage, watch;
  std::vector<std::uint32_t> model, klass, floor, group;
  std::vector<OnArrival> on_arrival;
  std::vector<GoalOrder> goal_order;
  std::vector<std::uint8_t> driven, directed;
  std::vector<double> direction;
  std::vector<Status> status;
  std::vector<double> arrival;                // time, negative while on its way
  std::vector<std::vector<TargetId>> goals;   // empty: none, or all targets with GoalOrder::all
  std::vector<std::uint64_t> captured;        // bit: position in goals, or slot of the target when goals is empty
  std::vector<TargetId> target;               // the one it heads for
  std::vector<double> best_distance;          // to that one
  std::vector<std::uint64_t> best_step;
  std::vector<std::uint64_t> history_count;
  std::vector<double> history_x, history_y;  // Data::history_length numbers a row
  std::vector<double> state;                 // Data::state_stride numbers a row, for the models
  std::vector<std::uint32_t> planner;        // 0: none, else its number and one
  std::vector<PlanStatus> plan;
  std::vector<std::uint32_t> sight;          // steps for which its target was in sight without a break
  std::vector<double> sight_x, sight_y;      // where it looked from, at what and in which surroundings
  std::vector<TargetId> sight_of;
  std::vector<std::uint64_t> sight_among;
  // Standing, local spec section 20.
  std::vector<TargetId> ordered;              // the target around which it has its place
  std::vector<double> place_x, place_y;       // offset of that place from the target
  std::vector<double> home_x, home_y;         // where it stood when it arrived or lost its goal
  std::vector<std::uint8_t> posture;          // flags Posture, of the last step
  std::vector<double> way_out_x, way_out_y;   // Neighbour::way_out, of the last step
  std::vector<double> held_for;               // A of (D13): seconds since an agent ahead of it moved

  std::size_t size() const { return id.size(); }
};

enum Posture : std::uint8_t { posture_settling = 1, posture_makes_room = 2 };

// A disc, capsule or wall; `a == b` for a disc.
struct Body {
  std::uint64_t id = 0;  // bits() of its ObstacleId or WallId
  Vec2 a, b, old_a, old_b, velocity_a, velocity_b;
  Vec2 half_a, half_b, end_a, end_b;  // where the coming step takes it
  double radius = 0;
  std::uint32_t klass = 0;
  std::uint32_t floor = 0;
  BodyKind kind = BodyKind::disc;
  BodyMotion motion = BodyMotion::fixed;
  std::uint8_t moves = 0;  // half and end are set
  Blocked blocked = Blocked::stop;
  std::uint32_t rig = 0;
  std::uint64_t waited = 0;  // steps it stood still because something was in its way
  std::uint8_t door = 0, open = 0;
  std::uint8_t wants_shut = 0;  // 1: somebody is in its way, not yet told; 2: told
};

struct Target {
  TargetId id;
  Vec2 at, to, old_at, velocity, half, end;
  double radius = 0.3;
  double weight = 1;
  TargetShape shape = TargetShape::point;
  std::uint32_t floor = 0;
  std::uint8_t moves = 0;
  std::vector<Vec2> corners;
  double capacity = capacity_unlimited;
  std::uint64_t taken = 0;   // captures so far
  std::uint64_t fresh = 0;  // those of this step: they count from the next one on
  std::uint8_t own = 0;     // made by set_goal(): removed when no agent goes there

  bool is_full() const { return capacity >= 0 && static_cast<double>(taken) >= capacity; }
};

struct BodyClass {
  std::string name;
  ClassSpec spec;
};

struct ModelEntry {
  std::uint32_t type = 0;  // index into Data::types
  std::vector<double> params;
};

struct Contact {
  AgentId agent;
  std::uint64_t other = 0;
  BodyKind kind = BodyKind::agent;
  friend auto operator<=>(const Contact&, const Contact&) = default;
};

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
  std::vector<double> substate;
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

// Everything a World is.
struct Data {
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

  std::vector<std::shared_ptr<const SteeringModel>> types;
  std::size_t state_stride = 0;
  std::size_t history_length = 20, history_stride = 1;
  std::vector<Command> log;

  Plans plans;  // a cache: made of the state, never part of it
  RoomGrid room;  // a cache, too
  // Not part of the state: made anew in every steer().
  std::vector<std::uint32_t> plan_of;  // per row: its field in `plans`, or no_plan
  bool steered = false;
  std::vector<Proposal> proposals;
  std::vector<double> next_state;
  std::vector<double> reach, sense;
  std::vector<std::uint8_t> obeys;     // per row: shares the work of not touching
  std::vector<std::uint8_t> slides;    // per row: with Safety::slide
  std::vector<std::uint8_t> steps_aside;  // per row: SteeringModel::steps_aside()
  std::vector<double> share;           // per row: SteeringModel::shares(), 0 for agents that do not obey
  std::vector<Vec2> facing;            // per row: unit vector of the heading
  std::vector<Route> routes;           // per row
  std::vector<Group> groups;           // that settle; the first group_count of them
  std::size_t group_count = 0;
  std::vector<std::uint32_t> group_of; // per row: its group, or no_group
  std::vector<Place> berths;           // per row
  std::vector<std::uint32_t> group_of_target;  // per target row
  std::vector<Mover> movers;           // see list_movers()
  double widest_mover = 0;
  std::vector<std::uint8_t> collides;  // per row: does not, and touched something in this step
  double fastest = 0;  // nobody under the safety bound moves faster in this step
  std::vector<environment::Capsule> capsules;
  std::vector<planning::Place> places;
  std::vector<std::uint32_t> open_targets, open_bits;
  std::vector<Claim> claims;  // of this step; then those refused
  std::vector<TaskAssignment> tasks;  // of the last hand-out
  std::vector<ClassTraits> traits;
  std::vector<Scratch> scratch;
  std::vector<Contact> new_contacts;
  environment::NearLists touchable;  // per row: bodies its motion may touch
  std::vector<double> travel;
  Apart apart;
  std::vector<Meeting> meetings;
  std::vector<environment::PairContact> touches;
  std::vector<environment::Crossing> crossings;
  std::size_t watchers = 0;    // agents with a watched disk
  bool rows_changed = true;    // since the last step: engines that remember must forget
  std::vector<Event> pending;
  environment::Environment environment;
  bool shuffle_neighbours = false;  // tests: the answer must not change

  double time() const { return static_cast<double>(step) * settings.dt; }
};

// A body as a neighbour in absolute coordinates; `seen_from` decides which point of a capsule's axis has its velocity.
Neighbour agent_as_neighbour(const Data&, std::size_t row);
Neighbour body_as_neighbour(const Data&, std::size_t body, Vec2 seen_from);
// The same relative to a point, `ahead` seconds after the picture, moving linearly.
Neighbour relative(const Neighbour& absolute, Vec2 from, double own_radius, double ahead);
Physique physique_of(const Data&, std::size_t row);

// Open goals of an agent as target rows, in id order or as listed; `bits` gets the place of each in `captured`.
void open_goals(const Data&, std::size_t row, std::vector<std::uint32_t>& out, std::vector<std::uint32_t>* bits = nullptr);

// The target with which the agent's way ends, as far as that is known: a row, or Slots::nowhere.
std::uint32_t last_goal(const Data&, std::size_t row);
// The bit of that target in `captured`.
std::uint64_t bit_of_goal(const Data&, std::size_t row, TargetId);
// Neither a list of goals nor any target nor a direction.
bool has_no_goal(const Data&, std::size_t row);

// With GoalOrder::any: is there a stage left?
bool has_stage(const Data&, std::size_t row);

void set_settings(Data&, const WorldSettings&);
std::size_t add_agent_row(Data&);
void remove_agent_row(Data&, std::size_t row);
void emit(Data&, const Event&);
// The edges of statuses: moving and arrived have no end.
void end_status(Data&, std::size_t row, double time);
void begin_non_finite(Data&, std::size_t row);

Result<std::uint64_t> apply(Data&, const Command&);
void steer(Data&, TaskRunner&);
void commit(Data&, TaskRunner&);
StateHash hash(const Data&);
std::uint64_t motion_hash(const Data&);
Snapshot snapshot(const Data&);
Result<void> restore(Data&, std::span<const std::byte>);
Decision explain(const Data&, std::size_t row);
// Everything a look at the present needs: looking must not change the world.
Data looking_copy(const Data&);

}  // namespace wend::world
