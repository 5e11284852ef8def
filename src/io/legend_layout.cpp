#include "io/legend_layout.hpp"

namespace wend::io {

namespace {

// Gives entries their places one after the other.
class Lines {
 public:
  explicit Lines(const LegendRoom& room) : room_(room) {}

  bool add(double width, LegendSpot& spot) {
    while (line_ < room_.lines) {
      const double begin = used_ > 0 ? used_ + room_.gap : 0;
      if (begin + width <= (line_ == 0 ? room_.lowest : room_.upper)) {
        spot = {line_, begin};
        used_ = begin + width;
        return true;
      }
      ++line_;
      used_ = 0;
    }
    return false;
  }

 private:
  const LegendRoom& room_;
  std::size_t line_ = 0;
  double used_ = 0;
};

}  // namespace

LegendPlan plan_legend(std::span<const double> widths, std::size_t left_out, const std::function<double(std::size_t)>& more_width,
                       const LegendRoom& room) {
  for (std::size_t shown = widths.size() + 1; shown-- > 0;) {
    LegendPlan plan;
    Lines lines(room);
    plan.more = left_out + widths.size() - shown;
    bool fits = plan.more == 0 || lines.add(more_width(plan.more), plan.more_spot);
    for (std::size_t i = 0; i < shown && fits; ++i) {
      plan.spots.emplace_back();
      fits = lines.add(widths[i], plan.spots.back());
    }
    if (!fits) continue;
    if (shown > 0) plan.lines = plan.spots.back().line + 1;
    else if (plan.more > 0) plan.lines = plan.more_spot.line + 1;
    return plan;
  }
  return {};
}

}  // namespace wend::io
