#include <cairo/cairo.h>
#include <doctest/doctest.h>

#include "io/cairo_ptr.hpp"
#include "io/pen.hpp"
#include "io/ticks.hpp"

using namespace wend::io;

TEST_CASE("pen: numbers as a person writes them") {
  CHECK(plain_text(0) == "0");
  CHECK(plain_text(-0.0) == "0");
  CHECK(plain_text(0.0001) == "0.0001");
  CHECK(plain_text(1e6) == "1000000");
  CHECK(plain_text(0.1 + 0.2) == "0.3");
  CHECK(plain_text(-12.5) == "-12.5");
  CHECK(plain_text(1280) == "1280");
  CHECK(plain_text(1e12) == "1e+12");
}

TEST_CASE("pen: round lengths") {
  CHECK(round_down(7) == 5);
  CHECK(round_down(0.19) == doctest::Approx(0.1));
  CHECK(round_up(2.1) == 5);
  CHECK(round_up(6) == 10);
  CHECK(round_up(2) == 2);
}

TEST_CASE("pen: ticks are round, in range and few") {
  const Ticks ticks = round_ticks(-1, 1.02, 4);
  CHECK(ticks.values == std::vector<double>{-1, -0.5, 0, 0.5, 1});
  CHECK(ticks.text(-0.5) == "\xe2\x88\x92" "0.5");
  CHECK(ticks.text(1) == "1.0");
  CHECK(round_ticks(0, 60, 6).text(20) == "20");
  CHECK(round_ticks(3, 3, 4).values == std::vector<double>{3});
  CHECK(round_ticks(0, 1e-4, 4).text(5e-5) == "0.00005");
  for (const double high : {0.001, 0.7, 3.0, 99.0, 12345.0}) CHECK(round_ticks(0, high, 5).values.size() <= 10);
}

TEST_CASE("pen: text is cut at whole characters") {
  const Surface sheet(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 8, 8));
  const Context cr(cairo_create(sheet.get()));
  const Pen pen(cr.get(), 12, {});
  const std::string text = "\xc3\xa9\xc3\xa9x\xe2\x82\xac\xf0\x9f\x98\x80 end";
  CHECK(pen.cut(text, 1000) == text);
  for (double room = 0; room < pen.width(text); room += 1) {
    const std::string cut = pen.cut(text, room);
    CHECK(clean_text(cut) == cut);
    CHECK(pen.width(cut) <= room);
  }
  CHECK(pen.cut(text, pen.width("\xc3\xa9\xc3\xa9x\xe2\x80\xa6") + 0.1) == "\xc3\xa9\xc3\xa9x\xe2\x80\xa6");
}

TEST_CASE("pen: what is no text becomes text") {
  CHECK(clean_text("a\nb\x01") == "a b ");
  CHECK(clean_text("\xc3\xa9") == "\xc3\xa9");
  const std::string bad = "\xef\xbf\xbd";
  CHECK(clean_text("\xc3") == bad);
  CHECK(clean_text("\xc0\xaf") == bad + bad);
  CHECK(clean_text("\xed\xa0\x80") == bad + bad + bad);
  CHECK(clean_text("\xf4\x90\x80\x80") == bad + bad + bad + bad);
}
