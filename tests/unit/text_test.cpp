#include <doctest/doctest.h>

#include <wend/base/rng.hpp>

#include <charconv>
#include <limits>

#include "core/bits.hpp"
#include "core/text.hpp"
#include "support/fp_traps.hpp"

using namespace wend;

TEST_CASE("text: a double is written as to_chars does, also where there is none") {
  const auto same = [](double value) {
    char buffer[40];
    const std::string expected(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    CHECK(shortest_text(value) == expected);
  };
  const test::NoTraps denormals_may_underflow;
  for (const double value : {0.0, -0.0, 1.0, -2.5, 0.1, 1e5, 1e6, 1200.0, 123456789.0, 1e15, 1e22, 1e23, 1e-4, 1e-5,
                             1.5e-7, 9007199254740993.0, 1.7976931348623157e308, 5e-324, 1.0 / 3})
    same(value);
  same(std::numeric_limits<double>::infinity());
  same(-std::numeric_limits<double>::infinity());
  Rng rng = Rng::stream(1, Purpose::test);
  for (int i = 0; i < 2000; ++i) {
    same(rng.uniform(-1000, 1000));
    same(static_cast<double>(rng.below(1000)) / 8);
    if (const double any = bits::to_double(rng.below(~std::uint64_t{0})); any == any) same(any);
  }
}
