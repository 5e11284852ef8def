#include "core/fp_env.hpp"

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace wend {

namespace {

#if defined(__SSE2__)
constexpr unsigned mode_bits = 0x8000u | 0x6000u | 0x0040u;  // flush to zero, rounding, denormals are zero
unsigned read_control() { return _mm_getcsr(); }
void write_control(unsigned value) { _mm_setcsr(value); }
#elif defined(__aarch64__)
constexpr unsigned mode_bits = (1u << 24) | (3u << 22);  // FZ and RMode of FPCR
unsigned read_control() {
  unsigned long long value;
  asm volatile("mrs %0, fpcr" : "=r"(value));
  return static_cast<unsigned>(value);
}
void write_control(unsigned value) { asm volatile("msr fpcr, %0" ::"r"(static_cast<unsigned long long>(value)) : "memory"); }
#else
constexpr unsigned mode_bits = 0;  // WebAssembly and friends have one mode only
unsigned read_control() { return 0; }
void write_control(unsigned) {}
#endif

}  // namespace

FpEnv::FpEnv() : saved_control_(read_control()), saved_rounding_(std::fegetround()) {
  if (saved_rounding_ != FE_TONEAREST) std::fesetround(FE_TONEAREST);
  if ((read_control() & mode_bits) != 0) write_control(read_control() & ~mode_bits);
}

FpEnv::~FpEnv() {
  if (saved_rounding_ != FE_TONEAREST) std::fesetround(saved_rounding_);
  write_control((read_control() & ~mode_bits) | (saved_control_ & mode_bits));
}

}  // namespace wend
