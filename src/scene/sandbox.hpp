#pragma once
#include <wend/scene.hpp>

#include <lua.hpp>

#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/fp_env.hpp"

namespace wend::scene {

// What a script has used and may still use. Work is counted in instructions of the Lua machine; work done in C is
// charged by bytes and elements (reliability.md, section 1).
struct Meter {
  Limits limits;
  lua_State* state = nullptr;
  std::size_t used = 0;          // bytes
  std::size_t longest_text = 0;  // bytes of the longest string ever made
  std::int64_t left = 0;
  bool spent = false;  // sticky: every further instruction raises
  bool text_refused = false;
  unsigned looks = 0;  // at the budget
  std::string place;   // where the budget ran out

  // An instruction may have to walk the longest string there is (comparing and reading as a number do): it costs as
  // much.
  std::int64_t price() const { return 1 + static_cast<std::int64_t>(longest_text / 256); }
};

// A Lua state behind an allocator with a cap and a hook with a budget. Owns nothing else: the allow-list is
// open_libraries().
class Sandbox {
 public:
  static constexpr int slice = 100;              // instructions between two looks at the budget
  static constexpr int max_varargs = 250;        // "..." is copied by one instruction, whatever its length
  static constexpr int max_depth = 10000;        // calls within calls
  static constexpr int looks_per_depth = 16;     // measuring the depth walks it
  static constexpr std::int64_t block_cost = 8;  // of a new block, beside its bytes: it is collected one day

  explicit Sandbox(const Limits&);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  lua_State* state() const { return meter_.state; }
  Meter& meter() { return meter_; }
  void allow(std::int64_t instructions);  // a fresh budget
  std::int64_t left() const { return meter_.left; }

 private:
  Meter meter_;
};

// Remembers where the budget ran out.
void note_place(lua_State*);
// Takes work off the budget; false when nothing is left.
bool charge(Meter&, std::int64_t work);
// The first line of script among the running functions, "scene.lua:7", or empty.
std::string where(lua_State*);
std::uint32_t line_of_script(lua_State*);  // its number; 0: none

// Scripts may divide by zero, texts hold numbers too large: no traps, no odd rounding meanwhile.
class ScriptArithmetic {
 public:
  ScriptArithmetic() { std::feholdexcept(&saved_); }
  ~ScriptArithmetic() { std::fesetenv(&saved_); }
  ScriptArithmetic(const ScriptArithmetic&) = delete;
  ScriptArithmetic& operator=(const ScriptArithmetic&) = delete;

 private:
  std::fenv_t saved_;
  FpEnv modes_;
};

}  // namespace wend::scene
