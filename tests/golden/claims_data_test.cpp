#ifdef WEND_PROGRAM
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "../../reproduce/chapters.hpp"
#include "golden/cli_support.hpp"

// The claims as data: reading them, and joining them with the functions that run them. And how `wend` finds the
// program.

using namespace wend;
using namespace wend::reproduce;
using test::has;

namespace {

const std::string one_claim = R"({"id": "A", "title": "t", "claim": ["first line,", "second line"], "source": "s"})";

std::string chapter(const std::string& name, int place, const std::string& claims) {
  return R"({"chapter": ")" + name + R"(", "place": )" + std::to_string(place) +
         R"(, "title": "T", "about": "a", "claims": [)" + claims + "]}";
}

Runs runs_of(const std::vector<const char*>& ids) {
  Runs runs;
  for (const char* id : ids) runs.push_back({id, [](Claim& claim, const Context&) { claim.measured = "seen"; }});
  return runs;
}

Result<std::vector<Chapter>> read(const std::vector<std::string>& files, const std::vector<const char*>& ids) {
  const test::NoTraps no_traps;
  std::vector<ClaimText> texts;
  for (const std::string& text : files) texts.push_back({"a.json", text});
  return read_chapters(texts, runs_of(ids));
}

std::string problem_of(const std::string& file, const std::vector<const char*>& ids) {
  const auto chapters = read({file}, ids);
  return chapters ? "no problem" : chapters.error().message;
}

}  // namespace

TEST_CASE("claims data: chapters in their places, lines joined, each claim with its function") {
  const std::string b = R"({"id": "B", "title": "t", "claim": "c", "source": "s", "stated": "2 m"})";
  const auto chapters = read({chapter("later", 2, one_claim), chapter("first", 1, b)}, {"A", "B"});
  REQUIRE(chapters);
  REQUIRE(chapters->size() == 2);
  CHECK((*chapters)[0].name == "first");
  CHECK((*chapters)[0].experiments[0].about.stated == "2 m");
  const Experiment& a = (*chapters)[1].experiments.at(0);
  CHECK(a.about.claim == "first line, second line");
  CHECK(a.about.published.empty());
  Claim claim = a.about;
  a.run(claim, {});
  CHECK(claim.measured == "seen");
}

TEST_CASE("claims data: an error names the claim without a function and the function without a claim") {
  CHECK(problem_of(chapter("x", 1, one_claim), {}) == "no function runs the claim A");
  CHECK(problem_of(chapter("x", 1, one_claim), {"A", "B", "C"}) == "no claim belongs to the function B, C");
  CHECK(problem_of(chapter("x", 1, one_claim), {"B"}) ==
        "no function runs the claim A; no claim belongs to the function B");
  CHECK(problem_of(chapter("x", 1, one_claim), {"A", "A"}) == "two functions run the claim 'A'");
  CHECK(problem_of(chapter("x", 1, one_claim + "," + one_claim), {"A"}) == "the claim 'A' stands twice, in x and in x");
}

TEST_CASE("claims data: an error names the file and what is wrong in it") {
  CHECK(problem_of("{", {}) == "a.json: this is no JSON");
  CHECK(problem_of("[]", {}) == "a.json: expected { ... }");
  CHECK(problem_of(R"({"chapter": "x", "title": "t"})", {}) == "a.json: the key 'about' is missing");
  CHECK(has(problem_of(R"({"chapter": "x", "title": "t", "about": "a", "claims": []})", {}), "'place' must be"));
  CHECK(has(problem_of(R"({"chapter": "x", "title": "t", "about": "a", "place": 1})", {}), "'claims' must be a list"));
  const std::vector<std::pair<std::string, std::string>> claims{
      {R"({"id": "A", "title": "t", "claim": "c"})", "a.json: claim 'A': the key 'source' is missing"},
      {R"({"id": "A", "titel": "t"})", "a.json: claim 'A': nobody knows the key 'titel'"},
      {R"({"id": "A", "title": 7})", "a.json: claim 'A': 'title' is no text and no list of lines"},
      {R"({"id": "A", "title": ["t", 7]})", "a.json: claim 'A': 'title' is no text and no list of lines"},
      {R"({"id": "A", "title": ""})", "a.json: claim 'A': 'title' is no text and no list of lines"}};
  for (const auto& [claim, problem] : claims) CHECK(problem_of(chapter("x", 1, claim), {"A"}) == problem);
  const auto twice = read({chapter("x", 1, ""), chapter("y", 1, "")}, {});
  REQUIRE_FALSE(twice);
  CHECK(twice.error().message == "a.json: another chapter has the place 1 already");
}

TEST_CASE("claims data: wend starts the program beside it with the same arguments, or says which file is missing") {
  const test::Folder folder;
  const std::string wend = folder / "wend", there = folder / "wend-reproduce", said = folder / "said";
  std::filesystem::copy_file(WEND_PROGRAM, wend);
  const auto run = [&](const std::string& arguments) {
    const std::string command = "'" + wend + "' " + arguments + " > '" + said + "' 2> '" + folder / "errors" + "'";
    return WEXITSTATUS(std::system(command.c_str()));
  };
  CHECK(run("reproduce --json") == 1);
  const std::string errors = test::read_file(folder / "errors");
  CHECK(test::one_line(errors));
  CHECK(has(errors, "wend: reproduce: there is no program '" + there + "' and no '"));
  CHECK(has(errors, "`make build` makes wend-reproduce"));
  CHECK(has(test::one_object(test::read_file(said))["error"].get<std::string>(), "there is no program"));

  folder.file("wend-reproduce", "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 7\n");
  CHECK(run("reproduce H1") == 1);
  CHECK(has(test::read_file(folder / "errors"), "cannot start '" + there + "': Permission denied"));
  std::filesystem::permissions(there, std::filesystem::perms::owner_all);
  CHECK(run("reproduce --nonsense 'a b' '' -- -o x") == 7);
  CHECK(test::read_file(said) == "<--nonsense><a b><><--><-o><x>");
  CHECK(run("help reproduce") == 7);
  CHECK(test::read_file(said) == "<--help>");
}
#endif
