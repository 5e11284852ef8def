#pragma once
#include <wend/vec.hpp>

#include <algorithm>
#include <cmath>

// How far sites may move, each in any direction, before a sign can change (environment spec, section 8).

namespace wend::environment {

// Twice the area over the longest side: the width of the triangle.
inline double triangle_width(Vec2 a, Vec2 b, Vec2 c) {
  const double longest2 = std::max({norm2(b - a), norm2(c - b), norm2(a - c)});
  return longest2 > 0 ? std::abs(cross(b - a, c - a)) / std::sqrt(longest2) : 0;
}

// Of the sign of a turn: environment spec (e.26), rounded down.
inline double turn_tolerance(Vec2 a, Vec2 b, Vec2 c) {
  const double lost = 1e-15 * (std::abs(b.x - a.x) + std::abs(b.y - a.y) + std::abs(c.x - a.x) + std::abs(c.y - a.y));
  return std::max(0.0, 0.999 * 0.5 * triangle_width(a, b, c) - lost);
}

// Of the sign of the in-circle determinant, safe and cheap: environment spec (e.24), (e.25).
inline double circle_tolerance(Vec2 pa, Vec2 pb, Vec2 pc, Vec2 pd) {
  const Vec2 a = pa - pd, b = pb - pd, c = pc - pd;
  const double la = norm2(a), lb = norm2(b), lc = norm2(c);
  const double ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
  const double permanent = la * (std::abs(b.x * c.y) + std::abs(b.y * c.x)) +
                           lb * (std::abs(c.x * a.y) + std::abs(c.y * a.x)) +
                           lc * (std::abs(a.x * b.y) + std::abs(a.y * b.x));
  const double I = std::abs(la * bc + lb * ca + lc * ab) - 1.12e-15 * permanent;
  if (!(I > 0)) return 0;
  const Vec2 ga = 2 * bc * a + lb * Vec2{-c.y, c.x} + lc * Vec2{b.y, -b.x};
  const Vec2 gb = 2 * ca * b + lc * Vec2{-a.y, a.x} + la * Vec2{c.y, -c.x};
  const Vec2 gc = 2 * ab * c + la * Vec2{-b.y, b.x} + lb * Vec2{a.y, -a.x};
  const double G = norm(ga) + norm(gb) + norm(gc) + norm(ga + gb + gc);
  const double L2 = std::max({la, lb, lc});
  const double delta = 2 * I / (G + std::sqrt(G * G + 340 * L2 * I));
  return 0.999 * std::min(std::sqrt(L2) / 8, delta);
}

// The same, the largest there is: environment spec (e.20) to (e.23), its strip width bounded from below.
inline double exact_circle_tolerance(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  double width =
      std::max({triangle_width(a, b, c), triangle_width(a, b, d), triangle_width(a, c, d), triangle_width(b, c, d)});
  const auto pairing = [&](Vec2 u, Vec2 v, Vec2 s, Vec2 t) {
    // The centre is as far from u as from v, and as far from s as from t.
    const Vec2 uv = v - u, st = t - s;
    const double det = cross(uv, st);
    if (det == 0) return;
    const double ku = dot(uv, 0.5 * (v - u)), ks = dot(st, 0.5 * (s + t) - u);
    const Vec2 centre = u + Vec2{ku * st.y - ks * uv.y, ks * uv.x - ku * st.x} / det;
    const Vec2 du = u - centre, dv = v - centre, ds = s - centre, dt = t - centre;
    // Interleaved: s and t lie in different arcs between the directions of u and v.
    const auto in_arc = [](Vec2 from, Vec2 to, Vec2 x) {
      return cross(from, to) >= 0 ? cross(from, x) >= 0 && cross(x, to) >= 0 : cross(from, x) >= 0 || cross(x, to) >= 0;
    };
    if (in_arc(du, dv, ds) != in_arc(du, dv, dt))
      width = std::min(width, std::abs(dot(u - s, du + ds)) / (norm(du) + norm(ds)));
  };
  pairing(a, b, c, d);
  pairing(a, c, b, d);
  pairing(a, d, b, c);
  return 0.5 * width;
}

}  // namespace wend::environment
