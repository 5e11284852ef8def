#pragma once
#include <wend/vec.hpp>

#include <cstddef>
#include <span>

namespace wend::planning {

// Where the members of a group stand around the point they were sent to: local spec section 20.1.

inline constexpr double packing_density = 0.8;  // eta: of bodies that settled

// (D1): radius of the disc that holds bodies whose squared radii have this sum (m^2).
double group_radius(double sum_of_squared_radii);

// One body among those of a group at the moment of the order.
struct Member {
  Vec2 at;
  double radius = 0;
};

// (D2): the linear map that takes the layout of a group to a disc so that nobody has to cross anybody: the optimal transport
// between two Gaussians. Sums are rounded term by term, so the order of the members does not matter.
class Formation {
 public:
  // radius: of the disc, m; packed_radius: of the disc they would fill without gaps, (D1). Members must be at least one.
  Formation(std::span<const Member> members, double radius, double packed_radius);

  // Offset from the target of the place of a member at this point, m.
  Vec2 place(Vec2 at, double own_radius) const;
  // The group stands so dense already that it moves on as it stands: place() is then the offset from its centre.
  bool packed() const { return packed_; }
  Vec2 centre() const { return centre_; }

 private:
  Vec2 centre_, axis_{1, 0};  // axis: of the largest spread
  double along_ = 1, across_ = 1, radius_ = 0;
  bool packed_ = false;
};

// Radius of the disc around a point of which only a part can be stood on: free[k] is how far (m) the floor reaches in direction k of
// so many equal sectors. (D1a): the part within the radius has the area of a disc of `wanted`; never below `wanted` nor above `most`.
double radius_with_room(double wanted, double most, std::span<const double> free);

}  // namespace wend::planning
