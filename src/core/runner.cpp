#include <wend/runner.hpp>

#include <algorithm>

namespace wend {

TaskRunner::~TaskRunner() = default;

void SerialRunner::run(std::size_t count, std::size_t chunk, Work work, void* context) {
  for (std::size_t begin = 0; begin < count; begin += chunk) work(context, {begin, std::min(begin + chunk, count)}, 0);
}

}  // namespace wend
