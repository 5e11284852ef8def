#include "golden/table.hpp"

#include <wend/analysis/metrics.hpp>
#include <wend/scene.hpp>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "core/text.hpp"
#include "golden/in_parallel.hpp"

namespace wend::golden {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int quick_seeds = 4;  // the same code, ten times slower
#else
constexpr int quick_seeds = 40;
#endif

struct Way {
  const char* name;
  const char* preset;
  bool competition;
  double beta_a;
};
constexpr std::array<Way, mode_count> ways{{
    {"classic", "classic", true, 1},
    {"classic, w=(1,1)", "classic", false, 1},
    {"robust", "robust", true, 0.25},
    {"robust, w=(1,1)", "robust", false, 0.25},
    {"robust, β_a=1", "robust", true, 1},
    {"robust, β_a=0.5", "robust", true, 0.5},
    {"robust, β_a=0.1", "robust", true, 0.1},
}};

int seeds_of(const Row& row, Mode mode, Tier tier) {
  const bool is_beta = mode >= beta_1;
  if (!row.is_crowd) {
    if (is_beta) return 0;
    if (tier == Tier::full) return 200;
    return mode == robust || std::string_view(row.file) != "flock" ? quick_seeds : quick_seeds / 8;
  }
  const bool is_dense = row.per_side == 100;
  if (tier == Tier::full) {
    if (is_dense) return mode == robust ? 200 : 20;  // a jam takes long to compute
    return is_beta ? 20 : 200;
  }
  if (is_dense) return mode == robust ? quick_seeds / 20 : 0;
  return mode == robust ? quick_seeds : is_beta ? 0 : quick_seeds / 10;
}

struct Job {
  std::size_t row = 0;
  Mode mode = classic;
  int seed = 1;
  std::string error;
  Report report;
};

void run(Job& job) {
  const Row& row = rows()[job.row];
  const Way& way = ways[job.mode];
  scene::LoadOptions options;
  options.seed = static_cast<std::uint64_t>(job.seed);
  options.sets = {{"preset", way.preset}, {"competition", way.competition ? "true" : "false"}};
  if (row.is_crowd) options.sets.emplace_back("beta_a", std::to_string(way.beta_a));
  if (row.per_side > 0) options.sets.emplace_back("per_side", std::to_string(row.per_side));
  auto scene = scene::Scene::load_file(concat(WEND_SOURCE_DIR "/scenes/paper/", row.file, ".lua"), options);
  if (!scene) return void(job.error = scene.error().text());
  Metrics metrics;
  metrics.start(scene->world());
  while (!scene->finished()) {
    if (auto ok = scene->step(); !ok) return void(job.error = ok.error().text());
    metrics.observe(scene->world());
    scene->world().clear_events();
  }
  job.report = metrics.report();
}

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  std::string out = buffer;
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out;
}

std::string head(std::string_view first, std::size_t columns) {
  std::string line = concat("| ", first, " |"), rule = "|---|";
  for (std::size_t m = 0; m < columns; ++m) {
    line += concat(" ", ways[m].name, " |");
    rule += "---|";
  }
  return concat(line, "\n", rule, "\n");
}

template <class Text>
std::string lines(const Table& table, bool crowds, std::size_t columns, Text&& text) {
  std::string out;
  for (std::size_t r = 0; r < table.size(); ++r) {
    const Row& row = rows()[r];
    if (row.is_crowd != crowds) continue;
    out += concat("| ", row.scene, " |");
    for (std::size_t m = 0; m < columns; ++m) out += concat(" ", text(row, table[r][m], m), " |");
    out += "\n";
  }
  return out;
}

std::string with_spec(const std::string& ours, const Row& row, std::size_t mode) {
  return row.spec[mode] == nullptr ? ours : concat(ours, " (", row.spec[mode], ")");
}

}  // namespace

const char* name(Mode mode) { return ways[mode].name; }

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"one disc", "one_disc", false, 0, false, {"100 / 0", "100 / 0", "100 / 0", "100 / 0"}},
      {"closed pair", "pair", false, 0, false, {"100 / 0", "18 / 0", "100 / 0", "89 / 0"}},
      {"experiment 1, barrier", "exp1_barrier", false, 0, false, {"98.5 / 0", "8 / 0", "100 / 0", "4 / 0"}},
      {"experiment 2, movers", "exp2_movers", false, 0, true, {"99.5 / 12", "100 / 28", "100 / 5", "100 / 11"}},
      {"experiment 3, moving target",
       "exp3_moving_target",
       false,
       0,
       false,
       {"100 / 0", "100 / 0", "100 / 0", "100 / 0"}},
      {"experiment 4, several targets",
       "exp4_several_targets",
       false,
       0,
       true,
       {"100 / 4.5", "100 / 16.5", "100 / 0", "100 / 3.5"}},
      {"clutter", "clutter", false, 0, false, {"100 / 0", "68 / 0", "100 / 0", "68 / 0"}},
      {"wall", "wall", false, 0, false, {"100 / 0", "20.5 / 0", "100 / 0", "20.5 / 0"}},
      {"door", "door", false, 0, false, {"100 / 0", "71.5 / 0", "100 / 0", "71.5 / 0"}},
      {"U-trap", "u_trap", false, 0, false, {"0 / 0", "0 / 0", "0 / 0", "0 / 0"}},
      {"flock of 30", "flock"},
      {"swap of 100", "swap", true, 0, false, {"65", nullptr, "39", "40", "42", "39", "38"}},
      {"crossing 2×50", "crossing", true, 0, false, {"56", nullptr, "23", "23", "30", "27", "23"}},
      {"corridor 2×50", "corridor", true, 50, false, {"78", nullptr, "50", "59", "58", "52", "50"}},
      {"corridor 2×100", "corridor", true, 100, false, {"103", nullptr, "114", "1.7 %", "96", "113", "185"}},
  };
  return all;
}

Table measure(Tier tier, bool crowds) {
  std::vector<Job> jobs;
  for (std::size_t r = 0; r < rows().size(); ++r) {
    if (rows()[r].is_crowd != crowds) continue;
    for (std::size_t m = 0; m < mode_count; ++m) {
      const int seeds = seeds_of(rows()[r], static_cast<Mode>(m), tier);
      for (int seed = 1; seed <= seeds; ++seed) jobs.push_back({r, static_cast<Mode>(m), seed, {}, {}});
    }
  }
  // The longest runs stand last in the list and start first.
  in_parallel(jobs.size(), [&](std::size_t i) { run(jobs[jobs.size() - 1 - i]); });
  Table table(rows().size());
  for (const Job& job : jobs) {
    Cell& cell = table[job.row][job.mode];
    ++cell.seeds;
    if (cell.error.empty()) cell.error = job.error;
    cell.agents += job.report.agents;
    cell.arrived += job.report.arrived;
    cell.with_contact += job.report.contacts > 0 ? 1 : 0;
    cell.with_static_contact += job.report.wall_contacts > 0 ? 1 : 0;
    if (job.report.mean_time) {
      cell.time_sum += *job.report.mean_time;
      ++cell.timed;
    }
  }
  return table;
}

std::string rates_text(const Table& table) {
  return head("scene", beta_1) + lines(table, false, beta_1, [](const Row& row, const Cell& cell, std::size_t mode) {
           if (cell.seeds == 0) return std::string("–");
           return with_spec(concat(number(cell.reach()), " / ", number(cell.contact())), row, mode);
         });
}

std::string times_text(const Table& table) {
  return head("scene", mode_count) +
         lines(table, true, mode_count, [](const Row& row, const Cell& cell, std::size_t mode) {
           if (cell.seeds == 0) return std::string("–");
           std::string ours = cell.timed == 0 ? "–" : number(cell.mean_time());
           if (cell.arrived < cell.agents) ours += concat(", ", number(std::min(cell.reach(), 99.9)), " %");
           return with_spec(ours, row, mode);
         });
}

std::string seeds_text(const Table& table) {
  return head("scene", mode_count) + lines(table, true, mode_count, [](const Row&, const Cell& cell, std::size_t) {
           return cell.seeds == 0 ? std::string("–") : concat("1 .. ", cell.seeds);
         });
}

}  // namespace wend::golden
