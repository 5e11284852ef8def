#pragma once
#include <wend/params.hpp>

#include <array>
#include <cstring>
#include <span>
#include <vector>

// The parameters of a model as the block of numbers it receives. A struct of doubles only, in the order of its table.

namespace wend::steering {

template <class P>
P unpack(std::span<const double> block) {
  P p;
  std::memcpy(static_cast<void*>(&p), block.data(), sizeof p);
  return p;
}

template <class P>
std::vector<double> packed(const P& p, std::span<const Field<P>> table) {
  std::vector<double> block;
  for (const Field<P>& field : table) block.push_back(p.*(field.member));
  return block;
}

template <class P>
std::array<ParamInfo, sizeof(P) / sizeof(double)> infos_of(std::span<const Field<P>> table) {
  std::array<ParamInfo, sizeof(P) / sizeof(double)> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = table[i].info;
  return rows;
}

}  // namespace wend::steering
