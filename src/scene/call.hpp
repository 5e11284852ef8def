#pragma once
#include "scene/engine.hpp"

namespace wend::scene {

// How functions written in C++ serve Lua. An error in Lua is a longjmp that skips destructors, so a function first
// reads its arguments with calls that cannot raise, does its work in C++ and returns an Answer; only then, with nothing
// alive that has a destructor, `serve` pushes the answer or raises.
struct Answer {
  enum class What : std::uint8_t {
    none,
    error,
    rethrow,
    nil,
    boolean,
    integer,
    number,
    text,
    thing,
    things,  // a list of Engine::found
    point,
    function,
    stack
  };
  What what = What::none;
  int count = 0;  // values the function left on the stack
  lua_Integer integer = 0;
  double x = 0, y = 0;
  lua_CFunction function = nullptr;
  Thing thing;
  // Functions to keep: stack index, and where their reference goes.
  int keep[2] = {0, 0};
  int* reference[2] = {nullptr, nullptr};
};

inline Answer number(double x) {
  Answer a;
  a.what = Answer::What::number;
  a.x = x;
  return a;
}
inline Answer integer(lua_Integer i) {
  Answer a;
  a.what = Answer::What::integer;
  a.integer = i;
  return a;
}
inline Answer boolean(bool b) {
  Answer a;
  a.what = Answer::What::boolean;
  a.integer = b;
  return a;
}
inline Answer nil() {
  Answer a;
  a.what = Answer::What::nil;
  return a;
}
inline Answer point(double x, double y) {
  Answer a;
  a.what = Answer::What::point;
  a.x = x;
  a.y = y;
  return a;
}
inline Answer thing(const Thing& t) {
  Answer a;
  a.what = Answer::What::thing;
  a.thing = t;
  return a;
}
inline Answer function(lua_CFunction f) {
  Answer a;
  a.what = Answer::What::function;
  a.function = f;
  return a;
}
inline Answer on_stack(int count) {
  Answer a;
  a.what = Answer::What::stack;
  a.count = count;
  return a;
}
Answer text(Engine&, std::string_view);

// The script dies of this; the place is the line that called.
Answer fail(Engine&, Error);
Answer fail(Engine&, std::string_view message);
Answer refuse_more(Engine&, std::string_view message);  // a limit
Answer spent(Engine&);                                  // the budget

int finish(lua_State*, const Answer&);
Answer caught(Engine&) noexcept;

using Function = Answer (*)(Engine&, lua_State*);

template <Function F>
int serve(lua_State* L) {
  Answer answer;
  try {
    answer = F(engine_of(L), L);
  } catch (...) {
    answer = caught(engine_of(L));
  }
  return finish(L, answer);
}

// For functions without C++ objects: takes work off the budget or raises.
void charge_or_raise(lua_State*, std::int64_t work);

// The handle at a stack index, or null.
const Thing* to_thing(lua_State*, int index);
void push_thing(lua_State*, const Thing&);  // may raise
void make_thing_metatable(lua_State*);      // may raise

Answer thing_get(Engine&, lua_State*);
Answer thing_set(Engine&, lua_State*);
Answer thing_length(Engine&, lua_State*);
Answer agent_sees(Engine&, lua_State*);
Answer agent_near(Engine&, lua_State*);

// Sets of functions, put into the table on top of the stack or into the environment; may raise.
void open_base(lua_State*);
void open_math(lua_State*);
void open_string(lua_State*);
void open_table(lua_State*);
void open_constructs(lua_State*);
int open_libraries(lua_State*);  // leaves the environment on the stack

struct Named {
  const char* name;
  lua_CFunction function;
};
void set_functions(lua_State*, std::initializer_list<Named>);  // into the table on top

}  // namespace wend::scene
