#include "runners.hpp"

#include <wend/runner.hpp>

#include <algorithm>
#include <thread>

namespace wend::cli {

namespace {

constexpr std::size_t agents_per_thread = 512;  // below this, waking a thread costs more than it brings

}  // namespace

std::size_t useful_threads(std::size_t asked, std::size_t agents) {
  if (asked > 0) return asked;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(agents / agents_per_thread, 1, cores);
}

std::unique_ptr<TaskRunner> make_runner(std::size_t threads) {
  if (threads <= 1) return std::make_unique<SerialRunner>();
  return std::make_unique<ThreadRunner>(threads);
}

}  // namespace wend::cli
