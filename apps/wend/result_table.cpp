#include "result_table.hpp"

#include "numbers.hpp"
#include "statistics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace wend::cli {

namespace {

// "  min clearance        0.012 m   note"
std::string row(std::string_view name, const std::string& value, std::string_view unit = "",
                const std::string& note = "") {
  std::string line = fmt::format("  {:<18}{:>10} {:<6} {}", name, value, value == "-" ? "" : unit, note);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string number(std::optional<double> value, int digits) { return value ? fixed(*value, digits) : "-"; }

std::string headline(const Outcome& o, const Paint& paint) {
  std::string out;
  if (!o.title.empty()) out += paint.bold(printable(o.title)) + "\n";
  std::string line =
      fmt::format("{}, seed {}, {}, dt {} s", printable(o.scene), o.seed, count_of(o.report.agents, "agent"), o.dt);
  for (const auto& [name, value] : o.params.items()) {
    line += fmt::format(", {} = {}", printable(name),
                        printable(value.is_string() ? value.get<std::string>() : value.dump()));
  }
  return out + paint.faint(line) + "\n\n";
}

// A count that ought to be zero.
std::string alarm(std::string_view name, std::uint64_t count, const Paint& paint, const std::string& note = "") {
  const std::string line = row(name, fmt::format("{}", count), "", note);
  return count == 0 ? line : paint.red(line.substr(0, line.size() - 1)) + "\n";
}

// "3.1 % of all steps under way"
std::string share_note(double share) {
  return share > 0 ? fmt::format("at the end; {:.2g} % of the steps under way", 100 * share) : "";
}

// Only what occurred.
std::string meetings_rows(const Meetings& m) {
  std::string out;
  const auto count = [&](std::string_view name, std::uint64_t n, const char* note) {
    if (n > 0) out += row(name, fmt::format("{}", n), "", note);
  };
  count("entered", m.enters, "came into a watched disk");
  count("left", m.exits, "went out of one");
  count("cut at walls", m.penetrations, "motions that would have crossed one");
  count("walls waited", m.wall_waits, "steps, for somebody in their way");
  count("swept", m.swept, "pushed along or passed over by a wall");
  return out;
}

}  // namespace

std::string result_table(const Outcome& o, const Paint& paint) {
  const Report& r = o.report;
  std::string out = "\n" + headline(o, paint);

  const double share = r.with_goal == 0 ? 0 : 100 * static_cast<double>(r.arrived) / static_cast<double>(r.with_goal);
  const char* whom = r.with_goal < r.agents ? " with a goal" : "";
  std::string arrived =
      row("arrived", fmt::format("{}", r.arrived), "", fmt::format("of {}{} ({:.3g} %)", r.with_goal, whom, share));
  if (r.arrived > 0 && r.arrived == r.with_goal) arrived = paint.green(arrived.substr(0, arrived.size() - 1)) + "\n";
  out += arrived;
  out += row("finished", fmt::format("{}", r.finished), "", "arrived, removed or idle");
  out += alarm("stuck", r.stuck, paint, share_note(r.share_stuck));
  if (r.share_waiting > 0) out += row("waiting", fmt::format("{}", r.waiting), "", share_note(r.share_waiting));
  if (r.idle > 0) out += row("idle", fmt::format("{}", r.idle), "", "without a goal");
  if (r.orbiting > 0) out += alarm("orbiting", r.orbiting, paint);
  out += alarm("lost", r.lost, paint);
  if (r.non_finite > 0) out += alarm("non-finite", r.non_finite, paint);
  out += alarm("contacts", r.contacts, paint, r.contacts > 0 ? "with agents and moving bodies" : "");
  out += alarm("wall contacts", r.wall_contacts, paint, r.wall_contacts > 0 ? "with static bodies" : "");
  if (r.wall_violations > 0) out += alarm("walls crossed", r.wall_violations, paint);
  if (o.meetings) out += meetings_rows(*o.meetings);
  const std::string far = r.min_clearance ? "" : fmt::format("nothing came closer than {} m", Metrics::clearance_reach);
  out += row("min clearance", number(r.min_clearance, 3), "m", far);
  out += row("mean time", number(r.mean_time, 2), "s", "from birth to arrival");
  out += row("t95", number(r.t95, 2), "s", "95 % arrive within, from birth");
  if (r.waiting_time > 0) out += row("waited", number(r.waiting_time, 2), "s", "mean per agent");
  out += row("path efficiency", number(r.path_efficiency, 3), "", "straight distance / length");
  out += row("flow", number(r.flow, 3), "1/s");
  out += row("longest gap", number(r.longest_gap, 2), "s", "between two arrivals");
  out += row("jitter", number(r.jitter, 4), "rad/s", "change of turn rate per step");
  const double pace = o.step_time > 0 ? static_cast<double>(o.agent_steps) / o.step_time : 0;
  if (o.wall_time > 0)
    out += row("real-time factor", rounded(o.sim_time / o.wall_time, 3), "x",
               fmt::format("{:.6g} s in {:.3g} s, {} agent-steps/s", o.sim_time, o.wall_time, large(pace)));
  out += fmt::format("  {:<18}{}\n", "hash", hex(o.hash));

  if (o.stuck_why) out += stuck_text(*o.stuck_why, paint);

  if (!o.files.empty()) out += '\n';
  for (const WrittenFile& file : o.files)
    out += fmt::format("  wrote {} ({})\n", printable(file.path), bytes_text(file.bytes));
  if (o.interrupted) out += "\n  " + paint.yellow(fmt::format("interrupted at t = {:.9g} s", o.sim_time)) + "\n";
  if (o.script_error) out += "\n  " + paint.red(fmt::format("stopped by an error at t = {:.9g} s", o.sim_time)) + "\n";
  if (o.file_error)
    out += "\n  " + paint.red(fmt::format("stopped at t = {:.9g} s: a file could not be written", o.sim_time)) + "\n";
  return out;
}

namespace {

std::string cells(std::string_view first, std::span<const Quantity> shown, auto&& text, std::string_view last) {
  std::string line = fmt::format("{:>6}", first);
  for (const Quantity& quantity : shown) line += fmt::format("{:>{}}", text(quantity), quantity.width);
  line += fmt::format("  {}", last);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string seeds_table(std::span<const Outcome> outcomes, std::uint64_t asked, const Paint& paint, int columns) {
  if (outcomes.empty()) return "no run was finished\n";
  const Outcome& first = outcomes.front();
  std::vector<Quantity> shown;
  std::copy_if(quantities().begin(), quantities().end(), std::back_inserter(shown),
               [&](const Quantity& q) { return !q.rare || spread_of(outcomes, q).max.value_or(0) > 0; });
  int all = 6 + 2 + 16;  // seed and hash
  for (const Quantity& quantity : shown) all += quantity.width;
  const bool wide = columns == 0 || columns >= all;
  const std::vector<Quantity> wanted = shown;
  if (!wide) std::erase_if(shown, [](const Quantity& q) { return !q.narrow; });

  // What is left out on a narrow terminal is named below.
  int used = 6 + 2 + 16;
  for (const Quantity& quantity : shown) used += quantity.width;
  while (columns > 0 && used > columns && shown.size() > 1) used -= shown.back().width, shown.pop_back();

  std::string out = "\n";
  if (!first.title.empty()) out += paint.bold(printable(first.title)) + "\n";
  out += paint.faint(fmt::format("{}, {}, {}, dt {} s", printable(first.scene), count_of(outcomes.size(), "seed"),
                                 count_of(first.report.agents, "agent"), first.dt)) +
         "\n\n";
  const auto heading = [](const Quantity& q) { return std::string(q.heading); };
  const auto unit = [](const Quantity& q) { return std::string(q.unit); };
  out += paint.bold(cells("seed", shown, heading, "hash")) + "\n" + paint.faint(cells("", shown, unit, "")) + "\n";

  for (const Outcome& o : outcomes) {
    const auto value = [&](const Quantity& q) { return number(o.started ? q.of(o) : std::nullopt, q.digits); };
    const std::string line =
        cells(fmt::format("{}", o.seed), shown, value, o.started ? hex(o.hash) : "could not start");
    const bool bad =
        o.report.stuck + o.report.lost + o.report.contacts + o.report.wall_contacts + o.report.non_finite > 0;
    out += (bad ? paint.yellow(line) : line) + "\n";
    if (o.interrupted) out += paint.yellow(fmt::format("{:>6}  interrupted at t = {:.9g} s", "", o.sim_time)) + "\n";
    if (o.started && (o.script_error || o.file_error))
      out += paint.red(fmt::format("{:>6}  stopped at t = {:.9g} s", "", o.sim_time)) + "\n";
  }

  out += "\n";
  const auto summary = [&](std::string_view name, std::optional<double> Spread::*part, bool mean) {
    const auto value = [&](const Quantity& q) {
      return number(spread_of(outcomes, q).*part, mean && q.digits == 0 ? 1 : q.digits);
    };
    return cells(name, shown, value, "") + "\n";
  };
  out +=
      summary("mean", &Spread::mean, true) + summary("min", &Spread::min, false) + summary("max", &Spread::max, false);
  if (shown.size() < wanted.size()) {
    std::vector<std::string> left_out;
    for (const Quantity& q : wanted) {
      if (std::none_of(shown.begin(), shown.end(), [&](const Quantity& s) { return s.name == q.name; })) left_out.push_back(q.heading);
    }
    out += paint.faint(fmt::format("\n  no room for {}; --json has them", fmt::join(left_out, ", "))) + "\n";
  }
  if (outcomes.size() < asked)
    out += "\n  " + paint.yellow(fmt::format("{} of {} seeds were run", outcomes.size(), asked)) + "\n";

  std::size_t files = 0;
  for (const Outcome& o : outcomes) files += o.files.size();
  if (files > 0)
    out += fmt::format("\n  wrote {}, from {} to {}\n", count_of(files, "file"), printable(first.files.front().path),
                       printable(outcomes.back().files.empty() ? "" : outcomes.back().files.back().path));
  return out;
}

}  // namespace wend::cli
