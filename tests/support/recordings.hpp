#pragma once
#include <doctest/doctest.h>
#include <wend/io/recording.hpp>
#include <wend/io/trajectory.hpp>

#include <bit>
#include <string>
#include <vector>

#include "support/worlds.hpp"

// Files written from a world that has a bit of everything, and the frames that went into them.

namespace wend::test {

inline io::RunInfo run_info(double dt) {
  return {.title = "A title",
          .scene_name = "mixed.lua",
          .scene_text = "scene {}",
          .parameters_json = "{\"n\":3}",
          .version = "0.1.0",
          .seed = 7,
          .dt = dt,
          .every = dt,
          .view = io::Box{{-1, -2}, {3, 4.5}},
          .colour = "speed",
          .group_names = {"red", "blue"}};
}

// Frames of a world with moving bodies and targets, people who come and go, and bodies that are put and taken away.
inline std::vector<io::Frame> mixed_frames(std::size_t agents, int steps) {
  auto m = mixed_world(agents);
  std::vector<io::Frame> frames{io::capture(m.world)};
  ObstacleId extra{};
  for (int i = 0; i < steps; ++i) {
    m.step();
    if (i == 3) extra = need(m.world.add_obstacle({.at = {1, 1}, .radius = 0.2, .floor = 2}));
    if (i == 6) need(m.world.remove(extra));
    if (i == 8 && m.world.agent_count() > 0) {
      need(m.world.teleport(m.world.agents()[0].id, {-0.0, 3}, 1));
      need(m.world.set(m.world.agents()[0].id, "radius", 0.31));
    }
    if (i == 10) need(m.world.remove(m.goals[2]));
    frames.push_back(io::capture(m.world));
  }
  return frames;
}

inline void write_frames(const std::string& path, const std::vector<io::Frame>& frames, double dt = 0.1) {
  auto writer = need(io::open_trajectory(path, run_info(dt)));
  for (const io::Frame& frame : frames) need(writer->write(frame));
  need(writer->finish(0x0123456789abcdef));
}

inline bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
inline bool same_bits(Vec2 a, Vec2 b) { return same_bits(a.x, b.x) && same_bits(a.y, b.y); }

// What a recording keeps of an agent; the rest has its default.
inline AgentState recorded(const AgentState& a) {
  AgentState r;
  r.id = a.id, r.at = a.at, r.from = a.from, r.velocity = a.velocity, r.heading = a.heading, r.speed = a.speed, r.turn_rate = a.turn_rate;
  r.top_speed = a.top_speed, r.radius = a.radius, r.target_weight = a.target_weight, r.group = a.group, r.status = a.status, r.born = a.born;
  r.floor = a.floor;
  return r;
}

inline void check_exact(const io::Frame& a, const io::Frame& b) {
  CHECK(same_bits(a.time, b.time));
  CHECK(a.step == b.step);
  CHECK(a.events == b.events);
  CHECK(a.bodies == b.bodies);
  CHECK(a.targets == b.targets);
  REQUIRE(a.agents.size() == b.agents.size());
  for (std::size_t i = 0; i < a.agents.size(); ++i) {
    CHECK(recorded(a.agents[i]) == recorded(b.agents[i]));
    CHECK(same_bits(a.agents[i].at.xy(), b.agents[i].at.xy()));
    CHECK(same_bits(a.agents[i].from.xy(), b.agents[i].from.xy()));
    CHECK(same_bits(a.agents[i].heading, b.agents[i].heading));
  }
}

}  // namespace wend::test
