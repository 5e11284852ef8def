#include "scene/values.hpp"

#include <wend/specs.hpp>

#include <charconv>
#include <cmath>

#include "core/ensure.hpp"
#include "core/text.hpp"
#include "scene/names.hpp"

namespace wend::scene {

namespace {

// As Lua writes it, except that a NaN has no sign.
void append_float(std::string& out, double x) {
  if (std::isnan(x)) {
    out += "nan";
    return;
  }
  char buffer[40];
  const char* end = std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::general, 14).ptr;
  const std::string_view digits(buffer, static_cast<std::size_t>(end - buffer));
  out += digits;
  if (digits.find_first_not_of("-0123456789") == std::string_view::npos) out += ".0";
}

constexpr const char* tag_names[] = {"agent", "target",  "obstacle", "wall",        "group",
                                     "model", "planner", "area",     "distribution"};

std::string_view text_at(lua_State* L, int index) {
  std::size_t size = 0;
  const char* data = lua_tolstring(L, index, &size);  // a string already: nothing is converted, nothing can raise
  return {data, size};
}

}  // namespace

void append_value(std::string& out, lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNIL:
      out += "nil";
      return;
    case LUA_TBOOLEAN:
      out += lua_toboolean(L, index) != 0 ? "true" : "false";
      return;
    case LUA_TSTRING:
      out += text_at(L, index);
      return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index) != 0) {
        append_text(out, lua_tointeger(L, index));
      } else {
        append_float(out, lua_tonumber(L, index));
      }
      return;
    default:
      break;
  }
  if (const Thing* t = to_thing(L, index)) {
    out += tag_names[static_cast<std::size_t>(t->tag)];
    if (has_slot(t->tag)) out += concat(" ", engine_of(L).number_of(*t));
    return;
  }
  out += lua_typename(L, lua_type(L, index));
}

std::string describe(lua_State* L, int index) {
  std::string out;
  switch (lua_type(L, index)) {
    case LUA_TNONE:
      return "nothing";
    case LUA_TSTRING:
      return concat("'", printable(text_at(L, index), 40), "'");
    case LUA_TTABLE:
      return "a table";
    case LUA_TFUNCTION:
      return "a function";
    case LUA_TUSERDATA:
      append_value(out, L, index);
      return out;
    default:
      append_value(out, L, index);
      return out;
  }
}

int Keys::at(std::string_view key) const {
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known[i] == key) return base + static_cast<int>(i);
  }
  WEND_ENSURE(known.empty() && base < 0);  // only keys that read_keys was told
  return 0;
}

Error Keys::wrong(std::string_view message) const { return {Errc::script, concat(construct, "{}: ", message), {}}; }

Error Keys::wrong(const Error& e) const { return {e.code, concat(construct, "{}: ", e.message), {}}; }

Result<Keys> read_keys(lua_State* L, const char* construct, std::span<const std::string_view> known, bool list) {
  if (lua_type(L, 1) != LUA_TTABLE) {
    return Error{
        Errc::script, concat(construct, " wants a table, ", construct, " { ... }, and got ", describe(L, 1)), {}};
  }
  lua_settop(L, 1);
  const int count = static_cast<int>(known.size());
  if (lua_checkstack(L, count + 20) == 0) return Error{Errc::limit, "the script's stack is full", {}};
  lua_settop(L, 1 + count);
  Keys keys{L, construct, known, 2};
  // The smallest unknown key is reported: the order of a table differs from run to run.
  std::string unknown;
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING) {
      const std::string_view key = text_at(L, -2);
      std::size_t i = 0;
      while (i < known.size() && known[i] != key) ++i;
      if (i < known.size()) {
        lua_pushvalue(L, -1);
        lua_replace(L, 2 + static_cast<int>(i));
      } else if (std::string name = printable(key, 40); unknown.empty() || name < unknown) {
        unknown = name.empty() ? "" : std::move(name);
        if (unknown.empty()) unknown = " ";
      }
    } else if (!list || lua_isinteger(L, -2) == 0 || lua_tointeger(L, -2) < 1 ||
               lua_tointeger(L, -2) > static_cast<lua_Integer>(lua_rawlen(L, 1))) {
      const std::string position = describe(L, -2);
      const std::string value = describe(L, -1);
      lua_settop(L, 1 + count);
      return Error{
          Errc::script, concat(construct, "{}: ", value, " at [", position, "] has no name; write name = value"), {}};
    }
    lua_pop(L, 1);
  }
  if (!unknown.empty()) {
    std::string message = concat("unknown key '", unknown, "' in ", construct, "{}");
    if (const std::string near = suggestion(unknown, known); !near.empty())
      message += concat(", did you mean '", near, "'?");
    return Error{Errc::script, std::move(message), {}};
  }
  return keys;
}

Result<double> read_number(lua_State* L, int index, const ParamInfo& info) {
  const int type = lua_type(L, index);
  if (info.kind == ParamKind::choice) {
    if (type == LUA_TSTRING) return choice_value(info, printable(text_at(L, index), 40), "");
    return Error{Errc::script, concat(info.name, " = ", describe(L, index), ", expected ", accepted(info)), {}};
  }
  if (info.kind == ParamKind::flag && type == LUA_TBOOLEAN) return lua_toboolean(L, index) != 0 ? 1.0 : 0.0;
  if (type != LUA_TNUMBER) {
    const char* what = info.kind == ParamKind::flag ? ", expected " : ", expected a number, ";
    return Error{Errc::script, concat(info.name, " = ", describe(L, index), what, accepted(info)), {}};
  }
  const double value = lua_tonumber(L, index);
  // "unset" is our way of saying "not given"; a script says it by not giving the key
  if (value == info.unset && !(value >= info.low && value <= info.high)) {
    return Error{Errc::script, concat(info.name, " = ", value, ", expected ", accepted(info)), {}};
  }
  if (auto ok = check(info, value, ""); !ok) return ok.error();
  return value;
}

Result<double> read_number(const Keys& keys, const ParamInfo& info, double fallback) {
  if (!keys.has(info.name)) return fallback;
  auto value = read_number(keys.L, keys.at(info.name), info);
  if (!value) return keys.wrong(value.error());
  return value;
}

Result<std::string> read_text(lua_State* L, int index, std::string_view key, std::size_t longest) {
  if (lua_type(L, index) != LUA_TSTRING)
    return Error{Errc::script, concat(key, " = ", describe(L, index), ", expected a text"), {}};
  const std::string_view s = text_at(L, index);
  if (s.size() > longest)
    return Error{Errc::limit, concat(key, " has ", s.size(), " bytes, expected at most ", longest), {}};
  return printable(s, longest);
}

Result<Vec3> check_point(double x, double y, std::string_view key) {
  const std::string name_x = concat(key, ".x"), name_y = concat(key, ".y");
  ParamInfo info = coordinate_info();
  info.name = name_x.c_str();
  if (auto ok = check(info, x, ""); !ok) return ok.error();
  info.name = name_y.c_str();
  if (auto ok = check(info, y, ""); !ok) return ok.error();
  return Vec3{x, y, 0};
}

Result<Vec3> read_point(lua_State* L, int index, std::string_view key) {
  const int i = lua_absindex(L, index);
  if (lua_type(L, i) != LUA_TTABLE)
    return Error{Errc::script, concat(key, " = ", describe(L, i), ", expected {x, y}"), {}};
  const std::size_t size = lua_rawlen(L, i);
  if (size == 3) return Error{Errc::unsupported, concat(key, " has three numbers: 3D is not in this version"), {}};
  if (size != 2) return Error{Errc::script, concat(key, " has ", size, " values, expected {x, y}"), {}};
  double v[2];
  for (int k = 0; k < 2; ++k) {
    const bool is_number = lua_rawgeti(L, i, k + 1) == LUA_TNUMBER;
    v[k] = lua_tonumber(L, -1);
    const std::string found = is_number ? std::string() : describe(L, -1);
    lua_pop(L, 1);
    if (!is_number)
      return Error{Errc::script, concat(key, k == 0 ? ".x = " : ".y = ", found, ", expected a number"), {}};
  }
  return check_point(v[0], v[1], key);
}

Result<std::vector<Vec3>> read_points(lua_State* L, int index, std::string_view key) {
  const int i = lua_absindex(L, index);
  if (lua_type(L, i) != LUA_TTABLE)
    return Error{Errc::script, concat(key, " = ", describe(L, i), ", expected {{x, y}, {x, y}, ...}"), {}};
  std::vector<Vec3> points;
  const std::size_t size = lua_rawlen(L, i);
  if (!charge(meter_of(L), static_cast<std::int64_t>(size))) return Error{Errc::limit, "the budget is used up", {}};
  for (std::size_t k = 1; k <= size; ++k) {
    lua_rawgeti(L, i, static_cast<lua_Integer>(k));
    const auto p = read_point(L, -1, concat(key, "[", k, "]"));
    lua_pop(L, 1);
    if (!p) return p.error();
    points.push_back(*p);
  }
  return points;
}

Result<std::array<double, 4>> take_numbers(lua_State* L, int results, std::string_view what, std::string_view when) {
  std::array<double, 4> out{};
  for (int k = 0; k < results; ++k) {
    const int index = k - results;
    const double value = lua_tonumber(L, index);
    if (lua_type(L, index) != LUA_TNUMBER || !accepts(coordinate_info(), value)) {
      std::string found;
      for (int j = -results; j < 0; ++j) found += concat(found.empty() ? "" : ", ", describe(L, j));
      return Error{Errc::script,
                   concat(what, " answers ", found, when, ", expected ", results, " numbers, each ",
                          accepted(coordinate_info())),
                   {}};
    }
    out[static_cast<std::size_t>(k)] = value;
  }
  return out;
}

Result<std::array<double, 4>> call_numbers(Engine& e, int function, std::span<const double> arguments, int results,
                                           std::string_view what) {
  lua_State* L = e.state();
  if (lua_checkstack(L, 20) == 0) return Error{Errc::limit, "the script's stack is full", {}};
  lua_pushvalue(L, function);
  for (const double a : arguments) lua_pushnumber(L, a);
  if (lua_pcall(L, static_cast<int>(arguments.size()), results, 0) != LUA_OK) {
    e.rethrow = true;
    return Error{Errc::script, {}, {}};
  }
  std::string when;
  if (arguments.size() == 1) when = concat(" at t = ", arguments[0]);
  auto out = take_numbers(L, results, what, when);
  lua_pop(L, results);
  return out;
}

}  // namespace wend::scene
