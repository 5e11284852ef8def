#include "numbers.hpp"

#include <wend/io/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace wend::cli {

namespace {

Error expected(std::string_view text, std::string what) {
  return {Errc::invalid_value, fmt::format("'{}', expected {}", text, what), ""};
}

// All of the text, or nothing.
template <class Number>
std::optional<Number> parsed(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace

Result<double> read_number(std::string_view text, double low, double high, std::string_view unit) {
  const auto value = parsed<double>(text);
  if (value && *value >= low && *value <= high) return *value;  // NaN fails
  return expected(text, fmt::format("{} .. {}{}{}", low, high, unit.empty() ? "" : " ", unit));
}

Result<std::uint64_t> read_whole(std::string_view text, std::uint64_t low, std::uint64_t high) {
  const auto value = parsed<std::uint64_t>(text);
  if (value && *value >= low && *value <= high) return *value;
  return expected(text, fmt::format("a whole number {} .. {}", low, high));
}

Result<SeedRange> read_seeds(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto first = parsed<std::uint64_t>(text.substr(0, dots));
  const auto last = dots == text.npos ? first : parsed<std::uint64_t>(text.substr(dots + 2));
  if (!first || !last || *first > *last) return expected(text, "two whole numbers in order, such as 1..50");
  if (*last - *first >= most_seeds) return expected(text, fmt::format("at most {} seeds", most_seeds));
  return SeedRange{*first, *last};
}

Result<Size> read_size(std::string_view text) {
  const std::size_t cross = text.find_first_of("xX");
  const auto width = parsed<int>(text.substr(0, cross));
  const auto height = cross == text.npos ? std::nullopt : parsed<int>(text.substr(cross + 1));
  const auto fits = [](int n) { return n >= io::Style::min_size && n <= io::Style::max_size; };
  if (width && height && fits(*width) && fits(*height)) return Size{*width, *height};
  return expected(text, fmt::format("WIDTHxHEIGHT with {} .. {} pixels each, such as 1280x720", io::Style::min_size,
                                    io::Style::max_size));
}

std::string fixed(double value, int digits) {
  if (value == 0) value = 0;  // no "-0.00"
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == text.npos && text.starts_with('-')) text.erase(0, 1);
  return text;
}

std::string rounded(double value, int digits) {
  const double size = std::abs(value);
  if (!std::isfinite(value) || size >= 1e9 || (size > 0 && size < 1e-4)) return fmt::format("{:.{}g}", value, digits);
  const int whole = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;  // digits before the point
  return fixed(value, std::max(0, digits - whole));
}

std::string large(double value) {
  constexpr std::array<const char*, 5> steps{"", " k", " M", " G", " T"};
  std::size_t step = 0;
  for (; value >= 999.5 && step + 1 < steps.size(); ++step) value /= 1000;
  return (step == 0 ? fixed(value, 0) : rounded(value, 3)) + steps[step];
}

std::string clock_text(double seconds) {
  if (!(seconds < 3.6e6)) return "-:--";
  const auto s = static_cast<std::uint64_t>(std::ceil(std::max(0.0, seconds)));
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string bytes_text(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  constexpr std::array<const char*, 4> steps{"kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes) / 1000;
  std::size_t step = 0;
  for (; value >= 999.5 && step + 1 < steps.size(); ++step) value /= 1000;
  return rounded(value, 3) + " " + steps[step];
}

std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }

std::string count_of(std::uint64_t n, std::string_view thing) {
  const char* ending = n == 1 ? "" : thing.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", n, thing, ending);
}

}  // namespace wend::cli
