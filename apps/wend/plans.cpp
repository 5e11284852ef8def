#include "plans.hpp"

#include "numbers.hpp"

#include <fmt/format.h>

namespace wend::cli {

Result<void> make_plans(scene::Scene& scene, Progress& progress, bool tell) {
  const auto made = scene.world().make_plans([&](const PlanProgress& p) {
    if (!progress.due()) return;
    const double share = p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : 0;
    progress.show({share, 0, 0, fmt::format("planning: {}", p.stage)});
  });
  progress.clear();
  // In mid-run people stand and wait, as they would have without a stop: the notes say why.
  if (!made && scene.world().steps() == 0) return Error{made.error().code, made.error().message, std::string(scene.name())};
  if (tell) {
    for (const std::string& line : scene.world().plan_notes()) progress.say(line);
  }
  return {};
}

}  // namespace wend::cli
