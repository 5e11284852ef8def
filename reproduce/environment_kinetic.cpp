#include "measure.hpp"

#include "core/angles.hpp"
#include "environment/certificates.hpp"
#include "environment/kinetic_triangulation.hpp"
#include "geometry/predicates.hpp"

#include <wend/model/attractor.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <fmt/format.h>

#include <array>

// Environment spec, sections 3, 7, 8 and 11: what a triangulation of people who move is good for and what it takes.

namespace wend::reproduce {

namespace {

using environment::KineticTriangulation2;
using Index = KineticTriangulation2::Index;

// ---- contacts and edges

void run_gabriel(Claim& claim, const Context&) {
  // Two discs of radius 1 that touch, and a small one in each of the gaps beside the contact.
  const auto joined = [](double ratio) {
    const double h = std::sqrt((1 + ratio) * (1 + ratio) - 1);
    const std::vector<Vec2> at{{-1, 0}, {1, 0}, {0, h}, {0, -h}};
    KineticTriangulation2 tri;
    tri.build(at, {}, 4);
    const auto edges = tri.edges();
    return std::find(edges.begin(), edges.end(), std::pair<Index, Index>{0, 1}) != edges.end();
  };
  double low = 0.1, high = 0.9;
  while (high - low > 1e-9) (joined((low + high) / 2) ? high : low) = (low + high) / 2;
  claim.measured = fmt::format("the touching pair is no edge below r_min/r_max = {:.6f} (√2 − 1 = {:.6f})", high,
                               std::sqrt(2.0) - 1);
  judge(claim, std::abs(high - (std::sqrt(2.0) - 1)) < 1e-6);
  const auto draw = [&](double ratio) {
    const double h = std::sqrt((1 + ratio) * (1 + ratio) - 1);
    io::Plot p = chart(fmt::format("r_min / r_max = {}: {}", ratio, joined(ratio) ? "an edge" : "no edge"), "", "");
    p.equal = true;
    const std::vector<Vec2> at{{-1, 0}, {1, 0}, {0, h}, {0, -h}};
    for (std::size_t i = 0; i < 4; ++i) p.discs.push_back({at[i], i < 2 ? 1 : ratio, io::body, true, ""});
    KineticTriangulation2 tri;
    tri.build(at, {}, 4);
    for (const auto& [i, j] : tri.edges()) {
      if (i < 4 && j < 4) p.lines.push_back({{at[i], at[j]}, i == 0 && j == 1 ? 1 : 0, 2, false, "Delaunay edges"});
    }
    p.legend = false;
    return p;
  };
  claim.figures.push_back({sheet({draw(0.35), draw(0.5)}, 2, 1000, 440),
                           "Two big discs touch; when the discs beside the contact are small enough, the edge goes "
                           "between those instead."});
}

// ---- keeping the triangulation

struct Crowd {
  std::vector<Vec2> at{}, way{};
  double side = 0;
  Crowd(std::size_t n, double density, double speed, std::uint64_t seed)
      : side(std::sqrt(static_cast<double>(n) / density)) {
    Rng rng = Rng::stream(seed, Purpose::test, 110);
    const double apart = 0.55 / std::sqrt(density);  // as people stand
    while (at.size() < n) {
      const Vec2 p{rng.uniform(0, side), rng.uniform(0, side)};
      if (std::any_of(at.begin(), at.end(), [&](Vec2 q) { return norm2(p - q) < apart * apart; })) continue;
      at.push_back(p);
      const double angle = rng.uniform(-pi, pi);
      way.push_back(speed * Vec2{std::cos(angle), std::sin(angle)});
    }
  }
  void move(double dt) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      for (double Vec2::*c : {&Vec2::x, &Vec2::y}) {
        if (const double next = at[i].*c + dt * (way[i].*c); next < 0 || next > side) way[i].*c = -(way[i].*c);
      }
      at[i] = at[i] + dt * way[i];
    }
  }
};

// In-circle tolerances (e.25) of all inner edges.
std::vector<double> tolerances(const KineticTriangulation2& tri) {
  std::vector<double> out;
  for (Index t = 0; t < tri.triangle_slots(); ++t) {
    if (!tri.alive(t)) continue;
    for (Index h = 4 * t; h < 4 * t + 3; ++h) {
      const Index g = tri.twin(h);
      if (g == KineticTriangulation2::none || g < h) continue;
      const std::array<Index, 4> v{tri.vertex(h), tri.vertex(KineticTriangulation2::next(h)),
                                   tri.vertex(KineticTriangulation2::prev(h)),
                                   tri.vertex(KineticTriangulation2::prev(g))};
      if (std::any_of(v.begin(), v.end(), [&](Index x) { return tri.is_frame(x); })) continue;
      out.push_back(environment::circle_tolerance(tri.at(v[0]), tri.at(v[1]), tri.at(v[2]), tri.at(v[3])));
    }
  }
  return out;
}

void run_flips(Claim& claim, const Context& context) {
  const std::size_t n = part_of(claim, context, 500, 3000, "agents");
  const std::array<double, 5> dts{1.0 / 240, 1.0 / 60, 0.05, 0.1, 0.25};
  std::array<environment::TriangulationReport, 5> sums;
  std::array<double, 5> due{};
  std::array<std::string, 5> broken;
  // One second: a crowd that does not steer loses its order later.
  const auto steps = [&](std::size_t i) { return std::max(2, static_cast<int>(std::lround(1 / dts[i]))); };
  if (!each(context, 10, [&](std::size_t i) {
        const std::size_t k = i % 5;
        const bool deadlines = i >= 5;
        Crowd crowd(n, 0.5, 1.3, 7);
        KineticTriangulation2 tri;
        tri.use_deadlines(deadlines ? KineticTriangulation2::Deadlines::always
                                    : KineticTriangulation2::Deadlines::never);
        tri.build(crowd.at, {}, 4);
        double looked = 0;
        for (int s = 0; s < steps(k); ++s) {
          crowd.move(dts[k]);
          tri.step(crowd.at);
          if (!deadlines) sums[k] += tri.report();
          if (s > 0) looked += static_cast<double>(tri.report().certificates);  // at first all are new
        }
        if (deadlines) due[k] = looked / (3.0 * static_cast<double>(n) * (steps(k) - 1));
        if (broken[k].empty()) broken[k] = tri.validate();
      }))
    return;
  std::array<double, 5> flips{}, walks{};
  for (std::size_t k = 0; k < 5; ++k) {
    const double agent_steps = static_cast<double>(n) * steps(k);
    flips[k] = static_cast<double>(sums[k].flips) / agent_steps,
    walks[k] = static_cast<double>(sums[k].walks) / agent_steps;
  }
  const bool valid = std::all_of(broken.begin(), broken.end(), [](const std::string& b) { return b.empty(); });
  std::vector<double> medians;
  for (double density : {0.1, 0.5, 2.0}) {
    Crowd crowd(n, density, 1, 9);
    KineticTriangulation2 tri;
    tri.build(crowd.at, {}, 4);
    std::vector<double> all = tolerances(tri);
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    medians.push_back(all[all.size() / 2] * std::sqrt(density));
  }
  claim.measured = fmt::format(
      "flips per agent-step {:.3f} (dt 0.1), {:.3f} (0.25); walks {:.4f}, {:.3f}; certificates looked at per edge "
      "{:.0f} % (0.1), {:.0f} % (1/60), {:.0f} % (1/240); median tolerance {:.3f}, {:.3f}, {:.3f} / √density; {}",
      flips[3], flips[4], walks[3], walks[4], 100 * due[3], 100 * due[1], 100 * due[0], medians[0], medians[1],
      medians[2], valid ? "every structure is valid" : "a structure is broken");
  const double wide = context.quick ? 0.4 : 0.2;
  judge(claim, valid && std::abs(flips[3] / 0.24 - 1) < wide && std::abs(flips[4] / 0.74 - 1) < wide &&
                   std::abs(medians[1] / 0.045 - 1) < 0.3);
  io::Plot p = chart("Flips per agent and step", "dt, s", "flips");
  p.lines.push_back(
      curve(0, 0.26, 50, 6, "2.6 v dt √density (e.18)", [](double dt) { return 2.6 * 1.3 * dt * std::sqrt(0.5); }));
  for (std::size_t k = 0; k < 5; ++k)
    p.points.push_back({{dts[k], flips[k]}, 0, io::PlotMark::dot, 8, "measured", "", 0});
  claim.figures.push_back(
      {sheet({p}, 1, 760, 420),
       "A crowd at 0.5 people per m² and 1.3 m/s. In long steps a flip more is needed here and there."});
}

void run_tolerance(Claim& claim, const Context& context) {
  const std::size_t blocks = part_of(claim, context, 10, 400, "blocks");
  struct Attack {
    std::size_t tests = 0, broken = 0;
    std::array<double, 2> ratio{};
    double quads = 0;  // of each kind
  };
  std::vector<Attack> found(blocks);
  if (!each(context, blocks, [&](std::size_t b) {
        Rng rng = Rng::stream(b, Purpose::test, 111);
        for (std::size_t quad = 0; quad < 250; ++quad) {
          std::array<Vec2, 4> at{};
          // Half of them anywhere, half almost on a circle.
          for (Vec2& p : at) {
            const double angle = rng.uniform(-pi, pi), r = 1 + 0.02 * rng.uniform(-1, 1);
            p = quad % 2 == 0 ? Vec2{rng.uniform(-1, 1), rng.uniform(-1, 1)}
                              : r * Vec2{std::cos(angle), std::sin(angle)};
          }
          const int sign = geometry::in_circle(at[0], at[1], at[2], at[3]);
          const double cheap = environment::circle_tolerance(at[0], at[1], at[2], at[3]),
                       exact = environment::exact_circle_tolerance(at[0], at[1], at[2], at[3]);
          found[b].ratio[quad % 2] += cheap / exact, found[b].quads += 0.5;
          for (int k = 0; k < 20; ++k) {
            std::array<Vec2, 4> moved = at;
            for (Vec2& p : moved) {
              const double angle = rng.uniform(-pi, pi);
              p = p + 0.9999 * (k % 2 == 0 ? cheap : exact) * Vec2{std::cos(angle), std::sin(angle)};
            }
            ++found[b].tests;
            found[b].broken += geometry::in_circle(moved[0], moved[1], moved[2], moved[3]) != sign ? 1 : 0;
          }
        }
      }))
    return;
  Attack all;
  for (const Attack& a : found)
    all.tests += a.tests, all.broken += a.broken, all.ratio[0] += a.ratio[0], all.ratio[1] += a.ratio[1],
        all.quads += a.quads;
  claim.measured = fmt::format(
      "{} of {} displacements change the sign; the cheap tolerance is {:.2f} of the exact one for sites anywhere, "
      "{:.2f} for sites almost on a circle",
      all.broken, all.tests, all.ratio[0] / all.quads, all.ratio[1] / all.quads);
  judge(claim, all.broken == 0 && all.ratio[0] < 0.62 * all.quads && all.ratio[1] > 0.62 * all.quads);
}

// ---- back ends

void run_backends(Claim& claim, const Context& context) {
  const int steps = static_cast<int>(part_of(claim, context, 30, 300, "steps"));
  const auto walk = [&](Backend backend, std::vector<std::uint64_t>& hashes, std::size_t& events) {
    World world = *World::create({.dt = 0.1, .seed = 3, .environment = backend});
    Rng rng = Rng::stream(3, Purpose::test, 112);
    for (double x : {-5.0, 0.0, 5.0}) {
      (void)*world.add_wall({x, -10}, {x, -1}), (void)*world.add_wall({x, 1}, {x, 10});
    }
    for (int k = 0; k < 4; ++k)
      (void)*world.add_target({.at = {k < 2 ? -12.0 : 12.0, k % 2 == 0 ? -6.0 : 6.0}, .radius = 1});
    const ModelId model = *world.add_attractor(AttractorParams::robust());
    for (int i = 0; i < 120; ++i) {
      AgentSpec a = published_agent();
      a.at = {-9.0 + 18 * (i % 20) / 19.0 + 0.3, -8 + 16.0 * (i / 20) / 5}, a.heading = rng.uniform(-3, 3),
      a.radius = 0.2, a.watch = 2.5;
      a.target = world.targets()[rng.below(4)].id, a.model = model;
      (void)world.add_agent(a);
    }
    for (int s = 0; s < steps; ++s) {
      world.step();
      hashes.push_back(world.hash().all);
      for (const Event& e : world.step_events())
        events += e.kind == EventKind::enter || e.kind == EventKind::exit ? 1 : 0;
    }
  };
  std::array<std::vector<std::uint64_t>, 2> hashes;
  std::array<std::size_t, 2> events{};
  if (!each(context, 2, [&](std::size_t i) { walk(i == 0 ? Backend::grid : Backend::kinetic, hashes[i], events[i]); }))
    return;
  claim.measured = fmt::format("{} after {} steps; {} and {} comings and goings",
                               hashes[0] == hashes[1] ? "the same state in every bit" : "different states", steps,
                               events[0], events[1]);
  judge(claim, hashes[0] == hashes[1] && events[0] == events[1] && events[0] > 0);
}

}  // namespace

Runs environment_kinetic() {
  return {{"gabriel", run_gabriel}, {"flips", run_flips}, {"tolerance", run_tolerance}, {"backends", run_backends}};
}

}  // namespace wend::reproduce
