#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "support/fp_traps.hpp"

// The exit code that ctest counts as "skipped".
constexpr int skipped = 77;

namespace {

unsigned cases_run = 0;

struct Counter : doctest::IReporter {
  explicit Counter(const doctest::ContextOptions&) {}
  void test_run_end(const doctest::TestRunStats& stats) override { cases_run = stats.numTestCasesPassingFilters; }
  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};
REGISTER_LISTENER("counter", 0, Counter);

bool asks_for_a_list(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg.find("-list-") != arg.npos || arg == "-ltc" || arg == "-lts" || arg == "-h" || arg == "--help") return true;
  }
  return false;
}

}  // namespace

// Test cases of the suite "long" run only with WEND_LONG=1.
int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  if (asks_for_a_list(argc, argv)) return context.run();

  const char* wants_long = std::getenv("WEND_LONG");
  if (wants_long == nullptr || std::string_view(wants_long) != "1") context.addFilter("test-suite-exclude", "long");

  wend::test::enable_traps();
  const int result = context.run();
  if (cases_run == 0) {
    std::cerr << "no test case chosen (those of the suite \"long\" need WEND_LONG=1)\n";
    return skipped;
  }
  return result;
}
