#include "interrupt.hpp"

#include <atomic>
#include <csignal>

namespace wend::cli {

namespace {

std::atomic<int> asked{0};
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int number) {
  if (asked.fetch_add(1) == 0) return;
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

bool interrupted() { return asked.load(std::memory_order_relaxed) > 0; }

}  // namespace wend::cli
