#pragma once
#include <wend/base/export.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend::io {

// What makes the file: draw_picture() and the plots, Film, GltfFile or PovFilm.
enum class DrawingKind : std::uint8_t { picture, film, gltf, povray };

// A kind of file that shows a run. The list of them is fixed: messages, help and `wend info` ask it.
struct DrawingFormat {
  std::string_view ending;  // ".png"
  std::string_view name;    // "PNG picture"
  DrawingKind kind = DrawingKind::picture;
  // Whether a file with these first bytes (256, or all of it) and this ending is one.
  bool (*recognises)(std::string_view first_bytes, std::string_view ending) = nullptr;
};

WEND_API std::span<const DrawingFormat> drawing_formats();

// By the ending of a path, or by the content of a file; null: none of them.
WEND_API const DrawingFormat* find_drawing_format(std::string_view path);
WEND_API const DrawingFormat* recognise_drawing(std::string_view first_bytes, std::string_view path);

// The endings of some kinds, or of all, in the order of the list.
WEND_API std::vector<std::string> drawing_endings(std::initializer_list<DrawingKind> kinds = {});

}  // namespace wend::io
