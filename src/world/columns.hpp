#pragma once
#include "world/data.hpp"

#include <algorithm>
#include <string_view>

namespace wend::world {

// Every column of the agents, once: hash, snapshot, adding and removing rows all go through here.
// visit(part, name, column, numbers per row); the parts are those of StateHash.
enum class Part : std::uint8_t { clock, motion, attributes, model_state, goals, statuses, bodies, targets, events, plans };

template <class Columns, class Visit>
void for_columns(Columns& c, std::size_t history_length, std::size_t state_stride, Visit&& visit) {
  visit(Part::attributes, "id", c.id, 1);
  visit(Part::attributes, "born", c.born, 1);
  visit(Part::motion, "x", c.x, 1);
  visit(Part::motion, "y", c.y, 1);
  visit(Part::motion, "heading", c.heading, 1);
  visit(Part::motion, "turn_rate", c.turn_rate, 1);
  visit(Part::motion, "speed", c.speed, 1);
  visit(Part::motion, "vx", c.vx, 1);
  visit(Part::motion, "vy", c.vy, 1);
  visit(Part::motion, "old_x", c.old_x, 1);
  visit(Part::motion, "old_y", c.old_y, 1);
  visit(Part::motion, "old_heading", c.old_heading, 1);
  visit(Part::attributes, "radius", c.radius, 1);
  visit(Part::attributes, "top_speed", c.top_speed, 1);
  visit(Part::attributes, "agility", c.agility, 1);
  visit(Part::attributes, "lightness", c.lightness, 1);
  visit(Part::attributes, "courage", c.courage, 1);
  visit(Part::attributes, "watch", c.watch, 1);
  visit(Part::attributes, "model", c.model, 1);
  visit(Part::attributes, "klass", c.klass, 1);
  visit(Part::attributes, "floor", c.floor, 1);
  visit(Part::attributes, "group", c.group, 1);
  visit(Part::attributes, "on_arrival", c.on_arrival, 1);
  visit(Part::attributes, "driven", c.driven, 1);
  visit(Part::goals, "goal_order", c.goal_order, 1);
  visit(Part::goals, "directed", c.directed, 1);
  visit(Part::goals, "direction", c.direction, 1);
  visit(Part::goals, "goals", c.goals, 1);
  visit(Part::goals, "captured", c.captured, 1);
  visit(Part::goals, "target", c.target, 1);
  visit(Part::goals, "best_distance", c.best_distance, 1);
  visit(Part::goals, "best_step", c.best_step, 1);
  visit(Part::statuses, "status", c.status, 1);
  visit(Part::statuses, "arrival", c.arrival, 1);
  visit(Part::statuses, "history_count", c.history_count, 1);
  visit(Part::statuses, "history_x", c.history_x, history_length);
  visit(Part::statuses, "history_y", c.history_y, history_length);
  visit(Part::model_state, "state", c.state, state_stride);
  visit(Part::goals, "ordered", c.ordered, 1);
  visit(Part::goals, "place_x", c.place_x, 1);
  visit(Part::goals, "place_y", c.place_y, 1);
  visit(Part::statuses, "home_x", c.home_x, 1);
  visit(Part::statuses, "home_y", c.home_y, 1);
  visit(Part::statuses, "posture", c.posture, 1);
  visit(Part::statuses, "way_out_x", c.way_out_x, 1);
  visit(Part::statuses, "way_out_y", c.way_out_y, 1);
  visit(Part::statuses, "held_for", c.held_for, 1);
  visit(Part::plans, "planner", c.planner, 1);
  visit(Part::plans, "plan", c.plan, 1);
  visit(Part::plans, "sight", c.sight, 1);
  visit(Part::plans, "sight_x", c.sight_x, 1);
  visit(Part::plans, "sight_y", c.sight_y, 1);
  visit(Part::plans, "sight_of", c.sight_of, 1);
  visit(Part::plans, "sight_among", c.sight_among, 1);
}

// Columns that files from before standing agents do not have; in a section of their own.
inline bool is_standing_column(std::string_view name) {
  constexpr std::string_view names[] = {"ordered", "place_x", "place_y", "home_x", "home_y", "posture", "way_out_x", "way_out_y", "held_for"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

template <class BodyType, class Visit>
void for_body_fields(BodyType& b, Visit&& visit) {
  visit(b.id);
  visit(b.a), visit(b.b), visit(b.old_a), visit(b.old_b), visit(b.velocity_a), visit(b.velocity_b);
  visit(b.half_a), visit(b.half_b), visit(b.end_a), visit(b.end_b);
  visit(b.radius), visit(b.klass), visit(b.floor), visit(b.kind), visit(b.motion), visit(b.moves);
}

// What moving walls need beside; in a section of its own, which files of 0.1 do not have.
template <class BodyType, class Visit>
void for_wall_fields(BodyType& b, Visit&& visit) {
  visit(b.blocked), visit(b.rig), visit(b.waited);
}

// What doors need beside; files from before them do not have it.
template <class BodyType, class Visit>
void for_door_fields(BodyType& b, Visit&& visit) {
  visit(b.door), visit(b.open), visit(b.wants_shut);
}

template <class TargetType, class Visit>
void for_target_fields(TargetType& t, Visit&& visit) {
  visit(t.id);
  visit(t.at), visit(t.to), visit(t.old_at), visit(t.velocity), visit(t.half), visit(t.end);
  visit(t.radius), visit(t.shape), visit(t.floor), visit(t.moves), visit(t.corners);
}

template <class PlannerType, class Visit>
void for_planner_fields(PlannerType& p, Visit&& visit) {
  auto& s = p.made.spec;
  visit(s.kind), visit(s.over), visit(s.solver), visit(s.strict), visit(s.low), visit(s.high);
  visit(s.cell), visit(s.wall_weight), visit(s.avoid_crowds), visit(s.refresh);
  auto& g = p.made.drawn;
  visit(g.origin), visit(g.cell), visit(g.columns), visit(g.rows), visit(g.x), visit(g.y), visit(g.strength);
  visit(p.low), visit(p.high), visit(p.laid_for), visit(p.radii), visit(p.looked);
}

template <class CrowdType, class Visit>
void for_crowd_fields(CrowdType& c, Visit&& visit) {
  visit(c.floor), visit(c.low), visit(c.columns), visit(c.rows), visit(c.people);
}

// In a section of their own, which older files do not have.
template <class TargetType, class Visit>
void for_task_fields(TargetType& t, Visit&& visit) {
  visit(t.capacity), visit(t.taken);
}

template <class EventType, class Visit>
void for_event_fields(EventType& e, Visit&& visit) {
  visit(e.time), visit(e.step), visit(e.at.x), visit(e.at.y), visit(e.at.z), visit(e.agent), visit(e.other), visit(e.kind), visit(e.other_kind), visit(e.status);
}

}  // namespace wend::world
