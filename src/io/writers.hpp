#pragma once
#include <wend/io/trajectory.hpp>

#include <memory>
#include <string>

namespace wend::io {

// One function per trajectory format; open_trajectory() chooses.
Result<std::unique_ptr<TrajectoryWriter>> open_csv(const std::string& path, const RunInfo&);
Result<std::unique_ptr<TrajectoryWriter>> open_sqlite(const std::string& path, const RunInfo&);

}  // namespace wend::io
