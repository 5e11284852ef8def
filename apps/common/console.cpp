#include "console.hpp"

#include "text_width.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace wend::cli {

namespace {

constexpr int narrowest = 20;  // columns: below, no table can be read

// 0, or the errno of the write that failed.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void guard_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    // Opened the wrong way round: using it fails as if it were still closed.
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // past a limit of the file size the write fails, and its error names the file
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

int columns(int descriptor) {
  if (const char* wanted = std::getenv("COLUMNS"); wanted != nullptr) {
    int width = 0;
    const std::string_view text = wanted;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), width);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size() && width > 0) return std::max(width, narrowest);
  }
  winsize size{};
  if (!is_terminal(descriptor)) return 0;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? std::max<int>(size.ws_col, narrowest) : 80;
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string_view text = value;
    return text.find("UTF-8") != text.npos || text.find("utf8") != text.npos || text.find("UTF8") != text.npos;
  }
  return false;
}

Paint Paint::of(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return {.on = is_terminal(descriptor) && !dumb && (refused == nullptr || *refused == '\0')};
}

std::string Paint::wrapped(const char* code, std::string_view text) const {
  if (!on) return std::string(text);
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // control characters of the second kind, in UTF-8
      out += '?';
      ++i;
    } else if (c == '\n' || c == '\t') {
      out += ' ';
    } else {
      out += c < 0x20 || c == 0x7f ? '?' : text[i];
    }
  }
  return out;
}

bool put(std::string_view text) {
  const int problem = write_all(STDOUT_FILENO, text);
  // A reader who has seen enough (`| head`) wants no words about it.
  if (problem != 0 && problem != EPIPE) {
    say_error("cannot write to standard output: " + std::generic_category().message(problem));
  }
  return problem == 0;
}

bool put_table(std::string_view text, bool aside) {
  const std::string fit = fitted(text, static_cast<std::size_t>(columns(aside ? STDERR_FILENO : STDOUT_FILENO)));
  if (!aside) return put(fit);
  note(fit);
  return true;
}

void note(std::string_view text) { write_all(STDERR_FILENO, text); }

void say_error(const Error& error) { say_error(error.text()); }

void say_error(std::string_view message) { note(Paint::of(STDERR_FILENO).red("wend: " + printable(message)) + "\n"); }

void say_warning(std::string_view message) {
  note(Paint::of(STDERR_FILENO).yellow("wend: warning: " + printable(message)) + "\n");
}

int exit_code(bool written) { return written ? done : failed; }

}  // namespace wend::cli
