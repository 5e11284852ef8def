#include "io/pen.hpp"

#include <cmath>
#include <numbers>

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

constexpr const char* ellipsis = "\xe2\x80\xa6";
constexpr const char* replacement = "\xef\xbf\xbd";

// Bytes of the character that starts here, 0 when it is none.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (first == 0xe0 && byte(1) < 0xa0) return 0;  // longer than need be
  if (first == 0xed && byte(1) > 0x9f) return 0;  // half of a pair
  if (first == 0xf0 && byte(1) < 0x90) return 0;
  if (first == 0xf4 && byte(1) > 0x8f) return 0;
  return size;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character(text);
    if (size == 0) {
      out += replacement;
    } else if (size == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f)) {
      out += ' ';
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

std::string plain_text(double value) {
  const double size = std::abs(value);
  if (!(size == 0 || (size >= 1e-6 && size < 1e9))) return number_text(value);
  const int before = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 0;
  const int leading = size > 0 && size < 1 ? static_cast<int>(-std::floor(std::log10(size))) - 1 : 0;
  std::string text = fixed_text(value, before >= 6 ? 0 : 6 - before + leading);
  if (text.find('.') != text.npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

double round_down(double length) {
  const double power = std::pow(10, std::floor(std::log10(length)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * power <= length * (1 + 1e-9)) return digit * power;
  }
  return power;
}

double round_up(double length) {
  const double power = std::pow(10, std::floor(std::log10(length)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= length * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

Pen::Pen(cairo_t* c, double s, Colour colour, bool bold) : cr(c), size(s) {
  cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, s);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cr, options);
  cairo_font_options_destroy(options);
  paint_with(cr, colour);
}

double Pen::width(const std::string& text) const {
  cairo_text_extents_t extents;
  cairo_text_extents(cr, text.c_str(), &extents);
  return extents.x_advance;
}

void Pen::write(double x, double y, const std::string& text) const {
  cairo_move_to(cr, x, y);
  cairo_show_text(cr, text.c_str());
  cairo_new_path(cr);
}

void Pen::write_left_of(double x, double y, const std::string& text) const { write(x - width(text), y, text); }
void Pen::write_about(double x, double y, const std::string& text) const { write(x - width(text) / 2, y, text); }

void Pen::write_up(double x, double y, const std::string& text) const {
  cairo_save(cr);
  cairo_translate(cr, x, y);
  cairo_rotate(cr, -std::numbers::pi / 2);
  write_about(0, 0, text);
  cairo_restore(cr);
}

std::string Pen::cut(const std::string& text, double room) const {
  if (width(text) <= room) return text;
  std::string shorter = text;
  while (!shorter.empty() && width(shorter + ellipsis) > room) {
    while (!shorter.empty() && (static_cast<unsigned char>(shorter.back()) & 0xc0) == 0x80) shorter.pop_back();
    if (!shorter.empty()) shorter.pop_back();
  }
  while (!shorter.empty() && shorter.back() == ' ') shorter.pop_back();
  return shorter.empty() ? "" : shorter + ellipsis;
}

}  // namespace wend::io
