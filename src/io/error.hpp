#pragma once
#include <wend/io/endings.hpp>
#include <wend/result.hpp>

#include <cerrno>
#include <exception>
#include <string>
#include <system_error>

namespace wend::io {

// "cannot write 'out.csv': No space left on device"
inline Error io_error(const std::string& what, const std::string& path, const std::string& cause) {
  return {Errc::io, "cannot " + what + " '" + path + "': " + cause, ""};
}

inline Error system_error(const std::string& what, const std::string& path, int code = errno) {
  return io_error(what, path, std::generic_category().message(code));
}

// "'a.txt': unknown ending .txt, expected .csv or .npy": `expected` is the end of it.
inline Error wrong_ending(const std::string& path, const std::string& expected) {
  const std::string ending = file_ending(path);
  const std::string found = ending.empty() ? "no ending" : "unknown ending " + ending;
  return {Errc::unknown_name, "'" + path + "': " + found + ", expected " + expected, ""};
}

// Nothing is thrown through the public functions: what a library threw becomes an Error.
template <class F>
auto guarded(const std::string& path, F&& f) -> decltype(f()) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return io_error("write", path, "out of memory");
  } catch (const std::exception& problem) {
    return io_error("write", path, problem.what());
  }
}

}  // namespace wend::io
