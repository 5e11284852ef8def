#include <doctest/doctest.h>
#include <wend/io/gltf.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "support/fp_traps.hpp"
#include "unit/io/scratch.hpp"

using namespace wend;
using namespace wend::io;
using nlohmann::json;
using test::content;
using test::Scratch;

namespace {

constexpr double dt = 0.1;
constexpr int frames = 150;

// A walk with everything in it: circles, turns past half a turn, a latecomer who leaves and comes back, a leap.
Frame moment(int i) {
  const double t = 2 + dt * i;
  Frame frame;
  frame.time = t;
  const auto add = [&](std::uint32_t id, Vec2 at, double heading) {
    frame.agents.push_back({.id = {id, 1},
                            .at = lift(at),
                            .heading = std::remainder(heading, 2 * std::numbers::pi),
                            .speed = 1,
                            .radius = 0.2 + 0.01 * id,
                            .group = id});
  };
  add(0, {3 * std::cos(t), 3 * std::sin(t)}, t + std::numbers::pi / 2);
  add(1, {-4 + 0.8 * t, 1}, 0);  // straight: two keys are enough
  if ((i >= 20 && i < 60) || i >= 90) add(2, {0.3 * t, -3 + std::sin(3 * t)}, -5 * t);
  add(3, {i < 75 ? 0.5 * t : 8 - 0.5 * t, 5}, i < 75 ? 0 : std::numbers::pi);
  frame.bodies = {{.id = 1, .kind = BodyKind::wall, .at = {-6, -6}, .to = {6, -6}, .radius = 0.1},
                  {.id = 2, .kind = BodyKind::disc, .at = {0, 0}, .radius = 1},
                  {.id = 3,
                   .kind = BodyKind::capsule,
                   .at = {0.2 * t, 2},
                   .to = {0.2 * t + std::cos(t), 2 + std::sin(t)},
                   .radius = 0.3,
                   .motion = BodyMotion::scripted}};
  frame.targets = {{.id = 1, .shape = TargetShape::point, .at = {6, 2}, .radius = 0.3},
                   {.id = 2, .shape = TargetShape::polygon, .polygon = {{1, 1}, {2, 1}, {2, 2}}}};
  return frame;
}

std::uint32_t word(const std::string& bytes, std::size_t at) {
  std::uint32_t value;
  REQUIRE(at + 4 <= bytes.size());
  std::memcpy(&value, bytes.data() + at, 4);
  return value;
}

struct Glb {
  json tree;
  std::string binary;

  explicit Glb(const std::string& bytes) {
    REQUIRE(bytes.size() > 28);
    CHECK(bytes.substr(0, 4) == "glTF");
    CHECK(word(bytes, 4) == 2);
    CHECK(word(bytes, 8) == bytes.size());
    const std::size_t text = word(bytes, 12);
    CHECK(text % 4 == 0);
    CHECK(bytes.substr(16, 4) == "JSON");
    tree = json::parse(bytes.substr(20, text));
    CHECK(word(bytes, 20 + text) == bytes.size() - text - 28);
    CHECK(bytes.substr(24 + text, 4) == std::string("BIN\0", 4));
    binary = bytes.substr(28 + text);
    CHECK(tree["buffers"][0]["byteLength"] == binary.size());
  }

  std::size_t count(std::size_t accessor) const { return tree["accessors"][accessor]["count"]; }
  std::size_t components(std::size_t accessor) const {
    const std::string type = tree["accessors"][accessor]["type"];
    return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4;
  }
  std::vector<std::uint32_t> words(std::size_t accessor) const {
    const json& a = tree["accessors"][accessor];
    const json& view = tree["bufferViews"][a["bufferView"].get<std::size_t>()];
    const std::size_t offset = a["byteOffset"], length = count(accessor) * components(accessor);
    REQUIRE(count(accessor) > 0);
    REQUIRE(offset % 4 == 0);
    REQUIRE(offset + 4 * length <= view["byteLength"].get<std::size_t>());
    const std::size_t start = view.value("byteOffset", std::size_t{0});
    REQUIRE(start + view["byteLength"].get<std::size_t>() <= binary.size());
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < length; ++i) result.push_back(word(binary, start + offset + 4 * i));
    return result;
  }
  std::vector<double> floats(std::size_t accessor) const {
    std::vector<double> result;
    for (const std::uint32_t w : words(accessor)) result.push_back(static_cast<double>(std::bit_cast<float>(w)));
    return result;
  }
  std::size_t node(const std::string& name) const {
    const auto& nodes = tree["nodes"];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i]["name"] == name) return i;
    }
    return nodes.size();
  }

  // What a player shows at a time: the node's own value, or its track's.
  std::vector<double> value(std::size_t node, const std::string& path, double time) const {
    for (const json& channel : tree["animations"][0]["channels"]) {
      if (channel["target"]["node"] != node || channel["target"]["path"] != path) continue;
      const json& sampler = tree["animations"][0]["samplers"][channel["sampler"].get<std::size_t>()];
      const auto times = floats(sampler["input"]), values = floats(sampler["output"]);
      const std::size_t n = values.size() / times.size();
      const auto after = std::upper_bound(times.begin(), times.end(), time);
      const auto at = [&](std::ptrdiff_t k) {
        const auto first = values.begin() + k * static_cast<std::ptrdiff_t>(n);
        return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(n));
      };
      if (after == times.begin()) return at(0);
      const std::ptrdiff_t k = after - times.begin() - 1;
      if (after == times.end() || sampler["interpolation"] == "STEP") return at(k);
      const double share = (time - *(after - 1)) / (*after - *(after - 1));
      auto a = at(k);
      const auto b = at(k + 1);
      double dot = 0;
      for (std::size_t i = 0; i < n; ++i) dot += a[i] * b[i];
      const double angle = n == 4 ? std::acos(std::clamp(dot, -1.0, 1.0)) : 0;
      for (std::size_t i = 0; i < n; ++i) {
        a[i] = angle < 1e-6 ? a[i] + (b[i] - a[i]) * share
                            : (std::sin((1 - share) * angle) * a[i] + std::sin(share * angle) * b[i]) / std::sin(angle);
      }
      return a;
    }
    return tree["nodes"][node][path].get<std::vector<double>>();
  }
};

std::string written(const Scratch& scratch, const std::string& name, bool bad_numbers) {
  auto file = GltfFile::open(scratch.path(name), {.title = "a \"run\"\n\xff"});
  REQUIRE(file);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < frames; ++i) {
    Frame frame = moment(i);
    if (bad_numbers) {
      frame.agents.push_back({.id = {70, 1}, .at = {nan, 0}});
      frame.agents.push_back({.id = {71, 1}, .at = {0, 1e300}});
      frame.agents.push_back({.id = {72, 1}, .heading = std::numeric_limits<double>::infinity()});
    }
    REQUIRE(file->add_step(frame));
  }
  CHECK(scratch.files().size() == 1);
  CHECK(file->close());
  CHECK_FALSE(file->close());
  CHECK(scratch.files() == std::vector<std::string>{name});
  return content(scratch.path(name));
}

double turned(const std::vector<double>& q) { return 2 * std::atan2(q[1], q[3]); }

}  // namespace

TEST_CASE("gltf: chunks, views, bounds, times and turns are as the format wants them") {
  const Scratch scratch("gltf_form");
  const std::string bytes = written(scratch, "a.glb", false);
  const Glb glb(bytes);
  CHECK(glb.tree["asset"]["version"] == "2.0");
  CHECK(glb.tree["scenes"][0]["name"] == "a \"run\" ?");
  CHECK(glb.tree["scenes"][0]["nodes"].size() == glb.tree["nodes"].size());
  for (const json& mesh : glb.tree["meshes"]) {
    for (const json& part : mesh["primitives"]) {
      const std::size_t points = part["attributes"]["POSITION"], normals = part["attributes"]["NORMAL"];
      const auto p = glb.floats(points), n = glb.floats(normals);
      REQUIRE(p.size() == n.size());
      for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = p[axis], high = p[axis];
        for (std::size_t i = axis; i < p.size(); i += 3) low = std::min(low, p[i]), high = std::max(high, p[i]);
        CHECK(glb.tree["accessors"][points]["min"][axis] == low);
        CHECK(glb.tree["accessors"][points]["max"][axis] == high);
      }
      for (std::size_t i = 0; i < n.size(); i += 3) {
        CHECK(std::abs(std::hypot(n[i], n[i + 1], n[i + 2]) - 1) < 1e-5);
      }
      for (const std::uint32_t corner : glb.words(part["indices"])) CHECK(corner < p.size() / 3);
      CHECK(part["material"].get<std::size_t>() < glb.tree["materials"].size());
    }
  }
  const json& animation = glb.tree["animations"][0];
  for (const json& channel : animation["channels"]) {
    const json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
    const auto times = glb.floats(sampler["input"]), values = glb.floats(sampler["output"]);
    REQUIRE(glb.count(sampler["input"]) == glb.count(sampler["output"]));
    CHECK(glb.tree["accessors"][sampler["input"].get<std::size_t>()]["min"][0] == times.front());
    CHECK(glb.tree["accessors"][sampler["input"].get<std::size_t>()]["max"][0] == times.back());
    CHECK(times.front() >= 0);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] > times[i - 1]);
    if (channel["target"]["path"] != "rotation") continue;
    for (std::size_t i = 0; i < values.size(); i += 4) {
      CHECK(std::abs(std::hypot(values[i + 1], values[i + 3]) - 1) < 1e-6);
      if (i > 0) CHECK(values[i + 1] * values[i - 3] + values[i + 3] * values[i - 1] > 0);  // the short way
    }
  }
}

TEST_CASE("gltf: a player shows every frame within the stated error, and nobody who is not there") {
  const Scratch scratch("gltf_play");
  const Glb glb(written(scratch, "a.glb", false));
  for (int i = 0; i < frames; ++i) {
    const Frame frame = moment(i);
    const double t = frame.time - moment(0).time + 1e-5;  // beyond the rounding of times
    for (std::uint32_t id = 0; id < 4; ++id) {
      const std::size_t node = glb.node("agent " + std::to_string(id));
      REQUIRE(node < glb.tree["nodes"].size());
      const auto dot =
          std::find_if(frame.agents.begin(), frame.agents.end(), [&](const AgentState& a) { return a.id.index == id; });
      const bool here = dot != frame.agents.end();
      CAPTURE(i);
      CAPTURE(id);
      const auto scale = glb.value(node, "scale", t);
      CHECK((scale[0] > 0 && scale[1] > 0 && scale[2] > 0) == here);
      if (!here) continue;
      CHECK(scale[0] == doctest::Approx(dot->radius / 0.25).epsilon(1e-6));
      const auto place = glb.value(node, "translation", t);
      CHECK(std::hypot(place[0] - dot->at.x, -place[2] - dot->at.y) < 1.1e-3);
      CHECK(place[1] == 0);
      const double off = std::remainder(turned(glb.value(node, "rotation", t)) - dot->heading, 2 * std::numbers::pi);
      CHECK(std::abs(off) < 0.0085);
    }
    const BodyShape& cart = frame.bodies[2];
    const std::size_t node = glb.node("moving 3");
    REQUIRE(node < glb.tree["nodes"].size());
    const auto place = glb.value(node, "translation", t);
    CHECK(norm(Vec2{place[0], -place[2]} - 0.5 * (cart.at + cart.to)) < 1.1e-3);
    const Vec2 along = cart.to - cart.at;
    const double off = turned(glb.value(node, "rotation", t)) - std::atan2(along.y, along.x);
    CHECK(std::abs(std::remainder(off, 2 * std::numbers::pi)) < 0.0085);
  }
  // Straight walks cost a key every 64 frames; everybody shares one shape.
  const std::size_t walker = glb.node("agent 1");
  for (const json& channel : glb.tree["animations"][0]["channels"]) {
    if (channel["target"]["node"] == walker)
      CHECK(glb.count(glb.tree["animations"][0]["samplers"][channel["sampler"].get<std::size_t>()]["input"]) <= 4);
  }
  CHECK(glb.node("wall") < glb.tree["nodes"].size());
  CHECK(glb.node("obstacle") < glb.tree["nodes"].size());
}

TEST_CASE("gltf: the same frames give the same bytes, and bad numbers change nothing") {
  const test::NoTraps quiet;
  const Scratch one("gltf_one"), two("gltf_two"), three("gltf_three");
  const std::string bytes = written(one, "a.glb", false);
  CHECK(written(two, "a.glb", false) == bytes);
  CHECK(written(three, "a.glb", true) == bytes);
}

TEST_CASE("gltf: errors name the value and the path, and leave nothing") {
  const Scratch scratch("gltf_errors");
  const auto message = [&](const std::string& name, const GltfOptions& options) {
    const auto file = GltfFile::open(scratch.path(name), options);
    return file ? std::string("no error") : file.error().message;
  };
  CHECK(message("a.gltf", {}).find("unknown ending .gltf, expected .glb") != std::string::npos);
  CHECK(message("a.glb", {.speed = 0}).find("speed = 0, expected") == 0);
  CHECK(message("a.glb", {.wall_height = -1}).find("wall_height = -1, expected") == 0);
  CHECK(message("none/a.glb", {}).find(scratch.path("none/a.glb")) != std::string::npos);

  auto empty = GltfFile::open(scratch.path("a.glb"));
  REQUIRE(empty);
  CHECK_FALSE(empty->close());
  auto back = GltfFile::open(scratch.path("a.glb"));
  REQUIRE(back);
  CHECK(back->add_step(moment(3)));
  const auto early = back->add_step(moment(2));
  REQUIRE_FALSE(early);
  CHECK(early.error().message.find("2.2 s after one of 2.3 s") != std::string::npos);
  CHECK_FALSE(back->add_step(moment(4)));

  {
    const test::SmallDisk tiny(3000);
    auto full = GltfFile::open(scratch.path("a.glb"));
    REQUIRE(full);
    CHECK(full->add_step(moment(0)));
    const auto done = full->close();
    REQUIRE_FALSE(done);
    CHECK(done.error().message == "cannot write '" + scratch.path("a.glb") + "': File too large");
  }
  auto left = GltfFile::open(scratch.path("a.glb"));
  REQUIRE(left);
  CHECK(left->add_step(moment(0)));
  left->abandon();
  CHECK(scratch.files().empty());
}
