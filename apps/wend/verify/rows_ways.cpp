#include "verify/measures.hpp"
#include "verify/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

// Walking along: the one-way track against Weidmann's curve, and the narrow two-way corridor.

namespace wend::cli::verify {

namespace {

Row track(const VerifySettings& s, const std::string& name, double width, double bar) {
  Row row{.name = name,
          .title = fmt::format("One-way track, {:g} m wide", width),
          .about = "People walk round a closed track for 60 s, then their speed along it and their density are "
                   "measured on the two straights for 60 s. The speed is compared with Weidmann's at that density. "
                   "Five seeds: a seed has hundreds of people in seven densities.",
          .most_seeds = 5};
  std::vector<double> densities{0.3, 0.5, 1, 1.5, 2, 2.5, 3};
  if (s.quick) densities = {0.5, 1.5, 3};
  for (const double d : densities) {
    row.cases.push_back({fmt::format("{:g} per m2", d),
                         {.scene = "bench/track",
                          .sets = {{"width", fmt::format("{:g}", width)}, {"density", fmt::format("{:g}", d)}},
                          .latch = Latch::none,
                          .limit = 120,
                          .settle = 60,
                          .until_arrived = false}});
  }
  row.judge = [densities, width, bar](std::span<const Runs> c) {
    std::vector<Figure> out;
    double backwards = 0;
    const double area = 2 * 24 * width;  // of the straights
    for (std::size_t k = 0; k < densities.size(); ++k) {
      const std::string about = fmt::format("{:g} per m2: ", densities[k]);
      const Figure density = figure(about + "density on the straights", "1/m2", c[k],
                                    [&](const TrialResult& r) { return r.density / area; }, 2);
      const Figure speed = figure(about + "speed", "m/s", c[k], [](const TrialResult& r) { return r.speed; }, 3);
      Figure ratio = figure(about + "speed by Weidmann's", "", c[k],
                            [&](const TrialResult& r) { return r.speed / weidmann_speed(r.density / area); }, 3);
      Figure off = single(about + "off Weidmann's", "%", 100 * std::abs(ratio.value - 1), 0);
      Figure nominal = figure(about + "speed by Weidmann's at the mean density of the track", "", c[k],
                              [&](const TrialResult& r) { return r.speed / weidmann_speed(densities[k]); }, 3);
      out.insert(out.end(), {at_most(off, bar, 15), ratio, nominal, speed, density});
      for (const TrialResult& r : c[k]) backwards = std::max(backwards, 100 * r.backwards);
    }
    out.push_back(at_most(single("steps backwards, worst run", "%", backwards, 2), 1));
    return out;
  };
  return row;
}

Row two_way(const VerifySettings& s, int each) {
  Row row{.name = fmt::format("two_way_{}", each),
          .title = fmt::format("Two-way corridor, 4 m wide, {} each way", each),
          .about = "Two streams of people of different speeds meet; somebody has arrived 60 m from the start of the "
                   "corridor. Free time is the own way at the own speed."};
  row.cases.push_back({"",
                       {.scene = "bench/two_way",
                        .sets = {{"each", fmt::format("{}", each)}},
                        .latch = Latch::line,
                        .left_line = 0,
                        .right_line = 60,
                        .limit = limit_of(s, 400, 200)}});
  row.judge = [each](std::span<const Runs> c) {
    Figure ratio = figure("mean time by free time", "", c[0],
                          [](const TrialResult& r) { return (r.all_arrived() ? r.mean_time : r.limit) / r.free_time; },
                          3);
    Figure finish = figure("finish", "s", c[0], [](const TrialResult& r) { return r.finish(); });
    if (each == 50) ratio = at_most(ratio, 1.3, 1.15);
    if (each == 150) {
      finish.name = "finish, latest run";
      finish.value = spread(finish.runs).max;
      finish = at_most(finish, {}, 120);
    }
    return std::vector<Figure>{arrived_figure("arrived", c[0]), ratio, finish,
                               figure("jitter", "rad/s", c[0], [](const TrialResult& r) { return r.jitter; }, 3)};
  };
  return row;
}

}  // namespace

std::vector<Row> way_rows(const VerifySettings& s) {
  return {track(s, "track2", 2, 25), track(s, "track4", 4, 50), two_way(s, 50), two_way(s, 150)};
}

}  // namespace wend::cli::verify
