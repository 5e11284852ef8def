#pragma once
#include "environment/watch.hpp"

namespace wend::environment {

// Sorts crossings in about linear time, since their shares of the step are spread. Keeps its memory.
class CrossingSort {
 public:
  void sort(std::vector<Crossing>&);

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<Crossing> sorted_;
};

}  // namespace wend::environment
