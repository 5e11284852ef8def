#pragma once
#include <wend/result.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wend::cli {

// Numbers in and out, with '.' in every locale.

struct SeedRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t count() const { return last - first + 1; }
};

struct Size {
  int width = 0;
  int height = 0;
};

constexpr std::uint64_t most_seeds = 100000;

Result<double> read_number(std::string_view text, double low, double high, std::string_view unit);
Result<std::uint64_t> read_whole(std::string_view text, std::uint64_t low, std::uint64_t high);
Result<SeedRange> read_seeds(std::string_view text);  // "1..50" or "7"
Result<Size> read_size(std::string_view text);        // "1280x720"

std::string fixed(double value, int digits);                    // "0.120"
std::string rounded(double value, int digits);                  // so many significant ones: "0.12", "1230"
std::string large(double value);                                // "1.23 M"
std::string clock_text(double seconds);                         // "1:05", "2:00:07"
std::string bytes_text(std::uintmax_t bytes);                   // "1.2 MB"
std::string hex(std::uint64_t);                                 // 16 digits
std::string count_of(std::uint64_t n, std::string_view thing);  // "1 agent", "2 agents", "3 classes"

}  // namespace wend::cli
