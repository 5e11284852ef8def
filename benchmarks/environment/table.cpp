#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace wend::bench {

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
        std::fprintf(stderr, "\rround %d of %d, %zu of %zu: %-60.60s", round + 1, options.rounds, k,
                     table.items.size() - 1, item.name.c_str());
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
  for (std::size_t k = 0; k < std::min(fast.ratio.size(), slow.ratio.size()); ++k)
    gains.push_back(slow.ratio[k] / fast.ratio[k]);
  return median(gains);
}

struct Verdict {
  std::string name;
  double got = 0, wanted = 0;
  const char* word() const { return got >= wanted ? "met" : got >= wanted / 2 ? "half" : "MISS"; }
};

// Of the targets whose items were all measured.
std::vector<Verdict> verdicts(const Table& table) {
  std::vector<Verdict> out;
  for (const Target& target : table.targets) {
    const Item *fast = find(table, target.fast), *slow = find(table, target.slow);
    if (fast != nullptr && slow != nullptr) out.push_back({target.name, gain(*fast, *slow), target.factor});
  }
  Verdict worst{"", 1e9, 1 / 1.3};
  for (const Choice& choice : table.choices) {
    const Item *chosen = find(table, choice.chosen), *one = find(table, choice.one), *other = find(table, choice.other);
    if (chosen == nullptr || one == nullptr || other == nullptr) continue;
    const double got = std::min(gain(*chosen, *one), gain(*chosen, *other));
    if (got < worst.got)
      worst = {"choice against the better one, worst of all: " + chosen->name.substr(8), got, worst.wanted};
  }
  if (!worst.name.empty()) out.push_back(worst);
  return out;
}

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
    std::printf("  %-56s %12.1f %8.3f   %s\n", item.name.c_str(), item.median_ns(), item.median_ratio(),
                item.spec.c_str());
  }
  const std::vector<Verdict> all = verdicts(table);
  if (!all.empty()) std::printf("\n%-84s %6s %7s\n", "hard targets: how many times as fast", "got", "wanted");
  for (const Verdict& v : all) std::printf("  %-82s %6.2f %7.2f   %s\n", v.name.c_str(), v.got, v.wanted, v.word());
  for (const std::string& note : table.notes) std::printf("\n%s\n", note.c_str());
}

void print_json(const Table& table) {
  std::printf("{\n  \"schema\": 1,\n  \"g_ns\": %.3f,\n  \"items\": [", table.items.front().median_ns());
  const char* comma = "\n";
  for (const Item& item : table.items) {
    std::printf("%s    {\"section\": %s, \"item\": %s, \"ns_per_agent\": %.3f, \"ratio\": %.5f, \"spec\": %s}", comma,
                quoted(item.section).c_str(), quoted(item.name).c_str(), item.median_ns(), item.median_ratio(),
                quoted(item.spec).c_str());
    comma = ",\n";
  }
  std::printf("\n  ],\n  \"targets\": [");
  comma = "\n";
  for (const Verdict& v : verdicts(table)) {
    std::printf("%s    {\"target\": %s, \"times\": %.4f, \"wanted\": %.4f, \"verdict\": \"%s\"}", comma,
                quoted(v.name).c_str(), v.got, v.wanted, v.word());
    comma = ",\n";
  }
  std::printf("\n  ]\n}\n");
}

}  // namespace wend::bench
