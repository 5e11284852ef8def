#pragma once
#include "checkpoints.hpp"
#include "options.hpp"
#include "output_files.hpp"
#include "progress.hpp"
#include "scene_text.hpp"
#include "simulate.hpp"

#include <functional>
#include <limits>
#include <optional>

namespace wend::cli {

struct Paint;

// What `wend run` and `wend resume` share: a scene goes on to its end, and people and programs are told.

struct RunOptions {
  SceneOptions scene;
  OutputRequest files;
  CheckpointRequest checkpoint;
  std::optional<SeedRange> seeds;
  bool json = false;
  bool per_agent = false;
  bool strict = false;
  bool quiet = false;

  std::uint64_t agent_reports() const {
    if (per_agent) return std::numeric_limits<std::uint64_t>::max();
    return json && !seeds ? usual_agent_reports : 0;
  }
};

void add_output_options(CLI::App&, const std::shared_ptr<RunOptions>&);

// An Error before the first step: told to people and, with --json, to programs.
int refuse(const RunOptions&, const Error&, int code);
int refuse(const RunOptions&, const Error&);  // with the code that goes with it
// The table goes where people read: aside when standard output belongs to a program.
bool show(const RunOptions&, const Json&, const std::function<std::string(const Paint&, int)>& table);

Result<void> check_request(const RunOptions&);
// `files` are open and fields made already; gives the exit code.
int run_scene(const RunOptions&, scene::Scene&, OutputFiles files, Progress&, std::optional<RunSoFar> before);

}  // namespace wend::cli
