#pragma once
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/result.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

enum class ColourBy : std::uint8_t { group, speed, weight };

// What a picture or film shows of the world. `action` frames everybody who is on the way; `follow` keeps an agent in
// the middle. In a film both move smoothly.
enum class CameraKind : std::uint8_t { scene, action, follow };

struct Camera {
  static constexpr double min_width = 0.5, max_width = 1e6;  // metres

  CameraKind kind = CameraKind::scene;
  std::int64_t agent = 0;  // to follow: its number in files, see file_id()
  double width = 12;       // metres across the picture when it follows; `action` does not come closer than half of it
  double seconds = 1.5;    // how long `action` takes to react
};

// What the environment layer knows, drawn over the crowd, and what the planning layer does, below it.
struct Overlays {
  static constexpr double min_radius = 0.01, max_radius = 1e4;  // metres

  bool mesh = false;        // the triangulation of the walls
  bool delaunay = false;    // the triangulation of agents and walls
  bool neighbours = false;  // who is near an agent
  bool visible = false;     // what an agent can see, whom it sees and who is hidden
  bool field = false;       // Frame::field: how far it is, and which way
  double radius = 4;        // of the disk about an agent
  std::optional<std::int64_t> agent{};  // the only one to draw that for, by its number in files; none: the followed one, or a few
  bool over_crowd() const { return mesh || delaunay || neighbours || visible; }
  bool any() const { return over_crowd() || field; }
};

// How a picture looks. The defaults make a good one.
struct Style {
  static constexpr int min_size = 64, max_size = 16384;  // pixels

  int width = 1280;
  int height = 720;
  std::optional<Box> view{};  // none: everything in the frame and the trails, with a margin
  Camera camera{};            // within the view
  Overlays overlays{};
  ColourBy colour = ColourBy::group;
  std::string title{};
  std::vector<std::string> group_names{};  // for the legend; "group 0", ... when missing
  double top_speed = 0;                    // end of the speed scale; 0: the fastest agent's
  bool dark = false;
  bool trails = true;
  bool headings = true;
  bool grid = true;
  bool scale_bar = true;
  bool time_stamp = true;
  bool legend = true;
};

// How long trails may be so that their lines cover no more than `trail_share` of the world in the picture; at least `shortest_trail` seconds.
constexpr double trail_share = 0.1, shortest_trail = 1;
WEND_API double trail_seconds(const Frame&, std::span<const Trail>, const Style&);

// The ending chooses the format: .png, .svg or .pdf. Equal frames give equal bytes.
WEND_API Result<void> draw_picture(const std::string& path, const Frame&, std::span<const Trail>, const Style& = {});

}  // namespace wend::io
