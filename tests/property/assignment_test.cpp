#include <doctest/doctest.h>
#include <wend/base/rng.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/number.hpp"
#include "planning/assignment.hpp"
#include "support/worlds.hpp"

using namespace wend;
using planning::assign_tasks;
using planning::no_task;
using test::for_seeds;

namespace {

// What an answer is worth: tasks served, agents with a task (both: the more the better), sum of the costs.
using Worth = std::tuple<int, int, double>;

Worth worth(const std::vector<double>& costs, std::size_t tasks, const std::vector<std::uint32_t>& chosen) {
  std::vector<bool> served(tasks);
  int busy = 0;
  double sum = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == no_task) continue;
    served[chosen[i]] = true;
    ++busy;
    sum += costs[i * tasks + chosen[i]];
  }
  return {-static_cast<int>(std::count(served.begin(), served.end(), true)), -busy, sum};
}

bool is_allowed(const std::vector<double>& costs, const std::vector<std::uint32_t>& rooms, const std::vector<std::uint32_t>& chosen) {
  std::vector<std::uint32_t> members(rooms.size());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == no_task) continue;
    if (chosen[i] >= rooms.size() || ++members[chosen[i]] > rooms[chosen[i]] || costs[i * rooms.size() + chosen[i]] == infinity) return false;
  }
  return true;
}

// Every way to give each of `agents` one of the tasks or none.
Worth best_of_all(const std::vector<double>& costs, const std::vector<std::uint32_t>& rooms, std::size_t agents) {
  Worth best{1, 1, infinity};
  std::vector<std::uint32_t> chosen(agents, 0);
  while (true) {
    std::vector<std::uint32_t> tried = chosen;
    for (std::uint32_t& t : tried) t = t == rooms.size() ? no_task : t;
    if (is_allowed(costs, rooms, tried)) best = std::min(best, worth(costs, rooms.size(), tried));
    std::size_t i = 0;
    while (i < agents && chosen[i] == rooms.size()) chosen[i++] = 0;
    if (i == agents) return best;
    ++chosen[i];
  }
}

}  // namespace

TEST_CASE("assignment: no other answer is better, with rooms, gaps and ties") {
  for_seeds(400, [](Rng& rng) {
    const std::size_t agents = 1 + rng.below(6), tasks = 1 + rng.below(4);
    const std::uint64_t coarse = rng.below(2);  // ties in every second case
    std::vector<double> costs;
    std::vector<std::uint32_t> rooms;
    for (std::size_t i = 0; i < agents * tasks; ++i) {
      // Quarters of seconds are exact in sums and in the steps prices have.
      costs.push_back(rng.below(8) == 0 ? infinity : static_cast<double>(rng.below(coarse ? 5 : 4000)) * 0.25);
    }
    for (std::size_t t = 0; t < tasks; ++t) rooms.push_back(static_cast<std::uint32_t>(rng.below(4)));
    const auto chosen = assign_tasks({costs, rooms});
    REQUIRE(chosen.size() == agents);
    REQUIRE(is_allowed(costs, rooms, chosen));
    REQUIRE(worth(costs, tasks, chosen) == best_of_all(costs, rooms, agents));
    REQUIRE(assign_tasks({costs, rooms}) == chosen);
  });
}

TEST_CASE("assignment: one to one, held against every permutation") {
  for_seeds(40, [](Rng& rng) {
    const std::size_t n = 1 + rng.below(7);
    std::vector<double> costs;
    for (std::size_t i = 0; i < n * n; ++i) costs.push_back(static_cast<double>(rng.below(1000)) * 0.25);
    const std::vector<std::uint32_t> rooms(n, 1);
    const auto chosen = assign_tasks({costs, rooms});
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    Worth best{1, 1, infinity};
    do best = std::min(best, worth(costs, n, order));
    while (std::next_permutation(order.begin(), order.end()));
    REQUIRE(worth(costs, n, chosen) == best);
  });
}

TEST_CASE("assignment: hundreds of agents, the answer cannot be bettered by a move or a swap") {
  for_seeds(6, [](Rng& rng) {
    const std::size_t agents = 200, tasks = 20;
    std::vector<double> costs;
    std::vector<std::uint32_t> rooms;
    for (std::size_t i = 0; i < agents * tasks; ++i) costs.push_back(rng.uniform(0, 100));
    for (std::size_t t = 0; t < tasks; ++t) rooms.push_back(static_cast<std::uint32_t>(5 + rng.below(10)));
    const auto chosen = assign_tasks({costs, rooms});
    REQUIRE(is_allowed(costs, rooms, chosen));
    std::vector<std::uint32_t> members(tasks);
    std::size_t busy = 0;
    for (std::uint32_t t : chosen) {
      if (t != no_task) ++members[t], ++busy;
    }
    REQUIRE(busy == std::min<std::size_t>(agents, std::accumulate(rooms.begin(), rooms.end(), std::size_t{0})));
    const auto cost = [&](std::size_t i, std::uint32_t t) { return t == no_task ? 0.0 : costs[i * tasks + t]; };
    constexpr double step = 4.0 / (1 << 20);  // prices are rounded
    for (std::size_t i = 0; i < agents; ++i) {
      for (std::uint32_t t = 0; t < tasks && chosen[i] != no_task; ++t) {
        if (members[t] < rooms[t]) REQUIRE(cost(i, t) >= cost(i, chosen[i]) - step);
      }
      for (std::size_t j = 0; j < i; ++j) {
        REQUIRE(cost(i, chosen[j]) + cost(j, chosen[i]) >= cost(i, chosen[i]) + cost(j, chosen[j]) - step);
      }
    }
  });
}

TEST_CASE("assignment: edges") {
  CHECK(assign_tasks({{}, {}}).empty());
  CHECK(assign_tasks({{}, std::vector<std::uint32_t>{1, 2}}).empty());
  const std::vector<double> none = {infinity, infinity};
  CHECK(assign_tasks({none, std::vector<std::uint32_t>{1, 1}}) == std::vector<std::uint32_t>{no_task});
  const std::vector<double> equal = {5, 5, 5, 5};
  CHECK(assign_tasks({equal, std::vector<std::uint32_t>{1, 1}}) == std::vector<std::uint32_t>{0, 1});  // ties by order
  const std::vector<double> full = {1, 2};
  CHECK(assign_tasks({full, std::vector<std::uint32_t>{0, 1}}) == std::vector<std::uint32_t>{1});
  // Far beyond what prices count: nothing overflows, and everybody gets a task.
  const std::vector<double> vast = {1e300, 1, 1, 1e300};
  CHECK(assign_tasks({vast, std::vector<std::uint32_t>{1, 1}}) == std::vector<std::uint32_t>{1, 0});
  // A second agent serves the second task although the first is cheaper for it.
  const std::vector<double> near_one = {1, 50, 2, 60};
  CHECK(assign_tasks({near_one, std::vector<std::uint32_t>{9, 9}}) == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("task time: distance by speed, energy and agility, planning spec (p.29)") {
  using planning::task_time;
  CHECK(task_time(10, 2, 1, 1) == 5);
  CHECK(task_time(10, 1, 1, 1) > task_time(10, 2, 1, 1));
  CHECK(task_time(10, 1, 0.2, 1) > task_time(10, 1, 0.9, 1));
  CHECK(task_time(10, 1, 1, 0.4) > task_time(10, 1, 1, 0.8));
  CHECK(task_time(0, 1, 1, 1) == 0);
  CHECK(task_time(10, 0, 1, 1) == infinity);
}
