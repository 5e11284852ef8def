#pragma once
#include "console.hpp"
#include "simulate.hpp"

#include <span>
#include <string>

namespace wend::cli {

// The table of one run; the one of many seeds has a row per seed and fits so many columns (0: any).
std::string result_table(const Outcome&, const Paint&);
std::string seeds_table(std::span<const Outcome>, std::uint64_t asked, const Paint&, int columns);

}  // namespace wend::cli
