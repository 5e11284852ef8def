#pragma once
#include <wend/scene.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

// One function per target: libFuzzer calls it with what it makes up, the quick tests with the files of corpus/NAME.
// Each ends by limits on work, never by a clock, and stops the program when something is wrong.

int fuzz_api(const std::uint8_t* data, std::size_t size);
int fuzz_checkpoint(const std::uint8_t* data, std::size_t size);
int fuzz_csv(const std::uint8_t* data, std::size_t size);
int fuzz_npy(const std::uint8_t* data, std::size_t size);
int fuzz_scene(const std::uint8_t* data, std::size_t size);
int fuzz_scene_json(const std::uint8_t* data, std::size_t size);
int fuzz_script(const std::uint8_t* data, std::size_t size);
int fuzz_snapshot(const std::uint8_t* data, std::size_t size);
int fuzz_sqlite(const std::uint8_t* data, std::size_t size);

namespace wend::fuzz {

inline void ensure(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what.c_str());
  std::abort();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Little of everything: a fuzzer wants many short runs.
inline scene::LoadOptions small_options() {
  scene::LoadOptions options;
  options.limits = {.load_instructions = 100'000,
                    .callback_instructions = 5'000,
                    .step_instructions = 20'000,
                    .load_placement = 200'000,
                    .step_placement = 20'000,
                    .memory = std::size_t{4} << 20,
                    .file = std::size_t{1} << 16,
                    .text = std::size_t{1} << 14,
                    .log_lines = 20,
                    .agents = 20,
                    .bodies = 60,
                    .targets = 20,
                    .models = 10,
                    .classes = 8};
  options.log = [](std::string_view) {};
  return options;
}

}  // namespace wend::fuzz
