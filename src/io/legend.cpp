#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "io/painter.hpp"
#include "io/text.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define WEND_LEAKS_COUNTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEND_LEAKS_COUNTED 1
#endif
#endif
#ifdef WEND_LEAKS_COUNTED
// Fontconfig keeps what it knows of the fonts to the end of the process; a leak check is not to count that.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
#endif

namespace wend::io {

namespace {

using std::numbers::pi;
constexpr std::size_t most_groups = 8;  // in the legend

struct Pen {
  cairo_t* cr;
  double size;

  Pen(cairo_t* c, double s, Colour colour, bool bold = false) : cr(c), size(s) {
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, s);
    cairo_set_source_rgb(cr, colour.r, colour.g, colour.b);
  }
  double width(const std::string& text) const {
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text.c_str(), &extents);
    return extents.x_advance;
  }
  void write(double x, double y, const std::string& text) const {
    cairo_move_to(cr, x, y);
    cairo_show_text(cr, text.c_str());
  }
};

// 1, 2 or 5 times a power of ten, at most `limit`.
double round_length(double limit) {
  const double power = std::pow(10, std::floor(std::log10(limit)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * power <= limit) return digit * power;
  }
  return power;
}

std::string length_text(double metres) {
  if (metres >= 1000) return number_text(std::round(metres / 1000)) + " km";
  if (metres >= 1) return number_text(std::round(metres)) + " m";
  return number_text(std::round(metres * 1000) / 10) + " cm";
}

}  // namespace

void Painter::title(cairo_t* cr) const {
  if (style_.title.empty()) return;
  const Pen pen(cr, 19 * view_.unit, tones_.ink, true);
  std::string text = style_.title;
  const double room = view_.width - (style_.time_stamp ? 110 * view_.unit : 0);
  bool cut = false;
  while (!text.empty() && pen.width(text + (cut ? "..." : "")) > room) {
    do text.pop_back();
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80);  // whole characters of UTF-8
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0) text.pop_back();
    cut = true;
  }
  pen.write(view_.left + 4 * view_.unit, 32 * view_.unit, text + (cut ? "..." : ""));
}

void Painter::time_stamp(cairo_t* cr, double time) const {
  const Pen pen(cr, 17 * view_.unit, tones_.soft_ink);
  const std::string text = fixed_text(time, 1) + " s";
  pen.write(view_.left + view_.width - 4 * view_.unit - pen.width(text), 32 * view_.unit, text);
}

void Painter::scale_bar(cairo_t* cr) const {
  const double length = round_length(150 * view_.unit / view_.scale);
  const double u = view_.unit, x = std::round(view_.left + 4 * u), y = std::round(style_.height - 20 * u);
  const double end = x + length * view_.scale;
  cairo_move_to(cr, x, y - 4 * u);
  cairo_line_to(cr, x, y);
  cairo_line_to(cr, end, y);
  cairo_line_to(cr, end, y - 4 * u);
  cairo_set_line_cap(cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_width(cr, line_);
  const Pen pen(cr, 13 * u, tones_.soft_ink);
  cairo_stroke(cr);
  pen.write(end + 8 * u, y + 1 * u, length_text(length));
}

void Painter::legend(cairo_t* cr, const Frame& frame) const {
  if (style_.colour == ColourBy::group) {
    group_legend(cr, frame);
  } else {
    ramp_legend(cr);
  }
}

void Painter::group_legend(cairo_t* cr, const Frame& frame) const {
  const std::set<std::uint32_t> groups = groups_in(frame);
  if (groups.size() < 2 && style_.group_names.empty()) return;
  const double u = view_.unit, y = style_.height - 20 * u;
  double x = view_.left + view_.width - 4 * u;
  const std::size_t left_out = groups.size() > most_groups ? groups.size() - most_groups : 0;
  std::vector<std::uint32_t> shown(groups.begin(),
                                   std::next(groups.begin(), static_cast<std::ptrdiff_t>(groups.size() - left_out)));
  if (left_out > 0) {
    const Pen pen(cr, 13 * u, tones_.soft_ink);
    const std::string more = "and " + number_text(left_out) + " more";
    x -= pen.width(more);
    pen.write(x, y + 1 * u, more);
    x -= 18 * u;
  }
  for (auto group = shown.rbegin(); group != shown.rend(); ++group) {
    const bool named = *group < style_.group_names.size() && !style_.group_names[*group].empty();
    const std::string text = named ? style_.group_names[*group] : "group " + number_text(*group);
    const Pen pen(cr, 13 * u, tones_.ink);
    x -= pen.width(text);
    pen.write(x, y + 1 * u, text);
    x -= 12 * u;
    const Colour c = shade(step_of(*group, 0, 0));
    cairo_set_source_rgb(cr, c.r, c.g, c.b);
    cairo_new_path(cr);
    cairo_arc(cr, x, y - 3.5 * u, 6 * u, 0, 2 * pi);
    cairo_fill(cr);
    x -= 24 * u;
  }
}

void Painter::ramp_legend(cairo_t* cr) const {
  const bool speed = style_.colour == ColourBy::speed;
  const std::string low = speed ? "speed 0" : "obstacles decide";
  const std::string high = speed ? number_text(std::round(top_speed_ * 100) / 100) + " m/s" : "target decides";
  const double u = view_.unit, y = style_.height - 20 * u;
  const Pen pen(cr, 13 * u, tones_.ink);
  double x = view_.left + view_.width - 4 * u - pen.width(high);
  pen.write(x, y + 1 * u, high);
  x = std::round(x - 10 * u);
  const double width = std::round(150 * u), cell = width / static_cast<double>(ramp_steps);
  for (std::size_t i = 0; i < ramp_steps; ++i) {
    const Colour c = shade(i);
    cairo_set_source_rgb(cr, c.r, c.g, c.b);
    // Each cell reaches under the next one: no seams.
    cairo_rectangle(cr, x - width + static_cast<double>(i) * cell, std::round(y - 9 * u),
                    width - static_cast<double>(i) * cell, std::round(10 * u));
    cairo_fill(cr);
  }
  const Pen left(cr, 13 * u, tones_.ink);
  left.write(x - width - 10 * u - left.width(low), y + 1 * u, low);
}

}  // namespace wend::io
