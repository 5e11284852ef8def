#pragma once

// Symbols are hidden by default; WEND_API marks what a user of the library may link to.
#if defined(__GNUC__) && !defined(_WIN32)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif
