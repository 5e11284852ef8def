#include <wend/base/params.hpp>
#include <wend/ids.hpp>
#include <wend/base/rng.hpp>
#include <wend/result.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "core/bytes.hpp"
#include "core/hash.hpp"
#include "core/order_free.hpp"
#include "core/text.hpp"
#include "support/fp_traps.hpp"

using namespace wend;

TEST_CASE("result: a value, or an error with its place") {
  const Result<int> good = 3;
  CHECK(good);
  CHECK(good.has_value());
  CHECK(*good == 3);
  CHECK(good.value_or(9) == 3);

  const Result<int> bad = Error{Errc::limit, "agents = 5, expected at most 4", "add_agent"};
  CHECK_FALSE(bad);
  CHECK(bad.error().code == Errc::limit);
  CHECK(bad.error().text() == "add_agent: agents = 5, expected at most 4");
  CHECK(bad.value_or(9) == 9);
  CHECK(Error{Errc::io, "gone", ""}.text() == "gone");

  CHECK(Result<void>());
  const Result<void> nothing = Error{Errc::stale_id, "m", "p"};
  CHECK_FALSE(nothing);
  CHECK(nothing.error().message == "m");

  Result<std::string> text = std::string("moved");
  const std::string taken = *std::move(text);
  CHECK(taken == "moved");
  Result<std::vector<int>> list = std::vector<int>{1, 2};
  list->push_back(3);
  CHECK(list->size() == 3);
}

TEST_CASE("ids: none is false, order is by slot, kinds do not mix") {
  CHECK_FALSE(AgentId{});
  CHECK_FALSE(AgentId{7, 0});
  CHECK(AgentId{0, 1});
  CHECK(AgentId{1, 9} < AgentId{2, 1});
  CHECK(AgentId{1, 1} < AgentId{1, 2});
  CHECK(AgentId{1, 2}.bits() == 0x0000000100000002u);
  CHECK(AgentId{0xffffffffu, 0xfffffffeu}.bits() == 0xfffffffffffffffeu);
  static_assert(!std::is_convertible_v<AgentId, TargetId>);
  static_assert(!std::is_convertible_v<ObstacleId, WallId>);
  static_assert(sizeof(AgentId) == 8 && std::is_trivially_copyable_v<AgentId> && std::is_standard_layout_v<AgentId>);
}

TEST_CASE("text: the shortest number that reads back") {
  CHECK(concat("a", 1, " b ", 0.1, " ", -2.5) == "a1 b 0.1 -2.5");
  CHECK(concat(0.30000000000000004) == "0.30000000000000004");
  CHECK(concat(1e308, " ", 5e-324, " ", -0.0) == "1e+308 5e-324 -0");
  CHECK(concat(std::numeric_limits<double>::quiet_NaN(), " ", -std::numeric_limits<double>::quiet_NaN()) == "nan nan");
  CHECK(concat(HUGE_VAL, " ", -HUGE_VAL) == "inf -inf");
  CHECK(concat(std::numeric_limits<std::uint64_t>::max(), " ", std::numeric_limits<std::int64_t>::min()) ==
        "18446744073709551615 -9223372036854775808");
  CHECK(concat() == "");
}

TEST_CASE("params: what is accepted, and how it is said") {
  const test::NoTraps quiet;
  const ParamInfo plain{"radius", "m", 0, 5, 1, ""};
  CHECK(accepted(plain) == "0 .. 5 m");
  CHECK(accepts(plain, 0));
  CHECK(accepts(plain, 5));
  CHECK(accepts(plain, -0.0));
  CHECK_FALSE(accepts(plain, -1e-300));
  CHECK_FALSE(accepts(plain, 5.0000000001));
  CHECK_FALSE(accepts(plain, std::numeric_limits<double>::quiet_NaN()));
  CHECK_FALSE(accepts(plain, HUGE_VAL));
  CHECK(check(plain, 5.5, "here").error().text() == "here: radius = 5.5, expected 0 .. 5 m");
  CHECK(check(plain, 5.5, "here").error().code == Errc::invalid_value);

  const ParamInfo open{"tau", "s", 0, 100, 1, "", ParamKind::number, "", true};
  CHECK(accepted(open) == "more than 0, up to 100 s");
  CHECK_FALSE(accepts(open, 0));
  CHECK_FALSE(accepts(open, -0.0));
  CHECK(accepts(open, 5e-324));
  CHECK(accepts(open, 100));

  const ParamInfo unset{"courage", "", 0, 1, -1, "", ParamKind::number, "", false, -1};
  CHECK(accepts(unset, -1));
  CHECK_FALSE(accepts(unset, -0.5));
  CHECK_FALSE(accepts(unset, -1.0000000000000002));

  const ParamInfo whole{"count", "", 0, 10, 0, "", ParamKind::integer};
  CHECK(accepted(whole) == "0 .. 10, a whole number");
  CHECK(accepts(whole, 3));
  CHECK_FALSE(accepts(whole, 3.5));

  const ParamInfo flag{"fusion", "", 0, 1, 1, "", ParamKind::flag};
  CHECK(accepted(flag) == "true or false");
  CHECK(accepts(flag, 1));
  CHECK_FALSE(accepts(flag, 0.5));
  CHECK_FALSE(accepts(flag, 2));

  const ParamInfo any{"angle", "rad", -1e308, 1e308, 0, ""};
  CHECK(accepted(any) == "a finite number");
  CHECK_FALSE(accepts(any, HUGE_VAL));
}

TEST_CASE("params: choices and suggestions") {
  const ParamInfo law{"speed", "", 0, 1, 0, "", ParamKind::choice, "time_to_contact|constant"};
  CHECK(accepted(law) == "\"time_to_contact\" or \"constant\"");
  CHECK(*choice_value(law, "constant", "") == 1);
  CHECK(*choice_value(law, "time_to_contact", "") == 0);
  CHECK(choice_word(law, 1) == "constant");
  CHECK(choice_word(law, 2).empty());
  const auto wrong = choice_value(law, "constnat", "model");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().code == Errc::unknown_name);
  CHECK(wrong.error().text() ==
        "model: speed = \"constnat\", expected \"time_to_contact\" or \"constant\"; did you mean \"constant\"?");
  CHECK_FALSE(choice_value(law, "", ""));

  const std::array<std::string_view, 4> known{"radius", "heading", "speed", "d0"};
  CHECK(suggestion("raduis", known) == "radius");  // neighbours swapped
  CHECK(suggestion("headin", known) == "heading");
  CHECK(suggestion("sped", known) == "speed");
  CHECK(suggestion("--sed", std::vector<std::string_view>{"--set", "--seed"}) == "--seed");  // lacks a letter; "set" has another
  CHECK(suggestion("temperature", known).empty());
  CHECK(suggestion("zz", known).empty());  // two edits would turn it into anything of two letters
  CHECK(suggestion("", known).empty());
  CHECK(suggestion(std::string(100000, 'x'), known).empty());
  CHECK(suggestion("radius", {}).empty());
}

TEST_CASE("rng: streams depend on every part of the key and on nothing else") {
  const auto first = [](std::uint64_t seed, Purpose purpose, std::uint64_t id, std::uint64_t step) {
    return Rng::stream(seed, purpose, id, step).bits();
  };
  CHECK(first(1, Purpose::test, 2, 3) == first(1, Purpose::test, 2, 3));
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (Purpose purpose : {Purpose::heading_noise, Purpose::placement, Purpose::attributes, Purpose::script,
                            Purpose::test, Purpose::parting}) {
      for (std::uint64_t id = 0; id < 20; ++id) {
        for (std::uint64_t step = 0; step < 20; ++step) seen.insert(first(seed, purpose, id, step));
      }
    }
  }
  CHECK(seen.size() == 20 * 6 * 20 * 20);

  Rng a = Rng::stream(5, Purpose::test);
  (void)a.bits();
  Rng b = Rng::from_state(a.state());
  for (int i = 0; i < 100; ++i) CHECK(a.bits() == b.bits());
}

TEST_CASE("rng: uniform and normal have the right moments, within a stream and across streams") {
  const int n = 200000;
  for (const bool across : {false, true}) {
    CAPTURE(across);
    Rng rng = Rng::stream(11, Purpose::test);
    double u1 = 0, u2 = 0, n1 = 0, n2 = 0, n3 = 0, n4 = 0, lag = 0, previous = 0, low = 1, high = 0;
    for (int i = 0; i < n; ++i) {
      if (across)
        rng = Rng::stream(11, Purpose::heading_noise, static_cast<std::uint64_t>(i / 100),
                          static_cast<std::uint64_t>(i % 100));
      const double u = rng.uniform(), z = rng.normal();
      u1 += u, u2 += u * u, n1 += z, n2 += z * z, n3 += z * z * z, n4 += z * z * z * z;
      lag += z * previous, previous = z;
      low = std::min(low, u), high = std::max(high, u);
    }
    // Bounds of about 5 standard deviations of each mean.
    const double root = std::sqrt(static_cast<double>(n));
    CHECK(low >= 0);
    CHECK(high < 1);
    CHECK(std::abs(u1 / n - 0.5) < 5 * 0.289 / root);
    CHECK(std::abs(u2 / n - 1.0 / 3) < 5 * 0.298 / root);
    CHECK(std::abs(n1 / n) < 5 / root);
    CHECK(std::abs(n2 / n - 1) < 5 * 1.42 / root);
    CHECK(std::abs(n3 / n) < 5 * 3.9 / root);
    CHECK(std::abs(n4 / n - 3) < 5 * 9.8 / root);
    CHECK(std::abs(lag / n) < 5 / root);
  }
  Rng rng = Rng::stream(12, Purpose::test);
  for (int i = 0; i < 1000; ++i) {
    const double u = rng.uniform(-3, 7);
    CHECK((u >= -3 && u <= 7));
  }
}

TEST_CASE("rng: below is unbiased, also where 2^64 does not divide") {
  Rng rng = Rng::stream(13, Purpose::test);
  for (std::uint64_t n : {2u, 3u, 7u, 10u}) {
    std::vector<double> counts(n);
    const int draws = 70000;
    for (int i = 0; i < draws; ++i) {
      const std::uint64_t k = rng.below(n);
      REQUIRE(k < n);
      ++counts[k];
    }
    double chi2 = 0;
    const double expected = draws / static_cast<double>(n);
    for (double c : counts) chi2 += (c - expected) * (c - expected) / expected;
    CHECK(chi2 < static_cast<double>(n - 1) + 5 * std::sqrt(2.0 * static_cast<double>(n - 1)));
  }
  // For n = 3 * 2^62, x % n without rejection would put 2/3 into the first third instead of 1/3.
  const std::uint64_t n = 3ull << 62;
  int low = 0;
  for (int i = 0; i < 30000; ++i) low += rng.below(n) < (1ull << 62) ? 1 : 0;
  CHECK(std::abs(low - 10000) < 5 * 82);
  CHECK(rng.below(0) == 0);
  CHECK(rng.below(1) == 0);
}

TEST_CASE("rng: the numbers never change") {
  Rng rng = Rng::stream(7, Purpose::heading_noise, 3, 11);
  CHECK(rng.bits() == 1406844520936122252u);
  CHECK(std::bit_cast<std::uint64_t>(rng.uniform()) == 4605007308279557343u);
  CHECK(std::bit_cast<std::uint64_t>(rng.normal()) == 4601939922973057620u);
  CHECK(rng.below(1000000) == 290031);
}

TEST_CASE("order-free sums: shuffled terms give equal bits") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    Rng rng = Rng::stream(seed, Purpose::test);
    // Terms of very different size whose sum stays in the documented range.
    std::vector<double> terms(1 + rng.below(500));
    for (double& t : terms) t = rng.uniform(-1, 1) * std::ldexp(1.0, -static_cast<int>(rng.below(45)));
    const double scale = std::ldexp(1.0, static_cast<int>(rng.below(3)));
    const auto total = [&](auto&& rounded) {
      double sum = 0;
      for (double t : terms) sum += rounded(scale * t);
      return sum;
    };
    const auto term = [](double x) { return to_grid(x); };
    const auto slope = [](double x) { return slope_to_grid(16 * x); };
    const double sum = total(term), slopes = total(slope);
    double exact = 0;
    for (double t : terms) exact += scale * t;
    CHECK(std::abs(sum - exact) <= static_cast<double>(terms.size()) * 0x1p-40);
    bool plain_differs = false;
    for (int round = 0; round < 5; ++round) {
      for (std::size_t i = terms.size(); i > 1; --i) std::swap(terms[i - 1], terms[rng.below(i)]);
      CHECK(std::bit_cast<std::uint64_t>(total(term)) == std::bit_cast<std::uint64_t>(sum));
      CHECK(std::bit_cast<std::uint64_t>(total(slope)) == std::bit_cast<std::uint64_t>(slopes));
      plain_differs = plain_differs || total([](double x) { return x; }) != exact;
    }
    if (terms.size() > 200) CHECK(plain_differs);  // or the test tests nothing
  }
}

TEST_CASE("order-free sums: exact up to the documented range") {
  const double unit = 0x1p-40, slope_unit = 0x1p-36;
  for (double x : {0.0, 1.0, -1.0, 0.1, 2047.0, -2047.0, 3e-13, 0x1p-41, 0x1.8p-40}) {
    CHECK(std::abs(to_grid(x) - x) <= unit / 2);
    CHECK(std::fmod(to_grid(x), unit) == 0);
    CHECK(std::abs(slope_to_grid(16 * x) - 16 * x) <= slope_unit / 2);
    CHECK(std::fmod(slope_to_grid(16 * x), slope_unit) == 0);
  }
  // Up to 2^11 every multiple of the unit is kept: adding the smallest term still counts, and in any order.
  const double nearly = 2048 - 1;
  CHECK((nearly + unit) - nearly == unit);
  CHECK((16 * nearly + slope_unit) - 16 * nearly == slope_unit);
}

TEST_CASE("bytes: what is written is read, and nothing past the end") {
  ByteWriter out;
  out.u64(0x0102030405060708u);
  out.u32(0xdeadbeefu);
  out.u8(200);
  out.f64(-0.0);
  out.f64(std::numeric_limits<double>::infinity());
  out.text("h\0llo");
  out.text(std::string_view("a\0b", 3));
  CHECK(std::to_integer<int>(out.bytes()[0]) == 8);  // little end first
  CHECK(std::to_integer<int>(out.bytes()[7]) == 1);

  ByteReader in(out.bytes());
  CHECK(in.u64() == 0x0102030405060708u);
  CHECK(in.u32() == 0xdeadbeefu);
  CHECK(in.u8() == 200);
  CHECK(std::signbit(in.f64()));
  CHECK(in.f64() == std::numeric_limits<double>::infinity());
  CHECK(in.text() == "h");
  CHECK(in.text() == std::string("a\0b", 3));
  CHECK(in.good());
  CHECK(in.left() == 0);
  CHECK(in.u8() == 0);
  CHECK_FALSE(in.good());

  ByteWriter liar;
  liar.u64(~std::uint64_t{0});
  CHECK(ByteReader(liar.bytes()).text().empty());
  for (std::size_t width : {1u, 8u}) {
    ByteReader counts(liar.bytes());
    CHECK(counts.count(width) == 0);
    CHECK_FALSE(counts.good());
  }
  ByteReader part(out.bytes());
  CHECK(part.take(8).size() == 8);
  CHECK(part.take(1000).empty());
  CHECK_FALSE(part.good());
  for (std::size_t length = 0; length < out.bytes().size(); ++length) {
    ByteReader cut(std::span(out.bytes()).first(length));
    cut.u64(), cut.u32(), cut.u8(), cut.f64(), cut.f64(), cut.text(), cut.text();
    CHECK_FALSE(cut.good());
  }
}

TEST_CASE("hash: every bit counts, all NaNs are one, the zeros are two") {
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t flipped = mix(0x123456789abcdefu) ^ mix(0x123456789abcdefu ^ (1ull << bit));
    const int changed = std::popcount(flipped);
    CHECK((changed > 10 && changed < 54));  // avalanche
    CHECK(mix(1, 5) != mix(1, 5 ^ (1ull << bit)));
    CHECK(mix(1, 5) != mix(1 ^ (1ull << bit), 5));
  }
  CHECK(mix(1, 2) != mix(2, 1));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(hash_bits(nan) == hash_bits(-nan));
  CHECK(hash_bits(0.0) != hash_bits(-0.0));
  CHECK(hash_cell(1, 2, 3) != hash_cell(2, 1, 3));
  CHECK(hash_cell(1, 2, 3) != hash_cell(1, 3, 2));
}
