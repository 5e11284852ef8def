#include "io/glb.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "core/text.hpp"
#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

constexpr int type_float = 5126, type_index = 5125;
enum View { vertex_view, corner_view, track_view };

void put(std::string& out, std::uint32_t v) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((v >> shift) & 255);
}

void put(std::string& out, float v) { put(out, std::bit_cast<std::uint32_t>(v)); }

std::array<float, 3> y_up(Vec3 p) {
  return {static_cast<float>(p.x), static_cast<float>(p.z), static_cast<float>(0.0 - p.y)};
}

// How many bytes of a character start here; 0: not UTF-8.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = byte(0) < 0x80   ? 1
                           : byte(0) < 0xc2 ? 0
                           : byte(0) < 0xe0 ? 2
                           : byte(0) < 0xf0 ? 3
                           : byte(0) < 0xf5 ? 4
                                            : 0;
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  }
  const bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
  const bool beyond = (byte(0) == 0xed && byte(1) > 0x9f) || (byte(0) == 0xf4 && byte(1) > 0x8f);
  return overlong || beyond ? 0 : size;
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const char c = text[0];
    if (size == 0) {
      out += '?';
    } else if (size == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)) {
      out += ' ';
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += text.substr(0, size);
    }
    text.remove_prefix(std::max(size, std::size_t{1}));
  }
  return out + "\"";
}

std::string json_numbers(std::span<const float> numbers) {
  std::string out = "[";
  for (const float v : numbers) {
    if (out.size() > 1) out += ',';
    append(out, static_cast<double>(v));
  }
  return out + "]";
}

namespace {

std::string bounds_text(std::span<const float> low, std::span<const float> high) {
  return concat(R"(,"min":)", json_numbers(low), R"(,"max":)", json_numbers(high));
}

}  // namespace

std::size_t Glb::List::add(std::string_view object) {
  if (count > 0) text += ',';
  text += object;
  return count++;
}

std::size_t Glb::accessor(int view, std::size_t offset, std::size_t count, int type, const char* shape,
                          std::string_view bounds) {
  return accessors_.add(concat(R"({"bufferView":)", view, R"(,"byteOffset":)", offset, R"(,"componentType":)", type,
                               R"(,"count":)", count, R"(,"type":")", shape, "\"", bounds, "}"));
}

Glb::Primitive Glb::add(const Mesh& mesh) {
  constexpr float huge = std::numeric_limits<float>::max();
  std::array<float, 3> low{huge, huge, huge}, high{-huge, -huge, -huge};
  const std::size_t points = vertices_.size();
  for (const Vec3 p : mesh.points) {
    const auto v = y_up(p);
    for (std::size_t i = 0; i < 3; ++i) {
      put(vertices_, v[i]);
      low[i] = std::min(low[i], v[i]);
      high[i] = std::max(high[i], v[i]);
    }
  }
  const std::size_t normals = vertices_.size();
  for (const Vec3 n : mesh.normals) {
    for (const float v : y_up(n)) put(vertices_, v);
  }
  const std::size_t corners = corners_.size();
  for (const std::uint32_t corner : mesh.corners) put(corners_, corner);
  const std::string bounds = bounds_text(low, high);
  return {accessor(vertex_view, points, mesh.points.size(), type_float, "VEC3", bounds),
          accessor(vertex_view, normals, mesh.normals.size(), type_float, "VEC3", ""),
          accessor(corner_view, corners, mesh.corners.size(), type_index, "SCALAR", "")};
}

std::size_t Glb::add_times(std::span<const float> times) {
  const std::size_t offset = tracks_.size();
  for (const float v : times) put(tracks_, v);
  const std::string bounds = bounds_text(times.first(1), times.last(1));
  return accessor(track_view, offset, times.size(), type_float, "SCALAR", bounds);
}

std::size_t Glb::add_values(std::span<const float> values, std::size_t components) {
  const std::size_t offset = tracks_.size();
  for (const float v : values) put(tracks_, v);
  return accessor(track_view, offset, values.size() / components, type_float, components == 3 ? "VEC3" : "VEC4", "");
}

std::size_t Glb::add_material(std::string_view name, double r, double g, double b, double roughness) {
  const std::array<float, 4> colour{static_cast<float>(r), static_cast<float>(g), static_cast<float>(b), 1};
  return materials_.add(concat(R"({"name":)", json_text(name), R"(,"pbrMetallicRoughness":{"baseColorFactor":)",
                               json_numbers(colour), R"(,"metallicFactor":0,"roughnessFactor":)", roughness, "}}"));
}

std::size_t Glb::add_mesh(std::string_view name, std::span<const std::pair<Primitive, std::size_t>> parts) {
  std::string list;
  for (const auto& [part, material] : parts) {
    if (!list.empty()) list += ',';
    list += concat(R"({"attributes":{"POSITION":)", part.points, R"(,"NORMAL":)", part.normals, R"(},"indices":)",
                   part.corners, R"(,"material":)", material, "}");
  }
  return meshes_.add(concat(R"({"name":)", json_text(name), R"(,"primitives":[)", list, "]}"));
}

std::size_t Glb::add_node(std::string_view json) { return nodes_.add(json); }

void Glb::add_channel(std::size_t node, const char* path, std::size_t times, std::size_t values, bool steps) {
  const std::size_t sampler = samplers_.add(concat(R"({"input":)", times, R"(,"output":)", values,
                                                   R"(,"interpolation":")", steps ? "STEP" : "LINEAR", "\"}"));
  channels_.add(concat(R"({"sampler":)", sampler, R"(,"target":{"node":)", node, R"(,"path":")", path, "\"}}"));
}

std::string Glb::json(std::string_view title, std::string_view generator) const {
  std::string roots;
  for (std::size_t i = 0; i < nodes_.count; ++i) append_text(roots += i > 0 ? "," : "", i);
  std::string text =
      concat(R"({"asset":{"version":"2.0","generator":)", json_text(generator), R"(},"scene":0,"scenes":[{"name":)",
             json_text(title), R"(,"nodes":[)", roots, R"(]}],"nodes":[)", nodes_.text, R"(],"meshes":[)", meshes_.text,
             R"(],"materials":[)", materials_.text, "]");
  if (channels_.count > 0) {
    text += concat(R"(,"animations":[{"name":"run","samplers":[)", samplers_.text, R"(],"channels":[)", channels_.text,
                   "]}]");
  }
  text += concat(R"(,"accessors":[)", accessors_.text, R"(],"bufferViews":[{"buffer":0,"byteLength":)",
                 vertices_.size(), R"(,"byteStride":12,"target":34962},{"buffer":0,"byteOffset":)", vertices_.size(),
                 R"(,"byteLength":)", corners_.size(), R"(,"target":34963})");
  if (!tracks_.empty()) {
    text += concat(R"(,{"buffer":0,"byteOffset":)", vertices_.size() + corners_.size(), R"(,"byteLength":)",
                   tracks_.size(), "}");
  }
  text += concat(R"(],"buffers":[{"byteLength":)", binary_size(), "}]}");
  text.resize((text.size() + 3) / 4 * 4, ' ');
  return text;
}

Result<std::string> Glb::bytes(std::string_view title, std::string_view generator, const std::string& path) const {
  const std::string text = json(title, generator);
  const std::size_t binary = binary_size();
  const std::size_t total = 12 + 8 + text.size() + 8 + binary;
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    return io_error("write", path, "it would have " + number_text(total) + " bytes, a .glb holds at most 4294967295");
  }
  std::string out = "glTF";
  out.reserve(total);
  put(out, 2u);
  put(out, static_cast<std::uint32_t>(total));
  put(out, static_cast<std::uint32_t>(text.size()));
  out += "JSON";
  out += text;
  put(out, static_cast<std::uint32_t>(binary));
  out.append("BIN\0", 4);
  out += vertices_;
  out += corners_;
  out += tracks_;
  return out;
}

}  // namespace wend::io
