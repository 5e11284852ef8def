#include "environment/kinetic_near.hpp"

#include <algorithm>
#include <cmath>

namespace wend::environment {

KineticNear::Floor& KineticNear::floor_of(std::uint32_t number) {
  for (const auto& floor : floors_) {
    if (floor->number == number) return *floor;
  }
  floors_.push_back(std::make_unique<Floor>());
  floors_.back()->number = number;
  return *floors_.back();
}

void KineticNear::build(const Surroundings& s, std::span<const double> reach) {
  s_ = s;
  largest_radius_ = 0;
  double mean = 0;
  for (double radius : s.radius) largest_radius_ = std::max(largest_radius_, radius);
  for (const auto& floor : floors_) floor->rows.clear();
  floor_at_.resize(s.x.size());
  site_at_.resize(s.x.size());
  double margin = 1;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    Floor& floor = floor_of(s.floor[i]);
    floor_at_[i] = static_cast<std::uint32_t>(std::find_if(floors_.begin(), floors_.end(), [&](const auto& f) { return f.get() == &floor; }) - floors_.begin());
    site_at_[i] = static_cast<std::uint32_t>(floor.rows.size());
    floor.rows.push_back(static_cast<std::uint32_t>(i));
    const double far = std::abs(reach[i] + s.radius[i]) + largest_radius_;
    margin = std::max(margin, far);
    mean += far;
  }
  for (const auto& floor : floors_) follow(*floor, margin);
  bodies_.build(s, s.x.empty() ? 1 : mean / static_cast<double>(s.x.size()) / 2);
}

bool KineticNear::take_walls(Floor& floor) {
  walls_.clear();
  for (const Capsule& body : s_.bodies) {
    if (body.wall && body.floor == floor.number) walls_.push_back({body.a, body.b});
  }
  if (walls_ == floor.walls) return true;
  floor.walls = walls_;
  planariser_.build(walls_, next_);
  const bool same = next_.sites.size() == floor.graph.sites.size() && next_.edges == floor.graph.edges;
  std::swap(floor.graph, next_);
  return same;
}

// To the positions of the new picture: by motion if the graph of the walls has kept its shape, else from scratch.
void KineticNear::follow(Floor& floor, double margin) {
  const bool same_shape = take_walls(floor);
  const std::size_t walls = floor.wall_sites(), before = floor.sites.size(), now = walls + floor.rows.size();
  floor.sites = floor.graph.sites;
  for (const std::uint32_t row : floor.rows) floor.sites.push_back({s_.x[row], s_.y[row]});
  KineticTriangulation2& t = floor.triangulation;
  floor.report = {};
  const auto note = [&] { floor.report += t.report(); };
  const std::size_t change = before > now ? before - now : now - before;
  if (!floor.built || !same_shape || change > 10 + now / 20) {
    edges_.clear();
    for (const geometry::Link& edge : floor.graph.edges) edges_.push_back({edge[0], edge[1]});
    floor.margin = margin;
    floor.built = true;
    t.build(floor.sites, edges_, margin);
    return note();
  }
  if (margin > floor.margin) {
    floor.margin = 1.5 * margin;
    t.set_margin(floor.margin);
    note();
  }
  for (std::size_t site = before; site-- > now;) t.remove(static_cast<std::uint32_t>(site)), note();
  for (std::size_t site = before; site < now; ++site) t.insert(static_cast<std::uint32_t>(site), floor.sites[site]), note();
  const std::size_t count = floor.sites.size();
  floor.sites.resize(std::max(count, t.site_slots()));
  t.step(floor.sites);
  note();
  floor.sites.resize(count);
}

void KineticNear::near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    const Floor& floor = *floors_[floor_at_[i]];
    const std::uint32_t walls = floor.wall_sites();
    // A hair more than the exact predicate below, which decides.
    const double far = (std::abs(reach[i] + s_.radius[i]) + largest_radius_) * (1 + 1e-12);
    floor.triangulation.near(walls + site_at_[i], far, out.found, out.flood);
    for (const std::uint32_t site : out.found) {
      if (site < walls) continue;
      const std::uint32_t j = floor.rows[site - walls];
      if (j != i && agents_near(s_, i, j, reach[i])) out.agents.push_back(j);
    }
    bodies_.add_near(s_, i, reach[i], out);
    out.end_row();
  }
}

void KineticNear::bodies_near(Range rows, std::span<const double> reach, NearLists& out) const {
  out.clear();
  for (std::size_t i = rows.begin; i < rows.end; ++i) {
    bodies_.add_near(s_, i, reach[i], out);
    out.end_row();
  }
}

void KineticNear::add_to(StepReport& report) const {
  ++report.kinetic_builds;
  for (const auto& floor : floors_) {
    report.flips += floor->report.flips;
    report.certificates += floor->report.certificates;
    report.exact_calls += floor->report.exact_calls;
    report.reverts += floor->report.reverts;
    report.walks += floor->report.walks;
    report.rebuilds += floor->report.rebuilds;
  }
}

}  // namespace wend::environment
