#include "statistics.hpp"

#include <algorithm>
#include <array>

namespace wend::cli {

namespace {

using O = const Outcome&;
using Number = std::optional<double>;
double count(std::uint64_t n) { return static_cast<double>(n); }

constexpr std::array<Quantity, 19> table{{
    {"arrived", "arrived", "", 8, 0, true, [](O o) -> Number { return count(o.report.arrived); }},
    {"finished", "finished", "", 10, 0, false, [](O o) -> Number { return count(o.report.finished); }},
    {"stuck", "stuck", "", 7, 0, true, [](O o) -> Number { return count(o.report.stuck); }},
    {"share_stuck", "stuck", "share", 7, 3, false, [](O o) -> Number { return o.report.share_stuck; }, true},
    {"waiting", "waiting", "", 9, 0, false, [](O o) -> Number { return count(o.report.waiting); }, true},
    {"share_waiting", "waiting", "share", 9, 3, false, [](O o) -> Number { return o.report.share_waiting; }, true},
    {"waiting_time", "waited", "s", 8, 2, false, [](O o) -> Number { return o.report.waiting_time; }, true},
    {"idle", "idle", "", 6, 0, false, [](O o) -> Number { return count(o.report.idle); }, true},
    {"lost", "lost", "", 6, 0, false, [](O o) -> Number { return count(o.report.lost); }},
    {"contacts", "contacts", "", 10, 0, true, [](O o) -> Number { return count(o.report.contacts); }},
    {"wall_contacts", "walls", "", 7, 0, true, [](O o) -> Number { return count(o.report.wall_contacts); }},
    {"min_clearance", "clear.", "m", 8, 3, true, [](O o) -> Number { return o.report.min_clearance; }},
    {"mean_time", "mean", "s", 9, 2, false, [](O o) -> Number { return o.report.mean_time; }},
    {"t95", "t95", "s", 8, 2, true, [](O o) -> Number { return o.report.t95; }},
    {"path_efficiency", "effic.", "", 8, 3, true, [](O o) -> Number { return o.report.path_efficiency; }},
    {"flow", "flow", "1/s", 8, 2, false, [](O o) -> Number { return o.report.flow; }},
    {"longest_gap", "gap", "s", 8, 2, false, [](O o) -> Number { return o.report.longest_gap; }},
    {"jitter", "jitter", "rad/s", 8, 3, false, [](O o) -> Number { return o.report.jitter; }},
    {"real_time_factor", "x real", "", 8, 0, false,
     [](O o) -> Number { return o.wall_time > 0 ? Number(o.sim_time / o.wall_time) : Number(); }},
}};

}  // namespace

std::span<const Quantity> quantities() { return table; }

Spread spread_of(std::span<const Outcome> outcomes, const Quantity& quantity) {
  Spread spread;
  double sum = 0;
  std::size_t known = 0;
  for (const Outcome& outcome : outcomes) {
    const Number value = outcome.started ? quantity.of(outcome) : Number();
    if (!value) continue;
    sum += *value;
    ++known;
    spread.min = std::min(*value, spread.min.value_or(*value));
    spread.max = std::max(*value, spread.max.value_or(*value));
  }
  if (known > 0) spread.mean = sum / static_cast<double>(known);
  return spread;
}

}  // namespace wend::cli
