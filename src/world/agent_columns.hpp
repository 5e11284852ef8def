#pragma once
#include <wend/planner.hpp>
#include <wend/specs.hpp>
#include <wend/state.hpp>

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

// The described state of agents: one line per column. Hash, snapshot, restore, differences, adding and removing rows all walk the lists,
// so that a column cannot be forgotten in one of them. The STORED lines of WEND_AGENT_FIELDS (wend/specs.hpp) are columns as well.

namespace wend::world {

// The parts of StateHash; `none` is saved and not hashed.
enum class Part : std::uint8_t { clock, motion, attributes, model_state, goals, statuses, bodies, targets, events, plans, none };

template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

enum Posture : std::uint8_t { posture_settling = 1, posture_makes_room = 2 };

// How many numbers a row of the wide columns has.
struct Widths {
  std::size_t history = 20;  // positions, for the status "stuck"
  std::size_t state = 0;     // numbers of the models
};

// clang-format off
// C(part, heat, type, name, width)
#define WEND_AGENT_COLUMNS(C) \
  C(attributes, shared, AgentId, id, 1) \
  C(attributes, own, std::uint64_t, born, 1)                 /* creation number: the key of its random streams */ \
  C(motion, shared, double, x, 1) \
  C(motion, shared, double, y, 1) \
  C(motion, shared, double, heading, 1) \
  C(motion, own, double, speed, 1)                           /* signed, along the heading */ \
  C(motion, shared, double, vx, 1) \
  C(motion, shared, double, vy, 1) \
  C(motion, cold, double, old_x, 1)                          /* before the last step */ \
  C(motion, cold, double, old_y, 1) \
  C(motion, cold, double, old_heading, 1) \
  C(attributes, own, std::uint32_t, model, 1) \
  C(attributes, shared, std::uint32_t, klass, 1) \
  C(none, cold, std::uint64_t, user_data, 1) \
  C(goals, own, std::uint8_t, directed, 1) \
  C(goals, own, double, direction, 1) \
  C(goals, cold, std::vector<TargetId>, goals, 1)            /* empty: none, or all targets with GoalOrder::all */ \
  C(goals, cold, std::uint64_t, captured, 1)                 /* bit: position in goals, or slot of the target when goals is empty */ \
  C(goals, cold, std::vector<std::uint64_t>, captured_beyond, 1) /* the bits of slots from 64 on */ \
  C(goals, own, TargetId, target, 1)                         /* the one it heads for */ \
  C(goals, cold, double, best_distance, 1)                   /* to that one */ \
  C(goals, cold, std::uint64_t, best_step, 1) \
  C(statuses, shared, Status, status, 1) \
  C(statuses, cold, double, arrival, 1)                      /* time, negative while on its way */ \
  C(statuses, cold, std::uint64_t, history_count, 1) \
  C(statuses, cold, double, history_x, w.history) \
  C(statuses, cold, double, history_y, w.history) \
  C(model_state, own, double, state, w.state) \
  C(plans, own, std::uint32_t, planner, 1)                   /* 0: none, else its number and one */ \
  C(plans, own, PlanStatus, plan, 1) \
  C(plans, own, std::uint32_t, sight, 1)                     /* steps for which its target was in sight without a break */ \
  C(plans, own, double, sight_x, 1)                          /* where it looked from, at what and in which surroundings */ \
  C(plans, own, double, sight_y, 1) \
  C(plans, own, TargetId, sight_of, 1) \
  C(plans, own, std::uint64_t, sight_among, 1) \
  /* Standing, local spec section 20. */ \
  C(goals, own, TargetId, ordered, 1)                        /* the target around which it has its place */ \
  C(goals, own, double, place_x, 1)                          /* offset of that place from the target */ \
  C(goals, own, double, place_y, 1) \
  C(statuses, own, double, home_x, 1)                        /* where it stood when it arrived or lost its goal */ \
  C(statuses, own, double, home_y, 1) \
  C(statuses, shared, std::uint8_t, posture, 1)              /* flags Posture, of the last step */ \
  C(statuses, shared, double, way_out_x, 1)                  /* Neighbour::way_out, of the last step */ \
  C(statuses, shared, double, way_out_y, 1) \
  C(statuses, shared, double, held_for, 1)                   /* A of (D13): seconds since an agent ahead of it moved */
// clang-format on

#define WEND_PICK_shared_shared(...) __VA_ARGS__
#define WEND_PICK_shared_own(...)
#define WEND_PICK_shared_cold(...)
#define WEND_PICK_own_shared(...)
#define WEND_PICK_own_own(...) __VA_ARGS__
#define WEND_PICK_own_cold(...)
#define WEND_PICK_cold_shared(...)
#define WEND_PICK_cold_own(...)
#define WEND_PICK_cold_cold(...) __VA_ARGS__

#define WEND_SHARED_COLUMN(part, heat, type, name, width) WEND_PICK_shared_##heat(std::vector<type> name;)
#define WEND_OWN_COLUMN(part, heat, type, name, width) WEND_PICK_own_##heat(std::vector<type> name;)
#define WEND_COLD_COLUMN(part, heat, type, name, width) WEND_PICK_cold_##heat(std::vector<type> name;)
#define WEND_SHARED_STORED(part, heat, type, name, fallback, info, doc) WEND_SHARED_COLUMN(part, heat, Stored<type>, name, 1)
#define WEND_OWN_STORED(part, heat, type, name, fallback, info, doc) WEND_OWN_COLUMN(part, heat, Stored<type>, name, 1)
#define WEND_COLD_STORED(part, heat, type, name, fallback, info, doc) WEND_COLD_COLUMN(part, heat, Stored<type>, name, 1)

// What other agents read in a step.
struct SharedColumns {
  WEND_AGENT_COLUMNS(WEND_SHARED_COLUMN)
  WEND_AGENT_FIELDS(WEND_SHARED_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
};
// What only the agent itself reads.
struct OwnColumns {
  WEND_AGENT_COLUMNS(WEND_OWN_COLUMN)
  WEND_AGENT_FIELDS(WEND_OWN_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
};
// What is read now and then.
struct ColdColumns {
  WEND_AGENT_COLUMNS(WEND_COLD_COLUMN)
  WEND_AGENT_FIELDS(WEND_COLD_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
};

// One row per agent, dense. Rows may change places between steps; only `agent_slots` knows where an id is.
struct AgentColumns : SharedColumns, OwnColumns, ColdColumns {
  std::size_t size() const { return id.size(); }
};

// visit(part, name, column, numbers per row) for every column.
template <class Columns, class Visit>
void for_columns(Columns& c, const Widths& w, Visit&& visit) {
#define WEND_VISIT_COLUMN(part, heat, type, name, width) visit(Part::part, #name, c.name, std::size_t{width});
#define WEND_VISIT_STORED(part, heat, type, name, fallback, info, doc) visit(Part::part, #name, c.name, std::size_t{1});
  WEND_AGENT_COLUMNS(WEND_VISIT_COLUMN)
  WEND_AGENT_FIELDS(WEND_VISIT_STORED, WEND_NO_FIELD, WEND_NO_FIELD)
#undef WEND_VISIT_COLUMN
#undef WEND_VISIT_STORED
}

// The column of a row of agent_fields() as numbers; both empty for a value that is only given.
struct ColumnAccess {
  double (*get)(const AgentColumns&, std::size_t row) = nullptr;
  void (*set)(AgentColumns&, std::size_t row, double value) = nullptr;
};
std::span<const ColumnAccess> agent_access();  // in the order of agent_fields()

// Copies the stored values between a spec and a row.
void store_fields(const AgentSpec&, AgentColumns&, std::size_t row);

}  // namespace wend::world
