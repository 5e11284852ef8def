#pragma once
#include "drawing.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

// The part of `wend render` that says what is drawn of the frames, and from where.
void add_plot_options(CLI::App&, RenderOptions&);

// Every complaint about them that needs no scene.
Result<void> check_plots(const RenderOptions&);

// One run of the scene: with --seeds and --sweep there are several, each a panel.
struct Run {
  std::string label;
  SceneOptions scene;
  std::optional<std::uint64_t> seed;
};
std::vector<Run> runs_of(const RenderOptions&);

Result<CameraOption> read_camera(std::string_view);       // "scene", "action", "follow:7", "follow:7:20", "0,0,10,5"
Result<io::Axis> read_axis(std::string_view);             // "x", "y", "0,0,10,0,3"
Result<io::Line> read_line(std::string_view);             // "0,-3,0,3"
Result<void> read_overlays(std::string_view, io::Overlays&);  // "mesh,visible": adds to what is there
Result<Sweep> read_sweep(std::string_view);               // "agents=20,40,80"

}  // namespace wend::cli
