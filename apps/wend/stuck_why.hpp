#pragma once
#include <wend/analysis/why.hpp>
#include <wend/scene.hpp>

#include "console.hpp"
#include "scene_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace wend::cli {

// People who stand together at the end of a run and want to go on, and why the foremost of them does not.
struct StuckPlace {
  std::uint64_t count = 0;
  Vec2 centre{};
  std::int64_t agent = 0;  // by its number in files
  Status status = Status::stuck;
  Verdict verdict;
};

constexpr std::size_t most_stuck_places = 3;

struct StuckWhy {
  std::vector<StuckPlace> places;  // the largest first
  std::uint64_t elsewhere = 0;     // people in smaller ones
  std::string look;                // a command that shows the first agent's decision
};

StuckWhy stuck_why(const scene::Scene&);

std::string stuck_text(const StuckWhy&, const Paint&);  // empty: nobody is stuck
Json stuck_json(const StuckWhy&);

}  // namespace wend::cli
