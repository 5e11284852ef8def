#pragma once
#include <wend/export.hpp>
#include <wend/result.hpp>

#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace wend {

enum class ParamKind : unsigned char { number, integer, flag, choice };

// One row of the parameter table: the source of Lua keys, C++ checks, --set, JSON and docs (decision N3).
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
};

// A row and the member of the struct it describes.
template <class Owner>
struct Field {
  ParamInfo info;
  double Owner::* member;
};

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
    if (auto ok = check(field.info, owner.*(field.member), place); !ok) return ok;
  }
  return {};
}

}  // namespace wend
