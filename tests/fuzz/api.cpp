#include "fuzz/fuzz.hpp"
#include "storm/storm.hpp"

using namespace wend;

// The bytes decide what happens to a world, as a seed does in a storm; the same checkers look on.
int fuzz_api(const std::uint8_t* data, std::size_t size) {
  storm::Dice dice(std::span(data, size));
  const storm::Outcome outcome = storm::run_calls(dice);
  fuzz::ensure(outcome.failures.empty(), text(outcome));
  return 0;
}
