#pragma once
#include "study/potential.hpp"

namespace wend::test {
using namespace study;
}
