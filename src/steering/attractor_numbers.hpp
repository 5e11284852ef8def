#pragma once
#include <wend/model/attractor.hpp>

namespace wend::steering {

// AttractorParams as the step reads them: the same names, every value a number (flags 0 or 1, choices their position).
struct AttractorNumbers {
#define WEND_NUMBER(type, name, fallback, info, doc) double name = to_number<type>(fallback);
  WEND_ATTRACTOR_PARAMS(WEND_NUMBER)
#undef WEND_NUMBER
};

// wend::resolved() on numbers.
AttractorNumbers resolved(const AttractorNumbers&, double radius, double top_speed, double dt);

}  // namespace wend::steering
