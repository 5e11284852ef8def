#include "io/sqlite_open.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "io/readers.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

std::uint64_t big_endian(const std::string& bytes, std::size_t at, std::size_t width) {
  std::uint64_t v = 0;
  for (std::size_t i = 0; i < width; ++i) v = v << 8 | static_cast<unsigned char>(bytes[at + i]);
  return v;
}

}  // namespace

void check_size(const std::string& path) {
  std::string head(100, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  const std::uint64_t size = std::filesystem::file_size(path);
  if (stream.gcount() != 100) throw Damage("it is cut off: " + number_text(size) + " bytes");
  const std::uint64_t page = big_endian(head, 16, 2) == 1 ? 65536 : big_endian(head, 16, 2), pages = big_endian(head, 28, 4);
  const bool counted = big_endian(head, 24, 4) == big_endian(head, 92, 4);
  if (counted && page * pages > size) {
    throw Damage("it is cut off: " + number_text(size) + " bytes of " + number_text(page * pages));
  }
}

std::unique_ptr<Database> open_guarded(const std::string& path, int flags) {
  auto db = std::make_unique<Database>(path, flags);
  for (const int off : {SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA}) {
    sqlite3_db_config(db->handle(), off, 0, nullptr);
  }
  sqlite3_db_config(db->handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  const std::uintmax_t size = std::filesystem::file_size(path);
  sqlite3_limit(db->handle(), SQLITE_LIMIT_LENGTH, static_cast<int>(std::min<std::uintmax_t>(std::max<std::uintmax_t>(size, 4096), 1 << 30)));
  db->run("PRAGMA cell_size_check = ON");
  return db;
}

}  // namespace wend::io
