#pragma once
#include <wend/base/rng.hpp>

#include "planning/map.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

// The maps of the planning spec for reports, tests and benchmarks, generated as its section 17 says; h = 1, origin 0.

namespace wend::reproduce {

struct MadeMap {
  planning::Map map;
  planning::TargetCells target;                       // one cell
  std::vector<std::vector<std::uint32_t>> openings;   // rooms: the cells of each doorway, all free
};

inline planning::Map blank_map(std::uint32_t columns, std::uint32_t rows) {
  planning::Map map;
  map.nx = columns;
  map.ny = rows;
  map.solid.assign(map.size(), 1);
  return map;
}

// Columns i0 .. i1 - 1 of rows j0 .. j1 - 1.
inline void fill(planning::Map& map, std::uint32_t i0, std::uint32_t i1, std::uint32_t j0, std::uint32_t j1,
                 bool solid) {
  for (std::uint32_t j = j0; j < j1; ++j) {
    for (std::uint32_t i = i0; i < i1; ++i) map.solid[map.index(i, j)] = solid ? 1 : 0;
  }
}

// Turns free cells into one more door, and shuts it.
inline void make_door(planning::Map& map, const std::vector<std::uint32_t>& cells) {
  for (std::uint32_t cell : cells) map.solid[cell] = 1;
  map.doors.push_back(cells);
}

inline MadeMap open_room(std::uint32_t size) {
  MadeMap made{blank_map(size, size), {}, {}};
  fill(made.map, 0, size, 0, size, false);
  made.target.cells = {made.map.index(size / 2, size / 2)};
  return made;
}

// A perfect maze by the recursive backtracker: corridors `width` cells wide, walls of one cell.
inline MadeMap maze(std::uint32_t size, std::uint32_t width, std::uint64_t seed) {
  MadeMap made{blank_map(size, size), {}, {}};
  Rng rng = Rng::stream(seed, Purpose::test);
  const std::uint32_t pitch = width + 1, n = (size - 1) / pitch;
  std::vector<std::uint8_t> seen(std::size_t{n} * n, 0);
  std::vector<std::uint32_t> way;
  const auto enter = [&](std::uint32_t room) {
    const std::uint32_t i = room % n * pitch + 1, j = room / n * pitch + 1;
    fill(made.map, i, i + width, j, j + width, false);
    seen[room] = 1;
    way.push_back(room);
  };
  enter(0);
  while (!way.empty()) {
    const std::uint32_t room = way.back(), a = room % n, b = room / n;
    std::array<std::uint32_t, 4> next{};
    std::uint32_t count = 0;
    if (a > 0 && seen[room - 1] == 0) next[count++] = room - 1;
    if (a + 1 < n && seen[room + 1] == 0) next[count++] = room + 1;
    if (b > 0 && seen[room - n] == 0) next[count++] = room - n;
    if (b + 1 < n && seen[room + n] == 0) next[count++] = room + n;
    if (count == 0) {
      way.pop_back();
      continue;
    }
    const std::uint32_t to = next[rng.below(count)];
    const std::uint32_t i = std::max(a, to % n) * pitch, j = std::max(b, to / n) * pitch;  // of the wall between
    if (to % n != a) fill(made.map, i, i + 1, j + 1, j + 1 + width, false);
    else fill(made.map, i + 1, i + 1 + width, j, j + 1, false);
    enter(to);
  }
  made.target.cells = {made.map.index(1 + width / 2, 1 + width / 2)};
  return made;
}

// n x n rooms, walls of one cell, and in each wall between two rooms a doorway of size / 64 cells, at least one.
inline MadeMap rooms(std::uint32_t size, std::uint32_t n, std::uint64_t seed) {
  MadeMap made{blank_map(size, size), {}, {}};
  Rng rng = Rng::stream(seed, Purpose::test);
  const std::uint32_t door = std::max(size / 64, 1u);
  const auto line = [&](std::uint32_t a) { return a * (size - 1) / n; };  // column or row of wall number a
  for (std::uint32_t b = 0; b < n; ++b) {
    for (std::uint32_t a = 0; a < n; ++a) fill(made.map, line(a) + 1, line(a + 1), line(b) + 1, line(b + 1), false);
  }
  const auto doorway = [&](std::uint32_t wall, std::uint32_t along, bool upright) {
    const std::uint32_t from = line(along) + 1, length = line(along + 1) - from;
    const std::uint32_t at = from + static_cast<std::uint32_t>(rng.below(length - door + 1));
    std::vector<std::uint32_t>& cells = made.openings.emplace_back();
    for (std::uint32_t s = at; s < at + door; ++s) {
      cells.push_back(upright ? made.map.index(line(wall), s) : made.map.index(s, line(wall)));
      made.map.solid[cells.back()] = 0;
    }
  };
  for (std::uint32_t b = 0; b < n; ++b) {
    for (std::uint32_t a = 0; a < n; ++a) {
      if (a > 0) doorway(a, b, true);
      if (b > 0) doorway(b, a, false);
    }
  }
  made.target.cells = {made.map.index(1, 1)};
  return made;
}

// Solid blocks anywhere, of sides between size / 32 and 3 size / 32 cells; they may overlap.
inline MadeMap city(std::uint32_t size, std::uint32_t blocks, std::uint64_t seed) {
  MadeMap made{blank_map(size, size), {}, {}};
  Rng rng = Rng::stream(seed, Purpose::test);
  fill(made.map, 0, size, 0, size, false);
  const auto side = [&] { return size / 32 + static_cast<std::uint32_t>(rng.below(size / 16 + 1)); };
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const std::uint32_t width = side(), height = side();
    const auto i = static_cast<std::uint32_t>(rng.below(size - width + 1));
    const auto j = static_cast<std::uint32_t>(rng.below(size - height + 1));
    fill(made.map, i, i + width, j, j + height, true);
  }
  std::uint32_t at = size / 8;
  while (made.map.solid[made.map.index(at, at)] != 0 && at + 1 < size) ++at;
  made.target.cells = {made.map.index(at, at)};
  return made;
}

// Little grids, such as "#...#/#.T.#": # solid, . free, T target, D a cell of door 0, rows in the order of the cells.
inline planning::Map from_text(std::string_view text, planning::TargetCells& target) {
  std::vector<std::string_view> rows;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('/', at), text.size());
    rows.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  planning::Map map =
      blank_map(static_cast<std::uint32_t>(rows.front().size()), static_cast<std::uint32_t>(rows.size()));
  target = {};
  std::vector<std::uint32_t> door;
  for (std::uint32_t j = 0; j < map.ny; ++j) {
    for (std::uint32_t i = 0; i < map.nx && i < rows[j].size(); ++i) {
      const std::uint32_t cell = map.index(i, j);
      if (rows[j][i] != '#') map.solid[cell] = 0;
      if (rows[j][i] == 'T') target.cells.push_back(cell);
      if (rows[j][i] == 'D') door.push_back(cell);
    }
  }
  if (!door.empty()) make_door(map, door);
  return map;
}

// Steps to the nearest target cell over free cells, four-connected (six in space); 0xffffffff where there is no way.
inline std::vector<std::uint32_t> steps(const planning::Map& map, const planning::TargetCells& target) {
  std::vector<std::uint32_t> count(map.size(), 0xffffffffu), queue;
  for (std::uint32_t cell : target.cells) {
    count[cell] = 0;
    queue.push_back(cell);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto to = static_cast<std::uint32_t>(queue[head] + map.offset(n));
      if (map.solid[to] != 0 || count[to] != 0xffffffffu) continue;
      count[to] = count[queue[head]] + 1;
      queue.push_back(to);
    }
  }
  return count;
}

}  // namespace wend::reproduce
