#pragma once
#include "simulate.hpp"

#include <optional>
#include <span>

namespace wend::cli {

// The numbers of a run that make sense over many seeds.
struct Quantity {
  const char* name;     // in JSON
  const char* heading;  // in the table
  const char* unit;
  int width;    // of its column
  int digits;   // after the point; 0: a count
  bool narrow;  // shown on a terminal of 80 columns as well
  std::optional<double> (*of)(const Outcome&);
  bool rare = false;  // no column where it is 0 in all runs
};

std::span<const Quantity> quantities();

// Over the runs that know the number.
struct Spread {
  std::optional<double> mean, min, max;
};

Spread spread_of(std::span<const Outcome>, const Quantity&);

}  // namespace wend::cli
