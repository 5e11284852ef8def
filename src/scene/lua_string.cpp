#include "core/text.hpp"
#include "scene/values.hpp"

#include <algorithm>
#include <cstdio>

// string.* without patterns (matching backtracks in C, where no budget reaches), charged by bytes.

namespace wend::scene {

namespace {

bool is_text(lua_State* L, int index) { return lua_type(L, index) == LUA_TSTRING; }

// Argument `index` as text; numbers count, as in Lua.
Result<std::string> argument(Engine& e, lua_State* L, int index, const char* function) {
  if (!is_text(L, index) && lua_type(L, index) != LUA_TNUMBER) {
    return Error{Errc::script,
                 concat("string.", function, ": argument ", index, " is ", describe(L, index), ", expected a string"),
                 {}};
  }
  std::string s;
  append_value(s, L, index);
  if (!charge(e.meter(), 2 + static_cast<std::int64_t>(s.size() / 8)))
    return Error{Errc::limit, "the budget is used up", {}};
  return s;
}

Result<lua_Integer> whole(lua_State* L, int index, lua_Integer fallback, const char* function) {
  if (lua_isnoneornil(L, index)) return fallback;
  int ok = 0;
  const lua_Integer i = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &ok) : 0;
  if (ok == 0)
    return Error{
        Errc::script,
        concat("string.", function, ": argument ", index, " is ", describe(L, index), ", expected a whole number"),
        {}};
  return i;
}

// First and last as Lua counts: from 1, negative from the end; clipped to the string.
struct Part {
  std::size_t begin, size;
};
Part part(std::size_t size, lua_Integer first, lua_Integer last) {
  const auto n = static_cast<lua_Integer>(size);
  if (first < 0) first = std::max<lua_Integer>(n + std::max(first, -n - 1) + 1, 1);
  if (first == 0) first = 1;
  if (last < 0) last = last < -n ? 0 : n + last + 1;
  last = std::min(last, n);
  if (first > last) return {0, 0};
  return {static_cast<std::size_t>(first - 1), static_cast<std::size_t>(last - first + 1)};
}

template <char low, char high, int shift>
Answer change_case(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, shift < 0 ? "upper" : "lower");
  if (!s) return fail(e, s.error());
  for (char& c : *s) {
    if (c >= low && c <= high) c = static_cast<char>(c + shift);
  }
  return text(e, *s);
}

Answer reverse(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "reverse");
  if (!s) return fail(e, s.error());
  std::reverse(s->begin(), s->end());
  return text(e, *s);
}

Answer length(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "len");
  if (!s) return fail(e, s.error());
  return integer(static_cast<lua_Integer>(s->size()));
}

Answer sub(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "sub");
  if (!s) return fail(e, s.error());
  const auto first = whole(L, 2, 1, "sub"), last = whole(L, 3, -1, "sub");
  if (!first) return fail(e, first.error());
  if (!last) return fail(e, last.error());
  const Part p = part(s->size(), *first, *last);
  return text(e, std::string_view(*s).substr(p.begin, p.size));
}

Answer rep(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "rep");
  if (!s) return fail(e, s.error());
  const auto count = whole(L, 2, 0, "rep");
  if (!count) return fail(e, count.error());
  std::string between;
  if (!lua_isnoneornil(L, 3)) {
    auto b = argument(e, L, 3, "rep");
    if (!b) return fail(e, b.error());
    between = *b;
  }
  const std::size_t unit = s->size() + between.size();
  if (*count <= 0 || unit == 0) return text(e, "");
  if (static_cast<std::uint64_t>(*count) > e.limits().text / unit) {
    return refuse_more(e, concat("string.rep: the result is longer than ", e.limits().text, " bytes"));
  }
  if (!charge(e.meter(), *count * static_cast<std::int64_t>(unit) / 8)) return spent(e);
  std::string out;
  for (lua_Integer i = 0; i < *count; ++i) {
    if (i > 0) out += between;
    out += *s;
  }
  return text(e, out);
}

Answer byte(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "byte");
  if (!s) return fail(e, s.error());
  const auto first = whole(L, 2, 1, "byte");
  if (!first) return fail(e, first.error());
  const auto last = whole(L, 3, *first, "byte");
  if (!last) return fail(e, last.error());
  const Part p = part(s->size(), *first, *last);
  if (p.size > Sandbox::max_varargs || lua_checkstack(L, static_cast<int>(p.size)) == 0) {
    return refuse_more(e, concat("string.byte: more than ", Sandbox::max_varargs, " values at once"));
  }
  for (std::size_t i = 0; i < p.size; ++i) lua_pushinteger(L, static_cast<unsigned char>((*s)[p.begin + i]));
  return on_stack(static_cast<int>(p.size));
}

Answer character(Engine& e, lua_State* L) {
  std::string out;
  for (int i = 1; i <= lua_gettop(L); ++i) {
    const auto code = whole(L, i, -1, "char");
    if (!code) return fail(e, code.error());
    if (*code < 0 || *code > 255)
      return fail(e, concat("string.char: argument ", i, " is ", describe(L, i), ", expected 0 .. 255"));
    out += static_cast<char>(*code);
  }
  return text(e, out);
}

Answer find(Engine& e, lua_State* L) {
  auto s = argument(e, L, 1, "find"), what = argument(e, L, 2, "find");
  if (!s) return fail(e, s.error());
  if (!what) return fail(e, what.error());
  const auto first = whole(L, 3, 1, "find");
  if (!first) return fail(e, first.error());
  if (lua_toboolean(L, 4) == 0 && what->find_first_of("^$*+?.([%-") != std::string::npos) {
    return fail(e, "string.find: a scene has no patterns; write find(s, text, 1, true) to look for the text itself");
  }
  // The search compares at most size(s) * size(what) bytes.
  if (!charge(e.meter(), static_cast<std::int64_t>(s->size() * (what->size() / 64 + 1) / 8))) return spent(e);
  const auto size = static_cast<lua_Integer>(s->size());
  const lua_Integer from =
      *first < 0 ? std::max<lua_Integer>(size + std::max(*first, -size) + 1, 1) : std::max<lua_Integer>(*first, 1);
  const std::size_t at = from > size + 1 ? std::string::npos : s->find(*what, static_cast<std::size_t>(from - 1));
  if (at == std::string::npos) return nil();
  lua_pushinteger(L, static_cast<lua_Integer>(at + 1));
  lua_pushinteger(L, static_cast<lua_Integer>(at + what->size()));
  return on_stack(2);
}

// One directive: flags, at most two digits of width and of precision.
struct Directive {
  std::string spec;  // "%-5.2", without the letter
  char letter = 0;
};

Result<Directive> read_directive(std::string_view format, std::size_t& i) {
  Directive d{"%", 0};
  const auto take = [&](std::string_view of, std::size_t most) {
    for (std::size_t n = 0; n < most && i < format.size() && of.find(format[i]) != of.npos; ++n) d.spec += format[i++];
  };
  take("-+ #0", 5);
  take("0123456789", 2);
  if (i < format.size() && format[i] == '.') {
    d.spec += format[i++];
    take("0123456789", 2);
  }
  if (i < format.size()) d.letter = format[i++];
  if (d.letter == 0 || std::string_view("diuoxXcaAeEfFgGs").find(d.letter) == std::string_view::npos) {
    return Error{Errc::script,
                 "string.format: only %d %i %u %c %x %X %o %a %e %f %g %s %% with at most two digits of width",
                 {}};
  }
  return d;
}

Answer format(Engine& e, lua_State* L) {
  auto pattern = argument(e, L, 1, "format");
  if (!pattern) return fail(e, pattern.error());
  std::string out;
  int next = 2;
  for (std::size_t i = 0; i < pattern->size();) {
    const char c = (*pattern)[i++];
    if (c != '%') {
      out += c;
      continue;
    }
    if (i < pattern->size() && (*pattern)[i] == '%') {
      out += '%';
      ++i;
      continue;
    }
    const auto d = read_directive(*pattern, i);
    if (!d) return fail(e, d.error());
    const int index = next++;
    if (index > lua_gettop(L)) return fail(e, concat("string.format: value ", index - 1, " is missing"));
    char buffer[512];
    int written = 0;
    if (d->letter == 's') {
      std::string s;
      append_value(s, L, index);
      if (d->spec == "%") {
        out += s;
      } else {
        if (s.size() > 200) s.resize(200);
        written = std::snprintf(buffer, sizeof buffer, (d->spec + "s").c_str(), s.c_str());
      }
    } else if (lua_type(L, index) != LUA_TNUMBER) {
      return fail(e, concat("string.format: value ", index - 1, " is ", describe(L, index), ", expected a number"));
    } else if (std::string_view("aAeEfFgG").find(d->letter) != std::string_view::npos) {
      written = std::snprintf(buffer, sizeof buffer, (d->spec + d->letter).c_str(), lua_tonumber(L, index));
    } else {
      const auto value = whole(L, index, 0, "format");
      if (!value) return fail(e, value.error());
      if (d->letter == 'c') {
        written = std::snprintf(buffer, sizeof buffer, (d->spec + "c").c_str(), static_cast<int>(*value & 0x7f));
      } else {
        written =
            std::snprintf(buffer, sizeof buffer, (d->spec + "ll" + d->letter).c_str(), static_cast<long long>(*value));
      }
    }
    if (written > 0) out.append(buffer, std::min(static_cast<std::size_t>(written), sizeof buffer - 1));
    if (out.size() > e.limits().text) return refuse_more(e, "string.format: the result is too long");
    if (!charge(e.meter(), 4)) return spent(e);
  }
  return text(e, out);
}

int no_pattern(lua_State* L) {
  return luaL_error(L, "a scene has no patterns: string.find(s, text, 1, true) looks for a text");
}

}  // namespace

void open_string(lua_State* L) {
  lua_newtable(L);
  set_functions(L, {{"upper", serve<change_case<'a', 'z', 'A' - 'a'>>},
                    {"lower", serve<change_case<'A', 'Z', 'a' - 'A'>>},
                    {"reverse", serve<reverse>},
                    {"len", serve<length>},
                    {"sub", serve<sub>},
                    {"rep", serve<rep>},
                    {"byte", serve<byte>},
                    {"char", serve<character>},
                    {"find", serve<find>},
                    {"format", serve<format>},
                    {"match", no_pattern},
                    {"gmatch", no_pattern},
                    {"gsub", no_pattern}});
  // ("x"):rep(3) goes through this metatable; nobody can get hold of it.
  lua_pushliteral(L, "");
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, "string");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_setfield(L, -2, "string");
}

}  // namespace wend::scene
