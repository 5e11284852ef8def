#include "command_line.hpp"
#include "console.hpp"
#include "interrupt.hpp"
#include <wend/io/atomic_file.hpp>
#include "json_text.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "runners.hpp"
#include "verdict_table.hpp"
#include "written_files.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

// The program `wend-reproduce`, which `wend reproduce` starts: runs the published experiments. It speaks as `wend`.

namespace wend::reproduce {

using namespace cli;

namespace {

constexpr const char* examples =
    "  wend reproduce                       every claim; the report is reproduce.html\n"
    "  wend reproduce --list                what there is to run\n"
    "  wend reproduce H3a H3b -o sides.html two claims, a report of its own\n"
    "  wend reproduce human --json          one chapter, for a program to read\n"
    "  wend reproduce --quick --no-report   fewer seeds, only the table";

struct ReproduceOptions {
  std::vector<std::string> ids;
  std::string output = "reproduce.html";
  SceneOptions threads;  // only that of it
  bool list = false, quick = false, no_report = false, strict = false, json = false, quiet = false;
};

int refuse(const ReproduceOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_text({{"schema", 1}, {"error", error.text()}}));
  return error.code == Errc::io || error.code == Errc::damaged ? failed : bad_usage;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json claim_json(const std::string& chapter, const Claim& claim, bool ran) {
  Json out{{"id", claim.id},
           {"chapter", chapter},
           {"title", claim.title},
           {"claim", claim.claim},
           {"source", claim.source},
           {"published", text_or_null(claim.published)},
           {"stated", text_or_null(claim.stated)}};
  if (ran) {
    out["measured"] = claim.measured;
    out["verdict"] = key_of(claim.verdict);
    out["part"] = text_or_null(claim.part);
  }
  out["decision"] = text_or_null(claim.decision);
  out["parameters"] = text_or_null(claim.parameters);
  if (ran) out["figures"] = claim.figures.size();
  return out;
}

int list(const ReproduceOptions& o, const std::vector<Chapter>& chapters) {
  if (!o.json) return exit_code(put_table(claim_list(chapters, Paint::of(STDOUT_FILENO))));
  Json claims = Json::array();
  for (const Chapter& chapter : chapters) {
    for (const Experiment& e : chapter.experiments) claims.push_back(claim_json(chapter.name, e.about, false));
  }
  return exit_code(put(json_text({{"schema", 1}, {"version", version_string}, {"claims", std::move(claims)}})));
}

// One claim after the other, each with all threads.
Result<std::vector<FinishedChapter>> run_all(const ReproduceOptions& o, const std::vector<Chapter>& chapters,
                                             Progress& progress) {
  std::size_t total = 0, done_so_far = 0;
  for (const Chapter& chapter : chapters) total += chapter.experiments.size();
  const std::size_t threads =
      o.threads.threads > 0 ? o.threads.threads : std::max(1u, std::thread::hardware_concurrency());
  const auto runner = make_runner(threads);
  std::vector<FinishedChapter> finished;
  for (const Chapter& chapter : chapters) {
    finished.push_back({chapter.name, chapter.title, chapter.about, {}});
    for (const Experiment& e : chapter.experiments) {
      Claim claim = e.about;
      const auto show = [&](double share) {
        const double all =
            (static_cast<double>(done_so_far) + std::clamp(share, 0.0, 1.0)) / static_cast<double>(total);
        if (progress.due())
          progress.show({.share = all, .where = fmt::format("{} ({} of {})", claim.id, done_so_far + 1, total)});
        return !interrupted();
      };
      show(0);
      try {
        e.run(claim, {.quick = o.quick, .runner = runner.get(), .progress = show});
      } catch (const std::runtime_error& problem) {
        return Error{
            Errc::io,
            fmt::format("claim {} could not be run: {}; no report was written", claim.id, problem.what()), "reproduce"};
      }
      if (interrupted())
        return Error{Errc::io, fmt::format("interrupted at claim {}; no report was written", claim.id), "reproduce"};
      // What holds in a part is not reproduced yet.
      if (!claim.part.empty() && claim.verdict != Verdict::not_reproduced) claim.verdict = Verdict::partly_run;
      finished.back().claims.push_back(std::move(claim));
      ++done_so_far;
    }
  }
  return finished;
}

Result<void> write_report(const ReproduceOptions& o, const std::vector<FinishedChapter>& chapters) {
  const auto page = report_page(chapters, {.quick = o.quick, .everything = o.ids.empty()});
  if (!page) return page.error();
  auto file = io::AtomicFile::create(o.output);
  if (!file) return file.error();
  if (auto ok = file->write(*page); !ok) return ok;
  return file->commit();
}

int reproduce(const ReproduceOptions& o) {
  auto known = read_chapters(claim_texts(), all_runs());
  if (!known) return refuse(o, known.error());
  const auto chapters = chosen_chapters(std::move(*known), o.ids);
  if (!chapters) return refuse(o, chapters.error());
  if (o.list) return list(o, *chapters);
  if (!o.no_report) {
    const std::string kind = file_ending(o.output);
    if (kind != ".html" && kind != ".htm")
      return refuse(o, {Errc::unknown_name, fmt::format("-o '{}': expected .html", o.output), "reproduce"});
    if (auto ok = check_folder(o.output); !ok) return refuse(o, ok.error());
  }
  catch_interrupts();
  Progress progress(!o.quiet);
  const auto finished = run_all(o, *chapters, progress);
  progress.clear();
  if (!finished) return refuse(o, finished.error());
  if (!o.no_report) {
    if (auto ok = write_report(o, *finished); !ok) return refuse(o, ok.error());
  }

  std::size_t counts[4] = {};
  Json claims = Json::array();
  for (const FinishedChapter& chapter : *finished) {
    for (const Claim& claim : chapter.claims) {
      ++counts[static_cast<std::size_t>(claim.verdict)];
      claims.push_back(claim_json(chapter.name, claim, true));
    }
  }
  if (!o.quiet) {
    const int wide = columns(o.json ? STDERR_FILENO : STDOUT_FILENO);
    std::string table = verdict_table(*finished, Paint::of(o.json ? STDERR_FILENO : STDOUT_FILENO),
                                      wide > 0 ? static_cast<std::size_t>(std::min(wide, 220)) : 140);
    if (!o.no_report) table += fmt::format("{}  {}\n", printable(o.output), bytes_text(file_of(o.output).bytes));
    if (!put_table(table, o.json)) return failed;
  }
  if (o.json) {
    const Json out{{"schema", 1},
                   {"version", version_string},
                   {"quick", o.quick},
                   {"counts",
                    {{"reproduced", counts[0]},
                     {"with_decision", counts[1]},
                     {"not_reproduced", counts[2]},
                     {"partly_run", counts[3]}}},
                   {"report", o.no_report ? Json(nullptr) : Json(o.output)},
                   {"claims", std::move(claims)}};
    if (!put(json_text(out))) return failed;
  }
  return o.strict && counts[2] > 0 ? failed : done;
}

void add_options(CLI::App& app, ReproduceOptions& o) {
  app.footer(examples);
  app.add_option("ID", o.ids, "claims, or chapters: attractor, planning, environment, human (default: everything)")
      ->type_name("");
  app.add_option("-o,--output", o.output, "the report, one self-contained page (default reproduce.html)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_flag(app, "--no-report", o.no_report, "only the table");
  add_flag(app, "--list", o.list, "name the claims and run nothing");
  add_flag(app, "--quick", o.quick,
           "a part of each experiment: fewer seeds, cases or cells; the verdict then says how much was run");
  add_flag(app, "--strict", o.strict, "answer 1 if a claim is not reproduced");
  add_threads(app, o.threads);
  add_flag(app, "--json", o.json, "one JSON object on standard output, the table on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o.quiet, "no progress bar, no table");
}

int run_program(std::vector<std::string> arguments) {
  CLI::App app;
  set_up(app, columns(STDOUT_FILENO));
  ReproduceOptions o;
  add_options(*app.add_subcommand("reproduce", reproduce_purpose), o);
  arguments.insert(arguments.begin(), "reproduce");
  if (const auto code = read_command_line(app, arguments)) return *code;
  return reproduce(o);
}

}  // namespace

}  // namespace wend::reproduce

int main(int argc, char** argv) { return wend::cli::run_main(argc, argv, wend::reproduce::run_program); }
