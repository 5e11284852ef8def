#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wend::cli {

// Texts that fit a width, counted in letters: what paints is not one, nor are the later bytes of a letter in UTF-8.

std::size_t letters(std::string_view text);
std::string padded(const std::string& text, std::size_t width);

// Lines of a text, broken at spaces; a longer word stands alone.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Breaks every line that is wider, first between its columns (two spaces and more), then between words. 0: nothing is broken.
std::string fitted(std::string_view text, std::size_t width);

}  // namespace wend::cli
