#include <wend/model/model.hpp>

#include "core/text.hpp"
#include "steering/attractor.hpp"
#include "steering/human.hpp"
#include "steering/potential_field.hpp"

#include <vector>

namespace wend {

SteeringModel::SteeringModel(ModelInfo info) : info_(std::move(info)) {}
SteeringModel::~SteeringModel() = default;

void SteeringModel::first_state(std::span<double> state) const {
  for (std::size_t i = 0; i < info_.state.size(); ++i) state[i] = info_.state[i].info.fallback;
}

Result<void> SteeringModel::check_together(std::span<const double>, double, std::string_view) const { return {}; }
Result<void> SteeringModel::check_categories(std::span<const double>, std::string_view) const { return {}; }
ModelTraits SteeringModel::traits(std::span<const double>) const { return {}; }
std::size_t SteeringModel::scratch_bytes(std::size_t) const { return 0; }
double SteeringModel::turning_radius(std::span<const double>, const Physique& me) const { return me.top_speed; }
Decision SteeringModel::explain(const View&) const { return {}; }

std::span<const ModelPointer> built_in_models() {
  static const std::vector<ModelPointer> models{std::make_shared<steering::AttractorModel>(), std::make_shared<steering::HumanModel>(),
                                                  std::make_shared<steering::PotentialFieldModel>()};
  return models;
}

namespace {

Error unknown(std::string_view what, std::string_view name, std::span<const std::string_view> known, std::string_view place) {
  std::string list;
  for (std::size_t i = 0; i < known.size(); ++i) list += concat(i == 0 ? "" : i + 1 == known.size() ? " or " : ", ", known[i]);
  const std::string near = suggestion(name, known);
  return {Errc::unknown_name,
          concat("unknown ", what, " '", name, "'", near.empty() ? "" : concat(", did you mean '", near, "'?"), list.empty() || known.size() > 12 ? "" : concat(" (expected ", list, ")")),
          std::string(place)};
}

}  // namespace

Result<std::vector<double>> model_block(std::span<const ModelPointer> types, std::string_view type, std::string_view preset,
                                        const Attributes& values, std::string_view place) {
  std::vector<std::string_view> known;
  const SteeringModel* model = nullptr;
  for (const ModelPointer& t : types) {
    known.push_back(t->name());
    if (t->name() == type) model = t.get();
  }
  if (model == nullptr) return unknown("model", type, known, place);
  const ModelInfo& info = model->info();
  std::vector<double> block;
  for (const ParamInfo& row : info.parameters) block.push_back(row.fallback);
  if (!info.presets.empty()) {
    known.clear();
    const ModelPreset* start = preset.empty() ? &info.presets.front() : nullptr;
    for (const ModelPreset& p : info.presets) {
      known.emplace_back(p.name);
      if (p.name == preset) start = &p;
    }
    if (start == nullptr) return unknown(info.preset_key, preset, known, place);
    block = start->params;
  } else if (!preset.empty() && preset != "default") {
    return Error{Errc::unknown_name, concat("unknown preset '", preset, "': the model ", info.name, " has none"), std::string(place)};
  }
  for (const Attribute& value : values) {
    std::size_t i = 0;
    while (i < info.parameters.size() && info.parameters[i].name != value.name) ++i;
    if (i == info.parameters.size()) {
      known.clear();
      for (const ParamInfo& row : info.parameters) known.emplace_back(row.name);
      return unknown(concat("parameter of ", info.name), value.name, known, place);
    }
    if (auto ok = check(info.parameters[i], value.value, place); !ok) return ok.error();
    block[i] = value.value;
  }
  return block;
}

}  // namespace wend
