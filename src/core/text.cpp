#include "core/text.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace wend {

std::string shortest_text(double value) {
  char scientific[40], fixed[80];
  int digits = 0;
  do {
    std::snprintf(scientific, sizeof scientific, "%.*e", digits, value);
  } while (std::strtod(scientific, nullptr) != value && ++digits < 17);
  std::string text = scientific;
  if (const char* e = std::strchr(scientific, 'e'); e != nullptr) {
    const int exponent = std::atoi(e + 1);
    if (exponent > -20 && exponent < 40) {
      std::snprintf(fixed, sizeof fixed, "%.*f", digits > exponent ? digits - exponent : 0, value);
      if (std::strlen(fixed) <= text.size()) text = fixed;
    }
  }
  for (char& c : text) c = c == ',' ? '.' : c;  // of the host's locale
  return text;
}

}  // namespace wend
