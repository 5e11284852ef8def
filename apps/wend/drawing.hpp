#pragma once
#include "frame_source.hpp"
#include "output_files.hpp"

#include <wend/io/drawing_format.hpp>
#include <wend/io/plots.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wend::cli {

// --camera: a camera within the scene's view, or a box instead of it.
struct CameraOption {
  io::Camera camera;
  std::optional<io::Box> box;
};

// --sweep: a param of the scene and the values it takes.
struct Sweep {
  std::string name;
  std::vector<std::string> values;
};

struct RenderOptions {
  SceneOptions scene;
  std::vector<std::string> outputs;
  Size size{1280, 720};
  std::optional<double> fps, speed, from, to, at, trails, orbit, camera_height;
  std::optional<int> supersample;
  std::string show = "crowd", colour, title;
  std::optional<CameraOption> camera;
  io::Overlays overlays;
  std::optional<double> overlay_radius;
  std::optional<io::Axis> axis;
  std::optional<io::Line> line;
  std::optional<double> bandwidth, window;
  std::optional<SeedRange> seeds;
  std::optional<Sweep> sweep;
  bool dark = false, no_legend = false, no_grid = false, quiet = false, json = false;
  bool render = false;  // let POV-Ray make a film of a .pov
};

// Something made of the frames of a run; its ending says what.
class Drawing {
 public:
  virtual ~Drawing() = default;  // what is not finished disappears
  virtual void begin_run(const std::string& /*label*/) {}  // before the frames of each run
  virtual bool wants(double time) const = 0;
  virtual double last_moment(double duration) const = 0;  // nothing after it is wanted
  virtual Result<void> take(const io::Frame&) = 0;
  virtual void know_groups(const std::vector<std::string>& /*names*/) {}  // at the end: callbacks may have named some
  virtual Result<std::vector<WrittenFile>> finish() = 0;
  virtual std::uint64_t pictures() const = 0;  // drawn so far
};

// The kinds of file `wend render` makes: a moment, or a stretch of time.
bool is_picture(const std::string& path);
bool is_film(const std::string& path);

// For messages: ".png, .svg or .pdf".
std::string picture_endings();

Result<std::unique_ptr<Drawing>> open_drawing(const std::string& path, const RenderOptions&, const SourceInfo&);

io::Style style_of(const RenderOptions&, const SourceInfo&);

}  // namespace wend::cli
