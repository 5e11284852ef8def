#pragma once
#include <wend/base/export.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wend {

class World;

// What a quantity belongs to.
enum class Subject : std::uint8_t { world = 0, agent = 1, body = 2, target = 3, planner = 4, model = 5, klass = 6, contact = 7, event = 8 };
WEND_API const char* name(Subject);

// One quantity that is not the same in two worlds.
struct Difference {
  Subject of = Subject::world;
  std::uint64_t id = 0;       // bits() of the agent, body or target; of the others the place in their list
  std::string quantity{};     // "turn_rate", "goals"; empty: it is only in one of the two
  std::string a{}, b{};       // shortest texts that read back exactly; empty where it is not there
  std::optional<double> by{};  // of numbers: how far they are apart
  friend bool operator==(const Difference&, const Difference&) = default;
};

struct Differences {
  std::vector<Difference> list{};  // the first ones
  std::uint64_t total = 0;
  bool none() const { return total == 0; }
};

// Everything that StateHash covers: settings and clock, classes, models, targets, bodies, then agents in id order, planners,
// contacts and events. None: the hashes are equal. NaN is equal to NaN; -0 differs from 0.
WEND_API Differences differences(const World& a, const World& b, std::size_t most = 1);

}  // namespace wend
