#include "scene/constructs.hpp"

#include "core/text.hpp"
#include "scene/keys.hpp"
#include "scene/seen.hpp"

// agent:sees(other), agent:near(radius, relation): who stands how to whom, in the world as it is now.

namespace wend::scene {

namespace {

// The agent at a stack index, in the world.
Result<AgentState> asked(Engine& e, lua_State* L, int index, std::string_view call) {
  const auto wrong = [&](std::string_view what) { return Error{Errc::script, concat(call, ": ", describe(L, index), what), {}}; };
  if (e.loading()) return Error{Errc::script, concat(call, " belongs into a callback: while loading nobody is there yet"), {}};
  const Thing* t = to_thing(L, index);
  if (t == nullptr || t->tag != Tag::agent) return wrong(", expected an agent");
  if (!e.is_current(*t)) return wrong(" has left the scene");
  const std::uint64_t id = e.table(Tag::agent).slots[t->slot].id;
  if (id == 0) return wrong(" comes only with the next step");
  const auto state = e.world().agent(AgentId::from_bits(id));
  if (!state) return wrong(" has left the scene");
  return *state;
}

// One picture for all questions until the world changes; whoever asks first pays for it.
const Survey* survey_of(Engine& e) {
  if (e.survey) return &*e.survey;
  if (!charge(e.meter(), static_cast<std::int64_t>(e.world().agent_count() + 4 * e.bodies))) return nullptr;
  e.survey = Survey::of(e.world());
  return &*e.survey;
}

}  // namespace

Answer agent_sees(Engine& e, lua_State* L) {
  if (!charge(e.meter(), 20)) return spent(e);
  const auto a = asked(e, L, 1, "agent:sees(other)"), b = asked(e, L, 2, "agent:sees(other)");
  if (!a) return fail(e, a.error());
  if (!b) return fail(e, b.error());
  const Survey* survey = survey_of(e);
  if (survey == nullptr) return spent(e);
  return boolean(a->floor == b->floor && survey->visible(a->at, b->at, a->floor));
}

Answer agent_near(Engine& e, lua_State* L) {
  if (!charge(e.meter(), 20)) return spent(e);
  const auto a = asked(e, L, 1, "agent:near(radius)");
  if (!a) return fail(e, a.error());
  ParamInfo info = coordinate_info();
  info.name = "radius";
  info.low = 0;
  const auto radius = read_number(L, 2, info);
  if (!radius) return fail(e, concat("agent:near(radius): ", radius.error().message));
  auto relation = choice_value(row_named(world_fields(), "perception"), e.spec.perception, "");
  if (lua_type(L, 3) != LUA_TNIL && lua_type(L, 3) != LUA_TNONE) {
    ParamInfo word = row_named(world_fields(), "perception");
    word.name = "relation";
    relation = read_number(L, 3, word);
  }
  if (!relation) return fail(e, concat("agent:near(radius, relation): ", relation.error().message));
  const Survey* survey = survey_of(e);
  if (survey == nullptr) return spent(e);
  const auto found = survey->neighbours(a->id, *radius, static_cast<Relation>(static_cast<int>(*relation)));
  if (!charge(e.meter(), static_cast<std::int64_t>(found.size() + e.world().agent_count() / 16))) return spent(e);
  e.found.clear();
  for (const AgentId id : found) e.found.push_back(e.agent_handle(id));
  Answer answer;
  answer.what = Answer::What::things;
  return answer;
}

}  // namespace wend::scene
