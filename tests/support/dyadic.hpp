#pragma once
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

// Exact arithmetic on doubles, written for plainness: every double is an integer times a power of two, and so are sums and
// products. Knows nothing of expansions.

namespace wend::test {

class Dyadic {
 public:
  Dyadic(double value = 0) {
    int exponent = 0;
    const double m = std::frexp(std::abs(value), &exponent);
    negative_ = value < 0;
    exponent_ = exponent - 53;
    for (auto bits = static_cast<std::uint64_t>(std::ldexp(m, 53)); bits != 0; bits >>= 32) limbs_.push_back(low(bits));
  }

  int sign() const { return limbs_.empty() ? 0 : negative_ ? -1 : 1; }

  friend Dyadic operator-(Dyadic a) {
    a.negative_ = !a.negative_;
    return a;
  }
  friend Dyadic operator+(Dyadic a, Dyadic b) {
    if (a.sign() == 0) return b;
    if (b.sign() == 0) return a;
    const int exponent = std::min(a.exponent_, b.exponent_);
    a.lower_to(exponent);
    b.lower_to(exponent);
    if (a.negative_ == b.negative_) {
      a.limbs_ = sum(a.limbs_, b.limbs_);
      return a;
    }
    if (less(a.limbs_, b.limbs_)) std::swap(a, b);
    a.limbs_ = difference(a.limbs_, b.limbs_);
    return a;
  }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + -b; }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) {
    Dyadic out;
    if (a.sign() == 0 || b.sign() == 0) return out;
    out.negative_ = a.negative_ != b.negative_;
    out.exponent_ = a.exponent_ + b.exponent_;
    out.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.limbs_.size() || carry != 0; ++j) {
        carry += out.limbs_[i + j];
        if (j < b.limbs_.size()) carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j];
        out.limbs_[i + j] = low(carry);
        carry >>= 32;
      }
    }
    trim(out.limbs_);
    return out;
  }

 private:
  using Limbs = std::vector<std::uint32_t>;  // lowest first, no zero at the end

  static std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }
  static void trim(Limbs& limbs) {
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
  }
  static bool less(const Limbs& a, const Limbs& b) {
    if (a.size() != b.size()) return a.size() < b.size();
    for (std::size_t i = a.size(); i-- > 0;) {
      if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
  }
  static Limbs sum(const Limbs& a, const Limbs& b) {
    Limbs out;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size() || i < b.size() || carry != 0; ++i) {
      carry += (i < a.size() ? a[i] : 0u) + std::uint64_t{i < b.size() ? b[i] : 0u};
      out.push_back(low(carry));
      carry >>= 32;
    }
    return out;
  }
  static Limbs difference(const Limbs& a, const Limbs& b) {  // a >= b
    Limbs out;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::uint64_t v = std::uint64_t{a[i]} - (i < b.size() ? b[i] : 0u) - borrow;
      out.push_back(low(v));
      borrow = v >> 63;
    }
    trim(out);
    return out;
  }
  void lower_to(int exponent) {
    const int shift = exponent_ - exponent;
    Limbs out(static_cast<std::size_t>(shift / 32), 0u);
    std::uint64_t carry = 0;
    for (const std::uint32_t limb : limbs_) {
      carry |= std::uint64_t{limb} << (shift % 32);
      out.push_back(low(carry));
      carry >>= 32;
    }
    out.push_back(low(carry));
    trim(out);
    limbs_ = std::move(out);
    exponent_ = exponent;
  }

  bool negative_ = false;
  int exponent_ = 0;
  Limbs limbs_;
};

}  // namespace wend::test
