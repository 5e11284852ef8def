#pragma once
#include <cairo.h>
#include <wend/analysis/survey.hpp>
#include <wend/io/picture.hpp>

#include <vector>

#include "io/colours.hpp"
#include "io/viewport.hpp"

namespace wend::io {

constexpr double region_alpha = 0.22;  // of what can be seen

// What a picture shows of the environment layer; remembers whom it is about.
class Overlay {
 public:
  explicit Overlay(const Style&);

  // Whom it is about, for frames in order of time: those chosen before, while they are there.
  void choose(const Frame&, const Viewport&);
  bool about(AgentId) const;

  void draw(cairo_t*, const Frame&, const Viewport&, double line) const;  // in pixels, a thin line is `line` wide

 private:
  Overlays what_;
  Palette tones_;
  std::vector<AgentId> chosen_;  // in id order
};

}  // namespace wend::io
