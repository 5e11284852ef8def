#pragma once
#include <wend/runner.hpp>

#include <cstddef>
#include <memory>

namespace wend::cli {

// How many threads help so many agents.
std::size_t useful_threads(std::size_t asked, std::size_t agents);
std::unique_ptr<TaskRunner> make_runner(std::size_t threads);

}  // namespace wend::cli
