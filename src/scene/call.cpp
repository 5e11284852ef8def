#include "scene/call.hpp"

#include <cstdlib>
#include <new>

#include "core/text.hpp"

namespace wend::scene {

namespace {

constexpr char metatable_key = 0;  // its address is the key
constexpr char handles_key = 0;

// One userdata per tenant of a slot, so that a handle can be a table key and compared with ==, also after it has left.
void push_handle(lua_State* L, const Thing& t) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &handles_key);
  const auto key = static_cast<lua_Integer>((std::uint64_t{t.generation} << 34) | (std::uint64_t{t.slot} << 2) |
                                            static_cast<std::uint64_t>(t.tag));
  lua_rawgeti(L, -1, key);
  const Thing* known = static_cast<const Thing*>(lua_touserdata(L, -1));
  if (known != nullptr && known->generation == t.generation) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  *static_cast<Thing*>(lua_newuserdatauv(L, sizeof(Thing), 0)) = t;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, key);
  lua_remove(L, -2);
}

}  // namespace

Answer text(Engine& e, std::string_view s) {
  e.answer.assign(s);
  Answer a;
  a.what = Answer::What::text;
  return a;
}

Answer fail(Engine& e, Error error) {
  Answer a;
  if (e.rethrow) {
    e.rethrow = false;
    a.what = Answer::What::rethrow;
    return a;
  }
  a.what = Answer::What::error;
  if (e.meter().spent) return a;
  // A mistake in a script is a script error; what has a place already, such as --set, is none of the script's.
  if (error.place.empty() && error.code != Errc::limit && error.code != Errc::unsupported) error.code = Errc::script;
  if (error.place.empty()) error.place = where(e.state());
  if (error.place.empty()) error.place = e.name;
  e.error = std::move(error);
  e.raised = true;
  return a;
}

Answer fail(Engine& e, std::string_view message) { return fail(e, Error{Errc::script, std::string(message), {}}); }

Answer refuse_more(Engine& e, std::string_view message) {
  return fail(e, Error{Errc::limit, std::string(message), {}});
}

Answer spent(Engine& e) { return refuse_more(e, "the budget is used up"); }

Answer caught(Engine& e) noexcept {
  Answer a;
  a.what = Answer::What::error;
  e.error = Error{Errc::limit, {}, {}};
  try {
    e.error.message = "out of memory";
    e.error.place = e.name;
  } catch (...) {
    e.error.message.clear();  // nothing left even for a sentence
  }
  e.raised = true;
  return a;
}

int finish(lua_State* L, const Answer& a) {
  Engine& e = engine_of(L);
  using What = Answer::What;
  switch (a.what) {
    case What::none:
      break;
    case What::error:
      if (e.meter().spent) {
        note_place(L);
        lua_pushlightuserdata(L, nullptr);
      } else {
        lua_pushlstring(L, e.error.place.data(), e.error.place.size());
        lua_pushliteral(L, ": ");
        lua_pushlstring(L, e.error.message.data(), e.error.message.size());
        lua_concat(L, 3);
      }
      return lua_error(L);
    case What::rethrow:
      return lua_error(L);
    case What::nil:
      lua_pushnil(L);
      return 1;
    case What::boolean:
      lua_pushboolean(L, a.integer != 0);
      return 1;
    case What::integer:
      lua_pushinteger(L, a.integer);
      return 1;
    case What::number:
      lua_pushnumber(L, a.x);
      return 1;
    case What::text:
      lua_pushlstring(L, e.answer.data(), e.answer.size());
      return 1;
    case What::function:
      lua_pushcfunction(L, a.function);
      return 1;
    case What::point:
      lua_createtable(L, 2, 0);
      lua_pushnumber(L, a.x);
      lua_rawseti(L, -2, 1);
      lua_pushnumber(L, a.y);
      lua_rawseti(L, -2, 2);
      return 1;
    case What::things:
      lua_createtable(L, static_cast<int>(e.found.size()), 0);
      for (std::size_t i = 0; i < e.found.size(); ++i) {
        push_thing(L, e.found[i]);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
      }
      return 1;
    case What::stack:
      return a.count;
    case What::thing:
      break;
  }
  for (int i = 0; i < 2; ++i) {
    if (a.keep[i] == 0) continue;
    lua_pushvalue(L, a.keep[i]);
    *a.reference[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  if (a.what == What::none) return 0;
  push_thing(L, a.thing);
  return 1;
}

void charge_or_raise(lua_State* L, std::int64_t work) {
  if (charge(meter_of(L), work)) return;
  note_place(L);
  lua_pushlightuserdata(L, nullptr);
  lua_error(L);
}

const Thing* to_thing(lua_State* L, int index) {
  void* p = lua_touserdata(L, index);
  if (p == nullptr || lua_getmetatable(L, index) == 0) return nullptr;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  const bool ours = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  return ours ? static_cast<const Thing*>(p) : nullptr;
}

void push_thing(lua_State* L, const Thing& t) {
  if (has_slot(t.tag)) {
    push_handle(L, t);
    return;
  }
  *static_cast<Thing*>(lua_newuserdatauv(L, sizeof(Thing), 0)) = t;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(L, -2);
}

void set_functions(lua_State* L, std::initializer_list<Named> functions) {
  for (const Named& f : functions) {
    lua_pushcfunction(L, f.function);
    lua_setfield(L, -2, f.name);
  }
}

void make_thing_metatable(lua_State* L) {
  lua_newtable(L);
  set_functions(L, {{"__index", serve<thing_get>}, {"__newindex", serve<thing_set>}, {"__len", serve<thing_length>}});
  lua_pushliteral(L, "wend");
  lua_setfield(L, -2, "__metatable");
  lua_pushliteral(L, "handle");
  lua_setfield(L, -2, "__name");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);

  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &handles_key);
}

}  // namespace wend::scene
