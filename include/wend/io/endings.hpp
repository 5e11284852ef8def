#pragma once
#include <wend/base/export.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace wend::io {

// ".png" of "runs/a.PNG", in small letters; empty without one, and for hidden files such as ".csv".
WEND_API std::string file_ending(std::string_view path);

// ".sqlite, .csv or .npy" of a list, for messages.
WEND_API std::string either_of(const std::vector<std::string>& words);

}  // namespace wend::io
