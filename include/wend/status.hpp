#pragma once
#include <wend/state.hpp>

namespace wend {

constexpr Status last_status = Status::idle;  // the one with the largest number

// It has a goal and has not arrived there.
constexpr bool under_way(Status s) { return s != Status::arrived && s != Status::idle; }

}  // namespace wend
