#include "world/data.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

void set_settings(Data& d, const WorldSettings& settings) {
  d.settings = settings;
  // Positions of about the last 5 s, at most 20 of them, for the status "stuck": local spec (52).
  d.history_stride = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(5 / (20 * settings.dt) - 1e-9)));
  d.widths.history = static_cast<std::size_t>(std::ceil(5 / (static_cast<double>(d.history_stride) * settings.dt) - 1e-9));
}

std::size_t add_agent_row(Data& d) {
  for_columns(d.agents, d.widths, [](Part, const char*, auto& column, std::size_t width) { column.resize(column.size() + width); });
  return d.agents.size() - 1;
}

std::span<const ColumnAccess> agent_access() {
#define WEND_ACCESS_STORED(part, heat, type, name, fallback, info, doc)                        \
  {[](const AgentColumns& a, std::size_t row) { return to_number(a.name[row]); },              \
   [](AgentColumns& a, std::size_t row, double value) { a.name[row] = static_cast<Stored<type>>(from_number<type>(value)); }},
#define WEND_ACCESS_GIVEN(type, name, fallback, info, doc) {},
  static constexpr ColumnAccess table[] = {WEND_AGENT_FIELDS(WEND_ACCESS_STORED, WEND_ACCESS_GIVEN, WEND_NO_FIELD)};
#undef WEND_ACCESS_STORED
#undef WEND_ACCESS_GIVEN
  return table;
}

void store_fields(const AgentSpec& spec, AgentColumns& columns, std::size_t row) {
#define WEND_STORE(part, heat, type, name, fallback, info, doc) columns.name[row] = static_cast<Stored<type>>(spec.name);
  WEND_AGENT_FIELDS(WEND_STORE, WEND_NO_FIELD, WEND_NO_FIELD)
#undef WEND_STORE
}

void remove_agent_row(Data& d, std::size_t row) {
  const std::size_t last = d.agents.size() - 1;
  d.agent_slots.release(d.agents.id[row].index);
  for_columns(d.agents, d.widths, [&](Part, const char*, auto& column, std::size_t width) {
    if (row != last) {
      for (std::size_t k = 0; k < width; ++k) column[row * width + k] = std::move(column[last * width + k]);
    }
    column.resize(column.size() - width);
  });
  if (row != last) d.agent_slots.row[d.agents.id[row].index] = static_cast<std::uint32_t>(row);
}

void remove_target_row(Data& d, std::size_t row) {
  d.target_slots.release(d.targets[row].id.index);
  if (row + 1 != d.targets.size()) {
    d.targets[row] = std::move(d.targets.back());
    d.target_slots.row[d.targets[row].id.index] = static_cast<std::uint32_t>(row);
  }
  d.targets.pop_back();
}

namespace {

// The first stage of which no target was captured, as positions in the list of goals; none: {size, size}. Stages whose
// targets are all gone are passed over.
Range open_stage(const Data& d, std::size_t row) {
  const std::vector<TargetId>& goals = d.agents.goals[row];
  for (std::size_t begin = 0, end = 0; begin < goals.size(); begin = end + 1) {
    bool done = false, there = false;
    for (end = begin; end < goals.size() && goals[end]; ++end) {
      done = done || has_captured(d.agents, row, static_cast<std::uint32_t>(end));
      there = there || d.target_slots.find(goals[end]).has_value();
    }
    if (!done && there) return {begin, end};
  }
  return {goals.size(), goals.size()};
}

}  // namespace

void open_goals(const Data& d, std::size_t row, std::vector<std::uint32_t>& out, std::vector<std::uint32_t>* bits) {
  const std::vector<TargetId>& goals = d.agents.goals[row];
  if (goals.empty()) {
    if (d.agents.goal_order[row] != GoalOrder::all) return;
    for (std::uint32_t index = 0; index < d.target_slots.row.size(); ++index) {
      const std::uint32_t target_row = d.target_slots.row[index];
      if (target_row == Slots::nowhere || has_captured(d.agents, row, index) || d.targets[target_row].is_full() || d.targets[target_row].own != 0) continue;
      out.push_back(target_row);
      if (bits) bits->push_back(index);
    }
    return;
  }
  const bool staged = d.agents.goal_order[row] == GoalOrder::any;
  const Range open = staged ? open_stage(d, row) : Range{0, goals.size()};
  for (std::size_t k = open.begin; k < open.end; ++k) {
    if (has_captured(d.agents, row, static_cast<std::uint32_t>(k))) continue;
    const auto target_row = d.target_slots.find(goals[k]);
    if (!target_row || d.targets[*target_row].is_full()) continue;
    out.push_back(static_cast<std::uint32_t>(*target_row));
    if (bits) bits->push_back(static_cast<std::uint32_t>(k));
  }
}

bool has_no_goal(const Data& d, std::size_t row) {
  return d.agents.goals[row].empty() && d.agents.goal_order[row] != GoalOrder::all && d.agents.directed[row] == 0;
}

std::uint32_t last_goal(const Data& d, std::size_t row) {
  const AgentColumns& a = d.agents;
  const std::vector<TargetId>& goals = a.goals[row];
  const auto row_of = [&](TargetId id) {
    const auto found = d.target_slots.find(id);
    return found ? static_cast<std::uint32_t>(*found) : Slots::nowhere;
  };
  if (a.status[row] == Status::arrived) return row_of(a.target[row] ? a.target[row] : a.ordered[row]);
  if (goals.empty()) {
    if (a.goal_order[row] != GoalOrder::all) return Slots::nowhere;
    std::uint32_t last = Slots::nowhere;
    for (std::uint32_t index = 0; index < d.target_slots.row.size(); ++index) {
      const std::uint32_t target_row = d.target_slots.row[index];
      if (target_row == Slots::nowhere || has_captured(a, row, index) || d.targets[target_row].own != 0) continue;
      if (last != Slots::nowhere) return Slots::nowhere;  // several are left
      last = target_row;
    }
    return last;
  }
  if (a.goal_order[row] == GoalOrder::listed || goals.size() == 1) return row_of(goals.back());
  const Range open = a.goal_order[row] == GoalOrder::any ? open_stage(d, row) : Range{0, goals.size()};
  if (open.end != goals.size()) return Slots::nowhere;  // not the last stage
  std::uint32_t last = Slots::nowhere;
  for (std::size_t k = open.begin; k < open.end; ++k) {
    if (has_captured(a, row, static_cast<std::uint32_t>(k)) || row_of(goals[k]) == Slots::nowhere) continue;
    if (last != Slots::nowhere) return Slots::nowhere;
    last = row_of(goals[k]);
  }
  return last;
}

void mark_goal(Data& d, std::size_t row, TargetId target, bool captured) {
  const std::vector<TargetId>& goals = d.agents.goals[row];
  if (goals.empty()) return set_captured(d.agents, row, target.index, captured);
  for (std::size_t k = 0; k < goals.size(); ++k) {
    if (goals[k] == target) set_captured(d.agents, row, static_cast<std::uint32_t>(k), captured);
  }
}

bool has_stage(const Data& d, std::size_t row) { return open_stage(d, row).begin < d.agents.goals[row].size(); }

void emit(Data& d, const Event& event) { d.pending.push_back(event); }

void end_status(Data& d, std::size_t row, double time) {
  const Status status = d.agents.status[row];
  if (status == Status::moving || status == Status::arrived) return;
  emit(d, {.time = time, .step = d.step, .agent = d.agents.id[row], .kind = EventKind::status_end, .status = status});
}

void begin_non_finite(Data& d, std::size_t row) {
  if (d.agents.status[row] == Status::non_finite) return;
  end_status(d, row, d.time());
  d.agents.status[row] = Status::non_finite;
  emit(d, {.time = d.time(), .step = d.step, .agent = d.agents.id[row], .kind = EventKind::status_begin, .status = Status::non_finite});
}

}  // namespace wend::world
