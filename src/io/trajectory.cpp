#include <wend/io/endings.hpp>
#include <wend/io/trajectory.hpp>
#include <wend/io/trajectory_format.hpp>

#include <cmath>

#include "io/error.hpp"
#include "io/text.hpp"

namespace wend::io {

TrajectoryWriter::~TrajectoryWriter() = default;

Result<std::unique_ptr<TrajectoryWriter>> open_trajectory(const std::string& path, const RunInfo& info) {
  return guarded(path, [&]() -> Result<std::unique_ptr<TrajectoryWriter>> {
    if (!(info.every > 0) || !std::isfinite(info.every)) {
      return Error{Errc::invalid_value, "every = " + number_text(info.every) + ", expected a time above 0 s", ""};
    }
    const TrajectoryFormat* format = find_trajectory_format(path);
    if (format == nullptr) return wrong_ending(path, either_of(trajectory_endings()) + " for a trajectory");
    auto writer = format->open_writer(path, info);
    if (writer && *writer == nullptr)
      return io_error("write", path, "the format '" + format->name + "' has no writer for it");
    return writer;
  });
}

}  // namespace wend::io
