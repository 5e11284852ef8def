#pragma once
#include "drawing.hpp"

#include <algorithm>
#include <cmath>

namespace wend::cli {

// The stretch of time a film shows.
class Window {
 public:
  explicit Window(const RenderOptions& o) : from_(o.from.value_or(0)), to_(o.to.value_or(INFINITY)) {}
  bool holds(double time) const { return time >= from_ - 1e-9 && time <= to_ + 1e-9; }
  double end(double duration) const { return std::min(duration, to_); }

 private:
  double from_, to_;
};

Result<std::unique_ptr<Drawing>> open_pov(const std::string& path, const RenderOptions&, const SourceInfo&);
Result<std::unique_ptr<Drawing>> open_gltf(const std::string& path, const RenderOptions&, const SourceInfo&);

// Pictures of more than a moment, and small multiples.
std::unique_ptr<Drawing> open_plot(const std::string& path, const RenderOptions&, const SourceInfo&);

}  // namespace wend::cli
