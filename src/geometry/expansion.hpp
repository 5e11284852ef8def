#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Exact sums and products of doubles. An expansion is a sum of doubles that do not overlap in bits, smallest first,
// without zeros; the last one has the sign of the whole. Rounding to nearest even, no overflow, and no product of
// lowest bits below 2^-1074 are assumed: the caller scales (predicates.cpp).

namespace wend::geometry {

struct Two {
  double high, low;  // high + low is exact, high is the rounded value
};

inline Two two_sum(double a, double b) {
  const double high = a + b;
  const double b_part = high - a;
  const double a_part = high - b_part;
  return {high, (a - a_part) + (b - b_part)};
}

inline Two two_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const auto split = [](double v) {
    const double c = splitter * v;
    const double high = c - (c - v);
    return Two{high, v - high};  // 26 bits each
  };
  const Two x = split(a), y = split(b);
  const double high = a * b;
  const double rest = ((high - x.high * y.high) - x.low * y.high) - x.high * y.low;
  return {high, x.low * y.low - rest};
}

// Non-overlapping terms use different bits, and a double has 2098 bit positions.
constexpr int expansion_capacity(int terms) { return std::min(terms, 2098); }

template <int N>
class Expansion {
 public:
  Expansion() {}  // the terms stay unset: there may be thousands
  Expansion(const Expansion& other) { *this = other; }
  Expansion& operator=(const Expansion& other) {
    std::copy_n(other.term_.begin(), other.size_, term_.begin());
    size_ = other.size_;
    return *this;
  }

  void push(double value) {
    if (value != 0) term_[static_cast<std::size_t>(size_++)] = value;
  }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  double operator[](int i) const { return term_[static_cast<std::size_t>(i)]; }
  int sign() const { return size_ == 0 ? 0 : (*this)[size_ - 1] > 0 ? 1 : -1; }

 private:
  int size_ = 0;
  std::array<double, expansion_capacity(N)> term_;
};

inline Expansion<2> exact_difference(double a, double b) {
  const Two d = two_sum(a, -b);
  Expansion<2> out;
  out.push(d.low);
  out.push(d.high);
  return out;
}

template <int N>
Expansion<N> operator-(const Expansion<N>& e) {
  Expansion<N> out;
  for (int i = 0; i < e.size(); ++i) out.push(-e[i]);
  return out;
}

// Merge by size, then add up from the smallest; what each addition loses is a term of the result.
template <int A, int B, int N>
void add(const Expansion<A>& e, const Expansion<B>& f, Expansion<N>& out) {
  out.clear();
  double sum = 0;
  for (int i = 0, j = 0; i < e.size() || j < f.size();) {
    const bool from_e = j == f.size() || (i < e.size() && std::abs(e[i]) < std::abs(f[j]));
    const Two s = two_sum(sum, from_e ? e[i++] : f[j++]);
    out.push(s.low);
    sum = s.high;
  }
  out.push(sum);
}

template <int A, int B>
Expansion<A + B> operator+(const Expansion<A>& e, const Expansion<B>& f) {
  Expansion<A + B> out;
  add(e, f, out);
  return out;
}

template <int A, int B>
Expansion<A + B> operator-(const Expansion<A>& e, const Expansion<B>& f) {
  return e + -f;
}

template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double factor) {
  Expansion<2 * N> out;
  double carry = 0;
  for (int i = 0; i < e.size(); ++i) {
    const Two product = two_product(e[i], factor);
    const Two low = two_sum(carry, product.low);
    const Two high = two_sum(product.high, low.high);
    out.push(low.low);
    out.push(high.low);
    carry = high.high;
  }
  out.push(carry);
  return out;
}

template <int A, int B>
Expansion<2 * A * B> operator*(const Expansion<A>& e, const Expansion<B>& f) {
  Expansion<2 * A * B> out, before;
  for (int i = 0; i < f.size(); ++i) {
    before = out;
    add(before, e * f[i], out);
  }
  return out;
}

}  // namespace wend::geometry
