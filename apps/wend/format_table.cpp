#include "format_table.hpp"

#include <wend/io/drawing_format.hpp>
#include <wend/io/trajectory_format.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wend::cli {

namespace {

std::vector<std::string> contents_of(const io::TrajectoryFormat& format) {
  const io::TrajectoryContents& holds = format.holds;
  std::vector<std::string> words{"agents"};
  if (holds.velocities) words.emplace_back("velocities");
  if (holds.bodies) words.emplace_back("bodies and targets");
  if (holds.events) words.emplace_back("events");
  if (holds.run_info) words.emplace_back("the run");
  if (holds.exact) words.emplace_back("every bit");
  return words;
}

const char* shows(io::DrawingKind kind) { return kind == io::DrawingKind::picture ? "a moment" : "a stretch of time"; }

}  // namespace

std::string formats_text() {
  std::string out = "\ntrajectories: wend run -o\n\n";
  for (const io::TrajectoryFormat* format : io::trajectory_formats()) {
    out += fmt::format("  {:<9} {}", format->ending, format->doc);
    if (!format->used_by.empty()) out += fmt::format(", for {}", format->used_by);
    out += fmt::format("\n            holds {}\n", fmt::join(contents_of(*format), ", "));
  }
  out += "\npictures and films: wend render -o\n\n";
  for (const io::DrawingFormat& format : io::drawing_formats())
    out += fmt::format("  {:<9} {}, {}\n", format.ending, format.name, shows(format.kind));
  return out + "\n";
}

Json formats_json() {
  Json trajectories = Json::array(), drawings = Json::array();
  for (const io::TrajectoryFormat* format : io::trajectory_formats()) {
    trajectories.push_back({{"name", format->name},
                            {"ending", format->ending},
                            {"doc", format->doc},
                            {"used_by", format->used_by},
                            {"holds", contents_of(*format)}});
  }
  for (const io::DrawingFormat& format : io::drawing_formats()) {
    drawings.push_back({{"ending", format.ending}, {"name", format.name}, {"shows", shows(format.kind)}});
  }
  return {{"trajectories", std::move(trajectories)}, {"drawings", std::move(drawings)}};
}

}  // namespace wend::cli
