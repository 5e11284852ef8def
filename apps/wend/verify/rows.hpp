#pragma once
#include "verify/trial.hpp"

#include <wend/result.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// The rows of the bar: which runs each of them needs, and what their figures are held against.

namespace wend::cli::verify {

struct VerifySettings {
  bool quick = false;  // fewer densities and cases
  bool cut = false;    // ends runs early, at limits that a good run does not reach
};

// One number of a row, over the seeds.
struct Figure {
  std::string name{};  // "finish", "door 1.2 m: flow"
  std::string unit{};
  std::vector<double> runs{};  // one per seed, in their order; empty: the value has none
  double value = 0;            // what is judged: the mean unless the name says otherwise
  bool at_least = false;       // the bar is a lower bound
  std::optional<double> bar{}, wish{};
  int digits = 1;

  bool hit() const { return !bar || (at_least ? value >= *bar : value <= *bar); }
};

struct Case {
  std::string label{};  // "door 1.2 m"; empty if there is only one
  Trial trial{};
};

// The results of one case, one per seed.
using Runs = std::vector<TrialResult>;

struct Row {
  std::string name{}, title{};
  std::string about{};  // what is run and measured, one or two sentences
  std::size_t most_seeds = 1000000;
  std::vector<Case> cases{};
  std::function<std::vector<Figure>(std::span<const Runs>)> judge{};
};

// In the order of the table.
std::vector<Row> all_rows(const VerifySettings&);
std::vector<Row> crossing_rows(const VerifySettings&);  // circle, corridor, blocks
std::vector<Row> door_rows(const VerifySettings&);      // door, room, hall
std::vector<Row> way_rows(const VerifySettings&);       // track2, track4, two_way_50, two_way_150
std::vector<Row> body_rows(const VerifySettings&);      // movers, meetings, paper

std::vector<Row> standing_rows(const VerifySettings&);  // gather, order_on, gap, idle, stuck

// Runs that more than one row needs.
Trial circle_trial(const VerifySettings&);
Trial corridor_trial(const VerifySettings&);
Trial door_trial(const VerifySettings&);

// Only what is named, in the order of the table; without names everything.
Result<std::vector<Row>> chosen_rows(std::vector<Row>, std::span<const std::string> names);

// Nobody overlaps anybody or anything that stands, and nobody crosses a wall: over all runs that were made.
std::vector<Figure> safety_figures(std::span<const Runs>);

// Makes a figure of one number per run.
Figure figure(std::string name, std::string unit, std::span<const TrialResult>, const std::function<double(const TrialResult&)>&, int digits = 1);
Figure at_most(Figure, std::optional<double> bar, std::optional<double> wish = {});
Figure at_least(Figure, std::optional<double> bar, std::optional<double> wish = {});
// A figure of its own, without values of runs.
Figure single(std::string name, std::string unit, double value, int digits = 1);
// The same figure, judged by its highest run.
Figure highest(std::string name, Figure);
// In how many of the runs the figure is `most` or less, %.
Figure share_up_to(std::string name, const Figure&, double most);
Figure arrived_figure(std::string name, std::span<const TrialResult>);  // in %, all of them

double limit_of(const VerifySettings&, double limit, double cut);

}  // namespace wend::cli::verify
