#pragma once

// Which instructions vector code may use. mingw does not align the stack for 32-byte vectors, so it goes the plain way.
#if defined(__x86_64__) && !defined(_WIN32)
#define WEND_AVX2 1
#else
#define WEND_AVX2 0
#endif

namespace wend {

// How lanes are worked on. Answers do not depend on it.
enum class Kernel { portable, avx2 };

inline bool runs_here(Kernel kernel) {
#if WEND_AVX2
  if (kernel == Kernel::avx2) return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
#endif
  return kernel == Kernel::portable;
}

inline Kernel best_kernel() { return runs_here(Kernel::avx2) ? Kernel::avx2 : Kernel::portable; }

}  // namespace wend
