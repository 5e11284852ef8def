#include "measure.hpp"

#include "scene_files.hpp"

#include <wend/model/attractor.hpp>
#include <wend/scene.hpp>

#include <fmt/format.h>

#include <array>
#include <stdexcept>

// Local spec, section 15: the experiments of the papers and the rows of its table, by the scenes of scenes/paper.

namespace wend::reproduce {

void run_scene(SceneRun& run) {
  scene::LoadOptions options;
  options.seed = run.seed;
  options.sets = run.sets;
  const auto load = [&]() -> Result<scene::Scene> {
    if (!run.text.empty()) return scene::Scene::load(run.text, run.file, options);
    const auto file = cli::find_scene(run.file);
    if (!file) return file.error();
    return scene::Scene::load_file(*file, options);
  };
  auto scene = load();
  if (!scene) return void(run.error = scene.error().text());
  World& world = scene->world();
  Metrics metrics;
  metrics.start(world);
  const auto look = [&] {
    if (!run.keep_path || scene->agents().empty()) return;
    if (const auto a = world.agent(scene->agents()[0])) run.path.push_back(a->at.xy());
  };
  look();
  while (!scene->finished() && world.time() < run.until) {
    if (auto ok = scene->step(); !ok) return void(run.error = ok.error().text());
    metrics.observe(world);
    world.clear_events();
    look();
  }
  run.report = metrics.report();
  if (!run.keep_path) return;
  for (const BodyState& b : world.bodies()) {
    if (b.id.kind == BodyKind::wall || b.id.kind == BodyKind::capsule) {
      run.walls.push_back({{b.at.xy(), b.to.xy()}, io::wall, 3, false, ""});
    } else {
      run.discs.push_back(
          {b.at.xy(), b.radius, io::body, true, b.motion == BodyMotion::fixed ? "" : "moving, at the end"});
    }
  }
  for (const TargetState& t : world.targets()) run.targets.push_back(t.at.xy());
}

io::Plot plan_of(const SceneRun& run, std::string title, int colour, std::string label) {
  io::Plot p = chart(std::move(title), "x, m", "y, m");
  p.equal = true;
  p.discs = run.discs;
  p.lines = run.walls;
  p.lines.push_back({run.path, colour, 2, false, std::move(label)});
  for (Vec2 t : run.targets) p.points.push_back({t, io::target, io::PlotMark::cross, 10, "target", "", 0});
  if (!run.path.empty()) p.points.push_back({run.path.front(), io::ink, io::PlotMark::ring, 7, "start", "", 0});
  return p;
}

namespace {

struct Way {
  const char* name;
  const char* preset;
  const char* competition;
};
constexpr std::array<Way, 4> ways{{{"classic", "classic", "true"},
                                   {"classic, plain sum", "classic", "false"},
                                   {"robust", "robust", "true"},
                                   {"robust, plain sum", "robust", "false"}}};

// Reach and contact in percent, over 200 instances.
struct Said {
  double reach = 0, contact = 0;
};
struct Row {
  const char* scene;
  std::array<Said, 4> said;
};

struct Rates {
  std::size_t seeds = 0, reached = 0, touched = 0, touched_standing = 0, timed = 0;
  double time = 0;
  double reach() const { return 100.0 * static_cast<double>(reached) / static_cast<double>(seeds); }
  double contact() const { return 100.0 * static_cast<double>(touched) / static_cast<double>(seeds); }
};

// What could not be run is no verdict.
void check_runs(const std::vector<SceneRun>& runs) {
  for (const SceneRun& run : runs)
    if (!run.error.empty()) throw std::runtime_error(run.error);
}

// One row in all four ways; false: told to stop.
bool measure(const Context& context, const std::string& scene, std::size_t seeds, std::array<Rates, 4>& out,
             std::array<SceneRun, 4>& shown, double from = 0, double to = 1) {
  std::vector<SceneRun> runs(4 * seeds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Way& way = ways[i / seeds];
    runs[i].file = scene;
    runs[i].seed = i % seeds + 1;
    runs[i].sets = {{"preset", way.preset}, {"competition", way.competition}};
    runs[i].keep_path = i % seeds == 0;
  }
  if (!each(
          context, runs.size(), [&](std::size_t i) { run_scene(runs[i]); }, from, to))
    return false;
  check_runs(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Rates& r = out[i / seeds];
    const Report& report = runs[i].report;
    ++r.seeds;
    r.reached += report.agents > 0 && report.arrived == report.agents ? 1 : 0;
    r.touched += report.contacts > 0 ? 1 : 0;
    r.touched_standing += report.wall_contacts > 0 ? 1 : 0;
    if (report.mean_time) r.time += *report.mean_time, ++r.timed;
  }
  for (std::size_t w = 0; w < 4; ++w) shown[w] = std::move(runs[w * seeds]);
  return true;
}

bool agrees(const std::array<Rates, 4>& ours, const std::array<Said, 4>& said) {
  bool all = true;
  for (std::size_t w = 0; w < 4; ++w) {
    const double n = static_cast<double>(ours[w].seeds);
    all = all && ours[w].touched_standing == 0 &&
          same_share(ours[w].reach(), n, said[w].reach, 200) && same_share(ours[w].contact(), n, said[w].contact, 200);
  }
  return all;
}

std::string rates_text(const std::array<Rates, 4>& rates, bool with_contact) {
  std::string text;
  for (std::size_t w = 0; w < 4; ++w) {
    const Rates& r = rates[w];
    text += fmt::format("{}{} {:.4g}{}", w == 0 ? "" : ", ", ways[w].name, r.reach(),
                        with_contact ? fmt::format(" / {:.4g}", r.contact()) : "");
    if (r.timed > 0) text += fmt::format(" ({:.1f} s)", r.time / static_cast<double>(r.timed));
  }
  return text;
}

// Our number over the spec's: on the diagonal they are the same.
io::Plot agreement(std::string title, const char* unit, double high) {
  io::Plot p = chart(std::move(title), fmt::format("spec, {}", unit), fmt::format("ours, {}", unit));
  p.x0 = p.y0 = -0.04 * high, p.x1 = p.y1 = 1.04 * high;
  p.lines.push_back({{{0, 0}, {high, high}}, io::soft_ink, 1, true, "the same"});
  return p;
}

void add_rate(io::Plot& p, double said, double ours, std::size_t seeds, int colour, std::string label) {
  const double share = ours / 100, margin = 300 * std::sqrt(share * (1 - share) / static_cast<double>(seeds));
  p.lines.push_back(
      {{{said, std::max(0.0, ours - margin)}, {said, std::min(100.0, ours + margin)}}, colour, 1.2, false, ""});
  p.points.push_back({{said, ours}, colour, io::PlotMark::dot, 9, std::move(label), "", 0});
}

// One of the four experiments of the papers, by its scene.
Run paper(const Row& row) {
  return [row](Claim& c, const Context& context) {
    std::array<Rates, 4> rates;
    std::array<SceneRun, 4> shown;
    const std::size_t seeds = part_of(c, context, 4, 200, "seeds");
    if (!measure(context, row.scene, seeds, rates, shown)) return;
    c.measured = fmt::format("reach / contact in % (mean time) over {} seeds: ", seeds) + rates_text(rates, true);
    judge(c, agrees(rates, row.said));
    io::Plot reach = agreement("Reached the target", "%", 100), contact = agreement("Touched a moving body", "%", 50);
    for (std::size_t w = 0; w < 4; ++w) {
      add_rate(reach, row.said[w].reach, rates[w].reach(), seeds, static_cast<int>(w), ways[w].name);
      add_rate(contact, row.said[w].contact, rates[w].contact(), seeds, static_cast<int>(w), ways[w].name);
    }
    c.figures.push_back({sheet({plan_of(shown[2], "Robust, seed 1", 0, "path"),
                                plan_of(shown[1], "Classic as a plain sum, seed 1", 6, "path"), reach, contact},
                               2, 1200, 880),
                         "Paths of the first seed, and the rates over all seeds against those of the spec, with three "
                         "standard errors."});
  };
}

// ---- plain sum against competing weights, the other rows

const std::vector<Row>& other_rows() {
  static const std::vector<Row> rows{{"paper/one_disc", {{{100, 0}, {100, 0}, {100, 0}, {100, 0}}}},
                                     {"paper/pair", {{{100, 0}, {18, 0}, {100, 0}, {89, 0}}}},
                                     {"paper/clutter", {{{100, 0}, {68, 0}, {100, 0}, {68, 0}}}},
                                     {"paper/wall", {{{100, 0}, {20.5, 0}, {100, 0}, {20.5, 0}}}},
                                     {"paper/door", {{{100, 0}, {71.5, 0}, {100, 0}, {71.5, 0}}}},
                                     {"paper/u_trap", {{{0, 0}, {0, 0}, {0, 0}, {0, 0}}}}};
  return rows;
}

void run_sum(Claim& claim, const Context& context) {
  const std::size_t seeds = part_of(claim, context, 2, 100, "seeds"), count = other_rows().size();
  bool holds = true;
  std::string text;
  std::vector<io::Plot> plots;
  io::Plot weighted = agreement("Classic with weights: reach", "%", 100),
           plain = agreement("Classic as a plain sum: reach", "%", 100);
  for (std::size_t r = 0; r < count; ++r) {
    const Row& row = other_rows()[r];
    std::array<Rates, 4> rates;
    std::array<SceneRun, 4> shown;
    const double n = static_cast<double>(count), at = static_cast<double>(r);
    if (!measure(context, row.scene, seeds, rates, shown, at / n, (at + 1) / n)) return;
    const std::string name = std::string(row.scene).substr(6);
    text += fmt::format("{}{}: {:.3g}, {:.3g}, {:.3g}, {:.3g}", r == 0 ? "" : "; ", name, rates[0].reach(),
                        rates[1].reach(), rates[2].reach(), rates[3].reach());
    holds = holds && agrees(rates, row.said);
    add_rate(weighted, row.said[0].reach, rates[0].reach(), seeds, static_cast<int>(r), name);
    add_rate(plain, row.said[1].reach, rates[1].reach(), seeds, static_cast<int>(r), name);
    if (name == "pair" || name == "wall") {
      io::Plot p = plan_of(shown[0], name + ", seed 1", 0, "with weights");
      p.lines.push_back({shown[1].path, 6, 2, false, "plain sum"});
      plots.push_back(std::move(p));
    }
  }
  claim.measured =
      fmt::format("reach in % over {} seeds (classic, classic as a sum, robust, robust as a sum): ", seeds) + text;
  judge(claim, holds);
  plots.push_back(std::move(weighted));
  plots.push_back(std::move(plain));
  claim.figures.push_back({sheet(std::move(plots), 2, 1200, 880),
                           "Where obstacles stand between the agent and its target, weights decide whether it gets "
                           "there. The U-trap needs a planner."});
}

// ---- crowds

struct CrowdWay {
  const char* name;
  const char* preset;
  const char* competition;
  const char* beta_a;
};
constexpr std::array<CrowdWay, 6> crowd_ways{{{"classic", "classic", "true", "1"},
                                              {"β_a = 1", "robust", "true", "1"},
                                              {"0.5", "robust", "true", "0.5"},
                                              {"0.25", "robust", "true", "0.25"},
                                              {"0.1", "robust", "true", "0.1"},
                                              {"plain sum", "robust", "false", "0.25"}}};
struct CrowdRow {
  const char* scene;
  std::array<double, 6> said;  // s
};
constexpr std::array<CrowdRow, 3> crowd_rows{{{"swap", {65, 42, 39, 39, 38, 40}},
                                              {"crossing", {56, 30, 27, 23, 23, 23}},
                                              {"corridor", {78, 58, 52, 50, 50, 59}}}};

void run_crowds(Claim& claim, const Context& context) {
  if (context.quick) claim.part = fmt::format("{} only", crowd_rows[0].scene);
  const std::size_t seeds = part_of(claim, context, 1, 6, "seeds"), rows = context.quick ? 1 : crowd_rows.size();
  std::vector<SceneRun> runs(rows * crowd_ways.size() * seeds);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CrowdWay& way = crowd_ways[i / seeds % crowd_ways.size()];
    runs[i].file = std::string("paper/") + crowd_rows[i / seeds / crowd_ways.size()].scene;
    runs[i].seed = i % seeds + 1;
    runs[i].sets = {{"preset", way.preset}, {"competition", way.competition}, {"beta_a", way.beta_a}};
  }
  if (!each(context, runs.size(), [&](std::size_t i) { run_scene(runs[i]); })) return;
  check_runs(runs);
  bool holds = true;
  double touching = 0;
  std::string text;
  std::vector<io::Plot> plots;
  for (std::size_t r = 0; r < rows; ++r) {
    io::Plot p = agreement(crowd_rows[r].scene, "mean time in s", 90);
    text += fmt::format("{}{}:", r == 0 ? "" : "; ", crowd_rows[r].scene);
    for (std::size_t w = 0; w < crowd_ways.size(); ++w) {
      double time = 0, arrived = 0, agents = 0, overlaps = 0;
      for (std::size_t s = 0; s < seeds; ++s) {
        const SceneRun& run = runs[(r * crowd_ways.size() + w) * seeds + s];
        time += run.report.mean_time.value_or(0) / static_cast<double>(seeds);
        arrived += static_cast<double>(run.report.arrived), agents += static_cast<double>(run.report.agents);
        overlaps += static_cast<double>(run.report.overlap_pairs);
      }
      text += fmt::format(" {:.0f}", time);
      if (arrived < agents) text += fmt::format(" ({:.1f} %)", std::min(99.9, 100 * arrived / std::max(1.0, agents)));
      const double wanted = crowd_rows[r].said[w];
      holds = holds && std::abs(time - wanted) <= std::max(6.0, 0.2 * wanted) && overlaps == 0 &&
              (w == 0 || w + 1 == crowd_ways.size() || arrived == agents);
      touching += overlaps;
      p.points.push_back({{wanted, time}, static_cast<int>(w), io::PlotMark::dot, 9, crowd_ways[w].name, "", 0});
    }
    plots.push_back(std::move(p));
  }
  claim.measured =
      fmt::format(
          "mean arrival time in s, classic, robust with β_a = 1, 0.5, 0.25, 0.1 and as a plain sum, over {} seeds: ",
          seeds) +
      text + fmt::format("; {:.0f} overlaps", touching);
  judge(claim, holds);
  const int columns = static_cast<int>(plots.size());
  claim.figures.push_back(
      {sheet(std::move(plots), columns, columns * 440, 420), "Mean arrival times against those of the spec."});
}

// ---- fatigue

// A long walk, then a rest: (47) with v = (0.4 + 0.6 E) v_max comes to rest itself where E (0.4 + 0.6 E) tau_r = 0.6 (1
// - E)^2 tau_f.
void run_fatigue(Claim& claim, const Context&) {
  World world = *World::create({.dt = 0.25});
  AttractorParams p = AttractorParams::robust();
  p.fatigue = true;
  AgentSpec a = published_agent();
  a.target = *world.add_target({.at = {450, 0}}), a.model = *world.add_attractor(p);
  const AgentId ann = *world.add_agent(a);
  io::PlotLine energy{{}, 0, 2, false, "energy E"}, speed{{}, 1, 1.4, false, "speed / v_max"};
  double settled = 1, pace = 0, arrival = 0, later = 0;
  while (world.time() < 900) {
    world.step();
    const AgentState s = *world.agent(ann);
    const double e = *world.attribute(ann, "energy");
    energy.points.push_back({world.time(), e}), speed.points.push_back({world.time(), s.speed});
    if (s.arrival < 0) settled = e, pace = std::max(s.speed, 0.0) > 0.5 ? s.speed : pace, arrival = world.time();
    if (world.time() <= arrival + 40) later = e;
  }
  const double wanted = (4 - std::sqrt(16 - 4 * 1.2 * 1.8)) / 2.4, left = (1 - later) / (1 - settled);
  claim.measured = fmt::format(
      "walking, E settles at {:.3f} (root of (47): {:.3f}) and the speed at {:.3f} v_max; after 40 s of rest {:.2f} of "
      "what was missing is left (1/e = 0.37)",
      settled, wanted, pace, left);
  judge(claim, std::abs(settled - wanted) < 0.01 && std::abs(left - std::exp(-1.0)) < 0.02);
  io::Plot plot = chart("A walk of 450 m, then rest", "time, s", "");
  plot.lines = {energy, speed};
  claim.figures.push_back({sheet({plot}, 1, 820, 400), "Effort tires until slowness balances it; rest restores."});
}

}  // namespace

Runs attractor_runs() {
  return {{"exp1", paper({"paper/exp1_barrier", {{{98.5, 0}, {8, 0}, {100, 0}, {4, 0}}}})},
          {"exp2", paper({"paper/exp2_movers", {{{99.5, 12}, {100, 28}, {100, 5}, {100, 11}}}})},
          {"exp3", paper({"paper/exp3_moving_target", {{{100, 0}, {100, 0}, {100, 0}, {100, 0}}}})},
          {"exp4", paper({"paper/exp4_several_targets", {{{100, 4.5}, {100, 16.5}, {100, 0}, {100, 3.5}}}})},
          {"sum", run_sum},
          {"crowds", run_crowds},
          {"fatigue", run_fatigue}};
}

}  // namespace wend::reproduce
