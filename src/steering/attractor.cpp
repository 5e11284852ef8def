#include "steering/attractor.hpp"

#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "core/text.hpp"
#include "steering/block.hpp"
#include "steering/category.hpp"
#include "steering/crowd.hpp"
#include "steering/field.hpp"
#include "steering/personality.hpp"
#include "steering/repeller.hpp"
#include "steering/speed.hpp"
#include "steering/standing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace wend::steering {

namespace {

using Memory = AttractorMemory;

Memory read(std::span<const double> state) { return unpack<Memory>(state); }

void write(const Memory& memory, std::span<double> state) { std::memcpy(state.data(), &memory, sizeof memory); }

// The decision of one step, local spec section 9 steps 2-8.
struct Choice {
  AttractorDecision numbers;
  double turn = 0;  // w_tar f_tar + w_obs f_obs, not yet capped
  double chosen = 0;
  double conflict = 0, strangers = 0, following = 0, walls_in_way = 0, walls_beside = 0;
};

// What only explain() asks for.
struct Why {
  Sources sources;
  CrowdDecision crowd;
  std::array<double, max_sums> weights{};  // of each sum of the field
  std::vector<Equilibrium> equilibria;
  double plain = 0;  // the turn with every weight 1, not yet capped
};

Pull<double> pull_to(const View& view, double angle, double distance, double a) {
  if (distance < coincident) return {};  // on the target: captured, no direction
  return pull(view.heading, angle, a);
}

Competition competition_of(const AttractorNumbers& p) { return {p.c1, p.c2, p.gamma21, p.alpha1_max, p.beta_a}; }

// All equilibria of local spec (15) with their verdicts.
std::vector<Equilibrium> two_class_equilibria(Alphas<double> alpha, double g12, double g21) {
  const TwoClassStability s = two_class_stability(alpha, g12, g21);
  std::vector<Equilibrium> all{{{0, 0}, s.none, std::max(alpha.a1, alpha.a2), 0}};
  if (alpha.a1 != 0) all.push_back({{1, 0}, s.target, std::max(-2 * alpha.a1, alpha.a2 - g21), 0});
  if (alpha.a2 != 0) all.push_back({{0, 1}, s.obstacles, std::max(-2 * alpha.a2, alpha.a1 - g12), 0});
  if (s.mixed_exists) all.push_back({{s.mixed_at.tar, s.mixed_at.obs}, s.mixed, s.leading, s.imaginary});
  return all;
}

// The same for any number of classes; class i of the system stands at place[i] among `size` weights.
std::vector<Equilibrium> equilibria_of(const System& system, std::span<const std::size_t> place, std::size_t size) {
  std::vector<Equilibrium> all;
  const FixedPoints found = fixed_points(system);
  for (unsigned k = 0; k < found.count; ++k) {
    const FixedPoint& point = found.points[k];
    Equilibrium e{std::vector<double>(size), point.stable, point.leading, 0};
    for (unsigned i = 0; i < system.k; ++i) e.w[place[i]] = point.w[i];
    all.push_back(std::move(e));
  }
  return all;
}

// (26b) with (C18).
Alphas<double> advantages_of(const ClassSums& obs, double beta_a, double alpha1_max) {
  Alphas<double> alpha = advantages(obs.S_static, obs.S_agents, beta_a, alpha1_max);
  if (obs.S_ahead != obs.S_static) alpha.a1 = advantages(obs.S_ahead, obs.S_agents, beta_a, alpha1_max).a1;
  return alpha;
}

// Target against the pooled obstacles, closed form: local spec section 5.
void compete_two(Choice& choice, const ClassSums& obs, const AttractorNumbers& p, const Memory& memory, Why* why) {
  AttractorDecision& d = choice.numbers;
  const Alphas<double> alpha = advantages_of(obs, d.beta_a, p.alpha1_max);
  const Weights<double> previous = p.hysteresis != 0 ? Weights<double>{memory.w_tar, memory.w_obs} : Weights<double>{};
  const Weights<double> w = weights(alpha, d.gamma12, p.gamma21, previous);
  d.alpha1 = alpha.a1;
  d.alpha2 = alpha.a2;
  d.w_tar = w.tar;
  d.w_obs = w.obs;
  choice.turn = w.tar * d.f_tar + w.obs * obs.f_heading;
  if (why) {
    why->weights.fill(w.obs);
    why->equilibria = two_class_equilibria(alpha, d.gamma12, p.gamma21);
  }
}

// Target against several classes, local spec section 13 and (66).
void compete_many(Choice& choice, const Field& field, const AttractorNumbers& p, const Memory& memory, Why* why) {
  AttractorDecision& d = choice.numbers;
  std::array<ClassView, max_sums> views{};
  std::array<std::size_t, max_sums> who{};
  std::size_t n = 0;
  double felt = 0;
  for (std::size_t c = 0; c < field.count; ++c) {
    const ClassSums& sums = field.sums[c];
    if (!(sums.S() > 0)) continue;
    views[n] = {obstacle_detector(sums.f, sums.slope, sums.window, p.c1), sums.S()};
    who[n++] = c;
    felt += sums.S_ahead + d.beta_a * sums.S_agents;  // the crowd discount (26b) holds here too
  }
  System system = obstacle_classes(d.P_tar, {views.data(), n}, competition_of(p));
  system.alpha[0] = p.alpha1_max * (1 - det_tanh(felt));
  ClassRow previous{};
  previous[0] = memory.w_tar;
  if (n == 1) previous[1] = memory.w_obs;
  const Settled settled = settle(system, p.hysteresis != 0 ? &previous : nullptr);
  d.alpha1 = system.alpha[0];
  d.w_tar = settled.w[0];
  choice.turn = d.w_tar * d.f_tar;
  for (std::size_t i = 0; i < n; ++i) {
    choice.turn += settled.w[i + 1] * field.sums[who[i]].f_heading;
    d.w_obs = std::max(d.w_obs, settled.w[i + 1]);
    d.alpha2 = std::max(d.alpha2, system.alpha[i + 1]);
  }
  if (why) {
    std::array<std::size_t, max_classes> place{};
    for (std::size_t i = 0; i < n; ++i) {
      why->weights[who[i]] = settled.w[i + 1];
      place[i + 1] = who[i] + 1;
    }
    why->equilibria = equilibria_of(system, place, field.count + 1);
  }
}

// Mutually exclusive targets, local spec (54), (55): each is a class of its own, the present one stays until another is 20 % better.
void compete_targets(Choice& choice, const View& view, const Field& field, const AttractorNumbers& p, double gain, const Memory& memory, Why* why) {
  constexpr std::size_t most = max_classes - 1;
  std::array<const Goal*, most> best{};
  std::size_t n = 0;
  for (const Goal& goal : view.goals) {  // the nearest few, ties by id
    std::size_t at = n < most ? n++ : most;
    while (at > 0 && (goal.distance < best[at - 1]->distance || (goal.distance == best[at - 1]->distance && goal.id < best[at - 1]->id))) {
      if (at < most) best[at] = best[at - 1];
      --at;
    }
    if (at < most) best[at] = &goal;
  }
  AttractorDecision& d = choice.numbers;
  ClassSums obs;
  for (std::size_t c = 0; c < field.count; ++c) {
    obs.S_static += field.sums[c].S_static;
    obs.S_ahead += field.sums[c].S_ahead;
    obs.S_agents += field.sums[c].S_agents;
    obs.f_heading += field.sums[c].f_heading;
  }
  const Alphas<double> alpha = advantages_of(obs, d.beta_a, 1.0);  // a1: the usual crowding factor
  System system;
  const bool obstacles = obs.S() > 0;
  system.k = static_cast<unsigned>(n + (obstacles ? 1 : 0));
  std::array<Pull<double>, most> pulls{};
  ClassRow previous{};
  for (std::size_t i = 0; i < n; ++i) {
    pulls[i] = pull_to(view, det_atan2(best[i]->offset.y, best[i]->offset.x), best[i]->distance, gain);
    system.alpha[i] = p.alpha1_max * det_exp(-best[i]->distance / p.d_t) * alpha.a1;  // (54)
    // The held target stays held while obstacles silence it.
    if (static_cast<double>((best[i]->id >> 32) + 1) == memory.chosen) previous[i] = memory.w_tar > 0 ? memory.w_tar : 1;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) system.gamma[i][j] = i == j ? 0 : 1.2 * system.alpha[j];  // (55)
    if (obstacles) {
      system.gamma[i][n] = gamma12(detector(pulls[i].f, pulls[i].slope, p.c1), d.P_obs, p.c2);
      system.gamma[n][i] = p.gamma21;
    }
  }
  if (obstacles) {
    system.alpha[n] = alpha.a2;
    previous[n] = memory.w_obs;
  }
  const Settled settled = settle(system, &previous);
  d.f_tar = d.slope_tar = 0;
  double strongest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    d.f_tar += settled.w[i] * pulls[i].f;
    d.slope_tar += settled.w[i] * pulls[i].slope;
    if (settled.w[i] > strongest) {
      strongest = settled.w[i];
      choice.chosen = static_cast<double>((best[i]->id >> 32) + 1);
    }
  }
  if (strongest == 0) choice.chosen = memory.chosen;
  d.alpha1 = n > 0 ? system.alpha[0] : 0;
  d.alpha2 = alpha.a2;
  d.w_tar = strongest;
  d.w_obs = obstacles ? settled.w[n] : 0;
  choice.turn = d.f_tar + d.w_obs * obs.f_heading;
  if (why) {
    std::array<std::size_t, max_classes> place{};
    for (std::size_t i = 0; i < place.size(); ++i) place[i] = i;
    why->equilibria = equilibria_of(system, place, n + 1);
    why->weights.fill(d.w_obs);
    why->plain = obs.f_heading;
    for (std::size_t i = 0; i < n; ++i) why->plain += pulls[i].f;
  }
}

CrowdDecision crowd_decision(const Field& field, const Sources& sources, double cos_x_t, double gain, double to_side,
                             const AttractorNumbers& p, const Effective& me) {
  CrowdDecision c;
  c.delay = me.delay;
  c.impatience = beyond(me.delay, p.Q_I);
  c.step_back = me.step_back;
  c.following = field.following;
  c.conflict = field.conflict;
  c.strangers = field.strangers;
  c.aside = to_side;
  c.gain = gain;
  c.left = field.left;
  c.right = field.right;
  c.time_gap = field.time_gap;
  c.facing_cap = capped_facing_away(p.kappa_v * me.top_speed, cos_x_t, p.kappa_v * me.top_speed, p.kappa_b);
  if (sources.left) c.left_body = sources.left->id, c.left_kind = sources.left->kind;
  if (sources.right) c.right_body = sources.right->id, c.right_kind = sources.right->kind;
  if (sources.before) c.ahead = sources.before->id;
  return c;
}

// Forward speed of an agent that slides, before the filter: local spec section 19.4. Slowing in turns and arrival come after it.
double sliding_speed(const Field& field, double cos_x_t, const AttractorNumbers& p, const Effective& me) {
  const double top = p.kappa_v * me.top_speed;
  if (p.speed != 0) return top;
  return capped_facing_away(std::min(field.speed, field.time_gap), cos_x_t, top, p.kappa_b);
}

Choice choose(const View& view, const AttractorNumbers& p, const Effective& me, const Memory& memory, Why* why = nullptr) {
  Choice choice;
  AttractorDecision& d = choice.numbers;
  const Field field = sense_field(view, p, me, why ? &why->sources : nullptr);
  double gain = attractor_gain(p.a, p.a_hi, field.conflict, p.X_0);
  const double standing = field.walls_beside + field.walls_in_way;
  if (p.kappa_a > 0) gain *= 1 - p.kappa_a * me.held_up * wedged(field.following, standing);  // (C39)
  const double side = p.beta_h < 0 ? 1 : -1;
  const double to_side = aside(p.beta_k, me.delay, field.against, p.X_0);  // (C37)
  const Pull<double> target = view.has_goal ? pull_to(view, p.beta_k > 0 ? view.goal_angle + side * to_side : view.goal_angle, view.goal_distance, gain) : Pull<double>{};
  const double cos_x_t = p.slide != 0 || p.b_b > 0 ? det_sincos(wrap(view.heading - view.goal_angle)).cos : 1;
  d.f_tar = target.f;
  d.slope_tar = target.slope;
  double f_heading = 0;
  for (std::size_t c = 0; c < field.count; ++c) {
    d.f_obs += field.sums[c].f;
    f_heading += field.sums[c].f_heading;
    d.slope_obs += field.sums[c].slope;
    d.window_sum += field.sums[c].window;
    d.crowding += field.sums[c].S();
  }
  choice.conflict = field.conflict;
  choice.strangers = field.strangers;
  choice.following = field.following;
  choice.walls_in_way = field.walls_in_way + field.moving_walls_in_way;
  choice.walls_beside = field.walls_beside;
  d.beta_a = p.beta_a * facing_factor(cos_x_t, p.b_b);  // (C9)
  if (p.kappa_n > 0) d.beta_a *= 1 - p.kappa_n * beyond(me.delay, p.Q_n) * faces_wall(field.walls_beside, field.walls_in_way);  // (C36)
  d.free_distance = field.free_distance;
  d.P_tar = detector(d.f_tar, d.slope_tar, p.c1);                              // (12)
  d.P_obs = obstacle_detector(d.f_obs, d.slope_obs, d.window_sum, p.c1);      // (12)
  d.gamma12 = gamma12(d.P_tar, d.P_obs, p.c2);                                // (13)

  if (why) {
    why->plain = d.f_tar + f_heading;
    why->weights.fill(1);
  }
  if (p.competition == 0) {
    d.w_tar = d.w_obs = 1;
    choice.turn = d.f_tar + f_heading;
  } else if (p.targets != 0 && view.goals.size() > 1) {
    compete_targets(choice, view, field, p, gain, memory, why);
  } else if (field.count > 1) {
    compete_many(choice, field, p, memory, why);
  } else {
    compete_two(choice, field.sums[0], p, memory, why);
  }

  // (11): the noise is a Wiener increment, after the cap and before the filter
  const double capped = std::clamp(choice.turn, -p.omega_max, p.omega_max);
  Rng random = view.random;
  d.wanted_turn_rate = p.sigma > 0 ? capped + p.sigma / std::sqrt(view.dt) * random.normal() : capped;

  d.wanted_speed = p.slide != 0 ? sliding_speed(field, cos_x_t, p, me) : wanted_speed(d.free_distance, me.d1, me.top_speed, p);
  if (view.approaches && p.slide == 0) d.wanted_speed = limited_by_arrival(d.wanted_speed, view.goal_distance, norm(view.goal_velocity), me.top_speed, p);
  if (why && p.slide != 0) why->crowd = crowd_decision(field, why->sources, cos_x_t, gain, to_side, p, me);
  return choice;
}

// Q of (C6), with the velocity walked since; 0 in the first step.
double delay_now(const View& view, const AttractorNumbers& p, const Memory& memory, double top_speed) {
  if (p.slide == 0 || memory.delay < 0) return 0;
  if (memory.settling.phase != Settling::walks) top_speed = std::min(top_speed, memory.settling.wished);  // (D6): of what it wished
  return delay_after(memory.delay, top_speed > 0 ? norm(view.velocity) / top_speed : 1, view.dt, p.tau_Q);
}

Effective effective(const View& view, const AttractorNumbers& p, const Memory& memory) {
  const Distances d = distances(memory.courage, p);
  const double tired = vigour(memory.energy);  // 1 for an agent that is fresh; without fatigue energy stays as it was set
  Effective me{.d0 = d.d0, .d0_w = p.d0_w, .d1 = d.d1, .top_speed = view.top_speed * tired, .agility = memory.agility * tired};
  if (p.slide != 0) {
    const double bold = memory.courage >= 0 && p.d0 > 0 ? d.d0 / p.d0 : 1;  // courage acts on all influence lengths alike
    me.d0_w = bold * (p.d0_w + (p.d0_f - p.d0_w) * (1 - memory.following));  // (C32)
  }
  me.delay = delay_now(view, p, memory, me.top_speed);
  const double impatience = p.kappa_I * beyond(me.delay, p.Q_I);
  me.trust = p.kappa_g > 0 ? trust(p.kappa_g, memory.strangers, p.X_s) : 0;     // (C33)
  me.patience = 1 - impatience;                                                 // (C8)
  me.patience_companions = 1 - impatience * (1 - (1 - p.kappa_c) * me.trust);   // (C34)
  me.held_up = beyond(me.delay, p.Q_B);                                         // (C7)
  me.retreat = p.kappa_d * me.trust * me.held_up * in_front(memory.walls_in_way);  // (C38)
  me.step_back = p.d_B * me.held_up * before_wall(memory.walls_in_way, memory.walls_beside, memory.strangers);  // (C10)
  me.yield_way = p.d_p > 0 ? p.d_p * (1 - clip01(memory.conflict / p.X_0)) : 0;  // (C22), off where people are in conflict
  return me;
}

// An order makes an agent forget how it settled before; a group that was packed marches off in formation.
void take_order(const View& view, Memory& memory) {
  if (!view.settlement.ordered) return;
  const bool stood = memory.settling.phase != Settling::walks;
  memory.settling = {};
  if (stood && view.settlement.applies && view.settlement.in_formation) memory.settling.phase = Settling::marches;
  memory.delay = -1;
}

// Does this agent stand or find its place instead of walking? Updates its phase.
bool is_settling(const View& view, const AttractorNumbers& p, double delay, Settling& s) {
  if (p.settle == 0 || !view.settlement.applies) {
    s = {};
    return false;
  }
  const double distance = norm(view.settlement.target);
  if (s.phase == Settling::marches && distance <= view.settlement.radius + view.radius) s.phase = Settling::settles;
  if (s.phase == Settling::marches && delay > 0.8) s.phase = Settling::walks;  // the way is not free after all
  if (s.phase == Settling::settles && !view.settlement.arrived && distance > chain_share * view.settlement.radius + 6 * view.radius) s = {};
  if (s.phase == Settling::walks && begins_to_settle(view)) s.phase = Settling::settles;
  return s.phase != Settling::walks;
}

// The turn rate of a body that does not walk: it looks where it goes. Local spec (D5a).
double turn_of_standing(const View& view, const AttractorNumbers& p, double top_speed) {
  const auto h = det_sincos(view.heading);
  if (!(top_speed > 0)) return 0;
  return std::clamp(4 * p.a * cross(Vec2{h.cos, h.sin}, view.velocity) / top_speed, -p.omega_max, p.omega_max);
}

// In the order of AttractorMemory.
std::vector<StateField> state_fields() {
  using enum StateAccess;
  std::vector<StateField> fields{
      {{"agility", "", 0, 1, 1, "how soon it turns; 1 is at once"}, attribute},
      {{"lightness", "", 0, 1, 1, "how soon it changes speed; 1 is at once"}, attribute},
      {field::number("", 0, 1).or_unset(courage_unset).row("courage", courage_unset, "how close it dares to go; unset: d0 and d1 as given"), attribute},
      {{"energy", "", 0, 1, 1, "how fresh it is; a tired one is slower and turns more slowly"}, attribute},
      {{"weight", "", 0, 1, 1, "how much it listens to its target"}, published}};
  const double first[] = {0, 0, -1};  // w_obs, chosen, delay
  const char* const memory_names[] = {"w_obs", "chosen", "delay", "conflict", "strangers", "following", "walls_in_way", "walls_beside",
                                      "settling.phase", "settling.time", "settling.side", "settling.wished"};
  static_assert(sizeof(Memory) / sizeof(double) == 5 + std::size(memory_names), "one name for each number");
  for (std::size_t i = 0; i < std::size(memory_names); ++i) {
    fields.push_back({{.name = memory_names[i], .fallback = i < std::size(first) ? first[i] : 0}, memory});
  }
  return fields;
}

std::vector<ParamInfo> category_fields() {
  return {field::number("m", 0, 100).or_unset(-1).row("d0", -1, "influence length of bodies of this class; unset: the agent's own"),
          field::number("rad", 0.01, 1.5).or_unset(-1).row("delta", -1, "window margin of bodies of this class; unset: the agent's own"),
          category_weight, field::flag().row("competes", 0, "the class has a weight of its own")};
}

// The parameters in metres and seconds, for this agent.
AttractorNumbers params_of(const View& view) { return resolved(unpack<AttractorNumbers>(view.params), view.radius, view.top_speed, view.dt); }

}  // namespace

AttractorModel::AttractorModel()
    : SteeringModel({.name = "attractor",
                     .doc = "heading as a dynamical system with competing weights; its preset people is the default of every agent",
                     .parameters = infos_of(attractor_fields()),
                     .state = state_fields(),
                     .category = category_fields(),
                     .presets = {{"people", to_block(AttractorParams::people())},
                                 {"robust", to_block(AttractorParams::robust())},
                                 {"classic", to_block(AttractorParams::classic())}}}) {}

Result<void> AttractorModel::check_together(std::span<const double> params, double dt, std::string_view place) const {
  const AttractorNumbers p = unpack<AttractorNumbers>(params);
  if (p.t2c >= 0 && dt > p.t2c) return Error{Errc::invalid_value, concat("t2c = ", p.t2c, " s is shorter than dt = ", dt, " s, expected t2c >= dt"), std::string(place)};
  const double floor = -det_log(p.alpha1_max);
  if (!(p.c2 > floor)) {
    return Error{Errc::invalid_value, concat("c2 = ", p.c2, ", expected more than ln(1/alpha1_max) = ", floor, ", or no target is ever alive"), std::string(place)};
  }
  return {};
}

double AttractorModel::turning_radius(std::span<const double> params, const Physique& me) const {
  const AttractorNumbers p = resolved(unpack<AttractorNumbers>(params), me.radius, me.top_speed, me.dt);
  return me.top_speed / std::max(p.a, 1e-9);
}

ModelTraits AttractorModel::traits(std::span<const double> params) const {
  const AttractorNumbers p = unpack<AttractorNumbers>(params);
  const bool slides = p.slide != 0;
  return {.slides = slides, .settles = slides && p.settle != 0, .steps_aside = slides && p.room != 0, .shares = p.kappa_theta};
}

Result<void> AttractorModel::check_categories(std::span<const double> categories, std::string_view place) const {
  const Categories all(categories);
  std::size_t competing = 0;
  for (std::size_t i = 0; i < all.size(); ++i) competing += all[i].competes != 0 ? 1 : 0;
  if (competing <= max_classes - 2) return {};
  return Error{Errc::limit, concat("competing classes = ", competing, ", expected at most ", max_classes - 2), std::string(place)};
}

double AttractorModel::sense_range(const Sensing& of) const {
  const Physique& me = of.me;
  const AttractorNumbers p = resolved(unpack<AttractorNumbers>(of.params), me.radius, me.top_speed, me.dt);
  const Distances d = distances(read(of.state).courage, p);
  double range = sensing_range(p, p.slide != 0 ? 0 : d.d0, d.d1, me.top_speed);
  const Categories categories(of.categories);
  for (std::size_t i = 0; i < categories.size(); ++i) range = std::max(range, sensing_range(p, categories[i].d0, d.d1, me.top_speed));
  return range;
}

std::size_t AttractorModel::scratch_bytes(std::size_t bodies) const { return field_scratch_bytes(bodies); }

Motion AttractorModel::steer(const View& view, std::span<double> next_state) const {
  const AttractorNumbers p = params_of(view);
  Memory memory = read(view.state);
  take_order(view, memory);
  const Effective me = effective(view, p, memory);
  const bool slides = p.slide != 0;
  Motion motion;
  motion.safety = slides ? Safety::slide : p.yield != 0 ? Safety::yield : Safety::strict;
  motion.yield_time = p.tau_s;
  motion.lateral_cost = view.halted ? 1 : p.kappa_l;
  motion.top_speed = me.top_speed;
  motion.side_margin = p.m_y;
  motion.side_time = p.yield != 0 ? p.T_y : 0;
  motion.side_range = 2 * p.sense;
  const double speed_gain = filter_gain(memory.lightness, view.dt, p.k_min, p.tau_ref);
  const double pace = slides ? norm(view.velocity) : view.speed;
  Memory next = memory;
  next.energy = p.fatigue != 0 ? energy_after(memory.energy, pace, view.top_speed, view.dt, p) : memory.energy;
  const StandingScale scale{p.ref_radius, p.ref_speed};
  const double turn_gain = filter_gain(me.agility, view.dt, p.k_min, p.tau_ref);
  const bool settling = slides && is_settling(view, p, me.delay, next.settling);
  if (settling || view.halted) {
    next.conflict = next.strangers = next.following = next.walls_in_way = next.walls_beside = 0;
    next.delay = settling && !view.settlement.arrived ? me.delay : -1;
    motion.heading = view.heading;
    if (slides && p.room != 0 && (!settling || view.settlement.arrived)) {
      motion.room_time = std::max(scale.room_time(), view.dt);
      motion.room_margin = scale.room_margin();
    }
    if (settling) {
      motion.settling = true;
      motion.settled = view.settlement.arrived || has_settled(view, scale, me.top_speed, norm(view.velocity), me.delay, next.settling);
      if (!view.settlement.arrived) next.settling.time += view.dt;
      motion.wishes = true;
      const Vec2 wanted = settling_wish(view, scale, me.top_speed, p.kappa_arr * p.a, me.delay, next.settling);
      motion.wish = view.velocity + speed_gain * (wanted - view.velocity);  // (18)
      next.settling.wished = norm(motion.wish);
      motion.turn_rate = filtered(view.turn_rate, turn_of_standing(view, p, me.top_speed), turn_gain);
      motion.heading = wrap(view.heading + view.dt * motion.turn_rate);
      motion.dead_band = still_share * me.top_speed;
    } else if (slides && p.room != 0) {
      motion.wishes = motion.drops_wish = true;
      const Vec2 wanted = way_home(view.home, scale, me.top_speed);
      motion.wish = view.velocity + speed_gain * (wanted - view.velocity);
      motion.dead_band = still_share * me.top_speed;
    } else {
      motion.speed = filtered(view.speed, 0, speed_gain);
    }
    write(next, next_state);
    return motion;
  }

  const Choice choice = choose(view, p, me, memory);
  motion.turn_rate = filtered(view.turn_rate, choice.numbers.wanted_turn_rate, turn_gain);  // (18)
  double wanted = slowed_in_turn(choice.numbers.wanted_speed, motion.turn_rate, p);
  if (slides && view.approaches) wanted = limited_by_arrival(wanted, view.goal_distance, norm(view.goal_velocity), me.top_speed, p);
  motion.speed = filtered(view.speed, wanted, speed_gain);
  motion.heading = wrap(view.heading + view.dt * motion.turn_rate);  // (49)

  next.w_tar = choice.numbers.w_tar;
  next.w_obs = choice.numbers.w_obs;
  next.chosen = choice.chosen;
  next.conflict = choice.conflict;
  next.strangers = choice.strangers;
  next.following = choice.following;
  next.walls_in_way = choice.walls_in_way;
  next.walls_beside = choice.walls_beside;
  next.delay = me.delay;
  write(next, next_state);
  return motion;
}

AttractorDecision AttractorModel::decide(const View& view) const {
  const AttractorNumbers p = params_of(view);
  Memory memory = read(view.state);
  take_order(view, memory);
  const Effective me = effective(view, p, memory);
  Why why;
  const Choice choice = choose(view, p, me, memory, &why);
  AttractorDecision d = choice.numbers;
  d.rate = std::clamp(choice.turn, -p.omega_max, p.omega_max);
  d.plain = std::clamp(why.plain, -p.omega_max, p.omega_max);
  if (p.competition != 0 && p.targets != 0 && view.goals.size() > 1 && d.w_tar > 0) {  // the sum is weighted already
    d.f_tar /= d.w_tar;
    d.slope_tar /= d.w_tar;
  }
  d.shares = std::move(why.sources.shares);
  for (std::size_t i = 0; i < d.shares.size(); ++i) d.shares[i].weight = why.weights[why.sources.sums[i]];
  d.equilibria = std::move(why.equilibria);
  if (p.slide != 0) d.crowd = why.crowd;
  if (const Neighbour* ahead = why.sources.ahead) {
    d.limiter = ahead->id;
    d.limiter_kind = ahead->kind;
    if (p.slide != 0) {
      d.limited = d.wanted_speed < std::min(p.kappa_v * me.top_speed, why.crowd.facing_cap);
    } else {
      const double by_body = wanted_speed(d.free_distance, me.d1, me.top_speed, p);
      d.limited = by_body < p.kappa_v * me.top_speed && !(d.wanted_speed < by_body);
    }
  }
  const bool settling = p.slide != 0 && is_settling(view, p, me.delay, memory.settling);
  if (view.halted || settling) {  // no heading dynamics: the weights are those of the last walk
    d.w_tar = memory.w_tar;
    d.w_obs = memory.w_obs;
    d.rate = d.plain = d.wanted_speed = 0;
    d.wanted_turn_rate = settling ? turn_of_standing(view, p, me.top_speed) : 0;
    d.limited = false;
    if (settling) d.crowd->settling = true;
  }
  return d;
}

Decision AttractorModel::explain(const View& view) const {
  AttractorDecision d = decide(view);
  d.target_weight = d.w_tar;
  d.target_rate = d.f_tar;
  d.values = {{"f_tar", d.f_tar},     {"slope_tar", d.slope_tar}, {"f_obs", d.f_obs},   {"slope_obs", d.slope_obs}, {"window_sum", d.window_sum},
              {"crowding", d.crowding}, {"beta_a", d.beta_a},     {"P_tar", d.P_tar},   {"P_obs", d.P_obs},         {"gamma12", d.gamma12},
              {"alpha1", d.alpha1},   {"alpha2", d.alpha2},       {"w_tar", d.w_tar},   {"w_obs", d.w_obs}};
  if (d.crowd) {
    const CrowdDecision& c = *d.crowd;
    d.values.insert(d.values.end(), {{"delay", c.delay}, {"impatience", c.impatience}, {"step_back", c.step_back}, {"following", c.following},
                                     {"conflict", c.conflict}, {"strangers", c.strangers}, {"aside", c.aside}, {"gain", c.gain},
                                     {"left", c.left, c.left_body, c.left_kind}, {"right", c.right, c.right_body, c.right_kind},
                                     {"time_gap", c.time_gap, c.ahead, BodyKind::agent}, {"facing_cap", c.facing_cap}});
    if (c.settling) d.values.push_back({"settling", 1});
  }
  return std::move(static_cast<Decision&>(d));
}

}  // namespace wend::steering
