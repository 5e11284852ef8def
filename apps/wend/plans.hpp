#pragma once
#include "progress.hpp"

#include <wend/scene.hpp>

#include <functional>
#include <memory>

namespace wend::cli {

// Makes the fields that the scene's people ask, before the first step; `tell`: notes about passages too narrow for them. Ctrl-C is heard
// at once: the answer is then an Error, and the scene is no longer of use.
Result<void> make_plans(scene::Scene&, Progress&, bool tell);

// The same without a word, whatever the moment of the run.
Result<void> make_fields(scene::Scene&, const std::function<void(const PlanProgress&)>& progress);

// The same store, but once planning is abandoned nothing more is saved: no file stays half-written when the program ends.
std::shared_ptr<FieldStore> until_abandoned(std::shared_ptr<FieldStore>);

// Fields that nobody waits for are still being made: the program must end without taking anything down.
bool planning_abandoned();

}  // namespace wend::cli
