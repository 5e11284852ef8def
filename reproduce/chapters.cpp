#include "chapters.hpp"

#include "options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace wend::reproduce {

namespace {

using Json = nlohmann::ordered_json;

Error wrong(const char* file, const std::string& what) {
  return {Errc::damaged, fmt::format("{}: {}", file, what), "reproduce"};
}

// A text, or the lines of one, with a space between two lines.
std::optional<std::string> text_in(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return {};
  std::string text;
  for (const Json& line : value) {
    if (!line.is_string()) return {};
    text += (text.empty() ? "" : " ") + line.get<std::string>();
  }
  return text;
}

// The texts of an object, each under its key; other keys than these and `beside` are mistakes.
struct Field {
  const char* key;
  std::string* to;
  bool required;
};
std::string read_texts(const Json& object, const std::vector<Field>& fields, const std::vector<std::string>& beside) {
  if (!object.is_object()) return "expected { ... }";
  for (const auto& [key, value] : object.items()) {
    if (std::find(beside.begin(), beside.end(), key) != beside.end()) continue;
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.key == key; });
    if (field == fields.end()) return fmt::format("nobody knows the key '{}'", key);
    const std::optional<std::string> text = text_in(value);
    if (!text || text->empty()) return fmt::format("'{}' is no text and no list of lines", key);
    *field->to = *text;
  }
  for (const Field& f : fields) {
    if (f.required && f.to->empty()) return fmt::format("the key '{}' is missing", f.key);
  }
  return {};
}

std::string read_claim(const Json& object, Claim& claim) {
  return read_texts(object,
                    {{"id", &claim.id, true},
                     {"title", &claim.title, true},
                     {"claim", &claim.claim, true},
                     {"source", &claim.source, true},
                     {"published", &claim.published, false},
                     {"stated", &claim.stated, false},
                     {"decision", &claim.decision, false},
                     {"parameters", &claim.parameters, false}},
                    {});
}

struct PlacedChapter {
  int place = 0;  // in the report
  Chapter chapter;
};

Result<PlacedChapter> read_chapter(const ClaimText& text) {
  const Json data = Json::parse(text.json, nullptr, false);
  if (data.is_discarded()) return wrong(text.file, "this is no JSON");
  PlacedChapter out;
  Chapter& chapter = out.chapter;
  const std::vector<Field> fields{
      {"chapter", &chapter.name, true}, {"title", &chapter.title, true}, {"about", &chapter.about, true}};
  if (const std::string problem = read_texts(data, fields, {"place", "claims"}); !problem.empty())
    return wrong(text.file, problem);
  if (!data.contains("place") || !data["place"].is_number_integer())
    return wrong(text.file, "'place' must be a whole number, the place of the chapter in the report");
  if (!data.contains("claims") || !data["claims"].is_array()) return wrong(text.file, "'claims' must be a list");
  out.place = data["place"].get<int>();
  for (const Json& object : data["claims"]) {
    Claim claim;
    if (const std::string problem = read_claim(object, claim); !problem.empty())
      return wrong(text.file, fmt::format("claim '{}': {}", claim.id, problem));
    chapter.experiments.push_back({std::move(claim), {}});
  }
  return out;
}

// Gives each claim its function. Answers what is wrong, or nothing.
std::string join(std::vector<Chapter>& chapters, const Runs& runs) {
  std::map<std::string, const Run*, std::less<>> waiting;  // functions without a claim so far
  for (const NamedRun& named : runs) {
    if (!waiting.emplace(named.id, &named.run).second) return fmt::format("two functions run the claim '{}'", named.id);
  }
  std::map<std::string, std::string> chapter_of;
  std::vector<std::string> without_run, without_claim;
  for (Chapter& chapter : chapters) {
    for (Experiment& e : chapter.experiments) {
      const auto [other, is_new] = chapter_of.emplace(e.about.id, chapter.name);
      if (!is_new)
        return fmt::format("the claim '{}' stands twice, in {} and in {}", e.about.id, other->second, chapter.name);
      const auto run = waiting.find(e.about.id);
      if (run == waiting.end()) {
        without_run.push_back(e.about.id);
        continue;
      }
      e.run = *run->second;
      waiting.erase(run);
    }
  }
  for (const auto& [id, run] : waiting) without_claim.push_back(id);
  std::string problem;
  if (!without_run.empty()) problem = fmt::format("no function runs the claim {}", fmt::join(without_run, ", "));
  if (!without_claim.empty())
    problem += fmt::format("{}no claim belongs to the function {}", problem.empty() ? "" : "; ",
                           fmt::join(without_claim, ", "));
  return problem;
}

std::string small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

Result<std::vector<Chapter>> read_chapters(std::span<const ClaimText> texts, const Runs& runs) {
  std::map<int, Chapter> by_place;
  for (const ClaimText& text : texts) {
    auto read = read_chapter(text);
    if (!read) return read.error();
    const int place = read->place;
    if (!by_place.emplace(place, std::move(read->chapter)).second)
      return wrong(text.file, fmt::format("another chapter has the place {} already", place));
  }
  std::vector<Chapter> chapters;
  for (auto& [place, chapter] : by_place) chapters.push_back(std::move(chapter));
  if (const std::string problem = join(chapters, runs); !problem.empty())
    return Error{Errc::damaged, problem, "reproduce"};
  return chapters;
}

Result<std::vector<Chapter>> chosen_chapters(std::vector<Chapter> chapters, std::span<const std::string> names) {
  if (names.empty()) return chapters;
  std::vector<std::string> known;
  for (const Chapter& chapter : chapters) {
    known.push_back(chapter.name);
    for (const Experiment& e : chapter.experiments) known.push_back(e.about.id);
  }
  std::vector<std::string> wanted;
  for (const std::string& name : names) {
    const auto it = std::find_if(known.begin(), known.end(),
                                 [&](const std::string& k) { return small_letters(k) == small_letters(name); });
    if (it == known.end()) {
      const std::string near = cli::did_you_mean(name, known);
      return Error{Errc::unknown_name,
                   fmt::format("no claim '{}'{}", name, near.empty() ? "; `wend reproduce --list` names them" : near),
                   "reproduce"};
    }
    wanted.push_back(*it);
  }
  const auto asked = [&](const std::string& name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  for (Chapter& chapter : chapters) {
    if (!asked(chapter.name))
      std::erase_if(chapter.experiments, [&](const Experiment& e) { return !asked(e.about.id); });
  }
  std::erase_if(chapters, [](const Chapter& chapter) { return chapter.experiments.empty(); });
  return chapters;
}

}  // namespace wend::reproduce
