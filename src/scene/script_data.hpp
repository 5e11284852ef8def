#pragma once
#include <wend/base/sections.hpp>

#include "scene/engine.hpp"

namespace wend::scene {

// The table `state` as bytes: numbers, texts, booleans, handles and tables of them, shared and circular ones included.
Result<Bytes> save_state(Engine&);
// Fills the table in place, nested ones too where they were there before: what a function holds of them stays right.
Result<void> load_state(Engine&, std::span<const std::byte>);

}  // namespace wend::scene
