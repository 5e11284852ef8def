#include "environment/near.hpp"

namespace wend::environment {

void NearLists::clear() {
  agents.clear();
  bodies.clear();
  agent_end.clear();
  body_end.clear();
}

void NearLists::end_row() {
  agent_end.push_back(agents.size());
  body_end.push_back(bodies.size());
  ++rows;
}

namespace {

std::span<const std::uint32_t> part(const std::vector<std::uint32_t>& all, const std::vector<std::size_t>& ends, std::size_t k) {
  const std::size_t begin = k == 0 ? 0 : ends[k - 1];
  return std::span(all).subspan(begin, ends[k] - begin);
}

}  // namespace

std::span<const std::uint32_t> NearLists::agents_of(std::size_t k) const { return part(agents, agent_end, k); }
std::span<const std::uint32_t> NearLists::bodies_of(std::size_t k) const { return part(bodies, body_end, k); }

void BruteForce::near(Range rows, std::span<const double> reach, NearLists& out) const { answer(rows, reach, true, out); }
void BruteForce::bodies_near(Range rows, std::span<const double> reach, NearLists& out) const { answer(rows, reach, false, out); }

void BruteForce::answer(Range rows, std::span<const double> reach, bool agents, NearLists& out) const {
  out.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    for (std::size_t j = 0; agents && j < s_.x.size(); ++j) {
      if (j != i && agents_near(s_, i, j, reach[i])) out.agents.push_back(static_cast<std::uint32_t>(j));
    }
    for (std::size_t b = 0; b < s_.bodies.size(); ++b) {
      if (body_near(s_, i, s_.bodies[b], reach[i])) out.bodies.push_back(static_cast<std::uint32_t>(b));
    }
    out.end_row();
  }
}

}  // namespace wend::environment
