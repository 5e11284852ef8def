#include "drawing_kinds.hpp"

#include <wend/io/gltf.hpp>

namespace wend::cli {

namespace {

class GltfDrawing final : public Drawing {
 public:
  GltfDrawing(std::string path, const RenderOptions& o, io::GltfFile file)
      : path_(std::move(path)), window_(o), file_(std::move(file)) {}

  bool wants(double time) const override { return window_.holds(time); }
  double last_moment(double duration) const override { return window_.end(duration); }
  Result<void> take(const io::Frame& frame) override { return file_.add_step(frame); }
  Result<std::vector<WrittenFile>> finish() override {
    if (auto ok = file_.close(); !ok) return ok.error();
    return std::vector{file_of(path_)};
  }
  std::uint64_t pictures() const override { return file_.frames(); }

 private:
  std::string path_;
  Window window_;
  io::GltfFile file_;
};

}  // namespace

Result<std::unique_ptr<Drawing>> open_gltf(const std::string& path, const RenderOptions& o, const SourceInfo& source) {
  io::GltfOptions options{.title = o.title.empty() ? source.title : o.title};
  options.speed = o.speed.value_or(options.speed);
  auto opened = io::GltfFile::open(path, options);
  if (!opened) return opened.error();
  return std::unique_ptr<Drawing>(std::make_unique<GltfDrawing>(path, o, std::move(*opened)));
}

}  // namespace wend::cli
