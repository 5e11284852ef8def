#pragma once
#include <wend/runner.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "storm/dice.hpp"

namespace wend::storm {

// Small chunks in any order by any worker: the answer must not care.
class ShuffleRunner final : public TaskRunner {
 public:
  explicit ShuffleRunner(Dice& dice) : workers_(1 + dice.below(4)), largest_(1 + dice.below(9)), dice_(dice) {}
  std::size_t workers() const override { return workers_; }
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override {
    chunk = std::min(chunk, largest_);
    std::vector<Range> parts;
    for (std::size_t begin = 0; begin < count; begin += chunk) parts.push_back({begin, std::min(count, begin + chunk)});
    for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[dice_.below(i)]);
    for (const Range& part : parts) work(context, part, dice_.below(workers_));
  }

 private:
  std::size_t workers_, largest_;
  Dice& dice_;
};

// Real threads on chunks so small that tiny worlds need several.
class SmallChunks final : public TaskRunner {
 public:
  SmallChunks(TaskRunner& inner, std::size_t largest) : inner_(inner), largest_(largest) {}
  std::size_t workers() const override { return inner_.workers(); }
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override {
    inner_.run(count, std::min(chunk, largest_), work, context);
  }

 private:
  TaskRunner& inner_;
  std::size_t largest_;
};

}  // namespace wend::storm
