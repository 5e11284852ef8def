#pragma once
#include "world/data.hpp"

#include <optional>

namespace wend::world {

// The numbers that models keep for agents and categories, by name.

// Where the named number stands in the state of this model; empty: the model has none, or keeps it to itself.
std::optional<std::size_t> find_attribute(const SteeringModel&, std::string_view name, StateAccess at_least);
std::optional<double> attribute(const Data&, std::size_t row, std::string_view name);

// Every attribute is one of the model, within its range.
Result<void> check_attributes(const SteeringModel&, const Attributes&, const char* place);
void set_attributes(Data&, std::size_t row, const Attributes&);
// The state of a new agent. Attributes of the same name keep the values of `before`, what the agent had with another model.
void start_model_state(Data&, std::size_t row, const Attributes& before);
Attributes attributes_of(const Data&, std::size_t row);

// Every value is one that a registered model knows, within its range, and the models agree with the whole list of categories.
Result<void> check_categories(const Data&, std::span<const BodyClass>, const char* place);
// Remakes Data::categories after a category or a type was added or changed.
void lay_out_categories(Data&);

}  // namespace wend::world
