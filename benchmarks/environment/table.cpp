#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace wend::bench {

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double Item::median_ns() const { return median(ns); }
double Item::median_ratio() const { return median(ratio); }

// Round after round, and G before and after every sample: what disturbs the machine disturbs both.
void run(Table& table, const Options& options) {
  Item& unit = table.items.front();
  for (Item& item : table.items) item.sample();  // warm up
  for (int round = 0; round < options.rounds; ++round) {
    double before = unit.sample();
    for (std::size_t k = 1; k < table.items.size(); ++k) {
      Item& item = table.items[k];
      if (options.progress) {
        std::fprintf(stderr, "\rround %d of %d, %zu of %zu: %-60.60s", round + 1, options.rounds, k, table.items.size() - 1, item.name.c_str());
        std::fflush(stderr);
      }
      const double ns = item.sample(), after = unit.sample();
      item.ns.push_back(ns);
      item.ratio.push_back(ns / (0.5 * (before + after)));
      unit.ns.push_back(after);
      unit.ratio.push_back(1);
      before = after;
    }
  }
  if (options.progress) std::fprintf(stderr, "\r%100s\r", "");
}

namespace {

const Item* find(const Table& table, const std::string& name) {
  for (const Item& item : table.items) {
    if (item.section + ": " + item.name == name) return &item;
  }
  return nullptr;
}

// How many times as fast, from the ratios of each round.
double gain(const Item& fast, const Item& slow) {
  std::vector<double> gains;
  for (std::size_t k = 0; k < std::min(fast.ratio.size(), slow.ratio.size()); ++k) gains.push_back(slow.ratio[k] / fast.ratio[k]);
  return median(gains);
}

const char* verdict(double got, double wanted) { return got >= wanted ? "met" : got >= wanted / 2 ? "half" : "MISS"; }

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

}  // namespace

void print_text(const Table& table, const Options& options) {
  const Item& unit = table.items.front();
  std::printf("G = %.1f ns per agent and step (%s)\n", unit.median_ns(), unit.name.c_str());
  std::printf("medians of %d interleaved rounds; the spec's figures are ratios of its prototype\n\n", options.rounds);
  std::printf("%-58s %12s %8s   %s\n", "item", "ns/agent", "x G", "spec");
  std::string section;
  for (const Item& item : table.items) {
    if (item.section != section) std::printf("%s\n", item.section.c_str());
    section = item.section;
    std::printf("  %-56s %12.1f %8.3f   %s\n", item.name.c_str(), item.median_ns(), item.median_ratio(), item.spec.c_str());
  }
  if (!table.targets.empty()) std::printf("\n%-70s %8s %8s   %s\n", "hard targets: times as fast", "got", "wanted", "");
  for (const Target& target : table.targets) {
    const Item *fast = find(table, target.fast), *slow = find(table, target.slow);
    if (fast == nullptr || slow == nullptr) continue;
    const double got = gain(*fast, *slow);
    std::printf("  %-68s %8.2f %8.2f   %s\n", target.name.c_str(), got, target.factor, verdict(got, target.factor));
  }
  for (const std::string& note : table.notes) std::printf("\n%s\n", note.c_str());
}

void print_json(const Table& table) {
  std::printf("{\n  \"schema\": 1,\n  \"g_ns\": %.3f,\n  \"items\": [", table.items.front().median_ns());
  const char* comma = "\n";
  for (const Item& item : table.items) {
    std::printf("%s    {\"section\": %s, \"item\": %s, \"ns_per_agent\": %.3f, \"ratio\": %.5f, \"spec\": %s}", comma,
                quoted(item.section).c_str(), quoted(item.name).c_str(), item.median_ns(), item.median_ratio(), quoted(item.spec).c_str());
    comma = ",\n";
  }
  std::printf("\n  ],\n  \"targets\": [");
  comma = "\n";
  for (const Target& target : table.targets) {
    const Item *fast = find(table, target.fast), *slow = find(table, target.slow);
    if (fast == nullptr || slow == nullptr) continue;
    const double got = gain(*fast, *slow);
    std::printf("%s    {\"target\": %s, \"times\": %.4f, \"wanted\": %.4f, \"verdict\": \"%s\"}", comma, quoted(target.name).c_str(), got,
                target.factor, verdict(got, target.factor));
    comma = ",\n";
  }
  std::printf("\n  ]\n}\n");
}

}  // namespace wend::bench
