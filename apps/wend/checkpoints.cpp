#include "checkpoints.hpp"

#include "console.hpp"
#include "core/walk.hpp"

#include <wend/io/checkpoint.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli {

namespace {

constexpr const char* section = "run/so_far";
constexpr const char* meetings_section = "run/meetings";  // files of 0.1 do not have it

constexpr auto of_files = [](auto& f, auto& walk) { walk(f.trajectories), walk(f.hashes), walk(f.every); };

constexpr auto of_meetings = [](auto& m, auto& walk) { walk(m.enters), walk(m.exits), walk(m.penetrations), walk(m.wall_waits), walk(m.swept); };

}  // namespace

void append_so_far(Bytes& checkpoint, const RunSoFar& run) {
  Saver out;
  const Bytes metrics = run.metrics.save();
  out(run.agent_steps), of_files(run.files, out), out(run.writer), out(run.checkpoint_every);
  out(std::uint64_t{metrics.size()});
  out.out.bytes().insert(out.out.bytes().end(), metrics.begin(), metrics.end());
  append_section(checkpoint, section, out.out.bytes());
  Saver meetings;
  of_meetings(run.meetings, meetings);
  append_section(checkpoint, meetings_section, meetings.out.bytes());
}

Result<RunSoFar> read_so_far(const Sections& checkpoint) {
  const Section* found = checkpoint.find(section);
  if (found == nullptr) return Error{Errc::invalid_value, "the checkpoint is not one of `wend run`", ""};
  RunSoFar run;
  Loader in{ByteReader(found->bytes)};
  in(run.agent_steps), of_files(run.files, in), in(run.writer), in(run.checkpoint_every);
  const auto metrics = in.in.take(in.in.u64());
  if (!in.in.good() || in.in.left() != 0) return Error{Errc::damaged, "what the run knew of itself is damaged", ""};
  if (auto ok = run.metrics.restore(metrics); !ok) return ok.error();
  if (const Section* meetings = checkpoint.find(meetings_section)) {
    Loader counts{ByteReader(meetings->bytes)};
    of_meetings(run.meetings, counts);
    if (!counts.in.good() || counts.in.left() != 0) return Error{Errc::damaged, "what the run knew of its meetings is damaged", ""};
  }
  return run;
}

Result<Checkpoints> Checkpoints::open(const CheckpointRequest& request, double dt, Say say) {
  Checkpoints all;
  all.path_ = request.path;
  all.say_ = std::move(say);
  all.every_ = request.every;
  if (!request.every) return all;
  const auto stride = stride_of("--checkpoint-every", *request.every, dt);
  if (!stride) return stride.error();
  all.stride_ = *stride;
  return all;
}

bool Checkpoints::due(const World& world) const {
  return !path_.empty() && stride_ > 0 && world.steps() % stride_ == 0;
}

void Checkpoints::save(scene::Scene& scene, const RunSoFar& so_far) {
  if (path_.empty()) return;
  const auto tell = [&](const std::string& text) {
    if (std::find(told_.begin(), told_.end(), text) != told_.end()) return;
    told_.push_back(text);
    if (say_) say_(text);
  };
  for (const std::string& variable : scene.changed_outside_state()) {
    tell(fmt::format("warning: a callback has changed {}; a resumed run will not know: keep it in `state`", variable));
  }
  auto bytes = scene.checkpoint();
  Result<void> done = bytes ? Result<void>() : Result<void>(bytes.error());
  if (bytes) {
    append_so_far(*bytes, so_far);
    done = io::save_checkpoint(path_, *bytes);
  }
  if (done) {
    ++saved_;
    return;
  }
  if (!problem_) problem_ = done.error();
  tell(fmt::format("no checkpoint: {}; the run goes on", done.error().text()));
}

}  // namespace wend::cli
