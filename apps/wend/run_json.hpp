#pragma once
#include "simulate.hpp"

#include <span>

namespace wend::cli {

// What docs/json.md describes, schema 1.
Json run_json(const Outcome&);
Json seeds_json(std::span<const Outcome>, std::uint64_t asked);

}  // namespace wend::cli
