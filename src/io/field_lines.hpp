#pragma once
#include <wend/vec.hpp>

#include <vector>

#include "io/field_cells.hpp"

namespace wend::io {

using FieldLine = std::vector<Vec2>;

// Ways of people who follow the field from far to near, about `gap` metres apart, measured around walls: every corridor has
// one. A way ends at the target, where it joins an earlier one, or where it turns in circles. The same for equal fields.
std::vector<FieldLine> field_lines(const FieldCells&, double gap);

// The borders between so many bands of equal rank, in pieces of two points.
std::vector<FieldLine> contours(const FieldCells&, int bands);

}  // namespace wend::io
