#include "interrupt.hpp"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace wend::cli {

namespace {

constexpr std::int64_t one_wish = 300'000'000;  // ns: signals closer to the first than this are the same one

std::atomic<std::int64_t> asked_at{0};  // ns of a clock that only goes forward; 0: never
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

std::int64_t now() {
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);  // may be called in a signal handler
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

// `timeout -s INT` sends to the child and to its group, so that one wish arrives twice.
void on_signal(int number) {
  std::int64_t first = 0;
  const std::int64_t at = now();
  if (asked_at.compare_exchange_strong(first, at) || at - first < one_wish) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void catch_interrupts() {
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;  // nohup and background jobs
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, nullptr);
  }
}

bool interrupted() { return asked_at.load(std::memory_order_relaxed) != 0; }

}  // namespace wend::cli
