#pragma once
#include <wend/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "environment/odometer_calendar.hpp"

namespace wend::environment {

// What keeping the triangulation cost; the same for any thread count.
struct TriangulationReport {
  std::uint64_t flips = 0;
  std::uint64_t certificates = 0;  // in-circle signs looked at
  std::uint64_t exact_calls = 0;   // of those and of the turns: not decided by the filter
  std::uint64_t reverts = 0;       // vertices put back for a while
  std::uint64_t walks = 0;         // vertices that came to their place in parts
  std::uint64_t moves = 0;         // taken out and put in again elsewhere
  std::uint64_t rebuilds = 0;
  std::size_t loose = 0;       // sites exactly on a wall: kept beside the structure
  std::size_t satellites = 0;  // sites on top of another
  // Work adds up; how many are loose or satellites is as it was last.
  TriangulationReport& operator+=(const TriangulationReport& o) {
    flips += o.flips, certificates += o.certificates, exact_calls += o.exact_calls;
    reverts += o.reverts, walks += o.walks, moves += o.moves, rebuilds += o.rebuilds;
    loose = o.loose, satellites = o.satellites;
    return *this;
  }
  friend bool operator==(const TriangulationReport&, const TriangulationReport&) = default;
};

// The constrained Delaunay triangulation of moving sites with walls as constrained edges (environment spec, section 7).
// Callers name sites by their own dense index; inside, a vertex has a number of its own (space-filling order, the frame
// first), so that rows in any order cost no cache misses. The structure is a function of positions, indices, walls and
// frame alone: ties go by index (14.2), the frame's above all.
//
// Half-edge h = 4 t + k, k < 3, lies in triangle t = h / 4 and goes from vertex(h) to vertex(next(h)), t to its left.
class KineticTriangulation2 {
 public:
  using Index = std::uint32_t;
  static constexpr Index none = 0xffffffffu;

  struct Wall {
    Index a = 0, b = 0;  // sites
  };
  enum class Place : std::uint8_t { inside, on_edge, on_vertex, outside };
  struct Location {
    Index triangle = none;
    Index half = none;  // on_edge: a half-edge of the edge; on_vertex: one that leaves the vertex
    Place place = Place::outside;
  };
  struct Box {
    Vec2 low, high;
  };

  // --- life cycle. Positions are finite and within 1e7 m; walls are a planar graph: they share end points only.
  // Walls get the numbers 0, 1, ... . The frame lies farther than `margin` beyond every place that step() accepts.
  void build(std::span<const Vec2> sites, std::span<const Wall> walls, double margin);
  void rebuild();  // from scratch, same sites, walls and frame
  void reframe();  // from scratch, with a frame that fits the sites
  void clear();

  void insert(Index site, Vec2 at);  // a new index, or that of a removed site
  void remove(Index site);           // its walls go with it
  void teleport(std::span<const std::pair<Index, Vec2>> jumps);
  Index add_wall(Index a, Index b);
  void remove_wall(Index wall);
  void set_margin(double margin);  // a larger one makes a new frame

  // Everybody moves to next[site]; the result is the triangulation of the new positions (7.2).
  void step(std::span<const Vec2> next);

  // The same, with all flips in the order of time (section 9). Where somebody goes through a wall or another site, or
  // is placed anew, no order exists: the list is then not complete.
  struct TopologyEvent {
    double s = 0;                // share of the step
    Index out_a = 0, out_b = 0;  // sites of the edge that goes, the smaller first
    Index in_a = 0, in_b = 0;    // and of the one that comes
  };
  void step_in_order(std::span<const Vec2> next, std::vector<TopologyEvent>& events);

  // For those who keep something by edges: the edges that came since the list was cleared, some of them gone again.
  void log_births(bool on) { log_births_ = on; }
  std::span<const Index> births() const { return births_; }
  bool all_born() const { return all_born_; }  // a new start: the list says nothing
  void clear_births() {
    births_.clear();
    all_born_ = false;
  }

  // Whether a step looks at all edges or at those whose certificate is due (section 8). The result is the same.
  enum class Deadlines : std::uint8_t { automatic, never, always };
  void use_deadlines(Deadlines use);
  bool deadlines_on() const { return deadlines_on_; }

  // --- what there is
  std::size_t triangle_slots() const { return vertex_.size() / 4; }
  bool alive(Index triangle) const { return vertex_[4 * std::size_t{triangle}] != none; }
  std::size_t triangle_count() const { return triangle_slots() - free_triangles_.size(); }
  static Index next(Index h) { return (h & 3) == 2 ? h - 2 : h + 1; }
  static Index prev(Index h) { return (h & 3) == 0 ? h + 2 : h - 1; }
  Index vertex(Index h) const { return vertex_[h]; }
  Index twin(Index h) const { return twin_[h]; }  // none: the frame's rim
  Index edge(Index h) const { return edge_[h]; }  // the same for both halves, kept through flips
  Index wall(Index h) const { return wall_of_[edge_[h]]; }
  bool is_wall(Index h) const { return wall(h) != none; }

  std::size_t vertex_slots() const { return pos_.size(); }
  Vec2 at(Index vertex) const { return pos_[vertex]; }
  bool is_frame(Index vertex) const { return vertex < frame_count_; }
  Index site(Index vertex) const { return site_[vertex]; }   // the caller's index; for the frame above all of them
  Index out(Index vertex) const { return out_[vertex]; }     // a half-edge that leaves it; none: a free slot
  Index turn_left(Index h) const { return twin_[prev(h)]; }  // the next one counter-clockwise round vertex(h), or none
  Index turn_right(Index h) const { return twin_[h] == none ? none : next(twin_[h]); }
  // Calls f(h) for every half-edge that leaves the vertex, counter-clockwise inside the frame, until it returns false.
  template <class F>
  void for_star(Index vertex, F f) const {
    const Index start = out_[vertex];
    Index h = start;
    do {
      if (!f(h)) return;
      h = turn_left(h);
    } while (h != none && h != start);
    if (h == start) return;
    for (h = turn_right(start); h != none && f(h); h = turn_right(h)) {}
  }

  std::size_t site_slots() const { return where_.size(); }
  Vec2 site_at(Index site) const { return where_[site]; }
  bool has(Index site) const { return site < state_.size() && state_[site] != State::absent; }
  bool is_host(Index site) const { return state_[site] == State::vertex; }  // a vertex of its own
  bool is_loose(Index site) const { return state_[site] == State::loose; }
  bool is_satellite(Index site) const { return state_[site] == State::satellite; }
  bool is_wall_end(Index site) const { return wall_ends_[site] > 0; }
  Index vertex_of(Index site) const { return vertex_of_[site]; }  // its own or that of its host; none: loose or absent
  std::span<const Index> loose() const { return loose_; }
  Index first_satellite(Index vertex) const { return first_satellite_[vertex]; }  // sites, a list ended by none
  Index next_satellite(Index site) const { return next_satellite_[site]; }

  std::size_t wall_slots() const { return walls_.size(); }
  Wall wall_sites(Index wall) const { return {walls_[wall].a, walls_[wall].b}; }  // {none, none}: removed
  Index wall_edge(Index wall) const { return walls_[wall].edge; }  // none: no length, or on top of another wall
  Index half_of(Index edge) const { return half_[edge]; }

  // Exact visibility walk from a triangle (any number will do as a hint).
  Location locate(Vec2 p, Index hint = 0) const;

  // --- queries: any thread may ask, with a scratch of its own. Sites come in ascending order and are those inside the
  // closed disk by the membership predicate (e.1); wall ends are sites too, the frame is never reported.
  struct Scratch {
    std::vector<Index> triangle_stamp, vertex_stamp, stack, found;
    Index now = 0;
  };
  void near(Vec2 p, double r, std::vector<Index>& out, Scratch& scratch, Index hint = 0) const;  // N, with p itself
  void near(Index site, double r, std::vector<Index>& out, Scratch& scratch) const;              // N
  void unseparated(Index site, double r, std::vector<Index>& out, Scratch& scratch) const;       // K: Theorem 1
  void reachable(Index site, double r, std::vector<Index>& out, Scratch& scratch) const;         // R: Theorem 2
  bool separated(Vec2 p, Vec2 q, double r) const;              // by the definition of K, wall by wall
  void neighbours(Index site, std::vector<Index>& out) const;  // by Delaunay edges, and those at the same place
  // The nearest other site (ties: the smaller index), or agent, that is no wall end; none when alone.
  Index nearest(Index site, bool agents_only, Scratch& scratch) const;

  // All edges as pairs of sites, smaller first, sorted: for tests.
  std::vector<std::pair<Index, Index>> edges() const;
  std::string validate() const;  // "" or the first broken invariant of I1 .. I5

  const TriangulationReport& report() const { return report_; }  // of the last step
  const TriangulationReport& total() const { return total_; }

 private:
  enum class State : std::uint8_t { absent, vertex, satellite, loose };
  struct WallRow {
    Index a = none, b = none, edge = none;
  };
  struct Side {  // of a hole: from this vertex to that of the next side
    Index vertex, outside, edge;
  };

  struct Ahead {  // an edge that will fail
    double s;
    Index edge, stamp;
    static bool later(const Ahead& p, const Ahead& q) { return p.s != q.s ? p.s > q.s : p.edge > q.edge; }
  };

  // triangulation_build.cpp
  void grow_sites(std::size_t n);
  void fit_frame();
  void make_frame();
  Index frame_part(Index i, Index j);
  void rebuild_here();
  // triangulation_slots.cpp
  Index new_triangle();
  Index new_edge();
  Index new_vertex(Vec2 at, Index site);
  void free_edge(Index edge);
  void free_triangle(Index triangle);
  void free_vertex(Index vertex);
  void set_half(Index h, Index vertex, Index outside, Index edge);
  // triangulation_flip.cpp
  int turn(Index a, Index b, Index c);
  int tie(Index a, Index b, Index c, Index d);
  bool illegal(Index h);
  void flip(Index h);
  void doubt(Index h) { stack_.push_back(edge_[h]); }
  void doubt_star(Index v);
  void legalise() {
    legalise([](Index) {});
  }
  // Lawson: ends, since every flip lowers the lifted surface.
  template <class F>
  void legalise(F&& before_flip) {
    while (!stack_.empty()) {
      const Index h = half_[stack_.back()];
      stack_.pop_back();
      if (h == none || !illegal(h)) continue;
      const Index g = twin_[h];
      before_flip(h);
      flip(h);
      for (const Index outer : {h, prev(h), g, prev(g)}) doubt(outer);
    }
  }
  // triangulation_locate.cpp, triangulation_life.cpp
  bool in_room(Vec2 p) const;
  Location locate_from(Vec2 p, Index hint, std::uint64_t* exact) const;
  // triangulation_query.cpp, triangulation_reach.cpp
  void stamp(Scratch& scratch) const;
  void visit(Index vertex, Vec2 p, double r, std::vector<Index>& out, Scratch& scratch) const;
  void flood(Vec2 p, double r, std::vector<Index>& out, Scratch& scratch) const;
  void push_sites(Index vertex, std::vector<Index>& out) const;
  bool hidden(Vec2 p, Vec2 q) const;
  // triangulation_edit.cpp
  bool before(Index a, Index b) const;
  void rename(Index v, Index site);
  void settle(Index v);
  void add_satellite(Index v, Index site);
  void drop_satellite(Index site);
  void make_loose(Index site);
  void place(Index site);  // at where_[site]: a vertex, a satellite or loose
  void push_side(Index h);
  void split(const Location& l, Index site);
  void take_out(Index site);
  void take_vertex(Index v);
  void fill_ring();
  bool is_ear(std::size_t i);
  // triangulation_walls.cpp
  Index find_edge(Index u, Index v) const;
  Index crossed_edges(Index u, Index v);
  bool flip_out(Index u, Index v);
  void enforce(Index wall);
  bool loosen(Index v);
  void release(Index wall);  // its edge is free to flip, the wall waits
  void release_walls_of(Index site);
  void enforce_waiting();
  void place_loose();
  // triangulation_move.cpp
  bool aim(std::span<const Vec2> next);
  void part_satellites();
  void find_inverted(bool all);
  void revert_inverted();
  void revert(Index v);
  void test_moved_edges();
  void retry_reverted();
  bool star_turns_left(Index v);
  bool walk(Index v);
  void displace(Index site);
  void displace_all(Index v);
  void put_displaced();
  // triangulation_ordered.cpp
  void record(Index h, double s, std::vector<TopologyEvent>& events) const;
  void schedule(Index edge, double s);
  // triangulation_deadlines.cpp
  bool deadlines_pay();
  void touch(Index edge);
  void bear(Index edge) {
    if (log_births_) births_.push_back(edge);
  }
  void start_deadlines();
  void collect_due();
  void doubt_due();
  void certify_touched();
  void begin_report();
  void end_report();

  std::vector<Index> vertex_, twin_, edge_;  // by half-edge
  std::vector<Index> half_, wall_of_;        // by edge
  std::vector<Vec2> pos_;                    // by vertex
  std::vector<Index> site_, out_, first_satellite_;
  std::vector<Vec2> where_;  // by site
  std::vector<Index> vertex_of_, next_satellite_, wall_ends_;
  std::vector<State> state_;
  std::vector<WallRow> walls_;
  std::vector<Index> loose_, satellites_, waiting_;  // sites, sites, walls that have no edge of their own
  std::vector<Index> free_triangles_, free_edges_, free_vertices_, free_walls_;

  Index frame_count_ = 0, per_side_ = 0;
  Box room_{};  // where sites may be
  double margin_ = 0, density_ = 0;
  Index recent_ = 0;  // a triangle near the last edit

  std::vector<Side> ring_;
  std::vector<Index> stack_, queue_, retry_, reverted_;
  std::vector<std::pair<Index, Index>> displaced_;  // sites without a place, and a triangle near by
  std::vector<Vec2> target_;                        // where a vertex goes; where it came from once it is there
  std::vector<std::uint8_t> moved_;                 // 1: at its new place
  std::vector<std::pair<std::uint64_t, Index>> order_;

  std::vector<Index> births_;
  bool log_births_ = false, all_born_ = false;
  std::vector<Ahead> flips_ahead_;  // a heap
  std::vector<Index> flip_stamp_;   // by edge: an older entry of the heap does not count
  OdometerCalendar calendar_;
  std::vector<double> due_;     // by edge, on the odometer; negative: it waits in touched_
  std::vector<Index> touched_;  // edges to certify at the end of the step
  double odometer_ = 0, largest_ = 0;
  int calm_steps_ = 0;
  Deadlines use_deadlines_ = Deadlines::automatic;
  bool deadlines_on_ = false;

  TriangulationReport report_, total_;
};

}  // namespace wend::environment
