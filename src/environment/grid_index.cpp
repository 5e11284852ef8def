#include "environment/grid_index.hpp"

#include <algorithm>

namespace wend::environment {

void GridIndex::build(const Surroundings& s, std::span<const double> reach) {
  s_ = s;
  one_floor_ = std::all_of(s.floor.begin(), s.floor.end(), [&](std::uint32_t f) { return f == s.floor[0]; });
  agents_.build({s.x, s.y}, s.radius, reach);
  bodies_.build(s, agents_.asked() / 2);
}

void GridIndex::near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  out.agents.reserve(64 * (rows.end - rows.begin));  // usually enough for ever
  std::size_t place = 0;
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const auto inside = [&](std::uint32_t j) { return agents_near(s_, i, j, reach[i]); };
    const std::size_t begin = place;
    place = agents_.query({s_.x[i], s_.y[i]}, reach[i] + s_.radius[i], static_cast<std::uint32_t>(i), inside,
                          out.agents, place);
    if (!one_floor_) {
      std::uint32_t* const first = out.agents.data() + begin;
      std::uint32_t* const last = out.agents.data() + place;
      place -= static_cast<std::size_t>(
          last - std::remove_if(first, last, [&](std::uint32_t j) { return s_.floor[j] != s_.floor[i]; }));
    }
    bodies_.add_near(s_, i, reach[i], out);
    out.end_row();
    out.agent_end.back() = place;
  }
  out.agents.resize(place);
}

void GridIndex::bodies_near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    bodies_.add_near(s_, i, reach[i], out);
    out.end_row();
  }
}

void GridIndex3::build(const Surroundings3& s, std::span<const double> reach) {
  s_ = s;
  agents_.build({s.x, s.y, s.z}, s.radius, reach);
}

void GridIndex3::near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  std::size_t place = 0;
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const auto inside = [&](std::uint32_t j) { return agents_near(s_, i, j, reach[i]); };
    place = agents_.query({s_.x[i], s_.y[i], s_.z[i]}, reach[i] + s_.radius[i], static_cast<std::uint32_t>(i), inside,
                          out.agents, place);
    out.end_row();
    out.agent_end.back() = place;
  }
  out.agents.resize(place);
}

}  // namespace wend::environment
