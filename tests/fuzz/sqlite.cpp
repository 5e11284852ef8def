#include "fuzz/recording.hpp"

int fuzz_sqlite(const std::uint8_t* data, std::size_t size) { return wend::fuzz::use_recording(data, size, ".sqlite"); }
