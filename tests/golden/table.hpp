#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wend::golden {

// The generators of local-layer.md 15.1 as rows, ways of steering as columns, beside the numbers of section 15.

enum Mode : std::size_t { classic, classic_sum, robust, robust_sum, beta_1, beta_05, beta_01, mode_count };
const char* name(Mode);

struct Row {
  const char* scene;
  const char* file;       // in scenes/paper, without .lua
  bool is_crowd = false;  // its cells are times, not rates
  int per_side = 0;       // of the corridor
  bool has_movers = false;
  std::array<const char*, mode_count> spec{};  // what section 15 says, nullptr: nothing
};
const std::vector<Row>& rows();

enum class Tier { quick, full };

// All runs of one row in one mode.
struct Cell {
  int seeds = 0;
  std::uint64_t agents = 0, arrived = 0;
  int with_contact = 0;         // runs that touched an agent or a moving body
  int with_static_contact = 0;  // runs that touched a wall or an obstacle that stands
  double time_sum = 0;          // of the mean arrival times
  int timed = 0;
  std::string error;

  double reach() const { return agents == 0 ? 0 : 100.0 * static_cast<double>(arrived) / static_cast<double>(agents); }
  double contact() const { return seeds == 0 ? 0 : 100.0 * with_contact / seeds; }
  double mean_time() const { return timed == 0 ? 0 : time_sum / timed; }
};

using Table = std::vector<std::array<Cell, mode_count>>;  // one entry per row

// Runs seeds 1 .. n of the rows of one kind; the other rows stay empty. All cores, the same answer on any number of
// them.
Table measure(Tier, bool crowds);

// As Markdown: ours, and the spec's in brackets.
std::string rates_text(const Table&);
std::string times_text(const Table&);
std::string seeds_text(const Table&);

}  // namespace wend::golden
