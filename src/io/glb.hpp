#pragma once
#include <wend/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/mesh.hpp"

namespace wend::io {

// The two chunks of a binary glTF file, filled from below: numbers first, then what uses them. The list members are
// JSON objects with commas between them. Points go in with z up and come out with y up.
class Glb {
 public:
  struct Primitive {
    std::size_t points, normals, corners;  // accessors
  };
  Primitive add(const Mesh&);
  std::size_t add_times(std::span<const float>);                           // an accessor, with its bounds
  std::size_t add_values(std::span<const float>, std::size_t components);  // 3 or 4

  std::size_t add_material(std::string_view name, double r, double g, double b, double roughness);  // linear colour
  // A mesh of parts with a material each.
  std::size_t add_mesh(std::string_view name, std::span<const std::pair<Primitive, std::size_t>>);
  std::size_t add_node(std::string_view json);
  void add_channel(std::size_t node, const char* path, std::size_t times, std::size_t values, bool steps);

  Result<std::string> bytes(std::string_view title, std::string_view generator, const std::string& path) const;

 private:
  struct List {
    std::string text;
    std::size_t count = 0;
    std::size_t add(std::string_view object);
  };
  std::string json(std::string_view title, std::string_view generator) const;
  std::size_t binary_size() const { return vertices_.size() + corners_.size() + tracks_.size(); }  // whole words
  std::size_t accessor(int view, std::size_t offset, std::size_t count, int type, const char* shape, std::string_view);

  List accessors_, materials_, meshes_, nodes_, samplers_, channels_;
  std::string vertices_, corners_, tracks_;  // one buffer view each
};

std::string json_text(std::string_view);           // in quotes; bytes that are no UTF-8 become '?'
std::string json_numbers(std::span<const float>);  // "[1,2.5]", exactly these numbers

}  // namespace wend::io
