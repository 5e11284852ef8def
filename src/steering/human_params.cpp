#include <wend/model/human.hpp>

#include "steering/block.hpp"

#include "core/text.hpp"

#include <array>

namespace wend {

namespace {

using Self = HumanParams;
using namespace field;
constexpr Field<Self> table[] = {WEND_HUMAN_PARAMS(WEND_PARAM_ROW)};

constexpr std::array<std::string_view, 4> sets{"fitted", "bold", "wide_berth", "short_range"};

}  // namespace

HumanParams HumanParams::fitted() { return {}; }

HumanParams HumanParams::bold() {
  HumanParams p;
  p.c4 = 1.6;
  return p;
}

HumanParams HumanParams::wide_berth() {
  HumanParams p;
  p.c4 = 0.4;
  return p;
}

HumanParams HumanParams::short_range() {
  HumanParams p;
  p.c3 = 1;
  p.c4 = 12;
  return p;
}

std::span<const Field<HumanParams>> human_fields() { return table; }

std::vector<double> to_block(const HumanParams& p) { return steering::packed(p, human_fields()); }

std::span<const std::string_view> human_sets() { return sets; }

Result<HumanParams> human_set(std::string_view name, std::string_view place) {
  constexpr std::array makers{&HumanParams::fitted, &HumanParams::bold, &HumanParams::wide_berth, &HumanParams::short_range};
  static_assert(makers.size() == sets.size());
  std::string expected;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i] == name) return makers[i]();
    expected += concat(i == 0 ? "\"" : " or \"", sets[i], "\"");
  }
  std::string message = concat("set = \"", name, "\", expected ", expected);
  if (const std::string near = suggestion(name, sets); !near.empty()) message += concat("; did you mean \"", near, "\"?");
  return Error{Errc::unknown_name, std::move(message), std::string(place)};
}

}  // namespace wend
