#include "plot_options.hpp"

#include <wend/io/plots.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace wend::cli {

namespace {

constexpr double far = 1e9;  // m

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.emplace_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// So many numbers with commas between them.
Result<std::vector<double>> read_list(std::string_view text, std::size_t count, const std::string& expected) {
  const std::vector<std::string> parts = split(text, ',');
  std::vector<double> values;
  for (const std::string& part : parts) {
    const auto value = read_number(part, -far, far, "m");
    if (!value || parts.size() != count)
      return Error{Errc::invalid_value, fmt::format("'{}', expected {}", text, expected), ""};
    values.push_back(*value);
  }
  return values;
}

template <class T>
void add_value(CLI::App& app, const std::string& name, const char* type, const std::string& help, T& to,
               auto (*read)(std::string_view)) {
  add_text(app, name, type, help, [&to, read](const std::string& text) -> Result<void> {
    auto value = read(text);
    if (!value) return value.error();
    to = std::move(*value);
    return {};
  });
}

Error excluded(const std::string& message) { return {Errc::invalid_value, message, "render"}; }

Result<void> check_overlays(const RenderOptions& o) {
  if (o.overlays.any()) {
    if (o.show != "crowd") return excluded("--overlay is for --show crowd");
    for (const std::string& path : o.outputs) {
      const std::vector<std::string> flat = io::drawing_endings({io::DrawingKind::picture, io::DrawingKind::film});
      if (std::find(flat.begin(), flat.end(), file_ending(path)) == flat.end())
        return excluded(fmt::format("-o '{}': --overlay is for {}", path, io::either_of(flat)));
    }
  }
  const bool about_somebody = o.overlays.neighbours || o.overlays.visible;
  if (o.overlay_radius && !about_somebody) return excluded("--overlay-radius is for --overlay neighbours and visible");
  if (o.overlays.agent && !about_somebody && !o.overlays.field)
    return excluded("--overlay-agent is for --overlay neighbours, visible and field");
  return {};
}

}  // namespace

Result<CameraOption> read_camera(std::string_view text) {
  CameraOption camera;
  if (text == "scene") return camera;
  if (text == "action") {
    camera.camera.kind = io::CameraKind::action;
    return camera;
  }
  const std::string expected = "scene, action, follow:ID, follow:ID:METRES or x0,y0,x1,y1";
  if (text.starts_with("follow")) {
    const std::vector<std::string> parts = split(text, ':');
    camera.camera.kind = io::CameraKind::follow;
    const auto id = parts.size() == 2 || parts.size() == 3 ? read_whole(parts[1], 0, INT64_MAX)
                                                          : Result<std::uint64_t>(Error{});
    if (!id || parts[0] != "follow")
      return Error{Errc::invalid_value, fmt::format("'{}', expected {}", text, expected), ""};
    camera.camera.agent = static_cast<std::int64_t>(*id);
    if (parts.size() == 3) {
      const auto width = read_number(parts[2], io::Camera::min_width, io::Camera::max_width, "m");
      if (!width) return width.error();
      camera.camera.width = *width;
    }
    return camera;
  }
  const auto box = read_list(text, 4, expected);
  if (!box) return box.error();
  camera.box = io::Box{{(*box)[0], (*box)[1]}, {(*box)[2], (*box)[3]}};
  if (camera.box->low.x < camera.box->high.x && camera.box->low.y < camera.box->high.y) return camera;
  return Error{Errc::invalid_value, fmt::format("'{}', expected x0,y0,x1,y1 with x0 < x1 and y0 < y1", text), ""};
}

Result<io::Axis> read_axis(std::string_view text) {
  if (text == "x") return io::Axis{};
  if (text == "y") return io::Axis{.from = {0, 0}, .to = {0, 1}, .width = 0, .endless = true, .name = "y"};
  const auto values = read_list(text, 5, "x, y or x1,y1,x2,y2,width");
  if (!values) return values.error();
  const std::vector<double>& v = *values;
  if ((v[0] == v[2] && v[1] == v[3]) || !(v[4] > 0 && v[4] <= io::Axis::max_width)) {
    return Error{Errc::invalid_value,
                 fmt::format("'{}', expected x1,y1,x2,y2,width: two different points and a width up to {} m", text,
                             fixed(io::Axis::max_width, 0)),
                 ""};
  }
  return io::Axis{.from = {v[0], v[1]}, .to = {v[2], v[3]}, .width = v[4], .endless = false, .name = "along the line"};
}

Result<io::Line> read_line(std::string_view text) {
  const auto values = read_list(text, 4, "x1,y1,x2,y2");
  if (!values) return values.error();
  const io::Line line{{(*values)[0], (*values)[1]}, {(*values)[2], (*values)[3]}};
  if (line.from == line.to)
    return Error{Errc::invalid_value, fmt::format("'{}', expected x1,y1,x2,y2: two different points", text), ""};
  return line;
}

Result<Sweep> read_sweep(std::string_view text) {
  const std::size_t equals = text.find('=');
  Sweep sweep;
  if (equals != text.npos && equals > 0) {
    sweep.name = text.substr(0, equals);
    sweep.values = split(text.substr(equals + 1), ',');
  }
  const bool empty = std::any_of(sweep.values.begin(), sweep.values.end(), [](const auto& v) { return v.empty(); });
  if (sweep.values.empty() || empty || sweep.values.size() > io::max_panels) {
    return Error{Errc::invalid_value,
                 fmt::format("'{}', expected name=a,b,c with 1 .. {} values, such as agents=20,40,80", text,
                             io::max_panels),
                 ""};
  }
  return sweep;
}

Result<void> read_overlays(std::string_view text, io::Overlays& to) {
  const std::pair<const char*, bool*> words[] = {
      {"mesh", &to.mesh}, {"delaunay", &to.delaunay}, {"neighbours", &to.neighbours}, {"visible", &to.visible}, {"field", &to.field}};
  std::vector<std::string> known;
  for (const auto& [word, flag] : words) known.push_back(word);
  for (const std::string& part : split(text, ',')) {
    const auto found = std::find(known.begin(), known.end(), part);
    if (found == known.end()) {
      return Error{Errc::unknown_name,
                   fmt::format("'{}', expected some of {}, with commas between{}", part, fmt::join(known, ", "), did_you_mean(part, known)), ""};
    }
    *words[found - known.begin()].second = true;
  }
  return {};
}

void add_plot_options(CLI::App& app, RenderOptions& o) {
  add_choice(app, "--show", o.show, {"crowd", "density", "speed", "space-time", "series"},
             "what a picture shows: the crowd (default), heat maps of density or speed, positions over time, or curves");
  add_value(app, "--camera", "VIEW", "scene (default), action, follow:ID[:METRES] or a box x0,y0,x1,y1", o.camera,
            read_camera);
  add_text(app, "--overlay", "WORDS", "over the crowd: mesh, delaunay, neighbours, visible; below it: field; with commas between",
           [&o](const std::string& text) { return read_overlays(text, o.overlays); });
  add_number(app, "--overlay-radius", o.overlay_radius, io::Overlays::min_radius, io::Overlays::max_radius, "m", "M",
             "of the disk in which an agent has neighbours and sees (default 4)");
  add_text(app, "--overlay-agent", "ID", "the one whose neighbours, sight and field are drawn (default: the followed one, or a few; the field most ask)",
           [&o](const std::string& text) -> Result<void> {
             auto id = read_whole(text, 0, INT64_MAX);
             if (!id) return id.error();
             o.overlays.agent = static_cast<std::int64_t>(*id);
             return {};
           });
  add_number(app, "--bandwidth", o.bandwidth, io::HeatMap::min_bandwidth, io::HeatMap::max_bandwidth, "m", "M",
             "of the Gaussian of a heat map (default 0.5)");
  add_value(app, "--axis", "AXIS", "of space-time: x (default), y, or along a line x1,y1,x2,y2,width", o.axis, read_axis);
  add_value(app, "--line", "LINE", "x1,y1,x2,y2: series also counts who crosses it", o.line, read_line);
  add_number(app, "--window", o.window, 0.01, 1e6, "s", "S", "over which series averages what it counts (default 5)");
  add_value(app, "--seeds", "A..B", "a panel for each seed", o.seeds, read_seeds);
  add_value(app, "--sweep", "NAME=A,B,C", "a panel for each value of a scene's param", o.sweep, read_sweep);
}

Result<void> check_plots(const RenderOptions& o) {
  const bool crowd = o.show == "crowd", heat = o.show == "density" || o.show == "speed";
  for (const std::string& path : o.outputs) {
    if (!crowd && !is_picture(path))
      return excluded(fmt::format("-o '{}': --show {} is for {}", path, o.show, picture_endings()));
    if ((o.seeds || o.sweep) && !is_picture(path))
      return excluded(fmt::format("-o '{}': --seeds and --sweep are for {}", path, picture_endings()));
  }
  if (o.bandwidth && !heat) return excluded("--bandwidth is for --show density and speed");
  if (auto ok = check_overlays(o); !ok) return ok;
  if (o.axis && o.show != "space-time") return excluded("--axis is for --show space-time");
  if (o.line && o.show != "series") return excluded("--line is for --show series");
  if (o.window && o.show != "series") return excluded("--window is for --show series");
  if (o.camera && !crowd && !heat) return excluded("--camera is for --show crowd, density and speed");
  if (o.at && !crowd && !heat) return excluded(fmt::format("--at is a moment; --show {} has --from and --to", o.show));
  if (o.at && heat && (o.from || o.to)) return excluded("--at shows a moment, --from and --to a mean: give one of them");
  if (!o.seeds && !o.sweep) return {};
  if (!crowd && !heat) return excluded("--seeds and --sweep are for --show crowd, density and speed");
  if (o.camera && o.camera->camera.kind != io::CameraKind::scene)
    return excluded("--camera: the panels of --seeds and --sweep share one view, expected scene or x0,y0,x1,y1");
  if (o.seeds && o.sweep) return excluded("--seeds and --sweep exclude each other");
  if (o.seeds && o.scene.seed) return excluded("--seed and --seeds exclude each other");
  if (o.seeds && o.seeds->count() > io::max_panels)
    return excluded(fmt::format("--seeds: {} panels, expected 1 .. {}", o.seeds->count(), io::max_panels));
  for (const auto& [name, value] : o.scene.sets) {
    if (o.sweep && name == o.sweep->name) return excluded(fmt::format("--set and --sweep both give '{}'", name));
  }
  return {};
}

std::vector<Run> runs_of(const RenderOptions& o) {
  std::vector<Run> runs;
  if (o.seeds) {
    for (std::uint64_t seed = o.seeds->first; runs.size() < o.seeds->count(); ++seed)
      runs.push_back({fmt::format("seed {}", seed), o.scene, seed});
  } else if (o.sweep) {
    for (const std::string& value : o.sweep->values) {
      runs.push_back({fmt::format("{} = {}", o.sweep->name, value), o.scene, {}});
      runs.back().scene.sets.emplace_back(o.sweep->name, value);
    }
  } else {
    runs.push_back({"", o.scene, {}});
  }
  return runs;
}

}  // namespace wend::cli
