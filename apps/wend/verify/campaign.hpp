#pragma once
#include "numbers.hpp"
#include "progress.hpp"
#include "verify/rows.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

// All runs of the chosen rows, several at a time, and what came of them.

namespace wend::cli::verify {

struct RowReport {
  Row row{};
  std::vector<Figure> figures{};
  std::size_t seeds = 0;
  double cpu = 0;  // s, of all runs together; differs from run to run

  std::size_t judged() const;
  std::size_t hits() const;
  bool met() const { return hits() == judged(); }
};

struct Campaign {
  std::vector<RowReport> rows{};  // the last one is about safety in all runs
  std::size_t runs = 0;
  SeedRange seeds{};

  std::size_t met() const;
};

struct CampaignRequest {
  std::vector<Row> rows{};
  SeedRange seeds{};
  std::size_t threads = 1;
  std::vector<std::pair<std::string, double>> people{};
};

// The same for any number of threads. An Error when a scene does not run, or after an interrupt.
Result<Campaign> run_campaign(const CampaignRequest&, Progress&);

}  // namespace wend::cli::verify
