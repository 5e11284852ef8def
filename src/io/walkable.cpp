#include "io/walkable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "io/text.hpp"

namespace wend::io {

namespace {

using std::numbers::pi;
constexpr double margin = 1.0;       // between everything and the outer box
constexpr double half_wall = 0.005;  // of a wall without thickness
constexpr double wiggle = 2e-6;      // shapes move by less than this, so that none touch exactly
constexpr std::uint64_t attempts = 8;
constexpr std::size_t no_face = std::numeric_limits<std::size_t>::max();

// Numbers in [-1, 1] that depend on who and which attempt only.
double noise(std::uint64_t who, std::uint64_t what) {
  std::uint64_t z = who * 0x9e3779b97f4a7c15u + what * 0xd1b54a32d192ed03u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

// A disc or capsule as a convex polygon inside it.
Ring convex_shape(const BodyShape& body, std::uint64_t who, std::uint64_t attempt) {
  const auto random = [&](std::uint64_t what) { return noise(who, 16 * attempt + what); };
  const double radius = std::max(body.radius, half_wall) * (1 - 1e-4 * (1 + random(0))) - wiggle / 4 * (1 + random(1));
  const Vec2 shift{wiggle / 4 * random(2), wiggle / 4 * random(3)};
  const Vec2 a = body.at + shift;
  const Vec2 b = body.to + shift + Vec2{wiggle / 4 * random(4), wiggle / 4 * random(5)};
  const int corners = radius < 0.03 ? 8 : 32;  // of a whole circle
  Ring ring;
  if (body.kind == BodyKind::disc || norm(body.to - body.at) < wiggle) {
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * pi * (i + 0.4 * random(6)) / corners;
      ring.push_back(a + radius * Vec2{std::cos(angle), std::sin(angle)});
    }
    return ring;
  }
  const double along = std::atan2(b.y - a.y, b.x - a.x);
  for (const bool far_end : {true, false}) {
    for (int i = 0; i <= corners / 2; ++i) {
      const double angle = along + pi * (2.0 * i / corners + (far_end ? -0.5 : 0.5));
      ring.push_back((far_end ? b : a) + radius * Vec2{std::cos(angle), std::sin(angle)});
    }
  }
  return ring;
}

Ring box_ring(const Box& extent) {
  Vec2 low = extent.low, high = extent.high;
  if (!(low.x <= high.x && low.y <= high.y)) low = high = {0, 0};
  // Whole decimetres: the ring reads well and does not depend on the last bit of a position.
  const auto down = [](double v) { return std::round((v - margin) * 10) / 10; };
  const auto up = [](double v) { return std::round((v + margin) * 10) / 10; };
  return {{down(low.x), down(low.y)}, {up(high.x), down(low.y)}, {up(high.x), up(high.y)}, {down(low.x), up(high.y)}};
}

// The smallest pocket around a point; no_face: none.
std::size_t pocket_around(const std::vector<Outline::Loop>& loops, const std::vector<double>& area, Vec2 p) {
  std::size_t best = no_face;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (area[i] < 0 && (best == no_face || area[i] > area[best]) && contains(loops[i].ring, p)) best = i;
  }
  return best;
}

struct Attempt {
  Walkable area;
  std::set<std::size_t> cut;         // connected parts that lie between agents; not empty: the area is not to be used
  std::vector<std::size_t> part_of;  // per shape
  bool general = false;              // the shapes were in general position
};

Attempt attempt_area(const std::vector<Ring>& shapes, std::span<const Vec2> agents, const Box& extent) {
  Attempt result;
  const std::optional<Outline> outline = convex_union(shapes);
  if (!outline) return result;
  result.general = true;
  result.part_of = outline->part_of;
  const auto& loops = outline->loops;
  std::vector<double> area(loops.size());
  std::transform(loops.begin(), loops.end(), area.begin(), [](const auto& loop) { return signed_area(loop.ring); });

  std::set<std::size_t> faces;
  for (const Vec2 p : agents) faces.insert(pocket_around(loops, area, p));
  if (faces.empty()) faces.insert(no_face);
  if (faces.size() > 1) {
    for (const std::size_t face : faces) {
      if (face != no_face) result.cut.insert(loops[face].part);
    }
    return result;
  }

  const std::size_t face = *faces.begin();
  result.area.outer = face == no_face ? box_ring(extent) : loops[face].ring;
  if (face != no_face) std::reverse(result.area.outer.begin(), result.area.outer.end());
  for (std::size_t i = 0; i < loops.size(); ++i) {
    if (area[i] > 0 && pocket_around(loops, area, loops[i].ring[0]) == face) {
      result.area.holes.push_back(loops[i].ring);
      std::reverse(result.area.holes.back().begin(), result.area.holes.back().end());
    }
  }
  return result;
}

void append_ring(std::string& out, const Ring& ring) {
  out += '(';
  for (std::size_t i = 0; i <= ring.size(); ++i) {
    if (i > 0) out += ", ";
    append(out, ring[i % ring.size()].x);
    out += ' ';
    append(out, ring[i % ring.size()].y);
  }
  out += ')';
}

void widen(Box& box, Vec2 p, double radius) {
  if (!is_finite(p)) return;
  box.low = {std::min(box.low.x, p.x - radius), std::min(box.low.y, p.y - radius)};
  box.high = {std::max(box.high.x, p.x + radius), std::max(box.high.y, p.y + radius)};
}

}  // namespace

Walkable walkable_area(std::span<const BodyShape> bodies, std::span<const Vec2> agents, const Box& extent) {
  std::vector<BodyShape> fixed;
  for (const BodyShape& body : bodies) {
    if (body.motion == BodyMotion::fixed && is_finite(body.at) && is_finite(body.to)) fixed.push_back(body);
  }
  std::size_t left_out = 0;
  for (std::uint64_t attempt = 0; attempt < attempts && !fixed.empty();) {
    std::vector<Ring> shapes;
    for (std::size_t i = 0; i < fixed.size(); ++i) shapes.push_back(convex_shape(fixed[i], i, attempt));
    Attempt made = attempt_area(shapes, agents, extent);
    if (!made.general) {
      ++attempt;
      continue;
    }
    if (made.cut.empty()) {
      made.area.left_out = left_out;
      return made.area;
    }
    std::vector<BodyShape> kept;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
      if (!made.cut.contains(made.part_of[i])) kept.push_back(fixed[i]);
    }
    left_out += fixed.size() - kept.size();
    fixed = std::move(kept);
  }
  return {.outer = box_ring(extent), .holes = {}, .left_out = left_out + fixed.size()};
}

std::string to_wkt(const Walkable& area) {
  std::string out = "POLYGON (";
  append_ring(out, area.outer);
  for (const Ring& hole : area.holes) {
    out += ", ";
    append_ring(out, hole);
  }
  return out + ")";
}

Box united(const Box& a, const Box& b) {
  return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
          {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

Box extent_of(const Frame& frame) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Box box{{infinity, infinity}, {-infinity, -infinity}};
  for (const AgentState& dot : frame.agents) widen(box, dot.at.xy(), dot.radius);
  for (const BodyShape& body : frame.bodies) {
    widen(box, body.at, body.radius);
    if (body.kind != BodyKind::disc) widen(box, body.to, body.radius);
  }
  for (const TargetMark& mark : frame.targets) {
    if (mark.shape != TargetShape::polygon) widen(box, mark.at, mark.radius);
    if (mark.shape == TargetShape::segment) widen(box, mark.to, mark.radius);
    for (const Vec2 corner : mark.polygon) widen(box, corner, mark.radius);
  }
  return box;
}

}  // namespace wend::io
