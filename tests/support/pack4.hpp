#pragma once
#include "core/number.hpp"

// A toy pack of four lanes: shows that the kernels need nothing but the primitives of core/number.hpp.

namespace wend::test {

struct Mask4 {
  bool lane[4];
};

struct Pack4 {
  double lane[4];

  Pack4() = default;
  Pack4(double x) : lane{x, x, x, x} {}
};

template <class F>
Pack4 each(F f) {
  Pack4 out;
  for (int i = 0; i < 4; ++i) out.lane[i] = f(i);
  return out;
}

template <class F>
Mask4 each_mask(F f) {
  Mask4 out{};
  for (int i = 0; i < 4; ++i) out.lane[i] = f(i);
  return out;
}

using P = const Pack4&;
using M = const Mask4&;

inline Pack4 operator+(P a, P b) {
  return each([&](int i) { return a.lane[i] + b.lane[i]; });
}
inline Pack4 operator-(P a, P b) {
  return each([&](int i) { return a.lane[i] - b.lane[i]; });
}
inline Pack4 operator*(P a, P b) {
  return each([&](int i) { return a.lane[i] * b.lane[i]; });
}
inline Pack4 operator/(P a, P b) {
  return each([&](int i) { return a.lane[i] / b.lane[i]; });
}
inline Pack4 operator-(P a) {
  return each([&](int i) { return -a.lane[i]; });
}
inline Mask4 operator<(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] < b.lane[i]; });
}
inline Mask4 operator<=(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] <= b.lane[i]; });
}
inline Mask4 operator>(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] > b.lane[i]; });
}
inline Mask4 operator>=(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] >= b.lane[i]; });
}
inline Mask4 operator==(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] == b.lane[i]; });
}
inline Mask4 operator!=(P a, P b) {
  return each_mask([&](int i) { return a.lane[i] != b.lane[i]; });
}

inline Pack4 select(M m, P yes, P no) {
  return each([&](int i) { return wend::select(m.lane[i], yes.lane[i], no.lane[i]); });
}
inline Mask4 both(M a, M b) {
  return each_mask([&](int i) { return wend::both(a.lane[i], b.lane[i]); });
}
inline Mask4 either(M a, M b) {
  return each_mask([&](int i) { return wend::either(a.lane[i], b.lane[i]); });
}
inline Mask4 differ(M a, M b) {
  return each_mask([&](int i) { return wend::differ(a.lane[i], b.lane[i]); });
}
inline Mask4 sign_bit(P x) {
  return each_mask([&](int i) { return wend::sign_bit(x.lane[i]); });
}
inline Mask4 bit_set(P n, int bit) {
  return each_mask([&](int i) { return wend::bit_set(n.lane[i], bit); });
}
inline Pack4 abs_of(P x) {
  return each([&](int i) { return wend::abs_of(x.lane[i]); });
}
inline Pack4 sqrt_of(P x) {
  return each([&](int i) { return wend::sqrt_of(x.lane[i]); });
}
inline Pack4 flip_sign(P x, P s) {
  return each([&](int i) { return wend::flip_sign(x.lane[i], s.lane[i]); });
}
inline Pack4 pow2_of(P k) {
  return each([&](int i) { return wend::pow2_of(k.lane[i]); });
}
inline Pack4 exponent_of(P x) {
  return each([&](int i) { return wend::exponent_of(x.lane[i]); });
}
inline Pack4 mantissa_of(P x) {
  return each([&](int i) { return wend::mantissa_of(x.lane[i]); });
}
inline Pack4 upper_half(P x) {
  return each([&](int i) { return wend::upper_half(x.lane[i]); });
}

}  // namespace wend::test
