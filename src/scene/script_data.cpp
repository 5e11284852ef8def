#include "scene/script_data.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "core/bytes.hpp"
#include "core/text.hpp"
#include "scene/call.hpp"

namespace wend::scene {

namespace {

enum Mark : std::uint8_t { no = 0, yes, integer_mark, number_mark, text_mark, table_mark, again_mark, handle_mark };

constexpr int deepest = 100;  // tables within tables

// A key, in the order of our pairs: numbers, texts, booleans, handles.
struct Key {
  int rank = 0;
  bool whole = false;
  lua_Integer i = 0;
  double x = 0;
  std::string text;
  Thing thing;
};

bool before(const Key& a, const Key& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  if (a.rank == 1) return a.text < b.text;
  if (a.rank == 0 && !(a.whole && b.whole)) return a.x != b.x ? a.x < b.x : a.whole && !b.whole;
  if (a.i != b.i) return a.i < b.i;
  return a.thing.generation < b.thing.generation;
}

// Lua may raise, which skips destructors: everything that has one lives here, outside the protected call.
struct Saving {
  Engine& engine;
  ByteWriter out;
  std::map<const void*, std::uint32_t> tables;
  std::deque<std::vector<Key>> keys;  // one list per table that is being written; stays put while it grows
  std::string path = "state";
  std::string problem;
};

bool refuse(Saving& s, const std::string& what) {
  if (s.problem.empty()) s.problem = concat(s.path.substr(0, 200), " ", what);
  return false;
}

void write_thing(ByteWriter& out, const Thing& t) {
  out.u8(static_cast<std::uint8_t>(t.tag)), out.u8(t.form), out.u32(t.slot), out.u32(t.generation), out.u32(t.count);
  for (const double v : t.v) out.f64(v);
}

void write_key(ByteWriter& out, const Key& key) {
  if (key.rank == 0 && key.whole) out.u8(integer_mark), out.u64(static_cast<std::uint64_t>(key.i));
  if (key.rank == 0 && !key.whole) out.u8(number_mark), out.f64(key.x);
  if (key.rank == 1) out.u8(text_mark), out.text(key.text);
  if (key.rank == 2) out.u8(key.i != 0 ? yes : no);
  if (key.rank == 3) out.u8(handle_mark), write_thing(out, key.thing);
}

void push_key(lua_State* L, const Key& key) {
  if (key.rank == 0 && key.whole) lua_pushinteger(L, key.i);
  if (key.rank == 0 && !key.whole) lua_pushnumber(L, key.x);
  if (key.rank == 1) lua_pushlstring(L, key.text.data(), key.text.size());
  if (key.rank == 2) lua_pushboolean(L, static_cast<int>(key.i));
  if (key.rank == 3) push_thing(L, key.thing);
}

// The key on top of the stack; reading it must not change it.
bool read_key(Saving& s, lua_State* L, Key& key) {
  switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
      key.whole = lua_isinteger(L, -1) != 0;
      key.i = key.whole ? lua_tointeger(L, -1) : 0;
      key.x = lua_tonumber(L, -1);
      return true;
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(L, -1, &size);
      key.rank = 1;
      key.text.assign(text, size);
      return true;
    }
    case LUA_TBOOLEAN:
      key.rank = 2;
      key.i = lua_toboolean(L, -1);
      return true;
    default:
      break;
  }
  const Thing* t = to_thing(L, -1);
  if (t == nullptr || !has_slot(t->tag))
    return refuse(s, concat("has a key that is a ", luaL_typename(L, -1), ", which cannot be saved"));
  key.rank = 3;
  key.thing = *t;
  key.i = static_cast<lua_Integer>((std::uint64_t{t->slot} << 3) | static_cast<std::uint64_t>(t->tag));
  return true;
}

bool save_value(Saving& s, lua_State* L, int depth);

bool save_table(Saving& s, lua_State* L, int depth) {
  if (depth > deepest) return refuse(s, concat("is nested deeper than ", deepest, " tables"));
  if (lua_getmetatable(L, -1) != 0) {
    lua_pop(L, 1);
    return refuse(s, "has a metatable, which cannot be saved");
  }
  if (lua_checkstack(L, 10) == 0) return refuse(s, "is nested too deep");
  const auto [known, is_new] = s.tables.try_emplace(lua_topointer(L, -1), static_cast<std::uint32_t>(s.tables.size()));
  if (!is_new) {
    s.out.u8(again_mark), s.out.u32(known->second);
    return true;
  }
  std::vector<Key>& keys = s.keys.emplace_back();
  std::size_t listed = 0;
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    if (!read_key(s, L, keys.emplace_back())) return false;
    if (keys.back().whole && keys.back().i >= 1) ++listed;
  }
  // With a hole, # depends on how the table grew, which a file does not know.
  if (listed != lua_rawlen(L, -1)) {
    return refuse(s, concat("is a list with a hole: its length # is not defined, so it cannot be saved"));
  }
  std::sort(keys.begin(), keys.end(), before);
  s.out.u8(table_mark), s.out.u64(keys.size());
  for (const Key& key : keys) {
    const std::size_t length = s.path.size();
    s.path += key.rank == 1 ? concat(".", key.text) : key.rank == 0 ? concat("[", key.x, "]") : std::string("[...]");
    write_key(s.out, key);
    push_key(L, key);
    lua_rawget(L, -2);
    const bool saved = save_value(s, L, depth + 1);
    lua_pop(L, 1);
    if (!saved) return false;
    s.path.resize(length);
  }
  s.keys.pop_back();
  return true;
}

// The value on top of the stack, which stays there.
bool save_value(Saving& s, lua_State* L, int depth) {
  switch (lua_type(L, -1)) {
    case LUA_TBOOLEAN:
      s.out.u8(lua_toboolean(L, -1) != 0 ? yes : no);
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1) != 0) {
        s.out.u8(integer_mark), s.out.u64(static_cast<std::uint64_t>(lua_tointeger(L, -1)));
      } else {
        s.out.u8(number_mark), s.out.f64(lua_tonumber(L, -1));
      }
      return true;
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(L, -1, &size);
      s.out.u8(text_mark), s.out.text({text, size});
      return true;
    }
    case LUA_TTABLE:
      return save_table(s, L, depth);
    default:
      break;
  }
  const Thing* t = to_thing(L, -1);
  if (t == nullptr) {
    return refuse(s, concat("is a ", luaL_typename(L, -1), ", expected numbers, texts, booleans, handles and tables"));
  }
  s.out.u8(handle_mark), write_thing(s.out, *t);
  return true;
}

int save_in_lua(lua_State* L) {
  Saving& s = *static_cast<Saving*>(lua_touserdata(L, 1));
  try {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pushliteral(L, "state");
    lua_rawget(L, -2);
    if (lua_type(L, -1) != LUA_TTABLE) {
      refuse(s, concat("is a ", luaL_typename(L, -1), ", expected the table it was"));
    } else {
      save_table(s, L, 1);
    }
  } catch (...) {
    s.problem.clear();
    s.problem.append("out of memory", 13);
  }
  return 0;
}

// Only trivial data: reading happens where Lua may raise.
struct Loading {
  Engine* engine = nullptr;
  ByteReader in;
  std::uint32_t tables = 0;
  int known = 0;   // stack index: number -> table
  int reused = 0;  // stack index: tables of the script that were filled already
};

// Stays when good() is false: the reader then gives zeros, and all loops end.
bool load_thing(Loading& l, Thing& t) {
  const std::uint8_t tag = l.in.u8();
  t.form = l.in.u8(), t.slot = l.in.u32(), t.generation = l.in.u32(), t.count = l.in.u32();
  for (double& v : t.v) v = l.in.f64();
  t.tag = static_cast<Tag>(tag);
  const bool known = tag <= static_cast<std::uint8_t>(Tag::draw);
  const bool form = t.form <= (t.tag == Tag::area ? static_cast<std::uint8_t>(AreaForm::line)
                                                  : static_cast<std::uint8_t>(DrawForm::uniform));
  const bool recipe = (t.tag != Tag::model || t.slot < l.engine->recipes.size()) &&
                      (t.tag != Tag::planner || t.slot < l.engine->planners.size());
  if (!l.in.good() || !known || !form || !recipe) l.in.fail();
  return l.in.good();
}

void load_table(Loading& l, lua_State* L, int table, int depth);

// Pushes one value; `old` is the stack index of what the script has in its place.
void load_value(Loading& l, lua_State* L, int old, int depth) {
  switch (l.in.u8()) {
    case no:
      lua_pushboolean(L, 0);
      return;
    case yes:
      lua_pushboolean(L, 1);
      return;
    case integer_mark:
      lua_pushinteger(L, static_cast<lua_Integer>(l.in.u64()));
      return;
    case number_mark:
      lua_pushnumber(L, l.in.f64());
      return;
    case text_mark: {
      const auto bytes = l.in.take(l.in.u64());
      lua_pushlstring(L, reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return;
    }
    case handle_mark: {
      Thing t;
      if (load_thing(l, t)) {
        push_thing(L, t);
      } else {
        lua_pushnil(L);
      }
      return;
    }
    case again_mark: {
      const std::uint32_t number = l.in.u32();
      if (number >= l.tables) l.in.fail();
      lua_rawgeti(L, l.known, number);
      return;
    }
    case table_mark: {
      bool reuse = false;
      if (old != 0 && lua_type(L, old) == LUA_TTABLE) {
        lua_pushvalue(L, old);
        reuse = lua_rawget(L, l.reused) == LUA_TNIL;
        lua_pop(L, 1);
      }
      if (reuse) {
        lua_pushvalue(L, old);
      } else {
        lua_newtable(L);
      }
      load_table(l, L, lua_gettop(L), depth);
      return;
    }
    default:
      l.in.fail();
      lua_pushnil(L);
  }
}

// The entries of a table whose mark is read already.
void load_table(Loading& l, lua_State* L, int table, int depth) {
  if (depth > deepest) l.in.fail();
  luaL_checkstack(L, 20, "too many tables within tables");
  lua_pushvalue(L, table);
  lua_rawseti(L, l.known, l.tables++);
  lua_pushvalue(L, table);
  lua_pushboolean(L, 1);
  lua_rawset(L, l.reused);
  const std::size_t count = l.in.count(2);
  lua_newtable(L);
  const int saved = lua_gettop(L);  // the keys that stay
  for (std::size_t i = 0; i < count && l.in.good(); ++i) {
    load_value(l, L, 0, deepest);  // a key is never a table
    const int key = lua_gettop(L);
    const int type = lua_type(L, key);
    const bool nan = type == LUA_TNUMBER && lua_tonumber(L, key) != lua_tonumber(L, key);
    if (type == LUA_TNIL || type == LUA_TTABLE || nan) l.in.fail();
    if (!l.in.good()) return lua_settop(L, table);
    lua_pushvalue(L, key);
    lua_rawget(L, table);  // what the script has there
    load_value(l, L, lua_gettop(L), depth + 1);
    if (!l.in.good()) return lua_settop(L, table);
    lua_pushvalue(L, key);
    lua_pushboolean(L, 1);
    lua_rawset(L, saved);
    lua_pushvalue(L, key);
    lua_insert(L, -2);
    lua_rawset(L, table);
    lua_settop(L, saved);
  }
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {  // what was not saved goes
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    const bool stays = lua_rawget(L, saved) != LUA_TNIL;
    lua_pop(L, 1);
    if (stays) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, table);
  }
  lua_settop(L, table);
}

int load_in_lua(lua_State* L) {
  Loading& l = *static_cast<Loading*>(lua_touserdata(L, 1));
  lua_newtable(L);
  l.known = lua_gettop(L);
  lua_newtable(L);
  l.reused = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushliteral(L, "state");
  lua_rawget(L, -2);
  if (lua_type(L, -1) != LUA_TTABLE || l.in.u8() != table_mark) {
    l.in.fail();
    return 0;
  }
  load_table(l, L, lua_gettop(L), 1);
  return 0;
}

Result<void> protectedly(Engine& e, lua_CFunction function, void* data, const char* who) {
  lua_State* L = e.state();
  e.sandbox.allow(e.limits().load_instructions);
  lua_settop(L, 0);
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, data);
  auto ok = e.run(1, 0, who);
  lua_settop(L, 0);
  return ok;
}

}  // namespace

Result<Bytes> save_state(Engine& e) {
  Saving s{e, {}, {}, {}, "state", {}};
  if (auto ok = protectedly(e, save_in_lua, &s, "saving `state`"); !ok) return ok.error();
  if (!s.problem.empty()) return Error{Errc::script, std::move(s.problem), e.name};
  return std::move(s.out.bytes());
}

Result<void> load_state(Engine& e, std::span<const std::byte> bytes) {
  Loading l{&e, ByteReader(bytes), 0, 0, 0};
  if (auto ok = protectedly(e, load_in_lua, &l, "restoring `state`"); !ok) return ok;
  if (!l.in.good() || l.in.left() != 0) return Error{Errc::damaged, "what the script keeps in `state` is damaged", e.name};
  return {};
}

}  // namespace wend::scene
