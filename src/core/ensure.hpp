#pragma once
#include <cstdio>
#include <cstdlib>

// Our own mistakes. WEND_ENSURE is always on, WEND_ASSERT in debug builds and tests.
#define WEND_ENSURE(condition)                                                                        \
  do {                                                                                                \
    if (!(condition)) {                                                                               \
      std::fprintf(stderr, "wend: internal error: %s (%s:%d)\n", #condition, __FILE__, __LINE__);     \
      std::abort();                                                                                   \
    }                                                                                                 \
  } while (false)

#ifdef NDEBUG
#define WEND_ASSERT(condition) ((void)0)
#else
#define WEND_ASSERT(condition) WEND_ENSURE(condition)
#endif
