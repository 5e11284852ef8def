#pragma once
#include <wend/base/export.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

namespace wend {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Runs independent chunks of work, perhaps on several threads. The chunks never depend on the number of threads.
class WEND_API TaskRunner {
 public:
  using Work = void (*)(void* context, Range rows, std::size_t worker);

  virtual ~TaskRunner();
  virtual std::size_t workers() const = 0;
  // Calls work for [0, chunk), [chunk, 2 chunk), ... and returns when all are done; worker < workers().
  virtual void run(std::size_t count, std::size_t chunk, Work work, void* context) = 0;

  template <class F>
  void for_chunks(std::size_t count, std::size_t chunk, F&& f) {
    run(count, chunk, [](void* context, Range rows, std::size_t worker) { (*static_cast<std::remove_reference_t<F>*>(context))(rows, worker); }, &f);
  }
};

// This thread, one chunk after the other.
class WEND_API SerialRunner final : public TaskRunner {
 public:
  std::size_t workers() const override { return 1; }
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override;
};

// A pool of threads that wait between steps. Which thread takes which chunk is left to chance; the answer is not.
class WEND_API ThreadRunner final : public TaskRunner {
 public:
  explicit ThreadRunner(std::size_t threads);
  ~ThreadRunner() override;
  std::size_t workers() const override;
  void run(std::size_t count, std::size_t chunk, Work work, void* context) override;

 private:
  struct Pool;
  std::unique_ptr<Pool> pool_;
};

}  // namespace wend
