#pragma once
#include "../../reproduce/potential.hpp"

namespace wend::test {
using namespace reproduce;
}
