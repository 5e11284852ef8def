#include "commands.hpp"
#include "console.hpp"
#include "file_kind.hpp"
#include "frame_difference.hpp"
#include "interrupt.hpp"
#include "load_scene.hpp"
#include "moments.hpp"
#include "pair_options.hpp"
#include "scene_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace wend::cli {

namespace {

constexpr const char* examples =
    "  wend diff a.sqlite b.sqlite                     the first frame, agent and quantity in which they differ\n"
    "  wend diff before.sqlite after.csv --tolerance 1e-6\n"
    "  wend diff demo --threads 1 --threads-b 4        one scene twice, side by side: the whole state after every step\n"
    "  wend diff demo --environment grid --environment-b kinetic\n"
    "  wend diff demo --set-b agents=120               what does another param change first?\n"
    "  wend diff demo run.sqlite                       does the scene still do what the file says?\n"
    "  wend diff a.wend b.wend                         two checkpoints\n"
    "  wend diff a.hashes b.hashes                     lists of `wend run --hashes`";

struct DiffOptions {
  std::string a, b;
  SceneOptions both, only_b;
  std::optional<double> tolerance;
  std::uint64_t most = 5;
  bool json = false;
  bool quiet = false;
};

enum class Depth { state, frames, hashes };

const char* name(Depth depth) {
  constexpr const char* names[] = {"state", "frames", "hashes"};
  return names[static_cast<int>(depth)];
}

struct Verdict {
  Depth depth = Depth::state;
  std::uint64_t compared = 0;  // moments that are equal
  std::uint64_t passed = 0;    // moments that only one of the two has
  Differences found{};
  bool ended_a = false, ended_b = false;  // one of them ends here, the other goes on
  bool has_step = true, has_time = true;
  std::uint64_t step = 0;  // of the difference, or the last moment
  double time = 0;

  bool same() const { return found.none() && !ended_a && !ended_b; }
};

// One of the two runs, and how far it is.
struct Side {
  Moments& run;
  bool more = true;
  double last = -std::numeric_limits<double>::infinity(), interval = 0;  // key of the moment it has left, and the distance before it

  Result<void> advance(Depth depth) {
    if (run_started) interval = std::isfinite(last) ? key(depth) - last : 0, last = key(depth);
    auto next = run.advance();
    if (!next) return next.error();
    run_started = true;
    more = *next;
    return {};
  }
  double key(Depth depth) const { return depth == Depth::frames ? run.time() : static_cast<double>(run.step()); }
  bool run_started = false;
};

Differences hash_differences(const StateHash& a, const StateHash& b, std::size_t most) {
  Differences found{};
  StateHash::for_members([&](std::string_view part, auto member) {
    if (a.*member == b.*member || (part == "all" && found.total > 0)) return;
    ++found.total;
    if (found.list.size() < most) found.list.push_back({Subject::world, 0, fmt::format("hash of {}", part), hex(a.*member), hex(b.*member), {}});
  });
  return found;
}

// What a script keeps for itself: in checkpoints, but not in the world.
Differences script_differences(const Bytes& a, const Bytes& b) {
  Differences found{};
  const auto left = read_sections(a), right = read_sections(b);
  if (!left || !right) return found;
  for (const char* section : {"scene/engine", "scene/state"}) {
    const Section *one = left->find(section), *two = right->find(section);
    if (one == nullptr || two == nullptr || std::equal(one->bytes.begin(), one->bytes.end(), two->bytes.begin(), two->bytes.end())) continue;
    ++found.total;
    found.list.push_back({Subject::world, 0, fmt::format("section {}", section), "", "", {}});
  }
  return found;
}

Result<Differences> compare_moment(Depth depth, Moments& a, Moments& b, const DiffOptions& o) {
  if (depth == Depth::hashes) return hash_differences(a.hash(), b.hash(), o.most);
  if (depth == Depth::state) {
    Differences found = differences(*a.world(), *b.world(), o.most);
    if (found.none() && a.checkpoint() != nullptr && b.checkpoint() != nullptr) return script_differences(*a.checkpoint(), *b.checkpoint());
    return found;
  }
  auto left = a.frame(), right = b.frame();
  if (!left) return left.error();
  if (!right) return right.error();
  return differences(*left, *right,
                     {.tolerance = o.tolerance.value_or(0), .whole = a.info().exact && b.info().exact, .velocities = a.info().velocities && b.info().velocities,
                      .events = a.info().has_events && b.info().has_events, .most = o.most});
}

Result<Depth> common_depth(const MomentsInfo& a, const MomentsInfo& b, bool tolerant) {
  if (a.has_world && b.has_world && !tolerant) return Depth::state;
  if (a.has_frames && b.has_frames) return Depth::frames;
  if (a.has_hashes && b.has_hashes && !tolerant) return Depth::hashes;
  if (tolerant) return Error{Errc::invalid_value, "--tolerance: hashes are equal or not, expected scenes, checkpoints or trajectories", "diff"};
  return Error{Errc::invalid_value, fmt::format("'{}' holds only {} and '{}' only a {}: nothing to compare", a.kind == "hashes" ? a.name : b.name, "hashes",
                                                a.kind == "hashes" ? b.name : a.name, "trajectory"), "diff"};
}

Result<Verdict> compare(Moments& run_a, Moments& run_b, const DiffOptions& o, Progress& progress) {
  const auto depth = common_depth(run_a.info(), run_b.info(), o.tolerance.has_value());
  if (!depth) return depth.error();
  Verdict v;
  v.depth = *depth;
  Side a{run_a}, b{run_b};
  const bool both_single = run_a.info().single && run_b.info().single;
  const auto stand = [&](const Side& knows) {  // where we are, as the better informed of the two says
    const Side& other = &knows == &a ? b : a;
    const bool by_other = !knows.run.info().has_steps && other.run.info().has_steps && other.more && knows.more;
    v.has_step = knows.run.info().has_steps || by_other;
    v.has_time = a.run.info().has_frames || b.run.info().has_frames;
    v.step = (by_other ? other : knows).run.step();
    v.time = (knows.run.info().has_frames ? knows : other).run.time();
  };
  const auto advance = [&](Side& side) -> Result<void> {
    if (interrupted()) return Error{Errc::io, fmt::format("interrupted; the same in {} so far", count_of(v.compared, "moment")), "diff"};
    if (progress.due()) progress.show({std::max(run_a.share(), run_b.share()), 0, side.run.time(), fmt::format("step {}", side.run.step())});
    return side.advance(*depth);
  };
  for (Side* side : {&a, &b}) {
    if (auto ok = advance(*side); !ok) return ok.error();
  }
  while (a.more && b.more) {
    const double left = a.key(*depth), right = b.key(*depth);
    const double close = *depth == Depth::frames ? 1e-9 * std::max(1.0, std::abs(left)) : 0;
    if (std::abs(left - right) > close && !both_single) {
      ++v.passed;
      if (auto ok = advance(left < right ? a : b); !ok) return ok.error();
      continue;
    }
    stand(a);
    auto found = compare_moment(*depth, run_a, run_b, o);
    if (!found) return found.error();
    if (!found->none()) {
      v.found = std::move(*found);
      return v;
    }
    ++v.compared;
    for (Side* side : {&a, &b}) {
      if (side->run.info().single || !(side == &a ? b : a).run.info().single) {
        if (auto ok = advance(*side); !ok) return ok.error();
      } else {
        side->more = false;  // nothing more to compare it with
      }
    }
  }
  // A run that is recorded every second may end up to a second before one that is recorded more often.
  const auto goes_on = [&](Side& ended, Side& other) -> Result<bool> {
    while (other.more && !ended.run.info().single) {
      if (other.key(*depth) > ended.last + ended.interval * (1 - 1e-6)) return true;
      ++v.passed;
      if (auto ok = advance(other); !ok) return ok.error();
    }
    return false;
  };
  for (const bool first : {true, false}) {
    Side &ended = first ? a : b, &other = first ? b : a;
    if (ended.more) continue;
    const auto on = goes_on(ended, other);
    if (!on) return on.error();
    (first ? v.ended_a : v.ended_b) = *on;
    if (*on) stand(ended);
  }
  if (v.compared == 0 && v.same()) {
    return Error{Errc::invalid_value, fmt::format("'{}' and '{}' have no moment in common", run_a.info().name, run_b.info().name), "diff"};
  }
  return v;
}

std::string number_text(double value) { return fmt::format("{:.10g}", value); }

std::string where(const Verdict& v) {
  if (!v.has_step) return fmt::format("t = {} s", number_text(v.time));
  return v.has_time ? fmt::format("step {} (t = {} s)", v.step, number_text(v.time)) : fmt::format("step {}", v.step);
}

// The number people know it by: of agents, bodies and targets the slot, see docs/files.md.
std::int64_t number_of(const Difference& d) {
  if (d.of == Subject::agent || d.of == Subject::body || d.of == Subject::target)
    return io::file_id(AgentId::from_bits(d.id));
  return static_cast<std::int64_t>(d.id);
}

std::string line_of(const Difference& d) {
  const std::string who = d.of == Subject::world ? "" : fmt::format("{} {}: ", name(d.of), number_of(d));
  if (d.quantity.empty()) return fmt::format("{}only in {}", who, d.b.empty() ? "A" : "B");
  if (d.a.empty() && d.b.empty()) return fmt::format("{}{} differs", who, d.quantity);
  return fmt::format("{}{} {} against {}{}", who, d.quantity, d.a, d.b, d.by ? fmt::format(" (differs by {:.3g})", *d.by) : "");
}

std::string verdict_text(const Verdict& v, const Moments& a, const Moments& b, const DiffOptions& o) {
  const char* moments = v.depth == Depth::frames ? "frame" : "step";
  if (v.ended_a || v.ended_b) {
    return fmt::format("{}: {} ends here, {} goes on; {}\n", where(v), v.ended_a ? "A" : "B", v.ended_a ? "B" : "A",
                       v.compared == 0 ? "no moment in common" : "the same until then");
  }
  if (v.same()) {
    const std::uint64_t agents = std::max(a.agents(), b.agents());
    const bool run = !a.info().single && !b.info().single;
    // A scene's first moment comes before its first step.
    const std::uint64_t count = v.depth == Depth::state && run ? v.compared - 1 : v.compared;
    std::string text = run ? fmt::format("same: {}", count_of(count, moments)) : fmt::format("same at {}", where(v));
    if (agents > 0) text += ", " + count_of(agents, "agent");
    if (o.tolerance) text += fmt::format(", within {:g}", *o.tolerance);
    if (v.passed > 0 && run) text += fmt::format("; {} in only one of them not compared", count_of(v.passed, moments));
    return text + "\n";
  }
  std::string text;
  for (const Difference& d : v.found.list) text += printable(fmt::format("{}: {}", where(v), line_of(d))) + "\n";
  if (v.found.total > v.found.list.size()) text += fmt::format("and {} more there\n", v.found.total - v.found.list.size());
  return text;
}

Json value_json(const std::string& text, bool number) {
  if (text.empty()) return nullptr;
  if (!number) return text;
  const auto value = read_number(text, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), "");
  return value ? Json(*value) : Json(text);
}

Json verdict_json(const Verdict& v, const Moments& a, const Moments& b, const DiffOptions& o) {
  Json list = Json::array();
  for (const Difference& d : v.found.list) {
    list.push_back({{"of", name(d.of)}, {"id", d.of == Subject::world ? Json(nullptr) : Json(number_of(d))},
                    {"quantity", d.quantity.empty() ? Json(nullptr) : Json(d.quantity)}, {"a", value_json(d.a, d.by.has_value())},
                    {"b", value_json(d.b, d.by.has_value())}, {"by", d.by && std::isfinite(*d.by) ? Json(*d.by) : Json(nullptr)}});
  }
  return {{"schema", 1},
          {"a", {{"name", a.info().name}, {"kind", a.info().kind}}},
          {"b", {{"name", b.info().name}, {"kind", b.info().kind}}},
          {"compared_by", name(v.depth)},
          {"tolerance", o.tolerance.value_or(0)},
          {"same", v.same()},
          {"compared", v.compared},
          {"passed_over", v.passed},
          {"agents", std::max(a.agents(), b.agents())},
          {"step", v.has_step ? Json(v.step) : Json(nullptr)},
          {"time", v.has_time ? Json(v.time) : Json(nullptr)},
          {"ended", v.ended_a ? Json("a") : v.ended_b ? Json("b") : Json(nullptr)},
          {"total", v.found.total},
          {"differences", std::move(list)}};
}

// What changes a scene changes no file.
bool given(const SceneOptions& o) { return o.seed || o.duration || !o.sets.empty() || o.environment || o.perception; }

// Code 1 is kept for an answer: they differ.
int refuse(const DiffOptions& o, const Error& error) {
  say_error(error);
  if (o.json) put(json_text({{"schema", 1}, {"a", o.a}, {"b", o.b}, {"error", error.text()}}));
  return bad_usage;
}

int diff(DiffOptions& o) {
  if (o.b.empty()) o.b = o.a;
  SceneOptions a = o.both, b = o.both;
  a.scene = o.a;
  b.scene = o.b;
  b.sets.insert(b.sets.end(), o.only_b.sets.begin(), o.only_b.sets.end());
  for (const auto& [set, value] : o.only_b.sets) {
    if (std::any_of(o.both.sets.begin(), o.both.sets.end(), [&, &set = set](const auto& other) { return other.first == set; }))
      return refuse(o, {Errc::invalid_value, fmt::format("--set-b: '{}' is in --set as well, which is of both", set), "diff"});
  }
  if (o.only_b.seed) b.seed = o.only_b.seed;
  if (o.only_b.duration) b.duration = o.only_b.duration;
  if (o.only_b.threads > 0) b.threads = o.only_b.threads;
  if (o.only_b.environment) b.environment = o.only_b.environment;
  if (o.only_b.perception) b.perception = o.only_b.perception;

  catch_interrupts();
  Progress progress(!o.quiet);
  auto run_a = open_moments(a, progress);
  if (!run_a) return refuse(o, run_a.error());
  auto run_b = open_moments(b, progress);
  if (!run_b) return refuse(o, run_b.error());
  const bool scene_a = (*run_a)->info().kind == "scene", scene_b = (*run_b)->info().kind == "scene";
  if ((given(o.both) && !scene_a && !scene_b) || (given(o.only_b) && !scene_b))
    return refuse(o, {Errc::invalid_value, fmt::format("'{}' is a file: --set, --seed, --duration, --environment and --perception are for scenes, which are run", o.b), "diff"});
  const auto verdict = compare(**run_a, **run_b, o, progress);
  progress.clear();
  say_cache_problem(o.both);
  if (!verdict) return refuse(o, verdict.error());
  bool told = true;
  if (!o.quiet) {
    const std::string text = verdict_text(*verdict, **run_a, **run_b, o);
    told = put_table(text, o.json);
  }
  if (o.json) told = put(json_text(verdict_json(*verdict, **run_a, **run_b, o)));
  if (!told) return bad_usage;
  return verdict->same() ? done : failed;
}

}  // namespace

Action add_diff(CLI::App& root) {
  CLI::App& app = *root.add_subcommand("diff", "name the first step, agent and quantity in which two runs differ");
  app.footer(examples);
  const auto o = std::make_shared<DiffOptions>();
  app.add_option("A", o->a,
                 fmt::format("a {}, checkpoint (.wend), list of hashes, or a scene, which is run", trajectory_words()))
      ->required()->type_name("");
  app.add_option("B", o->b, "what it is compared with; default: A again, for scenes with other options")->type_name("");
  add_number(app, "--tolerance", o->tolerance, 0, 1e9, "", "X", "compare what trajectories hold; numbers this close count as equal");
  add_text(app, "--max", "N", "differences to list of the first moment that has some (default 5)", [o](const std::string& text) -> Result<void> {
    auto value = read_whole(text, 1, 1000000);
    if (!value) return value.error();
    o->most = *value;
    return {};
  });
  add_flag(app, "--json", o->json, "one JSON object on standard output, the words on standard error (docs/json.md)");
  add_flag(app, "-q,--quiet", o->quiet, "say nothing: the exit code is 0 (same), 1 (different) or 2 (could not be compared)");
  add_sets(app, o->both, "");
  add_run_options(app, o->both);
  add_sets(app, o->only_b, "-b");
  add_run_options(app, o->only_b, "-b");
  return [o] { return diff(*o); };
}

}  // namespace wend::cli
