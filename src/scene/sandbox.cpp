#include "scene/sandbox.hpp"

#include <cstdlib>

#include "core/text.hpp"
#include "scene/engine.hpp"

namespace wend::scene {

namespace {

constexpr std::size_t string_header = 64;  // more than Lua's own
constexpr int hook_mask = LUA_MASKCOUNT | LUA_MASKCALL;

void hook(lua_State* L, lua_Debug* ar);

void set_spent(Meter& meter) {
  if (meter.spent) return;
  meter.spent = true;
  if (meter.state != nullptr) lua_sethook(meter.state, hook, hook_mask, 1);
}

// A value that needs no memory: the host looks at `spent`, not at what was raised.
[[noreturn]] void raise_spent(lua_State* L) {
  lua_pushlightuserdata(L, nullptr);
  lua_error(L);
  std::abort();  // lua_error does not come back
}

// Failing deep inside walks the calls, and the stack could eat the memory before it is full.
void check_depth(lua_State* L, Meter& meter) {
  if (++meter.looks % Sandbox::looks_per_depth != 0) return;
  lua_Debug deep;
  if (lua_getstack(L, Sandbox::max_depth, &deep) == 0) return;
  luaL_error(L, "more than %d calls within calls: does a function call itself for ever?", Sandbox::max_depth);
}

void hook(lua_State* L, lua_Debug* ar) {
  Meter& meter = meter_of(L);
  if (ar->event != LUA_HOOKCOUNT) {
    if (meter.spent) raise_spent(L);
    if (lua_getlocal(L, ar, -(Sandbox::max_varargs + 1)) != nullptr) {
      luaL_error(L, "more than %d variable arguments", Sandbox::max_varargs);
    }
    return;
  }
  if (!meter.spent) meter.left -= Sandbox::slice * meter.price();
  if (meter.spent || meter.left <= 0) {
    set_spent(meter);
    note_place(L);
    raise_spent(L);
  }
  check_depth(L, meter);
}

void* refuse(Meter& meter) {
  // Lua answers with a full collection and a second try: that is work over all that lives.
  charge(meter, static_cast<std::int64_t>(meter.used / 16));
  return nullptr;
}

void* allocate(void* user, void* old, std::size_t old_size, std::size_t size) {
  Meter& meter = *static_cast<Meter*>(user);
  const std::size_t before = old == nullptr ? 0 : old_size;
  if (size == 0) {
    meter.used -= before;
    std::free(old);
    return nullptr;
  }
  if (size > before) {
    const bool is_text = old == nullptr && old_size == LUA_TSTRING;
    if (is_text && size > meter.limits.text + string_header) {
      meter.text_refused = true;
      return refuse(meter);
    }
    if (size - before > meter.limits.memory - meter.used) return refuse(meter);
    if (is_text && size > meter.longest_text) meter.longest_text = size;
    const auto work = static_cast<std::int64_t>(size / 16) + (old == nullptr ? Sandbox::block_cost : 0);
    if (!charge(meter, work) && size > 1024) return nullptr;  // small ones let an error come out
  }
  void* block = std::realloc(old, size);
  if (block == nullptr) return size <= before ? old : nullptr;  // Lua counts on shrinking
  meter.used += size - before;
  return block;
}

}  // namespace

Sandbox::Sandbox(const Limits& limits) {
  meter_.limits = limits;
  meter_.left = limits.load_instructions;
  meter_.state = lua_newstate(allocate, &meter_);
}

Sandbox::~Sandbox() {
  if (meter_.state == nullptr) return;
  lua_sethook(meter_.state, nullptr, 0, 0);
  lua_close(meter_.state);
}

void Sandbox::allow(std::int64_t instructions) {
  meter_.left = instructions;
  meter_.spent = false;
  meter_.text_refused = false;
  meter_.place.clear();
  lua_sethook(meter_.state, hook, hook_mask, slice);
}

void note_place(lua_State* L) {
  Meter& meter = meter_of(L);
  if (!meter.place.empty()) return;
  try {
    meter.place = where(L);
  } catch (...) {
    meter.place.clear();
  }
}

bool charge(Meter& meter, std::int64_t work) {
  meter.left -= work;
  if (meter.left > 0) return !meter.spent;
  set_spent(meter);
  return false;
}

namespace {

// The innermost running function of the script; false: none.
bool find_script(lua_State* L, lua_Debug& ar) {
  for (int level = 0; lua_getstack(L, level, &ar) != 0; ++level) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline > 0) return true;
  }
  return false;
}

}  // namespace

std::string where(lua_State* L) {
  lua_Debug ar;
  return find_script(L, ar) ? concat(ar.short_src, ":", ar.currentline) : std::string();
}

std::uint32_t line_of_script(lua_State* L) {
  lua_Debug ar;
  return find_script(L, ar) ? static_cast<std::uint32_t>(ar.currentline) : 0;
}

}  // namespace wend::scene
