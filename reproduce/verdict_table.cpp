#include "verdict_table.hpp"

#include "text_width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace wend::reproduce {

namespace {

std::string expected(const Claim& claim) {
  const std::string published = claim.published.empty() ? "not quoted" : claim.published;
  return claim.stated.empty() ? published : published + "; our spec: " + claim.stated;
}

std::string painted(Verdict verdict, const std::string& text, const cli::Paint& paint) {
  return verdict == Verdict::reproduced      ? paint.green(text)
         : verdict == Verdict::not_reproduced ? paint.red(text)
                                             : paint.yellow(text);
}

}  // namespace

std::string verdict_table(const std::vector<FinishedChapter>& chapters, const cli::Paint& paint, std::size_t columns) {
  std::size_t id = 2;
  std::array<std::size_t, 4> counts{};
  for (const FinishedChapter& chapter : chapters) {
    for (const Claim& claim : chapter.claims) {
      id = std::max(id, cli::letters(claim.id));
      ++counts[static_cast<std::size_t>(claim.verdict)];
    }
  }
  const bool narrow = columns < 80;  // below each other instead of side by side
  const std::size_t verdict = 19, rest = columns > id + verdict + 44 ? columns - id - verdict - 8 : 36;
  const std::array<std::size_t, 5> widths{id, rest * 30 / 100, rest * 24 / 100, rest * 46 / 100, verdict};
  std::string out;
  const auto row = [&](const std::array<std::string, 5>& cells, auto&& paint_cell) {
    std::array<std::vector<std::string>, 5> lines;
    std::size_t most = 0;
    for (std::size_t c = 0; c < 5; ++c) {
      lines[c] = cli::wrapped(cells[c], widths[c]);
      most = std::max(most, lines[c].size());
    }
    for (std::size_t k = 0; k < most; ++k) {
      std::string line;
      for (std::size_t c = 0; c < 5; ++c) {
        const std::string text = k < lines[c].size() ? lines[c][k] : "";
        line += (c == 0 ? "" : "  ") + (c == 4 ? paint_cell(c, text) : paint_cell(c, cli::padded(text, widths[c])));
      }
      out += line.erase(line.find_last_not_of(' ') + 1) + "\n";
    }
  };
  if (!narrow) row({"id", "claim", "published", "measured", "verdict"},
      [&](std::size_t, const std::string& text) { return paint.faint(text); });
  for (const FinishedChapter& chapter : chapters) {
    out += "\n" + paint.bold(chapter.title) + "\n";
    for (const Claim& claim : chapter.claims) {
      if (narrow) {
        out += fmt::format("{}  {}\n  published  {}\n  measured   {}\n  verdict    {}\n", paint.bold(claim.id),
                           claim.title, expected(claim), claim.measured,
                           painted(claim.verdict, verdict_text(claim), paint));
        continue;
      }
      row({claim.id, claim.title, expected(claim), claim.measured,
           verdict_text(claim)},
          [&](std::size_t c, const std::string& text) {
            return c == 4 ? painted(claim.verdict, text, paint) : c == 0 ? paint.bold(text) : text;
          });
    }
  }
  return out + fmt::format("\n{} reproduced, {} with the stated decision, {} not reproduced{}\n", counts[0], counts[1],
                           counts[2], counts[3] > 0 ? fmt::format(", {} partly run", counts[3]) : "");
}

std::string claim_list(const std::vector<Chapter>& chapters, const cli::Paint& paint) {
  std::string out;
  std::size_t widest = 0;
  for (const Chapter& chapter : chapters) {
    for (const Experiment& e : chapter.experiments) widest = std::max(widest, cli::letters(e.about.id));
  }
  for (const Chapter& chapter : chapters) {
    out += fmt::format("{}{}{}\n", out.empty() ? "" : "\n", paint.bold(chapter.title),
                       paint.faint(fmt::format(" ({})", chapter.name)));
    for (const Experiment& e : chapter.experiments)
      out += fmt::format("  {}  {}\n", cli::padded(e.about.id, widest), e.about.title);
  }
  return out;
}

}  // namespace wend::reproduce
