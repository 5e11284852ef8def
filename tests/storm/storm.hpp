#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "storm/checkers.hpp"
#include "storm/dice.hpp"

namespace wend::storm {

// When a test may do harm behind the world's back, to see that a checker notices.
enum class Moment { stepped, refused, twin_stepped, saved };
using Hook = std::function<void(Moment, World&)>;

struct Outcome {
  Failures failures;  // of the first step that has any
  std::uint64_t step = 0;
  std::uint64_t calls = 0, refused = 0, restores = 0, steps = 0;
};

// A world and a random sequence of calls, edits, saves, restores, faults and thread counts; checked after each step.
Outcome run_calls(Dice&, const Hook& = {});

// Random scenes: random callbacks, edited texts, errors; two runs of each on different runners.
Outcome run_scripts(Dice&);
std::string random_script(Dice&);

std::string text(const Outcome&);

}  // namespace wend::storm
