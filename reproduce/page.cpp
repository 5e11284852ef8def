#include "page.hpp"

#include <wend/version.hpp>

#include <fmt/format.h>

#include <array>
#include <set>

namespace wend::reproduce {

namespace {

constexpr const char* style = R"css(
:root { --paper: #fdfcf9; --card: #fbfaf7; --ink: #24282e; --soft: #666b73; --line: #e2dfd7; --link: #2b5f9e;
  --good: #2f6b47; --good-paper: #e6f0e8; --some: #82590c; --some-paper: #f7edd6; --bad: #a3142f; --bad-paper: #f9e4e5; }
* { box-sizing: border-box; }
html { font: 16px/1.55 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, "DejaVu Serif", serif;
  background: var(--paper); color: var(--ink); }
body { max-width: 62rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; }
h2 { font-size: 1.45rem; line-height: 1.25; margin: 4rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.15rem; line-height: 1.3; margin: 0; }
p { margin: .5rem 0; max-width: 44rem; }
a { color: var(--link); text-decoration: none; } a:hover, a:focus { text-decoration: underline; }
.soft, figcaption, dt, th, .id { color: var(--soft); }
table, .badge, .id, dt, figcaption, nav { font-family: "Source Sans 3", "Segoe UI", "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif; }
table { border-collapse: collapse; width: 100%; font-size: .82rem; line-height: 1.4; margin: 1.2rem 0; }
th { text-align: left; font-weight: 600; border-bottom: 1px solid var(--ink); padding: .3rem .8rem .3rem 0; }
td { vertical-align: top; border-bottom: 1px solid var(--line); padding: .35rem .8rem .35rem 0; overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; overflow-wrap: normal; }
td:last-child, th:last-child { padding-right: 0; }
col.c1 { width: 7.2rem; } col.c2 { width: 21%; } col.c3 { width: 18%; } col.c5 { width: 9.5rem; }
tr.chapter td { font-weight: 600; padding-top: 1.1rem; }
.badge { display: inline-block; font-size: .75rem; font-weight: 600; line-height: 1.35; border-radius: 3px; padding: .12rem .5rem;
  white-space: nowrap; overflow-wrap: normal; }
.reproduced { color: var(--good); background: var(--good-paper); }
.with_decision, .partly_run { color: var(--some); background: var(--some-paper); }
.not_reproduced { color: var(--bad); background: var(--bad-paper); }
article { margin: 2.6rem 0; scroll-margin-top: 1rem; }
article header { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; }
.id { font-size: .85rem; font-weight: 600; }
dl { display: grid; grid-template-columns: 7.5rem 1fr; gap: .25rem 1rem; margin: .8rem 0 1rem; }
dt { font-size: .85rem; line-height: 1.75; } dd { margin: 0; max-width: 46rem; overflow-wrap: anywhere; }
dd.number { font-variant-numeric: tabular-nums; }
figure { margin: 1.2rem 0 0; } figure svg { display: block; width: auto; max-width: 100%; height: auto; background: var(--card); border: 1px solid var(--line); border-radius: 4px; }
figcaption { font-size: .85rem; line-height: 1.45; margin-top: .45rem; max-width: 46rem; }
.counts { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; margin: 1.4rem 0; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } td.wide, th.wide { display: none; } }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --card: #fbfaf7; --ink: #e8e6e1; --soft: #9a9fa8; --line: #2c3139; --link: #8fbbf0;
    --good: #8fd0a6; --good-paper: #1b2e23; --some: #e5bf73; --some-paper: #332a17; --bad: #ff93a4; --bad-paper: #381b21; }
  figure svg { filter: invert(.915) hue-rotate(180deg); border-color: #d6d2c8; }
}
@media print { html { font-size: 10pt; } article, figure { break-inside: avoid; } }
)css";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// What may stand behind '#': letters and digits of the id, the rest as '-'.
std::string anchor(const std::string& id) {
  std::string out = "claim-";
  for (const char c : id)
    out += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ? c : '-';
  return out;
}

std::string badge(Verdict verdict, const char* words) {
  return fmt::format("<span class=\"badge {}\">{}</span>", key_of(verdict), words);
}
std::string badge(Verdict verdict) { return badge(verdict, name_of(verdict)); }

std::string published_text(const Claim& claim) {
  return claim.published.empty() ? "<span class=\"soft\">not quoted</span>" : escaped(claim.published);
}

// In the table: what the papers say, and below it what our spec says.
std::string expected_text(const Claim& claim) {
  const std::string published = published_text(claim);
  return claim.stated.empty() ? published : published + "<br>our spec: " + escaped(claim.stated);
}

std::string summary(const std::vector<FinishedChapter>& chapters) {
  std::array<std::size_t, 4> counts{};
  std::string rows;
  for (const FinishedChapter& chapter : chapters) {
    rows += fmt::format("<tr class=\"chapter\"><td colspan=\"5\"><a href=\"#{}\">{}</a></td></tr>\n", chapter.name,
                        escaped(chapter.title));
    for (const Claim& claim : chapter.claims) {
      ++counts[static_cast<std::size_t>(claim.verdict)];
      rows += fmt::format(
          "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td class=\"wide\">{}</td><td "
          "class=\"wide\">{}</td><td>{}</td></tr>\n",
          anchor(claim.id), escaped(claim.id), escaped(claim.title), expected_text(claim), escaped(claim.measured),
          badge(claim.verdict, claim.verdict == Verdict::with_decision ? "with decision" : name_of(claim.verdict)));
    }
  }
  std::string out = "<div class=\"counts\">\n";
  for (const Verdict verdict :
       {Verdict::reproduced, Verdict::with_decision, Verdict::not_reproduced, Verdict::partly_run}) {
    if (verdict == Verdict::partly_run && counts[static_cast<std::size_t>(verdict)] == 0) continue;
    out +=
        fmt::format("<span><strong>{}</strong> {}</span>\n", counts[static_cast<std::size_t>(verdict)], badge(verdict));
  }
  return out +
         "</div>\n<table>\n<colgroup><col class=\"c1\"><col class=\"c2\"><col class=\"c3\"><col><col "
         "class=\"c5\"></colgroup>\n<thead><tr><th>id</th><th>claim</th><th class=\"wide\">published</th><th "
         "class=\"wide\">measured</th><th>verdict</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table>\n";
}

Result<std::string> article(const Claim& claim, std::set<std::string>& drawn) {
  std::string out = fmt::format(
      "<article id=\"{}\">\n<header><span class=\"id\">{}</span><h3>{}</h3>{}</header>\n<p>{}</p>\n<dl>\n",
      anchor(claim.id), escaped(claim.id), escaped(claim.title), badge(claim.verdict), escaped(claim.claim));
  const auto row = [&](const char* name, const std::string& html, const char* kind) {
    out += fmt::format("<dt>{}</dt><dd{}>{}</dd>\n", name, kind, html);
  };
  row("source", escaped(claim.source), "");
  row("published", published_text(claim), " class=\"number\"");
  if (!claim.stated.empty()) row("our spec", escaped(claim.stated), " class=\"number\"");
  row("measured", escaped(claim.measured), " class=\"number\"");
  if (!claim.part.empty()) row("run", "only a part: " + escaped(claim.part), "");
  if (!claim.decision.empty()) row("decision", escaped(claim.decision), "");
  if (!claim.parameters.empty()) row("parameters", escaped(claim.parameters), "");
  out += "</dl>\n";
  for (const ClaimFigure& figure : claim.figures) {
    auto svg = io::plots_svg(figure.sheet);
    if (!svg)
      return Error{svg.error().code, fmt::format("figure of claim {}: {}", claim.id, svg.error().message),
                   svg.error().place};
    // The same figure twice would bring its names twice.
    if (!drawn.insert(*svg).second) continue;
    const std::string words = fmt::format("<svg role=\"img\" aria-label=\"{}\"", escaped(figure.caption));
    out += "<figure>\n" + words + svg->substr(4) + "\n<figcaption>" + escaped(figure.caption) +
           "</figcaption>\n</figure>\n";
  }
  return out + "</article>\n";
}

}  // namespace

Result<std::string> report_page(const std::vector<FinishedChapter>& chapters, const PageFacts& facts) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Wend: the published experiments, "
      "run again</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n<style>";
  out += style;
  out += "</style>\n</head>\n<body>\n<header>\n<h1>The published experiments, run again</h1>\n";
  out += fmt::format(
      "<p class=\"soft\">Wend {}. Made by <code>wend reproduce</code>, which anybody can run: the same version gives "
      "the same file.{}{}</p>\n",
      version_string,
      facts.quick ? " This is the quick form: of many claims only a part was run, and their verdict says so." : "",
      facts.everything ? "" : " Only the claims that were asked for.");
  out +=
      "<p>Each row is one statement of the sources or of our resolved specifications: what is said to happen, the "
      "published number where one is quoted, what our specification calculated where it did, and what our "
      "program measured in this run. <em>Reproduced</em>: it happens as stated. <em>Reproduced with the stated "
      "decision</em>: it happens once a point that the source leaves open "
      "(a parameter, a layout, a misprint) is settled as the text says. <em>Not reproduced</em>: it does not happen, "
      "or it cannot be judged with what is public. All figures are our own.</p>\n</header>\n";
  out += "<main>\n" + summary(chapters);
  std::set<std::string> drawn;
  for (const FinishedChapter& chapter : chapters) {
    out += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"soft\">{}</p>\n", chapter.name,
                       escaped(chapter.title), escaped(chapter.about));
    for (const Claim& claim : chapter.claims) {
      auto text = article(claim, drawn);
      if (!text) return text;
      out += *text;
    }
    out += "</section>\n";
  }
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace wend::reproduce
