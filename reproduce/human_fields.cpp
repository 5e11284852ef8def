#include "walks.hpp"

#include <fmt/format.h>

#include <array>

// Human spec, section 7 (H3c) and section 11 (X4, X6, X7): random fields of ten obstacles, for points and for bodies.

namespace wend::reproduce {

namespace {

Trial random_scene(std::uint64_t seed, double radius, bool samples) {
  Trial trial = scene({9, 0});
  trial.obstacles = study::random_field(seed);
  trial.radius = radius;
  trial.keep_samples = samples;
  return trial;
}

// Does a path cross itself? Every fourth sample: 4 cm.
bool crosses_itself(const std::vector<study::TrialSample>& samples) {
  std::vector<Vec2> p;
  for (std::size_t i = 0; i < samples.size(); i += 4) p.push_back({samples[i].x, samples[i].y});
  const auto side = [](Vec2 a, Vec2 b, Vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); };
  for (std::size_t i = 0; i + 1 < p.size(); ++i) {
    for (std::size_t j = i + 2; j + 1 < p.size(); ++j) {
      if (side(p[i], p[i + 1], p[j]) * side(p[i], p[i + 1], p[j + 1]) < 0 &&
          side(p[j], p[j + 1], p[i]) * side(p[j], p[j + 1], p[i + 1]) < 0)
        return true;
    }
  }
  return false;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0 : n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

struct Walked {
  bool arrived = false, crossed = false;
  double clearance = 0, length = 0;
};

std::vector<Walked> walk_fields(const Context& context, std::size_t count) {
  std::vector<Walked> all(count);
  each(context, count, [&](std::size_t i) {
    const TrialReport run = walk(random_scene(i + 1, 0, true));
    all[i] = {run.end == TrialEnd::arrived, crosses_itself(run.samples), run.clearance, run.length};
  });
  return all;
}

io::Plot clearance_plot(const std::vector<Walked>& all) {
  io::Plot plot = chart("Smallest clearance of each run", "clearance, m", "share of the runs, %");
  std::vector<double> sorted;
  for (const Walked& w : all) sorted.push_back(w.clearance);
  std::sort(sorted.begin(), sorted.end());
  io::PlotLine line{.points = {}, .colour = 1, .label = "runs that came nearer than this"};
  for (std::size_t i = 0; i < sorted.size(); ++i)
    line.points.push_back({sorted[i], 100.0 * static_cast<double>(i + 1) / static_cast<double>(sorted.size())});
  plot.lines = {line,
                {.points = {{0.25, 0}, {0.25, 100}},
                 .colour = io::alarm,
                 .width = 1.2,
                 .dashed = true,
                 .label = "half the width of the paper's agent"}};
  plot.x0 = 0;
  return plot;
}

void run_fields(Claim& claim, const Context& context) {
  const std::size_t count = part_of(claim, context, 60, 1000, "fields");
  const std::vector<Walked> all = walk_fields(context, count);
  std::size_t arrived = 0, crossed = 0, nearest = 0, longest = 0;
  std::vector<double> clearances, lengths;
  for (std::size_t i = 0; i < count; ++i) {
    arrived += all[i].arrived, crossed += all[i].crossed;
    if (all[i].clearance < all[nearest].clearance) nearest = i;
    if (all[i].length > all[longest].length) longest = i;
    clearances.push_back(all[i].clearance), lengths.push_back(all[i].length);
  }
  claim.measured = fmt::format(
      "{} of {} arrive, {} cross their own path; clearance at least {:.3f} m (seed {}), median {:.3f}; length at most "
      "{:.3f} m (seed {}), median {:.3f}",
      arrived, count, crossed, all[nearest].clearance, nearest + 1, median(clearances), all[longest].length,
      longest + 1, median(lengths));
  constexpr std::array<double, 8> length{9.204046, 8.945070, 9.007758, 9.860731,
                                         9.559529, 9.080406, 9.973338, 9.506130};
  Off off;
  for (std::size_t i = 0; i < 8; ++i) off.compare(all[i].length, length[i]);
  bool numbers = off.most < 1e-4;
  if (!context.quick) {
    numbers = numbers && std::abs(all[nearest].clearance - 0.152) < 6e-4 && nearest + 1 == 91 &&
              std::abs(median(clearances) - 0.423) < 6e-4 && std::abs(all[longest].length - 10.715) < 6e-4 &&
              longest + 1 == 265 && std::abs(median(lengths) - 9.199) < 6e-4;
  }
  judge(claim, arrived == count && crossed == 0 && numbers);
  std::vector<io::Plot> plans;
  for (const std::uint64_t seed : {1, 2, 4, 7, 91, 265}) {
    const Trial trial = random_scene(seed, 0, true);
    io::Plot plot = plan(trial, fmt::format("Seed {}", seed));
    plot.lines = {path_of(walk(trial), 1, "")};
    plans.push_back(std::move(plot));
  }
  claim.figures.push_back({sheet(plans, 3, 1200, 620),
                           "Six of the fields; seed 91 has the smallest clearance, seed 265 the longest path."});
}

void run_width(Claim& claim, const Context& context) {
  const std::size_t count = part_of(claim, context, 60, 1000, "fields");
  const std::vector<Walked> all = walk_fields(context, count);
  const auto touched = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const Walked& w) { return w.clearance < 0.25; }));
  const double share = 100.0 * static_cast<double>(touched) / static_cast<double>(count);
  claim.measured = fmt::format(
      "{} of {} runs come closer than 0.25 m: a body 0.5 m wide collides in {:.1f} % of the fields. The law is not "
      "collision-free for bodies",
      touched, count, share);
  judge(claim, context.quick ? same_share(share, static_cast<double>(count), 9.6, 1000) : touched == 96);
  std::uint64_t seed = 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (all[i].clearance < all[seed - 1].clearance) seed = i + 1;
  }
  const Trial trial = random_scene(seed, 0, true);
  io::Plot plot = plan(trial, fmt::format("Seed {}: the nearest of all", seed));
  for (const auto& o : trial.obstacles)
    plot.discs.push_back({.at = o.at,
                          .radius = 0.25,
                          .colour = io::alarm,
                          .filled = false,
                          .label = "too near for the middle of a body 0.5 m wide"});
  plot.lines = {path_of(walk(trial), 1, "")};
  claim.figures.push_back({sheet({plot, clearance_plot(all)}, 2, 1100, 420),
                           "A point gets through every field; a body as wide as the paper's agent does not."});
}

// ---- extensions, for a body of radius 0.25 m

struct Share {
  std::size_t collided = 0, missed = 0;
};

// Of the first `count` fields: how many collide, how many do not arrive, for each of several laws.
std::vector<Share> shares(const Context& context, std::size_t count, const std::vector<HumanParams>& laws,
                          double dt) {
  std::vector<std::pair<bool, bool>> all(count * laws.size());
  each(context, all.size(), [&](std::size_t i) {
    Trial trial = random_scene(i % count + 1, 0.25, false);
    trial.dt = dt;
    const TrialReport run = walk(trial, laws[i / count]);
    all[i] = {run.collided, run.end != TrialEnd::arrived};
  });
  std::vector<Share> out(laws.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    out[i / count].collided += all[i].first, out[i / count].missed += all[i].second;
  return out;
}

double percent(std::size_t n, std::size_t count) { return 100.0 * static_cast<double>(n) / static_cast<double>(count); }

void run_body_width(Claim& claim, const Context& context) {
  const std::size_t count = part_of(claim, context, 100, 2000, "fields");
  std::vector<HumanParams> laws(4);
  for (std::size_t i = 0; i < 4; ++i) laws[i].width = static_cast<HumanWidth>(i);
  const auto s = shares(context, count, laws, 0.02);
  constexpr std::array<double, 4> collided{9.6, 6.8, 0.6, 0.2}, missed{0, 0, 0.8, 1.8};
  bool holds = true;
  for (std::size_t i = 0; i < 4; ++i) {
    const double c = percent(s[i].collided, count), m = percent(s[i].missed, count);
    holds = holds && (context.quick ? same_share(c, static_cast<double>(count), collided[i], 2000)
                                    : std::abs(c - collided[i]) < 0.11);
    holds = holds && (context.quick ? same_share(m, static_cast<double>(count), missed[i], 2000)
                                    : std::abs(m - missed[i]) < 0.11);
  }
  claim.measured = fmt::format(
      "collisions {:.2f} % (points), {:.2f} % (a), {:.2f} % (b), {:.2f} % (a+b); without arrival {:.2f} % (b), {:.2f} "
      "% (a+b); {} fields",
      percent(s[0].collided, count), percent(s[1].collided, count), percent(s[2].collided, count),
      percent(s[3].collided, count), percent(s[2].missed, count), percent(s[3].missed, count), count);
  judge(claim, holds);
}

void run_safety(Claim& claim, const Context& context) {
  const std::size_t count = part_of(claim, context, 80, 1500, "fields");
  std::vector<HumanParams> laws(2);
  laws[0].margin = laws[1].margin = 1;
  laws[1].width = HumanWidth::gap;
  const auto s = shares(context, count, laws, 0.02);
  const double alone = percent(s[0].missed, count), together = percent(s[1].missed, count);
  claim.measured = fmt::format(
      "{} and {} collisions; {:.1f} % of the runs stand in front of an obstacle, {:.1f} % together with X4a; {} fields",
      s[0].collided, s[1].collided, alone, together, count);
  const double n = static_cast<double>(count);
  judge(claim, s[0].collided == 0 && s[1].collided == 0 &&
                   (context.quick ? same_share(alone, n, 10, 1500) && same_share(together, n, 6, 1500)
                                  : std::abs(alone - 10) < 0.5 && std::abs(together - 6) < 0.5));
}

void run_cull(Claim& claim, const Context& context) {
  const std::size_t count = part_of(claim, context, 100, 2000, "fields");
  std::vector<HumanParams> laws(4);
  laws[1].cull = laws[2].cull = laws[3].cull = true;
  laws[2].cull_angle = laws[3].cull_angle = pi / 6;
  laws[2].cull_distance = 4;
  laws[3].cull_distance = 0;
  const auto s = shares(context, count, laws, 0.01);
  const double plain = percent(s[0].collided, count), usual = percent(s[1].collided, count),
               both = percent(s[2].collided, count), aside = percent(s[3].collided, count);
  claim.measured = fmt::format(
      "collisions of a body 0.5 m wide: {:.1f} % without culling, {:.1f} % beyond 90 deg and 8 m, {:.1f} % if "
      "everything beyond 30 deg is left out, {:.1f} % if only what is also beyond 4 m is; {} fields",
      plain, usual, aside, both, count);
  const double n = static_cast<double>(count);
  judge(claim, aside > plain && (context.quick ? same_share(plain, n, 9.6, 2000) && same_share(aside, n, 15.1, 2000)
                                               : std::abs(plain - 9.6) < 0.11 && std::abs(aside - 15.1) < 0.06));
}

}  // namespace

Runs human_fields() {
  return {{"H3c", run_fields}, {"H3c-width", run_width}, {"X4", run_body_width}, {"X6", run_safety}, {"X7", run_cull}};
}

}  // namespace wend::reproduce
