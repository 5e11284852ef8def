#include <wend/base/sections.hpp>
#include <wend/version.hpp>

#include "core/bytes.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"

#include <algorithm>

namespace wend {

namespace {

// "WENDWRLD", format, number of sections; each section: name, size, checksum of name and bytes, bytes.
// This frame is the same in every format, so that any version can say which version wrote a file.
constexpr std::uint64_t magic = 0x444c5257444e4557u;
constexpr std::uint64_t magic_before_1 = 0x50414e53444e4557u;  // "WENDSNAP": files from before format 1, never released
constexpr std::size_t count_at = 12;  // offset of the number of sections
constexpr std::string_view about = "about";

void mix_bytes(std::uint64_t& h, const std::byte* bytes, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) h = (h ^ std::to_integer<std::uint64_t>(bytes[i])) * 0x100000001b3u;
}

std::uint64_t checksum(std::string_view name, std::span<const std::byte> bytes) {
  std::uint64_t h = mix(bytes.size() ^ (std::uint64_t{name.size()} << 48));
  mix_bytes(h, reinterpret_cast<const std::byte*>(name.data()), name.size());
  mix_bytes(h, bytes.data(), bytes.size());
  return mix(h);
}

Error damaged(std::string why) { return Error{Errc::damaged, std::move(why), {}}; }

std::string_view as_text(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace

const Section* Sections::find(std::string_view name) const {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Section& s) { return s.name == name; });
  return at == list.end() ? nullptr : &*at;
}

Bytes begin_sections() {
  ByteWriter out;
  out.u64(magic);
  out.u32(snapshot_format);
  out.u32(0);
  append_section(out.bytes(), about, std::as_bytes(std::span(version_string)));
  return std::move(out.bytes());
}

bool begins_like_sections(std::span<const std::byte> first) {
  ByteReader in(first);
  const std::uint64_t found = in.u64();
  return (found == magic || found == magic_before_1) && in.good();
}

void append_section(Bytes& file, std::string_view name, std::span<const std::byte> bytes) {
  ByteWriter head;
  head.text(name);
  head.u64(bytes.size());
  head.u64(checksum(name, bytes));
  file.insert(file.end(), head.bytes().begin(), head.bytes().end());
  file.insert(file.end(), bytes.begin(), bytes.end());
  std::uint32_t count = 1;
  for (std::size_t i = 0; i < 4; ++i) count += std::to_integer<std::uint32_t>(file[count_at + i]) << (8 * i);
  for (std::size_t i = 0; i < 4; ++i) file[count_at + i] = static_cast<std::byte>((count >> (8 * i)) & 0xff);
}

Result<Sections> read_sections(std::span<const std::byte> file) {
  ByteReader in(file);
  const std::uint64_t found = in.u64();
  if (found != magic && found != magic_before_1) return damaged("this is not a snapshot or checkpoint of ours");
  Sections all;
  all.format = in.u32();
  if (found == magic_before_1) all.format = 0;
  const std::uint32_t count = in.u32();
  for (std::uint32_t i = 0; i < count && in.good(); ++i) {
    Section section;
    section.name = in.text();
    const std::uint64_t size = in.u64();
    const std::uint64_t sum = in.u64();
    section.bytes = in.take(size);
    if (!in.good() || checksum(section.name, section.bytes) != sum) {
      return damaged(concat("section ", i + 1, " of ", count, " is damaged or cut off"));
    }
    if (all.find(section.name) != nullptr) return damaged(concat("section \"", section.name, "\" is there twice"));
    if (section.name == about) all.written_by = as_text(section.bytes);
    // Another format may mean anything by its sections, but it says who wrote it.
    if (all.format != snapshot_format) {
      return Error{Errc::unsupported,
                   concat("written by wend ", all.written_by.empty() ? "?" : all.written_by.substr(0, 40),
                          all.format == 0 ? std::string(" before format 1") : concat(" in format ", all.format), "; this is wend ", version_string,
                          ", which reads format ", snapshot_format),
                   {}};
    }
    all.list.push_back(std::move(section));
  }
  if (!in.good() || in.left() != 0) return damaged("the file is cut off or has extra bytes");
  return all;
}

}  // namespace wend
