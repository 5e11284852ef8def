#pragma once
#include <wend/base/export.hpp>
#include <wend/result.hpp>

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace wend {

enum class ParamKind : unsigned char { number, integer, flag, choice };

// One described value: name, unit, range, default and a line of text. Lua keys, C++ checks, --set, JSON and docs come from it.
struct ParamInfo {
  const char* name = "";
  const char* unit = "";
  double low = 0;
  double high = 0;
  double fallback = 0;
  const char* doc = "";
  ParamKind kind = ParamKind::number;
  const char* choices = "";  // "nearest|compete": a choice is stored as its position
  bool low_open = false;     // low itself is refused
  double unset = std::numeric_limits<double>::quiet_NaN();  // also accepted, means "not given"
  bool in_scenes = true;     // false: only C++ gives this value

  constexpr ParamInfo named(const char* other) const {
    ParamInfo info = *this;
    info.name = other;
    return info;
  }
  constexpr ParamInfo or_unset(double value) const {
    ParamInfo info = *this;
    info.unset = value;
    return info;
  }
  constexpr ParamInfo for_hosts() const {
    ParamInfo info = *this;
    info.in_scenes = false;
    return info;
  }
  // The finished row of a list of fields. The member's name stands unless named() gave another one.
  constexpr ParamInfo row(const char* member, double value, const char* text) const {
    ParamInfo info = *this;
    if (*info.name == 0) info.name = member;
    info.fallback = value;
    info.doc = text;
    return info;
  }
};

// What the lists of fields say about a value, beside its name, default and text.
namespace field {
constexpr ParamInfo number(const char* unit, double low, double high) { return {"", unit, low, high}; }
constexpr ParamInfo above(const char* unit, double low, double high) {
  return {.unit = unit, .low = low, .high = high, .low_open = true};
}
constexpr ParamInfo whole(const char* unit, double low, double high) {
  return {.unit = unit, .low = low, .high = high, .kind = ParamKind::integer};
}
constexpr ParamInfo flag() { return {.high = 1, .kind = ParamKind::flag}; }
constexpr ParamInfo choice(const char* words) {
  double last = 0;
  for (const char* c = words; *c != 0; ++c) last += *c == '|' ? 1 : 0;
  return {.high = last, .kind = ParamKind::choice, .choices = words};
}
}  // namespace field

// A row and the member of the struct it describes. Flags read as 0 or 1, choices as their position.
template <class Owner>
struct Field {
  ParamInfo info;
  double (*get)(const Owner&) = nullptr;
  void (*set)(Owner&, double) = nullptr;  // takes an accepted value
};

template <class T>
constexpr double to_number(T value) {
  return static_cast<double>(value);
}
template <class T>
constexpr T from_number(double value) {
  if constexpr (std::is_same_v<T, bool>) return value != 0;
  else if constexpr (std::is_enum_v<T>) return static_cast<T>(static_cast<int>(value));
  else return static_cast<T>(value);
}

template <class Owner, auto member>
constexpr Field<Owner> described(const ParamInfo& info) {
  using T = std::remove_cvref_t<decltype(std::declval<Owner&>().*member)>;
  return {info, [](const Owner& owner) { return to_number(owner.*member); },
          [](Owner& owner, double value) { owner.*member = from_number<T>(value); }};
}

// A value by name: one of a model's own numbers of an agent or of a category of bodies.
struct Attribute {
  std::string name;
  double value = 0;
  template <class Visit>
  static constexpr void for_members(Visit&& visit) {
    visit("name", &Attribute::name);
    visit("value", &Attribute::value);
  }
  friend bool operator==(const Attribute&, const Attribute&) = default;
};
using Attributes = std::vector<Attribute>;

WEND_API std::string accepted(const ParamInfo&);  // "0 .. 5 m"
WEND_API bool accepts(const ParamInfo&, double value);
WEND_API Result<void> check(const ParamInfo&, double value, std::string_view place);
WEND_API Result<double> choice_value(const ParamInfo&, std::string_view word, std::string_view place);
WEND_API std::string choice_word(const ParamInfo&, double value);

// The nearest known name for a mistyped one; empty when nothing is close.
WEND_API std::string suggestion(std::string_view typed, std::span<const std::string_view> known);

template <class Owner>
Result<void> check_fields(std::span<const Field<Owner>> fields, const Owner& owner, std::string_view place) {
  for (const Field<Owner>& field : fields) {
    if (auto ok = check(field.info, field.get(owner), place); !ok) return ok;
  }
  return {};
}

}  // namespace wend
