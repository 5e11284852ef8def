#include "world/attributes.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cmath>

namespace wend::world {

namespace {

// View::categories of one type.
std::vector<double> category_block(const SteeringModel& type, std::span<const BodyClass> classes) {
  std::vector<double> block;
  for (const BodyClass& k : classes) {
    for (const ParamInfo& info : type.info().category) {
      const auto given = std::find_if(k.values.begin(), k.values.end(), [&](const Attribute& a) { return a.name == info.name; });
      block.push_back(given == k.values.end() ? info.fallback : given->value);
    }
  }
  return block;
}

Error unknown(std::string_view what, std::string_view name, std::span<const std::string_view> known, const char* place) {
  const std::string near = suggestion(name, known);
  return {Errc::unknown_name, concat(what, " \"", name, "\" is unknown", near.empty() ? "" : concat("; did you mean \"", near, "\"?")), place};
}

}  // namespace

std::optional<std::size_t> find_attribute(const SteeringModel& type, std::string_view name, StateAccess at_least) {
  const std::vector<StateField>& fields = type.info().state;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].access >= at_least && fields[i].info.name == name) return i;
  }
  return std::nullopt;
}

std::optional<double> attribute(const Data& d, std::size_t row, std::string_view name) {
  const auto at = find_attribute(type_of(d, row), name, StateAccess::published);
  if (!at) return std::nullopt;
  return state_of(d, row)[*at];
}

Result<void> check_attributes(const SteeringModel& type, const Attributes& attributes, const char* place) {
  for (const Attribute& a : attributes) {
    const auto at = find_attribute(type, a.name, StateAccess::attribute);
    if (at) {
      if (auto ok = check(type.info().state[*at].info, a.value, place); !ok) return ok;
      continue;
    }
    std::vector<std::string_view> known;
    for (const StateField& f : type.info().state) {
      if (f.access == StateAccess::attribute) known.emplace_back(f.info.name);
    }
    return unknown(concat("attribute of model \"", type.name(), "\""), a.name, known, place);
  }
  return {};
}

void set_attributes(Data& d, std::size_t row, const Attributes& attributes) {
  for (const Attribute& a : attributes) {
    if (const auto at = find_attribute(type_of(d, row), a.name, StateAccess::attribute)) state_of(d, row)[*at] = a.value;
  }
}

Attributes attributes_of(const Data& d, std::size_t row) {
  Attributes all;
  const std::vector<StateField>& fields = type_of(d, row).info().state;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].access == StateAccess::attribute) all.push_back({fields[i].info.name, state_of(d, row)[i]});
  }
  return all;
}

void start_model_state(Data& d, std::size_t row, const Attributes& before) {
  type_of(d, row).first_state(state_of(d, row));
  for (const Attribute& a : before) {
    const auto at = find_attribute(type_of(d, row), a.name, StateAccess::attribute);
    if (at && accepts(type_of(d, row).info().state[*at].info, a.value)) state_of(d, row)[*at] = a.value;
  }
}

Result<void> check_categories(const Data& d, std::span<const BodyClass> classes, const char* place) {
  for (const BodyClass& k : classes) {
    for (const Attribute& a : k.values) {
      std::vector<std::string_view> known;
      bool found = false;
      for (const ModelPointer& type : d.types) {
        for (const ParamInfo& info : type->info().category) {
          known.emplace_back(info.name);
          if (info.name != a.name) continue;
          found = true;
          if (auto ok = check(info, a.value, place); !ok) return ok;
        }
      }
      if (!found) return unknown("value", a.name, known, place);
    }
  }
  for (const ModelPointer& type : d.types) {
    if (auto ok = type->check_categories(category_block(*type, classes), place); !ok) return ok;
  }
  return {};
}

void lay_out_categories(Data& d) {
  d.categories.clear();
  for (const ModelPointer& type : d.types) d.categories.push_back(category_block(*type, d.classes));
}

}  // namespace wend::world
