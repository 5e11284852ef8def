#include <wend/specs.hpp>

namespace wend {

const char* name(Relation relation) {
  switch (relation) {
    case Relation::near: return "near";
    case Relation::unseparated: return "unseparated";
    case Relation::reachable: return "reachable";
    case Relation::visible: return "visible";
  }
  return "unknown";
}

}  // namespace wend
