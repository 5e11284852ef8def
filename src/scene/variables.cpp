#include "scene/variables.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "scene/call.hpp"

namespace wend::scene {

namespace {

constexpr int deepest = 150;

// Walks all that callbacks can reach. Only calls that allocate nothing, so Lua cannot raise.
struct Walker {
  lua_State* L;
  const void* globals = nullptr;
  const void* state = nullptr;
  std::map<const void*, std::uint64_t> tables{};
  std::set<const void*> functions{};
  std::set<const void*> ids{};
  std::vector<Variable> found{};

  // The value on top of the stack, which stays there.
  std::uint64_t hash(int depth) {
    const int type = lua_type(L, -1);
    const auto kind = static_cast<std::uint64_t>(type);
    switch (type) {
      case LUA_TNUMBER:
        if (lua_isinteger(L, -1) != 0) return mix(kind, static_cast<std::uint64_t>(lua_tointeger(L, -1)));
        return mix(kind + 100, hash_bits(lua_tonumber(L, -1)));
      case LUA_TBOOLEAN:
        return mix(kind, static_cast<std::uint64_t>(lua_toboolean(L, -1)));
      case LUA_TSTRING: {
        std::size_t size = 0;
        const char* text = lua_tolstring(L, -1, &size);
        std::uint64_t h = mix(kind, size);
        for (std::size_t i = 0; i < size; ++i) h = (h ^ static_cast<unsigned char>(text[i])) * 0x100000001b3u;
        return mix(h);
      }
      case LUA_TTABLE:
        return hash_table(depth);
      case LUA_TFUNCTION:
        visit_function(depth);
        return mix(kind, reinterpret_cast<std::uintptr_t>(lua_topointer(L, -1)));
      default:
        break;
    }
    if (const Thing* t = to_thing(L, -1)) {
      return mix(mix(kind, static_cast<std::uint64_t>(t->tag)), (std::uint64_t{t->slot} << 32) | t->generation);
    }
    return kind;
  }

  std::uint64_t hash_table(int depth) {
    const void* self = lua_topointer(L, -1);
    if (self == state || self == globals) return 1;
    const auto [known, is_new] = tables.try_emplace(self, 2);  // met again inside itself: 2
    if (!is_new) return known->second;
    if (depth > deepest || lua_checkstack(L, 8) == 0) return 3;
    std::uint64_t sum = 0;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      const std::uint64_t value = hash(depth + 1);
      lua_pop(L, 1);
      sum += mix(hash(depth + 1), value);
    }
    if (lua_getmetatable(L, -1) != 0) {
      sum += mix(hash(depth + 1), 77);
      lua_pop(L, 1);
    }
    return tables[self] = mix(sum);
  }

  // Its shared variables are variables of their own.
  void visit_function(int depth) {
    if (!functions.insert(lua_topointer(L, -1)).second || lua_iscfunction(L, -1) != 0) return;
    if (depth > deepest || lua_checkstack(L, 8) == 0) return;
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &ar);
    for (int i = 1;; ++i) {
      const char* name = lua_getupvalue(L, -1, i);
      if (name == nullptr) return;
      const void* id = lua_upvalueid(L, -2, i);
      const bool shown = lua_topointer(L, -1) != globals || lua_type(L, -1) != LUA_TTABLE;
      if (shown && ids.insert(id).second) {
        const std::size_t at = found.size();
        found.push_back({name, false, id, 0, concat(ar.short_src, ":", ar.linedefined)});
        const std::uint64_t value = hash(depth + 1);
        found[at].value = value;
      }
      lua_pop(L, 1);
    }
  }

  void visit_reference(int reference) {
    if (reference == LUA_NOREF) return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    if (lua_type(L, -1) == LUA_TFUNCTION) visit_function(0);
    lua_pop(L, 1);
  }

  void visit_globals() {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      std::size_t size = 0;
      const char* name = lua_type(L, -2) == LUA_TSTRING ? lua_tolstring(L, -2, &size) : "?";
      if (std::string_view(name) != "state" && std::string_view(name) != "_G") {
        const std::size_t at = found.size();
        found.push_back({name, true, nullptr, 0, {}});
        const std::uint64_t value = hash(0);
        found[at].value = value;
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }

  void find_roots() {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    globals = lua_topointer(L, -1);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TTABLE &&
          std::string_view(lua_tolstring(L, -2, nullptr)) == "state") {
        state = lua_topointer(L, -1);
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
};

}  // namespace

std::vector<Variable> variables_of(Engine& e) {
  lua_settop(e.state(), 0);
  Walker w{.L = e.state()};
  w.find_roots();
  w.visit_globals();
  for (const auto& list : e.hooks) {
    for (const int function : list) w.visit_reference(function);
  }
  for (const Mover& m : e.movers) {
    for (const int function : m.function) w.visit_reference(function);
  }
  lua_settop(e.state(), 0);
  return std::move(w.found);
}

std::vector<std::string> changed(const std::vector<Variable>& then, const std::vector<Variable>& now) {
  std::vector<std::string> out;
  for (const Variable& v : now) {
    const auto old = std::find_if(then.begin(), then.end(), [&](const Variable& o) {
      return v.global == o.global && (v.global ? v.name == o.name : v.id == o.id);
    });
    if (old == then.end() && !v.global) continue;  // of a function made meanwhile: whoever holds it has changed
    if (old != then.end() && old->value == v.value) continue;
    out.push_back(v.global ? concat("the global variable `", v.name, "`")
                           : concat("the variable `", v.name, "` used at ", v.place));
  }
  for (const Variable& o : then) {
    const bool there = std::any_of(now.begin(), now.end(), [&](const Variable& v) { return v.global && v.name == o.name; });
    if (o.global && !there) out.push_back(concat("the global variable `", o.name, "`, which is gone"));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace wend::scene
