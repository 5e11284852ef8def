#pragma once
#include <wend/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/result.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wend::io {

enum class ColourBy : std::uint8_t { group, speed, weight };

// How a picture looks. The defaults make a good one.
struct Style {
  static constexpr int min_size = 64, max_size = 16384;  // pixels

  int width = 1280;
  int height = 720;
  std::optional<Box> view{};  // none: everything in the frame and the trails, with a margin
  ColourBy colour = ColourBy::group;
  std::string title{};
  std::vector<std::string> group_names{};  // for the legend; "group 0", ... when missing
  double top_speed = 0;                    // end of the speed scale; 0: the fastest agent's
  bool dark = false;
  bool trails = true;
  bool headings = true;
  bool grid = true;
  bool scale_bar = true;
  bool time_stamp = true;
  bool legend = true;
};

// The ending chooses the format: .png, .svg or .pdf.
WEND_API Result<void> draw_picture(const std::string& path, const Frame&, std::span<const Trail>, const Style& = {});

}  // namespace wend::io
