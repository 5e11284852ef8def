#include "stuck_why.hpp"

#include "numbers.hpp"

#include <wend/io/frame.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace wend::cli {

namespace {

constexpr double together = 1.5;  // m: side of the squares; people in squares that touch stand together
constexpr std::size_t line_width = 80;

using Square = std::pair<std::int64_t, std::int64_t>;

double distance_to_target(const World& world, const AgentState& agent) {
  const auto target = world.target(agent.target);
  return target ? norm(target->at.xy() - agent.at.xy()) : 0;
}

// Squares with people in them, taken together with those around.
std::vector<std::vector<AgentState>> crowds_of(const World& world) {
  std::map<Square, std::vector<AgentState>> squares;
  for (const AgentState& agent : world.agents()) {
    if (!needs_a_verdict(world, agent.id) || !is_finite(agent.at.xy())) continue;
    squares[{std::llround(agent.at.x / together), std::llround(agent.at.y / together)}].push_back(agent);
  }
  std::vector<std::vector<AgentState>> crowds;
  while (!squares.empty()) {
    std::vector<Square> open{squares.begin()->first};
    std::vector<AgentState> crowd;
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      const auto here = squares.find({x, y});
      if (here == squares.end()) continue;
      crowd.insert(crowd.end(), here->second.begin(), here->second.end());
      squares.erase(here);
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) open.emplace_back(x + dx, y + dy);
      }
    }
    crowds.push_back(std::move(crowd));
  }
  std::stable_sort(crowds.begin(), crowds.end(), [](const auto& p, const auto& q) { return p.size() > q.size(); });
  return crowds;
}

StuckPlace place_of(const World& world, const std::vector<AgentState>& crowd) {
  StuckPlace place;
  place.count = crowd.size();
  const AgentState* foremost = &crowd.front();
  for (const AgentState& agent : crowd) {
    place.centre = place.centre + agent.at.xy() / static_cast<double>(crowd.size());
    const double mine = distance_to_target(world, agent), best = distance_to_target(world, *foremost);
    if (mine < best || (mine == best && agent.id < foremost->id)) foremost = &agent;
  }
  place.agent = io::file_id(foremost->id);
  place.status = foremost->status;
  place.verdict = why(world, foremost->id);
  return place;
}

std::string look_command(const scene::Scene& scene, std::int64_t agent) {
  std::string out = fmt::format("wend explain {} --agent {} --at {:.6g}", scene.name(), agent, scene.world().time());
  for (const scene::SceneParam& p : scene.spec().params) {
    if (p.value == p.fallback) continue;
    const auto word = static_cast<std::size_t>(p.value);
    out += p.kind == ParamKind::choice && word < p.choices.size() ? fmt::format(" --set {}={}", p.name, p.choices[word])
           : p.kind == ParamKind::flag                            ? fmt::format(" --set {}={}", p.name, p.value != 0)
                                                                  : fmt::format(" --set {}={}", p.name, p.value);
  }
  if (scene.world().seed() != 1 || scene.text().find("seed") != std::string_view::npos) out += fmt::format(" --seed {}", scene.world().seed());
  return out;
}

// Words in lines of at most line_width characters; the first begins with `head`, the others with as many blanks.
std::string paragraph(const std::string& head, const std::string& text) {
  std::string out, line = head;
  bool first = true;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!first && line.size() + 1 + word.size() > line_width) {
      out += line + '\n';
      line = std::string(head.size(), ' ');
      first = true;
    }
    line += (first ? "" : " ") + word;
    first = false;
    at = end + 1;
  }
  return out + line + '\n';
}

}  // namespace

StuckWhy stuck_why(const scene::Scene& scene) {
  StuckWhy all;
  for (const auto& crowd : crowds_of(scene.world())) {
    if (all.places.size() < most_stuck_places) all.places.push_back(place_of(scene.world(), crowd));
    else all.elsewhere += crowd.size();
  }
  if (!all.places.empty()) all.look = look_command(scene, all.places.front().agent);
  return all;
}

std::string stuck_text(const StuckWhy& all, const Paint& paint) {
  if (all.places.empty()) return {};
  std::string out = "\n  " + paint.bold("who does not get on, and why") + "\n";
  for (const StuckPlace& place : all.places) {
    const char* status = place.status == Status::moving ? "no nearer for 15 s" : name(place.status);
    const std::string who = place.count == 1 ? fmt::format("agent {}", place.agent) : fmt::format("{} people, agent {} foremost", place.count, place.agent);
    out += fmt::format("  at ({}, {}) m: {} ({})\n", fixed(place.centre.x, 1), fixed(place.centre.y, 1), who, status);
    out += paragraph("    why  ", printable(place.verdict.why));
    out += paragraph("    try  ", printable(place.verdict.advice));
  }
  if (all.elsewhere > 0) out += fmt::format("  and {} more elsewhere\n", all.elsewhere);
  return out + "  look " + printable(all.look) + "\n";
}

Json stuck_json(const StuckWhy& all) {
  Json list = Json::array();
  for (const StuckPlace& place : all.places) {
    list.push_back({{"count", place.count}, {"at", {place.centre.x, place.centre.y}}, {"agent", place.agent}, {"status", name(place.status)},
                    {"cause", name(place.verdict.cause)}, {"why", place.verdict.why}, {"advice", place.verdict.advice}});
  }
  return list;
}

}  // namespace wend::cli
