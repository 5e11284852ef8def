#pragma once
#include <wend/result.hpp>

#include "planning/field.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace wend::planning {

// A drawn field (planning spec, section 9): vectors and strokes over an automatic field, or over nothing (null). Its
// potential is that of the field beneath; over nothing it is 0 on free cells, and where nothing is drawn it has no direction.
// Vectors and strokes that overlap are added up, each as long as it is strong. `warning` is cleared, and set where cells
// end in traps; with `strict` that is an error.
Result<Field> draw(const Field* beneath, std::shared_ptr<const Map>, std::vector<std::uint8_t> solid, const TargetCells&,
                   const DrawnGrid&, std::span<const Stroke>, std::span<const RoamArea>, bool strict, std::string& warning);

// Of the cells that have a way: how many the field leads neither to a target nor to a roam area, and where most of them end.
struct Traps {
  std::size_t cells = 0, trapped = 0;
  Vec2 near{};
};
Traps find_traps(const Field&, std::span<const RoamArea>);

}  // namespace wend::planning
