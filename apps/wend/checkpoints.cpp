#include "checkpoints.hpp"

#include "console.hpp"

#include <wend/io/checkpoint.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

namespace wend::cli {

namespace {

constexpr const char* section = "run/so_far";
constexpr const char* meetings_section = "run/meetings";  // files of 0.1 do not have it

// Values as our sections hold them: numbers little-endian in eight bytes, texts and lists behind their size.
class ValueWriter {
 public:
  void operator()(std::uint64_t v) {
    for (int i = 0; i < 64; i += 8) bytes.push_back(static_cast<std::byte>((v >> i) & 0xff));
  }
  void operator()(const std::string& text) {
    (*this)(std::uint64_t{text.size()});
    append(std::as_bytes(std::span(text)));
  }
  void operator()(const std::vector<std::string>& texts) {
    (*this)(std::uint64_t{texts.size()});
    for (const std::string& text : texts) (*this)(text);
  }
  void operator()(const std::optional<double>& v) {
    bytes.push_back(static_cast<std::byte>(v ? 1 : 0));
    (*this)(std::bit_cast<std::uint64_t>(v.value_or(0)));
  }
  void append(std::span<const std::byte> more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

  Bytes bytes;
};

// Reading past the end gives nothing and whole() is false; no text or list grows larger than the bytes left.
class ValueReader {
 public:
  explicit ValueReader(std::span<const std::byte> bytes) : left_(bytes) {}
  void operator()(std::uint64_t& v) {
    v = 0;
    int shift = 0;
    for (const std::byte b : take(8)) v |= std::to_integer<std::uint64_t>(b) << shift, shift += 8;
  }
  void operator()(std::string& text) {
    const auto bytes = take(size());
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void operator()(std::vector<std::string>& texts) {
    texts.clear();
    for (std::uint64_t n = size(); n > 0 && good_; --n) (*this)(texts.emplace_back());
  }
  void operator()(std::optional<double>& v) {
    const auto there = take(1);
    std::uint64_t bits = 0;
    (*this)(bits);
    v.reset();
    if (good_ && there[0] != std::byte{0}) v = std::bit_cast<double>(bits);
  }
  std::uint64_t size() {
    std::uint64_t n = 0;
    (*this)(n);
    return n;
  }
  std::span<const std::byte> take(std::uint64_t count) {
    if (count > left_.size()) return good_ = false, std::span<const std::byte>();
    const auto part = left_.first(static_cast<std::size_t>(count));
    left_ = left_.subspan(part.size());
    return part;
  }
  bool whole() const { return good_ && left_.empty(); }

 private:
  std::span<const std::byte> left_;
  bool good_ = true;
};

constexpr auto of_files = [](auto& f, auto& walk) { walk(f.trajectories), walk(f.hashes), walk(f.every); };

constexpr auto of_meetings = [](auto& m, auto& walk) { walk(m.enters), walk(m.exits), walk(m.penetrations), walk(m.wall_waits), walk(m.swept); };

}  // namespace

void append_so_far(Bytes& checkpoint, const RunSoFar& run) {
  ValueWriter out;
  const Bytes metrics = run.metrics.save();
  out(run.agent_steps), of_files(run.files, out), out(run.writer), out(run.checkpoint_every);
  out(std::uint64_t{metrics.size()});
  out.append(metrics);
  append_section(checkpoint, section, out.bytes);
  ValueWriter meetings;
  of_meetings(run.meetings, meetings);
  append_section(checkpoint, meetings_section, meetings.bytes);
}

Result<RunSoFar> read_so_far(const Sections& checkpoint) {
  const Section* found = checkpoint.find(section);
  if (found == nullptr) return Error{Errc::invalid_value, "the checkpoint is not one of `wend run`", ""};
  RunSoFar run;
  ValueReader in(found->bytes);
  in(run.agent_steps), of_files(run.files, in), in(run.writer), in(run.checkpoint_every);
  const auto metrics = in.take(in.size());
  if (!in.whole()) return Error{Errc::damaged, "what the run knew of itself is damaged", ""};
  if (auto ok = run.metrics.restore(metrics); !ok) return ok.error();
  if (const Section* meetings = checkpoint.find(meetings_section)) {
    ValueReader counts(meetings->bytes);
    of_meetings(run.meetings, counts);
    if (!counts.whole()) return Error{Errc::damaged, "what the run knew of its meetings is damaged", ""};
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
