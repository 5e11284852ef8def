#pragma once
#include <sqlite3.h>
#include <wend/result.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "io/error.hpp"

namespace wend::io {

// A database connection; what fails throws SqliteError, which the writer turns into a Result.
struct SqliteError : std::exception {
  std::string text;
  explicit SqliteError(std::string t) : text(std::move(t)) {}
  const char* what() const noexcept override { return text.c_str(); }
};

class Database {
 public:
  Database(const std::string& path, int flags) {
    if (sqlite3_open_v2(path.c_str(), &db_, flags, nullptr) != SQLITE_OK) {
      const std::string cause = message();
      sqlite3_close(std::exchange(db_, nullptr));
      throw SqliteError(cause);
    }
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close(db_); }

  void run(const char* sql) {
    errno = 0;
    if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) throw SqliteError(message());
  }
  sqlite3* handle() { return db_; }

  // The cause, with the system's own words where it had any. SQLite forgets them when the end of a transaction fails;
  // then errno, which must have been 0 before the call, still knows.
  std::string message() const {
    const int last = errno;
    if (db_ == nullptr) return "out of memory";
    std::string text = sqlite3_errmsg(db_);
    const int code = sqlite3_extended_errcode(db_), system = last != 0 ? last : sqlite3_system_errno(db_);
    const bool from_system =
        (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_FULL || (code & 0xff) == SQLITE_CANTOPEN;
    if (from_system && system != 0) text += " (" + std::generic_category().message(system) + ")";
    return text;
  }

 private:
  sqlite3* db_ = nullptr;
};

class Statement {
 public:
  Statement(Database& db, const char* sql) : db_(db) {
    if (sqlite3_prepare_v2(db.handle(), sql, -1, &statement_, nullptr) != SQLITE_OK) throw SqliteError(db.message());
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // Parameters for the rows to come.
  template <class... Values>
  void ask(const Values&... values) {
    sqlite3_reset(statement_);
    int column = 0;
    (bind(++column, values), ...);
  }

  // One row in, or a change without parameters.
  template <class... Values>
  void run(const Values&... values) {
    int column = 0;
    (bind(++column, values), ...);
    errno = 0;
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_DONE && result != SQLITE_ROW) throw SqliteError(db_.message());
    sqlite3_reset(statement_);
  }

  bool next_row() {
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) throw SqliteError(db_.message());
    return result == SQLITE_ROW;
  }
  std::string text(int column) {
    const void* bytes = sqlite3_column_text(statement_, column);
    if (bytes == nullptr) return {};
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  bool is_null(int column) { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  std::int64_t whole(int column) { return sqlite3_column_int64(statement_, column); }
  double number(int column) { return is_null(column) ? NAN : sqlite3_column_double(statement_, column); }

 private:
  void bind(int column, std::int64_t value) { check(sqlite3_bind_int64(statement_, column, value)); }
  void bind(int column, double value) { check(sqlite3_bind_double(statement_, column, value)); }
  void bind(int column, std::nullptr_t) { check(sqlite3_bind_null(statement_, column)); }
  void bind(int column, std::string_view value) {
    check(sqlite3_bind_text64(statement_, column, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void check(int result) {
    if (result != SQLITE_OK) throw SqliteError(db_.message());
  }

  Database& db_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace wend::io
