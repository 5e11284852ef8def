#pragma once
#include "environment/kinetic_triangulation.hpp"

namespace wend::environment {

// The unseparated sites of subscribed agents, kept from step to step (environment spec, 7.3): members, and the ring of
// outside sites that an edge joins to them. Equal to KineticTriangulation2::unseparated after every update.
// Where walls end among members or ring, connection can change wholesale: such a set is flooded anew. Elsewhere every
// site inside is a member, for a wall that cut some off would have both its ends in the ring.
class MaintainedSets {
 public:
  using Index = KineticTriangulation2::Index;

  explicit MaintainedSets(KineticTriangulation2& tri) : tri_(&tri) { tri.log_births(true); }

  void subscribe(Index site, double radius);  // again: another radius
  void unsubscribe(Index site);
  void update();  // after each step and each change

  std::span<const Index> members(Index site) const { return sets_[slot_[site]].sites; }  // ascending

  std::uint64_t floods() const { return floods_; }

 private:
  struct Set {
    Index site = KineticTriangulation2::none;
    double radius = 0;
    std::vector<Index> in, ring;  // sites that are vertices
    std::vector<Index> sites;     // members with their satellites and the loose ones, for the caller
    std::size_t fair_ring = 0;
    bool fresh = true;  // never flooded as it is
  };

  void refresh(Set& set);
  void flood(Set& set);
  bool keep(Set& set);
  void take(Index site, Set& set);
  void spread(Set& set);
  void write(Set& set);

  KineticTriangulation2* tri_;
  std::vector<Set> sets_;
  std::vector<Index> slot_;                  // by site: its set
  std::vector<std::vector<Index>> seen_by_;  // by site: the sets it is a member of
  std::vector<Index> stamp_, stack_, old_in_, old_ring_;
  Index now_ = 0;
  std::uint64_t floods_ = 0;
};

}  // namespace wend::environment
