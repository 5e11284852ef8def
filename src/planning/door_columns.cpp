#include "planning/door_columns.hpp"

#include <algorithm>

namespace wend::planning {

namespace {

constexpr std::uint32_t none = 0xffffffffu;

}  // namespace

DoorColumns::DoorColumns(const Map& map, double wall_weight, std::span<const std::uint32_t> id) : beta_(wall_weight) {
  for (const auto& door : map.doors) cells_.insert(cells_.end(), door.begin(), door.end());
  if (cells_.empty()) return;
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  id_.assign(id.begin(), id.end());
  door_.assign(map.size(), 0);
  column_.assign(map.size(), none);
  for (std::uint32_t cell : cells_) door_[cell] = 1;

  for (std::uint32_t cell : cells_) {
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto beside = static_cast<std::uint32_t>(cell + map.offset(n));
      if (id_[beside] == none) continue;
      std::uint32_t& column = column_[beta_ == 1 ? cell : beside];
      if (column == none) {
        column = static_cast<std::uint32_t>(feet_.size());
        feet_.emplace_back();
      }
      if (beta_ == 1 || feet_[column].empty()) feet_[column].push_back(id_[beside]);
    }
  }
  kept_.resize(feet_.size());
}

std::vector<DoorUnknown> DoorColumns::unknowns(const Map& map, std::span<const std::uint8_t> door_open) const {
  std::vector<DoorUnknown> made;
  if (cells_.empty()) return made;
  std::vector<std::uint8_t> shut(map.size(), 0);
  for (std::size_t d = 0; d < map.doors.size(); ++d) {
    if (d < door_open.size() && door_open[d] != 0) continue;
    for (std::uint32_t cell : map.doors[d]) shut[cell] = 1;
  }
  std::vector<std::uint32_t> number(map.size(), none);
  for (std::uint32_t cell : cells_) {
    if (shut[cell] != 0) continue;
    number[cell] = static_cast<std::uint32_t>(made.size());
    made.emplace_back().cell = cell;
  }
  const std::size_t open = made.size();
  for (std::uint32_t cell : cells_) {
    for (int n = 0; n < map.neighbour_count(); ++n) {
      const auto beside = static_cast<std::uint32_t>(cell + map.offset(n));
      const std::uint32_t foot = id_[beside];
      if (shut[cell] == 0) {
        DoorUnknown& unknown = made[number[cell]];
        const bool passable = foot != none || number[beside] != none;
        unknown.diagonal += passable ? 1 : beta_;
        if (foot != none)
          unknown.feet.push_back(foot);
        else if (passable)
          unknown.joined.push_back(number[beside]);
        if (foot != none && (beta_ < 1 || unknown.columns.empty()))
          unknown.columns.push_back(column_[beta_ == 1 ? cell : beside]);
      } else if (foot != none && beta_ < 1) {
        if (number[beside] == none) {
          number[beside] = static_cast<std::uint32_t>(made.size());
          DoorUnknown& faces = made.emplace_back();
          faces.feet = {foot};
          faces.columns = {column_[beside]};
        }
        made[number[beside]].diagonal += 1 - beta_;  // of all its faces, turned over below
      }
    }
  }
  for (std::size_t k = open; k < made.size(); ++k) made[k].diagonal = 1 / made[k].diagonal;
  return made;
}

DoorColumns::Columns DoorColumns::columns(const Ldlt& factor, std::span<const DoorUnknown> unknowns) const {
  Columns made = kept_;
  std::vector<std::pair<std::uint32_t, Extended>> sources;
  for (const DoorUnknown& unknown : unknowns) {
    for (std::uint32_t c : unknown.columns) {
      if (made[c] != nullptr) continue;
      sources.clear();
      for (std::uint32_t foot : feet_[c]) sources.emplace_back(foot, Extended{1, 0});
      made[c] = std::make_shared<const Column>(factor.solve(sources));
    }
  }
  return made;
}

std::vector<Extended> door_values(std::span<const DoorUnknown> unknowns, const DoorColumns::Columns& columns,
                                  std::span<const Extended> own, const Column& shut) {
  const std::size_t n = unknowns.size();
  // (p.22), beside the diagonal with the sign turned: nothing below is negative.
  std::vector<Extended> s(n * n), x(own.begin(), own.end());
  std::vector<double> diagonal(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t foot : unknowns[i].feet) x[i] = x[i] + shut[foot];
    for (std::uint32_t other : unknowns[i].joined) s[i * n + other] = {1, 0};
    for (std::size_t j = 0; j <= i; ++j) {
      Extended& to = s[i * n + j];
      for (std::uint32_t foot : unknowns[i].feet) {
        for (std::uint32_t c : unknowns[j].columns) to = to + (*columns[c])[foot];
      }
    }
    diagonal[i] = unknowns[i].diagonal - to_double(s[i * n + i]);
  }
  // (p.23) by L D L^T; row i of L replaces row i of s.
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      const Extended a = s[i * n + k];
      if (a.m == 0) continue;
      const Extended l = a / diagonal[k];
      for (std::size_t j = k + 1; j < i; ++j) s[i * n + j] = s[i * n + j] + a * s[j * n + k];
      diagonal[i] -= to_double(l * a);
      s[i * n + k] = l;
      x[i] = x[i] + l * x[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    x[k] = x[k] / diagonal[k];
    for (std::size_t i = k + 1; i < n; ++i) x[k] = x[k] + s[i * n + k] * x[i];
  }
  return x;
}

}  // namespace wend::planning
