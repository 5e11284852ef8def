#include "verify/measures.hpp"
#include "verify/rows.hpp"

#include <fmt/format.h>

// People who stand: groups that settle at a point, people without a goal, people who get nowhere.

namespace wend::cli::verify {

namespace {

constexpr double gather_limit = 200;  // s

std::string people_set(const VerifySettings& s) { return s.quick ? "60" : "200"; }

Trial gather_trial(const VerifySettings& s, const std::string& from, const std::string& radii, int orders) {
  return {.scene = "bench/gather",
          .sets = {{"from", from}, {"radii", radii}, {"order", orders > 1 ? "on" : "stay"}, {"n", people_set(s)}},
          .latch = Latch::own,
          .limit = limit_of(s, gather_limit, 80),
          .standing = {.kind = StandingKind::gather, .orders = orders}};
}

Figure settled_figure(const std::string& about, const Runs& runs) {
  Figure f = figure(about + "settled", "%", runs, [](const TrialResult& r) {
    return 100.0 * static_cast<double>(r.standing.settled) / static_cast<double>(r.standing.people);
  });
  if (f.value < 100) f.digits = 2;  // 99.98 is not 100.0
  return at_least(std::move(f), 100);
}

Figure free_figure(const Runs& runs) {
  return figure("", "", runs, [](const TrialResult& r) { return r.standing.time / r.standing.free; }, 2);
}

Figure still_figure(const std::string& about, const Runs& runs) {
  Figure f = highest(about + "speed 5 to 10 s after, highest", figure("", "m/s", runs, [](const TrialResult& r) { return r.standing.after; }, 0));
  if (f.value > 0) f.digits = f.value < 0.001 ? -1 : 3;  // -1: a power of ten
  return at_most(std::move(f), 0);
}

Figure overlap_figure(std::span<const Runs> cases) {
  double overlaps = 0;
  for (const Runs& runs : cases) {
    for (const TrialResult& r : runs) overlaps += static_cast<double>(r.overlaps);
  }
  return at_most(single("overlaps below -1e-9 m", "", overlaps, 0), 0);
}

std::vector<std::string> labels_of(const Row& row) {
  std::vector<std::string> labels;
  for (const Case& c : row.cases) labels.push_back(c.label + ": ");
  return labels;
}

double settling_time(const TrialResult& r) { return r.standing.time; }

// Of all cases: settled, in time, without jitter where that has a bar, and still afterwards.
void judge_settling(Row& row, double time_bar, std::optional<double> jitter_bar) {
  row.judge = [labels = labels_of(row), time_bar, jitter_bar](std::span<const Runs> c) {
    std::vector<Figure> out;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      out.push_back(settled_figure(labels[k], c[k]));
      out.push_back(at_most(highest(labels[k] + "time by free time, slowest run", free_figure(c[k])), time_bar));
      if (jitter_bar) {
        out.push_back(at_most(figure(labels[k] + "jitter of all steps", "rad/s", c[k], [](const TrialResult& r) { return r.standing.jitter; }, 3),
                              jitter_bar));
      }
      out.push_back(still_figure(labels[k], c[k]));
      out.push_back(figure(labels[k] + "time", "s", c[k], settling_time));
      if (jitter_bar) out.push_back(figure(labels[k] + "jitter", "rad/s", c[k], [](const TrialResult& r) { return r.jitter; }, 3));
    }
    out.push_back(overlap_figure(c));
    return out;
  };
}

Row gather(const VerifySettings& s) {
  Row row{.name = "gather",
          .title = fmt::format("Groups to one point, {} people", people_set(s)),
          .about = "A group from one side (centre 20 m away), people from all sides (12 to 22 m away) and two groups from opposite sides go to one "
                   "point in the open field, with radii of 0.25 m and mixed radii of 0.2 to 0.4 m. They have settled when all have arrived at the same "
                   "time; free time is the straight way of the farthest at top speed."};
  for (const char* radii : {"equal", "mixed"}) {
    for (const auto& [from, label] : {std::pair{"side", "one side"}, {"all", "all sides"}, {"two", "two groups"}}) {
      if (s.quick && (std::string(radii) == "mixed") != (std::string(from) == "all")) continue;
      row.cases.push_back({std::string(label) + (std::string(radii) == "mixed" ? ", mixed radii" : ""), gather_trial(s, from, radii, 1)});
    }
  }
  judge_settling(row, 1.6, 0.06);
  return row;
}

Row order_on(const VerifySettings& s) {
  Row row{.name = "order_on",
          .title = fmt::format("A settled group is sent 5 m on, {} people", people_set(s)),
          .about = "The group of the row `gather` that came from one side is sent to a point 5 m on in the step in which the last one has settled. "
                   "Free time is 5 m at top speed."};
  for (const char* radii : {"equal", "mixed"}) row.cases.push_back({std::string(radii) + " radii", gather_trial(s, "side", radii, 2)});
  judge_settling(row, 4, {});
  return row;
}

Row gap(const VerifySettings& s) {
  Row row{.name = "gap",
          .title = fmt::format("A group through a gap of 3 m to one point, {} people", people_set(s)),
          .about = "The group starts around 12 m before a wall with a gap and goes to a point 7 m behind the wall. The time until all have settled is "
                   "compared with a run of the same seed in which people are removed when they come to the rim of the disc that all of them would fill."};
  for (const char* radii : {"equal", "mixed"}) {
    for (const char* arrivals : {"stop", "remove"}) {
      Trial trial{.scene = "bench/gap",
                  .sets = {{"radii", radii}, {"arrivals", arrivals}, {"n", people_set(s)}},
                  .latch = Latch::own,
                  .limit = limit_of(s, gather_limit, 80)};
      if (std::string(arrivals) == "stop") trial.standing.kind = StandingKind::gather;
      row.cases.push_back({std::string(radii) + " radii", std::move(trial)});
    }
  }
  row.judge = [labels = labels_of(row)](std::span<const Runs> c) {
    std::vector<Figure> out;
    for (std::size_t k = 0; k + 1 < labels.size(); k += 2) {
      Figure ratio = figure("", "", c[k], settling_time, 2);
      for (std::size_t i = 0; i < ratio.runs.size(); ++i) ratio.runs[i] /= c[k + 1][i].finish();
      out.insert(out.end(), {settled_figure(labels[k], c[k]),
                             at_most(highest(labels[k] + "time by that of runs with removal, slowest run", ratio), 1.5), still_figure(labels[k], c[k]),
                             figure(labels[k] + "time", "s", c[k], settling_time),
                             figure(labels[k] + "time with removal", "s", c[k + 1], [](const TrialResult& r) { return r.finish(); })});
    }
    out.push_back(overlap_figure(c));
    return out;
  };
  return row;
}

Row idle(const VerifySettings& s) {
  Row row{.name = "idle",
          .title = "One person walks through people who stand",
          .about = "One person crosses a field of 12 x 8 m in which people without a goal stand; passed is 0.5 m behind the field, free time that of "
                   "the straight way. After 60 s the distance of everybody else from the place of the start is taken."};
  std::vector<double> densities{0.5, 1, 1.5, 2};
  if (s.quick) densities = {0.5, 2};
  for (const double d : densities) {
    row.cases.push_back({fmt::format("{:g} per m2", d),
                         {.scene = "bench/idle",
                          .sets = {{"density", fmt::format("{:g}", d)}},
                          .latch = Latch::none,
                          .standing = {.kind = StandingKind::walker, .line = 6.5}}});
  }
  row.judge = [labels = labels_of(row)](std::span<const Runs> c) {
    std::vector<Figure> out;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      const Figure time = free_figure(c[k]);
      out.insert(out.end(), {at_least(share_up_to(labels[k] + "passes within 1.1 times the free time", time, 1.1), 100),
                             at_most(highest(labels[k] + "off the own place at the end, farthest",
                                             figure("", "m", c[k], [](const TrialResult& r) { return r.standing.off; }, 3)), 0.05),
                             highest(labels[k] + "time by free time, slowest run", time),
                             highest(labels[k] + "stepped aside, farthest", figure("", "m", c[k], [](const TrialResult& r) { return r.standing.aside; }, 2))});
    }
    out.push_back(overlap_figure(c));
    return out;
  };
  return row;
}

Row stuck(const VerifySettings& s) {
  Row row{.name = "stuck",
          .title = "Who is called stuck",
          .about = "In the scenes of the rows `door` (way points), `corridor` and `circle`: the share of the steps of all people, until they arrive, with "
                   "the status stuck. In a U-trap (30 people) and behind a door that stays shut (60 people): how many of those who are really stuck have "
                   "that status within 15 s. Somebody who never arrives is really stuck from the first moment within 1 m of the smallest distance to the goal "
                   "that this person ever has."};
  row.cases = {{"door", door_trial(s)}, {"corridor", corridor_trial(s)}, {"circle", circle_trial(s)}};
  if (s.quick) row.cases = {{"door", door_trial(s)}};
  const std::size_t flowing = row.cases.size();
  for (const auto& [name, label] : {std::pair{"u_trap", "U-trap"}, {"shut_door", "shut door"}}) {
    row.cases.push_back({label, {.scene = "bench/trap", .sets = {{"case", name}}, .latch = Latch::none, .standing = {.kind = StandingKind::trap}}});
  }
  row.judge = [labels = labels_of(row), flowing](std::span<const Runs> c) {
    std::vector<Figure> out;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      if (k < flowing) {
        out.push_back(at_most(figure(labels[k] + "steps called stuck", "%", c[k], [](const TrialResult& r) { return 100 * r.stuck; }, 2), 1.5));
        continue;
      }
      double really = 0, found = 0;
      for (const TrialResult& r : c[k]) really += static_cast<double>(r.standing.really_stuck), found += static_cast<double>(r.standing.found);
      out.push_back(at_least(single(labels[k] + "really stuck and found within 15 s, all runs", "%", really > 0 ? 100 * found / really : 0), 80));
      out.push_back(figure(labels[k] + "really stuck", "people", c[k], [](const TrialResult& r) { return static_cast<double>(r.standing.really_stuck); }));
    }
    return out;
  };
  return row;
}

}  // namespace

std::vector<Row> standing_rows(const VerifySettings& s) { return {gather(s), order_on(s), gap(s), idle(s), stuck(s)}; }

}  // namespace wend::cli::verify
