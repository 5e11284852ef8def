#pragma once
#include "../options.hpp"
#include "../timing.hpp"

#include <functional>
#include <string>
#include <vector>

namespace wend::bench {

// One line of the table. `sample` runs a few steps and gives the time of one step in ns per agent.
struct Item {
  std::string section, name;
  std::function<double()> sample;
  std::string spec;               // what the spec's prototype took, in units of G
  std::vector<double> ns, ratio;  // of each round
  double median_ns() const;
  double median_ratio() const;
};

// A hard target: `fast` is at least `factor` times as fast as `slow`, compared round by round.
struct Target {
  std::string name, fast, slow;
  double factor = 1;
};

// The automatic choice is at most 1.3 times as slow as the better of the two.
struct Choice {
  std::string chosen, one, other;
};

struct Table {
  std::vector<Item> items;  // the first one is G
  std::vector<Target> targets;
  std::vector<Choice> choices;
  std::vector<std::string> notes;
  std::string section;
  void add(std::string name, std::string spec, std::function<double()> sample) {
    items.push_back({section, std::move(name), std::move(sample), std::move(spec), {}, {}});
  }
};

struct Options : CommonOptions {
  double sample_ms = 12;  // about, for each sample
};

void run(Table&, const Options&);
void print_text(const Table&, const Options&);
void print_json(const Table&);

// The parts of the table, one file each.
void add_grid_rows(Table&, const Options&);
void add_event_rows(Table&, const Options&);
void add_triangulation_rows(Table&, const Options&);
void add_mesh_rows(Table&, const Options&);
void add_contact_rows(Table&, const Options&);

}  // namespace wend::bench
