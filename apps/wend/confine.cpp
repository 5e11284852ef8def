#include "confine.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <initializer_list>
#include <vector>

namespace wend::cli {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;  // no filter was written for it: refused
#endif

constexpr std::uint32_t kill = SECCOMP_RET_KILL_PROCESS, allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t fail(int code) { return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(code); }

// A classic BPF program. Every test is "skip what follows unless", so that no jump is longer than a few steps.
class Filter {
 public:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
  void mask(std::uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
  void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  void answer_if(std::uint32_t value, std::uint32_t what) { branch(BPF_JEQ, value, 0, 1, what); }
  void answer_unless(std::uint32_t value, std::uint32_t what) { branch(BPF_JEQ, value, 1, 0, what); }
  void answer_if_any(std::uint32_t bits, std::uint32_t what) { branch(BPF_JSET, bits, 0, 1, what); }
  void answer_unless_any(std::uint32_t bits, std::uint32_t what) { branch(BPF_JSET, bits, 1, 0, what); }

  // Rules for one call: `rules` sees its arguments, and the rest of the filter is skipped.
  template <class Rules>
  void call(long number, Rules rules) {
    const std::size_t test = code_.size();
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number));
    rules();
    answer(allow);
    code_[test].jf = static_cast<std::uint8_t>(code_.size() - test - 1);
  }

  bool install() {
    const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(int operation, std::uint32_t value) {
    code_.push_back({static_cast<std::uint16_t>(operation), 0, 0, value});
  }
  void branch(int test, std::uint32_t value, std::uint8_t yes, std::uint8_t no, std::uint32_t what) {
    code_.push_back({static_cast<std::uint16_t>(BPF_JMP | BPF_K | test), yes, no, value});
    answer(what);
  }

  std::vector<sock_filter> code_;
};

constexpr std::size_t number_offset = offsetof(seccomp_data, nr);
constexpr std::size_t architecture_offset = offsetof(seccomp_data, arch);
// Both machines are little-endian: the low half comes first.
constexpr std::size_t low_half(std::size_t argument) { return offsetof(seccomp_data, args) + 8 * argument; }
constexpr std::size_t high_half(std::size_t argument) { return low_half(argument) + 4; }

// No scene, picture or film needs these.
constexpr long never[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_move_mount,
    SYS_open_tree,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_open_by_handle_at,
    SYS_unshare,
    SYS_setns,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_reboot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_syslog,
#if defined(__x86_64__)
    SYS_iopl,
    SYS_ioperm,
#endif
#if defined(SYS_kexec_file_load)
    SYS_kexec_file_load,
#endif
};

constexpr long network[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};

constexpr std::uint32_t new_namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

bool filter_calls(bool programs) {
  if (architecture == 0) {
    errno = ENOSYS;
    return false;
  }
  Filter filter;
  filter.load(architecture_offset);
  filter.answer_unless(architecture, kill);
  filter.load(number_offset);
#if defined(__x86_64__)
  filter.answer_if_any(0x40000000u, kill);  // the x32 way to the same calls
#endif
  for (const long number : never) filter.answer_if(static_cast<std::uint32_t>(number), kill);
  for (const long number : network) filter.answer_if(static_cast<std::uint32_t>(number), fail(EACCES));
  // Stays in the group, so that one signal reaches all; an encoder that wants its own is told it has it.
  for (const long number : {SYS_setpgid, SYS_setsid}) filter.answer_if(static_cast<std::uint32_t>(number), fail(0));
  filter.answer_if(SYS_setrlimit, fail(EPERM));
  filter.answer_if(SYS_clone3, fail(ENOSYS));  // its flags cannot be seen here; libraries then use clone
  if (!programs) {
    for (const long number : {SYS_execve, SYS_execveat}) filter.answer_if(static_cast<std::uint32_t>(number), kill);
#if defined(__x86_64__)
    for (const long number : {SYS_fork, SYS_vfork}) filter.answer_if(static_cast<std::uint32_t>(number), kill);
#endif
  }
  filter.call(SYS_clone, [&] {
    filter.load(low_half(0));
    filter.answer_if_any(new_namespaces, kill);
    if (!programs) filter.answer_unless_any(CLONE_THREAD, kill);
  });
  filter.call(SYS_socketpair, [&] {  // a pair of streams has no way out; datagrams could be sent anywhere
    filter.load(low_half(1));
    filter.mask(0xf);
    filter.answer_unless(SOCK_STREAM, fail(EACCES));
  });
  filter.call(SYS_prlimit64, [&] {  // reading is fine, setting is not
    for (const std::size_t half : {low_half(2), high_half(2)}) {
      filter.load(half);
      filter.answer_unless(0, fail(EPERM));
    }
  });
  filter.call(SYS_ioctl, [&] {  // words put into the terminal's mouth
    filter.load(low_half(1));
    for (const auto request : {std::uint32_t{TIOCSTI}, std::uint32_t{TIOCLINUX}})
      filter.answer_if(request, fail(EPERM));
  });
  filter.answer(allow);
  return filter.install();
}

// Never more than there was before.
bool set_limit(__rlimit_resource resource, std::uint64_t value, std::uint64_t grace = 0) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  limit.rlim_cur = std::min<rlim_t>(value, limit.rlim_cur);
  limit.rlim_max = std::min<rlim_t>(value + grace, limit.rlim_max);
  return ::setrlimit(resource, &limit) == 0;
}

}  // namespace

bool confine(const Confinement& may) {
  std::signal(SIGXFSZ, SIG_IGN);  // the write fails instead, and its error names the file
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // Sanitizers map terabytes for themselves.
  if (!sanitized && !set_limit(RLIMIT_AS, may.memory)) return false;
  // With grace SIGXCPU comes before SIGKILL, and says why.
  return set_limit(RLIMIT_CPU, may.cpu_seconds, 5) && set_limit(RLIMIT_FSIZE, may.file_size) &&
         set_limit(RLIMIT_NOFILE, may.open_files) && set_limit(RLIMIT_NPROC, may.processes) &&
         set_limit(RLIMIT_CORE, 0) && filter_calls(may.programs);
}

}  // namespace wend::cli
