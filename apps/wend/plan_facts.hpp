#pragma once
#include "console.hpp"
#include "output_files.hpp"
#include "scene_text.hpp"

#include <wend/analysis/planning_field.hpp>
#include <wend/scene.hpp>

#include <string>
#include <vector>

namespace wend::cli {

// What `wend plan` says about the fields of a scene, for people and for programs.

struct FieldFacts {
  PlanningField field;
  std::size_t cells[5] = {};  // by FieldCell
  bool drawn = false;         // it is the one in the picture

  explicit FieldFacts(const PlanningField&);
};

struct PlanFacts {
  std::string scene, title;
  std::uint64_t seed = 0;
  double time = 0;
  double solve_time = 0;  // s, of all fields, clock on the wall
  std::size_t from_cache = 0, to_cache = 0;
  bool cached = false;  // --field-cache
  std::vector<FieldFacts> fields;
  std::size_t agents = 0, direct = 0, asking = 0;
  std::vector<std::int64_t> lost;  // agents from where there is no way, their numbers in files
  std::vector<std::string> warnings;
  std::vector<WrittenFile> files;
};

std::string plan_table(const PlanFacts&, const Paint&);
Json plan_json(const PlanFacts&);

}  // namespace wend::cli
