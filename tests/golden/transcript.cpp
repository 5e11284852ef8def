#include "transcript.hpp"

#include <algorithm>
#include <regex>
#include <utility>

namespace wend::golden {
namespace {

const std::string gap = "...";

bool same_line(const std::string& a, const std::string& b) { return without_measurements(a) == without_measurements(b); }

// The rows between the gaps: one part more than there are gaps, some may be empty.
std::vector<Lines> parts_of(const Lines& shown) {
  std::vector<Lines> parts(1);
  for (const std::string& line : shown) {
    if (line == gap) parts.emplace_back();
    if (line != gap) parts.back().push_back(line);
  }
  return parts;
}

bool is_at(const Lines& part, const Lines& said, std::size_t begin) {
  return std::equal(part.begin(), part.end(), said.begin() + static_cast<std::ptrdiff_t>(begin), same_line);
}

std::string first_word(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  return line.substr(begin, line.find(' ', begin) - begin);
}

// Two for each line that is the same, one for each that only begins with the same word ("hash").
std::size_t likeness(const Lines& part, const Lines& said, std::size_t begin) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < part.size() && begin + i < said.size(); ++i) {
    const std::string &a = part[i], &b = said[begin + i];
    if (!a.empty()) sum += same_line(a, b) ? 2 : first_word(a) == first_word(b) ? 1 : 0;
  }
  return sum;
}

}  // namespace

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Lines without_empty_ends(Lines lines) {
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const auto first = std::find_if(lines.begin(), lines.end(), [](const std::string& line) { return !line.empty(); });
  lines.erase(lines.begin(), first);
  return lines;
}

std::vector<Shown> commands_of(const Lines& page) {
  std::vector<Shown> all;
  bool in_block = false, in_output = false;
  for (std::size_t row = 0; row < page.size(); ++row) {
    if (page[row].starts_with("```")) {
      in_block = !in_block;
      in_output = false;
    } else if (in_block && page[row].starts_with("$ ")) {
      all.push_back({page[row].substr(2), row, {}});
      in_output = true;
    } else if (in_output) {
      all.back().output.push_back(page[row]);
    }
  }
  return all;
}

std::string without_measurements(const std::string& line) {
  static const std::vector<std::pair<std::regex, std::string>> patterns = {
      {std::regex(R"(^(  real-time factor) +\S+ x( .* s in ).*)"), "$1 # x$2#"},
      {std::regex(R"( +[0-9.]+(  [0-9a-f]{16})$)"), " #$1"},               // column "x real" of --seeds, before the hash
      {std::regex(R"(^( +(?:mean|min|max) .*[0-9]) +[0-9.]+$)"), "$1 #"},  // the same in the rows below
      {std::regex(R"(^(  made in )[0-9.e-]+( s)$)"), "$1#$2"},
      {std::regex(R"(^( *wrote .*\()[0-9.]+ [kM]?B\)$)"), "$1#)"},
      {std::regex(R"(^(model .*, [0-9]+ trials?, )[0-9.e-]+ s$)"), "$1# s"},
      {std::regex(R"re("(wall_time|real_time_factor|agent_steps_per_second)": ?[0-9.e+-]+)re"), "$1 #"},  // --json
  };
  std::string text = line;
  for (const auto& [pattern, kept] : patterns) text = std::regex_replace(text, pattern, kept);
  return text;
}

bool agrees(const Lines& shown, const Lines& said) {
  const std::vector<Lines> parts = parts_of(shown);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_first = i == 0, is_last = i + 1 == parts.size();
    const std::size_t size = parts[i].size();
    if (begin + size > said.size()) return false;
    std::size_t latest = said.size() - size;
    if (is_last && !is_first) begin = latest;
    if (is_last && is_first && latest != 0) return false;
    if (is_first) latest = 0;
    while (begin <= latest && !is_at(parts[i], said, begin)) ++begin;
    if (begin > latest) return false;
    begin += size;
  }
  return true;
}

Lines brought_up_to_date(const Lines& shown, const Lines& said) {
  const std::vector<Lines> parts = parts_of(shown);
  if (agrees(shown, said)) return shown;
  Lines now;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Lines& part = parts[i];
    const bool is_first = i == 0, is_last = i + 1 == parts.size();
    std::size_t best = begin;
    for (std::size_t k = begin; k < said.size() && !is_first; ++k) {
      if (likeness(part, said, k) > likeness(part, said, best)) best = k;
    }
    if (!is_first) now.push_back(gap);
    const bool is_known = is_first || likeness(part, said, best) > 0;
    const bool to_the_end = is_last && (is_first || !part.empty());
    const std::size_t end = to_the_end ? said.size() : std::min(best + part.size(), said.size());
    for (std::size_t k = best; k < end && is_known; ++k) {
      const auto kept = std::find_if(part.begin(), part.end(), [&](const std::string& line) { return same_line(line, said[k]); });
      now.push_back(kept == part.end() ? said[k] : *kept);
    }
    if (!is_known) now.insert(now.end(), part.begin(), part.end());
    if (is_known) begin = end;
  }
  return now;
}

}  // namespace wend::golden
