#pragma once
#include "study/maps.hpp"

namespace wend::test {
using namespace study;
}
