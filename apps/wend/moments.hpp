#pragma once
#include "options.hpp"
#include "progress.hpp"

#include <wend/base/sections.hpp>
#include <wend/io/frame.hpp>
#include <wend/world.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace wend::cli {

// What is known of a run and shared by all kinds of it.
struct MomentsInfo {
  std::string name;         // as typed
  std::string kind;         // "scene", "checkpoint", "trajectory" or "hashes"
  bool has_world = false;   // world() answers
  bool has_frames = false;  // frame() answers
  bool has_hashes = false;  // hash() answers
  bool has_steps = true;    // step() answers
  bool has_events = true;   // frames hold the events of their step
  bool velocities = true;   // frames hold them: files of before do not
  bool exact = true;        // frames are whole: some formats hold agents only
  bool single = false;      // one moment, not a whole run
};

// A run, moment by moment, for `wend diff`: a scene that runs, or a file.
class Moments {
 public:
  virtual ~Moments() = default;
  const MomentsInfo& info() const { return info_; }
  virtual Result<bool> advance() = 0;  // to the first moment, then to the next; false: there is none
  std::uint64_t step() const { return step_; }
  double time() const { return time_; }  // not of hashes
  double share() const { return share_; }  // of the way to the end, as far as it is known
  virtual const World* world() const { return nullptr; }
  virtual Result<io::Frame> frame() { return Error{Errc::invalid_value, info_.name + " holds no frames", "diff"}; }
  virtual StateHash hash() const { return {}; }
  virtual std::uint64_t agents() const { return 0; }  // ever seen
  virtual const Bytes* checkpoint() const { return nullptr; }

 protected:
  MomentsInfo info_;
  std::uint64_t step_ = 0;
  double time_ = 0;
  double share_ = 0;
};

// Finds out what `o.scene` names and opens it.
Result<std::unique_ptr<Moments>> open_moments(const SceneOptions& o, Progress&);

}  // namespace wend::cli
