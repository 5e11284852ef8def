#pragma once

namespace wend::cli {

// From here on Ctrl-C and SIGTERM ask the run to end after the current step. A second one ends the program at once, unless
// it comes within 0.3 s of the first: then it is the same wish.
void catch_interrupts();
bool interrupted();

}  // namespace wend::cli
