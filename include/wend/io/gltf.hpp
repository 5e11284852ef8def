#pragma once
#include <wend/base/export.hpp>
#include <wend/io/frame.hpp>
#include <wend/result.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace wend::io {

struct GltfOptions {
  std::string title{};
  double speed = 1;              // simulated seconds per second of the animation
  double wall_height = 1.2;      // m
  double place_error = 1e-3;     // m: a keyframe is left out while a straight line is as close as this
  double heading_error = 0.008;  // rad, the same for turning
};

// An animated scene as binary glTF 2.0 (.glb), metres, y up: a node per agent with tracks for place and heading.
// Sizes of agents and bodies are those of the moment they appear. The file has its final name only after close();
// after an error every later call answers the same error.
class WEND_API GltfFile {
 public:
  static Result<GltfFile> open(const std::string& path, const GltfOptions& = {});
  GltfFile(GltfFile&&) noexcept;
  GltfFile& operator=(GltfFile&&) noexcept;
  ~GltfFile();  // abandons what is not closed

  // The world at a later time than the frame before. Agents with numbers that are not finite are left out.
  Result<void> add_step(const Frame&);
  Result<void> close();
  void abandon();
  std::uint64_t frames() const;

 private:
  struct Impl;
  explicit GltfFile(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace wend::io
