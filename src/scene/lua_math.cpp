#include "core/angles.hpp"
#include "core/det_math.hpp"
#include "scene/call.hpp"

#include <cmath>
#include <limits>

// math.* with the same bits everywhere: ours where the C library's differs between machines.

namespace wend::scene {

namespace {

template <double (*F)(double)>
int unary(lua_State* L) {
  lua_pushnumber(L, F(luaL_checknumber(L, 1)));
  return 1;
}

double sin_of(double x) { return det_sin(x); }
double cos_of(double x) { return det_cos(x); }
double tan_of(double x) { return det_tan(x); }
double asin_of(double x) { return det_asin(x); }
double acos_of(double x) { return det_acos(x); }
double exp_of(double x) { return det_exp(x); }
double tanh_of(double x) { return det_tanh(x); }
double to_degrees(double x) { return x * (180.0 / pi); }
double to_radians(double x) { return deg(x); }

int atan(lua_State* L) {
  const double y = luaL_checknumber(L, 1);
  lua_pushnumber(L, det_atan2(y, luaL_optnumber(L, 2, 1)));
  return 1;
}

int log(lua_State* L) {
  const double x = luaL_checknumber(L, 1);
  const double value = det_log(x);
  lua_pushnumber(L, lua_isnoneornil(L, 2) ? value : value / det_log(luaL_checknumber(L, 2)));
  return 1;
}

int pow(lua_State* L) {
  const double x = luaL_checknumber(L, 1);
  lua_pushnumber(L, det_pow(x, luaL_checknumber(L, 2)));
  return 1;
}

// The usual signatures: random(), random(n), random(m, n); random(0) gives all bits.
int random(lua_State* L) {
  Engine& e = engine_of(L);
  if (e.in_motion) return luaL_error(L, "math.random in a motion: it must depend on t alone");
  e.settle("math.random");
  lua_Integer low = 1, high = 0;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, e.random.uniform());
      return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, static_cast<lua_Integer>(e.random.bits()));
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default:
      return luaL_error(L, "math.random takes at most two numbers");
  }
  luaL_argcheck(L, low <= high, lua_gettop(L), "interval is empty");
  const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  const std::uint64_t offset = span == 0 ? e.random.bits() : e.random.below(span);
  lua_pushinteger(L, static_cast<lua_Integer>(static_cast<std::uint64_t>(low) + offset));
  return 1;
}

int randomseed(lua_State* L) {
  return luaL_error(L, "math.randomseed is not needed: write scene { seed = ... }, or wend run --seed");
}

}  // namespace

void open_math(lua_State* L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  lua_newtable(L);
  // Exact in IEEE arithmetic, so the C library's are fine.
  for (const char* name : {"abs", "ceil", "floor", "fmod", "max", "min", "modf", "sqrt", "tointeger", "type", "ult",
                           "pi", "huge", "maxinteger", "mininteger"}) {
    lua_getfield(L, -2, name);
    lua_setfield(L, -2, name);
  }
  set_functions(L, {{"sin", unary<sin_of>},
                    {"cos", unary<cos_of>},
                    {"tan", unary<tan_of>},
                    {"asin", unary<asin_of>},
                    {"acos", unary<acos_of>},
                    {"atan", atan},
                    {"exp", unary<exp_of>},
                    {"tanh", unary<tanh_of>},
                    {"log", log},
                    {"pow", pow},
                    {"deg", unary<to_degrees>},
                    {"rad", unary<to_radians>},
                    {"random", random},
                    {"randomseed", randomseed}});
  lua_remove(L, -2);
  lua_setfield(L, -2, "math");
}

}  // namespace wend::scene
