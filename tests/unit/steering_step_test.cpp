#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/angles.hpp"
#include "steering/attractor.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using wend::steering::AttractorDecision;
using wend::test::AttractorAgent;
using wend::test::near;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

struct Step {
  const char* name;
  double phi;
  std::vector<Neighbour> discs;
  bool windowed;
  double f_tar, f_obs, slope_obs, W, S, gamma12, alpha1, alpha2, w_tar, w_obs, omega, r_front, v;
};

Neighbour disc(double x, double y, double R) {
  Neighbour n;
  n.a = n.b = {x, y};
  n.radius = R;
  return n;
}

// A disc far ahead in line with the target: alpha2 < gamma21 < 1 = gamma12, so both winners are stable.
AttractorAgent bistable() {
  AttractorAgent self(AttractorParams::classic());
  self.toward(0);
  self.disc({4.3, 0}, 0.5);  // clearance 3.5
  return self;
}

// What the world publishes under that name after steer().
double published(const AttractorAgent& self, std::string_view name) {
  const std::vector<double> state = test::numbers(self.next);
  for (std::size_t i = 0; i < self.model.state_size(); ++i) {
    const StateField& field = self.model.info().state[i];
    if (field.access == StateAccess::published && field.info.name == name) return state.at(i);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

TEST_CASE("steering: complete step of table T14") {
  const std::vector<Neighbour> one{disc(3, 0, 0.7)}, closed{disc(2, 0.6, 0.5), disc(2, -0.6, 0.5)};
  const std::vector<Neighbour> open{disc(2, 1.2, 0.5), disc(2, -1.2, 0.5)}, beside{disc(0, 1, 0.5)};
  const Step steps[] = {
      {"E1", 0.2, {}, false, -0.198669330795, 0, 0, 0, 0, 0.135335283237, 0.4, 0, 1, 0, -0.198669330795, none, 1},
      {"E2", 0.05, one, false, -0.0499791692707, 0.046719306276, 0.796909761589, 0.999974428509, 0.135335283237,
       0.526463855218, 0.346193983484, 0.134515041289, 0, 1, 0.046719306276, 2.00755530544, 1},
      {"E3", 0.02, closed, false, -0.0199986666933, 0.00943755669516, 0.475419446507, 1.99995844124, 0.551609935421,
       0.800791702341, 0.199309659096, 0.50172585226, 0, 1, 0.00943755669516, 1.44016995688, 1},
      {"E4", 0.02, open, false, -0.0199986666933, -0.00778325753973, -0.388028116216, 1.99976765676, 0.432041522967,
       0.0226035354164, 0.237189589465, 0.407026026338, 0.956775342893, 0.942097578476, -0.0264668192637, none, 1},
      {"E5", 0, beside, false, 0, -0.692880898301, -0.306180068265, 0.999991790481, 0.818730753078, 0.11941718209,
       0.13024861751, 0.674378456224, 0.298705389828, 0.996686839468, -0.690585272655, none, 1},
      {"E2 windowed", 0.05, one, true, -0.0499791692707, 0.046719306276, 0.796909761589, 0.999974428509, 0.135331822512,
       0.526463855218, 0.346195342727, 0.134511643182, 0, 1, 0.046719306276, 2.00755530544, 1},
      {"E3 windowed", 0.02, closed, true, -0.0199986666933, 0.00943755669516, 0.475419446507, 1.99995844124,
       0.551598473308, 0.800791702341, 0.199313089823, 0.501717275443, 0, 1, 0.00943755669516, 1.44016995688, 1},
      {"E5 windowed", 0, beside, true, 0, -0.692880898301, -0.306180068265, 0.999991790481, 0.818724031693,
       0.11941718209, 0.130250083354, 0.674374791616, 0.298723857044, 0.996686411071, -0.690584975827, none, 1},
  };
  for (const Step& s : steps) {
    CAPTURE(s.name);
    AttractorAgent self(AttractorParams::classic());
    self.p.windowed = s.windowed;
    self.me.heading = s.phi;
    self.toward(0);
    self.placed = s.discs;
    const AttractorDecision d = self.explain();
    CHECK(d.f_tar == near{s.f_tar});
    CHECK(d.slope_tar == near{-std::cos(s.phi)});
    CHECK(d.f_obs == near{s.f_obs});
    CHECK(d.slope_obs == near{s.slope_obs});
    CHECK(d.window_sum == near{s.W});
    CHECK(d.crowding == near{s.S});
    CHECK(d.gamma12 == near{s.gamma12});
    CHECK(d.alpha1 == near{s.alpha1});
    CHECK(d.alpha2 == near{s.alpha2});
    CHECK(d.w_tar == near{s.w_tar});
    CHECK(d.w_obs == near{s.w_obs});
    CHECK(d.wanted_turn_rate == near{s.omega});
    CHECK(d.free_distance == near{s.r_front});
    CHECK(d.wanted_speed == near{s.v});

    const Motion m = self.steer();
    CHECK(m.turn_rate == near{s.omega});
    CHECK(m.heading == near{s.phi + 0.25 * s.omega});
    CHECK(m.speed == near{s.v});
    CHECK(self.next.w_tar == near{s.w_tar});
    CHECK(self.next.w_obs == near{s.w_obs});
    CHECK(published(self, "weight") == near{s.w_tar});
  }
}

TEST_CASE("steering: without objects the target rules and the speed is the top speed") {
  for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {
    AttractorAgent self(preset);
    self.me.top_speed = 1.3;
    self.toward(1);
    const AttractorDecision d = self.explain();
    CHECK(d.w_tar == 1);
    CHECK(d.w_obs == 0);
    CHECK(d.P_obs == 0);
    CHECK(d.free_distance == none);
    CHECK(d.wanted_speed == 1.3);
  }
}

TEST_CASE("steering: a body on the agent's own centre pushes nowhere and stops nobody") {
  for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {
    AttractorAgent self(preset);
    self.toward(0.5);
    self.me.heading = 0.1;
    for (int kind = 0; kind < 3; ++kind) {
      self.placed.clear();
      kind == 0   ? self.agent({}, 0.3)
      : kind == 1 ? self.moving({1e-13, 0}, 0.3, {1, 0})
                  : self.wall({-1, 0}, {1, 0}, 0.1);
      const AttractorDecision d = self.explain();
      REQUIRE(d.shares.size() == 1);
      CHECK(d.shares[0].half_angle == near{pi / 2});
      CHECK(d.shares[0].f == 0);
      CHECK(d.shares[0].nearness == 1);
      CHECK(d.free_distance == none);
      const Motion m = self.steer();
      CHECK(std::isfinite(m.heading));
      CHECK(m.speed == 1);
    }
  }
}

TEST_CASE("steering: on its target the agent has no direction to turn to") {
  AttractorAgent self(AttractorParams::robust());
  self.toward(2, 1e-13);
  CHECK(self.explain().f_tar == 0);
  CHECK(self.steer().turn_rate == 0);
  self.toward(2, 1e-11);
  CHECK(self.explain().f_tar == near{std::sin(2.0)});
}

TEST_CASE("steering: a target exactly behind is an unstable direction") {
  AttractorAgent self(AttractorParams::robust());
  for (double heading : {0.0, 1.0, -2.0, pi}) {
    self.me.heading = heading;
    self.toward(wrap(heading + pi));
    const AttractorDecision d = self.explain();
    CHECK(d.f_tar == near{0, 1e-15});
    CHECK(d.slope_tar == near{1});
    CHECK(d.P_tar == near{1});
  }
}

TEST_CASE("steering: a crush switches the target off without a division by zero") {
  for (const AttractorParams& preset : {AttractorParams::classic(), AttractorParams::robust()}) {
    AttractorAgent self(preset);
    self.p.fusion = false;
    self.toward(0);
    for (int i = 0; i < 25; ++i) self.disc({0.4 + 0.001 * i, 0.1 - 0.01 * i}, 0.5);
    const AttractorDecision d = self.explain();
    CHECK(d.crowding > 20);
    CHECK(d.alpha2 == 1);
    CHECK(d.alpha1 == 0);
    CHECK(d.w_tar == 0);
    CHECK(d.w_obs == 1);
    CHECK(std::isfinite(self.steer().turn_rate));
  }
}

TEST_CASE("steering: d0 of zero is floored") {
  AttractorAgent self(AttractorParams::classic());
  self.p.d0 = 0;
  self.disc({0.9, 0}, 0.5);
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-0.1 / 0.05)});
}

TEST_CASE("steering: without noise exact symmetry stays") {
  AttractorAgent self(AttractorParams::robust());
  self.toward(0);
  self.disc({2, 0}, 0.5);
  for (int i = 0; i < 20; ++i) {
    const Motion m = self.steer();
    CHECK(m.turn_rate == 0);
    CHECK(m.heading == 0);
    self.at.x += 0.25 * m.speed;
    self.me.speed = m.speed;
  }
  CHECK(self.at.x < 1.0 + 1e-9);  // it stops in front: 2 - 0.5 - 0.3 - d1
}

TEST_CASE("steering: the new heading is wrapped and the turn rate capped") {
  AttractorAgent self(AttractorParams::robust());
  self.p.a = 50;
  self.me.heading = 3.0;
  self.toward(-2.5);  // left across the seam
  const Motion m = self.steer();
  CHECK(m.turn_rate == 4);
  CHECK(m.heading == near{4.0 - 2 * pi});
  self.me.heading = -3.0;
  self.toward(2.5);
  CHECK(self.steer().turn_rate == -4);
}

TEST_CASE("steering: the sensing range is 5 d0, or the speed law's when that is longer") {
  AttractorAgent self(AttractorParams::classic());
  const auto senses = [&](double clearance) {
    self.placed.clear();
    self.disc({clearance + 0.8, 0}, 0.5);
    return self.explain().shares.size() == 1;
  };
  CHECK(senses(4.99));
  CHECK_FALSE(senses(5.01));
  self.p.d0 = 0.1;
  CHECK(senses(1.19));  // v_max t2c + d1 = 1.2
  CHECK_FALSE(senses(1.21));
  self.me.top_speed = 2;
  CHECK(senses(2.19));
  self.p.sense = 3;
  CHECK(senses(2.99));
  CHECK_FALSE(senses(3.01));
  self.p.sense = -1;
  self.p.d0 = 1;
  self.memory.courage = 0;  // d0 = 3
  CHECK(senses(14.99));
  CHECK_FALSE(senses(15.01));

  const std::vector<double> block = to_block(self.p);
  const auto range = [&](double top_speed, double courage, std::span<const double> categories = {}) {
    steering::AttractorMemory memory;
    memory.courage = courage;
    const std::vector<double> state = test::numbers(memory);
    return self.model.sense_range({block, state, categories, {.radius = 0.3, .top_speed = top_speed, .dt = 0.25}});
  };
  CHECK(range(1, -1) == 5);
  CHECK(range(1, 0) == near{15});
  CHECK(range(6, -1) == near{6.2});
  CHECK(range(1, -1, std::vector<double>{-1, -1, 1, 0, 2, -1, 1, 0}) == 10);  // d0, delta, weight, competes of two
}

TEST_CASE("steering: an agent that has arrived stands still and keeps what it knew") {
  AttractorAgent self(AttractorParams::robust());
  self.toward(2);
  self.me.halted = true;
  self.me.speed = 0.8;
  self.me.turn_rate = 1;
  self.me.heading = 0.3;
  self.memory.lightness = 0.5;
  self.memory.w_tar = 0.25;
  self.memory.w_obs = 0.75;
  self.memory.energy = 0.5;
  self.memory.chosen = 3;
  self.memory.delay = 0.6;
  self.memory.conflict = 0.4;
  const Motion m = self.steer();
  CHECK(m.turn_rate == 0);
  CHECK(m.heading == 0.3);
  CHECK(m.speed == near{0.45 * 0.8});
  // delay, conflict, strangers, following and walls begin anew, local spec (C6)
  CHECK(test::numbers(self.next) == std::vector<double>{1, 0.5, -1, 0.5, 0.25, 0.75, 3, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("steering: without competition both are simply added") {
  AttractorAgent self(AttractorParams::classic());
  self.p.competition = false;
  self.me.heading = 0.05;
  self.toward(0);
  self.disc({3, 0}, 0.7);
  const AttractorDecision d = self.explain();  // E2 of T14
  CHECK(d.w_tar == 1);
  CHECK(d.w_obs == 1);
  CHECK(d.wanted_turn_rate == near{-0.0499791692707 + 0.046719306276});
}

TEST_CASE("steering: hysteresis keeps the winner of an undecided competition") {
  AttractorAgent self = bistable();
  const auto winner = [&](double w_tar, double w_obs) {
    self.memory.w_tar = w_tar;
    self.memory.w_obs = w_obs;
    const AttractorDecision d = self.explain();
    REQUIRE(d.gamma12 >= d.alpha1);
    REQUIRE(d.alpha2 < 0.05);
    CHECK(d.w_tar + d.w_obs == 1);
    return d.w_tar;
  };
  CHECK(winner(0, 1) == 1);  // off: the larger advantage
  self.p.hysteresis = true;
  CHECK(winner(0, 1) == 0);
  CHECK(winner(1, 0) == 1);
  CHECK(winner(0.6, 0.9) == 1);  // both active counts as the target
  self.steer();
  CHECK(self.next.w_tar == 1);
}

TEST_CASE("steering: hysteresis also holds for a class with its own weight") {
  AttractorAgent self = bistable();
  self.p.hysteresis = true;
  self.classes = {{.competes = 1}};
  self.memory.w_tar = 0;
  self.memory.w_obs = 1;
  CHECK(self.explain().w_tar == 0);
  CHECK(self.explain().w_obs == 1);
  self.memory.w_tar = 1;
  self.memory.w_obs = 0;
  CHECK(self.explain().w_tar == 1);
  CHECK(self.explain().w_obs == 0);
}

TEST_CASE("steering: presets differ in the six additions only, and a block has the order of the table") {
  const AttractorParams robust = AttractorParams::robust(), classic = AttractorParams::classic();
  const std::vector<double> blocks[] = {to_block(robust), to_block(classic)}, people = to_block(AttractorParams::people());
  const steering::AttractorModel model;
  REQUIRE(model.info().parameters.size() == blocks[0].size());
  std::vector<std::string_view> different;
  for (std::size_t i = 0; i < blocks[0].size(); ++i) {
    CAPTURE(model.info().parameters[i].name);
    CHECK(people[i] == model.info().parameters[i].fallback);  // the default
    if (blocks[0][i] != blocks[1][i]) different.push_back(model.info().parameters[i].name);
  }
  CHECK(different ==
        std::vector<std::string_view>{"beta_a", "fusion", "windowed", "relative", "anticipation", "yield"});
  CHECK(classic.beta_a == 1);
  CHECK(robust.beta_a == 0.25);
}

TEST_CASE("presets: robust has the values of local spec section 14") {
  const std::vector<std::pair<std::string_view, double>> table{
      {"a", 1},         {"delta", 0.8},    {"d0", 1},       {"d0_min", 0.05},    {"d1", 0.2},         {"t2c", 1},         {"v_back", 0.25},
      {"kappa_v", 1},   {"c1", 4},         {"c2", 2},       {"gamma21", 0.05},   {"alpha1_max", 0.4}, {"sigma", 0.05},    {"omega_max", 4},
      {"dpsi_min", 0.02}, {"kappa_arr", 0.8}, {"k_min", 0.1}, {"tau_ref", 0.25}, {"v0", 0.8},         {"horizon", 4},     {"kappa_r", 0.25},
      {"beta_a", 0.25}, {"tau_s", 0.25}};
  const std::vector<double> block = to_block(resolved(AttractorParams::robust(), 0.3, 1, 0.1));
  for (const auto& [name, value] : table) {
    CAPTURE(name);
    std::size_t i = 0;
    while (i < block.size() && attractor_fields()[i].info.name != name) ++i;
    REQUIRE(i < block.size());
    CHECK(block[i] == value);
  }
  CHECK(resolved(AttractorParams::robust(), 0.3, 1, 0.4).tau_s == 0.4);  // max(dt, 0.25)
  AttractorParams p = AttractorParams::robust();
  p.d0 = 3;
  CHECK(resolved(p, 0.3, 1, 0.1).v0 == near{2.4});  // 0.8 d0
  CHECK(resolved(p, 0.3, 1, 0.1).d0_w == 3);
  const steering::AttractorModel model;  // sensing: max(5 d0, v_max t2c + d1)
  const std::vector<double> state = test::numbers(steering::AttractorMemory{});
  const auto range = [&] {
    const std::vector<double> params = to_block(p);
    return model.sense_range({params, state, {}, {.radius = 0.3, .top_speed = 1}});
  };
  CHECK(range() == near{15});
  p.d0 = 0.1;
  CHECK(range() == near{1.2});
}

TEST_CASE("presets: of robust nothing depends on the agent's size, of people every length, time and speed does") {
  for (const AttractorParams& preset : {AttractorParams::robust(), AttractorParams::classic()}) {
    CHECK(to_block(resolved(preset, 0.25, 1.34, 0.1)) == to_block(resolved(preset, 2, 5, 0.1)));
  }
  const std::vector<double> small = to_block(resolved({}, 0.25, 1.34, 0.001)), large = to_block(resolved({}, 0.5, 2, 0.001)), given = to_block(AttractorParams{});
  for (std::size_t i = 0; i < given.size(); ++i) {
    CAPTURE(attractor_fields()[i].info.name);
    CHECK((small[i] == large[i]) == (given[i] != AttractorParams::relative || small[i] == 0));
  }
}

TEST_CASE("presets: robust and classic are people with other base values and section 19 switched off") {
  const std::vector<double> people = to_block(AttractorParams::people()), robust = to_block(AttractorParams::robust());
  // Base values that are relative or others in people, then the terms of section 19 with the value that switches each off.
  const std::vector<std::string_view> base{"a",     "d0",        "d0_min",  "d1",           "t2c",     "v_back", "c1",
                                           "sigma", "omega_max", "tau_ref", "courage_unit", "horizon", "kappa_r"};
  const std::vector<std::pair<std::string_view, double>> off{
      {"slide", 0},   {"lambda", 1},  {"lambda_w", 1},    {"F_max", 0},   {"beta_h", 0}, {"c_h", 0}, {"kappa_q", 0}, {"kappa_o", 0}, {"kappa_I", 0},
      {"tau_Q", 1},   {"d_B", 0},     {"b_b", 0},         {"kappa_b", 0}, {"kappa_theta", 0}, {"kappa_l", 1}, {"beside", 0}, {"S_1", 0}, {"T_f", 0},
      {"d_p", 0},     {"d_k", 1},     {"d_q", 1},         {"a_hi", 0},    {"m_y", 0},    {"T_y", 0}, {"ref_radius", 1}, {"ref_speed", 1},
      {"kappa_g", 0}, {"kappa_c", 1}, {"kappa_w", 0},     {"kappa_n", 0}, {"kappa_d", 0}, {"kappa_a", 0}, {"beta_k", 0}, {"settle", 0}, {"room", 0}, {"kappa_i", 1}};
  for (std::size_t i = 0; i < people.size(); ++i) {
    const std::string_view name = attractor_fields()[i].info.name;
    CAPTURE(name);
    const auto term = std::find_if(off.begin(), off.end(), [&](const auto& t) { return t.first == name; });
    const bool differs = term != off.end() || std::find(base.begin(), base.end(), name) != base.end();
    CHECK((people[i] != robust[i]) == differs);
    if (term != off.end()) CHECK(robust[i] == term->second);
  }
}

TEST_CASE("steering: parameters that cannot work together are refused") {
  const steering::AttractorModel model;
  AttractorParams p = AttractorParams::robust();
  CHECK(model.check_together(to_block(p), 0.25, "here"));
  p.t2c = 0.2;
  CHECK_FALSE(model.check_together(to_block(p), 0.25, "here"));
  CHECK(model.check_together(to_block(p), 0.2, "here"));
  p.t2c = 1;
  p.c2 = 0.91;  // below ln(1 / 0.4) = 0.9163
  CHECK_FALSE(model.check_together(to_block(p), 0.25, "here"));
  p.c2 = 0.92;
  CHECK(model.check_together(to_block(p), 0.25, "here"));
  CHECK(model.turning_radius(to_block(p), {.radius = 0.3, .top_speed = 3}) == 3);
  p.a = 2;
  CHECK(model.turning_radius(to_block(p), {.radius = 0.3, .top_speed = 3}) == 1.5);
}
