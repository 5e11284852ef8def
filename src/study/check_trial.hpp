#pragma once
#include <wend/study/trial.hpp>

namespace wend::study {

// Everything about a trial but the model's parameters; an error names the value.
Result<void> check_trial(const Trial&);

}  // namespace wend::study
