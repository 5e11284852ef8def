#include "steering/personality.hpp"

#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>

#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::near;

namespace {

// Standard deviation and mean of the heading after `time`, over many agents that want nothing.
struct Spread {
  double mean = 0, deviation = 0;
};

Spread spread_after(double time, double dt, double agility, double omega_max, unsigned agents) {
  test::AttractorAgent self(AttractorParams::robust());
  self.p.sigma = 0.05;
  self.p.omega_max = omega_max;
  self.me.dt = dt;
  self.memory.agility = agility;
  double sum = 0, squares = 0;
  const auto steps = static_cast<std::uint64_t>(std::lround(time / dt));
  View view = self.view();
  std::vector<double> next(self.model.state_size());
  for (unsigned agent = 0; agent < agents; ++agent) {
    view.heading = view.turn_rate = 0;
    for (std::uint64_t step = 0; step < steps; ++step) {
      view.random = Rng::stream(10, Purpose::heading_noise, agent, step);
      const Motion m = self.model.steer(view, next);
      view.heading = m.heading;
      view.turn_rate = m.turn_rate;
    }
    sum += view.heading;
    squares += view.heading * view.heading;
  }
  const double mean = sum / agents;
  return {mean, std::sqrt(squares / agents - mean * mean)};
}

}  // namespace

TEST_CASE("steering: filters of table T10") {
  struct Row {
    double p, dt, k, k_dt, out;
  };
  constexpr Row rows[] = {
      {0, 0.25, 0.1, 0.1, 0.46},
      {0, 0.1, 0.1, 0.0412684844858, 0.424761090691},
      {0, 0.05, 0.1, 0.020851637639, 0.412510982583},
      {0.25, 0.25, 0.325, 0.325, 0.595},
      {0.25, 0.1, 0.325, 0.145481421957, 0.487288853174},
      {0.25, 0.05, 0.325, 0.0755982593901, 0.445358955634},
      {0.5, 0.25, 0.55, 0.55, 0.73},
      {0.5, 0.1, 0.55, 0.27341737955, 0.56405042773},
      {0.5, 0.05, 0.55, 0.147601841596, 0.488561104958},
      {1, 0.25, 1, 1, 1},
      {1, 0.1, 1, 1, 1},
      {1, 0.05, 1, 1, 1},
  };
  for (const Row& r : rows) {
    CAPTURE(r.p);
    CAPTURE(r.dt);
    CHECK(filter_gain(r.p, 0.25, 0.1, 0.25) == near{r.k});  // k itself is the gain of a step of tau_ref
    const double gain = filter_gain(r.p, r.dt, 0.1, 0.25);
    CHECK(gain == near{r.k_dt});
    CHECK(filtered(0.4, 1.0, gain) == near{r.out});

    test::AttractorAgent self(
        AttractorParams::robust());  // agility filters the turn, lightness the speed, not the other way
    self.toward(pi / 2);             // asks for 1 rad/s and 1 m/s
    self.me.dt = r.dt;
    self.me.turn_rate = self.me.speed = 0.4;
    self.memory.agility = r.p;
    CHECK(self.steer().turn_rate == near{r.out});
    CHECK(self.steer().speed == 1);
    self.memory.agility = 1;
    self.memory.lightness = r.p;
    CHECK(self.steer().turn_rate == near{1});
    CHECK(self.steer().speed == near{r.out});
  }
}

TEST_CASE("steering: two filter steps of half the length are one") {
  const double half = filter_gain(0.3, 0.125, 0.1, 0.25), whole = filter_gain(0.3, 0.25, 0.1, 0.25);
  CHECK(filtered(filtered(0.4, 1, half), 1, half) == near{filtered(0.4, 1, whole)});
}

TEST_CASE("steering: courage of table T11") {
  struct Row {
    double base, co, raw, d0, d0_vel, d1;
  };
  constexpr Row rows[] = {
      {1, 0, 3, 3, 1, 0.2},
      {1, 0.25, 1.82842712475, 1.82842712475, 1, 0.2},
      {1, 0.5, 1, 1, 1, 0.2},
      {1, 0.75, 0.414213562373, 0.414213562373, 0.5, 0},
      {1, 0.9, 0.148698354997, 0.148698354997, 0.2, 0},
      {1, 1, 0, 0.05, 0, 0},
      {3, 0, 15, 15, 3, 0.6},
      {3, 0.25, 7, 7, 3, 0.6},
      {3, 0.5, 3, 3, 3, 0.6},
      {3, 0.75, 1, 1, 1.5, 0},
      {3, 0.9, 0.319507910773, 0.319507910773, 0.6, 0},
      {3, 1, 0, 0.05, 0, 0},
  };
  for (const Row& r : rows) {
    CAPTURE(r.base);
    CAPTURE(r.co);
    AttractorNumbers p = test::numbers(AttractorParams::robust());
    p.d0 = r.base;
    p.d1 = 0.7;  // replaced for the courageous
    CHECK(distances(r.co, resolved(p, 0.3, 1, 0.25)).d0 == near{r.d0});
    CHECK(distances(r.co, resolved(p, 0.3, 1, 0.25)).d1 == near{r.d1});
    p.d0_min = 1e-30;  // as good as no floor
    p.v0 = 0;          // d1 is then d0_vel
    CHECK(distances(r.co, p).d0 == near{r.raw});
    CHECK(distances(r.co, p).d1 == near{r.d0_vel});
  }
}

TEST_CASE("steering: without courage the distances are as given, with a floor under d0") {
  AttractorNumbers p = test::numbers(AttractorParams::robust());
  p.d0 = 2;
  p.d1 = 0.7;
  CHECK(distances(-1, p).d0 == 2);
  CHECK(distances(-1, p).d1 == 0.7);
  p.d0 = 0;
  CHECK(distances(-1, p).d0 == 0.05);
}

TEST_CASE("steering: courage changes how near an obstacle feels and where the agent stops") {
  test::AttractorAgent self(AttractorParams::classic());
  self.disc({1.3, 0}, 0.5);  // clearance 0.5
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-0.5)});
  CHECK(self.explain().wanted_speed == near{0.3});
  self.memory.courage = 0;
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-0.5 / 3)});
  CHECK(self.explain().wanted_speed == near{0.3});
  self.memory.courage = 0.75;
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-0.5 / 0.414213562373), 1e-8});
  CHECK(self.explain().wanted_speed == near{0.5});
}

TEST_CASE("steering: fatigue spends energy with effort and restores it at rest") {
  AttractorNumbers p = test::numbers(AttractorParams::robust());
  CHECK(energy_after(1, 1, 1, 0.25, p) == near{1 - 0.25 / 120});
  CHECK(energy_after(0, 0, 1, 0.25, p) == near{0.25 / 40});
  CHECK(energy_after(0.5, 0.5, 1, 0.25, p) == near{0.5 + 0.25 / 240});  // -0.25/120 + 0.25/40 per second
  CHECK(energy_after(0.5, -1, 2, 0.25, p) == near{0.5 + 0.25 / 240});   // retreat is effort, relative to top speed
  CHECK(energy_after(0.8, 5, 1, 0.25, p) == near{0.8 - 0.25 * 0.8 / 120});
  CHECK(energy_after(0.8, 0, 0, 0.25, p) == near{0.8 + 0.25 * 0.2 / 40});
  CHECK(energy_after(1, 0, 1, 0.25, p) == 1);
  p.tau_f = p.tau_r = 0.1;  // a step longer than the time constant stays within 0 .. 1
  CHECK(energy_after(1, 1, 1, 0.25, p) == 0);
  CHECK(energy_after(0, 0, 1, 0.25, p) == 1);
  CHECK(vigour(1) == near{1});
  CHECK(vigour(0) == near{0.4});
  CHECK(vigour(0.5) == near{0.7});
}

TEST_CASE("steering: a tired agent is slower and turns later") {
  test::AttractorAgent self(AttractorParams::robust());
  self.toward(pi / 2);
  self.me.speed = 0.5;
  self.memory.energy = 0.5;
  CHECK(self.steer().speed == near{0.7});
  CHECK(self.next.energy == 0.5);  // off: the energy stays as it was set
  self.p.fatigue = true;
  const Motion m = self.steer();
  CHECK(m.speed == near{0.7});                    // (48): v_max (0.4 + 0.6 E)
  CHECK(m.turn_rate == near{0.1 + 0.9 * 0.7});    // agility 0.7: k = 0.73
  CHECK(self.next.energy == near{0.5 + 0.25 / 240});  // (47)
  self.me.halted = true;
  self.me.speed = 0;
  self.steer();
  CHECK(self.next.energy == near{0.5 + 0.25 * 0.5 / 40});
}

TEST_CASE("steering: one normal number of the agent's own stream enters as a Wiener increment") {
  test::AttractorAgent self(AttractorParams::robust());
  self.toward(0.7);
  self.p.sigma = 0.3;
  self.p.omega_max = 0.2;
  for (double dt : {0.25, 0.04}) {
    self.me.dt = dt;
    self.me.random = Rng::stream(1, Purpose::heading_noise, 5, 9);
    Rng same = self.me.random;
    const double xi = same.normal();
    CHECK(self.explain().wanted_turn_rate == near{0.2 + 0.3 / std::sqrt(dt) * xi});  // after the cap
    CHECK(self.steer().turn_rate == self.steer().turn_rate);
  }
}

TEST_CASE("steering: the heading spreads by sigma sqrt(T), whatever dt is") {
  // 3000 agents: the sampling error of the deviation is 1.3 %
  for (double dt : {0.25, 0.1, 0.02}) {
    CAPTURE(dt);
    const Spread s = spread_after(1, dt, 1, 4, 3000);
    CHECK(s.deviation == near{0.05, 0.002});
    CHECK(std::abs(s.mean) < 0.004);
  }
  CHECK(spread_after(4, 0.25, 1, 4, 3000).deviation == near{0.1, 0.004});
  CHECK(spread_after(4, 0.25, 1, 0.01, 3000).deviation == near{0.1, 0.004});  // the cap does not cut the noise
  // The filter passes slow noise: with agility 0.3 (k = 0.37) its memory of half a second takes about 3 % at 16 s.
  CHECK(spread_after(16, 0.25, 0.3, 4, 2000).deviation == near{0.2, 0.012});
}
