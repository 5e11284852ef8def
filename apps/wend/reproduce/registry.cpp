#include "reproduce/registry.hpp"

#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wend::cli {

namespace {

std::string small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

std::vector<Chapter> all_chapters() {
  std::vector<Chapter> chapters;
  chapters.push_back({"attractor", "Steering by attractors and repellers",
                      "Goldenstein, Large and Metaxas (1999, 2000); Goldenstein, Karavelas, Metaxas, Guibas and "
                      "Goswami (2001): the heading is a dynamical system, and a faster system of competing weights "
                      "decides what it listens to. Claims as resolved in docs/spec/local-layer.md.",
                      attractor_experiments()});
  chapters.push_back(
      {"planning", "Ways: targets, vector fields, harmonic fields",
       "Where an agent wants to go when the straight way is closed. Claims of docs/spec/planning-layer.md.",
       planning_experiments()});
  chapters.push_back({"environment", "Who is near, visible, about to touch",
                      "Neighbours, sight and contacts. Claims of docs/spec/environment-layer.md.",
                      environment_experiments()});
  chapters.push_back({"human", "How people steer",
                      "Fajen, Warren, Temizer and Kaelbling (2003), A dynamical model of visually-guided steering, "
                      "obstacle avoidance, and route "
                      "selection, IJCV 54, 13\xe2\x80\x93"
                      "34, and its comparison with a potential field. Claims as resolved in docs/spec/human-model.md.",
                      human_experiments()});
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
      const std::string near = did_you_mean(name, known);
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

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::with_decision:
      return "reproduced with the stated decision";
    case Verdict::partly_run:
      return "partly run";
    case Verdict::not_reproduced:
      break;
  }
  return "not reproduced";
}

const char* key_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::with_decision:
      return "with_decision";
    case Verdict::partly_run:
      return "partly_run";
    case Verdict::not_reproduced:
      break;
  }
  return "not_reproduced";
}

std::string verdict_text(const Claim& claim) {
  if (claim.part.empty()) return name_of(claim.verdict);
  const bool holds = claim.verdict == Verdict::partly_run;
  return fmt::format("{}: {}", holds ? "partly run, holds so far" : "not reproduced, partly run", claim.part);
}

}  // namespace wend::cli
