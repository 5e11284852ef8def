#pragma once
#include <wend/analysis/metrics.hpp>
#include <wend/world.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "storm/book.hpp"

namespace wend::storm {

struct Failure {
  std::string checker, what;
};
using Failures = std::vector<Failure>;

// The world right before a step.
struct Picture {
  std::map<std::uint64_t, AgentState> agents;
  std::map<std::uint64_t, BodyNote> bodies;
  std::set<std::uint64_t> poked;  // got a number that is none, behind the world's back
  std::uint64_t step = 0;
};

// Everything a step must leave in order, looked at by brute force. `book` has this step's arrivals taken out already.
// Doors open and shut by themselves: the book is told.
void see_doors(const World&, Book&);
void check_step(const World&, const Book& book, const Picture& before, Failures&);

// The parts of it that need no book: for worlds whose calls we did not make. An agent missing in `notes` obeys.
void check_motion(const World&, const std::map<std::uint64_t, AgentNote>& notes, const Picture& before, Failures&);
void check_numbers(const World&, Failures&);
void check_events(const World&, const Picture& before, Failures&);

// What every later check builds on: takes what the events of the step say into the book.
void take_step(const World&, Book&);

}  // namespace wend::storm
