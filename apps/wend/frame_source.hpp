#pragma once
#include "options.hpp"
#include "progress.hpp"

#include <wend/io/picture.hpp>
#include <wend/runner.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

// What is known before the first frame.
struct SourceInfo {
  std::string name;                      // the scene or file
  std::string title;
  double step = 0;                       // time between two frames, s
  double duration = 0;                   // no frame comes after this time, s
  double top_speed = 0;                  // m/s; 0: not known
  std::optional<io::Box> view;           // as the author wants it
  std::string colour;                    // "speed", "group", "weight" or empty
  std::vector<std::string> group_names;  // may be shorter than the groups are many
};

// Where frames come from: a scene that runs while it is drawn, or a file that was written earlier.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  const SourceInfo& info() const { return info_; }
  virtual Result<bool> advance() = 0;  // to the first frame, then to the next; false: there is none
  virtual bool may_gain_agents() const = 0;  // could one come who is not in the first frame?
  virtual double time() const = 0;     // of the frame it stands on
  virtual Result<io::Frame> frame() = 0;
  // From now on frames hold the field that this agent (its number in files) asks, or the one that most do.
  virtual Result<void> show_field(std::optional<std::int64_t> agent) = 0;
  virtual std::uint64_t agent_steps() const = 0;           // worked or read so far
  virtual std::optional<std::uint64_t> hash() const = 0;  // of the state, where it is known

 protected:
  SourceInfo info_;
};

// Opens what the user named; `seed` wins over the options.
Result<std::unique_ptr<FrameSource>> open_source(const SceneOptions&, std::optional<std::uint64_t> seed,
                                                 std::function<void(std::string_view)> log, Progress&);

}  // namespace wend::cli
