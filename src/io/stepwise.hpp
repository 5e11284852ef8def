#pragma once
#include <string>
#include <type_traits>
#include <utility>

#include "io/error.hpp"

namespace wend::io {

// What all files share that are written step by step: the first failure removes the file, and every later call answers
// the same error.
class Stepwise {
 public:
  explicit Stepwise(std::string path) : path_(std::move(path)) {}
  virtual ~Stepwise() = default;

  const std::string& path() const { return path_; }  // as the user wrote it

  // Does f(), which answers a Result<void> or throws what is wrong.
  template <class F>
  Result<void> step(F&& f) {
    if (!failure_.empty()) return Error{Errc::io, failure_, ""};
    Result<void> done = guarded(path_, [&]() -> Result<void> {
      if constexpr (std::is_void_v<decltype(f())>) {
        f();
        return {};
      } else {
        return f();
      }
    });
    if (!done) stop(done.error().message);
    return done;
  }

  // The step after which the file has its name; `ended` is what later calls hear: "it is already closed".
  template <class F>
  Result<void> last_step(const char* ended, F&& f) {
    Result<void> done = step(std::forward<F>(f));
    if (done) failure_ = io_error("write", path_, ended).message;
    return done;
  }

  // Nothing, once the file has ended in one way or another.
  void give_up() {
    if (failure_.empty()) stop(io_error("write", path_, "it was abandoned").message);
  }

 protected:
  virtual void remove_file() = 0;  // all that was written of it

 private:
  void stop(const std::string& why) {
    failure_ = why;
    remove_file();
  }

  std::string path_, failure_;
};

}  // namespace wend::io
