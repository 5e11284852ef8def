#pragma once
#include <wend/result.hpp>

#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

// A child program that reads our bytes on its standard input. What it complained about ends up in the error.
class Child {
 public:
  struct Start {
    std::vector<std::string> arguments;  // the program first, looked up in PATH
    std::string path;                    // what it helps to write; it and the package are for messages only
    std::string package;                 // Debian's name for where the program comes from
    std::FILE* output = nullptr;         // where its standard output goes; none: nowhere
    std::string home{};                  // its HOME; empty: ours
    double patience = 120;               // s in which it may take nothing before it is given up
  };
  static Result<Child> start(const Start&);
  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;
  ~Child();  // kills a child still running

  Result<void> send(std::span<const unsigned char>);
  Result<void> finish();  // end of input; waits until the child is done
  void kill();            // it and its own children

 private:
  Child() = default;
  bool gone_within(double seconds);
  int wait();  // exit code, or 128 + signal
  std::string complaint();

  std::string program_, path_;
  double patience_ = 0;
  int socket_ = -1;
  int child_ = -1;
  std::FILE* errors_ = nullptr;
};

}  // namespace wend::io
