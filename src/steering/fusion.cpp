#include "steering/fusion.hpp"

#include "core/angles.hpp"
#include "core/segment.hpp"

#include <algorithm>

namespace wend::steering {

namespace {

double gap(const Neighbour& p, const Neighbour& q) { return segment_distance(p.a, p.b, q.a, q.b) - p.radius - q.radius; }

// Labels every body with the smallest index of its component.
void find_components(std::span<Fusible> bodies, double radius) {
  const auto n = static_cast<std::uint32_t>(bodies.size());
  for (std::uint32_t i = 0; i < n; ++i) bodies[i].component = i;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      if (bodies[i].component == bodies[j].component || bodies[i].body->klass != bodies[j].body->klass) continue;
      if (!(gap(*bodies[i].body, *bodies[j].body) < 2 * radius)) continue;  // (58)
      const std::uint32_t keep = std::min(bodies[i].component, bodies[j].component);
      const std::uint32_t drop = std::max(bodies[i].component, bodies[j].component);
      for (Fusible& body : bodies) {
        if (body.component == drop) body.component = keep;
      }
    }
  }
}

struct Interval {
  double lo, hi;
  double middle() const { return 0.5 * (lo + hi); }
};

}  // namespace

std::size_t fuse(std::span<Fusible> bodies, double radius) {
  const auto by_id = [](const Fusible& p, const Fusible& q) {
    return p.body->kind != q.body->kind ? p.body->kind < q.body->kind : p.body->id < q.body->id;
  };
  std::sort(bodies.begin(), bodies.end(), by_id);
  find_components(bodies, radius);
  std::sort(bodies.begin(), bodies.end(), [&](const Fusible& p, const Fusible& q) {
    return p.component != q.component ? p.component < q.component : by_id(p, q);
  });

  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < bodies.size(); begin = end) {
    while (end < bodies.size() && bodies[end].component == bodies[begin].component) ++end;
    const auto members = bodies.subspan(begin, end - begin);
    const auto first = std::min_element(members.begin(), members.end(), [](const Fusible& p, const Fusible& q) {
      return p.sight.clearance < q.sight.clearance;  // ties: the lowest id, which comes first
    });
    Interval hull{first->sight.psi - first->sight.half_angle, first->sight.psi + first->sight.half_angle};
    for (bool grew = members.size() > 1; grew;) {
      grew = false;
      for (const Fusible& member : members) {
        const double at = hull.middle() + wrap(member.sight.psi - hull.middle());
        const Interval own{at - member.sight.half_angle, at + member.sight.half_angle};
        if (own.hi < hull.lo || own.lo > hull.hi) continue;
        const Interval joined{std::min(hull.lo, own.lo), std::max(hull.hi, own.hi)};
        grew = grew || joined.lo < hull.lo || joined.hi > hull.hi;
        hull = joined;
      }
      if (hull.hi - hull.lo >= two_pi) break;
    }
    if (members.size() > 1 && hull.hi - hull.lo < two_pi - 0.2) {  // (59)
      Fusible whole = *first;
      whole.sight = {wrap(hull.middle()), 0.5 * (hull.hi - hull.lo), first->sight.clearance};
      bodies[kept++] = whole;
    } else {  // alone, or surrounded: the members act for themselves
      for (const Fusible& member : members) bodies[kept++] = member;
    }
  }
  return kept;
}

}  // namespace wend::steering
