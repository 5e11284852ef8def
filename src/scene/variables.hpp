#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scene/engine.hpp"

namespace wend::scene {

// What a script could remember outside `state`: its globals, and the variables its callbacks share with the rest.
struct Variable {
  std::string name;
  bool global = false;
  const void* id = nullptr;  // of a shared local variable
  std::uint64_t value = 0;   // a hash of all that hangs on it, `state` excepted
  std::string place;         // of a function that uses it, "scene.lua:12"
};

std::vector<Variable> variables_of(Engine&);
// Those of `now` that differ from `then`, as sentences.
std::vector<std::string> changed(const std::vector<Variable>& then, const std::vector<Variable>& now);

}  // namespace wend::scene
