#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wend::golden {

// Commands that a Markdown page shows ("$ wend run doorway" in a fenced block) and the lines it shows below them.

using Lines = std::vector<std::string>;

struct Shown {
  std::string command;  // without "$ "
  std::size_t row = 0;  // of the command in the page, from 0
  Lines output;         // the rows after it, up to the next command or the end of the block
};

Lines lines_of(std::string_view text);
Lines without_empty_ends(Lines);  // without empty lines before the first word and after the last
std::vector<Shown> commands_of(const Lines& page);

// What differs between two runs of the same command: wall-clock times, speeds of the program, sizes of files (fonts
// and libraries). All such parts of a line become "#".
std::string without_measurements(const std::string& line);

// A row "..." of what is shown stands for any lines, also none. Everything else is compared without measurements.
bool agrees(const Lines& shown, const Lines& said);

// What a page is to show now. Rows that only differ in measurements stay, and so do rows "...": the rows between two
// of them become those lines of `said` that have most in common with them; where there are none, they stay.
Lines brought_up_to_date(const Lines& shown, const Lines& said);

}  // namespace wend::golden
