#pragma once
#include <wend/base/params.hpp>

// How the lists of fields are written, and what is made of them. A kind of thing (agent, target, wall, ...) has one list; the struct a
// user fills in, the column or member that stores a value, checks, set(name), snapshots, hashes, differences, Lua keys, JSON and docs
// all come from it. A list is a macro that takes three others, one for each kind of line:
//
//   STORED(part, heat, type, name, default, info, doc)  a value that the world keeps under the same name
//   GIVEN(type, name, default, info, doc)               a value that the world uses in a way of its own when the thing is made
//   OTHER(type, name, default, doc)                     no number: a point, an id, a list
//
// `part` names the part of StateHash, `heat` who reads the value in a step: shared (other agents), own (the agent itself), cold.
// `info` is one of the functions of namespace wend::field.

#define WEND_NO_FIELD(...)
#define WEND_STORED_MEMBER(part, heat, type, name, fallback, info, doc) type name = fallback;
#define WEND_GIVEN_MEMBER(type, name, fallback, info, doc) type name = fallback;
#define WEND_OTHER_MEMBER(type, name, fallback, doc) type name = fallback;
#define WEND_STORED_VISIT(part, heat, type, name, fallback, info, doc) visit(#name, &Self::name);
#define WEND_GIVEN_VISIT(type, name, fallback, info, doc) visit(#name, &Self::name);
#define WEND_OTHER_VISIT(type, name, fallback, doc) visit(#name, &Self::name);

// The members of a struct, and for_members(visit), which calls visit(name, pointer to member) for each.
#define WEND_SPEC_MEMBERS(Struct, LIST)                                           \
  using Self = Struct;                                                            \
  LIST(WEND_STORED_MEMBER, WEND_GIVEN_MEMBER, WEND_OTHER_MEMBER)                  \
  template <class Visit>                                                          \
  static constexpr void for_members(Visit&& visit) {                              \
    LIST(WEND_STORED_VISIT, WEND_GIVEN_VISIT, WEND_OTHER_VISIT)                   \
  }

// The rows of the table of a struct. The file says `using Self = Struct; using namespace wend::field;` before.
#define WEND_STORED_ROW(part, heat, type, name, fallback, info, doc) \
  described<Self, &Self::name>((info).row(#name, to_number<type>(fallback), doc)),
#define WEND_GIVEN_ROW(type, name, fallback, info, doc) described<Self, &Self::name>((info).row(#name, to_number<type>(fallback), doc)),
#define WEND_FIELD_ROWS(LIST) LIST(WEND_STORED_ROW, WEND_GIVEN_ROW, WEND_NO_FIELD)

// The same for structs that are only stored, copied and compared: M(type, name, default).
#define WEND_PLAIN_MEMBER(type, name, fallback) type name = fallback;
#define WEND_PLAIN_VISIT(type, name, fallback) visit(#name, &Self::name);
#define WEND_MEMBERS(Struct, LIST)                   \
  using Self = Struct;                               \
  LIST(WEND_PLAIN_MEMBER)                            \
  template <class Visit>                             \
  static constexpr void for_members(Visit&& visit) { \
    LIST(WEND_PLAIN_VISIT)                           \
  }

// The parameters of a steering model: P(type, name, default, info, doc).
#define WEND_PARAM_MEMBER(type, name, fallback, info, doc) type name = fallback;
#define WEND_PARAM_ROW(type, name, fallback, info, doc) described<Self, &Self::name>((info).row(#name, to_number<type>(fallback), doc)),
