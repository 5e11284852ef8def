#include <wend/io/trajectory.hpp>

#include <cmath>

#include "io/error.hpp"
#include "io/text.hpp"
#include "io/writers.hpp"

namespace wend::io {

TrajectoryWriter::~TrajectoryWriter() = default;

Result<std::unique_ptr<TrajectoryWriter>> open_trajectory(const std::string& path, const RunInfo& info) {
  return guarded(path, [&]() -> Result<std::unique_ptr<TrajectoryWriter>> {
    if (!(info.every > 0) || !std::isfinite(info.every)) {
      return Error{Errc::invalid_value, "every = " + number_text(info.every) + ", expected a time above 0 s", ""};
    }
    const std::string kind = ending(path);
    if (kind == ".sqlite") return open_sqlite(path, info);
    if (kind == ".csv") return open_csv(path, info);
    if (kind == ".npy") return open_npy(path, info);
    const std::string found = kind.empty() ? "no ending" : "unknown ending " + kind;
    return Error{Errc::unknown_name, "'" + path + "': " + found + ", expected .sqlite, .csv or .npy for a trajectory", ""};
  });
}

}  // namespace wend::io
