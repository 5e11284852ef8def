#include "core/text.hpp"
#include "scene/values.hpp"

#include <algorithm>
#include <climits>

// table.* on raw tables, each range bounded by the table and charged by elements. No C++ object lives in the functions
// that may raise.

namespace wend::scene {

namespace {

lua_Integer size_of(lua_State* L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  return static_cast<lua_Integer>(lua_rawlen(L, index));
}

int insert(lua_State* L) {
  const lua_Integer size = size_of(L, 1);
  lua_Integer at = size + 1;
  if (lua_gettop(L) == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, at >= 1 && at <= size + 1, 2, "position out of bounds");
    charge_or_raise(L, size + 1 - at);
    for (lua_Integer i = size + 1; i > at; --i) {
      lua_rawgeti(L, 1, i - 1);
      lua_rawseti(L, 1, i);
    }
  } else if (lua_gettop(L) != 2) {
    return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_rawseti(L, 1, at);
  return 0;
}

int remove(lua_State* L) {
  const lua_Integer size = size_of(L, 1);
  const lua_Integer at = luaL_optinteger(L, 2, size);
  if (lua_gettop(L) > 1)
    luaL_argcheck(L, (at >= 1 && at <= size + 1) || (size == 0 && at == 0), 2, "position out of bounds");
  lua_rawgeti(L, 1, at);
  charge_or_raise(L, std::max<lua_Integer>(size - at, 0));
  for (lua_Integer i = at; i < size; ++i) {
    lua_rawgeti(L, 1, i + 1);
    lua_rawseti(L, 1, i);
  }
  if (at >= 1 && at <= size) {
    lua_pushnil(L);
    lua_rawseti(L, 1, size);
  }
  return 1;
}

int unpack(lua_State* L) {
  const lua_Integer size = size_of(L, 1);
  const lua_Integer first = luaL_optinteger(L, 2, 1), last = luaL_optinteger(L, 3, size);
  if (first > last) return 0;
  // Compared without subtracting: the difference of two integers may not be one.
  if (first < 1 || last > INT_MAX || last - first >= Sandbox::max_varargs) {
    return luaL_error(L, "table.unpack: at most %d values at once", Sandbox::max_varargs);
  }
  const int count = static_cast<int>(last - first + 1);
  charge_or_raise(L, count);
  luaL_checkstack(L, count, "table.unpack");
  for (lua_Integer i = first; i <= last; ++i) lua_rawgeti(L, 1, i);
  return count;
}

int pack(lua_State* L) {
  const int count = lua_gettop(L);
  charge_or_raise(L, count);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int i = count; i >= 1; --i) lua_rawseti(L, 1, i);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

int move(lua_State* L) {
  const lua_Integer size = size_of(L, 1);
  const lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  const int target = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, target, LUA_TTABLE);
  if (first <= last) {
    luaL_argcheck(L, first >= 1 && last <= size, 3, "the range leaves the table");
    luaL_argcheck(L, to >= 1 && to <= static_cast<lua_Integer>(lua_rawlen(L, target)) + 1, 4,
                  "the destination leaves the table");
    const lua_Integer count = last - first + 1;
    charge_or_raise(L, 2 * count);
    const bool backwards = target == 1 && to > first;
    for (lua_Integer k = 0; k < count; ++k) {
      const lua_Integer i = backwards ? count - 1 - k : k;
      lua_rawgeti(L, 1, first + i);
      lua_rawseti(L, target, to + i);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

// Is the value on top less than the one below it? Pops nothing.
bool top_is_less(lua_State* L, bool has_order) {
  if (!has_order) return lua_compare(L, -1, -2, LUA_OPLT) != 0;
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return less;
}

// Merge sort, stable: Lua's own picks pivots by the clock, so equal elements land differently from run to run.
int sort(lua_State* L) {
  const lua_Integer size = size_of(L, 1);
  const bool has_order = !lua_isnoneornil(L, 2);
  if (has_order) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  luaL_argcheck(L, size < INT_MAX / 2, 1, "too many elements");
  lua_createtable(L, static_cast<int>(size), 0);
  int from = 1, to = 3;
  for (lua_Integer width = 1; width < size; width *= 2) {
    charge_or_raise(L, 2 * size);
    for (lua_Integer begin = 1; begin <= size; begin += 2 * width) {
      lua_Integer a = begin, b = begin + width;
      const lua_Integer a_end = std::min(b, size + 1), b_end = std::min(begin + 2 * width, size + 1);
      for (lua_Integer out = begin; out < b_end; ++out) {
        bool take_b = a >= a_end;
        if (!take_b && b < b_end) {
          lua_rawgeti(L, from, a);
          lua_rawgeti(L, from, b);
          take_b = top_is_less(L, has_order);
          lua_pop(L, 2);
        }
        lua_rawgeti(L, from, take_b ? b++ : a++);
        lua_rawseti(L, to, out);
      }
    }
    std::swap(from, to);
  }
  if (from != 1) {
    charge_or_raise(L, size);
    for (lua_Integer i = 1; i <= size; ++i) {
      lua_rawgeti(L, from, i);
      lua_rawseti(L, 1, i);
    }
  }
  return 0;
}

Answer concat_elements(Engine& e, lua_State* L) {
  if (lua_type(L, 1) != LUA_TTABLE)
    return fail(e, concat("table.concat: argument 1 is ", describe(L, 1), ", expected a table"));
  const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
  std::string between;
  if (lua_type(L, 2) == LUA_TSTRING || lua_type(L, 2) == LUA_TNUMBER) append_value(between, L, 2);
  const lua_Integer first = lua_type(L, 3) == LUA_TNUMBER ? lua_tointeger(L, 3) : 1;
  const lua_Integer last = lua_type(L, 4) == LUA_TNUMBER ? lua_tointeger(L, 4) : size;
  std::string out;
  if (first > last) return text(e, out);
  if (first < 1 || last > size)
    return fail(e, concat("table.concat: the range ", first, " .. ", last, " leaves the table"));
  for (lua_Integer i = first; i <= last; ++i) {
    const int type = lua_rawgeti(L, 1, i);
    if (type != LUA_TSTRING && type != LUA_TNUMBER) {
      return fail(e, concat("table.concat: element ", i, " is ", describe(L, -1), ", expected a string or a number"));
    }
    const std::size_t before = out.size();
    if (i > first) out += between;
    append_value(out, L, -1);
    lua_pop(L, 1);
    if (out.size() > e.limits().text)
      return refuse_more(e, concat("table.concat: the result is longer than ", e.limits().text, " bytes"));
    if (!charge(e.meter(), 2 + static_cast<std::int64_t>((out.size() - before) / 8))) return spent(e);
  }
  return text(e, out);
}

}  // namespace

void open_table(lua_State* L) {
  lua_newtable(L);
  set_functions(L, {{"insert", insert},
                    {"remove", remove},
                    {"unpack", unpack},
                    {"pack", pack},
                    {"move", move},
                    {"sort", sort},
                    {"concat", serve<concat_elements>}});
  lua_setfield(L, -2, "table");
}

}  // namespace wend::scene
