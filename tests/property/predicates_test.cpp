#include "geometry/predicates.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "geometry/segments.hpp"
#include "support/exact_signs.hpp"
#include "support/hard_points.hpp"

using namespace wend;
using namespace wend::geometry;
using wend::test::Inputs;

namespace {

// Filtered and exact evaluation, both against the definition; how often the true sign was -1, 0, +1.
using Seen = std::array<int, 3>;

void look_at(int filtered, int exact, int truth, Seen& seen) {
  REQUIRE(filtered == truth);
  REQUIRE(exact == truth);
  ++seen[static_cast<std::size_t>(truth + 1)];
}

void check_plane(std::uint64_t seed, int cases) {
  Inputs in{seed};
  Seen turn{}, circle{};
  for (int i = 0; i < cases; ++i) {
    CAPTURE(i);
    Vec2 p[4];
    // mixed sizes are dear for the oracle
    test::hard_points(in, static_cast<std::uint64_t>(i % 16 == 15 ? 4 + i / 16 % 2 : i % 4), p);
    look_at(orientation(p[0], p[1], p[2]), detail::exact_orientation(p[0], p[1], p[2]),
            test::true_orientation(p[0], p[1], p[2]), turn);
    look_at(in_circle(p[0], p[1], p[2], p[3]), detail::exact_in_circle(p[0], p[1], p[2], p[3]),
            test::true_in_circle(p[0], p[1], p[2], p[3]), circle);
  }
  for (const int n : turn) CHECK(n > cases / 100);
  for (const int n : circle) CHECK(n > cases / 100);
}

void check_space(std::uint64_t seed, int cases) {
  Inputs in{seed};
  Seen side{}, sphere{};
  for (int i = 0; i < cases; ++i) {
    CAPTURE(i);
    Vec3 p[5];
    test::hard_points(in, static_cast<std::uint64_t>(i), p);
    look_at(orientation3(p[0], p[1], p[2], p[3]), detail::exact_orientation3(p[0], p[1], p[2], p[3]),
            test::true_orientation3(p[0], p[1], p[2], p[3]), side);
    look_at(in_sphere(p[0], p[1], p[2], p[3], p[4]), detail::exact_in_sphere(p[0], p[1], p[2], p[3], p[4]),
            test::true_in_sphere(p[0], p[1], p[2], p[3], p[4]), sphere);
  }
  for (const int n : side) CHECK(n > cases / 100);
  for (const int n : sphere) CHECK(n > cases / 100);
}

}  // namespace

TEST_CASE("predicates: orientation and in_circle have the sign of exact arithmetic") { check_plane(1, 200'000); }
TEST_CASE("predicates: orientation3 and in_sphere have the sign of exact arithmetic") { check_space(2, 8'000); }

TEST_SUITE("long") {
  TEST_CASE("predicates: orientation and in_circle, ten million") { check_plane(3, 10'000'000); }
  TEST_CASE("predicates: orientation3 and in_sphere, one million") { check_space(4, 1'000'000); }
}

TEST_CASE("predicates: every point of a fine grid around a line, at a large offset") {
  // The classical picture: one point moves by units of the last place near the line of two others.
  const Vec2 a = {1e6 + 12, 1e6 + 12}, b = {1e6 + 24, 1e6 + 24};
  const double ulp = 0x1p-33;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      const Vec2 c = {1e6 + i * ulp, 1e6 + j * ulp};
      REQUIRE(orientation(a, b, c) == (j > i) - (j < i));
    }
  }
}

TEST_CASE("predicates: a crowd needs fewer than one exact call in 10^4") {
  Inputs in{5};
  std::uint64_t exact = 0;
  const int cases = 300'000;
  for (int i = 0; i < cases; ++i) {
    Vec2 p[4];
    const Vec2 middle = {in.between(0, 200), in.between(0, 200)};
    for (Vec2& q : p) q = middle + Vec2{in.between(-3, 3), in.between(-3, 3)};
    orientation(p[0], p[1], p[2], &exact);
    in_circle(p[0], p[1], p[2], p[3], &exact);
  }
  CHECK(exact < 2 * cases / 10'000);
}

namespace {

// +1 for an even permutation of 0 .. N-1.
template <std::size_t N>
int parity(const std::array<std::size_t, N>& order) {
  int sign = 1;
  for (std::size_t i = 0; i < N; ++i) {
    for (std::size_t j = i + 1; j < N; ++j) sign = order[i] < order[j] ? sign : -sign;
  }
  return sign;
}

std::array<std::uint32_t, 5> different_ids(Inputs& in) {
  std::array<std::uint32_t, 5> id{};
  for (std::size_t i = 0; i < 5; ++i) id[i] = static_cast<std::uint32_t>(in.next() % 7 + 7 * i);
  for (std::size_t i = 4; i > 0; --i) std::swap(id[i], id[in.next() % (i + 1)]);
  return id;
}

}  // namespace

TEST_CASE("predicates: ties by id change sign with every swap, and only points of one line have none") {
  Inputs in{6};
  int ties = 0;
  for (int i = 0; i < 6000; ++i) {
    CAPTURE(i);
    Vec2 p[4];
    test::hard_points(in, i % 2 == 0 ? 1u : static_cast<std::uint64_t>(i), p);
    const auto id = different_ids(in);
    const int sign = in_circle_by_id(p, {id[0], id[1], id[2], id[3]});
    const int plain = in_circle(p[0], p[1], p[2], p[3]);
    if (plain != 0) REQUIRE(sign == plain);
    const bool one_line = orientation(p[0], p[1], p[2]) == 0 && orientation(p[0], p[1], p[3]) == 0 &&
                          orientation(p[0], p[2], p[3]) == 0 && orientation(p[1], p[2], p[3]) == 0;
    REQUIRE((sign == 0) == one_line);
    ties += plain == 0 && sign != 0;
    std::array<std::size_t, 4> order = {0, 1, 2, 3};
    do {
      const auto [a, b, c, d] = order;
      REQUIRE(in_circle_by_id({p[a], p[b], p[c], p[d]}, {id[a], id[b], id[c], id[d]}) == sign * parity(order));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  CHECK(ties > 300);
}

TEST_CASE("predicates: ties by id in space change sign with every swap") {
  Inputs in{7};
  int ties = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    Vec3 p[5];
    test::hard_points(in, 1, p);
    const auto id = different_ids(in);
    const int sign = in_sphere_by_id(p, {id[0], id[1], id[2], id[3], id[4]});
    const int plain = in_sphere(p[0], p[1], p[2], p[3], p[4]);
    if (plain != 0) REQUIRE(sign == plain);
    ties += plain == 0 && sign != 0;
    std::array<std::size_t, 5> order = {0, 1, 2, 3, 4};
    do {
      const auto [a, b, c, d, e] = order;
      REQUIRE(in_sphere_by_id({p[a], p[b], p[c], p[d], p[e]}, {id[a], id[b], id[c], id[d], id[e]}) == sign * parity(order));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  CHECK(ties > 30);
}

TEST_CASE("predicates: heights raised by a tiny amount in id order decide as the symbols do") {
  // A lifted determinant with real heights 2^-20, 2^-60, ... in place of infinitely small ones.
  Inputs in{8};
  int ties = 0;
  for (int i = 0; i < 3000; ++i) {
    CAPTURE(i);
    Vec2 p[4];
    for (Vec2& q : p) q = {static_cast<double>(in.next() % 5), static_cast<double>(in.next() % 5)};
    const auto id = different_ids(in);
    test::Matrix m;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto rank = std::count_if(id.begin(), id.begin() + 4, [&](std::uint32_t other) { return other < id[k]; });
      m.push_back({p[k].x, p[k].y, test::Dyadic(norm2(p[k])) + test::Dyadic(std::ldexp(1.0, -20 - 40 * static_cast<int>(rank))), 1.0});
    }
    REQUIRE(in_circle_by_id(p, {id[0], id[1], id[2], id[3]}) == test::determinant(m).sign());
    ties += in_circle(p[0], p[1], p[2], p[3]) == 0;
  }
  CHECK(ties > 100);
}

namespace {

// A triangulated convex polygon, as its set of diagonals; corners are numbered in ccw order.
using Diagonal = std::pair<int, int>;
using Diagonals = std::set<Diagonal>;

Diagonal diagonal(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

bool joined(const Diagonals& d, int n, int a, int b) {
  return (a + 1) % n == b || (b + 1) % n == a || d.contains(diagonal(a, b));
}

// The two corners that see the diagonal: both are joined to its two ends.
std::array<int, 2> apexes(const Diagonals& d, int n, Diagonal of) {
  std::array<int, 2> out{};
  for (int k = 0; k < n; ++k) {
    if (k == of.first || k == of.second || !joined(d, n, k, of.first) || !joined(d, n, k, of.second)) continue;
    out[k > of.first && k < of.second ? 0 : 1] = k;
  }
  return out;
}

}  // namespace

TEST_CASE("predicates: flips of twelve sites on a circle end in one triangulation, whatever their order") {
  const std::vector<Vec2> site = {{5, 0}, {4, 3}, {3, 4}, {0, 5}, {-3, 4}, {-4, 3}, {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
  const int n = static_cast<int>(site.size());
  Inputs in{9};
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    std::vector<std::uint32_t> id(site.size());
    std::iota(id.begin(), id.end(), 0u);
    for (std::size_t i = id.size() - 1; i > 0; --i) std::swap(id[i], id[in.next() % (i + 1)]);

    // The highest site is not seen from below: it hangs on its two neighbours. Cut it off, and so on.
    std::vector<int> left(site.size());
    std::iota(left.begin(), left.end(), 0);
    Diagonals expected;
    for (std::uint32_t rank = 0; left.size() > 3; ++rank) {
      const auto at = static_cast<std::size_t>(
          std::find_if(left.begin(), left.end(), [&](int k) { return id[static_cast<std::size_t>(k)] == rank; }) - left.begin());
      expected.insert(diagonal(left[(at + left.size() - 1) % left.size()], left[(at + 1) % left.size()]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }

    Diagonals now;  // a fan, shaken by random flips
    const auto flip = [&](Diagonal d) {
      const auto [a, b] = apexes(now, n, d);
      now.erase(d);
      now.insert(diagonal(a, b));
    };
    for (int k = 2; k < n - 1; ++k) now.insert({0, k});
    const auto any = [&](const std::vector<Diagonal>& from) { return from[in.next() % from.size()]; };
    for (int shake = 0; shake < 40; ++shake) flip(any({now.begin(), now.end()}));

    int flips = 0;
    for (;;) {
      std::vector<Diagonal> bad;
      for (const Diagonal& d : now) {
        const auto [right, left_of] = apexes(now, n, d);
        const auto corner = [&](int k) { return site[static_cast<std::size_t>(k)]; };
        const auto name = [&](int k) { return id[static_cast<std::size_t>(k)]; };
        // first, right, second turn left; the other apex lies beyond the diagonal
        if (in_circle_by_id({corner(d.first), corner(right), corner(d.second), corner(left_of)},
                            {name(d.first), name(right), name(d.second), name(left_of)}) > 0) {
          bad.push_back(d);
        }
      }
      if (bad.empty()) break;
      flip(any(bad));
      REQUIRE(++flips < 1000);
    }
    REQUIRE(now == expected);
  }
}

TEST_CASE("segments: meeting, lying on and blocking agree with exact arithmetic on a lattice") {
  // The truth by rational parameters: all coordinates are small integers.
  Inputs in{10};
  int blocked = 0, met = 0;
  for (int i = 0; i < 60'000; ++i) {
    CAPTURE(i);
    long v[8];
    for (long& c : v) c = static_cast<long>(in.next() % 5);
    const auto [ax, ay, bx, by, px, py, qx, qy] = std::to_array(v);
    bool meets = false, blocks_open = false;
    const long det = (qx - px) * (by - ay) - (qy - py) * (bx - ax);
    if (det != 0) {
      const long s = (ax - px) * (by - ay) - (ay - py) * (bx - ax), t = (ax - px) * (qy - py) - (ay - py) * (qx - px);
      const long S = det > 0 ? s : -s, T = det > 0 ? t : -t, D = det > 0 ? det : -det;
      meets = S >= 0 && S <= D && T >= 0 && T <= D;
      blocks_open = meets && S > 0 && S < D;
    } else {
      // parallel or points: try the ends of one on the other, and the inner points k / 24 of pq
      const auto on = [](long x, long y, long ux, long uy, long wx, long wy) {
        return (wx - ux) * (y - uy) == (wy - uy) * (x - ux) && (x - ux) * (x - wx) <= 0 && (y - uy) * (y - wy) <= 0;
      };
      meets = on(ax, ay, px, py, qx, qy) || on(bx, by, px, py, qx, qy) || on(px, py, ax, ay, bx, by) || on(qx, qy, ax, ay, bx, by);
      for (long k = 1; k < 24; ++k) {
        const long x = 24 * px + (qx - px) * k, y = 24 * py + (qy - py) * k;
        if (px == qx && py == qy) break;
        blocks_open = blocks_open || on(x, y, 24 * ax, 24 * ay, 24 * bx, 24 * by);
      }
    }
    const auto d = [](long c) { return static_cast<double>(c); };
    const Vec2 a = {d(ax), d(ay)}, b = {d(bx), d(by)}, p = {d(px), d(py)}, q = {d(qx), d(qy)};
    REQUIRE(segments_meet(a, b, p, q) == meets);
    REQUIRE(segments_meet(q, p, b, a) == meets);
    REQUIRE(blocks(a, b, p, q) == blocks_open);
    REQUIRE(blocks(b, a, q, p) == blocks_open);
    met += meets;
    blocked += blocks_open;
  }
  CHECK(met > 5000);
  CHECK(blocked > 5000);
}
