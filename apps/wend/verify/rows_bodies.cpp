#include "verify/measures.hpp"
#include "verify/rows.hpp"

#include <fmt/format.h>

#include <array>

// What does not mind anybody, exact symmetry, and the scenes of the papers.

namespace wend::cli::verify {

namespace {

struct MoverCase {
  const char* name;
  const char* set;
  int speed;      // m/s
  double before;  // people touched per run by version 0.2.0
};
// `before`: the mean of eight runs of version 0.2.0, by `wend verify movers --seeds 1..8 --json`: groups with its
// default model
// (preset robust, d0 0.5, d1 0.05), and agents that have arrived for people with nowhere to go.
constexpr std::array<MoverCase, 12> mover_cases{{{"discs across walkers", "discs", 1, 0},
                                                 {"discs across walkers", "discs", 2, 0.125},
                                                 {"discs across walkers", "discs", 3, 0.25},
                                                 {"cart through idle people", "cart_idle", 1, 17.25},
                                                 {"cart through idle people", "cart_idle", 2, 19.25},
                                                 {"cart through idle people", "cart_idle", 3, 21.125},
                                                 {"cart against walkers", "cart_against", 1, 12.375},
                                                 {"cart against walkers", "cart_against", 2, 17.125},
                                                 {"cart against walkers", "cart_against", 3, 20.625},
                                                 {"cart overtaking walkers", "cart_overtaking", 1, 3.25},
                                                 {"cart overtaking walkers", "cart_overtaking", 2, 11.125},
                                                 {"cart overtaking walkers", "cart_overtaking", 3, 15.125}}};

Row movers(const VerifySettings&) {
  Row row{.name = "movers",
          .title = "Movers that mind nobody, twelve cases",
          .about = "Six discs cross a crowd of 100, and a cart drives along a corridor through people who stand, "
                   "against walkers and overtaking walkers, at 1, 2 and 3 m/s. Counted: how many people are touched "
                   "in a run, summed over the cases. The bar is a fifth of what version 0.2.0 touched on seeds 1 to "
                   "8.",
          .most_seeds = 8};
  for (const MoverCase& m : mover_cases) {
    row.cases.push_back({fmt::format("{}, {} m/s", m.name, m.speed),
                         {.scene = "bench/movers", .sets = {{"case", m.set}, {"speed", fmt::format("{}", m.speed)}},
                          .latch = Latch::none, .until_arrived = false}});
  }
  row.judge = [](std::span<const Runs> c) {
    std::vector<Figure> out;
    double sum = 0, before = 0, overlaps = 0;
    for (std::size_t k = 0; k < mover_cases.size(); ++k) {
      out.push_back(figure(fmt::format("{}, {} m/s: touched ({:g} in 0.2.0)", mover_cases[k].name,
                                       mover_cases[k].speed, mover_cases[k].before), "",
                           c[k], [](const TrialResult& r) { return static_cast<double>(r.touched); }));
      sum += out.back().value, before += mover_cases[k].before;
      for (const TrialResult& r : c[k]) overlaps += static_cast<double>(r.overlaps + r.crossings);
    }
    out.insert(out.begin(), {at_most(single(fmt::format("people touched, sum of the twelve ({:g} in 0.2.0)", before),
                                            "", sum), before / 5, 0),
                             at_most(single("pushed into something", "", overlaps, 0), 0)});
    return out;
  };
  return row;
}

Row meetings(const VerifySettings& s) {
  Row row{.name = "meetings",
          .title = "Symmetric meetings without noise",
          .about = "Two rows abreast, 20 m apart with 0.7 m between neighbours, and two single files with 1 m "
                   "between neighbours, meet exactly head-on. Nothing is random: one run each.",
          .most_seeds = 1};
  std::vector<int> counts{1, 5, 10, 15};
  if (s.quick) counts = {1, 5};
  for (const char* form : {"rows", "files"}) {
    for (const int n : counts) {
      row.cases.push_back({fmt::format("{} of {}", form, n),
                           {.scene = "bench/meeting", .sets = {{"form", form}, {"count", fmt::format("{}", n)}},
                            .latch = Latch::goal, .tolerance = 0.5, .limit = 120}});
    }
  }
  std::vector<std::string> labels;
  for (const Case& c : row.cases) labels.push_back(c.label);
  row.judge = [labels](std::span<const Runs> c) {
    std::vector<Figure> out;
    double resolved = 0;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      out.push_back(figure(labels[k] + ": finish", "s", c[k], [](const TrialResult& r) { return r.finish(); }));
      resolved += c[k][0].all_arrived() ? 1 : 0;
      if (!c[k][0].all_arrived()) out.push_back(arrived_figure(labels[k] + ": arrived", c[k]));
    }
    const auto all = static_cast<double>(labels.size());
    out.insert(out.begin(), at_least(single(fmt::format("resolved, of {}", labels.size()), "", resolved, 0), all));
    return out;
  };
  return row;
}

// Scenes of docs/spec/local-layer.md, 15.1.
constexpr std::array paper_scenes{"one_disc", "pair", "exp1_barrier", "exp2_movers", "exp3_moving_target",
                                  "exp4_several_targets", "clutter",
                                  "wall", "door", "u_trap", "flock", "swap", "corridor", "crossing"};

Row paper(const VerifySettings& s) {
  Row row{.name = "paper",
          .title = "Scenes of the papers",
          .about = "The generators of the local-layer spec, section 15.1, with people and each scene's own d0; "
                   "everybody arrives but in the U-trap, which needs a planner. Contacts with moving bodies are "
                   "compared with those of the preset `robust`, run on the same seeds."};
  std::vector<std::string> scenes(paper_scenes.begin(), paper_scenes.end());
  if (s.quick) scenes.resize(10);
  for (const char* preset : {"people", "robust"}) {
    for (const std::string& name : scenes) {
      const bool moving = name == "exp2_movers" || name == "exp4_several_targets";
      if (std::string(preset) == "robust" && !moving) continue;
      row.cases.push_back({name, {.scene = "paper/" + name, .preset = preset, .latch = Latch::own}});
    }
  }
  std::vector<std::string> labels;
  for (const Case& c : row.cases) labels.push_back(c.label);
  row.judge = [labels, count = scenes.size()](std::span<const Runs> c) {
    std::vector<Figure> out;
    double ours = 0, robust = 0;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      for (const TrialResult& r : c[k]) (k < count ? ours : robust) += static_cast<double>(r.contacts);
      if (k >= count) continue;
      Figure arrived = arrived_figure(labels[k] + ": arrived", c[k]);
      if (labels[k] == "u_trap") arrived.bar = {};
      out.push_back(arrived);
    }
    out.push_back(at_most(single("contacts with moving bodies, all runs (bar: those of robust)", "", ours, 0), robust));
    return out;
  };
  return row;
}

}  // namespace

std::vector<Row> body_rows(const VerifySettings& s) { return {movers(s), meetings(s), paper(s)}; }

}  // namespace wend::cli::verify
