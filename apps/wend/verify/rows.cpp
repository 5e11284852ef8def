#include "verify/rows.hpp"

#include "options.hpp"
#include "verify/measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace wend::cli::verify {

Figure figure(std::string name, std::string unit, std::span<const TrialResult> runs,
              const std::function<double(const TrialResult&)>& of, int digits) {
  Figure f;
  f.name = std::move(name);
  f.unit = std::move(unit);
  for (const TrialResult& run : runs) f.runs.push_back(of(run));
  f.value = spread(f.runs).mean;
  f.digits = digits;
  return f;
}

Figure at_most(Figure f, std::optional<double> bar, std::optional<double> wish) {
  f.at_least = false, f.bar = bar, f.wish = wish;
  return f;
}

Figure at_least(Figure f, std::optional<double> bar, std::optional<double> wish) {
  f.at_least = true, f.bar = bar, f.wish = wish;
  return f;
}

Figure single(std::string name, std::string unit, double value, int digits) {
  Figure f;
  f.name = std::move(name);
  f.unit = std::move(unit);
  f.value = value;
  f.digits = digits;
  return f;
}

Figure share_up_to(std::string name, const Figure& of, double most) {
  const auto good = std::count_if(of.runs.begin(), of.runs.end(), [&](double v) { return v <= most; });
  const double runs = static_cast<double>(of.runs.size());
  return single(std::move(name), "%", runs > 0 ? 100.0 * static_cast<double>(good) / runs : 0, 0);
}

Figure highest(std::string name, Figure of) {
  of.name = std::move(name);
  of.value = spread(of.runs).max;
  return of;
}

Figure arrived_figure(std::string name, std::span<const TrialResult> runs) {
  Figure f = figure(std::move(name), "%", runs, [](const TrialResult& r) {
    return r.all_arrived() ? 100 : 100.0 * static_cast<double>(r.arrivals.size()) / static_cast<double>(r.agents);
  });
  if (f.value < 100) f.digits = 2;  // 99.98 is not 100.0
  return at_least(std::move(f), 100);
}

double limit_of(const VerifySettings& s, double limit, double cut) { return s.cut ? cut : limit; }

std::vector<Row> all_rows(const VerifySettings& s) {
  std::vector<Row> rows;
  for (const auto part : {crossing_rows, door_rows, way_rows, body_rows, standing_rows}) {
    std::vector<Row> more = part(s);
    std::move(more.begin(), more.end(), std::back_inserter(rows));
  }
  return rows;
}

Result<std::vector<Row>> chosen_rows(std::vector<Row> rows, std::span<const std::string> names) {
  if (names.empty()) return rows;
  std::vector<std::string> known;
  for (const Row& row : rows) known.push_back(row.name);
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{Errc::unknown_name, fmt::format("no row '{}'{}", name, did_you_mean(name, known)), "verify"};
  }
  std::erase_if(rows, [&](const Row& row) { return std::find(names.begin(), names.end(), row.name) == names.end(); });
  return rows;
}

std::vector<Figure> safety_figures(std::span<const Runs> cases) {
  double agents = std::numeric_limits<double>::infinity(), bodies = agents;
  double overlaps = 0, crossings = 0;
  for (const Runs& runs : cases) {
    for (const TrialResult& r : runs) {
      agents = std::min(agents, r.agent_clearance), bodies = std::min(bodies, r.static_clearance);
      overlaps += static_cast<double>(r.overlaps), crossings += static_cast<double>(r.crossings);
    }
  }
  std::vector<Figure> out{at_most(single("overlaps below -1e-9 m", "", overlaps, 0), 0),
                          at_most(single("wall crossings", "", crossings, 0), 0)};
  // -1 as digits: a power of ten.
  if (agents < 1e9) out.push_back(single("smallest clearance of two people", "m", agents, -1));
  if (bodies < 1e9) out.push_back(single("smallest clearance to what stands", "m", bodies, -1));
  return out;
}

}  // namespace wend::cli::verify
