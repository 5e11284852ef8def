#include <wend/io/frame.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/jump.hpp"

namespace wend::io {

namespace {

double mix(double a, double b, double alpha) { return a + (b - a) * alpha; }
Vec2 mix(Vec2 a, Vec2 b, double alpha) { return a + (b - a) * alpha; }
Vec3 mix(Vec3 a, Vec3 b, double alpha) { return a + (b - a) * alpha; }

// The short way round; whole turns are taken out once, at the end.
double mix_angle(double a, double b, double alpha) {
  constexpr double turn = 2 * std::numbers::pi;
  return std::remainder(a + std::remainder(b - a, turn) * alpha, turn);
}

AgentState between(const AgentState& a, const AgentState& b, double alpha, double dt) {
  if (jumps(a.at.xy(), b.at.xy(), a, b, dt)) return a;
  AgentState dot = a;
  dot.at = mix(a.at, b.at, alpha);
  dot.heading = mix_angle(a.heading, b.heading, alpha);
  dot.speed = mix(a.speed, b.speed, alpha);
  dot.top_speed = mix(a.top_speed, b.top_speed, alpha);
  dot.radius = mix(a.radius, b.radius, alpha);
  dot.target_weight = mix(a.target_weight, b.target_weight, alpha);
  dot.turn_rate = mix(a.turn_rate, b.turn_rate, alpha);
  dot.velocity = mix(a.velocity, b.velocity, alpha);
  return dot;
}

BodyShape between(const BodyShape& a, const BodyShape& b, double alpha, double) {
  BodyShape body = a;
  if (a.motion == BodyMotion::fixed && b.motion == BodyMotion::fixed) return body;  // it can only have been put there
  body.at = mix(a.at, b.at, alpha);
  body.to = mix(a.to, b.to, alpha);
  body.radius = mix(a.radius, b.radius, alpha);
  return body;
}

TargetMark between(const TargetMark& a, const TargetMark& b, double alpha, double) {
  TargetMark mark = a;
  if (a.shape != b.shape || a.polygon.size() != b.polygon.size()) return mark;
  mark.at = mix(a.at, b.at, alpha);
  mark.to = mix(a.to, b.to, alpha);
  mark.radius = mix(a.radius, b.radius, alpha);
  for (std::size_t i = 0; i < mark.polygon.size(); ++i) mark.polygon[i] = mix(a.polygon[i], b.polygon[i], alpha);
  return mark;
}

template <class Thing>
std::vector<Thing> between(const std::vector<Thing>& a, const std::vector<Thing>& b, double alpha, double dt) {
  std::vector<Thing> result;
  result.reserve(a.size());
  auto later = b.begin();
  for (const Thing& thing : a) {
    while (later != b.end() && later->id < thing.id) ++later;
    const bool stays = later != b.end() && later->id == thing.id;
    result.push_back(stays ? between(thing, *later, alpha, dt) : thing);
  }
  return result;
}

}  // namespace

Frame interpolate(const Frame& a, const Frame& b, double alpha) {
  if (!(alpha > 0)) return a;
  if (alpha >= 1) return b;
  const double dt = b.time - a.time;
  return {.time = mix(a.time, b.time, alpha),
          .agents = between(a.agents, b.agents, alpha, dt),
          .bodies = between(a.bodies, b.bodies, alpha, dt),
          .targets = between(a.targets, b.targets, alpha, dt),
          .step = a.step,
          .events = {},
          .field = a.field,
          .open_doors = a.open_doors};
}

}  // namespace wend::io
