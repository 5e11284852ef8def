#include "verify/report.hpp"

#include "verify/measures.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli::verify {

namespace {

// Negative digits: a power of ten.
std::string number(double value, int digits) {
  return digits < 0 ? fmt::format("{:.1e}", value) : fixed(value, digits);
}

std::string bound(const Figure& f, std::optional<double> value) {
  if (!value) return "";
  std::string text = number(*value, f.digits);
  if (text.find('.') != text.npos && f.digits > 0) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return (f.at_least ? ">= " : "<= ") + text;
}

std::string range(const Figure& f) {
  if (f.runs.size() < 2) return "";
  const Spread s = spread(f.runs);
  return fmt::format("{} .. {}", number(s.min, f.digits), number(s.max, f.digits));
}

std::string ours(const Figure& f) { return number(f.value, f.digits) + (f.unit.empty() ? "" : " " + f.unit); }

// Judged figures first, as they were given; then those that are only told.
std::vector<const Figure*> in_order(const RowReport& report, bool judged) {
  std::vector<const Figure*> out;
  for (const Figure& f : report.figures) {
    if ((f.bar.has_value() || f.wish.has_value()) == judged) out.push_back(&f);
  }
  return out;
}

const char* verdict(const Figure& f) { return !f.bar ? "" : f.hit() ? "hit" : "MISS"; }

Json number_or_null(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

std::string seeds_text(const SeedRange& seeds) {
  if (seeds.count() == 1) return fmt::format("seed {}", seeds.first);
  return fmt::format("seeds {} to {}", seeds.first, seeds.last);
}

}  // namespace

std::string verify_table(const Campaign& campaign, const Paint& paint) {
  std::size_t widest = 10;
  for (const RowReport& report : campaign.rows) {
    for (const Figure& f : report.figures) widest = std::max(widest, f.name.size());
  }
  std::string out;
  for (const RowReport& report : campaign.rows) {
    out += fmt::format("{}  {}\n", paint.bold(report.row.name), paint.faint(report.row.title));
    for (const bool judged : {true, false}) {
      for (const Figure* f : in_order(report, judged)) {
        std::string line = fmt::format("  {:<{}}  {:>14}  {:>18}  {:>9}  {:>9}  ", f->name, widest, ours(*f),
                                       range(*f), bound(*f, f->bar), bound(*f, f->wish));
        const std::string word = verdict(*f);
        line += word == "MISS" ? paint.red(word) : paint.green(word);
        out += line.erase(line.find_last_not_of(' ') + 1) + "\n";
      }
    }
  }
  return out + fmt::format("\n{} of {} rows met; columns: mean or as named, min .. max over seeds, bar, wish ({}, "
                           "{})\n", campaign.met(),
                           campaign.rows.size(), count_of(campaign.runs, "run"), seeds_text(campaign.seeds));
}

Json verify_json(const Campaign& campaign, const ReportFacts& facts) {
  Json rows = Json::array();
  for (const RowReport& report : campaign.rows) {
    Json figures = Json::array();
    for (const Figure& f : report.figures) {
      figures.push_back({{"name", f.name},
                         {"unit", f.unit},
                         {"value", f.value},
                         {"bar", number_or_null(f.bar)},
                         {"wish", number_or_null(f.wish)},
                         {"at_least", f.at_least},
                         {"hit", f.bar ? Json(f.hit()) : Json(nullptr)},
                         {"runs", f.runs}});
    }
    rows.push_back({{"name", report.row.name}, {"title", report.row.title}, {"seeds", report.seeds},
                    {"met", report.met()}, {"cpu", report.cpu}, {"figures", std::move(figures)}});
  }
  Json people = Json::object();
  for (const auto& [name, value] : facts.people) people[name] = value;
  return {{"schema", 1},
          {"version", version_string},
          {"quick", facts.settings.quick},
          {"cut", facts.settings.cut},
          {"seeds", {campaign.seeds.first, campaign.seeds.last}},
          {"people", std::move(people)},
          {"met", campaign.met()},
          {"rows", std::move(rows)}};
}

std::string verify_page(const Campaign& campaign, const ReportFacts& facts) {
  std::string out = fmt::format(
      "# Validation: how crowds fare\n\n"
      "Wend {} in the benchmark scenes of `scenes/bench/` and the scenes of the papers in `scenes/paper/`. The *bar* "
      "is what must hold, the\n"
      "*wish* what would be better still. A figure that does not reach its bar is a MISS and stays in the table.\n\n"
      "Scenes were run with {}{}{}. People are the default ones of `agent {{ }}` and `group {{ }}`; a scene states\n"
      "radius and top speed, if anything. The time step is 0.1 s (scenes of the papers: 0.25 s). A value is the mean "
      "over the seeds unless its\n"
      "name says otherwise; the next column has the lowest and the highest run. What each measure means: "
      "[metrics.md](metrics.md),\n"
      "\"Benchmark scenes\".\n\n",
      version_string, seeds_text(campaign.seeds),
      facts.held_out ? ", which are kept apart from those that parameters are chosen by" : "",
      facts.settings.quick ? ", in the quick form with fewer cases" : "");
  if (facts.settings.cut) out += "Runs were cut short at limits that a good run does not reach.\n\n";
  for (const auto& [name, value] : facts.people) {
    out += fmt::format("Changed for this page: `{}` = {}.\n\n", name, value);
  }
  out += fmt::format("This page is written by\n\n```\n{}\n```\n\n## Result\n\n{} of {} rows are met.\n\n",
                     facts.command, campaign.met(), campaign.rows.size());
  out += "| row | measure | ours | lowest .. highest | bar | wish | |\n|---|---|---|---|---|---|---|\n";
  for (const RowReport& report : campaign.rows) {
    std::string title = report.row.title;
    for (const Figure* f : in_order(report, true)) {
      out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", title, f->name, ours(*f), range(*f),
                         bound(*f, f->bar), bound(*f, f->wish),
                         f->bar && !f->hit() ? "**MISS**" : verdict(*f));
      title.clear();
    }
  }
  out += "\n## Details\n";
  for (const RowReport& report : campaign.rows) {
    out += fmt::format("\n### {}\n\n{}\n", report.row.title, report.row.about);
    if (!report.row.cases.empty()) {
      out += fmt::format("\n`wend verify {}`; {}, {}.\n", report.row.name, count_of(report.seeds, "seed"),
                         count_of(report.row.cases.size() * report.seeds, "run"));
    }
    if (const auto told = in_order(report, false); !told.empty()) {
      out += "\n| measure | ours | lowest .. highest |\n|---|---|---|\n";
      for (const Figure* f : told) out += fmt::format("| {} | {} | {} |\n", f->name, ours(*f), range(*f));
    }
    std::string by_seed;
    for (const Figure& f : report.figures) {
      if (f.runs.size() < 2 || spread(f.runs).min == spread(f.runs).max) continue;
      by_seed += fmt::format("- {}:", f.name);
      for (const double v : f.runs) by_seed += " " + number(v, f.digits);
      by_seed += "\n";
    }
    if (!by_seed.empty()) {
      out += "\nBy seed, in their order (a measure that is missing here was the same in all runs):\n\n" + by_seed;
    }
  }
  return out;
}

}  // namespace wend::cli::verify
