#include <wend/io/table.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/error.hpp"
#include "io/readers.hpp"
#include "io/sqlite_open.hpp"
#include "io/text.hpp"

namespace wend::io {

namespace {

// One record at a time; a quoted field may hold commas, quotes ("") and line ends.
class CsvRecords {
 public:
  explicit CsvRecords(std::string text) : text_(std::move(text)) {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
  }

  // False at the end. Empty lines are passed over.
  bool next(std::vector<std::string>& fields, std::size_t& line) {
    while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) end_line();
    if (at_ >= text_.size()) return false;
    line = line_;
    fields.clear();
    while (true) {
      fields.push_back(field());
      if (at_ < text_.size() && text_[at_] == ',') {
        ++at_;
        continue;
      }
      if (at_ < text_.size()) end_line();
      return true;
    }
  }

 private:
  void end_line() {
    if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    ++at_;
    ++line_;
  }

  std::string field() {
    if (at_ >= text_.size() || text_[at_] != '"') {
      const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
      std::string out = trimmed(text_.substr(at_, end - at_));
      at_ = end;
      return out;
    }
    const std::size_t opened = line_;
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') {
        out += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        out += text_[++at_];
      } else {
        ++at_;
        if (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\r' && text_[at_] != '\n') {
          throw Damage("line " + number_text(line_) + ": a quoted field goes on after its closing quote");
        }
        return out;
      }
    }
    throw Damage("line " + number_text(opened) + ": a quote is opened and never closed");
  }

  static std::string trimmed(std::string s) {
    const std::size_t first = s.find_first_not_of(" \t"), last = s.find_last_not_of(" \t");
    return first == s.npos ? std::string() : s.substr(first, last - first + 1);
  }

  std::string text_;
  std::size_t at_ = 0, line_ = 1;
};

void check_columns(const std::vector<std::string>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].empty()) throw Damage("column " + number_text(i + 1) + " has no name");
    if (std::find(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(i), columns[i]) != columns.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw Damage("the column '" + columns[i].substr(0, 40) + "' is there twice");
    }
  }
}

void check_count(const Table& table) {
  if (table.rows.size() * std::max<std::size_t>(table.columns.size(), 1) > most_table_cells) {
    throw Damage("it has more than " + number_text(most_table_cells) + " cells");
  }
}

void read_csv_table(const std::string& path, Table& table) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream all;
  all << stream.rdbuf();
  if (!stream) throw Damage("reading stopped");
  CsvRecords records(std::move(all).str());
  std::size_t line = 0;
  if (!records.next(table.columns, line)) throw Damage("it is empty");
  check_columns(table.columns);
  std::vector<std::string> fields;
  while (records.next(fields, line)) {
    if (fields.size() != table.columns.size()) {
      throw Damage("line " + number_text(line) + " has " + number_text(fields.size()) + " fields, expected " + number_text(table.columns.size()));
    }
    table.rows.push_back(fields);
    table.lines.push_back(line);
    check_count(table);
  }
}

void read_sqlite_table(const std::string& path, const std::string& name, Table& table) {
  check_size(path);
  const auto db = open_guarded(path, SQLITE_OPEN_READONLY);
  table.is_database = true;
  Statement columns(*db, "SELECT name FROM pragma_table_info(?)");
  columns.ask(std::string_view(name));
  while (columns.next_row()) table.columns.push_back(columns.text(0));
  if (table.columns.empty()) throw Damage("it is an SQLite file without a table '" + name + "'");
  Statement rows(*db, ("SELECT * FROM \"" + name + "\"").c_str());
  while (rows.next_row()) {
    std::vector<std::string> row;
    for (std::size_t i = 0; i < table.columns.size(); ++i) row.push_back(rows.text(static_cast<int>(i)));
    table.rows.push_back(std::move(row));
    table.lines.push_back(table.rows.size());
    check_count(table);
  }
}

}  // namespace

std::string Table::place(std::size_t row, std::string_view column) const {
  return path + (is_database ? ", row " : ", line ") + number_text(lines[row]) + ", column " + std::string(column);
}

Result<Table> read_table(const std::string& path, const std::string& name) {
  return read_guarded(path, [&]() -> Result<Table> {
    Table table;
    table.path = path;
    const auto head = read_head(path, 15);
    if (!head) return head.error();
    if (*head == "SQLite format 3") {
      read_sqlite_table(path, name, table);
    } else {
      read_csv_table(path, table);
    }
    return table;
  });
}

}  // namespace wend::io
