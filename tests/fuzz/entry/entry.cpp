#include "fuzz/fuzz.hpp"
#include "support/fp_traps.hpp"

// libFuzzer's door to one target, named by the build. Traps are on as in the tests, but not in libFuzzer's own sums.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wend::test::enable_traps();
  const int result = WEND_FUZZ_TARGET(data, size);
  wend::test::set_traps(0);
  return result;
}
