#include "world/watching.hpp"

#include "environment/watch.hpp"

#include <algorithm>
#include <numeric>

// Who comes and goes without moving: births, removals, jumps and changed radii, environment spec 13.5. Told at the start of the next step.

namespace wend::world {

namespace {

bool sees(const AgentColumns& a, std::size_t i, Vec2 from, double radius, std::size_t j, Vec2 to) {
  return radius >= 0 && a.floor[i] == a.floor[j] && environment::inside(to.x - from.x, to.y - from.y, radius);
}

Vec2 place(const AgentColumns& a, std::size_t i) { return {a.x[i], a.y[i]}; }

void note(Data& d, EventKind kind, std::size_t subject, std::size_t object) {
  const AgentColumns& a = d.agents;
  d.noted.push_back({.time = d.time(), .step = d.step, .at = {a.x[subject], a.y[subject], 0}, .agent = a.id[subject], .other = a.id[object], .kind = kind});
}

// What `object` is to `subject` before and after.
void note_change(Data& d, std::size_t subject, std::size_t object, bool before, bool after) {
  if (before != after) note(d, after ? EventKind::enter : EventKind::exit, subject, object);
}

}  // namespace

void note_birth(Data& d, std::size_t row) {
  d.rows_changed = true;
  const AgentColumns& a = d.agents;
  if (a.watch[row] >= 0) ++d.watchers;
  if (d.watchers == 0) return;
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (j == row) continue;
    note_change(d, row, j, false, sees(a, row, place(a, row), a.watch[row], j, place(a, j)));
    note_change(d, j, row, false, sees(a, j, place(a, j), a.watch[j], row, place(a, row)));
  }
}

void note_removal(Data& d, std::size_t row) {
  d.rows_changed = true;
  const AgentColumns& a = d.agents;
  for (std::size_t j = 0; d.watchers > 0 && j < a.size(); ++j) {
    if (j != row) note_change(d, j, row, sees(a, j, place(a, j), a.watch[j], row, place(a, row)), false);
  }
  if (a.watch[row] >= 0) --d.watchers;
}

void note_jump(Data& d, std::size_t row, Vec2 before) {
  d.rows_changed = true;
  const AgentColumns& a = d.agents;
  if (d.watchers == 0) return;
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (j == row) continue;
    note_change(d, row, j, sees(a, row, before, a.watch[row], j, place(a, j)), sees(a, row, place(a, row), a.watch[row], j, place(a, j)));
    note_change(d, j, row, sees(a, j, place(a, j), a.watch[j], row, before), sees(a, j, place(a, j), a.watch[j], row, place(a, row)));
  }
}

void set_watch(Data& d, std::size_t row, double radius) {
  d.rows_changed = true;
  AgentColumns& a = d.agents;
  const double before = a.watch[row];
  a.watch[row] = radius;
  d.watchers += (radius >= 0 ? 1u : 0u);
  d.watchers -= (before >= 0 ? 1u : 0u);
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (j != row) note_change(d, row, j, sees(a, row, place(a, row), before, j, place(a, j)), sees(a, row, place(a, row), radius, j, place(a, j)));
  }
}

// Enters and exits of a pair take turns: an even number of them is nothing, else the last one counts.
void tell_noted(Data& d) {
  const auto pair = [&](std::uint32_t k) { return std::pair(d.noted[k].agent, d.noted[k].other); };
  std::vector<std::uint32_t>& order = d.noted_order;
  order.resize(d.noted.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) { return std::pair(pair(p), p) < std::pair(pair(q), q); });
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && pair(order[end]) == pair(order[begin])) ++end;
    const Event& last = d.noted[order[end - 1]];
    if ((end - begin) % 2 == 1 && d.agent_slots.find(last.agent)) emit(d, last);
  }
  d.noted.clear();
}

// Somebody who leaves on arrival leaves every disk at the end of the step.
void exits_of_leaver(Data& d, std::size_t row) {
  const AgentColumns& a = d.agents;
  if (d.watchers == 0) return;
  const double now = static_cast<double>(d.step + 1) * d.settings.dt;
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (j == row || !sees(a, j, place(a, j), a.watch[j], row, place(a, row))) continue;
    emit(d, {.time = now, .step = d.step, .agent = a.id[j], .other = a.id[row], .kind = EventKind::exit});
  }
}

void count_watchers(Data& d) {
  d.watchers = 0;
  for (double radius : d.agents.watch) d.watchers += radius >= 0 ? 1u : 0u;
  d.rows_changed = true;
}

}  // namespace wend::world
