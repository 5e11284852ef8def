#pragma once
#include "../../reproduce/maps.hpp"

namespace wend::test {
using namespace reproduce;
}
