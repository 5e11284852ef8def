#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "golden/cli_support.hpp"

// `wend reproduce`: what it says, and the page it writes.

using namespace wend;
using test::has;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

test::Said reproduce(const test::Folder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "reproduce");
  return test::Running(folder, arguments, "", true, {"WEND_SCENES=" WEND_SOURCE_DIR "/scenes"}).wait();
}

}  // namespace

TEST_CASE("reproduce: verdicts of the human spec, honest ones too") {
  const test::Folder folder;
  const test::Said run = reproduce(folder, {"human", "--quick", "--no-report", "-q", "--json"});
  REQUIRE(run.code == 0);
  const test::json out = test::one_object(run.out);
  CHECK(out["schema"] == 1);
  CHECK(out["quick"] == true);
  CHECK(out["report"].is_null());
  CHECK(out["claims"].size() >= 28);
  std::set<std::string> ids, missed;
  for (const test::json& claim : out["claims"]) {
    CHECK(ids.insert(claim["id"]).second);
    CHECK(claim["chapter"] == "human");
    CHECK_FALSE(claim["measured"].get<std::string>().empty());
    if (claim["verdict"] == "not_reproduced") missed.insert(claim["id"]);
    if (claim["id"] == "H3b") CHECK(claim["verdict"] == "with_decision");
    if (claim["id"] == "H3b") CHECK(has(claim["decision"], "c4 = 1.6"));
    if (claim["id"] == "H14") CHECK(has(claim["published"], "6.70 m / 13.4 s"));
    if (claim["id"] == "H1") CHECK(claim["published"].is_null());
    // A verdict speaks only of what was run.
    if (claim["id"] == "X6" || claim["id"] == "X7") {
      CHECK(claim["verdict"] == "partly_run");
      CHECK(claim["part"] == (claim["id"] == "X6" ? "80 of 1500 fields" : "100 of 2000 fields"));
    }
    CHECK((claim["verdict"] == "partly_run") == (claim["part"].is_string() && claim["verdict"] != "not_reproduced"));
    if (claim["id"] == "H3b") CHECK(claim["part"].is_null());
    if (claim["id"] == "X6") CHECK(has(claim["decision"], "2 cm wider"));
    if (claim["id"] == "X7") CHECK(has(claim["measured"], "beyond 30 deg"));
  }
  // The recordings of people are not public.
  CHECK(missed == std::set<std::string>{"fit-people"});
  CHECK(reproduce(folder, {"fit-people", "--strict", "--no-report", "-q"}).code == 1);
}

TEST_CASE("reproduce: a quick run says which part of a claim was run, instead of calling it reproduced") {
  const test::Folder folder;
  const test::Said run = reproduce(folder, {"crowds", "H3b", "--quick", "-o", folder / "a.html"});
  REQUIRE(run.code == 0);
  for (const char* words : {"partly run, holds", "so far: swap only,", "1 of 6 seeds"}) CHECK_MESSAGE(has(run.out, words), run.out);  // broken in its column
  CHECK(has(run.out, "0 reproduced, 1 with the stated decision, 0 not reproduced, 1 partly run\n"));
  const std::string page = test::read_file(folder / "a.html");
  CHECK(has(page, "only a part: swap only, 1 of 6 seeds"));
  CHECK(has(page, ">partly run</span>"));
}

TEST_CASE("reproduce: the report is one page with everything in it, the same twice") {
  const test::Folder folder;
  const std::vector<std::string> ids{"H3b", "h20", "layout", "surfaces", "dead-ahead"};
  std::vector<std::string> pages;
  for (const std::string name : {"one.html", "two.html"}) {
    std::vector<std::string> arguments = ids;
    arguments.insert(arguments.end(), {"-o", folder / name, "--threads", pages.empty() ? "1" : "3"});
    const test::Said run = reproduce(folder, arguments);
    REQUIRE(run.code == 0);
    CHECK(has(run.out, "not quoted"));
    CHECK(has(run.out, "reproduced with the"));
    pages.push_back(test::read_file(folder / name));
  }
  const std::string& page = pages[0];
  CHECK(page == pages[1]);
  CHECK(page.size() > 20000);
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.ends_with("</html>\n"));
  for (const char* element : {"html", "head", "body", "main", "section", "article", "figure", "figcaption", "svg",
                              "table", "tr", "td", "dl", "dd", "p"}) {
    CAPTURE(element);
    CHECK(count(page, std::string("<") + element + ">") + count(page, std::string("<") + element + " ") ==
          count(page, std::string("</") + element + ">"));
  }
  CHECK(count(page, "<article") == ids.size());
  CHECK(count(page, "<svg") == 5);
  CHECK(has(page, ">with decision</span></td>"));
  CHECK(count(page, "<script") == 0);
  CHECK(count(page, "<link") == 0);
  for (const char* resource : {"src=", "url(http", "href=\"http", "@import"}) CHECK(count(page, resource) == 0);
  // The names of XML itself are no resources.
  std::size_t addresses = count(page, "http://") + count(page, "https://");
  CHECK(addresses == count(page, "xmlns=\"http://www.w3.org/2000/svg\"") +
                         count(page, "xmlns:xlink=\"http://www.w3.org/1999/xlink\""));
  std::set<std::string> names;
  std::size_t total = 0;
  for (std::size_t at = page.find(" id=\""); at != page.npos; at = page.find(" id=\"", at + 1), ++total)
    names.insert(page.substr(at + 5, page.find('"', at + 5) - at - 5));
  CHECK(total > 100);
  CHECK(names.size() == total);
  for (std::size_t at = page.find("href=\"#"); at != page.npos; at = page.find("href=\"#", at + 1))
    CHECK(names.count(page.substr(at + 7, page.find('"', at + 7) - at - 7)) == 1);
}

TEST_CASE("reproduce: lists, and refuses what it does not know") {
  const test::Folder folder;
  const test::Said list = reproduce(folder, {"--list"});
  CHECK(list.code == 0);
  CHECK(has(list.out, "H3a"));
  CHECK(has(list.out, "Simulation 3a"));
  const test::json listed = test::one_object(reproduce(folder, {"--list", "--json"}).out);
  std::set<std::string> ids;
  for (const test::json& claim : listed["claims"]) CHECK_MESSAGE(ids.insert(claim["id"]).second, claim["id"]);
  CHECK(listed["claims"][0].contains("claim"));
  CHECK_FALSE(listed["claims"][0].contains("verdict"));
  const test::Said unknown = reproduce(folder, {"H3d", "--no-report"});
  CHECK(unknown.code == 2);
  CHECK(has(unknown.err, "no claim 'H3d'; did you mean 'H3"));
  const test::Said ending = reproduce(folder, {"H1", "-o", folder / "report.txt"});
  CHECK(ending.code == 2);
  CHECK(has(ending.err, "expected .html"));
  const test::Said nowhere = reproduce(folder, {"terms", "-o", folder / "no/such/report.html"});
  CHECK(nowhere.code != 0);
}

TEST_CASE("reproduce: what could not be run is an error, not a verdict") {
  const test::Folder folder;
  const std::string page = folder / "none.html";
  for (const std::string id : {"exp3", "crowds", "exp1"}) {
    const test::Said run =
        test::Running(folder, {"reproduce", id, "--quick", "-o", page}, "", true, {"WEND_SCENES=" + (folder / "nowhere")})
            .wait();
    CAPTURE(run.err);
    CHECK(run.code == 1);
    CHECK(has(run.err, "could not be run: no scene"));
    CHECK_FALSE(std::filesystem::exists(page));
  }
}
