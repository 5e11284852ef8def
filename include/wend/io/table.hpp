#pragma once
#include <wend/base/export.hpp>
#include <wend/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wend::io {

// Rows of text under named columns: somebody's measurements.
struct Table {
  std::string path{};
  std::vector<std::string> columns{};
  std::vector<std::vector<std::string>> rows{};  // each as long as columns; a NULL is empty
  std::vector<std::size_t> lines{};              // of each row: a line of the file, or the number of a row
  bool is_database = false;

  std::string place(std::size_t row, std::string_view column) const;  // "walk.csv, line 7, column x"
};

constexpr std::size_t most_table_cells = 20'000'000;

// A CSV file (comma, first line names the columns, quotes as in RFC 4180), or the table `name` of an SQLite file; by content.
WEND_API Result<Table> read_table(const std::string& path, const std::string& name);

}  // namespace wend::io
