#include "io/film_command.hpp"

#include <wend/io/drawing_format.hpp>

#include <algorithm>
#include <initializer_list>

#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// The first picture holds the colours of the film; it is taken off again.
constexpr const char* gif_graph =
    "[0:v]split[a][b];[a]trim=end_frame=1,palettegen=max_colors=256:reserve_transparent=1[p];"
    "[b]trim=start_frame=1,setpts=PTS-STARTPTS[c];[c][p]paletteuse=dither=none:diff_mode=rectangle";

using Words = std::initializer_list<std::string>;

}  // namespace

Result<FilmKind> film_kind(const std::string& path) {
  const std::string kind = file_ending(path);
  if (kind == ".mp4") return FilmKind::mp4;
  if (kind == ".webm") return FilmKind::webm;
  if (kind == ".gif") return FilmKind::gif;
  return wrong_ending(path, either_of(drawing_endings({DrawingKind::film})) + " for a film");
}

// -xerror: without it ffmpeg calls a film without an end (full disk) a success.
std::vector<std::string> film_command(const FilmOptions& o, FilmKind kind, FilmInput input, const std::string& output) {
  std::vector<std::string> c{o.program, "-hide_banner", "-loglevel", "error", "-nostdin", "-xerror", "-y"};
  const auto add = [&](Words more) { c.insert(c.end(), more); };
  if (input == FilmInput::raw_bgr0) {
    const std::string size = number_text(o.style.width) + "x" + number_text(o.style.height);
    add({"-f", "rawvideo", "-pixel_format", "bgr0", "-video_size", size});
  } else {
    add({"-f", "image2pipe", "-c:v", "png"});
  }
  add({"-framerate", number_text(o.fps), "-i", "pipe:0", "-an"});
  if (kind == FilmKind::gif) {
    add({"-filter_complex", gif_graph, "-loop", "0", "-f", "gif"});
  } else {
    add({"-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"});
    add({"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"});
    add({"-fflags", "+bitexact", "-flags:v", "+bitexact"});
    if (kind == FilmKind::mp4) {
      add({"-c:v", "libx264", "-preset", "veryfast", "-crf", number_text(o.crf), "-movflags", "+faststart", "-f",
           "mp4"});
    } else {
      const std::string crf = number_text(std::min(o.crf + 10, 63));
      add({"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", crf, "-deadline", "realtime", "-cpu-used", "6", "-row-mt", "1",
           "-g", "240", "-f", "webm"});
    }
  }
  c.push_back("file:" + output);
  return c;
}

}  // namespace wend::io
