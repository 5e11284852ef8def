#pragma once
#include <wend/specs.hpp>

#include <string_view>

namespace wend::test {

// The value of an attribute in a spec; `fallback` where it is not given.
inline double given(const AgentSpec& spec, std::string_view name, double fallback = 1) {
  for (const Attribute& a : spec.attributes) {
    if (a.name == name) return a.value;
  }
  return fallback;
}

}  // namespace wend::test
