#pragma once
#include <wend/base/export.hpp>
#include <wend/base/params.hpp>
#include <wend/ids.hpp>
#include <wend/base/rng.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend {

// A steering model sees one agent and what is around it (View) and answers how it moves (Motion). Ours use nothing else.

// Does it share the work of not touching?
enum class Conduct : std::uint8_t { fixed = 0, obeying = 1, moving = 2 };

// One body near the agent, in coordinates relative to the agent's centre.
struct Neighbour {
  Vec2 a{};                // centre, or the first end of a capsule
  Vec2 b{};                // the other end; equal to a for agents and discs
  Vec2 nearest{};          // nearest point of the axis: a for agents and discs
  Vec2 velocity{};         // of that point, as published: displacement of the last step / dt
  double radius = 0;     // of the disc, or the thickness radius
  double distance = 0;   // |nearest|
  double clearance = 0;  // surface to surface; negative when overlapping
  Vec2 facing{};         // agents: unit vector of the heading
  double share = 0;      // agents: SteeringModel::shares() of its model
  double held_for = 0;   // agents: seconds since an agent ahead of it moved; 0: it is not held up
  std::uint64_t id = 0;  // for ties and sorting only
  std::uint32_t klass = 0;
  BodyKind kind = BodyKind::disc;
  Conduct conduct = Conduct::fixed;
  bool stands = false;  // agents: arrived, or without a goal; its heading says nothing
  bool same_group = false;  // agents: its last target is that of this agent, and both settle there
  bool steps_aside = false;  // agents: makes room for agents that walk while it stands
  bool settling = false;    // agents: finds its place around the target, in the last step
  bool makes_room = false;  // agents: stepped aside for others in the last step
  Vec2 way_out{};           // of such an agent: the velocity at which it would step aside if nothing were in its way
  bool companion = false;  // agents: on its way to the same target as this agent, or one stage of the same list away
};

// Where a point goes within the step, tau seconds after its beginning: at + tau (rate + tau bend). Scripted bodies go along the
// parabola through their three samples, human spec (h.19), others straight on, (h.18).
struct Path {
  Vec2 rate{};
  Vec2 bend{};
  constexpr Vec2 moved(double tau) const { return tau * (rate + tau * bend); }
};

// The paths of both ends of a body.
struct Track {
  Path a{}, b{};
};

// A target as the agent sees it: offset of its nearest point.
struct Goal {
  Vec2 offset{};
  double distance = 0;
  Vec2 velocity{};
  std::uint64_t id = 0;
};

// What an agent knows of the group it settles with around its last target: local spec section 20.1.
struct Settlement {
  bool applies = false;     // it heads for that target, and no wall is between
  bool arrived = false;
  bool ordered = false;     // in this step
  bool in_formation = false;  // ordered on while packed, and nothing is in the way: everybody keeps its place in the group
  double radius = 0;        // R_g: of the disc that holds the group
  Vec2 target{};            // offset of the target's centre
  Vec2 place{};             // offset of the agent's own place
};

// What one agent knows when it decides. Places are relative to its centre.
struct View {
  double dt = 0;
  std::uint64_t step = 0;

  double heading = 0;    // rad, counter-clockwise from +x: the angle of `forward`
  Vec2 forward{1, 0};    // unit vector of the heading
  Vec2 left{0, 1};       // unit vector to the left of it
  double turn_rate = 0;  // filtered, of the last step; positive turns left
  double speed = 0;      // signed, really used in the last step
  Vec2 velocity{};
  double radius = 0;
  double top_speed = 1;

  bool halted = false;  // arrived or lost: stand still, only yield
  bool has_goal = false;
  bool approaches = false;  // its last point target: slow down on arrival
  double goal_angle = 0;    // direction wanted, as an angle
  Vec2 goal_direction{};    // the same as a unit vector; zero on the target
  double goal_distance = std::numeric_limits<double>::infinity();  // infinite with a planner direction
  Vec2 goal_velocity{};
  Vec2 goal_offset{};  // of its nearest point, also while a planner's direction leads there; zero without a target
  Vec2 goal_a{}, goal_b{};  // ends of the target's segment, equal for a point; of a polygon its nearest point
  Path goal_path{};
  Settlement settlement{};
  Vec2 home{};  // halted: offset of the place where it stood when it arrived or lost its goal
  std::span<const Goal> goals;  // every open target, for models that let targets compete

  std::span<const Neighbour> bodies;  // clearance <= sense_range(); in no particular order
  std::span<const Neighbour> hidden;  // as near, but the world's perception does not show them: mind them for speed only
  std::span<const Track> tracks;      // one for each of bodies, for models that look inside the step; otherwise empty
  std::span<const double> categories;  // the numbers of ModelInfo::category for each category of bodies, one after the other
  std::span<const double> params;      // in the order of ModelInfo::parameters
  std::span<const double> state;       // of this agent, in the order of ModelInfo::state
  Rng random;                      // this agent's stream of this step
  std::span<std::byte> scratch;    // scratch_bytes(bodies.size()) at least, aligned for doubles, content meaningless
};

// How the world keeps this agent from touching others: local spec section 7; slide: section 19.5.
enum class Safety : std::uint8_t { off = 0, strict = 1, yield = 2, slide = 3 };

// The agent's motion in the step. The world moves the agent along the new heading, or by `displacement` if the model integrated
// its own path.
struct Motion {
  double heading = 0;
  Vec2 forward{};  // a model that works with vectors gives the new direction here instead of `heading`; zero: `heading` counts
  double turn_rate = 0;
  double speed = 0;  // signed, along the heading
  double yield_time = 0.25;
  Safety safety = Safety::yield;
  bool displaced = false;
  bool blocked = false;  // stands because something is in its way
  Vec2 displacement{};
  // Safety::slide: the wished velocity is speed along the heading; the world finds the nearest one that is allowed.
  double lateral_cost = 1;  // kappa_l
  double top_speed = 0;     // m/s: no soft half plane makes the agent walk faster
  double side_margin = 0;   // m: clearance from the way of a mover that does not obey
  double side_time = 0;     // s: how long before it comes; 0: not at all
  double side_range = 0;    // m: movers with a larger clearance are not looked at
  // The wished velocity itself, for a body that stands or finds its place; the lateral cost is then 1.
  bool wishes = false;
  Vec2 wish{};
  double dead_band = 0;  // m/s: a walked velocity below is none
  bool settling = false;  // finds its place around its target
  bool settled = false;   // and has found it: counts as arrived
  // Stepping aside for agents that walk, section 20.2; time 0: not at all.
  double room_time = 0;      // s: how long before they come
  double room_margin = 0;    // m: clearance left beside their way
  bool drops_wish = false;   // while it makes room
};

// The share of one body in a decision.
struct Share {
  std::uint64_t id = 0;
  BodyKind kind = BodyKind::disc;
  double angle = 0;       // psi
  double half_angle = 0;  // dpsi
  double clearance = 0;   // as used in the nearness, after anticipation
  double f = 0;           // turn rate it asks for
  double slope = 0;
  double window = 0;
  double nearness = 0;
  double weight = 1;  // f counts this much
  bool felt_as_agent = false;
  double same_way = 0;  // q of (C3), (C4): 1 walks my way
  double oncoming = 1;  // (C5)
  bool companion = false;  // (C33)
  double slower = 0;    // (C19): 1 is overtaken where there is room
  double gain = 1;      // contained in f and slope
};

// A state in which the competing weights stay: (15) of the local spec.
struct Equilibrium {
  std::vector<double> w;  // of the target, then of each class of obstacles
  bool stable = false;
  double leading = 0;    // largest real part of an eigenvalue
  double imaginary = 0;  // of that one
};

// How the world turned the wish of a sliding body (Safety::slide) into a velocity.
struct SlidingDecision {
  Vec2 wished{}, walked{};  // m/s, before and after the half planes
  double given_way = 0;     // m/s by which soft half planes had to give way
  std::uint32_t half_planes = 0, soft_half_planes = 0;
};

// What a model says about a heading.
enum class Law : std::uint8_t { turn_rate = 0, angular_acceleration = 1, direction = 2 };

// A number with which a model explains its decision.
struct NamedValue {
  std::string name;
  double value = 0;
  std::uint64_t body = 0;  // id of the body behind the number; 0: none
  BodyKind body_kind = BodyKind::disc;
};

// Why an agent turns as it does. Without noise, `rate` over the heading is the model's law: a zero of it is a fixed point.
struct Decision {
  Law law = Law::turn_rate;
  double rate = 0;   // at this heading; angular_acceleration: at turn rate 0; direction: the angle to the wanted direction
  double plain = 0;  // the same with every weight 1
  double target_weight = 1, target_rate = 0;  // the target's share is target_weight * target_rate
  double wanted_turn_rate = 0;  // capped sum with noise, before the filter
  double free_distance = std::numeric_limits<double>::infinity();
  double wanted_speed = 0;  // before the filter
  bool limited = false;     // by a body: it is the nearest ahead
  BodyKind limiter_kind = BodyKind::disc;
  std::uint64_t limiter = 0;
  std::vector<NamedValue> values{};      // what else the model says, in an order of its own
  std::vector<Share> shares{};
  std::vector<Equilibrium> equilibria{};  // of competing weights
  std::optional<SlidingDecision> sliding{};  // of bodies that slide; the world fills it in

  // The value of that name; `fallback` where the model does not say it.
  double value(std::string_view name, double fallback = 0) const {
    const NamedValue* found = find(name);
    return found != nullptr ? found->value : fallback;
  }
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const NamedValue* find(std::string_view name) const {
    for (const NamedValue& v : values) {
      if (v.name == name) return &v;
    }
    return nullptr;
  }
};

// An agent's size and speed, for parameters that follow from them.
struct Physique {
  double radius = 0.25;    // m
  double top_speed = 1.34; // m/s
  double dt = 0.1;         // s, of the world
};

// How a number that a model keeps for each agent can be reached.
enum class StateAccess : std::uint8_t {
  memory,     // by the model alone
  published,  // World::attribute() and scenes read it
  attribute,  // agent{}, AgentSpec::attributes and World::set() give it, World::attribute() and scenes read it
};

struct StateField {
  ParamInfo info{};  // info.fallback is the value of a new agent; the range is checked for attributes
  StateAccess access = StateAccess::memory;
};

// A named set of parameters from which a scene starts.
struct ModelPreset {
  const char* name = "";
  std::vector<double> params{};
};

// A steering model described once: scenes, checks, snapshots, hashes, JSON, docs and `wend info` come from here.
struct ModelInfo {
  std::string name{};  // what scenes call it: letters, digits and _
  std::string doc{};   // one line
  std::vector<ParamInfo> parameters{};
  std::vector<StateField> state{};     // numbers of each agent
  std::vector<ParamInfo> category{};   // numbers of each category of bodies, class { ... } in a scene
  std::vector<ModelPreset> presets{};  // none: the fallbacks of the parameters
  const char* preset_key = "preset";   // the scene's key that names one
};

// What one set of parameters means for the world and for other agents.
struct ModelTraits {
  bool obeys = true;  // shares the work of avoiding contact; others treat agents that do not as uncooperative moving bodies
  bool looks_inside_steps = false;  // integrates through the step itself and wants View::tracks
  bool slides = false;       // uses Safety::slide: `speed` is then what the body really went along its heading
  bool settles = false;      // a group sent to one point settles around it: uses View::settlement. Only with Safety::slide
  bool steps_aside = false;  // makes room while it stands (Motion::room_time). Only with Safety::slide
  double shares = 0;  // how far it adjusts its half of a gap to agents that walk into it, local spec (C14). Only with Safety::slide
};

// Of what a model says how far it senses.
struct Sensing {
  std::span<const double> params, state, categories;  // as in View
  Physique me{};
};

// One way of steering. A model has no memory of its own: what an agent remembers is in ModelInfo::state. Every call may come from
// several threads at once.
class WEND_API SteeringModel {
 public:
  virtual ~SteeringModel();
  const ModelInfo& info() const { return info_; }
  std::string_view name() const { return info_.name; }
  std::size_t state_size() const { return info_.state.size(); }
  void first_state(std::span<double> state) const;  // the fallbacks

  // Rules between parameters that one range cannot say; called with every value already in range.
  virtual Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const;
  // The same for the numbers of all categories: ModelInfo::category for each, one after the other.
  virtual Result<void> check_categories(std::span<const double> categories, std::string_view place) const;
  // What these parameters mean for the world and for other agents.
  virtual ModelTraits traits(std::span<const double> params) const;
  // Bodies with a larger clearance (m) are not shown to the model.
  virtual double sense_range(const Sensing&) const = 0;
  // Bytes of View::scratch needed to look at so many bodies.
  virtual std::size_t scratch_bytes(std::size_t bodies) const;
  // Pure: equal views give equal bits. `next_state` holds the present state; the model changes what changes.
  virtual Motion steer(const View&, std::span<double> next_state) const = 0;
  // m. The world compares it with the path to find the status "orbit"; 0: never.
  virtual double turning_radius(std::span<const double> params, const Physique& me) const;
  // Why it would turn as it does. The default says nothing.
  virtual Decision explain(const View&) const;

 protected:
  explicit SteeringModel(ModelInfo info);

 private:
  ModelInfo info_;
};

using ModelPointer = std::shared_ptr<const SteeringModel>;

// The models every world knows: attractor, human, potential_field.
WEND_API std::span<const ModelPointer> built_in_models();

// The numbers of a preset with some values changed. An empty preset is the first one, or the fallbacks of the parameters. Errors: a
// type, preset or name that is not there, with the nearest that is; a value out of range.
WEND_API Result<std::vector<double>> model_block(std::span<const ModelPointer> types, std::string_view type, std::string_view preset,
                                                 const Attributes& values, std::string_view place);

}  // namespace wend
