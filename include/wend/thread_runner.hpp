#pragma once
#include <wend/runner.hpp>

#include <memory>

namespace wend {

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
