#include <wend/result.hpp>

#include <cstdio>
#include <cstdlib>

namespace wend::detail {

void abort_with(const Error& error) {
  std::fprintf(stderr, "wend: the value of a failed Result was read: %s\n", error.text().c_str());
  std::abort();
}

void abort_without_error() {
  std::fprintf(stderr, "wend: the error of a Result that has a value was read\n");
  std::abort();
}

}  // namespace wend::detail
