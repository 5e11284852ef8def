#pragma once
#include <cstdint>

namespace wend::cli {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

// What a process that runs somebody else's scene may use. The limits hold for each of its processes.
struct Confinement {
  std::uint64_t cpu_seconds = 600;
  std::uint64_t memory = std::uint64_t{4} << 30;     // bytes of address space
  std::uint64_t file_size = std::uint64_t{4} << 30;  // bytes of one file
  std::uint64_t open_files = 1024;
  std::uint64_t processes = 4096;  // and threads, all of this user's together; no limit for root
  bool programs = false;           // may start an encoder
};

// Confines this process and all it starts, for good; call it while there is one thread. False, with errno, when the
// system cannot. Afterwards a write beyond the file size fails with EFBIG, a network call with EACCES, and a system
// call that no scene, picture or film needs ends the process with SIGSYS.
bool confine(const Confinement&);

}  // namespace wend::cli
