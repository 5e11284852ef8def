#pragma once
#include <charconv>
#include <concepts>
#include <string>

namespace wend::io {

// The shortest text that reads back as the same number, whatever the locale.
inline void append(std::string& out, double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value);
  out.append(text, end.ptr);
}

template <std::integral Integer>
void append(std::string& out, Integer value) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, value);
  out.append(text, end.ptr);
}

template <class Number>
std::string number_text(Number value) {
  std::string out;
  append(out, value);
  return out;
}

// With so many digits after the point: "12.30".
inline std::string fixed_text(double value, int digits) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  return end.ec == std::errc{} ? std::string(text, end.ptr) : number_text(value);
}

}  // namespace wend::io
