#include "environment/grid_index.hpp"
#include "kd_tree.hpp"
#include "scalar_grid.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

template <class Index>
struct FullNearSets {
  Index index;
  environment::NearLists lists;
  void operator()(const Crowd& crowd) {
    index.build(crowd.surroundings(), crowd.watch);
    index.near({0, crowd.size()}, crowd.watch, lists);
  }
};

struct KdNearSets {
  KdTree tree;
  std::vector<std::uint32_t> lists;
  void operator()(const Crowd& crowd) {
    tree.build(crowd.x1, crowd.y1);
    lists.clear();
    for (std::uint32_t i = 0; i < crowd.size(); ++i) tree.near(crowd.x1[i], crowd.y1[i], crowd.watch[i], i, lists);
  }
};

}  // namespace

void add_grid_rows(Table& table, const Options& options) {
  using Grid = FullNearSets<environment::GridIndex>;
  const double ms = options.sample_ms;
  const CrowdSpec crowd;
  table.section = "near sets, full";
  table.add("grid, 0.5/m2, r 4, n 10000 (this is G)", "1", stepped(crowd, ms / 4, Grid{}));
  table.add("grid, 0.3/m2, r 3", "0.9", stepped({.density = 0.3, .radius = 3}, ms, Grid{}));
  table.add("grid, 1.0/m2, r 4", "1.4", stepped({.density = 1, .radius = 4}, ms, Grid{}));
  table.add("grid, jam of 80 near", "2.3", stepped({.density = 4, .radius = 2.52, .speed = 0.2}, ms, Grid{}));
  table.add("grid, sparse, 0.02/m2, r 5", "0.9", stepped({.density = 0.02, .radius = 5}, ms, Grid{}));
  table.add("grid, n 1000", "within 1.25", stepped({.agents = 1000}, ms, Grid{}));
  table.add("grid, n 100000", "within 1.25", stepped({.agents = 100000}, ms, Grid{}));
  table.add("grid, rows in no order of place", "", stepped({.shuffled = true}, ms, Grid{}));
  table.add("grid, n 100000, rows in no order of place", "", stepped({.agents = 100000, .shuffled = true}, ms, Grid{}));
  table.add("scalar double grid", "2.7", stepped(crowd, ms, FullNearSets<environment::ScalarGrid>{}));
  table.add("kd-tree, rebuilt", "11", stepped(crowd, ms, KdNearSets{}));
  const std::string grid = "near sets, full: grid, 0.5/m2, r 4, n 10000 (this is G)";
  table.targets.push_back({"grid against the scalar grid", grid, "near sets, full: scalar double grid", 2});
  table.targets.push_back({"grid against the kd-tree", grid, "near sets, full: kd-tree, rebuilt", 8});
}

}  // namespace wend::bench
