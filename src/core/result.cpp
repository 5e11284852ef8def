#include <wend/result.hpp>

#include <cstdio>
#include <cstdlib>

namespace wend::detail {

void die_of_unread_error(const Error& error) {
  std::fprintf(stderr, "wend: the value of a failed Result was read: %s\n", error.text().c_str());
  std::abort();
}

}  // namespace wend::detail
