// Prints one hash per kernel over a fixed set of inputs. compare_builds.sh runs many builds of it: all must agree.
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "core/angles.hpp"
#include "core/bits.hpp"
#include "core/det_math.hpp"
#include "core/hash.hpp"

namespace {

using wend::mix;

constexpr int inputs_per_kernel = 20'000;

struct Inputs {
  std::uint64_t state;

  std::uint64_t next() { return mix(state += 0x9e3779b97f4a7c15u); }
  // In turn: in [-range, range], in [-1, 1], any bit pattern (denormals, huge numbers, infinities and NaN among them).
  double draw(int i, double range) {
    const double unit = static_cast<double>(next() >> 11) * 0x1p-52 - 1.0;
    if (i % 8 == 7) return wend::bits::to_double(next());
    return i % 2 == 0 ? range * unit : unit;
  }
};

struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;

  void add(double x) {
    // which NaN comes out depends on the order of operands, and is not promised
    const std::uint64_t b = x != x ? 0x7ff8000000000000u : wend::bits::of(x);
    for (int shift = 0; shift < 64; shift += 8) value = (value ^ ((b >> shift) & 0xffu)) * 0x100000001b3u;
  }
};

void print(const char* name, const Hash& hash) { std::printf("%-8s %016" PRIx64 "\n", name, hash.value); }

template <class F>
void unary(const char* name, double range, F f) {
  Inputs in{1};
  Hash hash;
  for (int i = 0; i < inputs_per_kernel; ++i) hash.add(f(in.draw(i, range)));
  print(name, hash);
}

template <class F>
void binary(const char* name, double range, F f) {
  Inputs in{2};
  Hash hash;
  for (int i = 0; i < inputs_per_kernel; ++i) {
    const double a = in.draw(i, range);
    const double b = in.draw(i, range);
    hash.add(f(a, b));
  }
  print(name, hash);
}

}  // namespace

int main() {
  unary("exp", 750.0, [](double x) { return wend::det_exp(x); });
  unary("log", 10.0, [](double x) { return wend::det_log(wend::abs_of(x)); });
  unary("sin", 1e6, [](double x) { return wend::det_sincos(x).sin; });
  unary("cos", 1e6, [](double x) { return wend::det_sincos(x).cos; });
  unary("tan", 1e6, [](double x) { return wend::det_tan(x); });
  unary("tanh", 20.0, [](double x) { return wend::det_tanh(x); });
  unary("asin", 1.1, [](double x) { return wend::det_asin(x); });
  unary("acos", 1.1, [](double x) { return wend::det_acos(x); });
  unary("atan", 100.0, [](double x) { return wend::det_atan(x); });
  binary("atan2", 100.0, [](double y, double x) { return wend::det_atan2(y, x); });
  binary("pow", 100.0, [](double x, double y) { return wend::det_pow(wend::abs_of(x), y); });
  binary("pow_int", 9.0, [](double x, double y) { return wend::det_pow(x, wend::round_to_even(y)); });
  unary("wrap", 1e6, [](double x) { return wend::wrap(x); });
}
