#include <wend/io/atomic_file.hpp>
#include <wend/io/field_store.hpp>
#include <wend/io/checkpoint.hpp>
#include <wend/version.hpp>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/bytes.hpp"
#include "core/hash.hpp"
#include "io/error.hpp"

namespace wend::io {

namespace {

constexpr std::string_view magic = "wendplan";
constexpr std::uint32_t format = 1;

// Over eight bytes at a time, the last ones padded; each step is a bijection of the sum so far, so that one changed byte is
// always seen.
std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = mix(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    ByteReader piece(bytes.subspan(at, std::min<std::size_t>(8, bytes.size() - at)));
    std::uint64_t word = 0;
    if (piece.left() == 8) {
      word = piece.u64();
    } else {
      while (piece.left() > 0) word = word << 8 | piece.u8();
    }
    sum = mix(sum, word);
  }
  return sum;
}

// Magic, format, version of wend (another one may solve otherwise), key, size, checksum of the bytes.
std::vector<std::byte> header(std::uint64_t key, std::span<const std::byte> bytes) {
  ByteWriter out;
  for (const char c : magic) out.u8(static_cast<std::uint8_t>(c));
  out.u32(format);
  out.text(version_string);
  out.u64(key);
  out.u64(bytes.size());
  out.u64(checksum(bytes));
  return std::move(out.bytes());
}

std::string_view text_of(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

}  // namespace

DiskFieldStore::DiskFieldStore(std::string folder) : folder_(std::move(folder)) {}

std::string DiskFieldStore::path(std::uint64_t key) const {
  std::string name(16, '0');
  for (std::size_t i = 0; i < 16; ++i) name[15 - i] = "0123456789abcdef"[key >> (4 * i) & 15];
  return (std::filesystem::path(folder_) / (name + ".field")).string();
}

bool DiskFieldStore::load(std::uint64_t key, std::vector<std::byte>& bytes) {
  auto file = read_bytes(path(key));
  if (!file) return false;
  const std::size_t head = header(key, {}).size();
  if (file->size() < head) return false;
  const std::span<const std::byte> content = std::span(*file).subspan(head);
  const std::vector<std::byte> expected = header(key, content);
  if (!std::equal(expected.begin(), expected.end(), file->begin())) return false;
  bytes.assign(content.begin(), content.end());
  const std::scoped_lock lock(mutex_);
  ++loaded_;
  return true;
}

void DiskFieldStore::save(std::uint64_t key, std::span<const std::byte> bytes) {
  const std::scoped_lock lock(mutex_);  // two threads do not write the same file
  const std::string name = path(key);
  const auto done = guarded(name, [&]() -> Result<void> {
    std::error_code problem;
    std::filesystem::create_directories(folder_, problem);
    if (problem) return system_error("create the folder", folder_, problem.value());
    sweep_leftovers(name);
    auto file = AtomicFile::create(name);
    if (!file) return file.error();
    if (auto ok = file->write(text_of(header(key, bytes))); !ok) return ok;
    if (auto ok = file->write(text_of(bytes)); !ok) return ok;
    return file->commit();
  });
  if (done) ++saved_;
  if (!done && warning_.empty()) warning_ = done.error().message + "; fields are solved anew each time";
}

std::size_t DiskFieldStore::loaded() const {
  const std::scoped_lock lock(mutex_);
  return loaded_;
}

std::size_t DiskFieldStore::saved() const {
  const std::scoped_lock lock(mutex_);
  return saved_;
}

std::string DiskFieldStore::warning() const {
  const std::scoped_lock lock(mutex_);
  return warning_;
}

}  // namespace wend::io
