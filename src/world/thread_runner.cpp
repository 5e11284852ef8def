#include <wend/runner.hpp>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace wend {

struct ThreadRunner::Pool {
  struct Job {
    std::size_t count = 0, chunk = 1;
    Work work = nullptr;
    void* context = nullptr;
  };

  explicit Pool(std::size_t threads) {
    for (std::size_t worker = 1; worker < threads; ++worker) helpers.emplace_back([this, worker] { wait_for_jobs(worker); });
  }

  ~Pool() {
    {
      const std::scoped_lock lock(mutex);
      stopping = true;
    }
    wake.notify_all();
    for (std::thread& helper : helpers) helper.join();
  }

  void work_on(const Job& job, std::size_t worker) {
    for (;;) {
      const std::size_t begin = next_chunk.fetch_add(1) * job.chunk;
      if (begin >= job.count) return;
      job.work(job.context, {begin, std::min(begin + job.chunk, job.count)}, worker);
    }
  }

  void wait_for_jobs(std::size_t worker) {
    std::uint64_t seen = 0;
    for (;;) {
      Job job;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return stopping || number != seen; });
        if (stopping) return;
        seen = number;
        job = current;
      }
      work_on(job, worker);
      {
        const std::scoped_lock lock(mutex);
        --busy;
      }
      done.notify_one();
    }
  }

  std::vector<std::thread> helpers;
  std::mutex mutex;
  std::condition_variable wake, done;
  std::atomic<std::size_t> next_chunk{0};
  Job current;
  std::uint64_t number = 0;
  std::size_t busy = 0;
  bool stopping = false;
};

ThreadRunner::ThreadRunner(std::size_t threads) : pool_(std::make_unique<Pool>(std::clamp<std::size_t>(threads, 1, 256))) {}
ThreadRunner::~ThreadRunner() = default;
std::size_t ThreadRunner::workers() const { return pool_->helpers.size() + 1; }

void ThreadRunner::run(std::size_t count, std::size_t chunk, Work work, void* context) {
  Pool& pool = *pool_;
  const Pool::Job job{count, chunk, work, context};
  {
    const std::scoped_lock lock(pool.mutex);
    pool.next_chunk = 0;
    pool.current = job;
    pool.busy = pool.helpers.size();
    ++pool.number;
  }
  pool.wake.notify_all();
  pool.work_on(job, 0);
  std::unique_lock lock(pool.mutex);
  pool.done.wait(lock, [&] { return pool.busy == 0; });
}

}  // namespace wend
