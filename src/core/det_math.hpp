#pragma once
// Elementary functions with the same bits on every compiler, optimisation level and CPU we list: only + - * / sqrt,
// comparisons, selects and bit operations, in a fixed order, through the primitives of core/number.hpp. Templates on
// the number type, without branches on data: a pack of lanes gives the bits of the scalar. Needs -ffp-contract=off.
//
// The errors beside each function are the largest seen over some 20 million inputs, in units of the last place of the
// true result (0.5 is the best possible); tests/unit/det_math_test.cpp holds them, with a little room. NaN in, NaN out;
// the sign and payload of a NaN are not promised. Finite arguments inside the domain raise neither the invalid nor the
// divide-by-zero flag.
#include "core/det_exponential.hpp"
#include "core/det_trigonometric.hpp"
