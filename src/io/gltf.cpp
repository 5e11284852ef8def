#include <wend/io/atomic_file.hpp>
#include <wend/io/gltf.hpp>
#include <wend/version.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "core/text.hpp"
#include "io/colours.hpp"
#include "io/drawable.hpp"
#include "io/error.hpp"
#include "io/glb.hpp"
#include "io/jump.hpp"
#include "io/stepwise.hpp"
#include "io/style_check.hpp"
#include "io/text.hpp"
#include "io/track.hpp"
#include "io/walkable.hpp"

namespace wend::io {

namespace {

// Something that may move, turn, appear and leave.
struct Actor {
  Track<2> place;
  Track<1> heading;
  std::vector<std::pair<double, bool>> shown;  // from then on
  AgentState dot{};                              // an agent, as it was last
  BodyShape body{};                            // a body, as it was first
  TargetMark mark{};                           // a target, as it was first
  std::uint64_t frame = 0;                     // in which it was last

  bool is_still() const { return place.keys().size() == 1 && heading.keys().size() == 1 && shown.size() == 1; }
};

template <class Id>
using Cast = std::map<Id, Actor>;

double linear(double screen) { return screen <= 0.04045 ? screen / 12.92 : std::pow((screen + 0.055) / 1.055, 2.4); }

Vec2 middle(const BodyShape& b) { return b.kind == BodyKind::disc ? b.at : 0.5 * (b.at + b.to); }

double direction(const BodyShape& b) {
  return b.kind == BodyKind::disc || b.at == b.to ? 0 : std::atan2(b.to.y - b.at.y, b.to.x - b.at.x);
}

Vec2 anchor(const TargetMark& t) { return t.shape == TargetShape::polygon && !t.polygon.empty() ? t.polygon[0] : t.at; }

double height_of(const BodyShape& b, const GltfOptions& o) {
  if (b.kind == BodyKind::wall) return o.wall_height;
  if (b.motion != BodyMotion::fixed) return 1;
  return b.radius > 0.8 ? 0.6 : 2.4;  // wide: a basin or a bed; slim: a column
}

// Around its middle, along +x, or where it stands.
Mesh solid(const BodyShape& b, const GltfOptions& o, bool in_place) {
  const double radius = std::max(b.radius, b.kind == BodyKind::wall ? 0.05 : 0.02);
  const double half = b.kind == BodyKind::disc ? 0 : 0.5 * norm(b.to - b.at);
  Vec2 from{-half, 0}, to{half, 0};
  if (in_place) from = b.at, to = b.kind == BodyKind::disc ? b.at : b.to;
  return column(capsule_contour(from, to, radius), height_of(b, o));
}

Mesh flat(const TargetMark& t, bool in_place) {
  const double radius = std::max(t.radius, 0.1);
  Contour outline = t.shape == TargetShape::segment   ? capsule_contour(t.at, t.to, radius)
                    : t.shape == TargetShape::polygon ? t.polygon
                                                      : disc_contour(t.at, radius);
  if (!in_place) {
    for (Vec2& p : outline) p = p - anchor(t);
  }
  return band(outline, std::clamp(0.2 * radius, 0.04, 0.2), 0.01);
}

}  // namespace

struct GltfFile::Impl : Stepwise {
  AtomicFile file;
  GltfOptions options;
  Cast<AgentId> agents;
  Cast<std::uint64_t> bodies, targets;
  Box extent{};
  std::uint64_t frames = 0;
  double start = 0, now = 0, before = 0;  // simulated seconds

  Impl(AtomicFile f, const std::string& p, const GltfOptions& o) : Stepwise(p), file(std::move(f)), options(o) {}

  void remove_file() override { file.discard(); }

  double seconds(double time) const { return (time - start) / options.speed; }

  // Moves an actor on; a new one appears.
  template <class Id>
  Actor& meet(Cast<Id>& cast, Id id, Vec2 at, double heading, bool jumped) {
    const double t = seconds(now);
    auto found = cast.find(id);
    if (found == cast.end()) {
      found = cast.emplace(id, Actor{.place = Track<2>(options.place_error),
                                     .heading = Track<1>(options.heading_error, 2.0),
                                     .shown = {}})
                  .first;
      found->second.place.add(t, {at.x, at.y});
      found->second.heading.add(t, {heading});
      found->second.shown.emplace_back(t, true);
    } else {
      Actor& actor = found->second;
      const double last = actor.heading.last()[0];
      const double turned = last + std::remainder(heading - last, 2 * std::numbers::pi);  // the short way
      const bool back = !actor.shown.back().second;
      if (back) actor.shown.emplace_back(t, true);
      if (back || jumped) {
        actor.place.jump(t, {at.x, at.y});
        actor.heading.jump(t, {turned});
      } else {
        actor.place.add(t, {at.x, at.y});
        actor.heading.add(t, {turned});
      }
    }
    found->second.frame = frames;
    return found->second;
  }

  template <class Id>
  void miss(Cast<Id>& cast) {
    for (auto& [id, actor] : cast) {
      if (actor.frame != frames && actor.shown.back().second) actor.shown.emplace_back(seconds(now), false);
    }
  }

  Result<void> add(const Frame& given) {
    const Frame frame = drawable(given);
    if (!std::isfinite(frame.time) || (frames > 0 && !(frame.time > now))) {
      return Error{Errc::wrong_time,
                   "a frame of time " + number_text(frame.time) + " s after one of " + number_text(now) + " s", ""};
    }
    extent = frames == 0 ? extent_of(frame) : united(extent, extent_of(frame));
    if (frames == 0) start = frame.time;
    before = now;
    now = frame.time;
    ++frames;
    for (const AgentState& dot : frame.agents) {
      const auto old = agents.find(dot.id);
      const bool jumped = old != agents.end() && jumps(old->second.dot.at.xy(), dot.at.xy(), old->second.dot, dot, now - before);
      meet(agents, dot.id, dot.at.xy(), dot.heading, jumped).dot = dot;
    }
    for (const BodyShape& b : frame.bodies) {
      const auto old = bodies.find(b.id);
      const bool put = old != bodies.end() && b.motion == BodyMotion::fixed &&
                       (middle(b) != Vec2{old->second.place.last()[0], old->second.place.last()[1]});
      Actor& actor = meet(bodies, b.id, middle(b), direction(b), put);
      if (old == bodies.end()) actor.body = b;
    }
    for (const TargetMark& t : frame.targets) {
      const bool first = !targets.contains(t.id);
      Actor& actor = meet(targets, t.id, anchor(t), 0, false);
      if (first) actor.mark = t;
    }
    miss(agents);
    miss(bodies);
    miss(targets);
    return {};
  }

  Result<std::string> build();
};

namespace {

// Times a reader can tell apart; of two that it cannot the later value counts.
struct Samples {
  std::vector<float> times, values;

  void add(double time, std::initializer_list<double> value) {
    const auto t = static_cast<float>(time);
    if (!times.empty() && !(t > times.back())) {
      values.resize(values.size() - value.size());
    } else {
      times.push_back(t);
    }
    for (const double v : value) values.push_back(static_cast<float>(v + 0.0));
  }
  bool changes() const { return times.size() > 1; }
  std::string first(std::size_t n) const { return json_numbers(std::span(values).first(n)); }
};

// A node with its tracks; `sx, sy` along the ground and up.
void add_actor(Glb& glb, const std::string& name, std::size_t mesh, const Actor& actor, double sx, double sy) {
  Samples places, turns, sizes;
  for (const auto& key : actor.place.keys()) places.add(key.time, {key.value[0], 0, -key.value[1]});
  for (const auto& key : actor.heading.keys()) {
    turns.add(key.time, {0, std::sin(key.value[0] / 2), 0, std::cos(key.value[0] / 2)});
  }
  if (actor.shown.front().first > 0) sizes.add(0, {0, 0, 0});
  for (const auto& [time, on] : actor.shown) sizes.add(time, {on ? sx : 0, on ? sy : 0, on ? sx : 0});
  const std::size_t node =
      glb.add_node(concat(R"({"name":)", json_text(name), R"(,"mesh":)", mesh, R"(,"translation":)", places.first(3),
                          R"(,"rotation":)", turns.first(4), R"(,"scale":)", sizes.first(3), "}"));
  const auto animate = [&](const char* path, const Samples& s, std::size_t components, bool steps) {
    if (!s.changes()) return;
    const std::size_t times = glb.add_times(s.times);
    glb.add_channel(node, path, times, glb.add_values(s.values, components), steps);
  };
  animate("translation", places, 3, false);
  animate("rotation", turns, 4, false);
  animate("scale", sizes, 3, true);
}

std::size_t add_material(Glb& glb, const std::string& name, Colour c, double roughness) {
  return glb.add_material(name, linear(c.r), linear(c.g), linear(c.b), roughness);
}

void add_still(Glb& glb, const std::string& name, const Mesh& mesh, std::size_t material) {
  const std::pair<Glb::Primitive, std::size_t> part{glb.add(mesh), material};
  const std::size_t number = glb.add_mesh(name, {&part, 1});
  glb.add_node(concat(R"({"name":)", json_text(name), R"(,"mesh":)", number, "}"));
}

// Everybody shares the shape; groups have their colours, and each colour three tones.
struct Figures {
  Glb& glb;
  std::optional<Glb::Primitive> body, head;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> meshes;

  std::size_t mesh(std::uint32_t group, std::uint32_t tone) {
    const auto& colours = palette(false).groups;
    const std::size_t index = group % colours.size();
    const auto found = meshes.find({index, tone});
    if (found != meshes.end()) return found->second;
    if (!body) body = glb.add(figure_body()), head = glb.add(figure_head());
    const Colour base = blend(colours[index], tone == 0 ? colour(0x000000) : colour(0xffffff), tone == 1 ? 0 : 0.14);
    const std::string name = concat("group colour ", index, ", tone ", tone);
    const std::pair<Glb::Primitive, std::size_t> parts[] = {
        {*body, add_material(glb, name, base, 0.8)},
        {*head, add_material(glb, name + ", head", blend(base, colour(0xf3ece2), 0.85), 0.7)}};
    return meshes[{index, tone}] = glb.add_mesh(name, parts);
  }
};

}  // namespace

Result<std::string> GltfFile::Impl::build() {
  Glb glb;
  const Palette& tones = palette(false);
  if (!(extent.low.x <= extent.high.x && extent.low.y <= extent.high.y)) extent = {{-5, -5}, {5, 5}};
  const Vec2 margin = 0.05 * (extent.high - extent.low) + Vec2{2, 2};
  add_still(glb, "ground", rectangle(extent.low - margin, extent.high + margin),
            add_material(glb, "ground", colour(0xe9e6df), 1));

  // Bodies that never change are one mesh per kind.
  const auto finish = [](auto& cast) {
    for (auto& [id, actor] : cast) actor.place.finish(), actor.heading.finish();
  };
  finish(agents);
  finish(bodies);
  finish(targets);
  const auto cast_of = [&](const char* name, Colour tone, const auto& cast, auto&& belongs, auto&& shape) {
    Mesh still;
    std::optional<std::size_t> material;
    const auto paint = [&] {
      if (!material) material = add_material(glb, name, tone, 0.9);
      return *material;
    };
    for (const auto& [id, actor] : cast) {
      if (!belongs(actor)) continue;
      const bool stays = actor.is_still();
      const Mesh mesh = shape(actor, stays);
      if (stays) still.add(mesh);
      if (stays || mesh.points.empty()) continue;
      const std::string own = concat(name, " ", id);
      const std::pair<Glb::Primitive, std::size_t> part{glb.add(mesh), paint()};
      add_actor(glb, own, glb.add_mesh(own, {&part, 1}), actor, 1, 1);
    }
    if (!still.points.empty()) add_still(glb, name, still, paint());
  };
  const auto shape_of = [&](const Actor& a, bool in_place) { return solid(a.body, options, in_place); };
  const auto is_wall = [](const Actor& a) { return a.body.kind == BodyKind::wall; };
  const auto moves = [](const Actor& a) { return a.body.motion != BodyMotion::fixed; };
  cast_of("wall", blend(tones.wall, tones.paper, 0.45), bodies, is_wall, shape_of);
  cast_of(
      "obstacle", tones.body, bodies, [&](const Actor& a) { return !is_wall(a) && !moves(a); }, shape_of);
  cast_of(
      "moving", tones.moving, bodies, [&](const Actor& a) { return !is_wall(a) && moves(a); }, shape_of);
  cast_of(
      "target", tones.target, targets, [](const Actor&) { return true; },
      [](const Actor& a, bool in_place) { return flat(a.mark, in_place); });

  Figures figures{glb, {}, {}, {}};
  for (const auto& [id, actor] : agents) {
    const double wide = std::max(actor.dot.radius, 0.01) / figure_radius;
    const std::uint32_t scramble = (id.index * 2654435761u) >> 16;
    const double tall = std::clamp(wide, 0.4, 1.3) * (0.96 + 0.08 * ((scramble >> 4) % 64) / 63.0);
    add_actor(glb, concat("agent ", file_id(id)), figures.mesh(actor.dot.group, scramble % 3), actor, wide, tall);
  }
  return glb.bytes(options.title.empty() ? "run" : options.title, "wend " + std::string(version_string), path());
}

GltfFile::GltfFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
GltfFile::GltfFile(GltfFile&&) noexcept = default;
GltfFile& GltfFile::operator=(GltfFile&&) noexcept = default;

GltfFile::~GltfFile() {
  if (impl_) abandon();
}

Result<GltfFile> GltfFile::open(const std::string& path, const GltfOptions& options) {
  return guarded(path, [&]() -> Result<GltfFile> {
    if (file_ending(path) != ".glb") return wrong_ending(path, ".glb");
    if (auto ok = check_range("speed", options.speed, 1e-3, 1e4, ""); !ok) return ok.error();
    if (auto ok = check_range("wall_height", options.wall_height, 0.01, 100, " m"); !ok) return ok.error();
    if (auto ok = check_range("place_error", options.place_error, 0, 1, " m"); !ok) return ok.error();
    if (auto ok = check_range("heading_error", options.heading_error, 0, 1, " rad"); !ok) return ok.error();
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    return GltfFile(std::make_unique<Impl>(std::move(*file), path, options));
  });
}

Result<void> GltfFile::add_step(const Frame& frame) {
  return impl_->step([&] { return impl_->add(frame); });
}

Result<void> GltfFile::close() {
  return impl_->last_step("it is already closed", [&]() -> Result<void> {
    if (impl_->frames == 0) return io_error("write", impl_->path(), "it needs at least one frame");
    auto bytes = impl_->build();
    if (!bytes) return bytes.error();
    if (auto ok = impl_->file.write(*bytes); !ok) return ok;
    return impl_->file.commit();
  });
}

void GltfFile::abandon() { impl_->give_up(); }

std::uint64_t GltfFile::frames() const { return impl_->frames; }

}  // namespace wend::io
