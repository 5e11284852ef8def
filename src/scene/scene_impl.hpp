#pragma once
#include <wend/scene.hpp>

#include "scene/engine.hpp"
#include "scene/motions.hpp"
#include "scene/variables.hpp"

namespace wend::scene {

struct Scene::Impl {
  Impl(const LoadOptions& o, std::string_view name, std::string_view text) : engine(o, name, text) {}
  Result<void> load();
  Result<void> step(TaskRunner&);

  Result<Bytes> checkpoint();
  Result<void> take_over(const Sections&);  // after load(): everything as it was saved

  Engine engine;
  std::vector<WallId> walls;
  std::optional<Error> failed;
  std::vector<Variable> loaded;  // variables outside `state` as the script left them

 private:
  Result<void> check_options();
  Result<void> run_script();
  Result<void> check_sets();
  void note_idle_hooks();
  void bind_all();
  void remember_loaded();
  Result<void> call_hook(StepBudget&, std::size_t hook, const Event*);  // null: on.step
  Result<void> report_events(StepBudget&);
};

}  // namespace wend::scene
