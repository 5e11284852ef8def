#pragma once
#include <concepts>
#include <cstddef>

namespace wend {

namespace detail {
struct AnyVisit {
  template <class Member>
  constexpr void operator()(const char*, Member) const {}
};
}  // namespace detail

// A struct that lists its members (wend/base/fields.hpp): T::for_members(visit) calls visit(name, pointer to member) for each.
template <class T>
concept Described = requires { T::for_members(detail::AnyVisit{}); };

}  // namespace wend
