#include "commands.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "verify/report.hpp"

#include <wend/io/atomic_file.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend verify                            every row of the bar, on 20 seeds kept for this\n"
    "  wend verify --list                     the rows\n"
    "  wend verify circle door --seeds 1..5   two rows, other seeds\n"
    "  wend verify --quick                    3 seeds, fewer cases\n"
    "  wend verify --json > bar.json          for a program to read, see docs/json.md\n"
    "  wend verify -o validation.md           a page with the table and every detail";

constexpr SeedRange held_out{9001, 9020};
constexpr std::uint64_t quick_seeds = 3;

struct VerifyOptions {
  std::vector<std::string> names;
  std::optional<SeedRange> seeds;
  std::string output;
  SceneOptions threads;  // only that of it
  verify::VerifySettings settings;
  std::vector<std::pair<std::string, double>> people;
  bool list = false, json = false, quiet = false;
};

int refuse(const VerifyOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_text({{"schema", 1}, {"error", error.text()}}));
  return error.code == Errc::io ? failed : bad_usage;
}

// What to type for the same page.
std::string command_of(const VerifyOptions& o, const SeedRange& seeds) {
  std::string text = "wend verify";
  for (const std::string& name : o.names) text += " " + name;
  if (o.seeds) text += fmt::format(" --seeds {}..{}", seeds.first, seeds.last);
  if (o.settings.quick) text += " --quick";
  if (o.settings.cut) text += " --cut";
  for (const auto& [name, value] : o.people) text += fmt::format(" --people {}={}", name, value);
  return text + " -o " + o.output;
}

int list(const VerifyOptions& o, const std::vector<verify::Row>& rows) {
  if (o.json) {
    Json out = Json::array();
    for (const verify::Row& row : rows) out.push_back({{"name", row.name}, {"title", row.title}, {"about", row.about}});
    return exit_code(put(json_text({{"schema", 1}, {"rows", std::move(out)}})));
  }
  std::string text;
  for (const verify::Row& row : rows) text += fmt::format("  {:<12}  {}\n", row.name, row.title);
  return exit_code(put_table(text));
}

int run_verify(const VerifyOptions& o) {
  auto rows = verify::chosen_rows(verify::all_rows(o.settings), o.names);
  if (!rows) return refuse(o, rows.error());
  if (o.list) return list(o, *rows);
  if (!o.output.empty()) {
    if (file_ending(o.output) != ".md") {
      return refuse(o, {Errc::unknown_name, fmt::format("-o '{}': expected .md", o.output), "verify"});
    }
    if (auto ok = check_folder(o.output); !ok) return refuse(o, ok.error());
  }
  SeedRange seeds = o.seeds.value_or(held_out);
  if (o.settings.quick) seeds.last = std::min(seeds.last, seeds.first + quick_seeds - 1);

  catch_interrupts();
  Progress progress(!o.quiet);
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = o.threads.threads > 0 ? o.threads.threads : cores;
  const auto campaign = verify::run_campaign({std::move(*rows), seeds, threads, o.people}, progress);
  progress.clear();
  if (!campaign) return refuse(o, campaign.error());

  const verify::ReportFacts facts{command_of(o, seeds), o.settings, o.people, !o.seeds};
  if (!o.output.empty()) {
    if (auto ok = io::write_file(o.output, verify_page(*campaign, facts)); !ok) return refuse(o, ok.error());
  }
  if (!o.quiet) {
    std::string table = verify_table(*campaign, Paint::of(o.json ? STDERR_FILENO : STDOUT_FILENO));
    if (!o.output.empty()) table += fmt::format("{}  {}\n", printable(o.output), bytes_text(file_of(o.output).bytes));
    if (!put_table(table, o.json)) return failed;
  }
  return o.json ? exit_code(put(json_text(verify_json(*campaign, facts)))) : done;
}

}  // namespace

Action add_verify(CLI::App& root) {
  CLI::App& app = *root.add_subcommand(
      "verify", "hold crowds against the bar: times, flows, speeds and safety in the benchmark scenes");
  app.footer(examples);
  const auto o = std::make_shared<VerifyOptions>();
  app.add_option("NAME", o->names, "rows of the bar (--list names them; default: all)")->type_name("");
  add_text(app, "--seeds", "A..B", "which seeds (default 9001..9020, kept for this: choose no parameter by them)",
           [o](const std::string& text) -> Result<void> {
    auto seeds = read_seeds(text);
    if (!seeds) return seeds.error();
    o->seeds = *seeds;
    return {};
  });
  app.add_option("-o,--output", o->output, "a page with the table and every detail: .md")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_flag(app, "--list", o->list, "name the rows and run nothing");
  add_flag(app, "--quick", o->settings.quick, "at most 3 seeds, fewer densities and cases");
  add_flag(app, "--cut", o->settings.cut, "end runs early, at limits a good run does not reach: for searches");
  add_text(app, "--people", "NAME=VALUE", "a parameter of the default people, instead of its own; may be repeated",
           [o](const std::string& text) -> Result<void> {
             const std::size_t equals = text.find('=');
             if (equals == text.npos || equals == 0)
               return Error{Errc::invalid_value, fmt::format("'{}', expected name=value, such as d0=0.6", text), ""};
             auto value = read_number(text.substr(equals + 1), -1e9, 1e9, "");
             if (!value) return value.error();
             o->people.emplace_back(text.substr(0, equals), *value);
             return {};
           });
  add_threads(app, o->threads);
  add_flag(app, "--json", o->json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "no progress bar, no table");
  return [o] { return run_verify(*o); };
}

}  // namespace wend::cli
