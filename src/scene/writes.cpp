#include "scene/writes.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/bytes.hpp"
#include "core/text.hpp"

namespace wend::scene {

namespace {

// Opcodes of Lua 5.4 that move tables about and write to them (lopcodes.h).
enum Opcode : std::uint32_t {
  op_move = 0,
  op_getupval = 9,
  op_setupval = 10,
  op_gettabup = 11,
  op_gettable = 12,
  op_geti = 13,
  op_getfield = 14,
  op_settabup = 15,
  op_settable = 16,
  op_seti = 17,
  op_setfield = 18
};

struct Instruction {
  std::uint32_t word;
  std::uint32_t op() const { return word & 0x7f; }
  std::uint32_t a() const { return (word >> 7) & 0xff; }
  std::uint32_t b() const { return (word >> 16) & 0xff; }
  std::uint32_t c() const { return (word >> 24) & 0xff; }
};

// A function as lua_dump writes it, as far as it is needed here.
struct Prototype {
  struct Upvalue {
    bool in_stack;  // a local variable of the function around, not one from further out
    std::uint8_t index;
  };
  std::vector<Instruction> code;
  std::vector<std::string> constants;  // texts; others are empty
  std::vector<Upvalue> upvalues;
  std::vector<std::string> names;  // of the upvalues
  std::vector<Prototype> inner;
};

class DumpReader {
 public:
  explicit DumpReader(std::span<const std::byte> bytes) : in_(bytes) {}

  bool header() {
    const auto magic = in_.take(12);
    const auto sizes = in_.take(3);
    in_.take(8 + 8 + 1);
    return in_.good() && std::to_integer<int>(magic[4]) == 0x54 && std::to_integer<int>(sizes[0]) == 4 &&
           std::to_integer<int>(sizes[1]) == 8 && std::to_integer<int>(sizes[2]) == 8;
  }
  Prototype function() {
    Prototype p;
    text();
    size(), size();
    in_.take(3);
    for (std::size_t n = size(); n > 0 && in_.good(); --n) p.code.push_back({in_.u32()});
    for (std::size_t n = size(); n > 0 && in_.good(); --n) p.constants.push_back(constant());
    for (std::size_t n = size(); n > 0 && in_.good(); --n) {
      const bool in_stack = in_.u8() != 0;
      p.upvalues.push_back({in_stack, in_.u8()});
      in_.u8();
    }
    for (std::size_t n = size(); n > 0 && in_.good(); --n) p.inner.push_back(function());
    in_.take(size());
    for (std::size_t n = size(); n > 0 && in_.good(); --n) size(), size();
    for (std::size_t n = size(); n > 0 && in_.good(); --n) text(), size(), size();
    for (std::size_t n = size(); n > 0 && in_.good(); --n) p.names.push_back(text());
    return p;
  }
  bool whole() const { return in_.good() && in_.left() == 0; }

 private:
  // Seven bits at a time, the last one marked.
  std::size_t size() {
    std::size_t value = 0;
    for (int i = 0; i < 10 && in_.good(); ++i) {
      const std::uint8_t byte = in_.u8();
      value = (value << 7) | (byte & 0x7fu);
      if ((byte & 0x80) != 0) return value;
    }
    in_.fail();
    return 0;
  }
  std::string text() {
    const std::size_t n = size();
    if (n == 0) return {};
    const auto bytes = in_.take(n - 1);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::string constant() {
    switch (in_.u8()) {
      case 0x03:
      case 0x13:
        in_.take(8);
        return {};
      case 0x04:
      case 0x14:
        return text();
      default:
        return {};
    }
  }

  ByteReader in_;
};

// What hangs where, at the moment of the question.
struct Value {
  int type = LUA_TNIL;
  const void* pointer = nullptr;
};

struct Finder {
  lua_State* L;
  std::map<std::string, Value, std::less<>> globals{};
  std::set<const void*> kept{};  // tables below `state`
  std::set<const void*> functions{};
  std::set<std::string> found{};
  std::set<std::string, std::less<>> called{};  // global functions the callbacks use
  std::string place{};

  void keep(int depth) {  // the table on top of the stack
    if (!kept.insert(lua_topointer(L, -1)).second || depth > 100 || lua_checkstack(L, 8) == 0) return;
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      if (lua_type(L, -1) == LUA_TTABLE) keep(depth + 1);
      lua_pop(L, 1);
    }
  }

  void look_at_globals() {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      if (lua_type(L, -2) == LUA_TSTRING) {
        const std::string_view name = lua_tolstring(L, -2, nullptr);
        globals.emplace(name, Value{lua_type(L, -1), lua_topointer(L, -1)});
        if (name == "state" && lua_type(L, -1) == LUA_TTABLE) keep(0);
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }

  static int append(lua_State*, const void* bytes, std::size_t size, void* to) {
    try {
      const auto* from = static_cast<const std::byte*>(bytes);
      auto& out = *static_cast<std::vector<std::byte>*>(to);
      out.insert(out.end(), from, from + size);
      return 0;
    } catch (...) {
      return 1;
    }
  }

  // The function on top of the stack, and those it can call through its variables.
  void examine(int depth) {
    if (lua_iscfunction(L, -1) != 0 || !functions.insert(lua_topointer(L, -1)).second) return;
    if (depth > 50 || lua_checkstack(L, 8) == 0) return;
    std::vector<std::byte> bytes;
    if (lua_dump(L, append, &bytes, 0) != 0) return;
    DumpReader reader(bytes);
    if (!reader.header()) return;
    const Prototype p = reader.function();
    if (!reader.whole()) return;
    lua_Debug ar;
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &ar);
    place = concat(ar.short_src, ":", ar.linedefined);
    std::vector<Value> values;
    for (int i = 1; lua_getupvalue(L, -1, i) != nullptr; ++i) {
      values.push_back({lua_type(L, -1), lua_topointer(L, -1)});
      lua_pop(L, 1);
    }
    std::vector<int> outer(p.upvalues.size());
    for (std::size_t i = 0; i < outer.size(); ++i) outer[i] = static_cast<int>(i);
    scan(p, p, outer, values);
    for (int i = 1; lua_getupvalue(L, -1, i) != nullptr; ++i) {
      if (lua_type(L, -1) == LUA_TFUNCTION) examine(depth + 1);
      lua_pop(L, 1);
    }
  }

  // Global functions may be called from anywhere, those they call in turn too.
  void examine_called() {
    for (std::size_t before = functions.size() + 1; before != functions.size();) {
      before = functions.size();
      lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
      lua_pushnil(L);
      while (lua_next(L, -2) != 0) {
        const bool named = lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TFUNCTION;
        if (named && called.contains(std::string_view(lua_tolstring(L, -2, nullptr)))) examine(0);
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
    }
  }

  bool remembered(const Value& v) const { return v.type != LUA_TTABLE || kept.contains(v.pointer); }

  void note_global(const std::string& name) {
    if (name != "state") found.insert(concat("the global variable `", name, "`"));
  }
  void note_local(const std::string& name) { found.insert(concat("the variable `", name, "` in the function at ", place)); }

  // `outer` gives for each upvalue of p which one of the outermost function it is, or -1.
  void scan(const Prototype& p, const Prototype& top, const std::vector<int>& outer, const std::vector<Value>& values) {
    const auto name_of = [&](std::uint32_t u) {
      const int o = u < outer.size() ? outer[u] : -1;
      return o >= 0 && static_cast<std::size_t>(o) < top.names.size() ? top.names[static_cast<std::size_t>(o)] : std::string();
    };
    const auto value_of = [&](std::uint32_t u) {
      const int o = u < outer.size() ? outer[u] : -1;
      return o >= 0 && static_cast<std::size_t>(o) < values.size() ? values[static_cast<std::size_t>(o)] : Value{};
    };
    const auto constant = [&](std::uint32_t k) { return k < p.constants.size() ? p.constants[k] : std::string(); };
    std::map<std::uint32_t, std::string> from;  // register -> whose table it is: a global begins with "g"
    for (const Instruction i : p.code) {
      switch (i.op()) {
        case op_setupval:
          if (const std::string name = name_of(i.b()); !name.empty()) note_local(name);
          break;
        case op_settabup:
          if (name_of(i.a()) == "_ENV") {
            note_global(constant(i.b()));
          } else if (!remembered(value_of(i.a()))) {
            note_local(name_of(i.a()));
          }
          break;
        case op_getupval:
          from.erase(i.a());
          if (!remembered(value_of(i.b()))) from[i.a()] = concat("l", name_of(i.b()));
          break;
        case op_gettabup: {
          from.erase(i.a());
          const bool global = name_of(i.b()) == "_ENV";
          const auto known = global ? globals.find(constant(i.c())) : globals.end();
          if (global && known != globals.end() && known->second.type == LUA_TFUNCTION) called.insert(known->first);
          if (global && known != globals.end() && !remembered(known->second)) from[i.a()] = concat("g", known->first);
          if (!global && !remembered(value_of(i.b()))) from[i.a()] = concat("l", name_of(i.b()));
          break;
        }
        case op_move:
        case op_gettable:
        case op_geti:
        case op_getfield: {
          const auto source = from.find(i.b());
          const std::string owner = source == from.end() ? std::string() : source->second;
          from.erase(i.a());
          if (!owner.empty()) from[i.a()] = owner;
          break;
        }
        case op_settable:
        case op_seti:
        case op_setfield:
          if (const auto owner = from.find(i.a()); owner != from.end()) {
            if (owner->second[0] == 'g') note_global(owner->second.substr(1));
            if (owner->second[0] == 'l') note_local(owner->second.substr(1));
          }
          break;
        default:
          from.erase(i.a());
      }
    }
    for (const Prototype& inner : p.inner) {
      std::vector<int> of_inner;
      for (const Prototype::Upvalue& u : inner.upvalues)
        of_inner.push_back(u.in_stack || u.index >= outer.size() ? -1 : outer[u.index]);
      scan(inner, top, of_inner, values);
    }
  }
};

}  // namespace

std::vector<std::string> written_outside_state(Engine& e) {
  lua_State* L = e.state();
  lua_settop(L, 0);
  Finder f{.L = L};
  f.look_at_globals();
  const auto look = [&](int reference) {
    if (reference == LUA_NOREF) return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    if (lua_type(L, -1) == LUA_TFUNCTION) f.examine(0);
    lua_settop(L, 0);
  };
  for (const auto& list : e.hooks) {
    for (const int function : list) look(function);
  }
  for (const Mover& m : e.movers) {
    for (const int function : m.function) look(function);
  }
  f.examine_called();
  lua_settop(L, 0);
  return {f.found.begin(), f.found.end()};
}

}  // namespace wend::scene
