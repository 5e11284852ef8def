#pragma once
#include <doctest/doctest.h>
#include <wend/analysis/metrics.hpp>

#include <bit>
#include <cstdint>
#include <optional>

// Two measurements that must agree to the last bit.

namespace wend::test {

inline std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }
inline std::optional<std::uint64_t> bits(std::optional<double> v) {
  return v ? std::optional(bits(*v)) : std::nullopt;
}

inline void check_same(const Report& a, const Report& b) {
  CHECK(a.agents == b.agents);
  CHECK(a.arrived == b.arrived);
  CHECK(a.with_goal == b.with_goal);
  CHECK(a.finished == b.finished);
  CHECK(a.stuck == b.stuck);
  CHECK(a.waiting == b.waiting);
  CHECK(a.idle == b.idle);
  CHECK(a.orbiting == b.orbiting);
  CHECK(a.lost == b.lost);
  CHECK(a.non_finite == b.non_finite);
  CHECK(a.contacts == b.contacts);
  CHECK(a.wall_contacts == b.wall_contacts);
  CHECK(a.overlap_pairs == b.overlap_pairs);
  CHECK(a.deep_pairs == b.deep_pairs);
  CHECK(a.wall_violations == b.wall_violations);
  CHECK(bits(a.min_clearance) == bits(b.min_clearance));
  CHECK(bits(a.t95) == bits(b.t95));
  CHECK(bits(a.mean_time) == bits(b.mean_time));
  CHECK(bits(a.waiting_time) == bits(b.waiting_time));
  CHECK(bits(a.share_stuck) == bits(b.share_stuck));
  CHECK(bits(a.share_waiting) == bits(b.share_waiting));
  CHECK(bits(a.path_efficiency) == bits(b.path_efficiency));
  CHECK(bits(a.flow) == bits(b.flow));
  CHECK(bits(a.longest_gap) == bits(b.longest_gap));
  CHECK(bits(a.jitter) == bits(b.jitter));
}

inline void check_same(const AgentReport& a, const AgentReport& b) {
  CHECK(a.id == b.id);
  CHECK(a.status == b.status);
  CHECK(bits(a.birth) == bits(b.birth));
  CHECK(bits(a.arrival) == bits(b.arrival));
  CHECK(bits(a.waited) == bits(b.waited));
  CHECK(bits(a.length) == bits(b.length));
  CHECK(bits(a.straight) == bits(b.straight));
  CHECK(bits(a.clearance) == bits(b.clearance));
  CHECK(a.sides == b.sides);
  REQUIRE(a.obstacle_clearances.size() == b.obstacle_clearances.size());
  for (std::size_t i = 0; i < a.obstacle_clearances.size(); ++i)
    CHECK(bits(a.obstacle_clearances[i]) == bits(b.obstacle_clearances[i]));
  CHECK(bits(a.max_turn_rate) == bits(b.max_turn_rate));
  CHECK(bits(a.rms_turn_rate) == bits(b.rms_turn_rate));
  CHECK(bits(a.jitter) == bits(b.jitter));
  CHECK(bits(a.final_at.x) == bits(b.final_at.x));
  CHECK(bits(a.final_at.y) == bits(b.final_at.y));
  CHECK(bits(a.final_heading) == bits(b.final_heading));
  CHECK(a.present == b.present);
}

inline void check_same(const Metrics& a, const Metrics& b) {
  check_same(a.report(), b.report());
  const auto p = a.agents(), q = b.agents();
  REQUIRE(p.size() == q.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    CAPTURE(i);
    check_same(p[i], q[i]);
  }
}

}  // namespace wend::test
