#pragma once
#include <wend/io/trajectory.hpp>

#include <memory>
#include <string>

namespace wend::io {

// JuPedSim's trajectory schema, version 2, with tables of ours beside it.
Result<std::unique_ptr<TrajectoryWriter>> open_sqlite(const std::string& path, const RunInfo&);

}  // namespace wend::io
