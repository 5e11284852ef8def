#pragma once
#include <wend/world.hpp>

#include <cstdint>
#include <limits>
#include <vector>

namespace wend::cli::verify {

// Smallest clearances, overlaps and wall crossings of a run, looked for after every step by means of a grid of its own.
class Safety {
 public:
  static constexpr double touching = -1e-9;  // m

  void start(const World&);
  void look(const World&);

  double agent_clearance = std::numeric_limits<double>::infinity();
  double static_clearance = std::numeric_limits<double>::infinity();
  std::uint64_t overlaps = 0, crossings = 0;
  std::uint64_t contacts = 0;  // episodes with moving bodies
  std::size_t touched() const;  // agents that overlapped a moving body at the end of a step

 private:
  struct Body {
    Vec2 a{}, b{};
    double radius = 0;
    bool wall = false;
  };
  void look_at_agents(const AgentColumnsView&);
  void look_at_bodies(const AgentColumnsView&);
  void look_at_movers(const World&, const AgentColumnsView&);
  void remember(const AgentColumnsView&);

  std::vector<Body> fixed_;
  bool has_movers_ = false;
  double largest_ = 0;
  std::vector<std::int32_t> heads_, next_;
  std::vector<Vec2> before_;   // by index of the id
  std::vector<char> touched_;  // by index of the id
  std::vector<std::vector<char>> in_contact_;  // by moving body, then by index of the id
};

}  // namespace wend::cli::verify
