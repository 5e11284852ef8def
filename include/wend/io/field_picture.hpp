#pragma once
#include <wend/analysis/planning_field.hpp>
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/io/picture.hpp>
#include <wend/io/plots.hpp>
#include <wend/result.hpp>

#include <string>
#include <vector>

namespace wend::io {

// A picture of a planning field: how far it is, which way it goes, and where there is none.

struct FieldLook {
  bool potential = true;    // bands of colour: each holds as much ground as the next, whatever the values are
  bool contours = true;     // between the bands
  bool streamlines = true;  // ways of people who follow the field
  bool sight = true;        // lines from agents to the target they see, which do not ask the field; of many a few
  bool passages = true;     // closed and narrow ones
  bool agents = true;
};

// What the field does not know of those who use it.
struct FieldNotes {
  std::vector<Line> sight{};    // from an agent that sees its target to the target
  std::vector<AgentId> lost{};  // from where there is no way, in id order
};

WEND_API FieldNotes field_notes(const World&, const PlanningField&);  // of those who go where it leads

// The ending chooses the format: .png, .svg or .pdf. Equal fields give equal bytes.
WEND_API Result<void> draw_field(const std::string& path, const PlanningField&, const Frame&, const FieldNotes& = {},
                                 const FieldLook& = {}, const Style& = {});

}  // namespace wend::io
