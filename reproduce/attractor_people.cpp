#include "measure.hpp"

#include "steering/attractor.hpp"

#include <wend/model/attractor.hpp>
#include <wend/model/model.hpp>
#include <wend/base/rng.hpp>
#include <wend/world.hpp>

#include <fmt/format.h>

#include <array>
#include <memory>
#include <numeric>

// Local spec, sections 7 and 8: not touching, personality and energy, in worlds of our own.

namespace wend::reproduce {

namespace {

// The model without the world's bound on its speed.
class Unbounded final : public SteeringModel {
 public:
  Unbounded() : SteeringModel(described()) {}
  double sense_range(const Sensing& of) const override { return inner_.sense_range(of); }
  std::size_t scratch_bytes(std::size_t bodies) const override { return inner_.scratch_bytes(bodies); }
  Motion steer(const View& view, std::span<double> next) const override {
    Motion motion = inner_.steer(view, next);
    motion.safety = Safety::off;
    return motion;
  }

 private:
  static ModelInfo described() {
    ModelInfo info = steering::AttractorModel().info();
    info.name = "unbounded";
    return info;
  }
  steering::AttractorModel inner_;
};

ModelId model_of(World& world, const AttractorParams& p, bool bounded) {
  if (bounded) return *world.add_attractor(p);
  (void)world.register_model(std::make_shared<Unbounded>());
  return *world.add_model("unbounded", to_block(p));
}

// ---- not touching

struct Swapped {
  std::size_t overlapping = 0;
  double deepest = 0;
  std::vector<std::vector<Vec2>> paths{};
  std::vector<Vec2> nearest{};  // time, smallest clearance of two agents
};

// The swap of local spec 15.1: a hundred on a circle, each to the opposite side.
Swapped swap_of_100(std::uint64_t seed, const AttractorParams& p, double speed, bool bounded, bool keep) {
  constexpr std::size_t n = 100;
  World world = *World::create({.dt = 0.25, .seed = seed});
  const ModelId model = model_of(world, p, bounded);
  Rng rng = Rng::stream(seed, Purpose::test, 105);
  std::vector<AgentId> who;
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = two_pi * static_cast<double>(i) / n, r = 15.28 + rng.uniform(-0.05, 0.05);
    const Vec3 at{r * std::cos(angle), r * std::sin(angle), 0};
    const TargetId goal = *world.add_target({.at = {-at.x, -at.y}});
    who.push_back(*world.add_agent({.at = at, .heading = wrap(angle + pi), .radius = 0.2, .top_speed = speed,
                                    .target = goal, .model = model, .on_arrival = OnArrival::remove}));
  }
  Swapped out;
  if (keep) out.paths.resize(n / 10);
  std::vector<char> touched(n, 0);
  while (world.time() < 150 && !world.all_done()) {
    world.step();
    world.clear_events();
    const std::vector<AgentState> agents = world.agents();
    double nearest = 3;
    for (std::size_t i = 0; i < agents.size(); ++i) {
      if (keep && agents[i].id.index % 10 == 0 && agents[i].id.index / 10 < out.paths.size())
        out.paths[agents[i].id.index / 10].push_back(agents[i].at.xy());
      for (std::size_t j = 0; j < i; ++j) {
        const double clearance = norm(agents[i].at.xy() - agents[j].at.xy()) - 0.4;
        nearest = std::min(nearest, clearance);
        if (clearance >= -1e-9) continue;
        out.deepest = std::max(out.deepest, -clearance);
        for (const AgentState* a : {&agents[i], &agents[j]})
          touched[static_cast<std::size_t>(std::find(who.begin(), who.end(), a->id) - who.begin())] = 1;
      }
    }
    if (keep && agents.size() > 1) out.nearest.push_back({world.time(), nearest});
  }
  out.overlapping = static_cast<std::size_t>(std::count(touched.begin(), touched.end(), 1));
  return out;
}

void run_safety(Claim& claim, const Context& context) {
  const std::size_t seeds = part_of(claim, context, 1, 10, "seeds");
  AttractorParams calm = AttractorParams::classic();
  calm.d0 = 0.5, calm.d1 = 0.05;
  AttractorParams hasty = calm;
  hasty.d1 = 0, hasty.t2c = 0.25;
  std::vector<Swapped> runs(4 * seeds);
  if (!each(context, runs.size(), [&](std::size_t i) {
        const std::size_t kind = i / seeds;
        runs[i] = swap_of_100(i % seeds + 1, kind < 2 ? calm : hasty, kind < 2 ? 1 : 3, kind % 2 == 1, i % seeds == 0);
      }))
    return;
  std::array<std::size_t, 4> overlapping{};
  double deepest = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    overlapping[i / seeds] += runs[i].overlapping;
    if (i / seeds == 0) deepest = std::max(deepest, runs[i].deepest);
  }
  const std::size_t all = 100 * seeds;
  const double share = 100.0 * static_cast<double>(overlapping[0]) / static_cast<double>(all);
  claim.measured = fmt::format(
      "classic swap: {:.0f} % overlap without the bound (up to {:.2f} m), {} of {} with it; hasty swap: {} of {} "
      "without, {} of {} with",
      share, deepest, overlapping[1], all, overlapping[2], all, overlapping[3], all);
  judge(claim, overlapping[1] == 0 && overlapping[3] == 0 && overlapping[2] * 100 >= 99 * all &&
                   same_share(share, static_cast<double>(all), 82, 500));
  io::Plot p = chart("Swap of 100, seed 1: every tenth path, with the bound", "x, m", "y, m");
  p.equal = true;
  for (std::size_t i = 0; i < runs[seeds].paths.size(); ++i)
    p.lines.push_back({runs[seeds].paths[i], static_cast<int>(i % 8), 1.6, false, ""});
  io::Plot nearest = chart("Smallest clearance of any two", "time, s", "m");
  nearest.zero_line = true;
  nearest.x0 = 0, nearest.x1 = 60, nearest.y1 = 0.6;
  const std::array<const char*, 4> names{"without", "with the bound", "hasty, without", "hasty, with"};
  for (std::size_t k = 0; k < 4; ++k)
    nearest.lines.push_back({runs[k * seeds].nearest, static_cast<int>(k), 1.4, false, names[k]});
  claim.figures.push_back(
      {sheet({p, nearest}, 2, 1160, 520), "The bound on the speed is all that keeps a hasty crowd apart."});
}

// ---- getting out of an overlap

struct Escape {
  double inside = 0;  // s
  bool arrived = false;
};

Escape escape(std::uint64_t seed) {
  World world = *World::create({.dt = 0.25, .seed = seed});
  Rng rng = Rng::stream(seed, Purpose::test, 106);
  (void)*world.add_obstacle({.at = {0, 0}, .radius = 1});
  const double r = 1.3 * std::sqrt(rng.uniform()), angle = rng.uniform(-pi, pi);
  AgentSpec spec = published_agent();
  spec.at = {r * std::cos(angle), r * std::sin(angle)};
  spec.heading = rng.uniform(-pi, pi);
  spec.target = *world.add_target({.at = {6, 0}});
  spec.model = *world.add_attractor(AttractorParams::robust());
  const AgentId ann = *world.add_agent(spec);
  Escape out;
  while (world.time() < 100 && !world.all_done()) {
    if (norm(world.agent(ann)->at.xy()) < 1.3 - 1e-9) out.inside += world.dt();
    world.step();
  }
  out.arrived = world.agent(ann)->arrival >= 0;
  return out;
}

// When that many agents, made in one place, are clear of each other.
double parted(std::uint64_t seed, std::size_t n) {
  World world = *World::create({.dt = 0.25, .seed = seed});
  AgentSpec spec = published_agent();
  spec.model = *world.add_attractor(AttractorParams::robust());
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = two_pi * static_cast<double>(i) / static_cast<double>(n);
    spec.target = *world.add_target({.at = {40 * std::cos(angle), 40 * std::sin(angle)}});
    spec.heading = wrap(angle);
    spec.at = {1000, 10.0 * static_cast<double>(i)};  // adding refuses overlaps, teleporting does not
    const AgentId id = *world.add_agent(spec);
    (void)world.teleport(id, {}, spec.heading);
  }
  const auto clear = [&] {
    const std::vector<AgentState> agents = world.agents();
    for (std::size_t i = 0; i < agents.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (norm(agents[i].at.xy() - agents[j].at.xy()) < 2 * published_radius - 1e-9) return false;
      }
    }
    return true;
  };
  while (world.time() < 60 && !clear()) world.step();
  return world.time();
}

void run_overlap(Claim& claim, const Context& context) {
  const std::size_t cases = part_of(claim, context, 20, 200, "cases"), seeds = part_of(claim, context, 1, 5, "seeds");
  std::vector<Escape> escapes(cases);
  const std::array<std::size_t, 3> crowd{10, 40, 100};
  std::vector<double> times(3 * seeds);
  if (!each(
          context, cases, [&](std::size_t i) { escapes[i] = escape(i + 1); }, 0, 0.4))
    return;
  if (!each(
          context, times.size(), [&](std::size_t i) { times[i] = parted(i % seeds + 1, crowd[i / seeds]); }, 0.4, 1))
    return;
  const auto left = std::count_if(escapes.begin(), escapes.end(), [](const Escape& e) { return e.arrived; });
  const double inside =
      std::accumulate(escapes.begin(), escapes.end(), 0.0, [](double sum, const Escape& e) { return sum + e.inside; }) /
      static_cast<double>(cases);
  std::array<double, 3> slowest{};
  for (std::size_t i = 0; i < times.size(); ++i) slowest[i / seeds] = std::max(slowest[i / seeds], times[i]);
  claim.measured = fmt::format(
      "{} of {} left the disc and arrived, {:.1f} s inside on average; coincident agents are clear after {:.1f} s "
      "(10), {:.1f} s (40), {:.1f} s (100)",
      left, cases, inside, slowest[0], slowest[1], slowest[2]);
  judge(claim,
        left == static_cast<std::ptrdiff_t>(cases) && slowest[0] <= 2.4 && slowest[1] <= 7.2 && slowest[2] <= 18);
}

// ---- personality

struct Walk {
  double arrival = -1, peak_turn = 0, clearance = 1e300;
  std::vector<Vec2> path{};
  std::vector<io::PlotDisc> discs{};
};

// What an agent is like: energy, agility and courage of a published body.
AgentSpec with(const char* trait, double value) {
  AgentSpec a = published_agent();
  a.attributes = {{trait, value}};
  return a;
}

// Twenty metres through twelve discs, facing away from the target at first.
Walk walk(std::uint64_t seed, AgentSpec spec) {
  World world = *World::create({.dt = 0.1, .seed = seed});
  Rng rng = Rng::stream(seed, Purpose::test);
  Walk w;
  for (int i = 0; i < 12; ++i) {
    const Vec2 at{-6.0 + i, rng.uniform(-2.5, 2.5)};
    (void)*world.add_obstacle({.at = lift(at), .radius = 0.4});
    w.discs.push_back({at, 0.4, io::body, true, ""});
  }
  spec.at = {-10, rng.uniform(-1, 1)};
  spec.heading = rng.uniform(2, 3);
  spec.target = *world.add_target({.at = {10, 0}});
  AttractorParams p = AttractorParams::robust();
  p.d0 = 0.5;
  spec.model = *world.add_attractor(p);
  const AgentId ann = *world.add_agent(spec);
  while (world.time() < 120 && !world.all_done()) {
    world.step();
    const AgentState s = *world.agent(ann);
    w.peak_turn = std::max(w.peak_turn, std::abs(s.turn_rate));
    for (const io::PlotDisc& d : w.discs)
      w.clearance = std::min(w.clearance, norm(s.at.xy() - d.at) - d.radius - s.radius);
    w.path.push_back(s.at.xy());
  }
  w.arrival = world.agent(ann)->arrival;
  return w;
}

struct Walks {
  std::vector<Walk> all{};
  double mean(double Walk::*member) const {
    return std::accumulate(all.begin(), all.end(), 0.0, [&](double sum, const Walk& w) { return sum + w.*member; }) /
           static_cast<double>(all.size());
  }
  // In how many seeds it is larger here.
  std::size_t larger(const Walks& other, double Walk::*member) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) count += all[i].*member > other.all[i].*member ? 1 : 0;
    return count;
  }
};

bool walks_of(Claim& claim, const Context& context, const std::vector<AgentSpec>& people, std::vector<Walks>& out) {
  const std::size_t seeds = part_of(claim, context, 5, 40, "seeds");
  out.assign(people.size(), {});
  for (Walks& w : out) w.all.resize(seeds);
  return each(context, people.size() * seeds,
              [&](std::size_t i) { out[i / seeds].all[i % seeds] = walk(i % seeds + 1, people[i / seeds]); });
}

io::Plot two_paths(const char* title, const Walk& a, const char* name_a, const Walk& b, const char* name_b) {
  io::Plot p = chart(title, "x, m", "y, m");
  p.equal = true;
  p.discs = a.discs;
  p.lines.push_back({a.path, 0, 2, false, name_a});
  p.lines.push_back({b.path, 1, 2, false, name_b});
  p.points.push_back({{10, 0}, io::target, io::PlotMark::cross, 10, "target", "", 0});
  return p;
}

void run_courage(Claim& claim, const Context& context) {
  std::vector<Walks> w;
  if (!walks_of(claim, context, {with("courage", 0.1), with("courage", 0.9)}, w)) return;
  const std::size_t seeds = w[0].all.size(), closer = w[0].larger(w[1], &Walk::clearance);
  const double shy = w[0].mean(&Walk::clearance), bold = w[1].mean(&Walk::clearance);
  claim.measured = fmt::format("smallest clearance {:.2f} m (courage 0.9) against {:.2f} m (0.1), closer in {} of {}",
                               bold, shy, closer, seeds);
  judge(claim, closer == seeds && std::abs(bold - 0.01) < 0.02 && std::abs(shy - 0.40) < (context.quick ? 0.15 : 0.03));
  claim.figures.push_back(
      {sheet({two_paths("Seed 1", w[0].all[0], "courage 0.1", w[1].all[0], "courage 0.9")}, 1, 980, 420),
       "The bold pass where the shy go round."});
}

// Mean times to arrive over one trait, beside those of the spec; a tenth of the seeds in a quick run says little.
struct Times {
  bool as_said = true;
  std::string text{};
  io::Plot plot{};
};
Times times_over(const Context& context, const std::vector<Walks>& w, const char* trait,
                 const std::vector<double>& x, const std::vector<double>& said) {
  Times out;
  out.plot = chart("Time to arrive", trait, "s");
  io::PlotLine ours{{}, 0, 1.6, false, "measured"};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double time = w[i].mean(&Walk::arrival);
    out.text += fmt::format("{}{:.1f}", i == 0 ? "" : ", ", time);
    out.as_said = out.as_said && std::abs(time / said[i] - 1) < (context.quick ? 0.15 : 0.02);
    ours.points.push_back({x[i], time});
    out.plot.points.push_back({{x[i], said[i]}, io::alarm, io::PlotMark::ring, 11, "spec", "", 0});
  }
  out.plot.lines.push_back(std::move(ours));
  return out;
}

void run_energy(Claim& claim, const Context& context) {
  std::vector<Walks> w;
  const std::vector<double> energy{1, 0.6, 0.2, 0};
  std::vector<AgentSpec> people;
  for (double e : energy) people.push_back(with("energy", e));
  if (!walks_of(claim, context, people, w)) return;
  const std::size_t seeds = w[0].all.size(), later = w[2].larger(w[0], &Walk::arrival),
                    slower = w[0].larger(w[2], &Walk::peak_turn);
  Times times = times_over(context, w, "energy E", energy, {25.6, 33.1, 46.4, 58.7});
  const double fresh = w[0].mean(&Walk::arrival);
  times.plot.lines.push_back(curve(0, 1, 50, 6, "(p.29), scaled to E = 1", [&](double e) {
    const double g = 0.4 + 0.6 * e, k = 0.1 + 0.9 * g;
    return fresh / g * (1 + 0.06 * (1 - k) / k);
  }));
  times.plot.lines.back().dashed = true;
  claim.measured = fmt::format(
      "arrival after {} s (E = 1, 0.6, 0.2, 0), at 0.2 later in {} of {}; largest turn rate {:.2f} against {:.2f} "
      "rad/s, smaller in {} of {}",
      times.text, later, seeds, w[2].mean(&Walk::peak_turn), w[0].mean(&Walk::peak_turn), slower, seeds);
  judge(claim, times.as_said && later == seeds && slower == seeds);
  claim.figures.push_back(
      {sheet({two_paths("Seed 1", w[0].all[0], "E = 1", w[2].all[0], "E = 0.2"), times.plot}, 2, 1240, 440),
       "The tired are slow on their feet and in their turns."});
}

void run_agility(Claim& claim, const Context& context) {
  std::vector<Walks> w;
  const std::vector<double> agility{1, 0.75, 0.5, 0.25, 0};
  std::vector<AgentSpec> people;
  for (double p : agility) people.push_back(with("agility", p));
  if (!walks_of(claim, context, people, w)) return;
  const Times times = times_over(context, w, "agility p_ω", agility, {25.6, 26.2, 27.9, 29.0, 38.4});
  claim.measured = fmt::format("mean time to arrive {} s for p = 1, 0.75, 0.5, 0.25, 0", times.text);
  judge(claim, times.as_said);
  claim.figures.push_back(
      {sheet({two_paths("Seed 1", w[0].all[0], "p = 1", w[4].all[0], "p = 0"), times.plot}, 2, 1240, 440),
       "Who turns late makes detours."});
}

}  // namespace

Runs attractor_people() {
  return {{"safety", run_safety}, {"overlap", run_overlap}, {"courage", run_courage}, {"energy", run_energy},
          {"agility", run_agility}};
}

}  // namespace wend::reproduce
