#pragma once
#include <wend/result.hpp>

#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

// A child program that reads our bytes on its standard input. What it complained about ends up in the error.
class Encoder {
 public:
  // arguments[0] is the program, looked up in PATH. `path` is for messages only.
  static Result<Encoder> start(const std::vector<std::string>& arguments, const std::string& path);
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;
  ~Encoder();  // kills a child still running

  Result<void> send(std::span<const unsigned char>);
  Result<void> finish();  // end of input; waits until the child is done
  void kill();

 private:
  Encoder() = default;
  int wait();  // exit code, or 128 + signal
  std::string complaint();

  std::string program_, path_;
  int socket_ = -1;
  int child_ = -1;
  std::FILE* errors_ = nullptr;
};

}  // namespace wend::io
