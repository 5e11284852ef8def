#pragma once
#include <wend/ids.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace wend::world {

// The one place where ids become rows. A freed slot gets a new generation, so an old id finds nothing.
struct Slots {
  static constexpr std::uint32_t nowhere = 0xffffffffu;
  std::vector<std::uint32_t> generation;
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> free;  // last freed, first reused

  template <class IdType>
  IdType take(std::size_t at_row) {
    std::uint32_t index = 0;
    if (free.empty()) {
      index = static_cast<std::uint32_t>(generation.size());
      generation.push_back(1);
      row.push_back(nowhere);
    } else {
      index = free.back();
      free.pop_back();
    }
    row[index] = static_cast<std::uint32_t>(at_row);
    return {index, generation[index]};
  }

  template <class IdType>
  std::optional<std::size_t> find(IdType id) const {
    if (id.index >= generation.size() || id.generation != generation[id.index] || row[id.index] == nowhere) return std::nullopt;
    return row[id.index];
  }

  void release(std::uint32_t index) {
    row[index] = nowhere;
    if (++generation[index] != 0) free.push_back(index);  // a worn-out slot is never used again
  }
};

}  // namespace wend::world
