#pragma once
#include <wend/io/trajectory.hpp>

#include <memory>
#include <string>

namespace wend::io {

// New columns come at the end, for ever. `present` is the number of rows of the frame: a cut one is seen.
inline constexpr const char* csv_columns = "frame,time,id,x,y,heading,speed,status,radius,group,turn_rate,weight,present,vx,vy";

// One function per trajectory format; open_trajectory() chooses.
Result<std::unique_ptr<TrajectoryWriter>> open_csv(const std::string& path, const RunInfo&);
Result<std::unique_ptr<TrajectoryWriter>> open_sqlite(const std::string& path, const RunInfo&);
Result<std::unique_ptr<TrajectoryWriter>> open_npy(const std::string& path, const RunInfo&);

}  // namespace wend::io
