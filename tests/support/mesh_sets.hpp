#pragma once
#include <wend/specs.hpp>

#include <doctest/doctest.h>

#include "environment/obstacle_mesh.hpp"
#include "support/set_oracle.hpp"
#include "support/wall_scenes.hpp"

#include <array>
#include <vector>

// The four sets of every agent of a scene, by the mesh and by the oracle.

namespace wend::test {

using Sets = std::array<std::vector<std::vector<bool>>, 4>;  // [relation][p][q]; nobody is in his own set

inline std::vector<Vec2> near_ones(const WallScene& s, std::size_t p, std::vector<std::size_t>& who) {
  std::vector<Vec2> at;
  who.clear();
  for (std::size_t q = 0; q < s.agents.size(); ++q) {
    if (q == p || !SetOracle::near(s.agents[p], s.radius[p], s.agents[q])) continue;
    at.push_back(s.agents[q]);
    who.push_back(q);
  }
  return at;
}

inline Sets mesh_sets(const environment::ObstacleMesh& mesh, const WallScene& s, environment::MeshScratch& scratch) {
  const std::size_t n = s.agents.size();
  Sets sets;
  for (auto& of : sets) of.assign(n, std::vector<bool>(n, false));
  std::vector<std::size_t> who;
  std::uint32_t hint = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const auto near = near_ones(s, p, who);
    std::vector<std::uint8_t> keep(near.size());
    for (std::size_t relation = 0; relation < 4; ++relation) {
      mesh.filter(s.agents[p], s.radius[p], static_cast<Relation>(relation), near, keep, scratch, hint);
      for (std::size_t i = 0; i < who.size(); ++i) sets[relation][p][who[i]] = keep[i] != 0;
    }
    hint = mesh.locate(s.agents[p], hint);
  }
  return sets;
}

inline Sets oracle_sets(const WallScene& s) {
  const SetOracle oracle(s.walls);
  const std::size_t n = s.agents.size();
  Sets sets;
  for (auto& of : sets) of.assign(n, std::vector<bool>(n, false));
  for (std::size_t p = 0; p < n; ++p) {
    const Vec2 at = s.agents[p];
    sets[2][p] = oracle.reachable(at, s.radius[p], s.agents);
    sets[2][p][p] = false;
    for (std::size_t q = 0; q < n; ++q) {
      if (q == p) continue;
      sets[0][p][q] = SetOracle::near(at, s.radius[p], s.agents[q]);
      sets[1][p][q] = oracle.unseparated(at, s.radius[p], s.agents[q]);
      sets[3][p][q] = oracle.visible(at, s.radius[p], s.agents[q]);
    }
  }
  return sets;
}

// How many memberships of each set; and whether each set holds the next (e.7).
struct SetCount {
  std::array<std::size_t, 4> members{};
  bool nested = true;
  void add(const Sets& sets) {
    for (std::size_t p = 0; p < sets[0].size(); ++p)
      for (std::size_t q = 0; q < sets[0].size(); ++q)
        for (std::size_t relation = 0; relation < 4; ++relation) {
          members[relation] += sets[relation][p][q];
          if (relation > 0 && sets[relation][p][q] && !sets[relation - 1][p][q]) nested = false;
        }
  }
};

}  // namespace wend::test
