#pragma once
#include <wend/base/params.hpp>

#include <cstring>
#include <span>
#include <vector>

// The parameters of a model as the block of numbers it receives, in the order of its table.

namespace wend::steering {

// A struct of doubles only.
template <class Numbers>
Numbers unpack(std::span<const double> block) {
  Numbers p;
  std::memcpy(static_cast<void*>(&p), block.data(), sizeof p);
  return p;
}

// A struct with flags and choices.
template <class Params>
Params unpack(std::span<const double> block, std::span<const wend::Field<Params>> table) {
  Params p;
  for (std::size_t i = 0; i < table.size(); ++i) table[i].set(p, block[i]);
  return p;
}

template <class Params>
std::vector<double> packed(const Params& p, std::span<const wend::Field<Params>> table) {
  std::vector<double> block;
  block.reserve(table.size());
  for (const wend::Field<Params>& f : table) block.push_back(f.get(p));
  return block;
}

template <class Params>
std::vector<ParamInfo> infos_of(std::span<const wend::Field<Params>> table) {
  std::vector<ParamInfo> rows;
  for (const wend::Field<Params>& f : table) rows.push_back(f.info);
  return rows;
}

}  // namespace wend::steering
