#pragma once
#include <wend/base/params.hpp>
#include <wend/base/rng.hpp>
#include <wend/vec.hpp>

#include <lua.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/call.hpp"

namespace wend::scene {

// Reading what a script wrote, with calls that cannot raise. Errors come without a place: fail() adds the line.

// "'blue'", "a table", "3", as a message names a value.
std::string describe(lua_State*, int index);
// The text of a number, string, boolean, nil or handle as print shows it; addresses never.
void append_value(std::string&, lua_State*, int index);

// The values of a construct's table, one stack slot for each known key.
struct Keys {
  lua_State* L = nullptr;
  const char* construct = "";
  std::span<const std::string_view> known;
  int base = 0;

  int at(std::string_view key) const;
  bool knows(std::string_view key) const { return std::find(known.begin(), known.end(), key) != known.end(); }
  bool has(std::string_view key) const { return lua_type(L, at(key)) != LUA_TNIL; }
  Error wrong(std::string_view message) const;  // with the construct in front
  Error wrong(const Error&) const;
};

// The table at stack index 1. Unknown keys are refused, unless `list` allows positions.
Result<Keys> read_keys(lua_State*, const char* construct, std::span<const std::string_view> known, bool list = false);

Result<double> read_number(lua_State*, int index, const ParamInfo&);
Result<double> read_number(const Keys&, const ParamInfo&, double fallback);  // the key is the row's name
// Every field of the list whose name the construct knows: its value, or what the owner has already.
template <class Owner>
Result<void> read_fields(const Keys& keys, std::span<const Field<Owner>> fields, Owner& owner) {
  for (const Field<Owner>& field : fields) {
    if (!keys.knows(field.info.name)) continue;
    const auto value = read_number(keys, field.info, field.get(owner));
    if (!value) return value.error();
    field.set(owner, *value);
  }
  return {};
}
Result<std::string> read_text(lua_State*, int index, std::string_view key, std::size_t longest);
Result<Vec3> read_point(lua_State*, int index, std::string_view key);
Result<Vec3> check_point(double x, double y, std::string_view key);
Result<std::vector<Vec3>> read_points(lua_State*, int index, std::string_view key);

// A number or a distribution of an attribute.
struct Draw {
  DrawForm form = DrawForm::fixed;
  double a = 0, b = 0;
};
Result<Draw> read_draw(lua_State*, int index, const ParamInfo&);
double draw(const Draw&, const ParamInfo&, Rng);

Vec2 draw_in(const Thing& area, Rng&);
std::string area_text(const Thing& area);
struct Bounds {
  Vec2 low, high;
};
Bounds area_bounds(const Thing& area);

// Calls the function at a stack index with numbers; answers `results` finite numbers.
Result<std::array<double, 4>> call_numbers(Engine&, int function, std::span<const double> arguments, int results,
                                           std::string_view what);
// Checks what a function of time left on the stack.
Result<std::array<double, 4>> take_numbers(lua_State*, int results, std::string_view what, std::string_view when);

}  // namespace wend::scene
