#pragma once
#include "console.hpp"
#include "options.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "scene_text.hpp"

#include <wend/analysis/portrait.hpp>
#include <wend/io/plot.hpp>
#include <wend/scene.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wend::cli {

// Parts of `wend explain`: one decision, its fixed points over a parameter, and the routes from many starts.

// "d0=0.5..3:26": so many values, both ends among them.
struct ValueRange {
  std::string name;
  double from = 0, to = 0;
  std::size_t count = 0;  // 0: not given
  double at(std::size_t i) const { return i + 1 >= count ? to : from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1); }
};

struct ExplainOptions {
  SceneOptions scene;
  std::vector<std::string> outputs;
  std::optional<std::int64_t> agent;
  std::optional<double> at;
  std::optional<ValueRange> sweep;
  bool map = false;
  std::string map_text;
  std::optional<Size> cells;
  std::optional<Size> size;
  std::string title;
  bool dark = false, json = false, quiet = false;
};

// What is said, in every form it has.
struct Explanation {
  std::string table;
  Json json;
  io::PlotSheet sheet;
};

Error explain_error(std::string message);

// The agent that is meant, and whether it is there.
Result<AgentId> agent_meant(const ExplainOptions&, const scene::Scene&);
Result<scene::Scene> scene_at(const ExplainOptions&, const SceneOptions&, double time, Progress&, bool tell);

// Names a person finds again: "disc 3", "agent 7", "the target".
std::string body_name(BodyKind, std::uint64_t id);
Json explain_head(const ExplainOptions&, const scene::Scene&, const AgentState&);
std::string explain_title(const ExplainOptions&, const scene::Scene&);
// All bodies, targets and this agent, in this colour, in a chart in metres.
void draw_place(io::Plot&, const World&, const AgentState&, int colour);
Json number_or_null(double);

Result<ValueRange> read_range(std::string_view text);

Result<Explanation> explain_moment(const ExplainOptions&, Progress&, const Paint&);
Result<Explanation> explain_sweep(const ExplainOptions&, Progress&, const Paint&);
Result<Explanation> explain_map(const ExplainOptions&, Progress&, const Paint&);

}  // namespace wend::cli
