#include <doctest/doctest.h>
#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>

#include <cmath>
#include <vector>

#include "core/angles.hpp"
#include "steering/competition_n.hpp"
#include "support/near.hpp"
#include "support/view_builder.hpp"

using namespace wend;
using namespace wend::steering;
using wend::test::AttractorAgent;
using wend::test::near;

namespace {

// Distance by which a target must be nearer to be 20 % better: d_t ln 1.2, from (54) and (55).
const double lead = 5 * std::log(1.2);

// An agent between competing targets; distance k is that of slot k, in a direction of its own.
struct Chooser : AttractorAgent {
  explicit Chooser(const std::vector<double>& distances) : AttractorAgent(AttractorParams::robust()) {
    p.targets = TargetChoice::compete;
    me.has_goal = true;
    at_distances(distances);
  }
  static double direction(std::size_t slot) { return 0.5 + 1.1 * static_cast<double>(slot); }
  void at_distances(const std::vector<double>& distances) {
    goals.clear();
    for (std::size_t k = 0; k < distances.size(); ++k) {
      goal(distances[k] * Vec2{std::cos(direction(k)), std::sin(direction(k))}, static_cast<std::uint32_t>(k));
    }
  }
  // One step: who was chosen. Exactly one wins, so the turn is the pull of that target alone.
  int choose() {
    const AttractorDecision d = explain();
    steer();
    memory = next;
    const int slot = static_cast<int>(memory.chosen) - 1;
    CHECK(d.w_tar == near{1});
    CHECK(d.f_tar == near{std::sin(direction(static_cast<std::size_t>(slot)) - me.heading)});
    return slot;
  }
};

}  // namespace

TEST_CASE("steering: a class has its own influence length, window margin and weight") {
  AttractorAgent self(AttractorParams::classic());
  self.me.heading = 1.2;
  self.disc({2, 0}, 0.5).klass = 1;  // clearance 1.2, half angle asin(0.4)
  const Share plain = self.explain().shares.at(0);
  CHECK(plain.nearness == near{std::exp(-1.2)});

  self.classes = {{.d0 = 9}, {.d0 = 2}};
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-0.6)});
  CHECK(self.explain().shares.at(0).window == plain.window);
  self.classes[1] = {.d0 = 0};
  CHECK(self.explain().shares.at(0).nearness == near{std::exp(-1.2 / 0.05)});

  self.classes[1] = {.delta = 0.2};
  const double theta1 = 2 * std::asin(0.4), theta2 = theta1 + 0.2;
  const double W =
      0.5 * (1 + std::tanh(4 / (std::cos(theta1) - std::cos(theta2)) * (std::cos(1.2) - std::cos(theta2))));
  CHECK(self.explain().shares.at(0).window == near{W});
  CHECK(self.explain().shares.at(0).nearness == plain.nearness);

  self.classes[1] = {.weight = 2.5};
  const AttractorDecision heavy = self.explain();
  CHECK(heavy.shares.at(0).f == near{2.5 * plain.f});
  CHECK(heavy.shares.at(0).slope == near{2.5 * plain.slope});
  CHECK(heavy.f_obs == near{2.5 * plain.f});
  CHECK(heavy.window_sum == near{plain.window});
  CHECK(heavy.crowding == near{plain.nearness});

  self.placed[0].klass = 7;  // a class nobody described is an ordinary one
  CHECK(self.explain().shares.at(0).f == plain.f);
}

TEST_CASE("steering: a class with a longer influence is sensed from farther away") {
  AttractorAgent self(AttractorParams::classic());
  self.disc({7, 0}, 0.5);
  CHECK(self.explain().shares.empty());
  self.classes = {{.d0 = 2}};
  CHECK(self.explain().shares.size() == 1);
}

TEST_CASE("steering: classes that compete get the weights of the N-class system") {
  AttractorAgent self(AttractorParams::classic());
  self.toward(0);
  self.me.heading = 0.1;
  self.classes = {{}, {.competes = 1}, {}, {.competes = 1}};
  self.disc({2.5, 1.1}, 0.3).klass = 0;
  self.disc({3, -1.1}, 0.3).klass = 1;
  self.disc({3.2, -1.2}, 0.3).klass = 1;
  self.disc({-2, 2}, 0.3).klass = 2;  // pooled with class 0
  self.disc({2, 2.4}, 0.2).klass = 3;
  self.p.fusion = false;
  const AttractorDecision d = self.explain();
  CHECK(d.f_tar == near{-std::sin(0.1)});

  const int own[] = {0, 1, 0, 2};  // class -> sum
  double f[3] = {}, slope[3] = {}, W[3] = {}, S[3] = {};
  REQUIRE(d.shares.size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    const int c = own[self.placed[i].klass];
    REQUIRE(d.shares[i].id == self.placed[i].id);
    f[c] += d.shares[i].f;
    slope[c] += d.shares[i].slope;
    W[c] += d.shares[i].window;
    S[c] += d.shares[i].nearness;
  }
  System system;  // (66), written out
  system.k = 4;
  system.alpha[0] = 0.4 * (1 - std::tanh(S[0] + S[1] + S[2]));
  const double P_tar = -std::exp(-4 * std::sin(0.1));
  for (unsigned c = 0; c < 3; ++c) {
    const double sign = slope[c] > 0 ? 1 : -1;
    const double P = sign * std::exp(-4 * std::abs(f[c])) * std::min(1.0, W[c]);
    system.alpha[c + 1] = std::tanh(S[c]);
    system.gamma[0][c + 1] = std::exp(-2 * (1 + P_tar * P));
    system.gamma[c + 1].fill(0.05);
  }
  const Settled settled = settle(system);
  REQUIRE(settled.stable_points == 1);
  CHECK(settled.w[0] > 0.1);
  CHECK(settled.w[0] < 0.9);
  CHECK(d.w_tar == near{settled.w[0]});
  CHECK(d.alpha1 == near{system.alpha[0]});
  const double turn = settled.w[0] * d.f_tar + settled.w[1] * f[0] + settled.w[2] * f[1] + settled.w[3] * f[2];
  CHECK(d.wanted_turn_rate == near{turn});

  self.classes[1].competes = self.classes[3].competes = 0;  // pooled: the closed form of two classes
  const AttractorDecision pooled = self.explain();
  CHECK(pooled.f_obs == near{d.f_obs});
  CHECK(pooled.wanted_turn_rate == near{pooled.w_tar * pooled.f_tar + pooled.w_obs * pooled.f_obs});
  CHECK(std::abs(pooled.w_tar - d.w_tar) > 1e-3);
}

TEST_CASE("steering: the place of a competing class in the list does not matter") {
  const auto decided = [](std::uint32_t klass) {
    AttractorAgent self(AttractorParams::robust());
    self.toward(0);
    self.me.heading = 0.02;
    self.classes.resize(klass + 1);
    self.classes[klass].competes = 1;
    self.disc({2, 1.2}, 0.5);
    self.agent({2, -1.2}, 0.5).klass = klass;
    return self.explain();
  };
  const AttractorDecision first = decided(1), last = decided(6);
  CHECK(last.w_tar == first.w_tar);
  CHECK(last.wanted_turn_rate == first.wanted_turn_rate);
  double S[2] = {};  // the crowd discount holds here as well: (66) with (26b)
  for (const Share& s : first.shares) S[s.kind == BodyKind::agent ? 1 : 0] += s.window * s.nearness;
  CHECK(first.alpha1 == near{0.4 * (1 - std::tanh(S[0] + 0.25 * S[1]))});
  CHECK(std::abs(first.w_tar - decided(0).w_tar) > 1e-3);  // both discs in the class that competes: pooled again
}

TEST_CASE("steering: a single competing class has the weights of two classes") {
  AttractorAgent self(AttractorParams::classic());
  self.toward(0);
  self.me.heading = 0.02;
  self.disc({2, 1.2}, 0.5);
  self.disc({2, -1.2}, 0.5);  // E4 of T14
  self.classes = {{.competes = 1}};
  const AttractorDecision d = self.explain();
  CHECK(d.w_tar == near{0.956775342893});
  CHECK(d.w_obs == near{0.942097578476});
  CHECK(d.wanted_turn_rate == near{-0.0264668192637});
}

TEST_CASE("steering: of competing targets the nearest is taken first") {
  CHECK(Chooser({4, 3, 5}).choose() == 1);
  CHECK(Chooser({4, 3}).choose() == 1);
  CHECK(Chooser({3, 4, 5, 6, 2.5, 7, 8, 9}).choose() == 4);  // more than the system holds
}

TEST_CASE("steering: of two competing targets at one distance the one with the lower id is taken") {
  for (bool swapped : {false, true}) {
    AttractorAgent self(AttractorParams::robust());
    self.p.targets = TargetChoice::compete;
    self.me.has_goal = true;
    self.goal({3, 0}, swapped ? 9 : 4);
    self.goal({0, 3}, swapped ? 4 : 9);
    self.steer();
    CHECK(self.next.chosen == 5);
  }
}

TEST_CASE("steering: one of three targets stays until another is 20 % better, then exactly that one wins") {
  for (std::size_t better : {std::size_t{0}, std::size_t{2}}) {
    CAPTURE(better);
    Chooser self({9, 4, 9});
    REQUIRE(self.choose() == 1);
    std::vector<double> at{9, 4, 9};
    for (double ahead : {0.0, 0.3, 0.6, 0.9, lead - 0.003}) {
      CAPTURE(ahead);
      at[better] = 4 - ahead;
      self.at_distances(at);
      CHECK(self.choose() == 1);
    }
    at[better] = 4 - lead - 0.003;
    self.at_distances(at);
    CHECK(self.choose() == static_cast<int>(better));
    at[better] = 4.0 + lead - 0.003;  // and it does not go back before the old one is 20 % better
    self.at_distances(at);
    CHECK(self.choose() == static_cast<int>(better));
    at[better] = 4.0 + lead + 0.003;
    self.at_distances(at);
    CHECK(self.choose() == 1);
  }
}

TEST_CASE("steering: one of two targets stays until the other is 20 % better") {
  Chooser self({4, 5});
  REQUIRE(self.choose() == 0);
  self.at_distances({4, 4 - lead + 0.003});
  CHECK(self.choose() == 0);
  self.at_distances({4, 4 - lead - 0.003});
  CHECK(self.choose() == 1);
  self.at_distances({4, 4 + lead - 0.003});
  CHECK(self.choose() == 1);
  self.at_distances({4, 4 + lead + 0.003});
  CHECK(self.choose() == 0);
}

TEST_CASE("steering: swaying between equal targets does not make the choice flicker") {
  for (std::size_t targets : {std::size_t{2}, std::size_t{3}, std::size_t{5}}) {
    CAPTURE(targets);
    Chooser self(std::vector<double>(targets, 4.0));
    self.memory.chosen = 2;  // it holds slot 1
    int changes = 0;
    for (int step = 0; step < 60; ++step) {
      std::vector<double> at(targets, 4.0);
      at[0] -= 0.8 * std::sin(0.7 * step);
      self.at_distances(at);
      changes += self.choose() != 1 ? 1 : 0;
    }
    CHECK(changes == 0);
  }
}

TEST_CASE("steering: competing targets share the field with the obstacles") {
  Chooser self({1, 2});
  self.me.heading = 0.6;
  self.disc({2.4, -1.6}, 0.3);
  self.p.windowed = false;
  const AttractorDecision d = self.explain();
  const double S = d.shares.at(0).nearness;
  const double P_obs = (d.slope_obs > 0 ? 1 : -1) * std::exp(-4 * std::abs(d.f_obs)) * d.window_sum;

  System system;  // (54), (55), and (13) for each target; written out
  system.k = 3;
  for (unsigned k = 0; k < 2; ++k) {
    system.alpha[k] = 0.4 * std::exp(-(k + 1.0) / 5) * (1 - std::tanh(S));
    const double x = self.me.heading - Chooser::direction(k);
    const double P = (std::cos(x) > 0 ? -1 : 1) * std::exp(-4 * std::abs(std::sin(x)));
    system.gamma[k][2] = std::exp(-2 * (1 + P * P_obs));
    system.gamma[2][k] = 0.05;
  }
  system.gamma[0][1] = 1.2 * system.alpha[1];
  system.gamma[1][0] = 1.2 * system.alpha[0];
  system.alpha[2] = std::tanh(S);
  for (std::size_t held : {std::size_t{0}, std::size_t{1}}) {
    CAPTURE(held);
    self.memory.w_tar = 0.9;
    self.memory.w_obs = 0.5;
    self.memory.chosen = static_cast<double>(held + 1);
    ClassRow before{0.01, 0.01, 0.5};
    before[held] = 0.9;
    const Settled settled = settle(system, &before);
    const AttractorDecision got = self.explain();
    CHECK(got.w_tar == near{std::max(settled.w[0], settled.w[1])});
    CHECK(got.w_tar > 0.1);
    CHECK(got.w_tar < 0.99);
    CHECK(got.w_obs == near{settled.w[2]});
    CHECK(got.wanted_turn_rate == near{got.w_tar * got.f_tar + settled.w[2] * got.f_obs});
    const double pulls =
        settled.w[0] * std::sin(Chooser::direction(0) - 0.6) + settled.w[1] * std::sin(Chooser::direction(1) - 0.6);
    CHECK(got.w_tar * got.f_tar == near{pulls});
  }
}

TEST_CASE("steering: an agent whose targets are all silenced remembers whom it chose") {
  Chooser self({2, 2.2, 9});
  self.memory.chosen = 2;  // it holds the second best, which is within 20 %
  REQUIRE(self.choose() == 1);
  self.disc({0.75, 0.2}, 0.5);
  self.steer();
  self.memory = self.next;
  REQUIRE(self.memory.w_tar == 0);
  CHECK(self.memory.chosen == 2);
}
