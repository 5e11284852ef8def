#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>
#include <span>

#include "core/bits.hpp"

namespace wend {

// Fixed-width little-endian values, the same on every CPU (decision N9).
class ByteWriter {
 public:
  void u64(std::uint64_t v) {
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<std::byte>((v >> (8 * i)) & 0xff));
  }
  void u32(std::uint32_t v) {
    for (int i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::byte>((v >> (8 * i)) & 0xff));
  }
  void u8(std::uint8_t v) { bytes_.push_back(static_cast<std::byte>(v)); }
  void f64(double v) { u64(bits::of(v)); }
  void text(std::string_view s) {
    u64(s.size());
    for (char c : s) u8(static_cast<std::uint8_t>(c));
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

// Reading past the end gives zeros and makes good() false; nothing is ever allocated larger than the input.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t u64() { return number(8); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  double f64() { return bits::to_double(u64()); }
  std::string text() {
    const std::uint64_t size = u64();
    if (size > left()) return good_ = false, std::string();
    std::string s(static_cast<std::size_t>(size), '\0');
    for (char& c : s) c = static_cast<char>(u8());
    return s;
  }
  // A count of things that take at least `width` bytes each: refused when the input cannot hold them.
  std::size_t count(std::size_t width) {
    const std::uint64_t n = u64();
    if (n > left() / width) return good_ = false, std::size_t{0};
    return static_cast<std::size_t>(n);
  }
  std::span<const std::byte> take(std::uint64_t size) {
    if (size > left()) return good_ = false, std::span<const std::byte>();
    const auto part = bytes_.subspan(at_, static_cast<std::size_t>(size));
    at_ += static_cast<std::size_t>(size);
    return part;
  }
  void fail() { good_ = false; }
  bool good() const { return good_; }
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::uint64_t number(std::size_t width) {
    if (width > left()) return good_ = false, 0;
    std::uint64_t v = 0;
    for (std::size_t i = 0; i < width; ++i) v |= std::uint64_t{std::to_integer<std::uint8_t>(bytes_[at_ + i])} << (8 * i);
    at_ += width;
    return v;
  }
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

}  // namespace wend
