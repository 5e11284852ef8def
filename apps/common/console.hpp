#pragma once
#include <wend/result.hpp>

#include <string>
#include <string_view>

namespace wend::cli {

// What the program says, and where: answers on standard output, everything else on standard error.

enum ExitCode : int { done = 0, failed = 1, bad_usage = 2 };

// Call first: a file opened later must never become the standard output somebody has closed.
void guard_standard_streams();

bool is_terminal(int descriptor);
// How wide a text for people may be: COLUMNS, or the terminal's width; 0 for a pipe or file, where nothing is broken.
int columns(int descriptor);
bool speaks_utf8();

// Colours on a terminal, unless NO_COLOR is set; plain text anywhere else.
struct Paint {
  bool on = false;

  static Paint of(int descriptor);
  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string faint(std::string_view text) const { return wrapped("2", text); }
  std::string red(std::string_view text) const { return wrapped("31", text); }
  std::string green(std::string_view text) const { return wrapped("32", text); }
  std::string yellow(std::string_view text) const { return wrapped("33", text); }

 private:
  std::string wrapped(const char* code, std::string_view text) const;
};

// One line without control characters: texts of scenes and file names cannot steer the terminal.
std::string printable(std::string_view);

bool put(std::string_view text);   // to standard output; false when it is closed or full
bool put_table(std::string_view text, bool aside = false);  // what people read, broken to the width; aside: to standard error
void note(std::string_view text);  // to standard error
void say_error(const Error&);      // "wend: place: message"
void say_error(std::string_view message);
void say_warning(std::string_view message);

// The code for an answer that could not be given.
int exit_code(bool written);

}  // namespace wend::cli
