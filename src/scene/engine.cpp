#include "scene/engine.hpp"

#include "core/text.hpp"
#include "scene/names.hpp"

namespace wend::scene {

namespace {

constexpr std::uint32_t nobody = 0xffffffffu;  // a slot that is never taken

}  // namespace

std::uint32_t SlotTable::take() {
  std::uint32_t slot = static_cast<std::uint32_t>(slots.size());
  if (free.empty()) {
    slots.emplace_back();
  } else {
    slot = free.back();
    free.pop_back();
  }
  slots[slot].used = true;
  return slot;
}

void SlotTable::release(std::uint32_t slot) {
  Slot& s = slots[slot];
  if (!s.used) return;
  s = {.id = 0, .generation = s.generation + 1, .used = false, .leaving = false};
  free.push_back(slot);
}

Engine::Engine(const LoadOptions& o, std::string_view n, std::string_view t)
    : sandbox(o.limits), options(o), name(n), text(t), types(built_in_models().begin(), built_in_models().end()), hooks(all_hooks().size()),
      placement_left(o.limits.load_placement) {
  types.insert(types.end(), o.models.begin(), o.models.end());
  keys = keys_with(types);
  if (state() != nullptr) *static_cast<Engine**>(lua_getextraspace(state())) = this;
}

Engine& engine_of(lua_State* L) { return **static_cast<Engine**>(lua_getextraspace(L)); }
Meter& meter_of(lua_State* L) { return engine_of(L).meter(); }

Thing Engine::handle(Tag tag, std::uint32_t slot) {
  Thing t;
  t.tag = tag;
  t.slot = slot;
  t.generation = table(tag).slots[slot].generation;
  return t;
}

bool Engine::is_current(const Thing& t) const {
  const auto& list = slots[static_cast<std::size_t>(t.tag)].slots;
  return t.slot < list.size() && list[t.slot].used && list[t.slot].generation == t.generation;
}

std::int64_t Engine::number_of(const Thing& t) const {
  const auto& list = slots[static_cast<std::size_t>(t.tag)].slots;
  const std::uint64_t id = is_current(t) ? list[t.slot].id : 0;
  if (id == 0) return t.slot;
  const AgentId known = AgentId::from_bits(id);
  const std::uint64_t reuse = known.generation - 1;
  return static_cast<std::int64_t>((reuse & 0x7fffffffu) << 32 | known.index);
}

std::int64_t Engine::cost_of(const Thing& t) const {
  const bool waits =
      !loading() && has_slot(t.tag) && is_current(t) && slots[static_cast<std::size_t>(t.tag)].slots[t.slot].id == 0;
  return 5 + (waits ? static_cast<std::int64_t>(requests.size() / 2) : 0);
}

void Engine::bind(Tag tag, std::uint32_t slot, std::uint64_t id) {
  auto& index = by_index[static_cast<std::size_t>(tag)];
  const std::size_t i = AgentId::from_bits(id).index;
  if (i >= index.size()) index.resize(i + 1, 0);
  index[i] = slot;
  table(tag).slots[slot].id = id;
  if (tag != Tag::wall) return;
  if (wall_ids.size() <= slot) wall_ids.resize(slot + 1);
  wall_ids[slot].push_back(WallId::from_bits(id));
}

std::uint32_t Engine::slot_of(Tag tag, std::uint64_t id) {
  const auto& index = by_index[static_cast<std::size_t>(tag)];
  const std::size_t i = AgentId::from_bits(id).index;
  auto& list = table(tag).slots;
  if (i < index.size() && index[i] < list.size() && list[index[i]].used) {
    if (tag != Tag::wall && list[index[i]].id == id) return index[i];
    if (tag == Tag::wall && index[i] < wall_ids.size()) {
      for (const WallId w : wall_ids[index[i]]) {
        if (w.bits() == id) return index[i];
      }
    }
  }
  const std::uint32_t slot = table(tag).take();
  bind(tag, slot, id);
  return slot;
}

Thing Engine::agent_handle(AgentId id) {
  const auto& index = by_index[static_cast<std::size_t>(Tag::agent)];
  const auto& list = table(Tag::agent).slots;
  const bool known = id.index < index.size() && index[id.index] < list.size() && list[index[id.index]].id == id.bits();
  if (known || world().agent(id)) return handle(Tag::agent, slot_of(Tag::agent, id.bits()));
  Thing gone;
  gone.slot = nobody;
  for (const Departed& d : departed) {
    if (d.id == id.bits()) gone.slot = d.slot, gone.generation = d.generation;
  }
  return gone;
}

void Engine::settle(std::string_view by) {
  if (settled) return;
  settled = true;
  const std::string at = where(state());
  settled_by = concat(by, at.empty() ? "" : " in line ", at.substr(at.rfind(':') + 1));
  if (options.environment) spec.environment = *options.environment;
  if (options.perception) spec.perception = *options.perception;
  if (options.seed) spec.seed = *options.seed;
  if (options.duration) spec.duration = *options.duration;
  random = Rng::stream(spec.seed, Purpose::script);
}

void Engine::log(std::string_view line) {
  if (log_lines > limits().log_lines) return;
  const bool last = log_lines == limits().log_lines;
  ++log_lines;
  if (!options.log) return;
  options.log(last ? std::string_view("(further lines of print are not shown)") : line);
}

Result<void> Engine::run(int arguments, int results, std::string_view who) {
  raised = rethrow = false;
  const int status = lua_pcall(state(), arguments, results, 0);
  if (status == LUA_OK && !meter().spent) return {};
  Error e = death(status, who);
  lua_settop(state(), 0);
  return e;
}

Error Engine::death(int status, std::string_view who) {
  Meter& m = meter();
  lua_State* L = state();
  if (m.spent) {
    const std::string price = m.price() > 1 ? concat(" (long strings make each cost ", m.price(), ")") : std::string();
    return {Errc::limit, concat(who, " used up its budget of instructions", price), m.place.empty() ? name : m.place};
  }
  if (status == LUA_ERRMEM) {
    if (m.text_refused) return {Errc::limit, concat("a string is longer than ", limits().text, " bytes"), name};
    return {Errc::limit, concat("the script needs more than ", limits().memory >> 20, " MiB of memory"), name};
  }
  // An error object that is no string is not asked what it says: its __tostring may never end.
  if (lua_type(L, -1) != LUA_TSTRING) {
    return {Errc::script,
            concat("the script raised an error that is a ", lua_typename(L, lua_type(L, -1)), ", not a text"), name};
  }
  std::size_t size = 0;
  const char* data = lua_tolstring(L, -1, &size);
  const std::string_view said(data, size);
  if (raised && said == error.text()) return error;
  return script_error(said.substr(0, 2000), name, globals);
}

}  // namespace wend::scene
