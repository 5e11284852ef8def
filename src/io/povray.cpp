#include <wend/io/atomic_file.hpp>
#include <wend/io/povray.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include "core/text.hpp"
#include "io/beat.hpp"
#include "io/drawable.hpp"
#include "io/error.hpp"
#include "io/jump.hpp"
#include "io/povray_scene.hpp"
#include "io/stepwise.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"
#include "io/viewport.hpp"

namespace wend::io {

namespace fs = std::filesystem;

namespace {

// Only what a film of ours leaves there may be replaced.
bool is_film_folder(const fs::path& folder) {
  std::ifstream scene(folder / "scene.inc");
  std::string line;
  if (!std::getline(scene, line) || line + "\n" != pov_first_line) return false;
  std::error_code problem;
  for (fs::directory_iterator i(folder, problem), end; !problem && i != end; i.increment(problem)) {
    if (i->path().extension() != ".inc" || !i->is_regular_file()) return false;
  }
  return !problem;
}

// Puts a folder in its place; one that is there comes out under the other name.
bool swap_folders(const fs::path& aside, const fs::path& place, bool replaces) {
  const unsigned flags = replaces ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, place.c_str(), flags) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  if (!replaces) return ::rename(aside.c_str(), place.c_str()) == 0;
  const std::string between = aside.string() + "-old";  // a file system that cannot do it in one move
  return ::rename(place.c_str(), between.c_str()) == 0 && ::rename(aside.c_str(), place.c_str()) == 0 &&
         ::rename(between.c_str(), aside.c_str()) == 0;
}

Result<void> check_options(const PovOptions& o) {
  Style style;
  style.width = o.width;
  style.height = o.height;
  style.view = o.view;
  if (auto ok = check_style(style); !ok) return ok;
  if (auto ok = check_range("fps", o.fps, 1, 240, ""); !ok) return ok;
  if (auto ok = check_range("speed", o.speed, 1e-3, 1e4, ""); !ok) return ok;
  if (auto ok = check_range("wall_height", o.wall_height, 0.1, 100, " m"); !ok) return ok;
  if (auto ok = check_range("from_deg", o.from_deg, -360, 360, ""); !ok) return ok;
  if (auto ok = check_range("height_deg", o.height_deg, 5, 89, ""); !ok) return ok;
  return check_range("orbit_deg", o.orbit_deg, -360, 360, "");
}

}  // namespace

struct PovFilm::Impl : Stepwise {
  AtomicFile front;  // film.pov, which comes last
  std::string name;  // "film" of "runs/film.pov"
  fs::path folder, aside;
  PovOptions options;
  Beat beat;
  std::optional<Box> view;
  struct Walk {
    AgentState dot;
    double metres = 0;
    std::uint64_t picture = 0;
  };
  std::map<AgentId, Walk> walks;
  std::string still;  // the bodies that stay, as last written
  std::uint64_t stills = 0;

  Impl(AtomicFile f, const std::string& p, const PovOptions& o)
      : Stepwise(p), front(std::move(f)), options(o), beat(o.fps, o.speed) {}

  void remove_file() override {
    front.discard();
    std::error_code ignored;
    if (!aside.empty()) fs::remove_all(aside, ignored);
  }

  std::string folder_name() const { return name + "_pov"; }

  Result<void> make_folder() {
    std::error_code problem;
    if (fs::exists(folder) && !(fs::is_directory(folder) && is_film_folder(folder)))
      return io_error("write", folder.string(), "it exists and is not a film of ours");
    const fs::path mine = folder.string() + ".partial-" + number_text(::getpid());
    if (is_film_folder(mine) || fs::is_empty(mine, problem)) fs::remove_all(mine, problem);  // of a killed process
    problem.clear();
    if (!fs::create_directory(mine, problem))
      return io_error("create", mine.string(), problem ? problem.message() : "it exists");
    aside = mine;
    // From now on it can be told from a folder of somebody else's.
    return write_file((aside / "scene.inc").string(), std::string(pov_first_line));
  }

  double walked(const AgentState& dot) {
    Walk& walk = walks[dot.id];
    const double passed = options.speed / options.fps;
    if (walk.picture + 1 == beat.count() && !jumps(walk.dot.at.xy(), dot.at.xy(), walk.dot, dot, passed))
      walk.metres += norm(dot.at - walk.dot.at);
    walk.dot = dot;
    walk.picture = beat.count();
    return walk.metres;
  }

  Result<void> draw(const Frame& frame) {
    if (!view) view = options.view ? *options.view : auto_box(frame, {});
    const std::uint64_t picture = beat.count();
    if (picture > 999999) return Error{Errc::limit, "a .pov film has at most 999999 pictures", ""};
    std::string now, stays;
    for (const BodyShape& b : frame.bodies) {
      (b.motion == BodyMotion::fixed ? stays : now) += pov_body(b, options.wall_height);
    }
    if (stills == 0 || stays != still) {
      ++stills;
      still = stays;
      if (auto ok = write_file((aside / concat("bodies", stills, ".inc")).string(), still); !ok) return ok;
    }
    std::string text = concat("// ", fixed_text(frame.time, 3), " s\n");
    text += pov_camera(options, *view,
                       options.from_deg + options.orbit_deg * static_cast<double>(picture - 1) / options.fps);
    text += concat("#include \"", folder_name(), "/bodies", stills, ".inc\"\n", now);
    for (const TargetMark& t : frame.targets) text += pov_target(t);
    for (const AgentState& dot : frame.agents) text += pov_person(dot, walked(dot));
    return write_file((aside / (pov_number(picture) + ".inc")).string(), text);
  }

  // The folder first, in one move; then the two files that need it.
  Result<void> publish() {
    if (beat.count() == 0) return io_error("write", path(), "a film needs at least one frame");
    if (auto ok = write_file((aside / "scene.inc").string(), pov_scene(folder_name(), beat.count())); !ok) return ok;
    const bool replaces = fs::exists(folder);
    if (!swap_folders(aside, folder, replaces)) return system_error("rename to", folder.string());
    if (!replaces) aside.clear();
    const std::string ini = (folder.parent_path() / (name + ".ini")).string();
    auto done = write_file(ini, pov_ini(name, options, beat.count()));
    if (done) done = front.write(pov_front(folder_name()));
    if (done) done = front.commit();
    std::error_code ignored;
    if (!done && !front.published()) {  // back to how it was
      if (replaces) {
        swap_folders(aside, folder, true);
      } else {
        fs::remove_all(folder, ignored);
        fs::remove(ini, ignored);
      }
    }
    if (!aside.empty()) fs::remove_all(aside, ignored);
    aside.clear();
    return done;
  }
};

PovFilm::PovFilm(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PovFilm::PovFilm(PovFilm&&) noexcept = default;
PovFilm& PovFilm::operator=(PovFilm&&) noexcept = default;

PovFilm::~PovFilm() {
  if (impl_) abandon();
}

Result<PovFilm> PovFilm::open(const std::string& path, const PovOptions& options) {
  return guarded(path, [&]() -> Result<PovFilm> {
    if (file_ending(path) != ".pov") return wrong_ending(path, ".pov");
    if (auto ok = check_options(options); !ok) return ok.error();
    const fs::path whole(path);
    const std::string name = whole.stem().string();
    const auto odd = [](char c) { return c == '"' || c == '\\' || c == '%' || c < ' ' || c > '~'; };
    if (name.empty() || std::any_of(name.begin(), name.end(), odd))
      return Error{Errc::invalid_value, "'" + path + "': POV-Ray needs a plain name: letters, digits, - and _", ""};
    auto front = AtomicFile::create(path);
    if (!front) return front.error();
    auto impl = std::make_unique<Impl>(std::move(*front), path, options);
    impl->name = name;
    impl->folder = whole.parent_path() / impl->folder_name();
    if (auto ok = impl->step([&] { return impl->make_folder(); }); !ok) return ok.error();
    return PovFilm(std::move(impl));
  });
}

Result<void> PovFilm::add_step(const Frame& frame) {
  return impl_->step(
      [&] { return impl_->beat.add(drawable(frame), [&](const Frame& now) { return impl_->draw(now); }); });
}

Result<void> PovFilm::close() {
  return impl_->last_step("it is already closed", [&] { return impl_->publish(); });
}

void PovFilm::abandon() { impl_->give_up(); }

std::uint64_t PovFilm::pictures() const { return impl_->beat.count(); }

}  // namespace wend::io
