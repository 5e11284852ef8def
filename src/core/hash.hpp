#pragma once
#include <cstdint>

#include "core/bits.hpp"

namespace wend {

// A bijective scramble of 64 bits with full avalanche; the base of the state hash and of the random streams.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  x ^= x >> 31;
  return x;
}

constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t value) { return mix(mix(seed + 0x9e3779b97f4a7c15u) ^ (value + 0x632be59bd9b4e019u)); }

// The bits of a number; all NaNs count as one, because their payload differs between machines.
constexpr std::uint64_t hash_bits(double value) { return value == value ? bits::of(value) : 0x7ff8000000000000u; }

// Hash of a table cell. Cells are added, so rows may come in any order and on any thread.
constexpr std::uint64_t hash_cell(std::uint64_t column, std::uint64_t id, std::uint64_t bits) { return mix(mix(column, id), bits); }

}  // namespace wend
