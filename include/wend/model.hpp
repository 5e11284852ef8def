#pragma once
#include <wend/export.hpp>
#include <wend/params.hpp>
#include <wend/rng.hpp>
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace wend {

// A steering model sees one agent and what is around it (View) and answers how it moves (Motion). Ours use nothing else.

enum class BodyKind : std::uint8_t { agent = 0, disc = 1, capsule = 2, wall = 3 };

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

// What a class of bodies asks of those who avoid it; negative d0 or delta: the agent's own value.
struct ClassTraits {
  double d0 = -1;
  double delta = -1;
  double weight = 1;
  bool competes = false;
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

struct View {
  double dt = 0;
  std::uint64_t step = 0;

  double heading = 0;
  double turn_rate = 0;  // filtered, of the last step
  double speed = 0;      // signed, really used in the last step
  Vec2 velocity{};
  double radius = 0;
  double top_speed = 1;
  double agility = 1;
  double lightness = 1;
  double courage = -1;  // negative: unset

  bool halted = false;  // arrived or lost: stand still, only yield
  bool has_goal = false;
  bool approaches = false;  // its last point target: slow down on arrival
  double goal_angle = 0;    // direction wanted
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
  std::span<const ClassTraits> classes;
  std::span<const double> params;  // in the order of parameters()
  std::span<const double> state;   // of this agent, state_size() numbers
  Rng random;                      // this agent's stream of this step
  std::span<std::byte> scratch;    // scratch_bytes(bodies.size()) at least, aligned for doubles, content meaningless
};

// How the world keeps this agent from touching others: local spec section 7; slide: section 19.5.
enum class Safety : std::uint8_t { off = 0, strict = 1, yield = 2, slide = 3 };

// The agent's state at the end of the step. The world translates it along the new heading, or by `displacement` if the model
// says so: it has then integrated its own path.
struct Motion {
  double heading = 0;
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

// The terms of local spec section 19 in one decision.
struct CrowdDecision {
  double delay = 0;       // Q, averaged share of the top speed that was not walked
  double impatience = 0;  // I
  double step_back = 0;   // d_B B_w, m
  double following = 0;   // K: 1 follows slower agents, 0 overtakes them
  double conflict = 0;    // X
  double strangers = 0;   // X of agents that are no companions: companions are trusted without
  double aside = 0;       // rad by which the agent keeps to its side because oncoming agents hold it up: right, or left where beta_h < 0
  double gain = 0;        // attractor gain that came of it, rad/s
  double left = std::numeric_limits<double>::infinity();   // m/s that bodies on the left allow, infinite: none
  double right = std::numeric_limits<double>::infinity();
  double time_gap = std::numeric_limits<double>::infinity();  // m/s that the agent ahead allows
  std::uint64_t left_body = 0, right_body = 0, ahead = 0;  // ids; 0: none
  BodyKind left_kind = BodyKind::disc, right_kind = BodyKind::disc;
  double facing_cap = 0;  // m/s allowed while facing away from the target
  Vec2 wished{}, walked{};  // velocity before and after the half planes; filled in by the world
  double given_way = 0;     // m/s by which soft half planes had to give way
  std::uint32_t half_planes = 0, soft_half_planes = 0;
  bool settling = false;  // finds its place around its target, section 20.1: its heading follows its velocity
};

// What a model says about a heading.
enum class Law : std::uint8_t { turn_rate = 0, angular_acceleration = 1, direction = 2 };

// Why an agent turns as it does: the numbers of local spec (3)-(16) or their like. Without noise, rate = w_tar f_tar + sum of
// weight f over all shares (capped); a zero of it over the heading is a fixed point.
struct Decision {
  Law law = Law::turn_rate;
  double rate = 0;   // at this heading; angular_acceleration: at turn rate 0; direction: the angle to the wanted direction
  double plain = 0;  // the same with every weight 1
  double f_tar = 0, slope_tar = 0;
  double f_obs = 0, slope_obs = 0;
  double window_sum = 0, crowding = 0;
  double beta_a = 0;  // crowd discount as used
  double P_tar = 0, P_obs = 0, gamma12 = 0, alpha1 = 0, alpha2 = 0;
  double w_tar = 0, w_obs = 0;
  double wanted_turn_rate = 0;  // capped sum with noise, before the filter
  double free_distance = std::numeric_limits<double>::infinity();
  double wanted_speed = 0;  // before the filter
  bool limited = false;     // by a body: it is the nearest ahead
  BodyKind limiter_kind = BodyKind::disc;
  std::uint64_t limiter = 0;
  std::optional<CrowdDecision> crowd;  // of agents that slide
  std::vector<Share> shares;
  std::vector<Equilibrium> equilibria;  // of the competition
};

// What an agent's size and speed are, for parameters that follow from them.
struct Physique {
  double radius = 0.25;    // m
  double top_speed = 1.34; // m/s
  double courage = -1;     // negative: unset
  double dt = 0.1;         // s, of the world
};

class WEND_API SteeringModel {
 public:
  virtual ~SteeringModel();
  virtual std::string_view name() const = 0;
  virtual std::span<const ParamInfo> parameters() const { return {}; }
  // Rules between parameters that one range cannot say; called with every value already in range.
  virtual Result<void> check_together(std::span<const double> params, double dt, std::string_view place) const;
  virtual std::size_t state_size() const { return 0; }
  virtual void first_state(std::span<double> state) const;
  // Does it share the work of not touching? Who does not is "moving, not obeying" for everybody else.
  virtual bool obeys(std::span<const double> /*params*/) const { return true; }
  // It integrates through the step itself and wants View::tracks.
  virtual bool looks_inside_steps() const { return false; }
  virtual double largest_step(std::span<const double>) const { return std::numeric_limits<double>::infinity(); }
  // Its bodies slide (Safety::slide): they may go elsewhere than they look. The world then publishes as `speed` what they really
  // went along the heading.
  virtual bool slides(std::span<const double> /*params*/) const { return false; }
  // How far it adjusts its half of a gap to who walks into it, local spec (C14): 0 takes halves. Only with Safety::slide.
  virtual double shares(std::span<const double> /*params*/) const { return 0; }
  // A group sent to one point settles around it, local spec section 20.1: the model uses View::settlement. Only with Safety::slide.
  virtual bool settles(std::span<const double> /*params*/) const { return false; }
  // It makes room while it stands (Motion::room_time): others need not shun it as much. Only with Safety::slide.
  virtual bool steps_aside(std::span<const double> /*params*/) const { return false; }
  // Bodies farther than this clearance are not shown to the model.
  virtual double sense_range(std::span<const double> params, std::span<const ClassTraits>, const Physique&) const = 0;
  // Bytes of View::scratch needed to look at so many bodies.
  virtual std::size_t scratch_bytes(std::size_t /*bodies*/) const { return 0; }
  // Pure: equal views give equal bits. Writes the agent's state at the end of the step.
  virtual Motion steer(const View&, std::span<double> next_state) const = 0;
  virtual void steer_batch(std::span<const View>, std::span<Motion>, std::span<double> next_states) const;
  virtual double turning_radius(std::span<const double> /*params*/, const Physique& me) const { return me.top_speed; }
  virtual double target_weight(std::span<const double> /*state*/) const { return 1; }
  // How fresh the agent is, 0 .. 1; set_energy() is false for a model that knows no fatigue.
  virtual double energy(std::span<const double> /*state*/) const { return 1; }
  virtual bool set_energy(std::span<double> /*state*/, double /*energy*/) const { return false; }
  virtual Decision explain(const View&) const { return {}; }
};

}  // namespace wend
