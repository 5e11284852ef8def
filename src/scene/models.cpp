#include "scene/build.hpp"
#include "scene/constructs.hpp"

#include <wend/model/attractor.hpp>

#include "core/text.hpp"
#include "scene/keys.hpp"

#include <algorithm>

namespace wend::scene {

namespace {

bool sets(const SceneModel& m, std::string_view name) {
  return std::any_of(m.set.begin(), m.set.end(), [&](const Attribute& s) { return s.name == name; });
}

// LoadOptions::people: values written for one size of agent, scaled to this one.
void use_people(SceneModel& m, std::span<const std::pair<std::string, double>> people, const Reference& reference) {
  if (people.empty()) return;
  const AttractorParams as_given;
  const AttractorParams here = resolved(as_given, reference.radius, reference.speed, 1e-9), there = resolved(as_given, people_radius, people_speed, 1e-9);
  const auto add = [&](std::string_view name, double value) {
    if (!sets(m, name)) m.set.push_back({std::string(name), value});
  };
  for (const auto& [name, value] : people) {
    double scale = 1;
    for (const auto& field : attractor_fields()) {
      if (field.info.name != name || field.get(as_given) != AttractorParams::relative) continue;
      scale = field.get(there) != 0 ? field.get(here) / field.get(there) : reference.radius / people_radius;
    }
    add(name, scale * value);
  }
  // A given d0 changes these unless they are given as well.
  add("d0_w", here.d0_w);
  add("d0_f", here.d0_f);
  add("sense", here.sense);
}

}  // namespace

bool same_model(const SceneModel& a, const SceneModel& b) { return a.type == b.type && a.preset == b.preset && a.set == b.set; }

World* probe_of(Engine& e) {
  if (!e.probe) {
    WorldSettings settings;
    settings.dt = e.spec.dt;
    auto world = World::create(settings);
    if (!world) return nullptr;
    for (const ModelPointer& model : e.options.models) {
      if (auto ok = world->register_model(model); !ok) return nullptr;
    }
    e.probe.emplace(std::move(*world));
  }
  return &*e.probe;
}

Result<void> check_model(Engine& e, const SceneModel& m) {
  World* probe = probe_of(e);
  if (probe == nullptr) return Error{Errc::limit, "out of memory", {}};
  if (auto made = probe->add_model(m.type, m.preset, m.set); !made) return made.error();
  return {};
}

Result<std::int32_t> model_index(Engine& e, std::optional<std::uint32_t> recipe, const Reference& reference) {
  SceneModel m = recipe ? e.recipes[*recipe] : SceneModel{};
  if (m.type == "attractor" && m.preset == "people") {
    use_people(m, e.options.people, reference);
    // Relative lengths and times are the same metres and seconds for all members of a group.
    if (reference.drawn && !sets(m, "ref_radius")) m.set.push_back({"ref_radius", reference.radius});
    if (reference.drawn && !sets(m, "ref_speed")) m.set.push_back({"ref_speed", reference.speed});
  }
  if (!recipe && m.set.empty()) {  // the world's own default; its rules are checked once
    if (e.default_checked) return -1;
    if (auto ok = check_model(e, m); !ok) return ok.error();
    e.default_checked = true;
    return -1;
  }
  auto& models = e.spec.models;
  const auto known = std::find_if(models.begin(), models.end(), [&](const SceneModel& o) { return same_model(o, m); });
  const auto index = static_cast<std::int32_t>(known - models.begin());
  if (known != models.end()) return index;
  if (models.size() >= e.limits().models)
    return Error{Errc::limit, concat("more than ", e.limits().models, " models"), {}};
  if (auto ok = check_model(e, m); !ok) return ok.error();
  models.push_back(std::move(m));
  if (!e.loading()) {
    Request r;
    r.wish = Wish::add_model;
    r.model = index;
    e.requests.push_back(std::move(r));
  }
  return index;
}

}  // namespace wend::scene
