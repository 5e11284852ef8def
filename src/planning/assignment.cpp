#include "planning/assignment.hpp"

#include "core/number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wend::planning {

namespace {

using Price = std::int64_t;  // whole numbers: sums are exact, so that the best stays the best

constexpr double steps_per_second = 1 << 20;
constexpr Price dearest = Price{1} << 44;
// More than any chain of moves can save: a chain visits a task and an agent at most once, and there are at most 2^20 pairs.
constexpr Price level = Price{1} << 57;
constexpr Price never = std::numeric_limits<Price>::max();

Price price_of(double cost) {
  if (!(cost < infinity)) return never;
  return static_cast<Price>(std::floor(std::min(std::max(cost, 0.0) * steps_per_second, static_cast<double>(dearest)) + 0.5));
}

// The cheapest member of one task to send to another.
struct Move {
  Price price = never;
  std::uint32_t who = no_task;
};

// Agents come one by one; each takes the cheapest chain of moves that ends where there is room. So the sum is the smallest
// for those who are there already, after every one of them. The last task is to stand idle.
class Exchange {
 public:
  explicit Exchange(const TaskQuestion& q) : rooms_(q.rooms), tasks_(q.rooms.size() + 1), count_(q.costs.size() / std::max<std::size_t>(1, q.rooms.size())) {
    prices_.resize(count_ * tasks_, level);
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t t = 0; t + 1 < tasks_; ++t) prices_[i * tasks_ + t] = price_of(q.costs[i * (tasks_ - 1) + t]);
    }
    members_.resize(tasks_);
    moves_.resize(tasks_ * tasks_);
    task_.assign(count_, no_task);
  }

  std::vector<std::uint32_t> run() {
    for (std::uint32_t i = 0; i < count_; ++i) insert(i);
    for (std::uint32_t& t : task_) {
      if (t + 1 == tasks_) t = no_task;
    }
    return task_;
  }

 private:
  Price price(std::uint32_t who, std::size_t task) const { return prices_[who * tasks_ + task]; }

  // What one more member costs beside its price; `never` where there is no room.
  Price entry(std::size_t t) const {
    if (t + 1 == tasks_) return 0;
    if (members_[t].size() >= rooms_[t]) return never;
    return members_[t].empty() ? -level : 0;
  }

  // Shortest chains from agent `who` by Bellman and Ford: prices of moves may be negative, no cycle is.
  void insert(std::uint32_t who) {
    distance_.assign(tasks_, never);
    from_.assign(tasks_, no_task);
    for (std::size_t t = 0; t < tasks_; ++t) distance_[t] = price(who, t);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t t = 0; t < tasks_; ++t) {
        if (distance_[t] == never) continue;
        for (std::size_t u = 0; u < tasks_; ++u) {
          const Move& move = moves_[t * tasks_ + u];
          if (u == t || move.price == never || distance_[t] + move.price >= distance_[u]) continue;
          distance_[u] = distance_[t] + move.price;
          from_[u] = static_cast<std::uint32_t>(t);
          changed = true;
        }
      }
    }
    std::size_t end = tasks_ - 1;
    Price best = never;
    for (std::size_t t = 0; t < tasks_; ++t) {
      if (distance_[t] == never || entry(t) == never || distance_[t] + entry(t) >= best) continue;
      best = distance_[t] + entry(t);
      end = t;
    }
    while (from_[end] != no_task) {  // backwards, so that each move finds its member where it was
      const std::size_t before = from_[end];
      const std::uint32_t moved = moves_[before * tasks_ + end].who;
      leave(moved, before);
      join(moved, end);
      end = before;
    }
    join(who, end);
  }

  void offer(std::uint32_t who, std::size_t t, std::size_t u) {
    if (price(who, u) == never) return;
    Move& move = moves_[t * tasks_ + u];
    const Price p = price(who, u) - price(who, t);
    if (p < move.price || (p == move.price && who < move.who)) move = {p, who};
  }

  void join(std::uint32_t who, std::size_t t) {
    task_[who] = static_cast<std::uint32_t>(t);
    members_[t].push_back(who);
    for (std::size_t u = 0; u < tasks_; ++u) offer(who, t, u);
  }

  void leave(std::uint32_t who, std::size_t t) {
    std::erase(members_[t], who);
    for (std::size_t u = 0; u < tasks_; ++u) {
      if (moves_[t * tasks_ + u].who != who) continue;
      moves_[t * tasks_ + u] = {};
      for (std::uint32_t other : members_[t]) offer(other, t, u);
    }
  }

  std::span<const std::uint32_t> rooms_;
  std::size_t tasks_, count_;
  std::vector<Price> prices_, distance_;
  std::vector<std::vector<std::uint32_t>> members_;
  std::vector<Move> moves_;  // [from][to]
  std::vector<std::uint32_t> task_, from_;
};

}  // namespace

std::vector<std::uint32_t> assign_tasks(const TaskQuestion& question) {
  if (question.rooms.empty()) return {};
  return Exchange(question).run();
}

double task_time(double distance, double top_speed, double agility, double vigour) {
  if (!(top_speed > 0)) return infinity;
  constexpr double k_min = 0.1, detour = 0.06;
  const double k = k_min + (1 - k_min) * agility * vigour;  // local spec (18), (48)
  return distance / (top_speed * vigour) * (1 + detour * (1 - k) / k);  // planning spec (p.29), (p.30)
}

}  // namespace wend::planning
