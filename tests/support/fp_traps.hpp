#pragma once
#include <cfenv>

// Floating-point traps for tests: a NaN stops where it is born. Does nothing where the C library cannot trap.

namespace wend::test {

#if defined(__GLIBC__)
inline int trap_mask() { return fegetexcept(); }
inline void set_traps(int mask) {
  std::feclearexcept(FE_ALL_EXCEPT);  // a flag left standing would trap at the next x87 instruction
  fedisableexcept(FE_ALL_EXCEPT);
  feenableexcept(mask);
}
#else
inline int trap_mask() { return 0; }
inline void set_traps(int) { std::feclearexcept(FE_ALL_EXCEPT); }
#endif

inline void enable_traps() { set_traps(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }

// No traps inside this scope, for tests that feed NaN and infinity on purpose.
struct NoTraps {
  NoTraps() : saved(trap_mask()) { set_traps(0); }
  ~NoTraps() { set_traps(saved); }
  NoTraps(const NoTraps&) = delete;
  NoTraps& operator=(const NoTraps&) = delete;

  int saved;
};

}  // namespace wend::test
