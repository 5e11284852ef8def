#pragma once
#include <memory>
#include <string>

#include "io/sqlite_db.hpp"

namespace wend::io {

// SQLite itself reads what is left of a shortened file; we say that something is missing.
void check_size(const std::string& path);

// A connection that runs nothing the file brings along, and allocates no value larger than the file.
std::unique_ptr<Database> open_guarded(const std::string& path, int flags);

}  // namespace wend::io
