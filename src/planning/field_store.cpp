#include <wend/planner.hpp>

namespace wend {

FieldStore::~FieldStore() = default;

}  // namespace wend
