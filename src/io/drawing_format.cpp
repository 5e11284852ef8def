#include <wend/io/drawing_format.hpp>
#include <wend/io/endings.hpp>

#include <algorithm>
#include <array>

namespace wend::io {

namespace {

using Text = std::string_view;

// An SVG may begin with a comment or a declaration of XML.
bool is_svg(Text bytes, Text ending) {
  return bytes.substr(0, 40).find("<svg") != bytes.npos || (bytes.starts_with("<?xml") && ending == ".svg");
}

bool is_mp4(Text bytes, Text) { return bytes.substr(std::min<std::size_t>(4, bytes.size())).starts_with("ftyp"); }

// A text without a mark of its own: the name decides.
bool is_pov(Text, Text ending) { return ending == ".pov" || ending == ".inc"; }

template <char... bytes>
bool begins_with(Text first, Text) {
  constexpr std::array mark{bytes...};
  return first.starts_with(Text(mark.data(), mark.size()));
}

// In the order in which messages list them.
constexpr DrawingFormat our_drawings[] = {
    {".png", "PNG picture", DrawingKind::picture, begins_with<'\x89', 'P', 'N', 'G'>},
    {".svg", "SVG picture", DrawingKind::picture, is_svg},
    {".pdf", "PDF picture", DrawingKind::picture, begins_with<'%', 'P', 'D', 'F'>},
    {".mp4", "MP4 film", DrawingKind::film, is_mp4},
    {".webm", "WebM film", DrawingKind::film, begins_with<'\x1a', '\x45', '\xdf', '\xa3'>},
    {".gif", "GIF film", DrawingKind::film, begins_with<'G', 'I', 'F', '8'>},
    {".glb", "glTF scene", DrawingKind::gltf, begins_with<'g', 'l', 'T', 'F'>},
    {".pov", "POV-Ray scene", DrawingKind::povray, is_pov},
};

template <class Test>
const DrawingFormat* first_drawing(Test&& test) {
  const auto found = std::find_if(std::begin(our_drawings), std::end(our_drawings), test);
  return found == std::end(our_drawings) ? nullptr : found;
}

}  // namespace

std::span<const DrawingFormat> drawing_formats() { return our_drawings; }

const DrawingFormat* find_drawing_format(std::string_view path) {
  const std::string ending = file_ending(path);
  return first_drawing([&](const DrawingFormat& f) { return f.ending == ending; });
}

const DrawingFormat* recognise_drawing(std::string_view first_bytes, std::string_view path) {
  const std::string ending = file_ending(path);
  return first_drawing([&](const DrawingFormat& f) { return f.recognises(first_bytes, ending); });
}

std::vector<std::string> drawing_endings(std::initializer_list<DrawingKind> kinds) {
  std::vector<std::string> endings;
  for (const DrawingFormat& f : our_drawings) {
    const bool wanted = kinds.size() == 0 || std::find(kinds.begin(), kinds.end(), f.kind) != kinds.end();
    if (wanted) endings.emplace_back(f.ending);
  }
  return endings;
}

}  // namespace wend::io
