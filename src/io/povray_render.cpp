#include <wend/io/atomic_file.hpp>
#include <wend/io/povray.hpp>

#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "io/child.hpp"
#include "io/error.hpp"
#include "io/film_command.hpp"
#include "io/povray_scene.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

// Debian's POV-Ray reads below HOME and in the present folder only, so the film's folder is its home; the picture
// comes over its standard output.
Result<Bytes> picture(const fs::path& pov, const PovRender& r, std::uint64_t number) {
  const std::unique_ptr<std::FILE, CloseFile> output(std::tmpfile());
  if (!output) return system_error("make a temporary file for", r.output);
  const std::string folder = pov.parent_path().string();
  auto child = Child::start({.arguments = {r.program,
                                           "+I" + pov.string(),
                                           "+L" + folder,
                                           "+O-",
                                           "+FN",
                                           "+W" + number_text(r.pov.width),
                                           "+H" + number_text(r.pov.height),
                                           "+A0.15",
                                           "+AM2",
                                           "+R2",
                                           "-D",
                                           "-V",
                                           "-P",
                                           "-GR",
                                           "-GS",
                                           "-GD",
                                           "+WT1",
                                           "+K0",
                                           "+KFI" + number_text(number),
                                           "+KFF" + number_text(number)},
                             .path = r.output,
                             .package = "povray",
                             .output = output.get(),
                             .home = folder});
  if (!child) return child.error();
  if (auto done = child->finish(); !done) return done.error();
  struct stat file {};
  if (::fstat(::fileno(output.get()), &file) != 0) return system_error("read the picture for", r.output);
  Bytes bytes(static_cast<std::size_t>(file.st_size));
  std::rewind(output.get());
  if (bytes.empty() || std::fread(bytes.data(), 1, bytes.size(), output.get()) != bytes.size())
    return io_error("write", r.output, r.program + " made no picture " + number_text(number));
  return bytes;
}

// Pictures made by several threads and taken in order.
class Studio {
 public:
  Studio(fs::path pov, const PovRender& r) : pov_(std::move(pov)), render_(r) {
    const int processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const int jobs = r.jobs > 0 ? r.jobs : processors;
    ahead_ = static_cast<std::uint64_t>(2 * jobs);
    for (int i = 0; i < jobs; ++i) threads_.emplace_back([this] { work(); });
  }

  ~Studio() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    for (std::thread& t : threads_) t.join();
  }

  // Nothing yet: it takes longer.
  std::unique_ptr<Result<Bytes>> next() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(200), [&] { return ready_.contains(taken_ + 1); });
    const auto found = ready_.find(taken_ + 1);
    if (found == ready_.end()) return nullptr;
    auto result = std::move(found->second);
    ready_.erase(found);
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    return result;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stop_ || begun_ < taken_ + ahead_; });
      if (stop_ || begun_ == render_.pictures) return;
      const std::uint64_t number = ++begun_;
      lock.unlock();
      auto made =
          std::make_unique<Result<Bytes>>(guarded(render_.output, [&] { return picture(pov_, render_, number); }));
      lock.lock();
      ready_[number] = std::move(made);
      changed_.notify_all();
    }
  }

  fs::path pov_;
  const PovRender& render_;
  std::uint64_t begun_ = 0, taken_ = 0, ahead_ = 1;
  bool stop_ = false;
  std::map<std::uint64_t, std::unique_ptr<Result<Bytes>>> ready_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

Result<void> render(const std::string& path, const PovRender& r, const std::function<bool(std::uint64_t)>& go_on) {
  const auto kind = film_kind(r.output);
  if (!kind) return kind.error();
  if (*kind == FilmKind::gif)
    return Error{Errc::unsupported, "'" + r.output + "': POV-Ray films are .mp4 or .webm", ""};
  if (auto ok = check_range("jobs", r.jobs, 0, 1024, ""); !ok) return ok;
  if (r.pictures == 0) return Error{Errc::invalid_value, "pictures = 0, expected at least 1", ""};
  std::error_code problem;
  const fs::path pov = fs::canonical(path, problem);
  if (problem) return io_error("read", path, problem.message());

  auto pending = PendingFile::create(r.output);
  if (!pending) return pending.error();
  FilmOptions film = r.film;
  film.fps = r.pov.fps;
  auto encoder = Child::start({.arguments = film_command(film, *kind, FilmInput::png, pending->name()),
                               .path = r.output,
                               .package = "ffmpeg",
                               .patience = film.patience});
  if (!encoder) return encoder.error();
  {
    Studio studio(pov, r);
    for (std::uint64_t done = 0; done < r.pictures;) {
      if (!go_on(done)) return io_error("write", r.output, "it was stopped");
      const auto made = studio.next();
      if (!made) continue;
      if (!*made) return made->error();
      if (auto sent = encoder->send(**made); !sent) return sent;
      ++done;
    }
  }
  if (auto done = encoder->finish(); !done) return done;
  return pending->publish();
}

}  // namespace

Result<void> render_pov(const std::string& path, const PovRender& r, const std::function<bool(std::uint64_t)>& go_on) {
  return guarded(r.output, [&] { return render(path, r, go_on); });
}

}  // namespace wend::io
