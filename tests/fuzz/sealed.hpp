#pragma once
#include <wend/base/sections.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/bytes.hpp"
#include "storm/dice.hpp"

// Files of named sections with wrong content under right checksums, so that a fuzzer gets past them.

namespace wend::fuzz {

// The file with all its checksums made right.
inline Bytes repaired(std::span<const std::byte> file) {
  ByteReader in(file);
  (void)in.u64(), (void)in.u32(), (void)in.u32();
  Bytes out = begin_sections();
  while (in.good() && in.left() > 0) {
    const std::string name = in.text();
    const std::uint64_t size = in.u64();
    (void)in.u64();
    const auto part = in.take(std::min<std::uint64_t>(size, in.left()));
    if (in.good() && name != "about") append_section(out, name, part);
  }
  return out;
}

// Numbers of a sample, changed as the bytes say: section, place, value.
inline Bytes edited(const Bytes& plain, std::span<const std::uint8_t> bytes) {
  const auto parts = read_sections(plain);
  std::vector<Bytes> sections;
  for (const Section& s : parts->list) sections.emplace_back(s.bytes.begin(), s.bytes.end());
  storm::Dice dice(bytes);
  while (!dice.spent()) {
    Bytes& section = sections[dice.below(sections.size())];
    const std::size_t at = section.empty() ? 0 : dice.below(section.size());
    constexpr std::uint64_t ugly[] = {0,
                                      1,
                                      ~0ull,
                                      1ull << 63,
                                      0x7ff8000000000000u,
                                      0x7ff0000000000000u,
                                      0xfff0000000000000u,
                                      0x7fe1ccf385ebc8a0u,
                                      0x416312d000000000u};
    switch (dice.below(5)) {
      case 0:
        section.resize(at);
        break;
      case 1:
        section.insert(section.begin() + static_cast<std::ptrdiff_t>(at), 8, static_cast<std::byte>(dice.below(256)));
        break;
      case 2: {
        const std::uint64_t value = dice.of(ugly);
        for (std::size_t i = 0; i < 8 && at + i < section.size(); ++i)
          section[at + i] = static_cast<std::byte>((value >> (8 * i)) & 0xff);
        break;
      }
      default:
        if (!section.empty()) section[at] = static_cast<std::byte>(dice.below(256));
    }
  }
  Bytes out = begin_sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (parts->list[i].name != "about") append_section(out, parts->list[i].name, sections[i]);
  }
  return out;
}

// Bytes of ours are repaired; others say how to change a sample.
inline Bytes sealed(const Bytes& sample, const std::uint8_t* data, std::size_t size) {
  const bool ours = size >= 8 && std::memcmp(data, "WENDSNAP", 8) == 0;
  return ours ? repaired(std::as_bytes(std::span(data, size))) : edited(sample, {data, size});
}

}  // namespace wend::fuzz
