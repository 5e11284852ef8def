#include "planning/formation.hpp"

#include "core/det_math.hpp"
#include "core/order_free.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {

namespace {

// A layout whose spread differs from that of the disc by less than this is packed: it keeps its shape.
constexpr double packed_from = 0.8, packed_to = 1.25;

}  // namespace

double group_radius(double sum_of_squared_radii) { return std::sqrt(sum_of_squared_radii / packing_density); }

Formation::Formation(std::span<const Member> members, double radius, double packed_radius) : radius_(radius) {
  // Relative to a point among the members and in units of the largest distance: terms then fit the grid of order-free sums.
  Vec2 low = members[0].at, high = members[0].at;
  double largest_body = 0;
  for (const Member& m : members) {
    low = {std::min(low.x, m.at.x), std::min(low.y, m.at.y)};
    high = {std::max(high.x, m.at.x), std::max(high.y, m.at.y)};
    largest_body = std::max(largest_body, m.radius);
  }
  const Vec2 origin = 0.5 * (low + high);
  const double unit = std::max({high.x - low.x, high.y - low.y, largest_body});
  const double n = static_cast<double>(members.size());
  // Each term is at most 1 / n, so the grid of 2^-40 bears any number of members.
  Vec2 sum;
  double radii = 0;
  for (const Member& m : members) {
    const Vec2 p = (m.at - origin) / unit;
    sum = sum + Vec2{to_grid(p.x / n), to_grid(p.y / n)};
    radii += to_grid(m.radius * m.radius / (unit * unit) / n);
  }
  double xx = 0, xy = 0, yy = 0;
  for (const Member& m : members) {
    const Vec2 p = (m.at - origin) / unit - sum;
    xx += to_grid(p.x * p.x / n);
    xy += to_grid(p.x * p.y / n);
    yy += to_grid(p.y * p.y / n);
  }
  centre_ = origin + unit * sum;
  const double half = 0.5 * (xx + yy), spread = std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  const double theta = spread > 0 ? 0.5 * det_atan2(2 * xy, xx - yy) : 0;
  const auto turned = det_sincos(theta);
  axis_ = {turned.cos, turned.sin};
  const double body = std::sqrt(radii);  // r_0: root mean square radius
  const double along = unit * std::max(std::sqrt(std::max(0.0, half + spread)), body);
  const double across = unit * std::max(std::sqrt(std::max(0.0, half - spread)), body);
  along_ = 0.5 * radius / along;
  across_ = 0.5 * radius / across;
  const auto is_like_disc = [](double factor) { return factor > packed_from && factor < packed_to; };
  packed_ = members.size() > 1 && is_like_disc(0.5 * packed_radius / along) && is_like_disc(0.5 * packed_radius / across);
}

Vec2 Formation::place(Vec2 at, double own_radius) const {
  const Vec2 d = at - centre_, across{-axis_.y, axis_.x};
  if (packed_) return d;
  const Vec2 o = (along_ * dot(d, axis_)) * axis_ + (across_ * dot(d, across)) * across;
  const double most = std::max(0.0, radius_ - own_radius), length = norm(o);
  return length > most ? (most / length) * o : o;
}

double radius_with_room(double wanted, double most, std::span<const double> free) {
  const double sectors = static_cast<double>(free.size());
  double radius = wanted;
  // Sectors that end before the radius give their area; the others share the rest. The radius only grows, so this ends.
  for (std::size_t round = 0; round <= free.size(); ++round) {
    double area = sectors * wanted * wanted, open = 0;
    for (double length : free) {
      if (length < radius) area -= length * length;
      else open += 1;
    }
    if (open == 0) break;
    const double next = std::sqrt(std::max(area, 0.0) / open);
    if (!(next > radius)) break;
    radius = std::min(next, most);
  }
  return std::min(radius, most);
}

}  // namespace wend::planning
