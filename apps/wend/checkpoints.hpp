#pragma once
#include "meetings.hpp"
#include "output_files.hpp"

#include <wend/analysis/metrics.hpp>
#include <wend/scene.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace wend::cli {

struct CheckpointRequest {
  std::string path;             // empty: none
  std::optional<double> every;  // simulated seconds; none: only the end
};

constexpr double usual_checkpoint_interval = 10;  // simulated seconds

// What a run knows beside its scene; saved with it.
struct RunSoFar {
  Metrics metrics;
  std::uint64_t agent_steps = 0;
  Meetings meetings;
  OutputRequest files;
  std::uint64_t writer = 0;  // process that was writing the files
  std::optional<double> checkpoint_every;
};

void append_so_far(Bytes& checkpoint, const RunSoFar&);
Result<RunSoFar> read_so_far(const Sections& checkpoint);

// Saves a run every now and then. A checkpoint that cannot be written is told once; the run goes on without.
class Checkpoints {
 public:
  using Say = std::function<void(std::string_view)>;
  static Result<Checkpoints> open(const CheckpointRequest&, double dt, Say say);

  bool due(const World&) const;
  // `so_far` is asked only when something is saved.
  void save(scene::Scene&, const RunSoFar& so_far);
  const std::string& path() const { return path_; }
  std::optional<double> every() const { return every_; }
  std::uint64_t saved() const { return saved_; }
  const std::optional<Error>& problem() const { return problem_; }

 private:
  std::string path_;
  std::optional<double> every_;
  std::uint64_t stride_ = 0;  // steps; 0: only the end
  Say say_;
  std::uint64_t saved_ = 0;
  std::optional<Error> problem_;
  std::vector<std::string> told_;
};

}  // namespace wend::cli
