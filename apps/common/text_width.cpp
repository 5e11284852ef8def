#include "text_width.hpp"

#include <algorithm>

namespace wend::cli {

namespace {

struct Cell {
  std::size_t gap = 0;  // spaces before it
  std::string text;
};

// The columns of a line of a table: two spaces and more stand between them.
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t begin = line.find_first_not_of(' ', at);
    if (begin == line.npos) break;
    const std::size_t end = std::min(line.find("  ", begin), line.size());
    cells.push_back({begin - at, std::string(line.substr(begin, end - begin))});
    at = end;
  }
  return cells;
}

std::string fitted_line(std::string_view line, std::size_t width) {
  const std::vector<Cell> cells = cells_of(line);
  if (cells.empty() || letters(line) <= width) return std::string(line);
  const std::size_t indent = 3 * cells[0].gap <= width ? cells[0].gap : 6;
  const std::size_t second = indent + letters(cells[0].text) + (cells.size() > 1 ? cells[1].gap : 0);
  // "  name      a long text": what is broken goes on below the text.
  const std::size_t hang = cells.size() == 2 && 2 * second <= width ? second : cells[0].gap == indent ? indent + 4 : indent;
  std::string out(indent, ' ');
  std::size_t column = indent;
  bool broken = false;  // columns below each other are lost: small gaps will do
  const auto next_line = [&] {
    out += '\n' + std::string(hang, ' ');
    column = hang;
    broken = true;
  };
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t gap = c == 0 ? 0 : broken ? 2 : cells[c].gap, size = letters(cells[c].text);
    if (c > 0 && column + gap + size > width && (broken || hang + size <= width || column + gap + width / 3 > width)) {
      next_line();
    } else {
      out.append(gap, ' ');
      column += gap;
    }
    const std::vector<std::string> words = wrapped(cells[c].text, 1);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0 && column + 1 + letters(words[i]) > width) {
        next_line();
      } else if (i > 0) {
        out += ' ';
        ++column;
      }
      out += words[i];
      column += letters(words[i]);
    }
  }
  return out;
}

}  // namespace

std::size_t letters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\x1b[")) {  // a colour ends with m
      i = std::min(text.find('m', i), text.size() - 1);
    } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
      ++count;
    }
  }
  return count;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > letters(text) ? width - letters(text) : 0, ' ');
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word(text.substr(at, end - at));
    if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return lines;
}

std::string fitted(std::string_view text, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += fitted_line(text.substr(at, end - at), width);
    if (end < text.size()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace wend::cli
