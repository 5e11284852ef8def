#pragma once
#include "options.hpp"
#include "written_files.hpp"

#include <wend/io/trajectory.hpp>
#include <wend/scene.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace wend::cli {

// The files a run writes: trajectories and, for comparing runs, the hash of every step.

struct OutputRequest {
  std::vector<std::string> trajectories;
  std::string hashes;           // empty: none
  std::optional<double> every;  // s; none: every step
};

// Before anything is loaded: the endings are known, the folders exist and can be written, no name is given twice.
Result<void> check_outputs(const OutputRequest&);

// How many steps lie between two moments; `option` is for the message.
Result<std::uint64_t> stride_of(const char* option, double every, double dt);

// "run-7.sqlite" of "run.sqlite".
std::string with_seed(const std::string& path, std::uint64_t seed);
OutputRequest with_seed(const OutputRequest&, std::uint64_t seed);

class OutputFiles {
 public:
  // Opens all or none.
  static Result<OutputFiles> open(const OutputRequest&, const scene::Scene&);
  // Continues those that process `writer` was writing: they get what was before this moment, then go on.
  static Result<OutputFiles> go_on(const OutputRequest&, const scene::Scene&, std::uint64_t writer);
  OutputFiles(OutputFiles&&) noexcept;
  OutputFiles& operator=(OutputFiles&&) noexcept;
  ~OutputFiles();  // what is not finished disappears

  Result<void> begin(const World&);  // the moment it starts from
  Result<void> write(const World&);  // after every step
  Result<void> flush();              // what was written so far outlives the process
  const OutputRequest& request() const;
  // Finishes every file it can; the first problem is the answer.
  Result<std::vector<WrittenFile>> finish(const World&);

 private:
  struct Impl;
  explicit OutputFiles(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl_;
};

}  // namespace wend::cli
