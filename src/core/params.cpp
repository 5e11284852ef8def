#include <wend/base/params.hpp>

#include "core/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace wend {

namespace {

std::vector<std::string_view> words_of(const ParamInfo& info) {
  std::vector<std::string_view> words;
  std::string_view rest = info.choices;
  while (!rest.empty()) {
    const std::size_t bar = rest.find('|');
    words.push_back(rest.substr(0, bar));
    rest = bar == std::string_view::npos ? std::string_view{} : rest.substr(bar + 1);
  }
  return words;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // A swap of neighbours counts as one edit: it is the commonest slip.
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0u : 1u)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// Letters that agree from the begin on, and from the end back: "sed" lacks a letter of "seed" (3) and differs from "set" (2).
std::size_t letters_alike(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t first = 0, last = 0;
  while (first < shorter && a[first] == b[first]) ++first;
  while (last < shorter - first && a[a.size() - 1 - last] == b[b.size() - 1 - last]) ++last;
  return first + last;
}

}  // namespace

std::string accepted(const ParamInfo& info) {
  if (info.kind == ParamKind::flag) return "true or false";
  if (info.kind == ParamKind::choice) {
    std::string out;
    for (std::string_view word : words_of(info)) out += concat(out.empty() ? "\"" : " or \"", word, "\"");
    return out;
  }
  const std::string_view unit = info.unit;
  std::string out;
  if (info.low == -info.high && info.high >= 1e300) {
    out = "a finite number";
  } else {
    out = concat(info.low_open ? "more than " : "", info.low, info.low_open ? ", up to " : " .. ", info.high, unit.empty() ? "" : " ", unit);
  }
  if (info.kind == ParamKind::integer) out += ", a whole number";
  return out;
}

bool accepts(const ParamInfo& info, double value) {
  if (value == info.unset) return true;
  if (!(value >= info.low && value <= info.high)) return false;  // written so that NaN fails
  if (info.low_open && value == info.low) return false;
  return info.kind == ParamKind::number || value == std::floor(value);
}

Result<void> check(const ParamInfo& info, double value, std::string_view place) {
  if (accepts(info, value)) return {};
  return Error{Errc::invalid_value, concat(info.name, " = ", value, ", expected ", accepted(info)), std::string(place)};
}

Result<double> choice_value(const ParamInfo& info, std::string_view word, std::string_view place) {
  const auto words = words_of(info);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<double>(i);
  }
  std::string message = concat(info.name, " = \"", word, "\", expected ", accepted(info));
  if (const std::string near = suggestion(word, words); !near.empty()) message += concat("; did you mean \"", near, "\"?");
  return Error{Errc::unknown_name, std::move(message), std::string(place)};
}

std::string choice_word(const ParamInfo& info, double value) {
  const auto words = words_of(info);
  if (!(value >= 0 && value < static_cast<double>(words.size()))) return {};
  return std::string(words[static_cast<std::size_t>(value)]);
}

std::string suggestion(std::string_view typed, std::span<const std::string_view> known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, typed.size() / 3), best_alike = 0;
  if (typed.size() > 64) return best;  // nobody mistypes that much
  for (std::string_view name : known) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance > best_distance || distance >= name.size()) continue;
    const std::size_t alike = letters_alike(typed, name);
    if (!best.empty() && distance == best_distance && alike <= best_alike) continue;
    best = std::string(name);
    best_distance = distance;
    best_alike = alike;
  }
  return best;
}

}  // namespace wend
