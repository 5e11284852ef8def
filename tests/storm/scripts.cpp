#include <wend/model/model.hpp>
#include <wend/scene.hpp>
#include <wend/specs.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/text.hpp"
#include "storm/runners.hpp"
#include "storm/storm.hpp"

namespace wend::storm {

namespace {

// Writes scenes: mostly right, sometimes with a value that is none.
class Author {
 public:
  explicit Author(Dice& dice) : dice_(dice) {}

  std::string write() {
    line(concat("scene { dt = ", pick<5>({"0.1", "0.25", "0.05", "0.5", "0.02"}),
                ", duration = 1000, seed = ", dice_.below(1000), " }"));
    if (!dice_.one_in(12))
      line("class { name = 'fire', d0 = " + number(0.2, 2) + ", weight = " + number(0, 3) +
           (dice_.one_in(2) ? ", competes = true }" : " }"));
    line("local goals, bodies, people = {}, {}, {}");
    for (std::uint64_t n = 1 + dice_.below(3); n > 0; --n) line("goals[#goals + 1] = " + target());
    for (std::uint64_t n = dice_.below(5); n > 0; --n) line("bodies[#bodies + 1] = " + body());
    for (std::uint64_t n = 1 + dice_.below(4); n > 0; --n)
      line(dice_.one_in(2) ? group() : "people[#people + 1] = " + agent());
    constexpr std::array hooks{"step", "arrive", "contact", "stuck", "enter", "exit", "wait"};
    for (std::uint64_t n = dice_.below(4); n > 0; --n) {
      const std::string hook = dice_.of(hooks);
      line(concat("on.", hook, "(function(", hook == "step" ? "t" : "who, other", ")"));
      for (std::uint64_t k = 1 + dice_.below(3); k > 0; --k) line("  " + action(hook == "step"));
      line("end)");
    }
    return text_;
  }

 private:
  void line(std::string_view words) { text_ += words, text_ += '\n'; }

  template <std::size_t N>
  std::string pick(const std::array<const char*, N>& words) {
    return dice_.of(words);
  }

  std::string number(double low, double high) {
    if (dice_.one_in(120)) return pick<6>({"0/0", "1/0", "nil", "'x'", "1e308", "{}"});
    return concat(std::round(100 * dice_.between(low, high)) / 100);
  }
  std::string point() { return "{" + number(-5, 5) + ", " + number(-5, 5) + "}"; }
  std::string motion() {
    const std::string x = number(-4, 4), y = number(-4, 4), r = number(0, 2);
    return concat("function(t) return ", x, " + ", r, " * math.cos(t), ", y, " + ", r, " * math.sin(t) end");
  }
  std::string target() {
    switch (dice_.below(4)) {
      case 0:
        return "target { from = " + point() + ", to = " + point() + " }";
      case 1:
        return "target { at = " + motion() + ", radius = " + number(0, 1) + " }";
      case 2:
        return "target { polygon = { {3, 3}, {4, 3}, {4, 4.5} } }";
      default:
        return "target { at = " + point() + ", radius = " + number(0, 0.5) + " }";
    }
  }
  std::string body() {
    const std::string klass = dice_.one_in(6) ? ", class = 'fire' }" : " }";
    switch (dice_.below(7)) {
      case 0:
        return "obstacle { at = " + motion() + ", radius = " + number(0.1, 0.6) + klass;
      case 1:
        return "obstacle { from = " + point() + ", to = " + point() + ", radius = " + number(0, 0.3) + klass;
      case 2:
        return "wall { " + point() + ", " + point() + ", thickness = " + number(0, 0.2) + klass;
      case 3:
        return "wall { " + point() + ", " + point() + ", at = function(t) return 0, " + number(-1, 1) + " * t end }";
      case 4:
        return "wall { " + point() + ", " + point() + ", " + point() + ", pivot = " + point() + ", blocked = '" +
               pick<3>({"stop", "push", "report"}) + "', turn = function(t) return " + number(-1, 1) + " * t end" + klass;
      case 5:
        return "door { " + point() + ", " + point() + ", thickness = " + number(0, 0.2) + ", opens = " + number(0, 2) + ", closes = " + number(2.1, 4) + klass;
      default:
        return "obstacle { at = " + point() + ", radius = " + number(0.1, 0.8) + klass;
    }
  }
  // Some of the values that a list of fields describes, with random values.
  template <class Owner>
  std::string fields(std::span<const Field<Owner>> list, std::initializer_list<std::string_view> except) {
    std::string words;
    for (const Field<Owner>& f : list) {
      const ParamInfo& info = f.info;
      if (!info.in_scenes || dice_.one_in(2) || std::find(except.begin(), except.end(), info.name) != except.end()) continue;
      words += concat(", ", info.name, " = ");
      if (info.kind == ParamKind::flag) words += dice_.one_in(2) ? "true" : "false";
      else if (info.kind == ParamKind::choice) words += concat("'", choice_word(info, static_cast<double>(dice_.below(static_cast<std::uint64_t>(info.high) + 1))), "'");
      else if (info.kind == ParamKind::integer) words += concat(dice_.below(6));
      else words += number(std::max(info.low, 0.01), std::min(info.high, 2.0));
    }
    return words;
  }
  std::string traits() {
    std::string words = ", speed = " + number(0.1, 3) + ", radius = " + number(0.1, 0.4);
    words += fields(agent_fields(), {"heading", "radius", "speed", "order", "find_room", "turn_rate"});
    if (dice_.one_in(4))
      return words + ", model = human { set = '" + pick<4>({"fitted", "bold", "wide_berth", "short_range"}) + "', safety = true" +
             ", margin = " + number(0, 1) + ", width = '" + pick<3>({"none", "gap", "both"}) + "' }";
    if (dice_.one_in(4))
      return words + ", model = potential_field { mode = '" + pick<2>({"front_point", "particle"}) + "', rho0 = " + number(0.2, 3) + ", safety = true }";
    for (const StateField& f : built_in_models()[0]->info().state) {  // attributes of the attractor
      if (f.access == StateAccess::attribute && dice_.one_in(3)) words += concat(", ", f.info.name, " = ", number(0, 1));
    }
    if (dice_.one_in(3))
      words += ", model = attractor { preset = '" + pick<2>({"robust", "classic"}) + "', d0 = " + number(0.2, 2) +
               ", sigma = " + number(0, 0.2) + " }";
    return words;
  }
  std::string aim() {
    return pick<6>({", target = goals[1]", ", targets = goals, order = 'listed'", ", goal = {3, -3}", ", direction = 2",
                    ", target = goals[#goals]", ""});
  }
  std::string agent() { return "agent { at = " + point() + ", heading = " + number(-3, 3) + traits() + aim() + " }"; }
  std::string group() {
    return concat("group { count = ", 1 + dice_.below(8), ", area = box(-5, -5, 5, 5)", traits(), aim(), " }");
  }

  // One thing a callback does.
  std::string action(bool on_step) {
    const std::string who = on_step ? "people[#people]" : "who";
    const std::string when =
        on_step ? pick<4>({"if t > 0.5 and t < 1 then ", "if math.random() < 0.2 then ", "if #people > 0 then ", "do "})
                : "do ";
    switch (dice_.below(17)) {
      case 0:
        return when + "if #people < 12 then people[#people + 1] = " + agent() + " end end";
      case 1:
        return when + "if " + who + " and " + who + ".alive then " + who + ":remove() end end";
      case 2:
        return when + "if " + who + " and " + who + ".alive then " + who + ".at = " + point() + " end end";
      case 3:
        return when + "if " + who + " and " + who + ".alive then " + who + "." +
               pick<7>({"speed", "radius", "agility", "courage", "heading", "watch", "energy"}) + " = " + number(0.01, 1) + " end end";
      case 4:
        return when + "if " + who + " and " + who + ".alive then " + who + ".target = goals[1] end end";
      case 5:
        return when + "goals[1].at = " + point() + " end";
      case 6:
        return when + "if bodies[1] and bodies[1].alive then bodies[1]:remove() end end";
      case 7:
        return when + "state.n = (state.n or 0) + 1 end";
      case 8:
        return when + "pcall(function() " + who + ".at = {0/0, 0} end) end";
      case 9:
        return when + "if #bodies < 9 then bodies[#bodies + 1] = " + body() + " end end";
      case 10:
        return when + "print(#people, math.random(1, 9)) end";
      case 11:
        return when + "if " + who + " and " + who + ".alive then " + who + ".direction = " + number(-3, 3) + " end end";
      case 12:
        return dice_.one_in(6) ? when + "error('enough') end" : when + "state.k = { math.random(), 'x' } end";
      case 13:
        return when + "if " + who + " and " + who + ".alive then for _, n in ipairs(" + who + ":near(" + number(0, 5) +
               ")) do state.seen = " + who + ":sees(n) end end end";
      case 14:
        return when + "if " + who + " and " + who + ".alive then assign { agents = {" + who + "}, targets = goals } end end";
      case 15:
        return when + "goals[1].capacity = " + pick<3>({"nil", "0", "2"}) + " end";
      default:
        return when + "if " + who + " then state.last = " + who + ".alive end end";
    }
  }

  Dice& dice_;
  std::string text_;
};

// A text somebody changed in a hurry: a line gone, twice or moved, or a byte that is another.
std::string edited(Dice& dice, const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  if (lines.size() < 2) return text;
  const std::size_t i = dice.below(lines.size());
  switch (dice.below(4)) {
    case 0:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size())), std::string(lines[i]));
      break;
    case 2:
      std::swap(lines[i], lines[dice.below(lines.size())]);
      break;
    default:
      lines[i][dice.below(lines[i].size())] = static_cast<char>(dice.below(256));
  }
  std::string all;
  for (const std::string& line : lines) all += line;
  return all;
}

// The world as it was when everybody decided; the scene's own requests came before.
Picture picture_of_last_step(const World& world, const std::vector<AgentState>& before) {
  Picture p;
  p.step = world.steps() - 1;
  for (AgentState s : world.agents()) {
    s.at = world.pose(s.id, 0)->at;
    s.speed = 0;
    p.agents[s.id.bits()] = s;
  }
  for (const AgentState& s : before) {
    if (const auto at = p.agents.find(s.id.bits()); at != p.agents.end()) at->second.speed = s.speed;
  }
  for (const BodyState& b : world.bodies()) {
    if (b.motion == BodyMotion::fixed && !b.open)
      p.bodies[b.id.bits] = {.a = b.at.xy(), .b = b.to.xy(), .radius = b.radius, .kind = b.id.kind};
  }
  return p;
}

}  // namespace

std::string random_script(Dice& dice) { return Author(dice).write(); }

Outcome run_scripts(Dice& dice) {
  Outcome out;
  const auto fail = [&](const char* checker, std::string what) { out.failures.push_back({checker, std::move(what)}); };
  static ThreadRunner three(3);
  std::string text = random_script(dice);
  for (std::uint64_t edits = dice.one_in(3) ? 1 + dice.below(2) : 0; edits > 0; --edits) text = edited(dice, text);

  scene::LoadOptions options;
  options.limits.load_instructions = 300'000;
  options.limits.load_placement = 1'000'000;
  options.limits.step_instructions = 100'000;
  std::size_t lines[2] = {};
  options.log = [&](std::string_view) { ++lines[0]; };
  auto one = scene::Scene::load(text, "storm.lua", options);
  options.log = [&](std::string_view) { ++lines[1]; };
  auto two = scene::Scene::load(text, "storm.lua", options);
  if (one.has_value() != two.has_value()) return fail("threads", "loaded once, refused once"), out;
  if (!one) {
    ++out.refused;
    if (one.error().text() != two.error().text()) fail("answers", "two errors for one text");
    if (!one.error().text().starts_with("storm.lua"))
      fail("answers", "the error does not name the scene: " + one.error().text());
    return out;
  }
  for (const std::uint64_t steps = 5 + dice.below(25); out.steps < steps && out.failures.empty(); ++out.steps) {
    ShuffleRunner shuffle(dice);
    SmallChunks small(three, 1 + dice.below(4));
    TaskRunner& runner = dice.one_in(2) ? static_cast<TaskRunner&>(shuffle) : small;
    const std::uint64_t step = one->world().steps(), hash = one->world().hash().all;
    const auto agents = one->world().agents();
    const auto a = one->step(), b = two->step(runner);
    out.step = step;
    if (a.has_value() != b.has_value() || (!a && a.error().text() != b.error().text()))
      fail("threads", "two runs of a scene end differently");
    if (one->world().hash() != two->world().hash()) fail("threads", "two runs of a scene differ");
    if (lines[0] != lines[1]) fail("threads", "two runs of a scene print differently");
    const bool stepped = one->world().steps() == step + 1;
    if (!stepped && (a || one->world().steps() != step)) fail("events", "the clock does not fit the answer");
    if (stepped) {
      const Picture before = picture_of_last_step(one->world(), agents);
      check_numbers(one->world(), out.failures);
      check_motion(one->world(), {}, before, out.failures);
      check_events(one->world(), before, out.failures);
    }
    if (dice.one_in(5)) {
      auto other = World::create({});
      const Snapshot bytes = one->world().snapshot();
      if (!other->restore(bytes) || other->snapshot() != bytes)
        fail("snapshot", "a scene's world is not the same after a restore");
    }
    if (a) continue;
    ++out.refused;
    // A scene that failed stays failed, and its world as it is.
    const std::uint64_t after = one->world().hash().all;
    if (one->step() || one->world().hash().all != after) fail("refusal", "a failed scene went on");
    if (!stepped && step > 0 && after != hash && a.error().code == Errc::limit) fail("refusal", "half a step");
    break;
  }
  return out;
}

}  // namespace wend::storm
