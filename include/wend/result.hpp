#pragma once
#include <wend/base/export.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace wend {

// What went wrong, for programs; the numbers are fixed for ever.
enum class Errc : std::uint32_t {
  invalid_value = 1,  // a number, name or combination outside what is accepted
  unknown_name = 2,   // a key, class, model or format nobody knows
  stale_id = 3,       // the thing has left, or never was
  limit = 4,          // a named limit is reached
  wrong_time = 5,     // a call that does not fit the moment, such as drive() before steer()
  script = 6,         // a scene's own error
  io = 7,             // a file could not be read or written
  damaged = 8,        // bytes that are not what we wrote
  unsupported = 9,    // a version or feature this build does not have
};

// The value found, the values accepted, and the place.
struct Error {
  Errc code = Errc::invalid_value;
  std::string message;
  std::string place;

  std::string text() const { return place.empty() ? message : place + ": " + message; }
};

namespace detail {
[[noreturn]] WEND_API void abort_with(const Error&);  // the value of a failed Result was read
[[noreturn]] WEND_API void abort_without_error();     // the error of a Result with a value was read
}

// A value or an Error, with the member names of std::expected. Reading the value of a failed Result, or the error of one that has a
// value, prints a line and ends the program.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : data_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : data_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return data_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return checked(); }
  const T& value() const& { return const_cast<Result*>(this)->checked(); }
  T&& value() && { return std::move(checked()); }
  T& operator*() & { return checked(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(checked()); }
  T* operator->() { return &checked(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    if (const Error* error = std::get_if<1>(&data_)) return *error;
    detail::abort_without_error();
  }
  T value_or(T fallback) const { return has_value() ? value() : std::move(fallback); }

 private:
  T& checked() {
    if (T* value = std::get_if<0>(&data_)) return *value;
    detail::abort_with(error());
  }
  std::variant<T, Error> data_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::make_unique<Error>(std::move(error))) {}
  Result(const Result& other) : error_(other.error_ ? std::make_unique<Error>(*other.error_) : nullptr) {}
  Result(Result&&) noexcept = default;
  Result& operator=(const Result& other) { return *this = Result(other); }
  Result& operator=(Result&&) noexcept = default;
  ~Result() = default;

  bool has_value() const { return !error_; }
  explicit operator bool() const { return has_value(); }
  const Error& error() const {
    if (!error_) detail::abort_without_error();
    return *error_;
  }

 private:
  std::unique_ptr<Error> error_;  // none: success, which allocates nothing and builds no text
};

}  // namespace wend
