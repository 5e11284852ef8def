#include "geometry/planar.hpp"

#include "core/ensure.hpp"
#include "geometry/predicates.hpp"
#include "geometry/segments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace wend::geometry {

namespace {

constexpr int most_rounds = 32;  // 2 or 3 are usual: touching and crossing, then what rounding moved
constexpr int exact_rounds = 4;  // then a site within rounding of an edge is on it, or nearly parallel walls never rest

bool before(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

bool within(Vec2 a, Vec2 b, double reach) { return std::abs(a.x - b.x) <= reach && std::abs(a.y - b.y) <= reach; }

// What two edges do to each other: nothing, cross, or one cuts the other at an end.
struct Conflict {
  bool cross = false;
  int cuts = 0;
  struct {
    bool first;          // which of the two is cut
    std::uint32_t site;  // where
  } cut[4] = {};
  bool any() const { return cross || cuts > 0; }
  void add(bool first, std::uint32_t site) { cut[cuts++] = {first, site}; }
};

// Is p on the segment, or not farther than `weld` from its inner part?
bool nearly_on(Vec2 p, Vec2 a, Vec2 b, double weld) {
  if (!(weld > 0)) return on_segment(p, a, b);
  const double along = dot(p - a, b - a), length2 = norm2(b - a), side = cross(b - a, p - a);
  return (along > 0 && along < length2 && side * side <= weld * weld * length2) || on_segment(p, a, b);
}

Conflict conflict(const std::vector<Vec2>& sites, Link e, Link f, double weld) {
  Conflict c;
  const auto inner = [&](std::uint32_t s, Link of) {
    return s != of[0] && s != of[1] && nearly_on(sites[s], sites[of[0]], sites[of[1]], weld);
  };
  for (const std::uint32_t s : f)
    if (inner(s, e)) c.add(true, s);
  for (const std::uint32_t s : e)
    if (inner(s, f)) c.add(false, s);
  if (c.cuts > 0) return c;
  if (e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1]) return c;
  c.cross = segments_meet(sites[e[0]], sites[e[1]], sites[f[0]], sites[f[1]]);
  return c;
}

// The rounded point where ab and cd cross; the same for any order of the four. Axis-parallel segments keep their line.
Vec2 crossing_point(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  if (before(b, a)) std::swap(a, b);
  if (before(d, c)) std::swap(c, d);
  if (before(c, a) || (c == a && before(d, b))) std::swap(a, c), std::swap(b, d);
  const double side_c = std::abs(cross(b - a, c - a)), side_d = std::abs(cross(b - a, d - a));
  Vec2 at = side_c + side_d > 0 ? c + side_c / (side_c + side_d) * (d - c) : c;  // nearly parallel: any end will do
  if (a.x == b.x) at.x = a.x;
  if (a.y == b.y) at.y = a.y;
  if (c.x == d.x) at.x = c.x;
  if (c.y == d.y) at.y = c.y;
  const auto clamp = [](double v, double a0, double a1, double b0, double b1) {
    const double low = std::max(std::min(a0, a1), std::min(b0, b1));
    const double high = std::min(std::max(a0, a1), std::max(b0, b1));
    return std::min(std::max(v, low), high);
  };
  return {clamp(at.x, a.x, b.x, c.x, d.x), clamp(at.y, a.y, b.y, c.y, d.y)};
}

}  // namespace

void Planariser::build(std::span<const Segment> walls, PlanarGraph& out) {
  collect_sites(walls, out);
  weld_ = 0;
  bool rest = false;
  for (int round = 0; round < most_rounds && !rest; ++round) {
    if (round >= exact_rounds) weld_ = static_cast<double>(1 + round - exact_rounds) * snap_;
    if (round == exact_rounds) {
      out.exact = false;
      for (Edge& e : edges_) e.fresh = true;
    }
    cut_where_they_meet(out, round == 0);
    rest = cuts_.empty();
    apply_cuts(out.sites);
  }
  if (!rest) drop_conflicts(out);
  write(walls.size(), out);
}

void Planariser::collect_sites(std::span<const Segment> walls, PlanarGraph& out) {
  out.exact = true;
  out.crossings.clear();
  out.incomplete.clear();
  const auto end = [&](std::uint32_t k) { return k % 2 == 0 ? walls[k / 2].a : walls[k / 2].b; };
  order_.clear();
  double extent = 0;
  for (std::uint32_t k = 0; k < 2 * walls.size(); ++k) {
    if (walls[k / 2].a == walls[k / 2].b) continue;
    order_.push_back(k);
    extent = std::max({extent, std::abs(end(k).x), std::abs(end(k).y)});
  }
  snap_ = 0x1p-48 * extent;
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t k, std::uint32_t l) {
    return before(end(k), end(l)) || (end(k) == end(l) && k < l);
  });
  // Of equal ends the first to appear stands for all; then numbers in order of appearance.
  number_.assign(2 * walls.size(), 0);
  for (std::size_t i = 0, first = 0; i < order_.size(); ++i) {
    if (end(order_[i]) != end(order_[first])) first = i;
    number_[order_[i]] = order_[first];
  }
  out.sites.clear();
  edges_.clear();
  owners_.clear();
  for (std::uint32_t k = 0; k < number_.size(); ++k) {
    if (walls[k / 2].a == walls[k / 2].b) continue;
    if (number_[k] == k) {
      number_[k] = static_cast<std::uint32_t>(out.sites.size());
      out.sites.push_back(end(k) + Vec2{0, 0});  // -0 is 0
    } else {
      number_[k] = number_[number_[k]];
    }
    if (k % 2 == 0) continue;
    owners_.push_back({static_cast<std::uint32_t>(edges_.size()), k / 2});
    edges_.push_back({{std::min(number_[k - 1], number_[k]), std::max(number_[k - 1], number_[k])}, true});
  }
  merge_equal_edges();
}

// The first of equal edges stays, with the owners of all.
void Planariser::merge_equal_edges() {
  order_.resize(edges_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t k, std::uint32_t l) {
    return edges_[k].ends != edges_[l].ends ? edges_[k].ends < edges_[l].ends : k < l;
  });
  number_.resize(edges_.size());
  for (std::size_t i = 0, first = 0; i < order_.size(); ++i) {
    if (edges_[order_[i]].ends != edges_[order_[first]].ends) first = i;
    number_[order_[i]] = order_[first];
  }
  std::uint32_t kept = 0;
  for (std::uint32_t k = 0; k < edges_.size(); ++k) {
    if (number_[k] == k) {
      edges_[kept] = edges_[k];
      number_[k] = kept++;
    } else {
      number_[k] = number_[number_[k]];
    }
  }
  edges_.resize(kept);
  for (Owner& o : owners_) o.edge = number_[o.edge];
  std::sort(owners_.begin(), owners_.end());
  owners_.erase(std::unique(owners_.begin(), owners_.end()), owners_.end());
}

// All pairs of edges that meet elsewhere than at shared ends, found by a sweep over their boxes.
template <typename Found>
void Planariser::for_conflicts(const std::vector<Vec2>& sites, Found&& found) {
  const auto low = [&](double Vec2::*c, std::uint32_t e) {
    return std::min(sites[edges_[e].ends[0]].*c, sites[edges_[e].ends[1]].*c);
  };
  const auto high = [&](double Vec2::*c, std::uint32_t e) {
    return std::max(sites[edges_[e].ends[0]].*c, sites[edges_[e].ends[1]].*c);
  };
  order_.resize(edges_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t k, std::uint32_t l) {
    const double a = low(&Vec2::x, k), b = low(&Vec2::x, l);
    return a != b ? a < b : k < l;
  });
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::uint32_t k = order_[i];
    const double right = high(&Vec2::x, k) + weld_, bottom = low(&Vec2::y, k) - weld_, top = high(&Vec2::y, k) + weld_;
    for (std::size_t j = i + 1; j < order_.size() && low(&Vec2::x, order_[j]) <= right; ++j) {
      const std::uint32_t l = order_[j];
      if (!(edges_[k].fresh || edges_[l].fresh) || low(&Vec2::y, l) > top || high(&Vec2::y, l) < bottom) continue;
      const Conflict c = conflict(sites, edges_[k].ends, edges_[l].ends, weld_);
      if (c.any()) found(k, l, c);
    }
  }
}

void Planariser::cut_where_they_meet(PlanarGraph& out, bool first_round) {
  cuts_.clear();
  points_.clear();
  for_conflicts(out.sites, [&](std::uint32_t k, std::uint32_t l, const Conflict& c) {
    for (int i = 0; i < c.cuts; ++i) cut_at(c.cut[i].first ? k : l, c.cut[i].site);
    if (!c.cross) return;
    const Link e = edges_[k].ends, f = edges_[l].ends;
    points_.push_back({crossing_point(out.sites[e[0]], out.sites[e[1]], out.sites[f[0]], out.sites[f[1]]),
                       std::min(k, l), std::max(k, l)});
  });
  for (Edge& e : edges_) e.fresh = false;
  if (first_round) {
    for (const Point& p : points_) {
      const auto wall = [&](std::uint32_t edge) {
        return std::lower_bound(owners_.begin(), owners_.end(), Owner{edge, 0})->wall;
      };
      out.crossings.push_back({std::min(wall(p.e), wall(p.f)), std::max(wall(p.e), wall(p.f)), p.at});
    }
    std::sort(out.crossings.begin(), out.crossings.end(),
              [](const auto& a, const auto& b) { return std::pair(a.first, a.second) < std::pair(b.first, b.second); });
  }
  place_points(out);
}

// A crossing becomes the site it nearly is, or a new one.
void Planariser::place_points(PlanarGraph& out) {
  if (points_.empty()) return;
  out.exact = false;
  std::sort(points_.begin(), points_.end(), [](const Point& p, const Point& q) {
    return p.at != q.at ? before(p.at, q.at) : std::pair(p.e, p.f) < std::pair(q.e, q.f);
  });
  order_.resize(out.sites.size());
  std::iota(order_.begin(), order_.end(), 0u);
  std::sort(order_.begin(), order_.end(),
            [&](std::uint32_t k, std::uint32_t l) { return before(out.sites[k], out.sites[l]); });
  const std::size_t old = out.sites.size();
  std::size_t from = 0, fresh = old;  // windows over the old sites and over those made here, both sorted
  for (const Point& p : points_) {
    while (from < old && out.sites[order_[from]].x < p.at.x - snap_) ++from;
    while (fresh < out.sites.size() && out.sites[fresh].x < p.at.x - snap_) ++fresh;
    std::uint32_t site = static_cast<std::uint32_t>(out.sites.size());
    for (std::size_t i = from; i < old && out.sites[order_[i]].x <= p.at.x + snap_; ++i)
      if (within(out.sites[order_[i]], p.at, snap_)) site = std::min(site, order_[i]);
    for (std::size_t i = fresh; i < out.sites.size() && site == out.sites.size(); ++i)
      if (within(out.sites[i], p.at, snap_)) site = static_cast<std::uint32_t>(i);
    if (site == out.sites.size()) out.sites.push_back(p.at);
    cut_at(p.e, site);
    cut_at(p.f, site);
  }
}

void Planariser::cut_at(std::uint32_t edge, std::uint32_t site) {
  if (site != edges_[edge].ends[0] && site != edges_[edge].ends[1]) cuts_.push_back({edge, site, 0});
}

void Planariser::apply_cuts(const std::vector<Vec2>& sites) {
  if (cuts_.empty()) return;
  for (Cut& c : cuts_) {
    const Link e = edges_[c.edge].ends;
    c.along = dot(sites[c.site] - sites[e[0]], sites[e[1]] - sites[e[0]]);
  }
  std::sort(cuts_.begin(), cuts_.end(), [&](const Cut& a, const Cut& b) {
    if (a.edge != b.edge) return a.edge < b.edge;
    return a.along != b.along ? a.along < b.along : a.site < b.site;
  });
  next_.clear();
  next_owners_.clear();
  std::size_t c = 0, o = 0;
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    const std::size_t first = next_.size();
    std::uint32_t at = edges_[e].ends[0];
    const auto run_to = [&](std::uint32_t site, bool whole) {
      if (site != at) next_.push_back({{std::min(at, site), std::max(at, site)}, whole ? edges_[e].fresh : true});
      at = site;
    };
    const bool whole = c == cuts_.size() || cuts_[c].edge != e;
    for (; c < cuts_.size() && cuts_[c].edge == e; ++c) run_to(cuts_[c].site, false);
    run_to(edges_[e].ends[1], whole);
    for (; o < owners_.size() && owners_[o].edge == e; ++o)
      for (std::size_t k = first; k < next_.size(); ++k)
        next_owners_.push_back({static_cast<std::uint32_t>(k), owners_[o].wall});
  }
  edges_.swap(next_);
  owners_.swap(next_owners_);
  merge_equal_edges();
}

// Rounding keeps making new crossings: of each pair the later edge goes.
void Planariser::drop_conflicts(PlanarGraph& out) {
  weld_ = 0;
  for (Edge& e : edges_) e.fresh = true;
  number_.assign(edges_.size(), 0);  // 1: dropped
  for_conflicts(out.sites, [&](std::uint32_t k, std::uint32_t l, const Conflict&) {
    if (number_[k] == 0 && number_[l] == 0) number_[std::max(k, l)] = 1;
  });
  next_owners_.clear();
  for (const Owner& o : owners_) {
    if (number_[o.edge] == 0) next_owners_.push_back(o);
    else out.incomplete.push_back(o.wall);
  }
  owners_.swap(next_owners_);
  std::sort(out.incomplete.begin(), out.incomplete.end());
  out.incomplete.erase(std::unique(out.incomplete.begin(), out.incomplete.end()), out.incomplete.end());
}

void Planariser::write(std::size_t walls, PlanarGraph& out) {
  out.edges.clear();
  out.parts.clear();
  out.first_part.clear();
  number_.assign(walls, 0);  // edges of each wall
  for (std::size_t o = 0; o < owners_.size(); ++o) {
    if (o == 0 || owners_[o].edge != owners_[o - 1].edge) {
      out.first_part.push_back(static_cast<std::uint32_t>(out.parts.size()));
      out.edges.push_back(edges_[owners_[o].edge].ends);
    }
    out.parts.push_back(owners_[o].wall);
    ++number_[owners_[o].wall];
  }
  out.first_part.push_back(static_cast<std::uint32_t>(out.parts.size()));
  out.split.assign(walls, 0);
  for (std::size_t w = 0; w < walls; ++w) out.split[w] = number_[w] > 1;
}

}  // namespace wend::geometry
