#pragma once
#include <string_view>

namespace wend::scene {

// The line of the first operator ^ outside strings and comments; 0 if there is none.
int line_of_power(std::string_view source);
// The name stands somewhere outside strings and comments.
bool says_name(std::string_view source, std::string_view name);

}  // namespace wend::scene
