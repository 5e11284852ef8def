#include "core/text.hpp"
#include "scene/names.hpp"
#include "scene/values.hpp"

#include <algorithm>
#include <cstring>

// The base library of a scene: an allow-list, with pairs in sorted order and without addresses in any text.

namespace wend::scene {

namespace {

Answer print(Engine& e, lua_State* L) {
  std::string line;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    if (i > 1) line += '\t';
    append_value(line, L, i);
    if (line.size() > 1000) break;
  }
  if (!charge(e.meter(), 20 + static_cast<std::int64_t>(line.size() / 16))) return spent(e);
  e.log(printable(line));
  return {};
}

Answer to_text(Engine& e, lua_State* L) {
  if (lua_gettop(L) == 0) return fail(e, "tostring wants a value");
  std::string out;
  append_value(out, L, 1);
  return text(e, out);
}

// A key of a table in the order of our pairs: numbers, then strings, then booleans, then handles.
struct SortKey {
  int rank;  // 0 number, 1 string, 2 boolean, 3 handle
  bool is_integer;
  lua_Integer i;
  double x;
  const char* text;
  std::size_t size;
};

bool read_key(lua_State* L, int index, SortKey& key) {
  key = {};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.is_integer = lua_isinteger(L, index) != 0;
      key.i = key.is_integer ? lua_tointeger(L, index) : 0;
      key.x = lua_tonumber(L, index);
      return true;
    case LUA_TSTRING:
      key.rank = 1;
      key.text = lua_tolstring(L, index, &key.size);
      return true;
    case LUA_TBOOLEAN:
      key.rank = 2;
      key.i = lua_toboolean(L, index);
      return true;
    default:
      break;
  }
  const Thing* t = to_thing(L, index);
  if (t == nullptr || !has_slot(t->tag)) return false;
  key.rank = 3;
  key.i = static_cast<lua_Integer>((std::uint64_t{t->slot} << 3) | static_cast<std::uint64_t>(t->tag));
  key.x = t->generation;
  return true;
}

bool before(const SortKey& a, const SortKey& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  if (a.rank == 1) {
    const int order = std::memcmp(a.text, b.text, std::min(a.size, b.size));
    return order != 0 ? order < 0 : a.size < b.size;
  }
  if (a.rank == 0 && !(a.is_integer && b.is_integer)) {
    if (a.x != b.x) return a.x < b.x;
    return a.is_integer && !b.is_integer;  // only where doubles are whole numbers apart
  }
  if (a.i != b.i) return a.i < b.i;
  return a.x < b.x;
}

// A key that has no order of its own would be visited in the order of addresses.
int no_order(lua_State* L, int index) {
  return luaL_error(L, "a table with a key of type %s has no order to go through it",
                    lua_typename(L, lua_type(L, index)));
}

int pairs_step(lua_State* L) {
  const int keys = lua_upvalueindex(1);
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(2));
  for (;;) {
    ++i;
    if (lua_rawgeti(L, keys, i) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, lua_upvalueindex(3));
    if (!lua_isnil(L, -1)) break;
    lua_pop(L, 2);  // removed meanwhile
    charge_or_raise(L, 1);
  }
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

int sorted_pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  std::size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    ++count;
  }
  charge_or_raise(L, static_cast<std::int64_t>(4 * count));
  auto* list = static_cast<SortKey*>(lua_newuserdatauv(L, (count + 1) * sizeof(SortKey), 0));
  std::size_t n = 0;
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    if (!read_key(L, -1, list[n])) return no_order(L, -1);
    ++n;
  }
  std::sort(list, list + n, before);
  lua_createtable(L, static_cast<int>(std::min<std::size_t>(n, 1u << 20)), 0);
  for (std::size_t k = 0; k < n; ++k) {
    const SortKey& key = list[k];
    switch (key.rank) {
      case 0:
        if (key.is_integer) {
          lua_pushinteger(L, key.i);
        } else {
          lua_pushnumber(L, key.x);
        }
        break;
      case 1:
        lua_pushlstring(L, key.text, key.size);
        break;
      case 2:
        lua_pushboolean(L, static_cast<int>(key.i));
        break;
      default: {
        Thing t;
        t.tag = static_cast<Tag>(key.i & 7);
        t.slot = static_cast<std::uint32_t>(key.i >> 3);
        t.generation = static_cast<std::uint32_t>(key.x);
        push_thing(L, t);  // the table keeps the handle alive, so this is the same one
      }
    }
    lua_rawseti(L, -2, static_cast<lua_Integer>(k + 1));
  }
  lua_pushinteger(L, 0);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, pairs_step, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// next(t, k): the smallest key after k. Walks the whole table; pairs is for loops.
int sorted_next(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  SortKey from{}, best{}, key{};
  const bool first = lua_isnil(L, 2);
  if (!first && !read_key(L, 2, from)) return no_order(L, 2);
  bool found = false;
  std::int64_t walked = 0;
  lua_pushnil(L);  // 3: the best key
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    ++walked;
    if (!read_key(L, -1, key)) return no_order(L, -1);
    if ((first || before(from, key)) && (!found || before(key, best))) {
      best = key;
      found = true;
      lua_pushvalue(L, -1);
      lua_replace(L, 3);
    }
  }
  charge_or_raise(L, 2 * walked);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 3);
  lua_pushvalue(L, 3);
  lua_rawget(L, 1);
  return 2;
}

bool has_raw(lua_State* L, int table, const char* key) {
  lua_pushstring(L, key);
  const bool found = lua_rawget(L, table) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

// Hooks are off in finalisers, and a weak table would show when memory is collected.
int set_metatable(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  lua_settop(L, 2);
  if (type == LUA_TTABLE) {
    if (has_raw(L, 2, "__gc")) return luaL_error(L, "a scene cannot use __gc");
    if (has_raw(L, 2, "__mode")) return luaL_error(L, "a scene cannot use __mode");
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

int get_metatable(lua_State* L) {
  luaL_checkany(L, 1);
  if (lua_getmetatable(L, 1) == 0) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");  // pushes it, or nothing: then the metatable is on top
  return 1;
}

// A failed call walks all calls around it to see how much stack is in use: it is charged for that.
int protected_call(lua_State* L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  if (lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0) == LUA_OK) return lua_gettop(L);
  lua_Debug ar;
  int depth = 8;
  while (depth < 2 * Sandbox::max_depth && lua_getstack(L, depth, &ar) != 0) depth *= 2;
  charge_or_raise(L, depth);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

// Copies what is harmless from a table of the standard library below the top into the table on top.
void copy(lua_State* L, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    lua_getfield(L, -2, name);
    lua_setfield(L, -2, name);
  }
}

}  // namespace

void open_base(lua_State* L) {
  luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
  lua_insert(L, -2);
  copy(L, {"assert", "error", "ipairs", "rawequal", "rawget", "rawlen", "rawset", "select", "tonumber", "type"});
  lua_remove(L, -2);
  set_functions(L, {{"print", serve<print>},
                    {"tostring", serve<to_text>},
                    {"pcall", protected_call},
                    {"pairs", sorted_pairs},
                    {"next", sorted_next},
                    {"setmetatable", set_metatable},
                    {"getmetatable", get_metatable}});
}

int open_libraries(lua_State* L) {
  make_thing_metatable(L);
  lua_newtable(L);
  open_base(L);
  open_math(L);
  open_string(L);
  open_table(L);
  open_constructs(L);
  lua_newtable(L);
  lua_setfield(L, -2, "state");
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "_G");
  // Nothing of the standard library stays reachable.
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  return 1;
}

}  // namespace wend::scene
