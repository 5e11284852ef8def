#pragma once
#include <wend/io/film.hpp>

#include <string>
#include <vector>

namespace wend::io {

enum class FilmKind { mp4, webm, gif };

Result<FilmKind> film_kind(const std::string& path);  // by its ending

enum class FilmInput { raw_bgr0, png };

// What ffmpeg is told: pictures on standard input, the film into `output`.
std::vector<std::string> film_command(const FilmOptions&, FilmKind, FilmInput, const std::string& output);

}  // namespace wend::io
