#include "environment/obstacle_mesh.hpp"

#include "environment/grid_index.hpp"
#include "stepped.hpp"

namespace wend::bench {

namespace {

using environment::GridIndex;
using environment::ObstacleMesh;

// The near lists are there already; what the walls leave of them is timed.
struct Walled {
  enum class Ask { locate, related } ask = Ask::locate;
  Relation relation = Relation::reachable;
  ObstacleMesh mesh;
  GridIndex grid;
  environment::NearLists near;
  environment::MeshScratch scratch;
  std::vector<std::uint32_t> tile;
  std::vector<Vec2> others;
  std::vector<std::uint8_t> keep;
  std::size_t kept = 0;

  void prepare(const Crowd& crowd) {
    if (mesh.empty()) {
      std::vector<geometry::Segment> walls;
      for (const auto& [a, b] : crowd.walls()) walls.push_back({a, b});
      mesh.set_walls(walls, crowd.spec().radius);
      tile.assign(crowd.size(), 0);
      locate_all(crowd);
    }
    if (ask == Ask::locate) return;
    locate_all(crowd);
    grid.build(crowd.surroundings(), crowd.watch);
    grid.near({0, crowd.size()}, crowd.watch, near);
  }
  void locate_all(const Crowd& crowd) {
    for (std::size_t i = 0; i < crowd.size(); ++i) tile[i] = mesh.locate({crowd.x1[i], crowd.y1[i]}, tile[i]);
  }
  void operator()(const Crowd& crowd) {
    if (ask == Ask::locate) return locate_all(crowd);
    kept = 0;
    for (std::size_t i = 0; i < crowd.size(); ++i) {
      const auto rows = near.agents_of(i);
      others.resize(rows.size());
      keep.resize(rows.size());
      for (std::size_t k = 0; k < rows.size(); ++k) others[k] = {crowd.x1[rows[k]], crowd.y1[rows[k]]};
      mesh.filter({crowd.x1[i], crowd.y1[i]}, crowd.spec().radius, relation, others, keep, scratch, tile[i]);
      for (const std::uint8_t k : keep) kept += k;
    }
  }
};

Walled walled(Walled::Ask ask, Relation relation) {
  Walled w;
  w.ask = ask;
  w.relation = relation;
  return w;
}

}  // namespace

void add_mesh_rows(Table& table, const Options& options) {
  using Ask = Walled::Ask;
  const double ms = options.sample_ms;
  table.section = "obstacle mesh";
  table.add("locate, rooms of 8 m", "0.1-0.17", stepped({.room = 8}, ms, walled(Ask::locate, {})));
  table.add("unseparated, rooms of 8 m", "", stepped({.room = 8}, ms, walled(Ask::related, Relation::unseparated)));
  table.add("reachable, rooms of 20 m", "4", stepped({.room = 20}, ms, walled(Ask::related, Relation::reachable)));
  table.add("reachable, rooms of 8 m", "11", stepped({.room = 8}, ms, walled(Ask::related, Relation::reachable)));
  table.add("visible, rooms of 20 m", "4, +1 to +3.4",
            stepped({.room = 20}, ms, walled(Ask::related, Relation::visible)));
  table.add("visible, rooms of 8 m", "11, +1 to +3.4",
            stepped({.room = 8}, ms, walled(Ask::related, Relation::visible)));
}

}  // namespace wend::bench
