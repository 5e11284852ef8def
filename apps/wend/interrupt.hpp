#pragma once

namespace wend::cli {

// From here on Ctrl-C and SIGTERM ask the run to end after the current step; the second one ends the program.
void catch_interrupts();
bool interrupted();

}  // namespace wend::cli
